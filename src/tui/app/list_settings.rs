//! Columns and sort orders of the lists, as the config sets them.

use super::list::{List, Sort};
use super::state::State;
use crate::config::{ListLayout, ListSettings};
use crate::keymap::action::Pane;
use crate::recruiting::query::Direction;
use crate::recruiting::table::ListField;

/// Jobs without a setting: newest first.
const YOUNGEST_FIRST: Sort = Sort { field: ListField::Age, direction: Direction::Ascending };
/// All candidates without a setting: newest first.
const LAST_ADDED_FIRST: Sort = Sort { field: ListField::Added, direction: Direction::Descending };

fn sort_of(layout: &ListLayout) -> Option<Sort> {
    layout.sort.map(|(field, direction)| Sort { field, direction })
}

impl State {
    /// At the start, before any row is there.
    pub(crate) fn use_list_settings(&mut self, lists: ListSettings) {
        self.list_settings = lists;
        self.jobs = List::with_sort(self.job_sort());
    }

    /// The sort order of a list that was not sorted otherwise; `None` is the server's order.
    pub(crate) fn default_sort(&self, pane: Pane) -> Option<Sort> {
        match pane {
            Pane::Jobs => Some(self.job_sort()),
            _ if self.is_all_selected() => Some(self.all_candidates_sort()),
            _ => self.candidate_sort(),
        }
    }

    fn job_sort(&self) -> Sort {
        sort_of(&self.list_settings.jobs).unwrap_or(YOUNGEST_FIRST)
    }

    /// For the candidates of one job.
    pub(crate) fn candidate_sort(&self) -> Option<Sort> {
        sort_of(&self.list_settings.candidates)
    }

    pub(crate) fn all_candidates_sort(&self) -> Sort {
        sort_of(&self.list_settings.all_candidates).unwrap_or(LAST_ADDED_FIRST)
    }

    /// Whether the config says how the list is sorted.
    pub(crate) fn has_sort_setting(&self, pane: Pane) -> bool {
        self.layout_of(pane).sort.is_some()
    }

    /// The columns that the config names for a list, from left to right.
    pub(crate) fn column_setting(&self, pane: Pane) -> Option<&[ListField]> {
        self.layout_of(pane).columns.as_deref()
    }

    fn layout_of(&self, pane: Pane) -> &ListLayout {
        match pane {
            Pane::Jobs => &self.list_settings.jobs,
            _ if self.is_all_selected() => &self.list_settings.all_candidates,
            _ => &self.list_settings.candidates,
        }
    }
}
