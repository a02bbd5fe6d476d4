//! The state that results from the triage log: the data of each candidacy, and what can be undone.
//! `people` adds up what belongs to the person.

mod loading;
mod pending;
mod people;
mod person_index;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::hash_table::Entry as Slot;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::candidate::{CandidateTriage, add_up, apply, apply_kind};
use super::entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use super::undo_stack::UndoStack;
use crate::wire::{CandidateId, Timestamp};
use person_index::People;

/// Startup loads ten thousand entries, so the tables hold indices into the log instead of copies.
#[derive(Debug, Default)]
pub struct TriageState {
    log: Vec<LogEntry>,
    hasher: DefaultHashBuilder,
    /// Indices of all entries, by entry id.
    entry_index: HashTable<usize>,
    /// In order of appearance.
    candidates: Vec<IndexedCandidate>,
    /// Indices into `candidates`, by candidate id.
    candidate_index: HashTable<usize>,
    people: People,
    /// The first and the last entry of each undo group; entries of other groups may lie between.
    group_spans: HashTable<(usize, usize)>,
    /// Groups made, undone or redone in this window: undo takes these first.
    window_stack: UndoStack,
    /// The same for earlier sessions and other windows.
    other_stack: UndoStack,
    /// Indices of the entries made in this window, ascending.
    window_entries: Vec<usize>,
    /// What storage has not written yet.
    pending: PendingWrites,
    /// The groups that are undone.
    undone_groups: HashSet<UndoGroup>,
    /// When each candidate was first seen.
    seen_marks: HashMap<String, Timestamp>,
    /// Grows with every change.
    pub(crate) version: u64,
}

/// The entries of this window that are not on disk; `pending` keeps it.
#[derive(Debug, Default)]
struct PendingWrites {
    groups: HashSet<UndoGroup>,
    /// Indices of their candidates, which are marked; one may occur several times.
    candidates: Vec<usize>,
}

#[derive(Debug)]
struct IndexedCandidate {
    /// Keeps its subject even if every entry was undone.
    triage: CandidateTriage,
    /// The time of the newest entry.
    newest: Timestamp,
    /// The index of the first entry; most candidates have only one.
    first: usize,
    rest: Vec<usize>,
}

impl IndexedCandidate {
    /// Ascending.
    fn entry_indices(&self) -> impl DoubleEndedIterator<Item = usize> {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }
}

impl TriageState {
    /// Appends an entry from storage or from another window. Ignores a known entry.
    pub fn add(&mut self, entry: LogEntry) {
        let at = self.log.len();
        self.insert(entry, false);
        self.share_entry(at);
    }

    /// The caller copies the person's data into the candidacies afterwards.
    fn insert(&mut self, entry: LogEntry, is_from_window: bool) {
        let Self { log, hasher, entry_index, .. } = self;
        let at = log.len();
        let hash = |index: &usize| hasher.hash_one(&log[*index].id);
        let is_same = |index: &usize| log[*index].id == entry.id;
        match entry_index.entry(hasher.hash_one(&entry.id), is_same, hash) {
            Slot::Occupied(_) => return,
            Slot::Vacant(slot) => _ = slot.insert(at),
        }
        self.version += 1;
        if is_from_window {
            self.window_entries.push(at);
        }
        match &entry.kind {
            EntryKind::Undo { group } | EntryKind::Redo { group } => {
                let group = group.clone();
                self.toggle_group(&group, &entry, is_from_window);
                self.log.push(entry);
                self.rebuild_group(&group);
            }
            _ => {
                self.log.push(entry);
                self.track_group(at, is_from_window);
                self.apply_entry(at);
                self.apply_to_person(at);
            }
        }
    }

    /// Undoes or redoes a group.
    fn toggle_group(&mut self, group: &UndoGroup, entry: &LogEntry, is_from_window: bool) {
        let is_undo = matches!(entry.kind, EntryKind::Undo { .. });
        let has_changed = if is_undo {
            self.undone_groups.insert(group.clone())
        } else {
            self.undone_groups.remove(group)
        };
        // Only the colleague can redo what the colleague undid.
        if let (true, Some((first, _)), None) = (has_changed, self.group_span(group), &entry.source)
        {
            let stacks =
                if is_from_window { &mut self.window_stack } else { &mut self.other_stack };
            if is_undo { stacks.redo.push(first) } else { stacks.undo.push(first) }
        }
        let Self { log, undone_groups, window_stack, other_stack, .. } = self;
        for stacks in [window_stack, other_stack] {
            stacks.discard_stale(|index| undone_groups.contains(&log[index].group));
        }
    }

    fn track_group(&mut self, at: usize, is_from_window: bool) {
        let Self { log, hasher, group_spans, undone_groups, window_stack, other_stack, .. } = self;
        let entry = &log[at];
        let hash = |span: &(usize, usize)| hasher.hash_one(&log[span.0].group);
        let is_same = |span: &(usize, usize)| log[span.0].group == entry.group;
        let is_new = match group_spans.entry(hasher.hash_one(&entry.group), is_same, hash) {
            Slot::Occupied(mut slot) => {
                slot.get_mut().1 = at;
                false
            }
            Slot::Vacant(slot) => {
                slot.insert((at, at));
                true
            }
        };
        if !is_new || entry.source.is_some() || undone_groups.contains(&entry.group) {
            return;
        }
        other_stack.redo.clear();
        if is_from_window {
            window_stack.redo.clear();
            window_stack.undo.push(at);
        } else {
            other_stack.undo.push(at);
        }
    }

    fn apply_entry(&mut self, at: usize) {
        let Self { log, hasher, candidates, candidate_index, .. } = self;
        let entry = &log[at];
        let id = &entry.subject.candidate;
        let candidate_id = |index: &usize| &candidates[*index].triage.subject.candidate;
        let hash = |index: &usize| hasher.hash_one(candidate_id(index));
        match candidate_index.entry(hasher.hash_one(id), |index| candidate_id(index) == id, hash) {
            Slot::Occupied(slot) => {
                let stored = &mut candidates[*slot.get()];
                stored.rest.push(at);
                let had_person = !stored.triage.subject.person.is_empty();
                let is_newest = stored.newest <= entry.at;
                let id = id.clone();
                if is_newest {
                    stored.newest = entry.at;
                    apply(&mut stored.triage, entry);
                } else {
                    self.rebuild(&id);
                }
                if !had_person {
                    self.adopt_entries(&id);
                }
            }
            Slot::Vacant(slot) => {
                slot.insert(candidates.len());
                let mut triage = CandidateTriage::new(entry);
                apply_kind(&mut triage, entry);
                candidates.push(IndexedCandidate {
                    triage,
                    newest: entry.at,
                    first: at,
                    rest: Vec::new(),
                });
            }
        }
    }

    /// Removes all entries about matching subjects. Keeps the seen marks: otherwise the next view
    /// would write them again.
    pub(crate) fn forget(&mut self, is_removed: impl Fn(&Subject) -> bool) {
        self.retain(|entry| !is_removed(&entry.subject));
    }

    /// Rebuilds the state from the entries that `is_kept` accepts.
    fn retain(&mut self, is_kept: impl Fn(&LogEntry) -> bool) {
        let mut rebuilt =
            Self { seen_marks: std::mem::take(&mut self.seen_marks), ..Self::default() };
        for (at, entry) in std::mem::take(&mut self.log).into_iter().enumerate() {
            if is_kept(&entry) {
                rebuilt.insert(entry, self.window_entries.binary_search(&at).is_ok());
            }
        }
        rebuilt.share_all();
        rebuilt.version = self.version + 1;
        rebuilt.inherit_pending(self);
        *self = rebuilt;
    }

    /// The data of a candidate who has entries of their own.
    pub(crate) fn candidate(&self, candidate: &str) -> Option<&CandidateTriage> {
        self.find_stored(candidate).map(|stored| &stored.triage)
    }

    fn find_stored(&self, candidate: &str) -> Option<&IndexedCandidate> {
        self.candidates.get(self.find_index(candidate)?)
    }

    fn find_index(&self, candidate: &str) -> Option<usize> {
        // An id has the same hash as its text.
        let candidate_id =
            |index: &usize| self.candidates[*index].triage.subject.candidate.as_str();
        let hash = self.hasher.hash_one(candidate);
        self.candidate_index.find(hash, |index| candidate_id(index) == candidate).copied()
    }

    /// The time for a new entry: later than every other entry about the candidate or the person, so
    /// that the new one wins even if the clock was set back.
    pub(crate) fn next_timestamp(&self, subject: &Subject, now: Timestamp) -> Timestamp {
        let of_candidate = self.find_stored(subject.candidate.as_str()).map(|stored| stored.newest);
        let newest = of_candidate.max(self.newest_of_person(subject));
        let newest = newest.filter(|newest| *newest >= now);
        newest.and_then(|newest| Timestamp::from_micros(newest.micros() + 1)).unwrap_or(now)
    }

    /// The entries of one user action, as undo group `number` of this session. The caller must add
    /// and store them.
    pub(crate) fn new_group(
        &self,
        (session, number): (&str, u64),
        now: Timestamp,
        changes: impl IntoIterator<Item = (Subject, Snapshot, EntryKind)>,
    ) -> Vec<LogEntry> {
        let group = UndoGroup(format!("{session}-{number}"));
        let entry =
            |(index, (subject, snapshot, kind)): (usize, (Subject, Snapshot, EntryKind))| {
                LogEntry {
                    id: EntryId(format!("{}.{index}", group.0)),
                    group: group.clone(),
                    at: self.next_timestamp(&subject, now),
                    subject: subject.into(),
                    snapshot: snapshot.into(),
                    kind,
                    source: None,
                }
            };
        changes.into_iter().enumerate().map(entry).collect()
    }

    /// All candidates with at least one entry.
    pub fn all(&self) -> impl Iterator<Item = &CandidateTriage> {
        self.candidates.iter().map(|stored| &stored.triage)
    }

    /// The oldest first.
    pub(crate) fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Marks a candidate as seen. Returns whether this was the first time.
    pub fn mark_seen(&mut self, candidate: &str, at: Timestamp) -> bool {
        let is_first = !self.seen_marks.contains_key(candidate);
        if is_first {
            self.seen_marks.insert(candidate.to_owned(), at);
            self.version += 1;
        }
        is_first
    }

    pub(crate) fn seen_ids(&self) -> impl Iterator<Item = &str> {
        self.seen_marks.keys().map(String::as_str)
    }

    pub(crate) fn seen_at(&self, candidate: &str) -> Option<Timestamp> {
        self.seen_marks.get(candidate).copied()
    }

    /// The group that undo would revert: the last of this window, or else the last of any other.
    pub(crate) fn undoable(&self) -> Option<(&UndoGroup, Vec<&LogEntry>)> {
        let group =
            &self.log[*self.window_stack.undo.last().or(self.other_stack.undo.last())?].group;
        Some((group, self.group_entries(group).collect()))
    }

    /// The group that redo would restore.
    pub(crate) fn redoable(&self) -> Option<(&UndoGroup, Vec<&LogEntry>)> {
        let group =
            &self.log[*self.window_stack.redo.last().or(self.other_stack.redo.last())?].group;
        Some((group, self.group_entries(group).collect()))
    }

    /// The entries of the last group about a candidate that can be undone.
    pub(crate) fn undoable_of(&self, candidate: &str) -> Option<Vec<&LogEntry>> {
        let stored = self.find_stored(candidate)?;
        let can_undo = |entry: &&LogEntry| {
            entry.source.is_none() && !self.undone_groups.contains(&entry.group)
        };
        let mut entries = stored.entry_indices().map(|index| &self.log[index]);
        let last = entries.rfind(can_undo)?;
        Some(self.group_entries(&last.group).collect())
    }

    /// The candidates whose data an entry changes: for undo and redo, those of the group.
    pub(crate) fn affected_candidates<'a>(&'a self, entry: &'a LogEntry) -> Vec<&'a str> {
        match &entry.kind {
            EntryKind::Undo { group } | EntryKind::Redo { group } => {
                self.group_entries(group).map(|entry| entry.subject.candidate.as_str()).collect()
            }
            _ => vec![entry.subject.candidate.as_str()],
        }
    }

    fn group_span(&self, group: &UndoGroup) -> Option<(usize, usize)> {
        let is_same = |span: &(usize, usize)| self.log[span.0].group == *group;
        self.group_spans.find(self.hasher.hash_one(group), is_same).copied()
    }

    fn group_entries(&self, group: &UndoGroup) -> impl Iterator<Item = &LogEntry> {
        let span = self.group_span(group).map_or(0..0, |(first, last)| first..last + 1);
        self.log[span]
            .iter()
            .filter(move |entry| entry.group == *group && !entry.kind.is_undo_or_redo())
    }

    fn rebuild_group(&mut self, group: &UndoGroup) {
        let candidates: BTreeSet<CandidateId> =
            self.group_entries(group).map(|entry| entry.subject.candidate.clone()).collect();
        for candidate in candidates {
            self.rebuild(&candidate);
            self.rebuild_person(&candidate);
        }
    }

    /// Recomputes a candidate from their entries without the undone ones.
    fn rebuild(&mut self, candidate: &CandidateId) {
        let Self { log, hasher, candidates, candidate_index, undone_groups, .. } = self;
        let candidate_id = |index: &usize| &candidates[*index].triage.subject.candidate;
        let index = candidate_index
            .find(hasher.hash_one(candidate), |index| candidate_id(index) == candidate);
        let Some(stored) = index.and_then(|index| candidates.get_mut(*index)) else { return };
        let indices = stored.entry_indices().collect();
        let mut triage = add_up(log, undone_groups, indices);
        triage.is_pending = stored.triage.is_pending;
        // Undone entries still say which person the candidate is.
        if triage.subject.person.is_empty() {
            triage.subject = Arc::clone(&stored.triage.subject);
        }
        stored.triage = triage;
    }
}
