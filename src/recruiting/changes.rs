//! What changed on the server between two readings of the same record.
//!
//! `storage` compares each page and record with the mirror, logs the differences and reads them
//! back; the list of changes, the day's overview and `shortlist changes` show them.

pub(crate) mod diff;
pub(crate) mod document;
pub(crate) mod groups;
pub(crate) mod period;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod wording;

use crate::wire::{CandidateId, JobId, PersonId, Timestamp};

/// What happened to a record. The words are stored, so they never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    CandidateNew,
    /// From one stage to another.
    Moved,
    Rejected,
    Withdrawn,
    /// Out of a rejection stage.
    Back,
    /// Out of the job.
    CandidateGone,
    /// New in the list, or open again.
    JobOpened,
    JobOnHold,
    JobClosed,
    JobRenamed,
    JobArchived,
    JobGone,
    PipelineChanged,
    PersonChanged,
}

impl ChangeKind {
    pub(crate) const ALL: [Self; 14] = [
        Self::CandidateNew,
        Self::Moved,
        Self::Rejected,
        Self::Withdrawn,
        Self::Back,
        Self::CandidateGone,
        Self::JobOpened,
        Self::JobOnHold,
        Self::JobClosed,
        Self::JobRenamed,
        Self::JobArchived,
        Self::JobGone,
        Self::PipelineChanged,
        Self::PersonChanged,
    ];

    /// In the database and in JSON.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::CandidateNew => "candidate_new",
            Self::Moved => "moved",
            Self::Rejected => "rejected",
            Self::Withdrawn => "withdrawn",
            Self::Back => "back",
            Self::CandidateGone => "candidate_gone",
            Self::JobOpened => "job_opened",
            Self::JobOnHold => "job_on_hold",
            Self::JobClosed => "job_closed",
            Self::JobRenamed => "job_renamed",
            Self::JobArchived => "job_archived",
            Self::JobGone => "job_gone",
            Self::PipelineChanged => "pipeline_changed",
            Self::PersonChanged => "person_changed",
        }
    }

    /// `None` for a word of a newer version.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// One difference. Texts are as the server sent them: sanitize them before they are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub(crate) kind: ChangeKind,
    /// Empty for a field that only the record of a person shows.
    pub(crate) job: JobId,
    pub(crate) job_name: String,
    /// Empty for a job, and like `job` for a person.
    pub(crate) candidate: CandidateId,
    /// Empty for a job.
    pub(crate) person: PersonId,
    /// Of the person; empty for a job.
    pub(crate) name: String,
    /// The field of a person, named as in the API; empty for all other kinds.
    pub(crate) field: String,
    /// The stage, name, status or value before; empty if there was none.
    pub(crate) before: String,
    pub(crate) after: String,
    /// Whether this machine wrote it.
    pub(crate) is_own: bool,
    /// When the old value was read last: the change happened between this time and `read_at`.
    pub(crate) last_read_at: Option<Timestamp>,
    pub(crate) read_at: Timestamp,
}

/// The logged changes since some time, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeList {
    pub(crate) changes: Vec<Change>,
    /// Whether there are more: only the newest are read.
    pub(crate) is_cut: bool,
    /// When the program was used before this session.
    pub(crate) last_visit: Option<Timestamp>,
    /// When the server was read last.
    pub(crate) last_read_at: Option<Timestamp>,
    /// When it was read for the first time: what changed before is not known.
    pub(crate) first_read_at: Option<Timestamp>,
}
