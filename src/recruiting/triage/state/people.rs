//! What belongs to the person: notes, tags, star and snooze. They are added up here from the entries
//! about all candidacies of the person, and copied into each of them.

use std::collections::HashMap;

use super::TriageState;
use super::person_index::{IndexedPerson, PersonKey, PersonRef};
use crate::recruiting::triage::candidate::{CandidateTriage, add_up, apply};
use crate::recruiting::triage::entry::{EntryKind, Subject};
use crate::wire::{CandidateId, Timestamp};

impl TriageState {
    /// What applies to a candidacy: its own verdict, and what belongs to the person.
    pub(crate) fn candidacy(&self, candidate: &str, person: &str) -> Option<&CandidateTriage> {
        let of_person = || Some(&self.people.get(&PersonRef::new(candidate, person))?.triage);
        self.candidate(candidate).or_else(of_person)
    }

    /// What belongs to each person with notes, tags, a star or a snooze.
    pub(crate) fn people(&self) -> impl Iterator<Item = &CandidateTriage> {
        self.people.values().map(|person| &person.triage)
    }

    /// All tags in use, the most common first.
    pub(crate) fn tags(&self) -> Vec<&str> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for tag in self.people().flat_map(|person| &person.tags) {
            *counts.entry(tag).or_default() += 1;
        }
        let mut tags: Vec<(&str, usize)> = counts.into_iter().collect();
        tags.sort_unstable_by_key(|(tag, count)| (std::cmp::Reverse(*count), *tag));
        tags.into_iter().map(|(tag, _)| tag).collect()
    }

    pub(super) fn newest_of_person(&self, subject: &Subject) -> Option<Timestamp> {
        self.people.get(&PersonRef::of(subject)).map(|person| person.newest)
    }

    /// Adds an entry that was just pushed to its person, unless it is a verdict.
    pub(super) fn apply_to_person(&mut self, at: usize) {
        let entry = &self.log[at];
        if !entry.kind.is_about_person() {
            return;
        }
        // The candidate may have been seen with a person by another entry.
        let subject = self.candidate(entry.subject.candidate.as_str());
        let subject = subject.map_or(&entry.subject, |candidate| &candidate.subject);
        let key = PersonRef::of(subject).to_key();
        let is_undone = self.undone_groups.contains(&entry.group);
        let person = self.people.entry(key.clone()).or_insert_with(|| IndexedPerson {
            triage: CandidateTriage::new(entry),
            newest: entry.at,
            entries: Vec::new(),
        });
        person.entries.push(at);
        if person.newest <= entry.at && !is_undone {
            person.newest = entry.at;
            apply(&mut person.triage, entry);
        } else {
            self.add_up_person(&key);
        }
    }

    /// The candidate was known without a person until now: their entries count for the person.
    pub(super) fn adopt_entries(&mut self, candidate: &CandidateId) {
        let Some(triage) = self.candidate(candidate.as_str()) else { return };
        let key = PersonRef::of(&triage.subject).to_key();
        if key == PersonKey::Candidate(candidate.clone()) {
            return;
        }
        let Some(orphan) = self.people.remove(&PersonRef::Candidate(candidate.as_str())) else {
            return;
        };
        let IndexedPerson { triage, newest, entries } = orphan;
        let person = self.people.entry(key.clone()).or_insert_with(|| IndexedPerson {
            triage,
            newest,
            entries: Vec::new(),
        });
        person.newest = person.newest.max(newest);
        person.entries.extend(entries);
        person.entries.sort_unstable();
        self.add_up_person(&key);
    }

    /// Adds up the person of a candidate again, after an undo or redo.
    pub(super) fn rebuild_person(&mut self, candidate: &CandidateId) {
        let Some(triage) = self.candidate(candidate.as_str()) else { return };
        let key = PersonRef::of(&triage.subject).to_key();
        self.add_up_person(&key);
    }

    fn add_up_person(&mut self, key: &PersonKey) {
        let Self { log, people, undone_groups, .. } = self;
        if let Some(person) = people.get_mut(key) {
            person.triage = add_up(log, undone_groups, person.entries.clone());
        }
    }

    /// Copies what an entry changed into the candidacies of its person.
    pub(super) fn share_entry(&mut self, at: usize) {
        let Some(entry) = self.log.get(at) else { return };
        let subjects: Vec<Subject> = match &entry.kind {
            EntryKind::Undo { group } | EntryKind::Redo { group } => {
                self.group_entries(group).map(|entry| Subject::clone(&entry.subject)).collect()
            }
            _ => vec![Subject::clone(&entry.subject)],
        };
        let is_about_person = entry.kind.is_about_person() || entry.kind.is_undo_or_redo();
        for subject in subjects {
            let Some(index) = self.find_index(subject.candidate.as_str()) else { continue };
            self.share_with(index);
            if is_about_person {
                let subject = Subject::clone(&self.candidates[index].triage.subject);
                self.share_with_others(&subject);
            }
        }
    }

    fn share_with_others(&mut self, subject: &Subject) {
        if subject.person.is_empty() {
            return;
        }
        let is_same =
            |index: &usize| self.candidates[*index].triage.subject.person == subject.person;
        let others: Vec<usize> = (0..self.candidates.len()).filter(is_same).collect();
        for index in others {
            self.share_with(index);
        }
    }

    /// After many entries, once for all candidacies.
    pub(super) fn share_all(&mut self) {
        if !self.people.is_empty() {
            for index in 0..self.candidates.len() {
                self.share_with(index);
            }
        }
    }

    fn share_with(&mut self, index: usize) {
        let Self { candidates, people, .. } = self;
        let triage = &mut candidates[index].triage;
        if let Some(person) = people.get(&PersonRef::of(&triage.subject)) {
            triage.copy_person(&person.triage);
        }
    }
}
