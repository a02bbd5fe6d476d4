//! What this window knows from the local database and belongs to no single feature.

use crate::recruiting::job_change::JobTemplate;
use crate::recruiting::person::ServerQuirks;

#[derive(Debug, Default)]
pub(crate) struct LocalData {
    /// False until the drafts, the triage log and the inbox position have been read.
    pub(crate) is_restored: bool,
    /// Prefix of the ids of this window's drafts and undo groups.
    pub(crate) session: String,
    /// How this server deviates, as observed by this and earlier sessions.
    pub(crate) quirks: ServerQuirks,
    /// Whether people are created with the old operation here.
    pub(crate) creates_v0: bool,
    /// The address of a candidate in the recruiting system, with `{candidate_id}` in it.
    pub(crate) web_url: Option<String>,
    /// Whether this program may move candidates in the service's own database.
    pub(crate) can_apply: bool,
    /// The pipelines that a new job can start with.
    pub(crate) job_templates: Vec<JobTemplate>,
}
