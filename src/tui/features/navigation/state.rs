//! The back and forward stacks of visited locations.

use crate::keymap::action::Pane;
use crate::wire::{CandidateId, JobId};

const KEPT: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub pane: Pane,
    pub job: Option<JobId>,
    pub candidate: Option<CandidateId>,
    pub filter: String,
    /// Whether the board was open.
    pub board: bool,
    /// Name in the history list.
    pub told: String,
}

impl Location {
    fn is(&self, other: &Self) -> bool {
        self.pane == other.pane
            && self.job == other.job
            && self.candidate == other.candidate
            && self.filter == other.filter
            && self.board == other.board
    }
}

#[derive(Debug, Clone, Default)]
pub struct NavigationHistory {
    back: Vec<Location>,
    forward: Vec<Location>,
}

impl NavigationHistory {
    pub fn leave(&mut self, place: Location) {
        self.forward.clear();
        if !self.back.last().is_some_and(|last| last.is(&place)) {
            self.back.push(place);
        }
        if self.back.len() > KEPT {
            self.back.remove(0);
        }
    }

    pub fn back(&mut self, here: Location) -> Option<Location> {
        while let Some(place) = self.back.pop() {
            if !place.is(&here) {
                self.forward.push(here);
                return Some(place);
            }
        }
        None
    }

    pub fn forward(&mut self, here: Location) -> Option<Location> {
        let place = self.forward.pop()?;
        self.back.push(here);
        Some(place)
    }

    #[must_use]
    pub fn newest_first(&self) -> impl ExactSizeIterator<Item = &Location> {
        self.back.iter().rev()
    }

    /// Everything newer moves to the forward stack.
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
    fn back_and_forward_follow_the_visited_locations() {
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
    fn a_location_is_picked_by_its_position_in_the_list() {
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
