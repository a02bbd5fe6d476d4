//! Decides which of a colleague's entries to add, and whose verdict stands.

use std::collections::{HashMap, HashSet};

use clap::ValueEnum;

use crate::cli::local::local_data::triage_state;
use crate::recruiting::triage::{
    CandidateTriage, EntryId, EntryKind, GivenVerdict, LogEntry, TriageState, UndoGroup,
};
use crate::wire::Timestamp;

/// Whose verdict stands where two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ConflictPolicy {
    /// The one that was given last
    Newest,
    /// Ours; theirs is not taken
    Mine,
    /// Theirs, as if given now
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
    let ids: HashSet<&EntryId> = ours.iter().map(|entry| &entry.id).collect();
    let is_local = |entry: &&LogEntry| entry.source.is_none();
    let groups: HashSet<&UndoGroup> =
        ours.iter().filter(is_local).map(|entry| &entry.group).collect();
    let our_triage = triage_state(ours.iter().cloned());
    let their_triage = triage_state(theirs.iter().cloned());
    let sources: HashMap<&EntryId, &Option<String>> =
        ours.iter().chain(theirs).map(|entry| (&entry.id, &entry.source)).collect();
    // A colleague who changed their own verdict does not contradict ours.
    let is_conflict = |our_verdict: &GivenVerdict, their_verdict: &GivenVerdict| {
        sources.get(&our_verdict.entry).is_none_or(|source| {
            source.is_none() || Some(source) != sources.get(&their_verdict.entry)
        })
    };
    let mut differing: Vec<(&CandidateTriage, &GivenVerdict, &GivenVerdict)> = their_triage
        .all()
        .filter_map(|candidate| find_difference(&our_triage, candidate))
        .collect();
    differing.retain(|(_, their_verdict, our_verdict)| is_conflict(our_verdict, their_verdict));
    differing.sort_by(|(left, ..), (other, ..)| left.snapshot.name.cmp(&other.snapshot.name));
    let rejected: HashSet<&str> = match policy {
        ConflictPolicy::Mine => {
            differing.iter().map(|(candidate, ..)| candidate.subject.candidate.as_str()).collect()
        }
        ConflictPolicy::Newest | ConflictPolicy::Theirs => HashSet::new(),
    };
    let mut reissued = Vec::new();
    let mut conflicts = Vec::new();
    for (candidate, their_verdict, our_verdict) in &differing {
        let is_newer = their_verdict.at > our_verdict.at;
        let theirs_wins = match policy {
            ConflictPolicy::Mine => false,
            ConflictPolicy::Newest => is_newer,
            ConflictPolicy::Theirs => {
                let last = theirs.iter().find(|entry| entry.id == their_verdict.entry);
                let candidate = candidate.subject.candidate.as_str();
                let at = our_triage
                    .next_timestamp(candidate, their_triage.next_timestamp(candidate, now));
                reissued.extend(last.filter(|_| !is_newer).map(|entry| reissue(entry, at)));
                true
            }
        };
        conflicts.push(describe(candidate, their_verdict, our_verdict, theirs_wins));
    }
    let mut already_known = 0;
    let mut rows: Vec<LogEntry> = theirs
        .iter()
        .filter(|entry| {
            let is_known = ids.contains(&entry.id);
            already_known += usize::from(is_known);
            let is_accepted = match &entry.kind {
                EntryKind::Verdict { .. } => !rejected.contains(entry.subject.candidate.as_str()),
                // A colleague cannot undo our own entries.
                EntryKind::Undo { group } | EntryKind::Redo { group } => !groups.contains(group),
                _ => true,
            };
            !is_known && is_accepted
        })
        .cloned()
        .collect();
    rows.extend(reissued.into_iter().filter(|entry| !ids.contains(&entry.id)));
    MergeResult { rows, already_known, conflicts }
}

/// A candidate with different verdicts: theirs and ours.
fn find_difference<'a>(
    our_triage: &'a TriageState,
    theirs: &'a CandidateTriage,
) -> Option<(&'a CandidateTriage, &'a GivenVerdict, &'a GivenVerdict)> {
    let their_verdict = theirs.verdict.as_ref()?;
    let our_verdict = our_triage.candidate(theirs.subject.candidate.as_str())?.verdict.as_ref()?;
    (their_verdict.verdict != our_verdict.verdict).then_some((theirs, their_verdict, our_verdict))
}

fn reissue(entry: &LogEntry, at: Timestamp) -> LogEntry {
    let id = format!("{}~{}", entry.id.0, at.micros());
    LogEntry { id: EntryId(id.clone()), group: UndoGroup(id), at, ..entry.clone() }
}

fn describe(
    candidate: &CandidateTriage,
    their_verdict: &GivenVerdict,
    our_verdict: &GivenVerdict,
    theirs_wins: bool,
) -> String {
    format!(
        "{} ({}), {}: ours {} of {}, theirs {} of {}; {}",
        candidate.snapshot.name,
        candidate.subject.candidate,
        candidate.snapshot.job_name,
        our_verdict.verdict.as_str(),
        our_verdict.at.to_utc().date_naive(),
        their_verdict.verdict.as_str(),
        their_verdict.at.to_utc().date_naive(),
        if theirs_wins { "theirs stands" } else { "ours stands" },
    )
}
