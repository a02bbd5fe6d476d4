//! Changing a person: read, compare, send, prove.

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

/// How often it is sent when the server says each time that somebody else was
/// faster.
const ROUNDS: usize = 3;

/// Before a server is believed that it kept what it had: some show a change
/// only after a while.
const AFTER_ANSWER: &[Duration] = &[Duration::from_millis(300)];

/// The same where no answer came: it may still be at work on it.
const AFTER_SILENCE: &[Duration] = &[Duration::from_millis(300), Duration::from_secs(1)];

/// What came of a change.
#[derive(Debug, Clone, PartialEq)]
pub enum SaveResult {
    /// The server has it already: nothing was sent.
    Already(Box<Person>),
    /// Somebody else changed the same fields: nothing was sent.
    Clash {
        /// The record as it is now.
        now: Box<Person>,
        /// The fields.
        clashes: Vec<Conflict>,
    },
    /// It was sent, and this is what the server did.
    Done(Box<Report>),
}

/// Changes a person: reads the record, sends what is left to be changed unless
/// somebody else changed the same, and reads it again. It is sent once, and
/// again only when the server says that it did nothing.
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
        let etag = mark(&now, before.as_ref());
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
            Err(error) if is_lost(&error) || is_both(&error) => {
                return sent.settle(now.record, error, tell).await;
            }
            Err(error) if error.status() == Some(412) && etag.is_some() && round < ROUNDS => {
                before = Some(now);
            }
            Err(error) => return Err(WriteError::not_done(error)),
        }
    }
}

/// Whether the status says yes and the words say no, of nothing in particular:
/// then only the record can tell.
fn is_both(error: &ClientError) -> bool {
    let is_good = error.status().is_some_and(|status| (200..300).contains(&status));
    is_good && error.fields().is_empty()
}

/// The mark to send along. One that was weakened on the way matches nothing,
/// says the standard: where it was refused and the record is still the same,
/// there is nothing that it could guard.
fn mark<'a>(now: &'a Versioned<Person>, before: Option<&Versioned<Person>>) -> Option<&'a str> {
    let etag = now.etag.as_deref()?;
    let in_vain = etag.starts_with("W/") && before.is_some_and(|before| before == now);
    (!in_vain).then_some(etag)
}

/// A change that was sent.
struct SentChange<'a> {
    client: &'a Client,
    id: &'a PersonId,
    left: &'a BTreeMap<PersonField, FieldValue>,
}

impl SentChange<'_> {
    /// The server says that it is done.
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

    /// No answer came that tells what happened.
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
            // What was seen is true even if it cannot be seen again.
            let Ok(again) = self.client.read_person(self.id).await else { break };
            report = Report::new(*report.before, self.left, again.record, report.answered);
        }
        Ok(report)
    }
}
