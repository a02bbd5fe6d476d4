//! What the log says now: of each candidate, and of what can be taken back.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use hashbrown::hash_table::Entry as Slot;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::candidate::{CandidateTriage, fold, fold_act};
use super::entry::{EntryKind, LogEntry, Subject, UndoGroup};
use super::undo_stack::UndoStack;
use crate::wire::{CandidateId, Timestamp};

/// What the log says now.
///
/// Ten thousand entries are taken in when the program starts: tables hold
/// places in the log instead of copies of what stands there.
#[derive(Debug, Default)]
pub struct TriageState {
    log: Vec<LogEntry>,
    hasher: DefaultHashBuilder,
    /// The places of all entries, by their ids.
    known: HashTable<usize>,
    /// What was done to each candidate, in the order they came.
    candidates: Vec<Kept>,
    /// The places of all candidates, by their ids.
    places: HashTable<usize>,
    /// From the first to the last entry of each step, by its name. Others may
    /// stand between them.
    steps: HashTable<(usize, usize)>,
    /// Steps that were taken or turned in this window: a key takes these back first.
    here: UndoStack,
    /// The same of earlier sessions and of other windows.
    elsewhere: UndoStack,
    /// The places of the entries that were made in this window, in order.
    own: Vec<usize>,
    /// All steps that do not hold.
    void: HashSet<UndoGroup>,
    /// Candidates whose records were looked at, and when first.
    looked: HashMap<String, Timestamp>,
    /// Counts the changes.
    pub version: u64,
}

/// What was done to a candidate.
#[derive(Debug)]
struct Kept {
    /// What that comes to. The subject is theirs even if all was taken back.
    own: CandidateTriage,
    /// The moment of the newest entry.
    newest: Timestamp,
    /// The place of the first entry.
    first: usize,
    /// The places of the others.
    more: Vec<usize>,
}

impl TriageState {
    /// Takes an entry in, as the log has it next. One that is there already
    /// changes nothing.
    pub fn add(&mut self, entry: LogEntry) {
        self.take_in(entry, false);
    }

    /// The same of what is done in this window.
    pub fn enter(&mut self, entry: LogEntry) {
        self.take_in(entry, true);
    }

    fn take_in(&mut self, entry: LogEntry, is_here: bool) {
        let Self { log, hasher, known, .. } = self;
        let at = log.len();
        let hash = |place: &usize| hasher.hash_one(&log[*place].id);
        let is_same = |place: &usize| log[*place].id == entry.id;
        match known.entry(hasher.hash_one(&entry.id), is_same, hash) {
            Slot::Occupied(_) => return,
            Slot::Vacant(slot) => _ = slot.insert(at),
        }
        self.version += 1;
        if is_here {
            self.own.push(at);
        }
        match &entry.act {
            EntryKind::Undo { step } | EntryKind::Redo { step } => {
                let step = step.clone();
                self.turn(&step, &entry, is_here);
                self.log.push(entry);
                self.refold_step(&step);
            }
            _ => {
                self.log.push(entry);
                self.note_step(at, is_here);
                self.fold_in(at);
            }
        }
    }

    /// A step is taken back or made again.
    fn turn(&mut self, step: &UndoGroup, entry: &LogEntry, is_here: bool) {
        let takes_back = matches!(entry.act, EntryKind::Undo { .. });
        let turns =
            if takes_back { self.void.insert(step.clone()) } else { self.void.remove(step) };
        // What a colleague took back is theirs to make again.
        if let (true, Some((first, _)), None) = (turns, self.span(step), &entry.source) {
            let stacks = if is_here { &mut self.here } else { &mut self.elsewhere };
            if takes_back { stacks.undone.push(first) } else { stacks.done.push(first) }
        }
        let Self { log, void, here, elsewhere, .. } = self;
        for stacks in [here, elsewhere] {
            stacks.settle(|place| void.contains(&log[place].step));
        }
    }

    /// The step of a new entry.
    fn note_step(&mut self, at: usize, is_here: bool) {
        let Self { log, hasher, steps, void, here, elsewhere, .. } = self;
        let entry = &log[at];
        let hash = |span: &(usize, usize)| hasher.hash_one(&log[span.0].step);
        let is_same = |span: &(usize, usize)| log[span.0].step == entry.step;
        let is_new = match steps.entry(hasher.hash_one(&entry.step), is_same, hash) {
            Slot::Occupied(mut slot) => {
                slot.get_mut().1 = at;
                false
            }
            Slot::Vacant(slot) => {
                slot.insert((at, at));
                true
            }
        };
        if !is_new || entry.source.is_some() || void.contains(&entry.step) {
            return;
        }
        elsewhere.undone.clear();
        if is_here {
            here.undone.clear();
            here.done.push(at);
        } else {
            elsewhere.done.push(at);
        }
    }

    /// What a new entry comes to.
    fn fold_in(&mut self, at: usize) {
        let Self { log, hasher, candidates, places, .. } = self;
        let entry = &log[at];
        let id = &entry.subject.candidate;
        let whose = |place: &usize| &candidates[*place].own.subject.candidate;
        let hash = |place: &usize| hasher.hash_one(whose(place));
        match places.entry(hasher.hash_one(id), |place| whose(place) == id, hash) {
            Slot::Occupied(slot) => {
                let kept = &mut candidates[*slot.get()];
                kept.more.push(at);
                if kept.newest <= entry.at {
                    kept.newest = entry.at;
                    fold(&mut kept.own, entry);
                } else {
                    let id = id.clone();
                    self.refold(&id);
                }
            }
            Slot::Vacant(slot) => {
                slot.insert(candidates.len());
                let mut own = CandidateTriage::of(entry);
                fold_act(&mut own, entry);
                candidates.push(Kept { own, newest: entry.at, first: at, more: Vec::new() });
            }
        }
    }

    /// A step that could not be written down was never taken.
    pub fn retract(&mut self, step: &UndoGroup) {
        if self.log.iter().any(|entry| entry.step == *step) {
            self.keep(|entry| entry.step != *step);
        }
    }

    /// Nothing that was done to a candidate is known any more; that they were
    /// looked at is, until the program ends: it would be written down again.
    pub fn forget(&mut self, is_gone: impl Fn(&Subject) -> bool) {
        self.keep(|entry| !is_gone(&entry.subject));
    }

    /// As if nothing else had ever been done.
    fn keep(&mut self, is_kept: impl Fn(&LogEntry) -> bool) {
        let mut left = Self { looked: std::mem::take(&mut self.looked), ..Self::default() };
        for (at, entry) in std::mem::take(&mut self.log).into_iter().enumerate() {
            if is_kept(&entry) {
                left.take_in(entry, self.own.binary_search(&at).is_ok());
            }
        }
        left.version = self.version + 1;
        *self = left;
    }

    /// What is the recruiter's own about a candidate.
    #[must_use]
    pub fn own(&self, candidate: &str) -> Option<&CandidateTriage> {
        self.kept(candidate).map(|kept| &kept.own)
    }

    fn kept(&self, candidate: &str) -> Option<&Kept> {
        // An id is hashed as its text is.
        let whose = |place: &usize| self.candidates[*place].own.subject.candidate.as_str();
        let hash = self.hasher.hash_one(candidate);
        let place = self.places.find(hash, |place| whose(place) == candidate)?;
        self.candidates.get(*place)
    }

    /// The moment of what is done to a candidate now: later than all that was done
    /// to them, so that it holds even if the clock was set back since.
    #[must_use]
    pub fn moment(&self, candidate: &str, now: Timestamp) -> Timestamp {
        let newest = self.kept(candidate).map(|kept| kept.newest).filter(|newest| *newest >= now);
        newest.and_then(|newest| Timestamp::from_micros(newest.micros() + 1)).unwrap_or(now)
    }

    /// All candidates about whom something was ever done.
    pub fn all(&self) -> impl Iterator<Item = &CandidateTriage> {
        self.candidates.iter().map(|kept| &kept.own)
    }

    /// Everything that was done, the oldest first.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Somebody looked at a candidate. Whether for the first time.
    pub fn look(&mut self, candidate: &str, at: Timestamp) -> bool {
        let is_first = !self.looked.contains_key(candidate);
        if is_first {
            self.looked.insert(candidate.to_owned(), at);
            self.version += 1;
        }
        is_first
    }

    /// The candidates that somebody looked at.
    pub fn seen(&self) -> impl Iterator<Item = &str> {
        self.looked.keys().map(String::as_str)
    }

    /// All tags that somebody has, the most common first.
    #[must_use]
    pub fn tags(&self) -> Vec<&str> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for tag in self.all().flat_map(|own| &own.tags) {
            *counts.entry(tag).or_default() += 1;
        }
        let mut tags: Vec<(&str, usize)> = counts.into_iter().collect();
        tags.sort_unstable_by_key(|(tag, count)| (std::cmp::Reverse(*count), *tag));
        tags.into_iter().map(|(tag, _)| tag).collect()
    }

    /// When somebody first looked at a candidate.
    #[must_use]
    pub fn looked(&self, candidate: &str) -> Option<Timestamp> {
        self.looked.get(candidate).copied()
    }

    /// The step that would be taken back next, with what was done in it: the last
    /// of this window, or else of all others.
    #[must_use]
    pub fn last(&self) -> Option<(&UndoGroup, Vec<&LogEntry>)> {
        let step = &self.log[*self.here.done.last().or(self.elsewhere.done.last())?].step;
        Some((step, self.of_step(step).collect()))
    }

    /// The step that would be made again next.
    #[must_use]
    pub fn next(&self) -> Option<(&UndoGroup, Vec<&LogEntry>)> {
        let step = &self.log[*self.here.undone.last().or(self.elsewhere.undone.last())?].step;
        Some((step, self.of_step(step).collect()))
    }

    fn span(&self, step: &UndoGroup) -> Option<(usize, usize)> {
        let is_same = |span: &(usize, usize)| self.log[span.0].step == *step;
        self.steps.find(self.hasher.hash_one(step), is_same).copied()
    }

    fn of_step(&self, step: &UndoGroup) -> impl Iterator<Item = &LogEntry> {
        let span = self.span(step).map_or(0..0, |(first, last)| first..last + 1);
        self.log[span].iter().filter(move |entry| entry.step == *step && !entry.act.turns())
    }

    fn refold_step(&mut self, step: &UndoGroup) {
        let candidates: BTreeSet<CandidateId> =
            self.of_step(step).map(|entry| entry.subject.candidate.clone()).collect();
        for candidate in candidates {
            self.refold(&candidate);
        }
    }

    /// What a candidate's entries say, those that were taken back aside.
    fn refold(&mut self, candidate: &CandidateId) {
        let Self { log, hasher, candidates, places, void, .. } = self;
        let whose = |place: &usize| &candidates[*place].own.subject.candidate;
        let place = places.find(hasher.hash_one(candidate), |place| whose(place) == candidate);
        let Some(kept) = place.and_then(|place| candidates.get_mut(*place)) else { return };
        let places = std::iter::once(kept.first).chain(kept.more.iter().copied());
        let mut entries: Vec<&LogEntry> =
            places.map(|at| &log[at]).filter(|entry| !void.contains(&entry.step)).collect();
        entries.sort_by_key(|entry| entry.at);
        // Who they are is known, also when all of it was taken back.
        let mut own = CandidateTriage {
            subject: log[kept.first].subject.clone(),
            ..CandidateTriage::default()
        };
        for entry in entries {
            fold(&mut own, entry);
        }
        kept.own = own;
    }
}

impl Extend<LogEntry> for TriageState {
    /// Takes many entries in; room for all of them is made first.
    fn extend<T: IntoIterator<Item = LogEntry>>(&mut self, entries: T) {
        let entries = entries.into_iter();
        let (count, _) = entries.size_hint();
        let Self { log, hasher, known, candidates, places, steps, elsewhere, .. } = self;
        log.reserve(count);
        elsewhere.done.reserve(count);
        known.reserve(count, |place| hasher.hash_one(&log[*place].id));
        steps.reserve(count, |span| hasher.hash_one(&log[span.0].step));
        places.reserve(count, |place| hasher.hash_one(&candidates[*place].own.subject.candidate));
        candidates.reserve(count);
        for entry in entries {
            self.add(entry);
        }
    }
}
