//! Changes of the operator's own data, and what they return.
//!
//! Plain data, the same for every database engine. The commands of `shortlist db` and the terminal
//! UI on its own database make them; the API has no such operations.

use serde::Serialize;

use super::error::StoreError;
use super::visible::is_visible_name;
use crate::wire::{CandidateId, ClientId, Job, PersonId, Timestamp};

/// Longer names are mistakes, such as a pasted text.
const MAX_NAME_CHARS: usize = 200;
const MAX_KEY_NAME_CHARS: usize = 100;
const MAX_ID_CHARS: usize = 100;

/// What a change left behind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome<T> {
    /// False if everything was as requested before.
    pub changed: bool,
    pub result: T,
}

impl<T> Outcome<T> {
    pub(super) const fn changed(result: T) -> Self {
        Self { changed: true, result }
    }

    pub(super) const fn unchanged(result: T) -> Self {
        Self { changed: false, result }
    }
}

/// The status of a new job for which none is given.
pub(crate) const DEFAULT_STATUS: &str = "Open";

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewJob {
    /// The store assigns one if it is absent.
    pub(crate) id: Option<String>,
    pub(crate) external_id: Option<String>,
    pub(crate) name: String,
    /// The ID or name of the client; a new name creates it.
    pub(crate) client: String,
    pub(crate) status: String,
    /// Now, if it is absent.
    pub(crate) created_at: Option<Timestamp>,
    pub(crate) is_archived: bool,
    pub(crate) stages: Vec<NewStage>,
}

/// What to change of a job. `None` leaves it as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobEdit {
    pub(crate) name: Option<String>,
    pub(crate) client: Option<String>,
    pub(crate) status: Option<String>,
    pub(crate) external_id: Option<String>,
    pub(crate) is_archived: Option<bool>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NewStage {
    pub(crate) name: String,
    pub(crate) is_rejection: bool,
    pub(crate) is_interviewing: bool,
}

/// Where a stage is inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StagePlace {
    First,
    /// After this stage, given by its ID or name.
    After(String),
    /// A rejection stage at the end, any other before the rejection stages at the end.
    Last,
}

/// Stages are given by their ID or name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PipelineChange {
    Add {
        stage: NewStage,
        place: StagePlace,
    },
    Rename {
        stage: String,
        name: String,
    },
    /// These come first, in this order; the others follow in their old order.
    Reorder(Vec<String>),
    /// Candidates in the stage move to another one, or the change is refused.
    Retire {
        stage: String,
        move_to: Option<String>,
    },
}

/// A job's pipeline with the number of candidates in each stage.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pipeline {
    pub(crate) job: Job,
    /// In the order of the stages of the job.
    pub(crate) candidates_by_stage: Vec<i64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedPipeline {
    pub(crate) job: Job,
    /// How many candidates were moved to another stage.
    pub(crate) moved_candidates: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClientSummary {
    pub(crate) id: ClientId,
    pub(crate) name: String,
    pub(crate) jobs: i64,
    pub(crate) contacts: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RemovedCandidate {
    pub(crate) id: CandidateId,
    /// Whether an earlier command had removed them.
    pub(crate) was_removed: bool,
    /// Unknown if they were removed before.
    pub(crate) name: Option<String>,
    pub(crate) job_name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeletedPerson {
    pub(crate) id: PersonId,
    /// Whether an earlier command had deleted them.
    pub(crate) was_deleted: bool,
    /// How many candidates were deleted with them.
    pub(crate) candidates: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MergedPerson {
    /// Who has the records now.
    pub(crate) id: PersonId,
    /// Who is gone.
    pub(crate) merged_id: PersonId,
    /// How many candidates were given to the person.
    pub(crate) candidates: usize,
    /// For how many of them the person was a candidate of the same job before.
    pub(crate) united_candidates: usize,
}

/// A name as it is stored: without surrounding spaces, on one line, with something to see.
pub(super) fn checked_name(what: &str, name: &str) -> Result<String, StoreError> {
    checked(what, name, MAX_NAME_CHARS)
}

/// The name of an API key as it is stored.
pub(crate) fn checked_key_name(name: &str) -> Result<String, StoreError> {
    checked("name of the key", name, MAX_KEY_NAME_CHARS)
}

/// An ID that the operator chooses. It is a segment of a URL, and an argument of commands.
pub(super) fn checked_id(id: &str) -> Result<String, StoreError> {
    let is_valid = id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        && id.len() <= MAX_ID_CHARS;
    if is_valid {
        return Ok(id.to_owned());
    }
    Err(StoreError::InvalidArgument(format!(
        "id: must have 1 to {MAX_ID_CHARS} letters, digits or any of - _ . and begin with a letter or digit"
    )))
}

fn checked(what: &str, name: &str, max_chars: usize) -> Result<String, StoreError> {
    let name = name.trim();
    let length = name.chars().count();
    let problem = if length == 0 || length > max_chars || name.chars().any(char::is_control) {
        format!("must have 1 to {max_chars} characters on one line")
    } else if !is_visible_name(name) {
        "must contain a visible character".to_owned()
    } else {
        return Ok(name.to_owned());
    };
    Err(StoreError::InvalidArgument(format!("{what}: {problem}")))
}
