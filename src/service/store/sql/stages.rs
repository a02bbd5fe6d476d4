//! Writes the rows of the table `stage`.

use super::Db;
use crate::service::store::error::StoreError;
use crate::service::store::values::params;
use crate::wire::PipelineStage;

/// Writes the rows that differ.
pub(super) fn write(
    db: &Db<'_>,
    job_pk: i64,
    before: &[PipelineStage],
    after: &[PipelineStage],
) -> Result<(), StoreError> {
    for stage in before.iter().filter(|old| !after.iter().any(|new| new.id == old.id)) {
        db.write(
            "DELETE FROM stage WHERE job_pk = ?1 AND id = ?2",
            params![job_pk, stage.id.as_str()],
        )?;
    }
    for stage in after.iter().filter(|new| !before.contains(new)) {
        db.write(
            "INSERT INTO stage (job_pk, id, name, stage_order, is_rejection, is_interviewing)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (job_pk, id) DO UPDATE SET name = excluded.name,
                 stage_order = excluded.stage_order, is_rejection = excluded.is_rejection,
                 is_interviewing = excluded.is_interviewing",
            params![
                job_pk,
                stage.id.as_str(),
                stage.name,
                stage.stage_order,
                stage.is_rejection_stage,
                stage.is_interviewing_stage,
            ],
        )?;
    }
    Ok(())
}
