//! The parameters of a data set.

use chrono::{DateTime, Utc};

use super::ids::IdGenerator;
use crate::wire::JobId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoConfig {
    pub seed: u64,
    pub jobs: usize,
    /// The total over all jobs.
    pub candidates: usize,
    /// No event of the data set is later.
    pub now: DateTime<Utc>,
}

impl DemoConfig {
    #[must_use]
    pub const fn standard(now: DateTime<Utc>) -> Self {
        Self { seed: 7, jobs: 32, candidates: 2400, now }
    }

    /// A job that every data set of this seed contains, whatever its size and
    /// date. It identifies a demo database.
    pub(crate) fn marker_job_id(&self) -> JobId {
        JobId::from(IdGenerator::new(self.seed).numbered("job", 0, 0))
    }
}
