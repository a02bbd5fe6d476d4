//! Moving a candidate between stages. Only the operator does this, on the
//! database itself: the API has no such operation.

use rusqlite::{Connection, OptionalExtension};

use super::audit;
use super::candidates::{self, CandidateSelector};
use super::read;
use super::rows::json;
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::{enter_stage, find_stage};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::CompletedMove;
use crate::wire::{Candidate, CandidateId, StageId};

/// `from`, if given, must be the candidate's current stage.
pub(crate) fn move_candidate(
    db: &Connection,
    id: &CandidateId,
    from: Option<&StageId>,
    stage: &str,
    context: &WriteContext,
) -> Result<CompletedMove, StoreError> {
    let (candidate_pk, job_pk, job_name, candidate) = find(db, id)?;
    if from.is_some_and(|from| *from != candidate.current_pipeline_stage_id) {
        let (name, stage) = (candidate.name, candidate.current_pipeline_stage_name);
        return Err(StoreError::Conflict(format!("{name} is now in {stage}")));
    }
    let target = find_stage(read::stages(db, job_pk)?, stage)?;
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
    candidates::update(db, CandidateSelector::Candidate(candidate_pk), |candidate| {
        enter_stage(candidate, &target, context.now);
    })?;
    let subject = AuditSubject {
        operation: AuditOperation::MoveCandidate,
        record_id: id.as_str(),
        person_id: Some(&candidate.person_id),
    };
    audit::record(db, context, &subject)?;
    Ok(CompletedMove {
        candidate_name: candidate.name,
        job_name,
        from: candidate.current_pipeline_stage_name,
        to: target.name,
    })
}

fn find(db: &Connection, id: &CandidateId) -> Result<(i64, i64, String, Candidate), StoreError> {
    db.prepare_cached(
        "SELECT c.candidate_pk, c.job_pk, j.name, c.shown
         FROM candidate c JOIN job j ON j.job_pk = c.job_pk WHERE c.id = ?1",
    )?
    .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, json(row, 3)?)))
    .optional()?
    .ok_or_else(|| StoreError::not_found(RecordKind::Candidate, id.as_str()))
}
