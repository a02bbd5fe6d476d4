//! Compares the verdicts with the current stages on the server.

use std::collections::{BTreeSet, HashMap};

use super::row::VerdictRow;
use crate::cli::exit::Exit;
use crate::cli::listing::gap_error;
use crate::cli::output::Output;
use crate::cli::wait_notice::with_wait_notice;
use crate::client::{Client, ListEndpoint};
use crate::recruiting::triage::{Snapshot, SyncStatus, TriageState, reconcile};
use crate::wire::{CandidateId, CandidateItem, JobId, PipelineStage};

struct JobSnapshot {
    stages: Vec<PipelineStage>,
    candidates: HashMap<CandidateId, Snapshot>,
}

/// Reads the list of each job once and sets the status of each verdict.
pub(super) async fn check(
    all: &mut [VerdictRow],
    triage: &TriageState,
    client: &Client,
    out: &Output,
) -> Result<(), Exit> {
    let jobs: BTreeSet<JobId> = all.iter().map(|row| row.job_id.clone()).collect();
    let mut snapshots = HashMap::new();
    for job in jobs {
        let read = read_job_snapshot(&job, client, out)
            .await
            .map_err(|exit| exit.with_prefix(job.as_str()))?;
        snapshots.insert(job, read);
    }
    for row in all {
        let candidate = triage.candidate(row.candidate_id.as_str());
        let Some((decision, snapshot)) = candidate
            .and_then(|candidate| candidate.verdict.as_ref())
            .zip(snapshots.get(&row.job_id))
        else {
            continue;
        };
        let now = snapshot.candidates.get(&row.candidate_id);
        let (word, note) = match reconcile(decision, now, Some(&snapshot.stages)) {
            SyncStatus::Synced => ("done", None),
            SyncStatus::ToDo => ("to do", None),
            SyncStatus::Waiting => ("waits", None),
            SyncStatus::Diverged(reason) => ("disagrees", Some(reason)),
            // Only without a pipeline.
            SyncStatus::Unknown => continue,
        };
        (row.sync_status, row.sync_note) = (Some(word), note);
    }
    Ok(())
}

async fn read_job_snapshot(
    job: &JobId,
    client: &Client,
    out: &Output,
) -> Result<JobSnapshot, Exit> {
    let record = with_wait_notice(client, None, out, client.read_job(job)).await?.record;
    let reading = client.paginate(&ListEndpoint::candidates(job)).collect();
    let (rows, completeness) = with_wait_notice(client, None, out, reading).await;
    // In a partial list a missing candidate proves nothing.
    if let Some(exit) = gap_error(&completeness) {
        return Err(exit);
    }
    let candidates = rows.into_iter().map(|row| to_snapshot(row.record)).collect();
    Ok(JobSnapshot { stages: record.pipeline_stages, candidates })
}

fn to_snapshot(item: CandidateItem) -> (CandidateId, Snapshot) {
    let (id, name) = (&item.current_pipeline_stage_id, &item.current_pipeline_stage_name);
    (item.id, Snapshot::in_stage(id.as_str(), name))
}
