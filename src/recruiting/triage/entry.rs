//! One thing that was done to a candidate, as it is written down.

use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::wire::{CandidateId, JobId, PersonId, Timestamp};

/// What is decided about a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// On to the next stage.
    Advance,
    /// Not now.
    Wait,
    /// Not for this job.
    Decline,
}

impl Verdict {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 3] = [Self::Advance, Self::Wait, Self::Decline];

    /// As it is written in filters, files and commands.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Advance => "advance",
            Self::Wait => "wait",
            Self::Decline => "decline",
        }
    }

    /// The one that is written so.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == word)
    }
}

/// Names one entry, here and on every other machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub String);

/// Names what was done at once: one key, one undo.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UndoGroup(pub String);

/// Whom something was done to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Subject {
    /// The candidate.
    pub candidate: CandidateId,
    /// The person behind.
    pub person: PersonId,
    /// The job they stand in for.
    pub job: JobId,
}

/// What was on the screen then: what a later look is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    /// What they are called.
    pub name: String,
    /// What the job is called.
    pub job_name: String,
    /// What they did.
    pub title: String,
    /// Where they did it.
    pub company: String,
    /// The stage they were in.
    pub stage_id: String,
    /// What it was called.
    pub stage_name: String,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EntryKind {
    /// Decided.
    Verdict {
        /// What.
        verdict: Verdict,
        /// Why, if that was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Jotted down.
    Note {
        /// What.
        text: String,
    },
    /// Given a tag.
    Tag {
        /// Which.
        tag: String,
    },
    /// A tag taken off.
    Untag {
        /// Which.
        tag: String,
    },
    /// Given a star.
    Star,
    /// The star taken off.
    Unstar,
    /// Put off until a day.
    Snooze {
        /// The day they come back.
        until: NaiveDate,
        /// Why, if that was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Not put off any more.
    Wake,
    /// A step was taken back.
    Undo {
        /// Which.
        step: UndoGroup,
    },
    /// A step that was taken back holds again.
    Redo {
        /// Which.
        step: UndoGroup,
    },
}

impl EntryKind {
    /// Whether it is about a step, not about a candidate.
    pub(crate) const fn turns(&self) -> bool {
        matches!(self, Self::Undo { .. } | Self::Redo { .. })
    }
}

/// One thing that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Which entry.
    pub id: EntryId,
    /// What it was done together with.
    pub step: UndoGroup,
    /// When.
    pub at: Timestamp,
    /// To whom; nobody when a step is taken back or made again. Shared with what
    /// the log says now.
    #[serde(with = "shared")]
    pub subject: Arc<Subject>,
    /// As they were then; shared as well.
    #[serde(with = "shared")]
    pub seen: Arc<Snapshot>,
    /// What.
    pub act: EntryKind,
    /// Whose it is, when it came from a colleague's file. Never taken back by a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// What is shared is written as if it were not.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        shared: &Arc<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        T::serialize(shared, to)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(from).map(Arc::new)
    }
}
