//! The cells that the columns of the lists need. `measure` writes it; the views and the layout read
//! it.

use crate::recruiting::query::Filter;
use crate::recruiting::table::Row;
use crate::tui::app::list::Sort;
use crate::wire::JobId;

#[derive(Debug, Default)]
pub(crate) struct ColumnNeeds {
    pub(crate) jobs: ListNeeds,
    pub(crate) candidates: ListNeeds,
    /// What was measured last.
    pub(super) shown: ShownRows,
}

/// The rows on the screen, and the version of their list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ShownRows {
    pub(super) jobs: (u64, Vec<Row>),
    pub(super) candidates: (u64, Vec<Row>),
}

/// What the rows on the screen need. It only grows while the user scrolls by lines: columns must not
/// move then. Another page, filter or sort is measured afresh.
#[derive(Debug, Default)]
pub(crate) struct ListNeeds {
    pub(crate) columns: Vec<ColumnNeed>,
    /// The pane that shows all columns in full, of all lists that were in it.
    pub(crate) pane: u16,
    pub(super) measured: Option<Measured>,
}

/// The cells that a column needs, without its heading; 0 if it is empty in every row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ColumnNeed {
    /// For the widest row.
    pub(crate) most: u16,
    /// For all but a few rows.
    pub(crate) typical: u16,
}

/// Whose rows were measured, which, and on which screen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Measured {
    pub(super) size: (u16, u16),
    /// `None` for the job list.
    pub(super) job: Option<JobId>,
    /// The first row on the screen when the measuring began.
    pub(super) top: usize,
    pub(super) filter: Filter,
    pub(super) sort: Option<Sort>,
}
