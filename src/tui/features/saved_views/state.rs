//! Saved views: a filter and an order under a name, from the config.

/// A saved view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// What it is called.
    pub name: String,
    /// The job it belongs to; without one, whichever is open.
    pub job: Option<String>,
    /// Whether it is over the jobs, not the candidates.
    pub over_jobs: bool,
    /// The filter as it is typed.
    pub filter: String,
    /// The field to sort by, with a `-` before it for the other way round.
    pub sort: Option<String>,
}
