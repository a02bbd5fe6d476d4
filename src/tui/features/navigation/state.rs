//! Where one was: back, forward, and the list of it all.

use crate::keymap::action::Pane;
use crate::wire::{CandidateId, JobId};

/// How many places are remembered.
const KEPT: usize = 100;

/// A place in the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The pane.
    pub pane: Pane,
    /// The job.
    pub job: Option<JobId>,
    /// The candidate, where one was open.
    pub candidate: Option<CandidateId>,
    /// The filter of the candidates.
    pub filter: String,
    /// Candidates as columns.
    pub board: bool,
    /// What it is called in the list.
    pub told: String,
}

impl Location {
    /// Whether it is the same place, whatever it was called.
    fn is(&self, other: &Self) -> bool {
        self.pane == other.pane
            && self.job == other.job
            && self.candidate == other.candidate
            && self.filter == other.filter
            && self.board == other.board
    }
}

/// Where one was.
#[derive(Debug, Clone, Default)]
pub struct NavigationHistory {
    back: Vec<Location>,
    forward: Vec<Location>,
}

impl NavigationHistory {
    /// Remembers a place that is being left for another.
    pub fn leave(&mut self, place: Location) {
        self.forward.clear();
        if !self.back.last().is_some_and(|last| last.is(&place)) {
            self.back.push(place);
        }
        if self.back.len() > KEPT {
            self.back.remove(0);
        }
    }

    /// The place before, leaving the one that one is at.
    pub fn back(&mut self, here: Location) -> Option<Location> {
        while let Some(place) = self.back.pop() {
            if !place.is(&here) {
                self.forward.push(here);
                return Some(place);
            }
        }
        None
    }

    /// The place one came back from.
    pub fn forward(&mut self, here: Location) -> Option<Location> {
        let place = self.forward.pop()?;
        self.back.push(here);
        Some(place)
    }

    /// All places, the newest first.
    #[must_use]
    pub fn newest_first(&self) -> impl ExactSizeIterator<Item = &Location> {
        self.back.iter().rev()
    }

    /// The n-th newest place, everything after it moved to where one can go
    /// forward to.
    pub fn pick(&mut self, at: usize, here: Location) -> Option<Location> {
        let place = self.back.len().checked_sub(at + 1)?;
        let passed = self.back.split_off(place + 1);
        self.forward.push(here);
        self.forward.extend(passed.into_iter().rev());
        self.forward.dedup_by(|one, other| one.is(other));
        self.back.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Location {
        Location {
            pane: Pane::Jobs,
            job: Some(name.into()),
            candidate: None,
            filter: String::new(),
            board: false,
            told: name.into(),
        }
    }

    #[test]
    fn one_goes_back_and_forward_as_in_a_book() {
        let mut history = NavigationHistory::default();
        history.leave(place("a"));
        history.leave(place("b"));
        assert_eq!(history.back(place("c")), Some(place("b")));
        assert_eq!(history.back(place("b")), Some(place("a")));
        assert_eq!(history.back(place("a")), None);
        assert_eq!(history.forward(place("a")), Some(place("b")));
        history.leave(place("b"));
        assert_eq!(history.forward(place("x")), None, "a new way forgets the old one");
        assert_eq!(history.pick(1, place("x")), Some(place("a")));
    }

    #[test]
    fn a_place_is_picked_where_it_stands_in_the_list_even_beside_the_one_that_one_is_at() {
        let mut history = NavigationHistory::default();
        for name in ["a", "b", "c"] {
            history.leave(place(name));
        }
        let shown = history.newest_first().nth(1).cloned();
        assert_eq!(history.pick(1, place("c")), shown);
        assert_eq!(history.newest_first().len(), 1, "what is before it stays");
        assert_eq!(history.forward(place("b")), Some(place("c")));
        assert_eq!(history.forward(place("c")), None, "the same place is not gone to twice");
        assert_eq!(history.pick(7, place("c")), None);
        assert_eq!(history.newest_first().len(), 2, "no such place changes nothing");
    }
}
