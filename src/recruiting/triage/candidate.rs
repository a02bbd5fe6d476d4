//! What is the recruiter's own about one candidate, folded from entries.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;

use super::entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, Verdict};
use crate::wire::Timestamp;

/// What is the recruiter's own about one candidate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CandidateTriage {
    /// Who they are.
    pub subject: Arc<Subject>,
    /// What was decided last.
    pub verdict: Option<GivenVerdict>,
    /// What was jotted down, the oldest first.
    pub notes: Vec<Note>,
    /// The tags they have.
    pub tags: BTreeSet<String>,
    /// Whether they have a star.
    pub starred: bool,
    /// Until when they are put off; also when that day has come.
    pub snooze: Option<Snooze>,
    /// What they and their job were called when something was done last.
    pub seen: Arc<Snapshot>,
}

impl CandidateTriage {
    /// Somebody to whom nothing was done yet. Written out: a default would be
    /// made only to be thrown away, ten thousand times.
    pub(crate) fn of(entry: &LogEntry) -> Self {
        Self {
            subject: Arc::clone(&entry.subject),
            verdict: None,
            notes: Vec::new(),
            tags: BTreeSet::new(),
            starred: false,
            snooze: None,
            seen: Arc::clone(&entry.seen),
        }
    }
}

/// A verdict that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenVerdict {
    /// What was decided.
    pub verdict: Verdict,
    /// Why, if that was said.
    pub reason: Option<String>,
    /// When.
    pub at: Timestamp,
    /// As they were then.
    pub seen: Arc<Snapshot>,
    /// Which entry says so.
    pub entry: EntryId,
}

/// Something jotted down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// Put off until a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snooze {
    /// The day they come back.
    pub until: NaiveDate,
    /// Why.
    pub note: Option<String>,
    /// Since when.
    pub at: Timestamp,
}

/// What an entry comes to, the newest of them.
pub(crate) fn fold(own: &mut CandidateTriage, entry: &LogEntry) {
    own.subject = Arc::clone(&entry.subject);
    own.seen = Arc::clone(&entry.seen);
    fold_act(own, entry);
}

/// The same where the rest of it is there already.
pub(crate) fn fold_act(own: &mut CandidateTriage, entry: &LogEntry) {
    match &entry.act {
        EntryKind::Verdict { verdict, reason } => {
            own.verdict = Some(GivenVerdict {
                verdict: *verdict,
                reason: reason.clone(),
                at: entry.at,
                seen: Arc::clone(&own.seen),
                entry: entry.id.clone(),
            });
            own.snooze = None;
        }
        EntryKind::Note { text } => own.notes.push(Note { text: text.clone(), at: entry.at }),
        EntryKind::Tag { tag } => _ = own.tags.insert(tag.clone()),
        EntryKind::Untag { tag } => _ = own.tags.remove(tag),
        EntryKind::Star => own.starred = true,
        EntryKind::Unstar => own.starred = false,
        EntryKind::Snooze { until, note } => {
            own.snooze = Some(Snooze { until: *until, note: note.clone(), at: entry.at });
        }
        EntryKind::Wake => own.snooze = None,
        EntryKind::Undo { .. } | EntryKind::Redo { .. } => {}
    }
}
