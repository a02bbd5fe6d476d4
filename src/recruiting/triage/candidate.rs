//! The triage data of one candidate, built from log entries.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;

use super::entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, Verdict};
use crate::wire::Timestamp;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CandidateTriage {
    pub(crate) subject: Arc<Subject>,
    /// The latest.
    pub(crate) verdict: Option<GivenVerdict>,
    /// Oldest first.
    pub(crate) notes: Vec<Note>,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) starred: bool,
    /// Kept even after its date.
    pub(crate) snooze: Option<Snooze>,
    /// As of the latest entry.
    pub(crate) snapshot: Arc<Snapshot>,
    /// Whether an entry of this window, an undo included, is not on disk yet.
    pub(crate) is_pending: bool,
}

impl CandidateTriage {
    /// Lists every field: `..default()` would allocate two `Arc`s just to drop them, for ten
    /// thousand candidates at startup.
    pub(crate) fn new(entry: &LogEntry) -> Self {
        Self {
            subject: Arc::clone(&entry.subject),
            verdict: None,
            notes: Vec::new(),
            tags: BTreeSet::new(),
            starred: false,
            snooze: None,
            snapshot: Arc::clone(&entry.snapshot),
            is_pending: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenVerdict {
    pub(crate) verdict: Verdict,
    pub(crate) reason: Option<String>,
    pub(crate) at: Timestamp,
    /// The candidate at the time of the verdict.
    pub(crate) seen: Arc<Snapshot>,
    pub(crate) entry: EntryId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snooze {
    pub(crate) until: NaiveDate,
    pub(crate) note: Option<String>,
    pub(crate) at: Timestamp,
}

/// Applies an entry that is newer than all previous ones.
pub(crate) fn apply(candidate: &mut CandidateTriage, entry: &LogEntry) {
    candidate.subject = Arc::clone(&entry.subject);
    candidate.snapshot = Arc::clone(&entry.snapshot);
    apply_kind(candidate, entry);
}

/// Applies only the action; the caller has set subject and snapshot.
pub(crate) fn apply_kind(candidate: &mut CandidateTriage, entry: &LogEntry) {
    match &entry.kind {
        EntryKind::Verdict { verdict, reason } => {
            candidate.verdict = Some(GivenVerdict {
                verdict: *verdict,
                reason: reason.clone(),
                at: entry.at,
                seen: Arc::clone(&candidate.snapshot),
                entry: entry.id.clone(),
            });
            candidate.snooze = None;
        }
        EntryKind::Note { text } => candidate.notes.push(Note { text: text.clone(), at: entry.at }),
        EntryKind::Tag { tag } => _ = candidate.tags.insert(tag.clone()),
        EntryKind::Untag { tag } => _ = candidate.tags.remove(tag),
        EntryKind::Star => candidate.starred = true,
        EntryKind::Unstar => candidate.starred = false,
        EntryKind::Snooze { until, note } => {
            candidate.snooze = Some(Snooze { until: *until, note: note.clone(), at: entry.at });
        }
        EntryKind::Wake => candidate.snooze = None,
        EntryKind::Undo { .. } | EntryKind::Redo { .. } => {}
    }
}
