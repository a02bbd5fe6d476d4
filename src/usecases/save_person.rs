//! Changes a person: read, compare, send, verify.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::sleep;

use super::error::{Certainty, WriteError};
use super::{ProgressFn, is_lost};
use crate::client::{Client, ClientError, Versioned};
use crate::recruiting::person::{
    Conflict, FieldOutcome, FieldValue, PersonField, Plan, Report, ResponseKind, SaveStep,
    ServerQuirks, body, clashes,
};
use crate::wire::{Person, PersonId};

/// How often to send while the server answers 412.
const ROUNDS: usize = 3;

/// Delay before an unchanged record counts as such: some servers show a change late.
const AFTER_ANSWER: &[Duration] = &[Duration::from_millis(300)];

/// Delays after no response at all: the server may still be working.
const AFTER_SILENCE: &[Duration] = &[Duration::from_millis(300), Duration::from_secs(1)];

#[derive(Debug, Clone, PartialEq)]
pub enum SaveResult {
    /// The record already has these values: nothing was sent.
    Already(Box<Person>),
    /// The same fields were changed elsewhere: nothing was sent.
    Clash { now: Box<Person>, clashes: Vec<Conflict> },
    /// Sent; the report says what the server did.
    Done(Box<Report>),
}

/// Reads the record, sends what still differs unless the same fields were changed
/// elsewhere, and reads the record again. Sends again only after a 412, which means that
/// the server did nothing.
pub async fn save(
    client: &Client,
    plan: &Plan,
    habits: ServerQuirks,
    tell: ProgressFn<'_>,
) -> Result<SaveResult, WriteError> {
    let mut round = 0;
    let mut before: Option<Versioned<Person>> = None;
    loop {
        tell(SaveStep::Reading);
        let now = client.read_person(&plan.person).await.map_err(WriteError::not_done)?;
        let etag = if_match(&now, before.as_ref());
        let person = &now.record;
        let clashes = clashes(plan, person);
        if !clashes.is_empty() {
            return Ok(SaveResult::Clash { now: Box::new(now.record), clashes });
        }
        let left = plan.left(person);
        if left.is_empty() {
            return Ok(SaveResult::Already(Box::new(now.record)));
        }
        let Some(body) = body(&left, person, habits) else {
            let report = Report::new(person.clone(), &left, now.record, ResponseKind::Unsent);
            return Ok(SaveResult::Done(Box::new(report)));
        };
        tell(SaveStep::Sending);
        round += 1;
        let sent = SentChange { client, id: &plan.person, left: &left };
        match client.update_person(&plan.person, &body, etag).await {
            Ok(notice) => return sent.prove(now.record, notice.message, tell).await,
            Err(error) if is_lost(&error) || is_contradictory(&error) => {
                return sent.settle(now.record, error, tell).await;
            }
            Err(error) if error.status() == Some(412) && etag.is_some() && round < ROUNDS => {
                before = Some(now);
            }
            Err(error) => return Err(WriteError::not_done(error)),
        }
    }
}

/// A success status with an error text about no particular field: only the record tells
/// which one is true.
fn is_contradictory(error: &ClientError) -> bool {
    let is_good = error.status().is_some_and(|status| (200..300).contains(&status));
    is_good && error.fields().is_empty()
}

/// The entity tag to send in `If-Match`. A weak tag never matches there (RFC 9110), so
/// after a 412 on an unchanged record it is left out.
fn if_match<'a>(now: &'a Versioned<Person>, before: Option<&Versioned<Person>>) -> Option<&'a str> {
    let etag = now.etag.as_deref()?;
    let is_useless = etag.starts_with("W/") && before.is_some_and(|before| before == now);
    (!is_useless).then_some(etag)
}

/// A change that was sent.
struct SentChange<'a> {
    client: &'a Client,
    id: &'a PersonId,
    left: &'a BTreeMap<PersonField, FieldValue>,
}

impl SentChange<'_> {
    /// After a success response.
    async fn prove(
        &self,
        before: Person,
        said: String,
        tell: ProgressFn<'_>,
    ) -> Result<SaveResult, WriteError> {
        tell(SaveStep::Proving);
        match self.look(before, ResponseKind::Done(said.clone()), AFTER_ANSWER).await {
            Ok(report) => Ok(SaveResult::Done(Box::new(report))),
            Err(error) => Err(WriteError { error, fate: Certainty::Unproven(said) }),
        }
    }

    /// After a response that does not say what happened.
    async fn settle(
        &self,
        before: Person,
        error: ClientError,
        tell: ProgressFn<'_>,
    ) -> Result<SaveResult, WriteError> {
        tell(SaveStep::Settling);
        let lost = ResponseKind::Lost(error.kind().to_string());
        match self.look(before, lost, AFTER_SILENCE).await {
            Ok(report) => Ok(SaveResult::Done(Box::new(report))),
            Err(read) => Err(WriteError { error, fate: Certainty::Unknown(read) }),
        }
    }

    async fn look(
        &self,
        before: Person,
        answered: ResponseKind,
        waits: &[Duration],
    ) -> Result<Report, ClientError> {
        let now = self.client.read_person(self.id).await?.record;
        let mut report = Report::new(before, self.left, now, answered);
        for wait in waits {
            if !report.lines.iter().any(|line| line.verdict == FieldOutcome::Kept) {
                break;
            }
            sleep(*wait).await;
            // The first reading stays valid if the second fails.
            let Ok(again) = self.client.read_person(self.id).await else { break };
            report = Report::new(*report.before, self.left, again.record, report.answered);
        }
        Ok(report)
    }
}
