//! Addresses, numbers and handles of people, as far as they were read.
//!
//! They are kept beside the records: those are many, and few of them are looked
//! at. `update/duplicates` fills it while the pairs are shown.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::selectors::subject_of;
use super::state::Duplicates;
use crate::recruiting::duplicates::contact_key::{ContactKey, emails, handles, phones};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::Urgency;
use crate::recruiting::triage::Subject;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::wire::{Person, PersonId};

/// So many people are asked for while the pairs are shown, and no more.
pub(crate) const MOST: usize = 2_000;

/// What tells whether two people are one.
#[derive(Debug, Default)]
pub struct ContactIndex {
    held: BTreeMap<PersonId, IndexedPerson>,
    /// Those whose records could not be read.
    failed: HashSet<PersonId>,
}

#[derive(Debug)]
struct IndexedPerson {
    subject: Subject,
    /// Addresses, numbers, handles.
    gists: [Vec<ContactKey>; 3],
}

impl ContactIndex {
    /// Of how many people they are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Whether they are known of nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Whether those of somebody are not known, and can be.
    pub(crate) fn wants(&self, person: &PersonId) -> bool {
        !person.is_empty() && !self.held.contains_key(person) && !self.failed.contains(person)
    }

    fn learn(&mut self, subject: Subject, person: &Person) {
        let gists = [emails(person), phones(person), handles(person)];
        self.held.insert(subject.person.clone(), IndexedPerson { subject, gists });
    }

    /// Nothing is known of somebody any more.
    pub(crate) fn forget(&mut self, person: &PersonId) {
        self.held.remove(person);
    }

    /// Each with the first who has the same of one kind, and what that is.
    pub(crate) fn shared(&self, kind: usize) -> Vec<(&Subject, &Subject, &str)> {
        let mut known: HashMap<&str, Vec<(&Subject, &ContactKey)>> = HashMap::new();
        let mut pairs = Vec::new();
        for IndexedPerson { subject, gists } in self.held.values() {
            for gist in &gists[kind] {
                let before = known.entry(gist.end()).or_default();
                match before.iter().find(|(_, other)| gist.is_same(other)) {
                    Some((one, _)) if one.person == subject.person => {}
                    Some((one, _)) => pairs.push((*one, subject, gist.shown())),
                    None => before.push((subject, gist)),
                }
            }
        }
        pairs
    }
}

impl Duplicates {
    /// Who is asked for next: those of pairs by name first.
    pub(crate) fn next(&mut self, state: &State) -> Option<PersonId> {
        if self.looking.is_some() || self.is_full() {
            return None;
        }
        let is_out = |it: &Subject| state.asked.contains_key(&Slot::Person(it.person.clone()));
        let has_failed =
            |it: &Subject| state.people.get(&it.person).is_some_and(|it| it.failure.is_some());
        let is_wanted =
            |it: &Subject| state.contacts.wants(&it.person) && !is_out(it) && !has_failed(it);
        self.out.retain(is_out);
        let mut named = self.named.iter().flat_map(|(one, other, _)| [one, other]);
        let next = match named.find(|it| is_wanted(it)) {
            Some(named) => named.clone(),
            None => loop {
                let next = self.queue.pop_front()?;
                if is_wanted(&next) {
                    break next;
                }
            },
        };
        self.asked += 1;
        self.out.push(next.clone());
        Some(next.person)
    }

    /// Whether no more are asked for until it is opened anew.
    pub(crate) const fn is_full(&self) -> bool {
        self.asked >= MOST
    }

    /// Somebody who was asked for will not come, or not now.
    pub(crate) fn put_back(&mut self, person: &PersonId) {
        if let Some(at) = self.out.iter().position(|it| it.person == *person) {
            self.queue.push_front(self.out.remove(at));
            self.asked -= 1;
        }
    }

    /// Those of the lists whose contacts are not known, as many as are asked for.
    pub(crate) fn unknown(state: &State) -> VecDeque<Subject> {
        let mut taken = HashSet::new();
        let mut queue = VecDeque::new();
        for open in state.recent.iter().rev().filter_map(|id| state.open.get(id)) {
            let rows = &open.list.roll.rows;
            for row in rows.rows() {
                if queue.len() == MOST {
                    return queue;
                }
                let person = PersonId::from(rows.person_id(row));
                if state.contacts.wants(&person) && taken.insert(person) {
                    queue.push_back(open.subject(row));
                }
            }
        }
        queue
    }
}

impl State {
    /// Takes the contacts of all records that are held.
    pub(crate) fn learn_contacts(&mut self) {
        let mut contacts = std::mem::take(&mut self.contacts);
        for person in self.people.records() {
            contacts.learn(subject_of(self, person), person);
        }
        self.contacts = contacts;
    }

    /// Takes those of somebody whose record is not held.
    pub(crate) fn learn_contacts_of(&mut self, pairs: Option<&Duplicates>, person: &Person) {
        // The lists know better than the record who is whose candidate.
        let asked = pairs.and_then(|it| it.out.iter().find(|it| it.person == person.id));
        let subject = asked.cloned().unwrap_or_else(|| subject_of(self, person));
        self.contacts.learn(subject, person);
    }

    /// The record of somebody could not be read. What concerns everybody passes.
    pub(crate) fn lack_contacts(&mut self, person: &PersonId, failure: &Failure) -> bool {
        let passes = matches!(
            failure.kind,
            FailureKind::Network | FailureKind::Key | FailureKind::Waiting | FailureKind::Busy
        );
        if !passes {
            self.contacts.failed.insert(person.clone());
        }
        passes
    }

    /// Whether people are asked for in the background.
    #[must_use]
    pub fn reads_contacts(&self) -> bool {
        let is_one = |(slot, asked): (&Slot, &crate::tui::app::state::InFlight)| {
            matches!(slot, Slot::Person(_)) && asked.urgency == Urgency::Idle
        };
        self.asked.iter().any(is_one)
    }
}
