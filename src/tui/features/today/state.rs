//! The state of the day's overview.

use crate::recruiting::changes::ChangeList;
use crate::recruiting::today::{TodayRow, TodaySection};

/// What the window knows of the time since the last visit.
#[derive(Debug, Default)]
pub(crate) struct TodayState {
    pub(crate) news: ChangeList,
    /// Whether the overview was offered: once, at the start.
    pub(crate) is_offered: bool,
}

#[derive(Debug, Default)]
pub(crate) struct TodayDialog {
    /// Index of the selected row.
    pub(crate) at: usize,
    /// Until the user moves the cursor it stays on the first row while rows arrive.
    pub(crate) has_moved: bool,
    pub(crate) sections: Vec<TodaySection>,
    /// Candidates whose time in stage is not known yet.
    pub(crate) unknown: usize,
    /// Whether the limits are computed from a part of the histories.
    pub(crate) is_estimated: bool,
}

impl TodayDialog {
    pub(crate) fn rows(&self) -> impl Iterator<Item = &TodayRow> {
        self.sections.iter().flat_map(|section| &section.rows)
    }
}
