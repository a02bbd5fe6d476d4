//! The triage data of one candidacy, built from log entries.
//!
//! Only the verdict belongs to the candidacy. Notes, tags, star and snooze belong to the person; the
//! state copies them into every candidacy of that person.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use chrono::NaiveDate;

use super::entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict};
use crate::wire::Timestamp;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CandidateTriage {
    pub(crate) subject: Arc<Subject>,
    /// The latest.
    pub(crate) verdict: Option<GivenVerdict>,
    /// Of the person, oldest first.
    pub(crate) notes: Vec<Note>,
    /// Of the person.
    pub(crate) tags: BTreeSet<String>,
    /// Of the person.
    pub(crate) starred: bool,
    /// Of the person, unless the verdict is newer. Kept even after its date.
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

    /// Takes over what belongs to the person. A verdict given after the snooze ends it here; one step may
    /// contain both.
    pub(crate) fn copy_person(&mut self, person: &Self) {
        self.notes.clone_from(&person.notes);
        self.tags.clone_from(&person.tags);
        self.starred = person.starred;
        let verdict_at = self.verdict.as_ref().map(|verdict| verdict.at);
        let is_running = |snooze: &&Snooze| verdict_at.is_none_or(|at| at <= snooze.at);
        self.snooze = person.snooze.as_ref().filter(is_running).cloned();
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
    /// The entry that created it. Later entries name it to change it.
    pub(crate) id: EntryId,
    pub(crate) text: String,
    /// When it was written; an edit keeps it.
    pub(crate) at: Timestamp,
    /// The candidacy that the user had in front of them.
    pub(crate) subject: Arc<Subject>,
    pub(crate) snapshot: Arc<Snapshot>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snooze {
    pub(crate) until: NaiveDate,
    pub(crate) note: Option<String>,
    pub(crate) at: Timestamp,
}

/// Applies an entry that is newer than all previous ones.
pub(crate) fn apply(candidate: &mut CandidateTriage, entry: &LogEntry) {
    // A list may omit the person whom another one named.
    if !entry.subject.person.is_empty() || candidate.subject.person.is_empty() {
        candidate.subject = Arc::clone(&entry.subject);
    }
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
        }
        EntryKind::Note { text } => candidate.notes.push(Note {
            id: entry.id.clone(),
            text: text.clone(),
            at: entry.at,
            subject: Arc::clone(&entry.subject),
            snapshot: Arc::clone(&entry.snapshot),
        }),
        EntryKind::NoteEdit { note: id, text } => {
            if let Some(note) = candidate.notes.iter_mut().find(|note| note.id == *id) {
                note.text.clone_from(text);
            }
        }
        EntryKind::NoteDelete { note: id } => candidate.notes.retain(|note| note.id != *id),
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

/// The sum of the entries without the undone ones, in the order of their times. `indices` is not
/// empty.
pub(crate) fn add_up(
    log: &[LogEntry],
    undone_groups: &HashSet<UndoGroup>,
    indices: Vec<usize>,
) -> CandidateTriage {
    let mut triage = CandidateTriage {
        subject: indices.first().map(|at| log[*at].subject.clone()).unwrap_or_default(),
        ..CandidateTriage::default()
    };
    let entries = indices.into_iter().map(|at| &log[at]);
    let mut entries: Vec<&LogEntry> =
        entries.filter(|entry| !undone_groups.contains(&entry.group)).collect();
    entries.sort_by_key(|entry| entry.at);
    for entry in entries {
        apply(&mut triage, entry);
    }
    triage
}
