//! Reads the candidates of all jobs from the mirror, job by job: a list and what its filters need.
//! `shortlist candidates --all-jobs` and `shortlist today` call it.

use crate::recruiting::coverage::Coverage;
use crate::recruiting::funnel::count::{CandidatePath, compute};
use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::funnel::histories::Histories;
use crate::recruiting::funnel::overdue::limit_of;
use crate::recruiting::table::{CandidateTable, JobKind, JobRef};
use crate::storage::mirror::records::mirrored_pipeline;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::storage::{Storage, StorageError};
use crate::usecases::sync::order::JobPlan;
use crate::wire::{Candidate, CandidateItem, JobId, JobItem, PipelineStage, Timestamp};

/// What the mirror holds of the candidates of a job.
#[derive(Debug)]
pub(crate) struct JobCandidates {
    pub(crate) job: JobItem,
    /// Empty if the job itself was never read.
    pub(crate) pipeline: Vec<PipelineStage>,
    /// In the order of the server.
    pub(crate) rows: CandidateTable,
    pub(crate) histories: Histories,
    /// `None` until the histories are read.
    pub(crate) figures: Option<FunnelFigures>,
    /// When the oldest part of the list was read.
    pub(crate) read_at: Timestamp,
}

/// The jobs of a server, open ones first, and how much of them is stored. `None` if the jobs were
/// never read.
pub(crate) fn mirrored_jobs(
    storage: &Storage,
    server: &str,
) -> Result<Option<(Vec<JobItem>, Coverage)>, StorageError> {
    let stored = storage.mirrored_list::<JobItem>(server, &JobId::default(), PageChoice::All)?;
    let Some(stored) = stored else { return Ok(None) };
    let mut jobs: Vec<JobItem> = stored.items().collect();
    jobs.sort_by_key(JobKind::new);
    let coverage = JobPlan::new(jobs.clone(), &storage.coverage(server)?).coverage();
    Ok(Some((jobs, coverage)))
}

impl JobCandidates {
    /// `None` if the list was never read.
    pub(crate) fn read(
        storage: &Storage,
        server: &str,
        job: JobItem,
    ) -> Result<Option<Self>, StorageError> {
        let list = storage.mirrored_list::<CandidateItem>(server, &job.id, PageChoice::All)?;
        let Some(list) = list else { return Ok(None) };
        let mut rows = CandidateTable::default();
        for row in list.pages.iter().flat_map(|(_, rows)| rows.iter()) {
            rows.put_in(JobRef::from(&job), row);
        }
        let pipeline = mirrored_pipeline(storage, server, &job.id)?;
        let (histories, figures) = Default::default();
        Ok(Some(Self { job, pipeline, rows, histories, figures, read_at: list.read_at }))
    }

    /// Reads when the candidates entered their stages, as far as their records are stored, and how
    /// long a stay is usual.
    pub(crate) fn read_histories(
        &mut self,
        storage: &Storage,
        server: &str,
        limits: &[(String, u32)],
        now: Timestamp,
    ) -> Result<(), StorageError> {
        for row in storage.candidate_records(server, &self.job.id)? {
            if let Ok(record) = serde_json::from_str::<Candidate>(&row.body) {
                self.histories.restore(&self.rows, &record);
            }
        }
        let rows = &self.rows;
        let paths = self.histories.all_visits().map(|(row, visits)| CandidatePath {
            candidate: rows.id(row),
            name: rows.name(row),
            visits,
        });
        let limit = |stage: &str| limit_of(limits, stage);
        self.figures = Some(compute(self.histories.stages(), paths, &self.pipeline, &limit, now));
        Ok(())
    }
}
