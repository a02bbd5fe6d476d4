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
pub(super) enum Keep {
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
    pub(super) known: usize,
    /// A line for each candidate with different verdicts.
    pub(super) conflicts: Vec<String>,
}

pub(super) fn resolve_conflicts(
    ours: &[LogEntry],
    theirs: &[LogEntry],
    keep: Keep,
    now: Timestamp,
) -> MergeResult {
    let ids: HashSet<&EntryId> = ours.iter().map(|entry| &entry.id).collect();
    let is_own = |entry: &&LogEntry| entry.source.is_none();
    let steps: HashSet<&UndoGroup> = ours.iter().filter(is_own).map(|entry| &entry.step).collect();
    let mine = triage_state(ours.iter().cloned());
    let other = triage_state(theirs.iter().cloned());
    let sources: HashMap<&EntryId, &Option<String>> =
        ours.iter().chain(theirs).map(|entry| (&entry.id, &entry.source)).collect();
    // A colleague who changed their own verdict does not contradict ours.
    let is_ours = |our_verdict: &GivenVerdict, their_verdict: &GivenVerdict| {
        sources
            .get(&our_verdict.entry)
            .is_none_or(|of| of.is_none() || Some(of) != sources.get(&their_verdict.entry))
    };
    let mut differ: Vec<(&CandidateTriage, &GivenVerdict, &GivenVerdict)> =
        other.all().filter_map(|candidate| differs(&mine, candidate)).collect();
    differ.retain(|(_, their_verdict, our_verdict)| is_ours(our_verdict, their_verdict));
    differ.sort_by(|(left, ..), (other, ..)| left.seen.name.cmp(&other.seen.name));
    let refused: HashSet<&str> = match keep {
        Keep::Mine => {
            differ.iter().map(|(candidate, ..)| candidate.subject.candidate.as_str()).collect()
        }
        Keep::Newest | Keep::Theirs => HashSet::new(),
    };
    let mut again = Vec::new();
    let mut conflicts = Vec::new();
    for (candidate, their_verdict, our_verdict) in &differ {
        let is_newer = their_verdict.at > our_verdict.at;
        let stands = match keep {
            Keep::Mine => false,
            Keep::Newest => is_newer,
            Keep::Theirs => {
                let last = theirs.iter().find(|entry| entry.id == their_verdict.entry);
                let candidate = candidate.subject.candidate.as_str();
                let at = mine.moment(candidate, other.moment(candidate, now));
                again.extend(last.filter(|_| !is_newer).map(|entry| renewed(entry, at)));
                true
            }
        };
        conflicts.push(describe(candidate, their_verdict, our_verdict, stands));
    }
    let mut known = 0;
    let mut rows: Vec<LogEntry> = theirs
        .iter()
        .filter(|entry| {
            let is_known = ids.contains(&entry.id);
            known += usize::from(is_known);
            let is_taken = match &entry.act {
                EntryKind::Verdict { .. } => !refused.contains(entry.subject.candidate.as_str()),
                // A colleague cannot undo our own entries.
                EntryKind::Undo { step } | EntryKind::Redo { step } => !steps.contains(step),
                _ => true,
            };
            !is_known && is_taken
        })
        .cloned()
        .collect();
    rows.extend(again.into_iter().filter(|entry| !ids.contains(&entry.id)));
    MergeResult { rows, known, conflicts }
}

/// A candidate with different verdicts: theirs and ours.
fn differs<'a>(
    mine: &'a TriageState,
    theirs: &'a CandidateTriage,
) -> Option<(&'a CandidateTriage, &'a GivenVerdict, &'a GivenVerdict)> {
    let their_verdict = theirs.verdict.as_ref()?;
    let our_verdict = mine.own(theirs.subject.candidate.as_str())?.verdict.as_ref()?;
    (their_verdict.verdict != our_verdict.verdict).then_some((theirs, their_verdict, our_verdict))
}

fn renewed(entry: &LogEntry, at: Timestamp) -> LogEntry {
    let id = format!("{}~{}", entry.id.0, at.micros());
    LogEntry { id: EntryId(id.clone()), step: UndoGroup(id), at, ..entry.clone() }
}

fn describe(
    candidate: &CandidateTriage,
    their_verdict: &GivenVerdict,
    our_verdict: &GivenVerdict,
    stands: bool,
) -> String {
    format!(
        "{} ({}), {}: ours {} of {}, theirs {} of {}; {}",
        candidate.seen.name,
        candidate.subject.candidate,
        candidate.seen.job_name,
        our_verdict.verdict.as_str(),
        our_verdict.at.to_utc().date_naive(),
        their_verdict.verdict.as_str(),
        their_verdict.at.to_utc().date_naive(),
        if stands { "theirs stands" } else { "ours stands" },
    )
}
