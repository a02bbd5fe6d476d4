//! A filter and a sort order under a name, from the config.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    pub name: String,
    /// Without a job the view applies to the open one.
    pub job: Option<String>,
    pub is_job_view: bool,
    /// As typed.
    pub filter: String,
    /// A field; `-` before it means descending.
    pub sort: Option<String>,
}
