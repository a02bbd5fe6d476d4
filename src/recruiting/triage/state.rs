//! What the triage log adds up to: the data of each candidate, and what can be undone.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use hashbrown::hash_table::Entry as Slot;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::candidate::{CandidateTriage, fold, fold_act};
use super::entry::{EntryKind, LogEntry, Subject, UndoGroup};
use super::undo_stack::UndoStack;
use crate::wire::{CandidateId, Timestamp};

/// Loads ten thousand entries at startup, so its tables hold indices into the log instead of copies.
#[derive(Debug, Default)]
pub struct TriageState {
    log: Vec<LogEntry>,
    hasher: DefaultHashBuilder,
    /// Indices of all entries, by entry id.
    known: HashTable<usize>,
    /// In order of appearance.
    candidates: Vec<Kept>,
    /// Indices into `candidates`, by candidate id.
    places: HashTable<usize>,
    /// The first and the last entry of each undo group; entries of other groups may lie between.
    steps: HashTable<(usize, usize)>,
    /// Groups made, undone or redone in this window: undo takes these first.
    here: UndoStack,
    /// The same for earlier sessions and other windows.
    elsewhere: UndoStack,
    /// Indices of the entries made in this window, ascending.
    own: Vec<usize>,
    /// The groups that are undone.
    void: HashSet<UndoGroup>,
    /// When each candidate was first looked at.
    looked: HashMap<String, Timestamp>,
    /// Grows with every change.
    pub version: u64,
}

#[derive(Debug)]
struct Kept {
    /// Has its subject even if every entry was undone.
    own: CandidateTriage,
    /// The time of the newest entry.
    newest: Timestamp,
    /// The index of the first entry; most candidates have only one.
    first: usize,
    more: Vec<usize>,
}

impl TriageState {
    /// Appends an entry from storage or from another window. A known entry changes nothing.
    pub fn add(&mut self, entry: LogEntry) {
        self.take_in(entry, false);
    }

    /// Appends an entry made in this window.
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

    /// Undoes or redoes a group.
    fn turn(&mut self, step: &UndoGroup, entry: &LogEntry, is_here: bool) {
        let takes_back = matches!(entry.act, EntryKind::Undo { .. });
        let turns =
            if takes_back { self.void.insert(step.clone()) } else { self.void.remove(step) };
        // Only the colleague can redo what the colleague undid.
        if let (true, Some((first, _)), None) = (turns, self.span(step), &entry.source) {
            let stacks = if is_here { &mut self.here } else { &mut self.elsewhere };
            if takes_back { stacks.undone.push(first) } else { stacks.done.push(first) }
        }
        let Self { log, void, here, elsewhere, .. } = self;
        for stacks in [here, elsewhere] {
            stacks.settle(|place| void.contains(&log[place].step));
        }
    }

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

    /// Removes a group that storage failed to write.
    pub fn retract(&mut self, step: &UndoGroup) {
        if self.log.iter().any(|entry| entry.step == *step) {
            self.keep(|entry| entry.step != *step);
        }
    }

    /// Removes all entries about matching subjects. Keeps when they were looked at: forgetting that
    /// would write it again.
    pub fn forget(&mut self, is_gone: impl Fn(&Subject) -> bool) {
        self.keep(|entry| !is_gone(&entry.subject));
    }

    /// Rebuilds the state from the entries that pass.
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

    #[must_use]
    pub fn own(&self, candidate: &str) -> Option<&CandidateTriage> {
        self.kept(candidate).map(|kept| &kept.own)
    }

    fn kept(&self, candidate: &str) -> Option<&Kept> {
        // An id has the same hash as its text.
        let whose = |place: &usize| self.candidates[*place].own.subject.candidate.as_str();
        let hash = self.hasher.hash_one(candidate);
        let place = self.places.find(hash, |place| whose(place) == candidate)?;
        self.candidates.get(*place)
    }

    /// The time for a new entry: later than every entry about the candidate, so that the new one wins
    /// even after the clock was set back.
    #[must_use]
    pub fn moment(&self, candidate: &str, now: Timestamp) -> Timestamp {
        let newest = self.kept(candidate).map(|kept| kept.newest).filter(|newest| *newest >= now);
        newest.and_then(|newest| Timestamp::from_micros(newest.micros() + 1)).unwrap_or(now)
    }

    /// All candidates with at least one entry.
    pub fn all(&self) -> impl Iterator<Item = &CandidateTriage> {
        self.candidates.iter().map(|kept| &kept.own)
    }

    /// The oldest first.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Marks a candidate as seen. Returns whether this was the first time.
    pub fn look(&mut self, candidate: &str, at: Timestamp) -> bool {
        let is_first = !self.looked.contains_key(candidate);
        if is_first {
            self.looked.insert(candidate.to_owned(), at);
            self.version += 1;
        }
        is_first
    }

    pub fn seen(&self) -> impl Iterator<Item = &str> {
        self.looked.keys().map(String::as_str)
    }

    /// All tags in use, the most common first.
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

    #[must_use]
    pub fn looked(&self, candidate: &str) -> Option<Timestamp> {
        self.looked.get(candidate).copied()
    }

    /// The group that undo would revert: the last of this window, or else of all others.
    #[must_use]
    pub fn last(&self) -> Option<(&UndoGroup, Vec<&LogEntry>)> {
        let step = &self.log[*self.here.done.last().or(self.elsewhere.done.last())?].step;
        Some((step, self.of_step(step).collect()))
    }

    /// The group that redo would restore.
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

    /// Recomputes a candidate from their entries without the undone ones.
    fn refold(&mut self, candidate: &CandidateId) {
        let Self { log, hasher, candidates, places, void, .. } = self;
        let whose = |place: &usize| &candidates[*place].own.subject.candidate;
        let place = places.find(hasher.hash_one(candidate), |place| whose(place) == candidate);
        let Some(kept) = place.and_then(|place| candidates.get_mut(*place)) else { return };
        let places = std::iter::once(kept.first).chain(kept.more.iter().copied());
        let mut entries: Vec<&LogEntry> =
            places.map(|at| &log[at]).filter(|entry| !void.contains(&entry.step)).collect();
        entries.sort_by_key(|entry| entry.at);
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
