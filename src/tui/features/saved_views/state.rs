//! A filter and a sort order under a name, from the config.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    pub(crate) name: String,
    /// Without a job the view applies to the open one.
    pub(crate) job: Option<String>,
    pub(crate) is_job_view: bool,
    /// As typed.
    pub(crate) filter: String,
    /// A field; `-` before it means descending.
    pub(crate) sort: Option<String>,
}
