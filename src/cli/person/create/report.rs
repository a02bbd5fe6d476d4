//! The outcome of creating one person, as text and as JSON.

use serde::Serialize;
use serde_json::Value as Json;

use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::cli::person::input::EntryPosition;
use crate::client::{ClientError, ErrorKind, Fault};
use crate::recruiting::person::{CreatedPerson, Form};
use crate::usecases::CreateError;
use crate::wire::{CandidateId, PersonId};

/// The outcome for one person: one object of `--json`.
#[derive(Debug, Serialize)]
pub(super) struct CreateReport {
    /// Serialized as `line` or `record`.
    #[serde(flatten)]
    position: Option<EntryPosition>,
    outcome: Outcome,
    person: Option<PersonId>,
    candidate: Option<CandidateId>,
    name: String,
    external_source_id: String,
    /// The request body; `None` if nothing was sent.
    sent: Option<Json>,
    warnings: Vec<String>,
    message: String,
    #[serde(skip)]
    exit: Option<Exit>,
    /// Whether every other request would fail too.
    #[serde(skip)]
    is_fatal: bool,
    #[serde(skip)]
    is_unreachable: bool,
    #[serde(skip)]
    is_unconfirmed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Created,
    /// The response was lost, but a search found the person.
    Found,
    /// An earlier run created the person.
    AlreadyCreated,
    /// The server rejected the request, or it was never reached.
    Refused,
    Unknown,
    DryRun,
}

impl Outcome {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Found => "found",
            Self::AlreadyCreated => "already created",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
            Self::DryRun => "would create",
        }
    }
}

impl CreateReport {
    pub(super) fn dry_run(position: Option<EntryPosition>, form: &Form) -> Self {
        let message = "nothing was sent: this is a dry run".to_owned();
        Self {
            sent: Some(Json::Object(form.body())),
            ..Self::new(position, form, Outcome::DryRun, message)
        }
    }

    /// A person that an earlier run created.
    pub(super) fn already_created(
        position: EntryPosition,
        form: &Form,
        person: Option<PersonId>,
    ) -> Self {
        let message = "created by an earlier run".to_owned();
        Self { person, ..Self::new(Some(position), form, Outcome::AlreadyCreated, message) }
    }

    pub(super) fn from_result(
        position: Option<EntryPosition>,
        form: &Form,
        result: Result<CreatedPerson, CreateError>,
    ) -> Self {
        let sent = Some(Json::Object(form.body()));
        match result {
            Ok(created) => {
                let outcome = if created.was_recovered { Outcome::Found } else { Outcome::Created };
                let message = created.describe();
                Self {
                    sent,
                    person: Some(created.id),
                    candidate: created.candidate,
                    name: created.name,
                    warnings: created.warnings,
                    ..Self::new(position, form, outcome, message)
                }
            }
            Err(error) => {
                let message = error.to_string();
                let is_fatal = error.error().is_some_and(stops_all);
                let is_unreachable = error.is_unreachable();
                let is_unconfirmed = error.is_unconfirmed_refusal();
                let (outcome, exit) = match error {
                    CreateError::Refused(error) => (Outcome::Refused, Exit::from(error)),
                    CreateError::Unsettled { .. } => {
                        (Outcome::Unknown, Exit::unreachable(message.clone()))
                    }
                };
                Self {
                    sent,
                    exit: Some(exit),
                    is_fatal,
                    is_unreachable,
                    is_unconfirmed,
                    ..Self::new(position, form, outcome, message)
                }
            }
        }
    }

    fn new(
        position: Option<EntryPosition>,
        form: &Form,
        outcome: Outcome,
        message: String,
    ) -> Self {
        Self {
            position,
            outcome,
            person: None,
            candidate: None,
            name: form.name.clone(),
            external_source_id: form.external_id().to_owned(),
            sent: None,
            warnings: Vec::new(),
            message,
            exit: None,
            is_fatal: false,
            is_unreachable: false,
            is_unconfirmed: false,
        }
    }

    /// Adds a remark.
    pub(super) fn with_warnings(mut self, warnings: impl IntoIterator<Item = String>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    pub(super) const fn outcome(&self) -> Outcome {
        self.outcome
    }

    pub(super) const fn person(&self) -> Option<&PersonId> {
        self.person.as_ref()
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Whether the next request would fail too.
    pub(super) const fn is_fatal(&self) -> bool {
        self.is_fatal
    }

    /// Whether the server did not answer.
    pub(super) const fn is_unreachable(&self) -> bool {
        self.is_unreachable
    }

    /// Whether the server refused the person, but a search could not confirm it.
    pub(super) const fn is_unconfirmed(&self) -> bool {
        self.is_unconfirmed
    }

    pub(super) fn into_result(self) -> Result<(), Exit> {
        self.exit.map_or(Ok(()), Err)
    }

    /// Writes a line on stdout and remarks on stderr, or one JSON object.
    pub(super) fn write(&self, as_json: bool, out: &Output) -> Result<(), Exit> {
        let prefix = self.position.map(|position| format!("{position}: ")).unwrap_or_default();
        for warning in &self.warnings {
            out.print_message(&format!("{prefix}{warning}"));
        }
        // In a batch the other entries follow.
        if let (Some(exit), Some(_)) = (&self.exit, self.position) {
            out.print_message(&format!("{prefix}{}", exit.message()));
        }
        if as_json {
            out.write_data(|to| json::write_line(self, to))?;
            return out.flush();
        }
        let number =
            self.position.map(|position| format!("{}  ", position.number())).unwrap_or_default();
        let person = self.person.as_ref().map_or("-", PersonId::as_str);
        let candidate = self.candidate.as_ref().map_or("-", CandidateId::as_str);
        let outcome = self.outcome.as_str();
        out.print_line(&format!("{number}{outcome}  {person}  {candidate}  {}", self.name))?;
        if let (Outcome::DryRun, Some(body)) = (self.outcome, &self.sent) {
            out.write_data(|to| {
                write!(to, "  body: ")?;
                json::write_line(body, to)
            })?;
        }
        out.flush()
    }
}

/// Whether the server throttles every request, or rejects the key.
fn stops_all(error: &ClientError) -> bool {
    let is_throttled =
        matches!(error.kind(), ErrorKind::Paused { .. }) || error.status() == Some(429);
    is_throttled || error.fault() == Fault::Key
}
