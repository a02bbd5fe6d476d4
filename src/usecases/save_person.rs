//! Changes a person: read, compare, send, verify. After an error response the record is read, too:
//! the server may have applied the change all the same. A record that is as before is read again for
//! a while.

use std::collections::BTreeMap;

use super::error::{Certainty, WriteError};
use super::visibility::{Waits, read_until_visible};
use super::{ProgressFn, is_contradictory, is_refusal};
use crate::client::{Client, ClientError, Delivery, ErrorKind, Versioned};
use crate::recruiting::person::{
    FieldValue, PersonField, Plan, Report, ResponseKind, SaveOutcome, SaveStep, ServerQuirks,
    Settlement, body, find_conflicts,
};
use crate::wire::Person;

/// How often to send the change while the server answers 412.
const MAX_ROUNDS: usize = 3;

/// Reads the record, sends the remaining changes unless another user changed the same fields, and
/// reads the record again. Sends again only after a 412, if the record does not show the change.
pub async fn save_person(
    client: &Client,
    plan: &Plan,
    quirks: ServerQuirks,
    progress: ProgressFn<'_>,
) -> Result<SaveOutcome, WriteError> {
    let client = &if plan.is_hasty { client.without_visibility_wait() } else { client.clone() };
    let mut round = 0;
    let mut rejected: Option<RejectedChange> = None;
    loop {
        progress(SaveStep::Reading);
        let before = rejected.as_ref().map(|change| &change.before);
        let current = match (read_current(client, plan, before).await, rejected.take()) {
            (Ok(current), before) => {
                rejected = before;
                current
            }
            (Err(error), None) => return Err(WriteError::not_sent(error)),
            (Err(read), Some(before)) => return Err(WriteError::unreadable(before.error, read)),
        };
        let etag = if_match(&current, rejected.as_ref().map(|change| &change.before));
        let person = &current.record;
        let conflicts = find_conflicts(plan, person);
        if !conflicts.is_empty() {
            return Ok(SaveOutcome::Conflict { current: Box::new(current.record), conflicts });
        }
        if let Some(report) = rejected.as_ref().and_then(|change| change.report(person)) {
            return Ok(SaveOutcome::Saved(Box::new(report)));
        }
        let remaining = plan.remaining(person);
        if remaining.is_empty() {
            return Ok(SaveOutcome::AlreadySaved(Box::new(current.record)));
        }
        let Some(body) = body(&remaining, person, quirks) else {
            let report =
                Report::new(person.clone(), &remaining, current.record, ResponseKind::Unsent);
            return Ok(SaveOutcome::Saved(Box::new(report)));
        };
        progress(SaveStep::Sending);
        round += 1;
        let sent = SentChange { client, plan, remaining: &remaining };
        match client.update_person(&plan.person, &body, etag).await {
            Ok(notice) => return sent.verify(current.record, notice.message, progress).await,
            Err(error) if error.delivery() == Delivery::NotSent => {
                let was_sent = rejected.is_some();
                let failed = if was_sent { WriteError::not_applied } else { WriteError::not_sent };
                return Err(failed(error));
            }
            Err(error) if error.status() == Some(412) && etag.is_some() && round < MAX_ROUNDS => {
                rejected = Some(RejectedChange { before: current, remaining, error });
            }
            Err(error) => return sent.settle(current.record, error, progress).await,
        }
    }
}

/// Reads the record. A read that lags behind is repeated for a while: one that is as before a 412,
/// and one that shows other values than the edit began with.
async fn read_current(
    client: &Client,
    plan: &Plan,
    rejected: Option<&Versioned<Person>>,
) -> Result<Versioned<Person>, ClientError> {
    let read_again = || async { client.read_person(&plan.person).await.ok() };
    let mut current = client.read_person(&plan.person).await?;
    if let Some(before) = rejected {
        let is_as_before = |current: &Versioned<Person>| {
            current == before && if_match(current, Some(before)).is_some()
        };
        let waits = Waits::after_loss(client);
        current = read_until_visible(current, waits, is_as_before, read_again).await;
    }
    let conflicts = find_conflicts(plan, &current.record);
    // Another user's change does not go away.
    let waits = if conflicts.iter().all(|conflict| conflict.is_stale) {
        Waits::after_acceptance(client)
    } else {
        Waits::for_conflict(client)
    };
    let has_conflicts =
        |current: &Versioned<Person>| !find_conflicts(plan, &current.record).is_empty();
    Ok(read_until_visible(current, waits, has_conflicts, read_again).await)
}

/// A change that the server answered with 412.
struct RejectedChange {
    before: Versioned<Person>,
    remaining: BTreeMap<PersonField, FieldValue>,
    error: ClientError,
}

impl RejectedChange {
    /// The report if the record shows the change all the same.
    fn report(&self, now: &Person) -> Option<Report> {
        let response = ResponseKind::Refused(self.error.kind().to_string());
        let before = self.before.record.clone();
        let report = Report::new(before, &self.remaining, now.clone(), response);
        matches!(report.settlement(), Settlement::Applied | Settlement::Partly).then_some(report)
    }
}

/// The entity tag to send in `If-Match`. A weak tag never matches there (RFC 9110), so it is
/// omitted after a 412 on an unchanged record.
fn if_match<'a>(
    current: &'a Versioned<Person>,
    before: Option<&Versioned<Person>>,
) -> Option<&'a str> {
    let etag = current.etag.as_deref()?;
    let is_useless = etag.starts_with("W/") && before.is_some_and(|before| before == current);
    (!is_useless).then_some(etag)
}

/// Whether a success response to a change names another id. The API defines no id there, so it may
/// belong to something else, for example an event.
fn names_other_record(error: &ClientError) -> bool {
    matches!(error.kind(), ErrorKind::WrongRecord { .. })
}

/// A change that was sent.
struct SentChange<'a> {
    client: &'a Client,
    plan: &'a Plan,
    remaining: &'a BTreeMap<PersonField, FieldValue>,
}

impl SentChange<'_> {
    /// Reads the record after a success response.
    async fn verify(
        &self,
        before: Person,
        message: String,
        progress: ProgressFn<'_>,
    ) -> Result<SaveOutcome, WriteError> {
        progress(SaveStep::Verifying);
        let accepted = ResponseKind::Accepted(message.clone());
        let waits = Waits::after_acceptance(self.client);
        match self.read_report(before, accepted, waits, progress).await {
            Ok(report) => Ok(SaveOutcome::Saved(Box::new(report))),
            Err(error) => Err(WriteError { error, certainty: Certainty::Unverified(message) }),
        }
    }

    /// Reads the record after an error, which does not prove that the server did nothing.
    async fn settle(
        &self,
        before: Person,
        error: ClientError,
        progress: ProgressFn<'_>,
    ) -> Result<SaveOutcome, WriteError> {
        progress(SaveStep::Settling);
        let cause = error.kind().to_string();
        if !is_refusal(&error) {
            let lost = ResponseKind::Lost(cause);
            let waits = Waits::after_loss(self.client);
            return match self.read_report(before, lost, waits, progress).await {
                Ok(mut report) => {
                    if names_other_record(&error) && !report.contradicts_response() {
                        report.response = ResponseKind::Accepted(String::new());
                    }
                    Ok(SaveOutcome::Saved(Box::new(report)))
                }
                Err(read) => Err(WriteError::unreadable(error, read)),
            };
        }
        // The user waits for the refusal: one read is enough if it agrees.
        let waits = if is_contradictory(&error) {
            Waits::after_acceptance(self.client).once()
        } else {
            Waits::NONE
        };
        match self.read_report(before, ResponseKind::Refused(cause), waits, progress).await {
            Ok(report) => match report.settlement() {
                Settlement::NotApplied => Err(WriteError::not_applied(error)),
                Settlement::Unknowable => Err(WriteError::unverifiable(error, &report)),
                Settlement::Applied | Settlement::Partly => {
                    Ok(SaveOutcome::Saved(Box::new(report)))
                }
            },
            // The record is gone, and the change with it.
            Err(read) if read.is_missing() => Err(WriteError::not_applied(error)),
            Err(read) => Err(WriteError::unreadable(error, read)),
        }
    }

    /// Reads the record. While it shows no part of the change, reads it again; if only some fields
    /// have their old value, once.
    async fn read_report(
        &self,
        before: Person,
        response: ResponseKind,
        waits: Waits,
        progress: ProgressFn<'_>,
    ) -> Result<Report, ClientError> {
        let values = (self.remaining, &self.plan.base);
        let read = || async {
            let now = self.client.read_person(&self.plan.person).await?.record;
            Ok::<_, ClientError>(Report::with_base(before.clone(), values, now, response.clone()))
        };
        let read_again = || async { read().await.ok() };
        let report = read().await?;
        let report =
            read_until_visible(report, waits.once(), Report::shows_old_values, read_again).await;
        if !report.is_invisible() {
            return Ok(report);
        }
        if matches!(response, ResponseKind::Accepted(_)) && !waits.is_zero() {
            progress(SaveStep::Awaiting);
        }
        Ok(read_until_visible(report, waits, Report::is_invisible, read_again).await)
    }
}
