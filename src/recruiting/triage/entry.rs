//! One entry of the triage log, as stored and exported.

use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::wire::{CandidateId, JobId, PersonId, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Advance,
    Wait,
    Decline,
}

impl Verdict {
    /// In the order of their keys.
    pub const ALL: [Self; 3] = [Self::Advance, Self::Wait, Self::Decline];

    /// The word in filters, files and commands.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Advance => "advance",
            Self::Wait => "wait",
            Self::Decline => "decline",
        }
    }

    /// What happened, before the name of a candidate.
    pub(crate) const fn done(self) -> &'static str {
        match self {
            Self::Advance => "Advanced",
            Self::Wait => "Waiting:",
            Self::Decline => "Declined",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == word)
    }
}

/// Unique across machines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub String);

/// The entries of one user action, undone together.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UndoGroup(pub String);

/// The candidate an entry is about.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Subject {
    pub candidate: CandidateId,
    pub person: PersonId,
    pub job: JobId,
}

/// What the screen showed when the entry was made, to detect later changes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    pub name: String,
    pub job_name: String,
    pub title: String,
    pub company: String,
    pub stage_id: String,
    pub stage_name: String,
}

impl Snapshot {
    /// Of which only the stage is known.
    pub(crate) fn in_stage(id: &str, name: &str) -> Self {
        Self { stage_id: id.to_owned(), stage_name: name.to_owned(), ..Self::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EntryKind {
    Verdict {
        verdict: Verdict,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    Note {
        text: String,
    },
    /// Replaces the text of a note.
    #[serde(rename = "note-edit")]
    NoteEdit {
        note: EntryId,
        text: String,
    },
    #[serde(rename = "note-delete")]
    NoteDelete {
        note: EntryId,
    },
    Tag {
        tag: String,
    },
    Untag {
        tag: String,
    },
    Star,
    Unstar,
    Snooze {
        until: NaiveDate,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Ends a snooze.
    Wake,
    Undo {
        #[serde(rename = "step")]
        group: UndoGroup,
    },
    Redo {
        #[serde(rename = "step")]
        group: UndoGroup,
    },
}

impl EntryKind {
    /// The names of all kinds in files. A newer version may write others.
    pub(crate) const NAMES: [&str; 12] = [
        "verdict",
        "note",
        "note-edit",
        "note-delete",
        "tag",
        "untag",
        "star",
        "unstar",
        "snooze",
        "wake",
        "undo",
        "redo",
    ];

    /// Whether it changes a note. An export with such entries has a newer format.
    pub(crate) const fn changes_note(&self) -> bool {
        matches!(self, Self::NoteEdit { .. } | Self::NoteDelete { .. })
    }

    /// Whether it is about the person, in all their candidacies: everything but verdicts.
    pub(crate) const fn is_about_person(&self) -> bool {
        !matches!(self, Self::Verdict { .. } | Self::Undo { .. } | Self::Redo { .. })
    }

    /// Whether it is about a group of entries, not about a candidate.
    pub(crate) const fn is_undo_or_redo(&self) -> bool {
        matches!(self, Self::Undo { .. } | Self::Redo { .. })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    pub id: EntryId,
    #[serde(rename = "step")]
    pub group: UndoGroup,
    pub at: Timestamp,
    /// Empty for undo and redo. Shared with the state, which keeps one per candidate.
    #[serde(with = "shared")]
    pub subject: Arc<Subject>,
    /// Shared as well.
    #[serde(rename = "seen", with = "shared")]
    pub snapshot: Arc<Snapshot>,
    #[serde(rename = "act")]
    pub kind: EntryKind,
    /// The colleague whose file it came from. Undo skips such entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Serializes the content of an `Arc`.
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
