//! The candidates of a job with what filters need: their pipeline, and when they entered their
//! stages, from the mirror or from the server.
//! `shortlist candidates` and `shortlist today` call it.

use futures_util::StreamExt as _;
use futures_util::stream;

use crate::client::{Client, ClientError, Versioned};
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
use crate::wire::{
    Candidate, CandidateId, CandidateItem, JobId, JobItem, PipelineStage, Timestamp,
};

/// Requests in flight. The client's limiter may allow fewer.
const IN_FLIGHT: usize = 8;

/// The candidates of a job.
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

    /// A list that was just read from the server.
    pub(crate) fn of_items(
        job: JobId,
        pipeline: Vec<PipelineStage>,
        items: &[CandidateItem],
    ) -> Self {
        let mut rows = CandidateTable::default();
        for item in items {
            rows.put(item);
        }
        let job = JobItem { id: job, ..JobItem::default() };
        let (histories, figures) = Default::default();
        Self { job, pipeline, rows, histories, figures, read_at: Timestamp::now() }
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
        self.restore_histories(storage, server)?;
        self.compute_figures(limits, now);
        Ok(())
    }

    /// Reads when the candidates entered their stages, as far as their records are stored.
    pub(crate) fn restore_histories(
        &mut self,
        storage: &Storage,
        server: &str,
    ) -> Result<(), StorageError> {
        for row in storage.candidate_records(server, &self.job.id)? {
            if let Ok(record) = serde_json::from_str::<Candidate>(&row.body) {
                self.histories.restore(&self.rows, &record);
            }
        }
        Ok(())
    }

    /// The candidates whose date of entry into the stage is not known.
    pub(crate) fn undated(&self) -> Vec<CandidateId> {
        let undated = self.rows.rows().filter(|row| !self.histories.is_read(*row));
        undated.map(|row| CandidateId::from(self.rows.id(row))).collect()
    }

    /// When the candidate entered the stage, if that is known.
    pub(crate) fn since(&self, item: &CandidateItem) -> Option<Timestamp> {
        self.histories.since(self.rows.find(item.id.as_str())?)
    }

    /// Reads the records of these candidates. A candidate who is gone stays undated.
    pub(crate) async fn read_records(
        &mut self,
        client: &Client,
        candidates: Vec<CandidateId>,
        mut on_record: impl FnMut(Versioned<Candidate>),
    ) -> Result<(), ClientError> {
        let reads =
            candidates.into_iter().map(|id| async move { client.read_candidate(&id).await });
        let mut records = stream::iter(reads).buffer_unordered(IN_FLIGHT);
        while let Some(read) = records.next().await {
            match read {
                Ok(read) => {
                    self.histories.restore(&self.rows, &read.record);
                    on_record(read);
                }
                Err(error) if error.is_missing() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Computes how long a stay is usual, from the histories that are known.
    pub(crate) fn compute_figures(&mut self, limits: &[(String, u32)], now: Timestamp) {
        let rows = &self.rows;
        let paths = self.histories.all_visits().map(|(row, visits)| CandidatePath {
            candidate: rows.id(row),
            name: rows.name(row),
            visits,
        });
        let limit = |stage: &str| limit_of(limits, stage);
        self.figures = Some(compute(self.histories.stages(), paths, &self.pipeline, &limit, now));
    }
}
