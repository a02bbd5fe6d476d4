//! Visited locations, and the one that navigation is heading for.

use crate::keymap::action::Pane;
use crate::tui::app::list::Sort;
use crate::wire::{CandidateId, JobId};

const MAX_LOCATIONS: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Location {
    pub(crate) pane: Pane,
    pub(crate) job: Option<JobId>,
    pub(crate) candidate: Option<CandidateId>,
    pub(crate) filter: String,
    /// Whether the board was open.
    pub(crate) board: bool,
    /// Name in the history list.
    pub(crate) name: String,
}

/// The list that a saved view opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ViewTarget {
    pub(crate) pane: Pane,
    /// `None` for the list of the selected job, or of all jobs.
    pub(crate) job: Option<JobId>,
    pub(crate) filter: String,
    pub(crate) sort: Option<Sort>,
}

impl Location {
    /// A job or a candidate in its unfiltered list.
    pub(crate) const fn record(pane: Pane, job: JobId, candidate: Option<CandidateId>) -> Self {
        Self {
            pane,
            job: Some(job),
            candidate,
            filter: String::new(),
            board: false,
            name: String::new(),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.pane == other.pane
            && self.job == other.job
            && self.candidate == other.candidate
            && self.filter == other.filter
            && self.board == other.board
    }
}

#[derive(Debug, Default)]
pub(crate) struct Navigation {
    pub(crate) history: NavigationHistory,
    /// The location to select as soon as its records are loaded.
    pub(crate) destination: Option<Location>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct NavigationHistory {
    back: Vec<Location>,
    forward: Vec<Location>,
}

impl NavigationHistory {
    pub(crate) fn leave(&mut self, location: Location) {
        self.forward.clear();
        if !self.back.last().is_some_and(|last| last.is_same(&location)) {
            self.back.push(location);
        }
        if self.back.len() > MAX_LOCATIONS {
            self.back.remove(0);
        }
    }

    pub(crate) fn back(&mut self, here: Location) -> Option<Location> {
        while let Some(location) = self.back.pop() {
            if !location.is_same(&here) {
                self.forward.push(here);
                return Some(location);
            }
        }
        None
    }

    pub(crate) fn forward(&mut self, here: Location) -> Option<Location> {
        let location = self.forward.pop()?;
        self.back.push(here);
        Some(location)
    }

    pub(crate) const fn can_go_forward(&self) -> bool {
        !self.forward.is_empty()
    }

    pub(crate) fn newest_first(&self) -> impl ExactSizeIterator<Item = &Location> {
        self.back.iter().rev()
    }

    /// Everything newer moves to the forward stack.
    pub(crate) fn pick(&mut self, at: usize, here: Location) -> Option<Location> {
        let index = self.back.len().checked_sub(at + 1)?;
        let skipped = self.back.split_off(index + 1);
        self.forward.push(here);
        self.forward.extend(skipped.into_iter().rev());
        self.forward.dedup_by(|location, other| location.is_same(other));
        self.back.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(name: &str) -> Location {
        Location {
            pane: Pane::Jobs,
            job: Some(name.into()),
            candidate: None,
            filter: String::new(),
            board: false,
            name: name.into(),
        }
    }

    #[test]
    fn back_and_forward_follow_the_visited_locations() {
        let mut history = NavigationHistory::default();
        history.leave(location("a"));
        history.leave(location("b"));
        assert_eq!(history.back(location("c")), Some(location("b")));
        assert_eq!(history.back(location("b")), Some(location("a")));
        assert_eq!(history.back(location("a")), None);
        assert_eq!(history.forward(location("a")), Some(location("b")));
        history.leave(location("b"));
        assert_eq!(history.forward(location("x")), None, "a new location clears the forward stack");
        assert_eq!(history.pick(1, location("x")), Some(location("a")));
    }

    #[test]
    fn a_location_is_picked_by_its_position_in_the_list() {
        let mut history = NavigationHistory::default();
        for name in ["a", "b", "c"] {
            history.leave(location(name));
        }
        let expected = history.newest_first().nth(1).cloned();
        assert_eq!(history.pick(1, location("c")), expected);
        assert_eq!(history.newest_first().len(), 1, "older locations stay");
        assert_eq!(history.forward(location("b")), Some(location("c")));
        assert_eq!(history.forward(location("c")), None, "the forward stack is empty");
        assert_eq!(history.pick(7, location("c")), None);
        assert_eq!(history.newest_first().len(), 2, "an index out of range changes nothing");
    }
}
