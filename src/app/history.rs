//! Where one was: back, forward, and the list of it all.

use super::action::Pane;
use crate::wire::{CandidateId, JobId};

/// How many places are remembered.
const KEPT: usize = 100;

/// A place in the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
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

impl Place {
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
pub struct History {
    back: Vec<Place>,
    forward: Vec<Place>,
}

impl History {
    /// Remembers a place that is being left for another.
    pub fn leave(&mut self, place: Place) {
        self.forward.clear();
        if !self.back.last().is_some_and(|last| last.is(&place)) {
            self.back.push(place);
        }
        if self.back.len() > KEPT {
            self.back.remove(0);
        }
    }

    /// The place before, leaving the one that one is at.
    pub fn back(&mut self, here: Place) -> Option<Place> {
        while let Some(place) = self.back.pop() {
            if !place.is(&here) {
                self.forward.push(here);
                return Some(place);
            }
        }
        None
    }

    /// The place one came back from.
    pub fn forward(&mut self, here: Place) -> Option<Place> {
        let place = self.forward.pop()?;
        self.back.push(here);
        Some(place)
    }

    /// All places, the newest first.
    #[must_use]
    pub fn newest_first(&self) -> impl ExactSizeIterator<Item = &Place> {
        self.back.iter().rev()
    }

    /// The n-th newest place, everything after it moved to where one can go
    /// forward to.
    pub fn pick(&mut self, at: usize, here: Place) -> Option<Place> {
        let mut place = self.back(here)?;
        for _ in 0..at {
            place = self.back(place)?;
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Place {
        Place {
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
        let mut history = History::default();
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
}
