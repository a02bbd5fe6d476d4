//! The table `stage`, as the operator changes it, with the candidates in the stages.

use super::candidates::{self, CandidateSelector};
use super::{Db, audit, jobs, read, stage_moves, stages};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{ChangedPipeline, Outcome, Pipeline, PipelineChange};
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::pipeline;
use crate::service::store::values::params;
use crate::wire::{PipelineStage, StageId};

pub(crate) fn show(db: &Db<'_>, job: &str) -> Result<Pipeline, StoreError> {
    let job_pk = jobs::find(db, job)?;
    let job = jobs::by_key(db, job_pk)?;
    let candidates_by_stage = db.query(
        "SELECT coalesce(c.count, 0) FROM stage s
         LEFT JOIN (SELECT stage_pk, count(*) AS count FROM candidate WHERE job_pk = ?1
                    GROUP BY stage_pk) c USING (stage_pk)
         WHERE s.job_pk = ?1 ORDER BY s.stage_order, s.name, s.id",
        params![job_pk],
        |row| row.get(0),
    )?;
    Ok(Pipeline { job, candidates_by_stage })
}

pub(crate) fn change(
    db: &Db<'_>,
    job: &str,
    change: &PipelineChange,
    context: &WriteContext,
) -> Result<Outcome<ChangedPipeline>, StoreError> {
    let job_pk = jobs::find(db, job)?;
    let before = read::stages(db, job_pk)?;
    let mut moved_candidates = 0;
    let update = match pipeline::apply(before.clone(), change) {
        Err(StoreError::NotFound { .. }) if is_repeated_rename(db, &before, change)? => None,
        update => Some(update?).filter(|update| update.stages != before),
    };
    let Some(update) = update else {
        let job = jobs::by_key(db, job_pk)?;
        return Ok(Outcome::unchanged(ChangedPipeline { job, moved_candidates }));
    };
    let retired = before.iter().find(|stage| !update.stages.iter().any(|new| new.id == stage.id));
    if let Some(retired) = retired {
        moved_candidates = move_candidates(db, job_pk, retired, update.move_to.as_ref(), context)?;
    }
    stages::write(db, job_pk, &before, &update.stages)?;
    if let PipelineChange::Rename { .. } = change {
        let renamed = update.stages.iter().find(|stage| Some(&stage.id) == update.subject.as_ref());
        if let Some(stage) = renamed {
            rename_in_candidates(db, job_pk, stage)?;
        }
    }
    let job = jobs::by_key(db, job_pk)?;
    let operation = match change {
        PipelineChange::Add { .. } => AuditOperation::CreateStage,
        PipelineChange::Rename { .. } => AuditOperation::RenameStage,
        PipelineChange::Reorder(_) => AuditOperation::ReorderStages,
        PipelineChange::Retire { .. } => AuditOperation::RetireStage,
    };
    let record_id = update.subject.as_ref().map_or(job.id.as_str(), |stage| stage.as_str());
    audit::record(db, context, &AuditSubject { operation, record_id, person_id: None })?;
    Ok(Outcome::changed(ChangedPipeline { job, moved_candidates }))
}

/// Whether the stage that has the new name was renamed before. A retired stage leaves no trace of its
/// name: retiring it again cannot be told from a mistyped name.
fn is_repeated_rename(
    db: &Db<'_>,
    stages: &[PipelineStage],
    change: &PipelineChange,
) -> Result<bool, StoreError> {
    let PipelineChange::Rename { name, .. } = change else { return Ok(false) };
    let Some(stage) = stages.iter().find(|stage| stage.name == name.trim()) else {
        return Ok(false);
    };
    audit::has(db, AuditOperation::RenameStage, stage.id.as_str())
}

/// Moves everyone out of a stage before it is deleted, and returns how many.
fn move_candidates(
    db: &Db<'_>,
    job_pk: i64,
    retired: &PipelineStage,
    target: Option<&PipelineStage>,
    context: &WriteContext,
) -> Result<usize, StoreError> {
    let candidates = in_stage(db, job_pk, retired)?;
    match target {
        Some(target) => {
            for candidate_pk in &candidates {
                stage_moves::enter(db, *candidate_pk, job_pk, target, context)?;
            }
        }
        None if candidates.is_empty() => {}
        None => {
            return Err(StoreError::Conflict(format!(
                "the stage {} has {} candidates; choose another stage for them with --move-to",
                retired.name,
                candidates.len()
            )));
        }
    }
    Ok(candidates.len())
}

/// Only the current stage is renamed: an entry of a history keeps the name that the stage had then.
pub(super) fn rename_in_candidates(
    db: &Db<'_>,
    job_pk: i64,
    stage: &PipelineStage,
) -> Result<(), StoreError> {
    for candidate_pk in in_stage(db, job_pk, stage)? {
        candidates::update(db, CandidateSelector::Candidate(candidate_pk), |candidate| {
            candidate.current_pipeline_stage_name.clone_from(&stage.name);
        })?;
    }
    Ok(())
}

/// Whether a candidate is in the stage.
pub(super) fn is_used(db: &Db<'_>, job_pk: i64, stage: &StageId) -> Result<bool, StoreError> {
    let query = "SELECT 1 FROM candidate c JOIN stage s USING (stage_pk)
         WHERE c.job_pk = ?1 AND s.id = ?2 LIMIT 1";
    db.exists(query, params![job_pk, stage.as_str()])
}

fn in_stage(db: &Db<'_>, job_pk: i64, stage: &PipelineStage) -> Result<Vec<i64>, StoreError> {
    db.query(
        "SELECT c.candidate_pk FROM candidate c JOIN stage s USING (stage_pk)
         WHERE c.job_pk = ?1 AND s.id = ?2 ORDER BY c.position",
        params![job_pk, stage.id.as_str()],
        |row| row.get(0),
    )
}
