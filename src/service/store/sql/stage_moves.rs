//! Moving a candidate between stages. Only the operator does this, on the
//! database itself: the API has no such operation.

use super::candidates::{self, CandidateSelector};
use super::rows::json;
use super::{Db, audit, read};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::{enter_stage, find_stage};
use crate::service::store::changes::Outcome;
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::CompletedMove;
use crate::service::store::values::params;
use crate::wire::{Candidate, CandidateId, PipelineStage, StageId};

/// Moves candidates to the stage of that ID or name. Who is in it already stays as they are.
pub(crate) fn move_all(
    db: &Db<'_>,
    ids: &[CandidateId],
    stage: &str,
    context: &WriteContext,
) -> Result<Outcome<Vec<CompletedMove>>, StoreError> {
    let moves = ids
        .iter()
        .map(|id| carry_out(db, plan(db, id, None, stage)?, context))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Outcome {
        changed: moves.iter().any(|outcome| outcome.changed),
        result: moves.into_iter().map(|outcome| outcome.result).collect(),
    })
}

/// Moves each candidate from the first of two stages to the second. A candidate who is not there
/// fails alone; a failure of the database fails all. `on_progress` takes how many are done.
pub(crate) fn move_each(
    db: &Db<'_>,
    moves: &[(CandidateId, StageId, StageId)],
    on_progress: impl Fn(usize),
    context: &WriteContext,
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut results = Vec::with_capacity(moves.len());
    for (candidate, from, to) in moves {
        results.push(match plan(db, candidate, Some(from), to.as_str()) {
            Ok(planned) => {
                carry_out(db, planned, context)?;
                Ok(())
            }
            Err(failure @ (StoreError::Busy | StoreError::Storage { .. })) => return Err(failure),
            // Nothing is written yet for this candidate.
            Err(refusal) => Err(refusal),
        });
        on_progress(results.len());
    }
    Ok(results)
}

/// A move that is possible.
struct PlannedMove {
    candidate_pk: i64,
    job_pk: i64,
    job_name: String,
    candidate: Candidate,
    target: PipelineStage,
}

/// Fails if the candidate is not in the stage `from`.
fn plan(
    db: &Db<'_>,
    id: &CandidateId,
    from: Option<&StageId>,
    stage: &str,
) -> Result<PlannedMove, StoreError> {
    let (candidate_pk, job_pk, job_name, candidate) = find(db, id)?;
    if from.is_some_and(|from| *from != candidate.current_pipeline_stage_id) {
        let (name, stage) = (candidate.name, candidate.current_pipeline_stage_name);
        return Err(StoreError::Conflict(format!("{name} is now in {stage}")));
    }
    let target = find_stage(read::stages(db, job_pk)?, stage)?;
    Ok(PlannedMove { candidate_pk, job_pk, job_name, candidate, target })
}

fn carry_out(
    db: &Db<'_>,
    planned: PlannedMove,
    context: &WriteContext,
) -> Result<Outcome<CompletedMove>, StoreError> {
    let PlannedMove { candidate_pk, job_pk, job_name, candidate, target } = planned;
    let changed = target.id != candidate.current_pipeline_stage_id;
    if changed {
        enter(db, candidate_pk, job_pk, &target, context)?;
    }
    let result = CompletedMove {
        candidate_id: candidate.id,
        candidate_name: candidate.name,
        job_name,
        from: candidate.current_pipeline_stage_name,
        to: target.name,
    };
    Ok(Outcome { changed, result })
}

/// Moves a candidate of this job to another stage of it.
pub(super) fn enter(
    db: &Db<'_>,
    candidate_pk: i64,
    job_pk: i64,
    target: &PipelineStage,
    context: &WriteContext,
) -> Result<(), StoreError> {
    set_stage(db, candidate_pk, job_pk, &target.id)?;
    let mut moved = Candidate::default();
    candidates::update(db, CandidateSelector::Candidate(candidate_pk), |candidate| {
        enter_stage(candidate, target, context.now);
        moved.clone_from(candidate);
    })?;
    let subject = AuditSubject {
        operation: AuditOperation::MoveCandidate,
        record_id: moved.id.as_str(),
        person_id: Some(&moved.person_id),
    };
    audit::record(db, context, &subject)
}

pub(super) fn set_stage(
    db: &Db<'_>,
    candidate_pk: i64,
    job_pk: i64,
    stage: &StageId,
) -> Result<(), StoreError> {
    db.write(
        "UPDATE candidate SET stage_pk = (SELECT stage_pk FROM stage WHERE job_pk = ?2 AND id = ?3)
         WHERE candidate_pk = ?1",
        params![candidate_pk, job_pk, stage.as_str()],
    )?;
    Ok(())
}

fn find(db: &Db<'_>, id: &CandidateId) -> Result<(i64, i64, String, Candidate), StoreError> {
    db.query_opt(
        "SELECT c.candidate_pk, c.job_pk, j.name, c.shown
         FROM candidate c JOIN job j ON j.job_pk = c.job_pk WHERE c.id = ?1",
        params![id.as_str()],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, json(row, 3)?)),
    )?
    .ok_or_else(|| StoreError::not_found(RecordKind::Candidate, id.as_str()))
}
