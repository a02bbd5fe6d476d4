//! Moving a candidate between stages: the operator's work on his own database.

use rusqlite::{Connection, OptionalExtension};

use super::super::{RecordKind, StageMove, StoreError, ids};
use super::read;
use super::rows::stored;
use super::written::{self, Of};
use crate::wire::record::Extra;
use crate::wire::{Candidate, CandidateId, PipelineStage, StageEntry, StageId, Timestamp};

pub(in super::super) fn move_candidate(
    db: &Connection,
    id: &CandidateId,
    from: Option<&StageId>,
    stage: &str,
    now: Timestamp,
) -> Result<StageMove, StoreError> {
    let (candidate_pk, job_pk, job_name, candidate) = find(db, id)?;
    if from.is_some_and(|from| *from != candidate.current_pipeline_stage_id) {
        let (name, stage) = (candidate.name, candidate.current_pipeline_stage_name);
        return Err(StoreError::Conflict(format!("{name} is in {stage} by now")));
    }
    let target = choose(read::stages(db, job_pk)?, stage)?;
    if target.id == candidate.current_pipeline_stage_id {
        return Err(StoreError::Conflict(format!(
            "{} is in the stage {} already",
            candidate.name, target.name
        )));
    }
    db.prepare_cached(
        "UPDATE candidate SET stage_pk = (SELECT stage_pk FROM stage WHERE job_pk = ?2 AND id = ?3)
         WHERE candidate_pk = ?1",
    )?
    .execute((candidate_pk, job_pk, target.id.as_str()))?;
    written::change(db, Of::Candidate(candidate_pk), |candidate| enter(candidate, &target, now))?;
    Ok(StageMove {
        candidate_name: candidate.name,
        job_name,
        from: candidate.current_pipeline_stage_name,
        to: target.name,
    })
}

fn enter(candidate: &mut Candidate, stage: &PipelineStage, now: Timestamp) {
    // Never before the stage that is left: a history only moves forward.
    let left = candidate.current_pipeline_stage_date.map_or(0, Timestamp::micros);
    let at = Timestamp::from_micros((now.micros() / 1_000 * 1_000).max(left + 1_000));
    candidate.current_pipeline_stage_id = stage.id.clone();
    candidate.current_pipeline_stage_name.clone_from(&stage.name);
    candidate.current_pipeline_stage_date = at;
    candidate.pipeline_stage_history.push(StageEntry {
        stage_id: stage.id.clone(),
        stage_name: stage.name.clone(),
        stage_date: at,
        extra: Extra::new(),
    });
}

fn find(db: &Connection, id: &CandidateId) -> Result<(i64, i64, String, Candidate), StoreError> {
    db.prepare_cached(
        "SELECT c.candidate_pk, c.job_pk, j.name, c.shown
         FROM candidate c JOIN job j ON j.job_pk = c.job_pk WHERE c.id = ?1",
    )?
    .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, stored(row, 3)?)))
    .optional()?
    .ok_or_else(|| StoreError::not_found(RecordKind::Candidate, id.as_str()))
}

/// The stage with that id, or the only one of that name.
fn choose(stages: Vec<PipelineStage>, wanted: &str) -> Result<PipelineStage, StoreError> {
    let names = stages.iter().map(|stage| stage.name.as_str()).collect::<Vec<_>>().join(", ");
    let key = ids::key(wanted);
    let is_named = |stage: &PipelineStage| ids::key(&stage.name) == key;
    let by_id = stages.iter().position(|stage| stage.id.as_str() == wanted);
    if by_id.is_none() && stages.iter().filter(|stage| is_named(stage)).count() > 1 {
        return Err(StoreError::Conflict(format!(
            "several stages are called {wanted}; name it by its id"
        )));
    }
    let index = by_id.or_else(|| stages.iter().position(is_named));
    index.and_then(|index| stages.into_iter().nth(index)).ok_or_else(|| {
        StoreError::not_found(RecordKind::Stage, format!("{wanted}; the job has: {names}"))
    })
}
