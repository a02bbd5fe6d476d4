//! The outcome of an edit, as text and as JSON.

mod lines;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use crate::cli::exit::Exit;
use crate::client::ClientError;
use crate::recruiting::person::{
    FieldError, FieldKind, FieldOutcome, FieldValue, FormKind, PersonField, Plan, Report,
    ResponseKind, ServerQuirks, Settlement, UnrequestedChange, body, shown,
};
use crate::usecases::{Certainty, SaveResult, WriteError, field_troubles};
use crate::wire::{JobAssociation, Person, PersonId};

/// The outcome of an edit: one object of `--json`.
#[derive(Debug, Serialize)]
pub(super) struct EditReport {
    person: PersonId,
    name: String,
    /// The request body; `None` if nothing was sent.
    sent: Option<Json>,
    outcome: Outcome,
    fields: Vec<FieldRow>,
    unasked: Vec<UnrequestedRow>,
    lost_jobs: Vec<JobAssociation>,
    learned: ServerQuirks,
    message: String,
    #[serde(skip)]
    jobs: Vec<JobAssociation>,
    #[serde(skip)]
    exit: Option<Exit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Saved,
    Already,
    /// The record differs from what was sent.
    Differs,
    Clash,
    /// The server rejected the request, or it was never reached.
    Refused,
    /// The response was lost; the record shows the change.
    LostApplied,
    /// The response was lost; the record does not show the change.
    LostNotApplied,
    Unknown,
    DryRun,
}

#[derive(Debug, Serialize)]
struct FieldRow {
    field: PersonField,
    before: Option<Json>,
    wanted: Json,
    now: Option<Json>,
    verdict: &'static str,
    #[serde(skip)]
    diff: String,
    #[serde(skip)]
    said: String,
}

#[derive(Debug, Serialize)]
struct UnrequestedRow {
    field: PersonField,
    before: Json,
    now: Json,
    #[serde(skip)]
    diff: String,
}

impl EditReport {
    /// What would be sent for the record as read.
    pub(super) fn dry(plan: &Plan, now: &Person, habits: ServerQuirks) -> Self {
        let left = plan.left(now);
        let field = |(field, wanted): (&PersonField, &FieldValue)| {
            let before = shown(now, *field);
            FieldRow::new(*field, (before.as_ref(), wanted, None), "not_sent", String::new())
        };
        let message = if left.is_empty() {
            "nothing to change: the record holds it already"
        } else {
            "nothing was sent: this is a dry run"
        };
        Self {
            sent: sent(&left, now, habits),
            fields: left.iter().map(field).collect(),
            ..Self::new(plan, Outcome::DryRun, message.to_owned())
        }
    }

    pub(super) fn of(
        plan: &Plan,
        habits: ServerQuirks,
        saved: Result<SaveResult, WriteError>,
    ) -> Self {
        match saved {
            Ok(SaveResult::Already(now)) => {
                let message = "nothing was sent: the record holds it already".to_owned();
                Self { jobs: now.jobs, ..Self::new(plan, Outcome::Already, message) }
            }
            Ok(SaveResult::Clash { clashes, .. }) => {
                let fields: Vec<FieldRow> = clashes
                    .into_iter()
                    .map(|clash| {
                        let said = format!("somebody made it {}", quoted(&clash.theirs));
                        let values = (Some(&clash.base), &clash.mine, Some(&clash.theirs));
                        FieldRow::new(clash.field, values, "clash", said)
                    })
                    .collect();
                let names: Vec<&str> = fields.iter().map(|row| row.field.spec().label).collect();
                let message =
                    format!("nothing was sent: somebody changed {} meanwhile", names.join(", "));
                let exit = Exit::conflict(message.clone());
                Self { fields, exit: Some(exit), ..Self::new(plan, Outcome::Clash, message) }
            }
            Ok(SaveResult::Done(report)) => Self::done(plan, habits, *report),
            Err(error) => Self::failed(plan, &error),
        }
    }

    fn done(plan: &Plan, habits: ServerQuirks, report: Report) -> Self {
        let (outcome, message) = summary(&report);
        let exit = match outcome {
            Outcome::Differs => Some(Exit::failure(message.clone())),
            Outcome::LostNotApplied | Outcome::Unknown => Some(Exit::unreachable(message.clone())),
            _ => None,
        };
        let wanted: BTreeMap<PersonField, FieldValue> =
            report.lines.iter().map(|line| (line.field, line.wanted.clone())).collect();
        let is_sent = report.answered != ResponseKind::Unsent;
        let field = |line: &crate::recruiting::person::FieldReport| {
            let (word, said) = verdict(line.verdict, line.now.as_ref());
            let values = (line.before.as_ref(), &line.wanted, line.now.as_ref());
            FieldRow::new(line.field, values, word, said)
        };
        Self {
            sent: is_sent.then(|| sent(&wanted, &report.before, habits)).flatten(),
            fields: report.lines.iter().map(field).collect(),
            unasked: report.unasked.iter().map(UnrequestedRow::new).collect(),
            learned: report.learned,
            lost_jobs: report.lost_jobs,
            jobs: report.now.jobs,
            exit,
            ..Self::new(plan, outcome, message)
        }
    }

    /// A person whose record could not be read.
    pub(super) fn unread(person: &PersonId, error: ClientError) -> Self {
        let nobody = Plan {
            person: person.clone(),
            name: String::new(),
            base: BTreeMap::new(),
            wanted: BTreeMap::new(),
        };
        let exit = Exit::from(error);
        let message = exit.message().to_owned();
        Self { exit: Some(exit), ..Self::new(&nobody, Outcome::Refused, message) }
    }

    fn failed(plan: &Plan, error: &WriteError) -> Self {
        let message = error.to_string();
        match &error.fate {
            Certainty::NotDone => {
                let exit = Exit::from(error.error.clone());
                let message = exit.message().to_owned();
                let troubles = field_troubles(&error.error, FormKind::Update);
                let field = |trouble: FieldError| {
                    let wanted = plan.wanted.get(&trouble.field)?;
                    let values = (plan.base.get(&trouble.field), wanted, None);
                    Some(FieldRow::new(trouble.field, values, "refused", trouble.told))
                };
                let fields = troubles.into_iter().filter_map(field).collect();
                Self { fields, exit: Some(exit), ..Self::new(plan, Outcome::Refused, message) }
            }
            Certainty::Unknown(_) | Certainty::Unproven(_) => {
                let look = format!("`shortlist person {}` shows what is there", plan.person);
                let exit = Exit::unreachable(message.clone()).and(&look);
                Self { exit: Some(exit), ..Self::new(plan, Outcome::Unknown, message) }
            }
        }
    }

    fn new(plan: &Plan, outcome: Outcome, message: String) -> Self {
        Self {
            person: plan.person.clone(),
            name: plan.name.clone(),
            sent: None,
            outcome,
            fields: Vec::new(),
            unasked: Vec::new(),
            lost_jobs: Vec::new(),
            learned: ServerQuirks::default(),
            message,
            jobs: Vec::new(),
            exit: None,
        }
    }

    pub(super) const fn learned(&self) -> ServerQuirks {
        self.learned
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn end(self) -> Result<(), Exit> {
        self.exit.map_or(Ok(()), Err)
    }
}

fn summary(report: &Report) -> (Outcome, String) {
    let (outcome, message) = match (&report.answered, report.is_as_meant()) {
        (ResponseKind::Unsent, _) => {
            (Outcome::Differs, "nothing was sent: this server only adds to lists")
        }
        (ResponseKind::Done(_), true) => (Outcome::Saved, "saved"),
        (ResponseKind::Done(_), false) => {
            (Outcome::Differs, "the server says it is done, but made something else of it")
        }
        (ResponseKind::Lost(why), as_meant) => {
            let (outcome, meaning) = match (report.settled(), as_meant) {
                (Settlement::Applied, true) => {
                    (Outcome::LostApplied, "the record shows that it was carried out")
                }
                (Settlement::NotApplied, _) => {
                    (Outcome::LostNotApplied, "the record shows that it was not carried out")
                }
                (Settlement::Unknowable, _) => (
                    Outcome::Unknown,
                    "what was sent is never shown: whether it was carried out cannot be told",
                ),
                (Settlement::Applied | Settlement::Partly, _) => {
                    (Outcome::Differs, "the record shows something else than was sent")
                }
            };
            return (outcome, format!("the answer was lost ({why}); {meaning}"));
        }
    };
    (outcome, message.to_owned())
}

fn verdict(verdict: FieldOutcome, now: Option<&FieldValue>) -> (&'static str, String) {
    let shown = || now.map(quoted).unwrap_or_default();
    match verdict {
        FieldOutcome::Seen => ("seen", "saved and seen".to_owned()),
        FieldOutcome::Unseen => ("unseen", "sent; this server never shows it".to_owned()),
        FieldOutcome::Kept => ("kept", format!("the server kept {}", shown())),
        FieldOutcome::Other => ("other", format!("the server made it {}", shown())),
    }
}

fn sent(
    wanted: &BTreeMap<PersonField, FieldValue>,
    now: &Person,
    habits: ServerQuirks,
) -> Option<Json> {
    serde_json::to_value(body(wanted, now, habits)?).ok()
}

impl FieldRow {
    fn new(
        field: PersonField,
        (before, wanted, now): (Option<&FieldValue>, &FieldValue, Option<&FieldValue>),
        verdict: &'static str,
        said: String,
    ) -> Self {
        Self {
            field,
            before: before.map(FieldValue::to_json),
            wanted: wanted.to_json(),
            now: now.map(FieldValue::to_json),
            verdict,
            diff: diff(field, before, wanted),
            said,
        }
    }
}

impl UnrequestedRow {
    fn new(unasked: &UnrequestedChange) -> Self {
        Self {
            field: unasked.field,
            before: unasked.before.to_json(),
            now: unasked.now.to_json(),
            diff: diff(unasked.field, Some(&unasked.before), &unasked.now),
        }
    }
}

fn quoted(value: &FieldValue) -> String {
    if value.is_empty() { "empty".to_owned() } else { format!("\"{}\"", value.told()) }
}

fn diff(field: PersonField, before: Option<&FieldValue>, after: &FieldValue) -> String {
    match (field.spec().kind, before) {
        (FieldKind::Job | FieldKind::Switch, _) => after.told(),
        (_, Some(before)) => format!("{} → {}", quoted(before), quoted(after)),
        (_, None) => format!("→ {}", quoted(after)),
    }
}
