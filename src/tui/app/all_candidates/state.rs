//! The state of the list of all candidates, and the id that stands for it.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::recruiting::table::Row;
use crate::tui::app::open_job::OpenJob;
use crate::wire::JobId;

/// Stands for all jobs where an id is expected, also in the config and on disk. Ids are parts of a
/// path, so no job has it.
pub(crate) const ALL_JOBS: &str = "*";
pub(crate) const TITLE: &str = "All candidates";

#[derive(Debug, Default)]
pub(crate) struct AllCandidates {
    /// `None` until the list is needed.
    pub(crate) list: Option<Box<OpenJob>>,
    pub(super) mirror: MirrorStatus,
    /// Whether a sync changed the mirror since it was last loaded.
    pub(super) is_outdated: bool,
    /// How many jobs the mirror had then.
    pub(super) loaded_jobs: u64,
    /// Rows of the job that the mirror is sending.
    pub(super) incoming: HashSet<Row>,
    /// The jobs whose lists are read for it.
    pub(super) reading: BTreeSet<JobId>,
}

impl AllCandidates {
    /// Whether the rows of the mirror are still to come.
    pub(crate) const fn is_loading(&self) -> bool {
        matches!(self.mirror, MirrorStatus::Loading)
    }
}

/// What is known of the rows that earlier sessions read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MirrorStatus {
    #[default]
    NotRequested,
    Loading,
    Loaded,
    /// Loading again what a sync brought.
    Reloading,
}

pub(crate) fn is_all(job: &JobId) -> bool {
    job.as_str() == ALL_JOBS
}

/// The list of a job, or of all jobs.
pub(crate) fn find_list<'a>(
    open: &'a mut HashMap<JobId, OpenJob>,
    all: &'a mut AllCandidates,
    id: &JobId,
) -> Option<&'a mut OpenJob> {
    if is_all(id) { all.list.as_deref_mut() } else { open.get_mut(id) }
}
