//! Reads the contacts of people whose records are not loaded, while the screen is open.
//!
//! Only their contacts are kept, in `State::contacts`; the records themselves are dropped.

use std::collections::{HashSet, VecDeque};

use super::selectors::subject_of;
use super::state::Duplicates;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::triage::Subject;
use crate::tui::app::fetch::state::InFlight;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::wire::{Person, PersonId};

/// Maximum number of records read each time the screen opens.
pub(crate) const MAX_READS: usize = 2_000;
/// Both people of this many first pairs are read with the priority of visible records.
const VISIBLE_PAIRS: usize = 60;
const VISIBLE_READS: usize = 8;
/// Background reads at the same time.
pub(crate) const MAX_IN_FLIGHT: usize = 4;
/// Background reads in a row that may fail for good.
const MAX_FAILURES: u32 = 3;

impl Duplicates {
    /// The next person to read in the background: people of pairs by name first.
    pub(crate) fn next(&mut self, state: &State) -> Option<PersonId> {
        if self.name_search.is_some() || self.is_full() || self.failures >= MAX_FAILURES {
            return None;
        }
        let is_waiting = |it: &Subject| {
            let slot = Slot::Person(it.person.clone());
            state.fetching.backoff.is_waiting(&slot, state.clock.moment)
        };
        // Whatever made the last reads fail may affect all others, too.
        if self.queue.iter().rev().take(MAX_IN_FLIGHT).any(is_waiting) {
            return None;
        }
        let is_in_flight =
            |it: &Subject| state.fetching.in_flight.contains_key(&Slot::Person(it.person.clone()));
        let has_failed =
            |it: &Subject| state.people.get(&it.person).is_some_and(|it| it.failure.is_some());
        let is_wanted = |it: &Subject| {
            state.contacts.needs_record(&it.person)
                && !is_in_flight(it)
                && !has_failed(it)
                && !is_waiting(it)
        };
        self.in_flight.retain(is_in_flight);
        let mut people = self.name_pairs.iter().flat_map(|(first, second, _)| [first, second]);
        let next = match people.find(|it| is_wanted(it)) {
            Some(subject) => subject.clone(),
            None => loop {
                let next = self.queue.pop_front()?;
                if is_wanted(&next) {
                    break next;
                }
            },
        };
        self.fetch_count += 1;
        self.in_flight.push(next.clone());
        Some(next.person)
    }

    /// A background read ended. After several failures in a row, opening the screen again starts
    /// over.
    pub(crate) const fn record_outcome(&mut self, is_ok: bool) {
        self.failures = if is_ok { 0 } else { self.failures + 1 };
    }

    /// Whether the limit is reached; opening the screen again starts over.
    pub(crate) const fn is_full(&self) -> bool {
        self.fetch_count >= MAX_READS
    }

    /// The read failed for a temporary reason: try again later.
    pub(crate) fn requeue(&mut self, person: &PersonId) {
        if let Some(at) = self.in_flight.iter().position(|it| it.person == *person) {
            self.queue.push_back(self.in_flight.remove(at));
            self.fetch_count -= 1;
        }
    }

    /// The people of the first pairs whose contacts are not known.
    pub(crate) fn unread<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Subject> {
        let people =
            self.pairs.iter().take(VISIBLE_PAIRS).flat_map(|pair| [&pair.first, &pair.second]);
        let is_wanted = |it: &&Subject| {
            state.contacts.needs_record(&it.person) && state.people.needs_fetch(&it.person)
        };
        people.filter(is_wanted).take(VISIBLE_READS)
    }
}

/// The people of the lists whose contacts are not known, up to the limit.
pub(crate) fn unread_contacts(state: &State) -> VecDeque<Subject> {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::new();
    for open in state.recent.iter().rev().filter_map(|id| state.open.get(id)) {
        let rows = &open.list.pages.rows;
        for row in rows.rows() {
            if queue.len() == MAX_READS {
                return queue;
            }
            let person = PersonId::from(rows.person_id(row));
            if state.contacts.needs_record(&person) && seen.insert(person) {
                queue.push_back(open.subject(row));
            }
        }
    }
    queue
}

/// Indexes the contacts of all records in memory.
pub(crate) fn index_loaded_contacts(state: &mut State) {
    let mut contacts = std::mem::take(&mut state.contacts);
    for person in state.people.records() {
        contacts.insert(subject_of(state, person), person);
    }
    state.contacts = contacts;
}

/// Indexes the contacts of a record that will not stay in memory.
pub(crate) fn index_contacts_of(state: &mut State, pairs: Option<&Duplicates>, person: &Person) {
    // The list knows better than the record which candidate this person is.
    let queued = pairs.and_then(|it| it.in_flight.iter().find(|it| it.person == person.id));
    let subject = queued.cloned().unwrap_or_else(|| subject_of(state, person));
    state.contacts.insert(subject, person);
}

/// A record could not be read. Returns whether a later try may succeed.
pub(crate) fn record_contact_failure(
    state: &mut State,
    person: &PersonId,
    failure: &Failure,
) -> bool {
    let is_transient = failure.kind.affects_all_requests();
    if !is_transient {
        state.contacts.mark_unreadable(person);
    }
    is_transient
}

/// Whether people are being read in the background.
pub(crate) fn is_reading_contacts(state: &State) -> bool {
    let is_background_read = |(slot, request): (&Slot, &InFlight)| {
        matches!(slot, Slot::Person(_)) && request.urgency == Urgency::Idle
    };
    state.fetching.in_flight.iter().any(is_background_read)
}
