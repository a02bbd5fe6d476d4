//! Compares the verdicts with the current stages on the server.

use std::collections::{BTreeSet, HashMap};

use super::row::VerdictRow;
use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::cli::wait_notice::with_wait_notice;
use crate::client::{Client, ListEndpoint};
use crate::recruiting::triage::{Snapshot, SyncStatus, TriageState, fate};
use crate::wire::{CandidateId, CandidateItem, JobId, PipelineStage};

struct Seen {
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
    let mut seen = HashMap::new();
    for job in jobs {
        let read = read(&job, client, out).await.map_err(|exit| exit.at(job.as_str()))?;
        seen.insert(job, read);
    }
    for row in all {
        let candidate = triage.own(row.candidate_id.as_str());
        let Some((decision, seen)) =
            candidate.and_then(|candidate| candidate.verdict.as_ref()).zip(seen.get(&row.job_id))
        else {
            continue;
        };
        let (word, note) = match seen.candidates.get(&row.candidate_id) {
            None => ("disagrees", Some("no longer in the job".to_owned())),
            Some(now) => match fate(decision, now, &seen.stages) {
                SyncStatus::Done => ("done", None),
                SyncStatus::ToDo => ("to do", None),
                SyncStatus::Waits => ("waits", None),
                SyncStatus::Disagrees(why) => ("disagrees", Some(why)),
                SyncStatus::Unknown => ("disagrees", Some(format!("moved to {}", now.stage_name))),
            },
        };
        (row.fate, row.fate_note) = (Some(word), note);
    }
    Ok(())
}

async fn read(job: &JobId, client: &Client, out: &Output) -> Result<Seen, Exit> {
    let record = with_wait_notice(client, None, out, client.read_job(job)).await?.record;
    let list = ListEndpoint::candidates(job);
    let mut walk = client.paginate(&list);
    let mut candidates = HashMap::new();
    let walking = async {
        while let Some(batch) = walk.next().await {
            candidates.extend(batch.rows.into_iter().map(|row| now(row.record)));
        }
        Ok::<(), Exit>(())
    };
    with_wait_notice(client, None, out, walking).await?;
    let completeness = walk.completeness();
    // In a partial list a missing candidate proves nothing.
    if let Some(gap) = completeness.worst() {
        return Err(match completeness.error() {
            Some(error) => Exit::from(error.clone()),
            None => Exit::failure(gap.reason.to_string()),
        });
    }
    Ok(Seen { stages: record.pipeline_stages, candidates })
}

fn now(item: CandidateItem) -> (CandidateId, Snapshot) {
    let seen = Snapshot {
        stage_id: item.current_pipeline_stage_id.to_string(),
        stage_name: item.current_pipeline_stage_name,
        ..Snapshot::default()
    };
    (item.id, seen)
}
