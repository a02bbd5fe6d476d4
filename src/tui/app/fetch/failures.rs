//! Records which requests failed, and allows them to be sent again.
//!
//! What the user asks for again is not held back by its [`Backoff`](super::backoff::Backoff).

use crate::recruiting::failure::Failure;
use crate::tui::app::clock::Moment;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::wire::{CandidateId, PersonId};

impl State {
    /// Allows failed requests to be sent again.
    pub(crate) fn clear_failures(&mut self, matches: impl Fn(&Failure) -> bool) {
        self.jobs.pages.clear_failures(&matches);
        for open in self.open.values_mut() {
            open.list.pages.clear_failures(&matches);
            open.job.failure.take_if(|failure| matches(failure));
        }
        for loaded in self.candidates.values_mut() {
            loaded.failure.take_if(|failure| matches(failure));
        }
        for loaded in self.people.values_mut() {
            loaded.failure.take_if(|failure| matches(failure));
        }
    }

    /// When the wait of a failure ends that passes by itself. `None` while nothing is sent anyway.
    pub(crate) fn next_retry(&self) -> Option<Moment> {
        let is_sending = self.connection.paused_until.is_none()
            && self.connection.offline.is_none()
            && self.connection.locked.is_none();
        self.fetching.backoff.next_due(self.clock.moment).filter(|_| is_sending)
    }

    /// Clears the failures whose wait ended.
    pub(crate) fn clear_due_failures(&mut self) {
        if self.next_retry().is_none() {
            return;
        }
        for slot in self.fetching.backoff.take_due(self.clock.moment) {
            match &slot {
                Slot::Jobs(offset) => self.jobs.pages.clear_failure(*offset),
                Slot::Job(job) => {
                    if let Some(open) = self.open.get_mut(job) {
                        open.job.failure = None;
                    }
                }
                Slot::CandidatePage(job, offset) => {
                    if let Some(open) = self.open.get_mut(job) {
                        open.list.pages.clear_failure(*offset);
                    }
                }
                Slot::Candidate(id) => {
                    if self.candidates.get(id).is_some() {
                        self.candidates.entry(id).failure = None;
                    }
                }
                Slot::Person(id) | Slot::WholePerson(id) => {
                    if self.people.get(id).is_some() {
                        self.people.entry(id).failure = None;
                    }
                }
            }
        }
    }

    /// Requests a person again, because the user needs the current record.
    pub(crate) fn reread_person(&mut self, id: &PersonId) {
        self.fetching.backoff.reset(&Slot::Person(id.clone()));
        self.fetching.backoff.reset(&Slot::WholePerson(id.clone()));
        self.people.entry(id).expire();
    }

    /// Requests a candidate again, because the user changed the record.
    pub(crate) fn reread_candidate(&mut self, id: &CandidateId) {
        self.fetching.backoff.reset(&Slot::Candidate(id.clone()));
        self.candidates.entry(id).expire();
    }

    pub(crate) fn fail(&mut self, slot: &Slot, failure: Failure) {
        let now = self.clock.date;
        match slot {
            Slot::Jobs(offset) => self.jobs.pages.fail(*offset, failure),
            Slot::Job(job) => {
                if let Some(open) = self.open.get_mut(job) {
                    open.job.set(Err(failure), now);
                }
            }
            Slot::CandidatePage(job, offset) => {
                if let Some(open) = self.open.get_mut(job) {
                    open.list.pages.fail(*offset, failure);
                }
            }
            Slot::Candidate(id) => self.candidates.entry(id).set(Err(failure), now),
            Slot::Person(id) | Slot::WholePerson(id) => {
                self.people.entry(id).set(Err(failure), now);
            }
        }
    }
}
