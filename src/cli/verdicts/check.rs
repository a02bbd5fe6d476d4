//! Whether the recruiting system did what was decided, as its lists say now.

use std::collections::{BTreeSet, HashMap};

use super::row::Standing;
use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::patience::patiently;
use crate::client::{Client, ListEndpoint};
use crate::recruiting::triage::{Snapshot, SyncStatus, TriageState, fate};
use crate::wire::{CandidateId, CandidateItem, JobId, PipelineStage};

/// What a job's list says.
struct Seen {
    stages: Vec<PipelineStage>,
    candidates: HashMap<CandidateId, Snapshot>,
}

/// Reads the list of each job once, and says of each verdict what became of it.
pub(super) async fn check(
    all: &mut [Standing],
    book: &TriageState,
    client: &Client,
    out: &Out,
) -> Result<(), Exit> {
    let jobs: BTreeSet<JobId> = all.iter().map(|one| one.job_id.clone()).collect();
    let mut seen = HashMap::new();
    for job in jobs {
        let read = read(&job, client, out).await.map_err(|exit| exit.at(job.as_str()))?;
        seen.insert(job, read);
    }
    for one in all {
        let own = book.own(one.candidate_id.as_str());
        let Some((given, seen)) =
            own.and_then(|own| own.verdict.as_ref()).zip(seen.get(&one.job_id))
        else {
            continue;
        };
        let (word, note) = match seen.candidates.get(&one.candidate_id) {
            None => ("disagrees", Some("no longer in the job".to_owned())),
            Some(now) => match fate(given, now, &seen.stages) {
                SyncStatus::Done => ("done", None),
                SyncStatus::ToDo => ("to do", None),
                SyncStatus::Waits => ("waits", None),
                SyncStatus::Disagrees(why) => ("disagrees", Some(why)),
                SyncStatus::Unknown => ("disagrees", Some(format!("moved to {}", now.stage_name))),
            },
        };
        (one.fate, one.fate_note) = (Some(word), note);
    }
    Ok(())
}

async fn read(job: &JobId, client: &Client, out: &Out) -> Result<Seen, Exit> {
    let record = patiently(client, None, out, client.read_job(job)).await?.record;
    let list = ListEndpoint::candidates(job);
    let mut walk = client.paginate(&list);
    let mut candidates = HashMap::new();
    let walking = async {
        while let Some(batch) = walk.next().await {
            candidates.extend(batch.rows.into_iter().map(|row| now(row.record)));
        }
        Ok::<(), Exit>(())
    };
    patiently(client, None, out, walking).await?;
    let completeness = walk.completeness();
    // Who is missing from half a list may be in the other half.
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
