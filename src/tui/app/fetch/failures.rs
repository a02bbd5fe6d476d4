//! Records which requests failed, and allows them to be sent again.

use crate::recruiting::failure::Failure;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;

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
            Slot::Person(id) => self.people.entry(id).set(Err(failure), now),
        }
    }
}
