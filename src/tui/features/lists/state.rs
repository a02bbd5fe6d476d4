//! The cells that the columns of the lists need. `measure` writes it; the views and the layout read
//! it.

use crate::wire::JobId;

#[derive(Debug, Default)]
pub(crate) struct ColumnNeeds {
    pub(crate) jobs: ListNeeds,
    pub(crate) candidates: ListNeeds,
}

/// What the rows on the screen need. It only grows while the same list is shown on a screen of the
/// same size: columns must not move while the user scrolls.
#[derive(Debug, Default)]
pub(crate) struct ListNeeds {
    /// The widest content of each column, without its heading; 0 if it is empty in every row.
    pub(crate) columns: Vec<u16>,
    /// The pane that shows all columns in full, of all lists that were in it.
    pub(crate) pane: u16,
    pub(super) measured: Option<Measured>,
}

/// Whose rows were measured, and on which screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Measured {
    pub(super) size: (u16, u16),
    /// `None` for the job list.
    pub(super) job: Option<JobId>,
}
