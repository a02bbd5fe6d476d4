//! Decides which of a colleague's entries to add, and whose verdict stands.

use std::collections::{HashMap, HashSet};

use clap::ValueEnum;

use crate::recruiting::triage::{
    CandidateTriage, EntryId, EntryKind, GivenVerdict, LogEntry, TriageState, UndoGroup,
};
use crate::wire::Timestamp;

/// Whose verdict stands where two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ConflictPolicy {
    /// The most recent one
    Newest,
    /// Yours; theirs is ignored
    Mine,
    /// Theirs, dated now
    Theirs,
}

#[derive(Debug)]
pub(super) struct MergeResult {
    pub(super) rows: Vec<LogEntry>,
    pub(super) already_known: usize,
    /// A line for each candidate with different verdicts.
    pub(super) conflicts: Vec<String>,
}

pub(super) fn resolve_conflicts(
    ours: &[LogEntry],
    theirs: &[LogEntry],
    policy: ConflictPolicy,
    now: Timestamp,
) -> MergeResult {
    let our_triage: TriageState = ours.iter().cloned().collect();
    let their_triage: TriageState = theirs.iter().cloned().collect();
    let sources: HashMap<&EntryId, &Option<String>> =
        ours.iter().chain(theirs).map(|entry| (&entry.id, &entry.source)).collect();
    let mut differing: Vec<VerdictConflict<'_>> = their_triage
        .all()
        .filter_map(|candidate| VerdictConflict::find(&our_triage, candidate))
        .filter(|conflict| !conflict.is_own_change(&sources))
        .collect();
    differing.sort_by_key(|conflict| &conflict.candidate.snapshot.name);
    let mut reissued = Vec::new();
    let mut conflicts = Vec::new();
    for conflict in &differing {
        let is_newer = conflict.theirs.at > conflict.ours.at;
        if policy == ConflictPolicy::Theirs && !is_newer {
            let last = theirs.iter().find(|entry| entry.id == conflict.theirs.entry);
            let at = their_triage.next_timestamp(&conflict.candidate.subject, now);
            let at = our_triage.next_timestamp(&conflict.candidate.subject, at);
            reissued.extend(last.map(|entry| reissue(entry, at)));
        }
        let theirs_wins = match policy {
            ConflictPolicy::Mine => false,
            ConflictPolicy::Newest => is_newer,
            ConflictPolicy::Theirs => true,
        };
        conflicts.push(conflict.describe(theirs_wins));
    }
    let rejected: HashSet<&str> = match policy {
        ConflictPolicy::Mine => differing.iter().map(VerdictConflict::candidate_id).collect(),
        ConflictPolicy::Newest | ConflictPolicy::Theirs => HashSet::new(),
    };
    let ids: HashSet<&EntryId> = ours.iter().map(|entry| &entry.id).collect();
    let is_new = |entry: &&LogEntry| !ids.contains(&entry.id);
    let mut rows = select_rows(ours, theirs.iter().filter(is_new), &rejected);
    rows.extend(reissued.into_iter().filter(|entry| is_new(&entry)));
    let already_known = theirs.len() - theirs.iter().filter(is_new).count();
    MergeResult { rows, already_known, conflicts }
}

/// The new entries that may be added.
fn select_rows<'a>(
    ours: &[LogEntry],
    new_entries: impl Iterator<Item = &'a LogEntry>,
    rejected: &HashSet<&str>,
) -> Vec<LogEntry> {
    let is_local = |entry: &&LogEntry| entry.source.is_none();
    let our_groups: HashSet<&UndoGroup> =
        ours.iter().filter(is_local).map(|entry| &entry.group).collect();
    let our_entries: HashSet<&EntryId> =
        ours.iter().filter(is_local).map(|entry| &entry.id).collect();
    let is_accepted = |entry: &&LogEntry| match &entry.kind {
        EntryKind::Verdict { .. } => !rejected.contains(entry.subject.candidate.as_str()),
        // A colleague can neither undo our own entries nor change our notes.
        EntryKind::Undo { group } | EntryKind::Redo { group } => !our_groups.contains(group),
        EntryKind::NoteEdit { note, .. } | EntryKind::NoteDelete { note } => {
            !our_entries.contains(note)
        }
        _ => true,
    };
    new_entries.filter(is_accepted).cloned().collect()
}

fn reissue(entry: &LogEntry, at: Timestamp) -> LogEntry {
    let id = format!("{}~{}", entry.id.0, at.micros());
    LogEntry { id: EntryId(id.clone()), group: UndoGroup(id), at, ..entry.clone() }
}

/// A candidate with different verdicts.
struct VerdictConflict<'a> {
    candidate: &'a CandidateTriage,
    theirs: &'a GivenVerdict,
    ours: &'a GivenVerdict,
}

impl<'a> VerdictConflict<'a> {
    fn find(our_triage: &'a TriageState, candidate: &'a CandidateTriage) -> Option<Self> {
        let theirs = candidate.verdict.as_ref()?;
        let ours = our_triage.candidate(candidate.subject.candidate.as_str())?.verdict.as_ref()?;
        (theirs.verdict != ours.verdict).then_some(Self { candidate, theirs, ours })
    }

    /// A colleague who changed their own verdict does not contradict ours.
    fn is_own_change(&self, sources: &HashMap<&EntryId, &Option<String>>) -> bool {
        let source = sources.get(&self.ours.entry);
        source.is_some_and(|source| source.is_some()) && source == sources.get(&self.theirs.entry)
    }

    fn candidate_id(&self) -> &'a str {
        self.candidate.subject.candidate.as_str()
    }

    fn describe(&self, theirs_wins: bool) -> String {
        format!(
            "{} ({}), {}: yours {} on {}, theirs {} on {}; {}",
            self.candidate.snapshot.name,
            self.candidate.subject.candidate,
            self.candidate.snapshot.job_name,
            self.ours.verdict.as_str(),
            self.ours.at.to_utc().date_naive(),
            self.theirs.verdict.as_str(),
            self.theirs.at.to_utc().date_naive(),
            if theirs_wins { "theirs applies" } else { "yours applies" },
        )
    }
}
