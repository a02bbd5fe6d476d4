//! What the mouse can click besides rows: key hints, column headings, the path in the header.
//!
//! The views fill it while they draw, so a click finds exactly what is on the screen. The controller
//! keeps the map of the last frame and turns a click into the message that the key would send.

use std::cell::RefCell;

use ratatui::layout::Rect;

use crate::keymap::action::Action;
use crate::keymap::key::Key;
use crate::recruiting::table::ListField;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hit {
    Action(Action),
    /// Begins a chord.
    Prefix(Key),
    /// Sorts the list by this column.
    Sort(ListField),
    /// Something was drawn over the areas below.
    Covered,
}

#[derive(Debug, Default)]
pub struct HitMap(RefCell<Vec<(Rect, Hit)>>);

impl HitMap {
    /// Before the next frame.
    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    pub(crate) fn add(&self, area: Rect, hit: Hit) {
        self.0.borrow_mut().push((area, hit));
    }

    /// What is at a position: the part that was drawn last.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<Hit> {
        let areas = self.0.borrow();
        let hit = areas.iter().rev().find(|(area, _)| area.contains((x, y).into()));
        hit.map(|(_, hit)| *hit).filter(|hit| *hit != Hit::Covered)
    }

    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<(Rect, Hit)> {
        self.0.borrow().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_finds_what_was_drawn_last() {
        let map = HitMap::default();
        let area = Rect::new(2, 1, 4, 1);
        map.add(area, Hit::Action(Action::Help));
        assert_eq!(map.at(5, 1), Some(Hit::Action(Action::Help)));
        assert_eq!([map.at(6, 1), map.at(5, 2)], [None, None]);
        map.add(Rect::new(4, 0, 9, 9), Hit::Covered);
        assert_eq!(map.at(5, 1), None, "a dialog covers it");
        map.add(area, Hit::Action(Action::Quit));
        assert_eq!(map.at(2, 1), Some(Hit::Action(Action::Quit)));
    }
}
