//! The work of one transaction of an import, and what the import remembers between two of them. The
//! files beside this one add a method for each kind of record.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::whole_millis;
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::import_entry::ImportOptions;
use crate::service::store::import_report::ImportReport;
use crate::service::store::sql::{Db, audit, read, rows};
use crate::service::store::values::params;
use crate::wire::{JobId, PersonId, PipelineStage, StageId, Timestamp};

/// `PostgreSQL` cannot index a long text. The same limit for both engines: each can import what the
/// other exports.
const MAX_ID_BYTES: usize = 200;

/// What an import remembers of the entries so far.
#[derive(Default)]
pub(super) struct ImportState {
    pub(super) options: ImportOptions,
    pub(super) report: ImportReport,
    /// Records that are stored under another ID than the one in the source.
    pub(super) person_aliases: HashMap<String, PersonId>,
    pub(super) job_aliases: HashMap<String, i64>,
    /// The names of the clients in the source, by their IDs.
    pub(super) client_names: HashMap<String, String>,
    /// The IDs of records that are not imported, so that those that refer to them are not mistakes.
    pub(super) skipped_people: HashSet<String>,
    pub(super) skipped_jobs: HashSet<String>,
    /// The stages of candidates that rows without a date name.
    pub(super) undated_stages: HashMap<(PersonId, i64), StageId>,
    /// Jobs whose list may be out of order.
    pub(super) unsorted_jobs: BTreeSet<i64>,
    /// Stages that the source no longer has.
    pub(super) retired_stages: Vec<(i64, StageId)>,
    pub(super) are_jobs_unsorted: bool,
}

/// The work of one transaction.
pub(super) struct ImportBatch<'a> {
    pub(super) db: &'a Db<'a>,
    pub(super) context: &'a WriteContext,
    /// Every candidate needs one, and they are few.
    pub(super) jobs: HashMap<i64, CachedJob>,
    /// Who was merged into a person, by the primary key. They are few, and every person is looked up.
    pub(super) merged_ids: HashMap<i64, Vec<String>>,
    pub(super) state: &'a mut ImportState,
}

/// A job whose candidates are being written.
pub(super) struct CachedJob {
    pub(super) id: JobId,
    pub(super) candidate_count: i64,
    pub(super) last_candidate_at: i64,
    pub(super) has_changed: bool,
    /// With their primary keys, in order.
    pub(super) stages: Vec<(i64, PipelineStage)>,
}

impl CachedJob {
    fn read(db: &Db<'_>, job_pk: i64) -> Result<Self, StoreError> {
        let sql = "SELECT id, candidate_count, last_candidate_at FROM job WHERE job_pk = ?1";
        let mut job = db.query_one(sql, params![job_pk], |row| {
            Ok(Self {
                id: rows::text(row, 0)?,
                candidate_count: row.get(1)?,
                last_candidate_at: row.get(2)?,
                has_changed: false,
                stages: Vec::new(),
            })
        })?;
        job.read_stages(db, job_pk)?;
        Ok(job)
    }

    fn read_stages(&mut self, db: &Db<'_>, job_pk: i64) -> Result<(), StoreError> {
        let sql = "SELECT stage_pk FROM stage WHERE job_pk = ?1 AND id = ?2";
        let with_key = |stage: PipelineStage| -> Result<_, StoreError> {
            Ok((db.query_one(sql, params![job_pk, stage.id.as_str()], |row| row.get(0))?, stage))
        };
        self.stages =
            read::stages(db, job_pk)?.into_iter().map(with_key).collect::<Result<_, _>>()?;
        Ok(())
    }

    pub(super) fn pipeline(&self) -> Vec<PipelineStage> {
        self.stages.iter().map(|(_, stage)| stage.clone()).collect()
    }

    pub(super) fn stage(&self, id: &StageId) -> Option<&(i64, PipelineStage)> {
        self.stages.iter().find(|(_, stage)| stage.id == *id)
    }
}

impl ImportBatch<'_> {
    /// Refuses a date in the future: every later insert gets a later date, so
    /// one wrong date would shift all dates that follow.
    pub(super) fn past_micros(
        &self,
        field: &str,
        time: Option<Timestamp>,
    ) -> Result<i64, StoreError> {
        const DAY: i64 = 86_400_000_000;
        let invalid = |message: &str| StoreError::invalid_record(field, message);
        let micros = time.map(whole_millis).ok_or_else(|| invalid("is missing"))?;
        if micros > self.context.now.micros() + DAY {
            return Err(invalid("must not be in the future"));
        }
        Ok(micros)
    }

    /// Records the change of a record that existed before. New ones share one entry of the log.
    pub(super) fn record_change(
        &self,
        record_id: &str,
        person_id: Option<&PersonId>,
        fields: &[String],
    ) -> Result<(), StoreError> {
        let names: Vec<&str> = fields.iter().map(String::as_str).collect();
        let operation = AuditOperation::Import;
        let subject = AuditSubject { operation, record_id, person_id };
        audit::record(self.db, &self.context.with_fields(&names), &subject)
    }

    pub(super) fn job(&mut self, job_pk: i64) -> Result<&mut CachedJob, StoreError> {
        match self.jobs.entry(job_pk) {
            Entry::Occupied(job) => Ok(job.into_mut()),
            Entry::Vacant(vacant) => Ok(vacant.insert(CachedJob::read(self.db, job_pk)?)),
        }
    }

    pub(super) fn read_stages_again(&mut self, job_pk: i64) -> Result<(), StoreError> {
        match self.jobs.get_mut(&job_pk) {
            Some(cached) => cached.read_stages(self.db, job_pk),
            None => Ok(()),
        }
    }

    /// Writes the lengths of the lists.
    pub(super) fn write_lists(&self) -> Result<(), StoreError> {
        for (job_pk, job) in self.jobs.iter().filter(|(_, job)| job.has_changed) {
            self.db.write(
                "UPDATE job SET candidate_count = ?2, last_candidate_at = ?3 WHERE job_pk = ?1",
                params![job_pk, job.candidate_count, job.last_candidate_at],
            )?;
            self.db.renew_list_tag(*job_pk)?;
        }
        Ok(())
    }
}

/// The names of the fields in which two records of the same kind differ.
pub(super) fn changed_fields<T: Serialize + PartialEq>(
    old: &T,
    new: &T,
) -> Result<Vec<String>, StoreError> {
    if old == new {
        return Ok(Vec::new());
    }
    let (Value::Object(old), Value::Object(new)) =
        (serde_json::to_value(old)?, serde_json::to_value(new)?)
    else {
        return Ok(Vec::new());
    };
    Ok(new
        .into_iter()
        .filter(|(name, value)| old.get(name) != Some(value))
        .map(|it| it.0)
        .collect())
}

pub(super) fn require_id(field: &str, id: &str) -> Result<(), StoreError> {
    if id.trim().is_empty() {
        return Err(StoreError::invalid_record(field, "must not be empty"));
    }
    if id.len() > MAX_ID_BYTES {
        let message = format!("must not be longer than {MAX_ID_BYTES} bytes");
        return Err(StoreError::invalid_record(field, message));
    }
    Ok(())
}
