//! The outcome of an edit, as text and as JSON.

mod lines;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use crate::cli::exit::Exit;
use crate::client::ClientError;
use crate::recruiting::person::wording::{ALREADY_SAVED, NOT_SAVED, describe_conflicts};
use crate::recruiting::person::{
    Conflict, FieldError, FieldKind, FieldOutcome, FieldReport, FieldValue, FormKind, PersonField,
    Plan, Report, ResponseKind, SaveOutcome, ServerQuirks, Settlement, UnrequestedChange, body,
    read_field,
};
use crate::usecases::{WriteError, field_errors};
use crate::wire::{JobAssociation, Person, PersonId};

/// The outcome of an edit: one object of `--json`.
#[derive(Debug, Serialize)]
pub(super) struct EditReport {
    person: PersonId,
    name: String,
    /// The request body; `None` if nothing was sent.
    sent: Option<Json>,
    outcome: EditOutcome,
    fields: Vec<FieldRow>,
    unrequested: Vec<UnrequestedRow>,
    lost_jobs: Vec<JobAssociation>,
    learned: ServerQuirks,
    message: String,
    #[serde(skip)]
    refuted: ServerQuirks,
    #[serde(skip)]
    jobs: Vec<JobAssociation>,
    #[serde(skip)]
    exit: Option<Exit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EditOutcome {
    Saved,
    Already,
    /// The record differs from what was sent.
    Differs,
    Conflict,
    /// The server rejected the request, or it was never reached.
    Refused,
    /// The response was lost; the record shows the change.
    LostApplied,
    /// The server accepted the change; the record does not show it yet.
    NotVisible,
    /// The server refused the request; the record shows the change.
    RefusedApplied,
    Unknown,
    DryRun,
}

#[derive(Debug, Serialize)]
struct FieldRow {
    field: PersonField,
    before: Option<Json>,
    wanted: Json,
    now: Option<Json>,
    outcome: &'static str,
    #[serde(skip)]
    diff: String,
    #[serde(skip)]
    note: String,
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
    pub(super) fn dry_run(plan: &Plan, now: &Person, quirks: ServerQuirks) -> Self {
        let pending = plan.remaining(now);
        let field = |(field, wanted): (&PersonField, &FieldValue)| {
            let before = read_field(now, *field);
            FieldRow::new(*field, (before.as_ref(), wanted, None), "not_sent", String::new())
        };
        let message =
            if pending.is_empty() { ALREADY_SAVED } else { "nothing was sent: this is a dry run" };
        Self {
            sent: request_body(&pending, now, quirks),
            fields: pending.iter().map(field).collect(),
            ..Self::new(plan, EditOutcome::DryRun, message.to_owned())
        }
    }

    pub(super) fn from_result(
        plan: &Plan,
        quirks: ServerQuirks,
        result: Result<SaveOutcome, WriteError>,
    ) -> Self {
        match result {
            Ok(SaveOutcome::AlreadySaved(now)) => {
                let message = ALREADY_SAVED.to_owned();
                Self { jobs: now.jobs, ..Self::new(plan, EditOutcome::Already, message) }
            }
            Ok(SaveOutcome::Conflict { conflicts, .. }) => {
                let message = describe_conflicts(&conflicts);
                let field = |conflict: Conflict| {
                    let note = format!("another user set it to {}", quote(&conflict.theirs));
                    let values = (Some(&conflict.base), &conflict.mine, Some(&conflict.theirs));
                    FieldRow::new(conflict.field, values, "conflict", note)
                };
                let fields = conflicts.into_iter().map(field).collect();
                let exit = Exit::conflict(message.clone());
                Self { fields, exit: Some(exit), ..Self::new(plan, EditOutcome::Conflict, message) }
            }
            Ok(SaveOutcome::Saved(report)) => Self::from_report(plan, quirks, *report),
            Err(error) => Self::from_error(plan, &error),
        }
    }

    fn from_report(plan: &Plan, quirks: ServerQuirks, report: Report) -> Self {
        let (outcome, message) = (outcome(&report), report.describe());
        let exit = match outcome {
            EditOutcome::Differs => Some(Exit::failure(message.clone())),
            EditOutcome::NotVisible | EditOutcome::Unknown => {
                Some(Exit::unreachable(message.clone()).with_advice(&hint(plan)))
            }
            _ => None,
        };
        let wanted: BTreeMap<PersonField, FieldValue> =
            report.fields.iter().map(|row| (row.field, row.wanted.clone())).collect();
        let is_sent = report.response != ResponseKind::Unsent;
        let field = |row: &FieldReport| {
            let values = (row.before.as_ref(), &row.wanted, row.now.as_ref());
            FieldRow::new(row.field, values, outcome_name(row.outcome), note(row))
        };
        Self {
            sent: is_sent.then(|| request_body(&wanted, &report.before, quirks)).flatten(),
            fields: report.fields.iter().map(field).collect(),
            unrequested: report.unrequested.iter().map(UnrequestedRow::new).collect(),
            learned: report.quirks,
            refuted: report.refuted(quirks),
            lost_jobs: report.lost_jobs,
            jobs: report.now.jobs,
            exit,
            ..Self::new(plan, outcome, message)
        }
    }

    /// A person whose record could not be read.
    pub(super) fn read_failed(person: &PersonId, error: ClientError) -> Self {
        let empty_plan = Plan { person: person.clone(), ..Plan::default() };
        let exit = Exit::from(error);
        let message = exit.message().to_owned();
        Self { exit: Some(exit), ..Self::new(&empty_plan, EditOutcome::Refused, message) }
    }

    fn from_error(plan: &Plan, error: &WriteError) -> Self {
        let message = error.to_string();
        let field = |field_error: FieldError| {
            let wanted = plan.wanted.get(&field_error.field)?;
            let values = (plan.base.get(&field_error.field), wanted, None);
            Some(FieldRow::new(field_error.field, values, "refused", field_error.message))
        };
        let field_errors = field_errors(&error.error, FormKind::Update);
        let fields = field_errors.into_iter().filter_map(field).collect();
        if error.is_uncertain() {
            let exit = Exit::unreachable(message.clone()).with_advice(&hint(plan));
            return Self {
                fields,
                exit: Some(exit),
                ..Self::new(plan, EditOutcome::Unknown, message)
            };
        }
        let exit = Exit::from(error.error.clone()).with_prefix(NOT_SAVED);
        let message = exit.message().to_owned();
        Self { fields, exit: Some(exit), ..Self::new(plan, EditOutcome::Refused, message) }
    }

    fn new(plan: &Plan, outcome: EditOutcome, message: String) -> Self {
        Self {
            person: plan.person.clone(),
            name: plan.name.clone(),
            sent: None,
            outcome,
            fields: Vec::new(),
            unrequested: Vec::new(),
            lost_jobs: Vec::new(),
            learned: ServerQuirks::default(),
            message,
            refuted: ServerQuirks::default(),
            jobs: Vec::new(),
            exit: None,
        }
    }

    pub(super) const fn learned(&self) -> ServerQuirks {
        self.learned
    }

    pub(super) const fn refuted(&self) -> ServerQuirks {
        self.refuted
    }

    /// Whether the server has the change, or accepted it.
    pub(super) const fn is_applied(&self) -> bool {
        matches!(
            self.outcome,
            EditOutcome::Saved
                | EditOutcome::Differs
                | EditOutcome::LostApplied
                | EditOutcome::NotVisible
                | EditOutcome::RefusedApplied
        )
    }

    /// Whether the server accepted the change but does not show it yet.
    pub(super) fn is_invisible(&self) -> bool {
        self.outcome == EditOutcome::NotVisible
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn into_result(self) -> Result<(), Exit> {
        self.exit.map_or(Ok(()), Err)
    }
}

/// What the user can do if the outcome is unknown.
fn hint(plan: &Plan) -> String {
    format!("`shortlist person {}` shows what is there", plan.person)
}

fn outcome(report: &Report) -> EditOutcome {
    match (&report.response, report.settlement()) {
        (ResponseKind::Lost(_), _) if report.is_fine() => EditOutcome::LostApplied,
        (ResponseKind::Refused(_), _) if report.is_fine() => EditOutcome::RefusedApplied,
        _ if report.is_fine() => EditOutcome::Saved,
        _ if report.is_late() => EditOutcome::NotVisible,
        (ResponseKind::Lost(_), Settlement::NotApplied | Settlement::Unknowable) => {
            EditOutcome::Unknown
        }
        _ => EditOutcome::Differs,
    }
}

/// The word of `--json`.
const fn outcome_name(outcome: FieldOutcome) -> &'static str {
    match outcome {
        FieldOutcome::Verified => "verified",
        FieldOutcome::Unverifiable => "unverifiable",
        FieldOutcome::Unproven => "unproven",
        FieldOutcome::Unchanged => "unchanged",
        FieldOutcome::NotVisible => "not_visible",
        FieldOutcome::Different => "different",
    }
}

fn note(report: &FieldReport) -> String {
    match (report.describe_missing_job(), &report.now) {
        (Some(message), _) => message,
        (None, Some(now)) if report.outcome.is_bad() => {
            format!("{}: {}", report.outcome.describe(), quote(now))
        }
        (None, _) => report.outcome.describe().to_owned(),
    }
}

fn request_body(
    wanted: &BTreeMap<PersonField, FieldValue>,
    now: &Person,
    quirks: ServerQuirks,
) -> Option<Json> {
    serde_json::to_value(body(wanted, now, quirks)?).ok()
}

impl FieldRow {
    fn new(
        field: PersonField,
        (before, wanted, now): (Option<&FieldValue>, &FieldValue, Option<&FieldValue>),
        outcome: &'static str,
        note: String,
    ) -> Self {
        Self {
            field,
            before: before.map(FieldValue::to_json),
            wanted: wanted.to_json(),
            now: now.map(FieldValue::to_json),
            outcome,
            diff: diff(field, before, wanted),
            note,
        }
    }
}

impl UnrequestedRow {
    fn new(change: &UnrequestedChange) -> Self {
        Self {
            field: change.field,
            before: change.before.to_json(),
            now: change.now.to_json(),
            diff: diff(change.field, Some(&change.before), &change.now),
        }
    }
}

fn quote(value: &FieldValue) -> String {
    if value.is_empty() { "empty".to_owned() } else { format!("\"{}\"", value.describe()) }
}

fn diff(field: PersonField, before: Option<&FieldValue>, after: &FieldValue) -> String {
    match (field.spec().kind, before) {
        (FieldKind::Job | FieldKind::Switch, _) => after.describe(),
        (_, Some(before)) => format!("{} → {}", quote(before), quote(after)),
        (_, None) => format!("→ {}", quote(after)),
    }
}
