//! The state of the list of changes.

use crate::recruiting::changes::groups::{Grouping, group};
use crate::recruiting::changes::period::Period;
use crate::recruiting::changes::{Change, ChangeList};
use crate::tui::widgets::pick_list::contains_words;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::Timestamp;

#[derive(Debug, Default)]
pub(crate) struct ChangesDialog {
    /// Index of the selected row, in display order.
    pub(crate) at: usize,
    pub(crate) period: Period,
    /// The start that was requested; `None` for the last visit.
    pub(crate) since: Option<Timestamp>,
    pub(crate) grouping: Grouping,
    /// `None` while it is being read.
    pub(crate) list: Option<ChangeList>,
    /// The headings with the number of their rows.
    pub(crate) groups: Vec<(String, usize)>,
    /// Indices of the changes that match the filter, in display order.
    rows: Vec<usize>,
    pub(crate) typing: Option<ChangesInput>,
    pub(crate) filter: TextInput,
    pub(crate) date: TextInput,
    /// Why the typed date is not one.
    pub(crate) error: Option<String>,
}

/// What the user types into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangesInput {
    Filter,
    Date,
}

impl ChangesDialog {
    pub(crate) const fn input(&mut self) -> Option<&mut TextInput> {
        match self.typing {
            Some(ChangesInput::Filter) => Some(&mut self.filter),
            Some(ChangesInput::Date) => Some(&mut self.date),
            None => None,
        }
    }

    /// The label and the text of the input.
    pub(crate) fn labelled_input(&self) -> (&'static str, &str) {
        match self.typing {
            Some(ChangesInput::Date) => ("since", self.date.text()),
            _ => ("filter", self.filter.text()),
        }
    }

    pub(crate) fn changes(&self) -> &[Change] {
        self.list.as_ref().map_or(&[], |list| &list.changes)
    }

    /// The change in a row of the screen.
    pub(crate) fn change(&self, row: usize) -> Option<&Change> {
        self.changes().get(*self.rows.get(row)?)
    }

    pub(crate) const fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The list, the filter or the grouping changed. The cursor stays on its change.
    pub(crate) fn arrange(&mut self) {
        let selected = self.rows.get(self.at).copied();
        let words = self.filter.text().to_owned();
        let changes = self.changes();
        let is_match = |row: &usize| {
            words.trim().is_empty() || changes.get(*row).is_some_and(|it| matches(it, &words))
        };
        let groups = group(changes, (0..changes.len()).filter(is_match), self.grouping);
        let rows: Vec<usize> = groups.iter().flat_map(|group| &group.rows).copied().collect();
        let kept = selected.and_then(|selected| rows.iter().position(|row| *row == selected));
        self.groups = groups.into_iter().map(|group| (group.heading, group.rows.len())).collect();
        (self.at, self.rows) = (kept.unwrap_or(0), rows);
    }

    /// The rows on the screen, grouped, for the document.
    pub(crate) fn visible_rows(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().copied()
    }
}

fn matches(change: &Change, words: &str) -> bool {
    let own = if change.is_own { " you" } else { "" };
    contains_words(&format!("{} {}{own}", change.describe(), change.job_name), words)
}
