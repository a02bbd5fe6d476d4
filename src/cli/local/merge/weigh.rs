//! What of a colleague's entries is taken, and whose verdict stands.

use std::collections::{HashMap, HashSet};

use clap::ValueEnum;

use crate::cli::local::kept::book;
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

/// What comes of it.
#[derive(Debug)]
pub(super) struct Weighed {
    /// What is to be added.
    pub(super) rows: Vec<LogEntry>,
    /// How many are there already.
    pub(super) known: usize,
    /// The candidates that were decided on differently, in words.
    pub(super) conflicts: Vec<String>,
}

pub(super) fn weigh(ours: &[LogEntry], theirs: &[LogEntry], keep: Keep, now: Timestamp) -> Weighed {
    let ids: HashSet<&EntryId> = ours.iter().map(|entry| &entry.id).collect();
    let own = |entry: &&LogEntry| entry.source.is_none();
    let steps: HashSet<&UndoGroup> = ours.iter().filter(own).map(|entry| &entry.step).collect();
    let mine = book(ours.iter().cloned());
    let other = book(theirs.iter().cloned());
    let sources: HashMap<&EntryId, &Option<String>> =
        ours.iter().chain(theirs).map(|entry| (&entry.id, &entry.source)).collect();
    // Somebody who changed their own mind does not contradict us.
    let is_ours = |held: &GivenVerdict, given: &GivenVerdict| {
        sources
            .get(&held.entry)
            .is_none_or(|of| of.is_none() || Some(of) != sources.get(&given.entry))
    };
    let mut differ: Vec<(&CandidateTriage, &GivenVerdict, &GivenVerdict)> =
        other.all().filter_map(|own| differs(&mine, own)).collect();
    differ.retain(|(_, given, held)| is_ours(held, given));
    differ.sort_by(|(one, ..), (other, ..)| one.seen.name.cmp(&other.seen.name));
    let refused: HashSet<&str> = match keep {
        Keep::Mine => differ.iter().map(|(own, ..)| own.subject.candidate.as_str()).collect(),
        Keep::Newest | Keep::Theirs => HashSet::new(),
    };
    let mut again = Vec::new();
    let mut conflicts = Vec::new();
    for (own, given, held) in &differ {
        let is_newer = given.at > held.at;
        let stands = match keep {
            Keep::Mine => false,
            Keep::Newest => is_newer,
            Keep::Theirs => {
                let last = theirs.iter().find(|entry| entry.id == given.entry);
                let candidate = own.subject.candidate.as_str();
                let at = mine.moment(candidate, other.moment(candidate, now));
                again.extend(last.filter(|_| !is_newer).map(|entry| renewed(entry, at)));
                true
            }
        };
        conflicts.push(told(own, given, held, stands));
    }
    let mut known = 0;
    let mut rows: Vec<LogEntry> = theirs
        .iter()
        .filter(|entry| {
            let is_known = ids.contains(&entry.id);
            known += usize::from(is_known);
            let is_taken = match &entry.act {
                EntryKind::Verdict { .. } => !refused.contains(entry.subject.candidate.as_str()),
                // Nobody else takes back what was done here.
                EntryKind::Undo { step } | EntryKind::Redo { step } => !steps.contains(step),
                _ => true,
            };
            !is_known && is_taken
        })
        .cloned()
        .collect();
    rows.extend(again.into_iter().filter(|entry| !ids.contains(&entry.id)));
    Weighed { rows, known, conflicts }
}

/// Somebody whom both decided on, and not alike: theirs and ours.
fn differs<'a>(
    mine: &'a TriageState,
    theirs: &'a CandidateTriage,
) -> Option<(&'a CandidateTriage, &'a GivenVerdict, &'a GivenVerdict)> {
    let given = theirs.verdict.as_ref()?;
    let held = mine.own(theirs.subject.candidate.as_str())?.verdict.as_ref()?;
    (given.verdict != held.verdict).then_some((theirs, given, held))
}

/// A verdict given once more.
fn renewed(entry: &LogEntry, at: Timestamp) -> LogEntry {
    let id = format!("{}~{}", entry.id.0, at.micros());
    LogEntry { id: EntryId(id.clone()), step: UndoGroup(id), at, ..entry.clone() }
}

fn told(own: &CandidateTriage, given: &GivenVerdict, held: &GivenVerdict, stands: bool) -> String {
    format!(
        "{} ({}), {}: ours {} of {}, theirs {} of {}; {}",
        own.seen.name,
        own.subject.candidate,
        own.seen.job_name,
        held.verdict.as_str(),
        held.at.to_utc().date_naive(),
        given.verdict.as_str(),
        given.at.to_utc().date_naive(),
        if stands { "theirs stands" } else { "ours stands" },
    )
}
