//! Writes the entries of an import, in one transaction or in several.
//!
//! New candidates get the next position of their job as they arrive. A job whose candidates arrived
//! out of order is sorted when all entries are written, so that positions follow (`created_at`, id)
//! whatever the order of the file.

mod batch;
mod candidates;
mod jobs;
mod persons;

use std::collections::HashMap;
use std::mem;
use std::time::Instant;

use super::{Db, audit, export, jobs as job_rows, pipelines};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::import_entry::{
    BatchLimit, Entries, ImportEntry, ImportOptions, ImportPlace, ImportRecord, RecordMistake,
};
use crate::service::store::import_report::{ImportReport, RecordOutcome, Stop};
use crate::service::store::record::StoreRecord;
use crate::service::store::values::params;
use batch::{ImportBatch, ImportState};

/// An import between two of its transactions.
pub(crate) struct Importer<E> {
    entries: Entries<E>,
    state: ImportState,
}

impl<E: From<StoreError>> Importer<E> {
    pub(crate) fn new(options: ImportOptions, entries: Entries<E>) -> Self {
        Self { entries, state: ImportState { options, ..ImportState::default() } }
    }

    pub(crate) const fn report(&self) -> &ImportReport {
        &self.state.report
    }

    /// Writes all entries. Fails if there were mistakes, so that the transaction is rolled back.
    pub(crate) fn run_all(
        mut self,
        db: &Db<'_>,
        context: &WriteContext,
    ) -> Result<ImportReport, Stop<E>> {
        self.run(db, context, None)?;
        if self.state.report.mistake_count > 0 {
            return Err(Stop::Mistakes(Box::new(self.state.report)));
        }
        Ok(self.state.report)
    }

    /// Writes entries up to the limit. Returns whether those were all.
    pub(crate) fn run(
        &mut self,
        db: &Db<'_>,
        context: &WriteContext,
        limit: Option<BatchLimit>,
    ) -> Result<bool, Stop<E>> {
        let until = limit.map(|limit| Instant::now() + limit.time);
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        let mut remaining = limit.map_or(usize::MAX, |limit| limit.entries);
        let changes = self.state.report.changes();
        let clients = count_clients(db)?;
        let mut batch = ImportBatch {
            db,
            context,
            jobs: HashMap::new(),
            merged_ids: export::merged_ids(db)?,
            state: &mut self.state,
        };
        let mut is_done = false;
        while remaining > 0 && !is_late() {
            remaining -= 1;
            let Some(entry) = self.entries.next() else {
                is_done = true;
                break;
            };
            batch.add(entry.map_err(Stop::Failed)?)?;
        }
        batch.write_lists()?;
        if is_done {
            is_done = batch.finish(is_late)?;
        }
        self.state.report.clients_added += count_clients(db)?.saturating_sub(clients);
        if limit.is_some() && self.state.report.mistake_count > 0 {
            return Err(Stop::Mistakes(Box::new(mem::take(&mut self.state.report))));
        }
        if self.state.report.changes() != changes {
            db.renew_jobs_tag()?;
            let subject =
                AuditSubject { operation: AuditOperation::Import, record_id: "", person_id: None };
            audit::record(db, context, &subject)?;
        }
        Ok(is_done)
    }
}

impl ImportBatch<'_> {
    /// Mistakes are reported, and the next entries are looked at.
    fn add(&mut self, entry: ImportEntry) -> Result<(), StoreError> {
        let place = entry.place;
        let written = match entry.record {
            Ok(record) => self.write(place, record),
            Err(invalid) => {
                self.skip(invalid.record);
                let report = &mut self.state.report;
                invalid.mistakes.into_iter().for_each(|it| report.add_mistake(place, it));
                return Ok(());
            }
        };
        let mistake = match written {
            Ok(()) => return Ok(()),
            Err(
                StoreError::InvalidRecord { field, message }
                | StoreError::DuplicateRecord { field, message },
            ) => RecordMistake { field, message },
            Err(
                error @ (StoreError::NotFound { .. }
                | StoreError::PersonMerged { .. }
                | StoreError::Association { .. }
                | StoreError::Conflict(_)
                | StoreError::InvalidArgument(_)),
            ) => RecordMistake { field: String::new(), message: error.to_string() },
            Err(error) => return Err(error),
        };
        self.state.report.add_mistake(place, mistake);
        Ok(())
    }

    fn write(&mut self, place: ImportPlace, record: ImportRecord) -> Result<(), StoreError> {
        let (kind, id, outcome) = match record {
            ImportRecord::Whole(StoreRecord::Job(job)) => {
                (RecordKind::Job, job.id.as_str().to_owned(), self.write_job(&job))
            }
            ImportRecord::Whole(StoreRecord::Person(person)) => {
                (RecordKind::Person, person.id.as_str().to_owned(), self.write_person(*person))
            }
            ImportRecord::Whole(StoreRecord::Candidate(candidate)) => {
                (RecordKind::Candidate, String::new(), self.write_candidate(candidate))
            }
            ImportRecord::Job(row) => {
                let outcome = self.write_job_row(&row);
                if outcome.is_err() {
                    self.state.skipped_jobs.extend(row.name);
                }
                (RecordKind::Job, row.external_id, outcome)
            }
            ImportRecord::Person(row) => {
                let outcome = self.write_person_row(&row);
                (RecordKind::Person, row.external_id, outcome)
            }
            ImportRecord::Candidate(rows) => {
                let (row, person) = *rows;
                if person.has_values() {
                    let outcome = self.write_person_row(&person);
                    self.count(place, (RecordKind::Person, &person.external_id), outcome)?;
                }
                let outcome = self.write_candidate_row(&row, &person.external_id);
                (RecordKind::Candidate, String::new(), outcome)
            }
        };
        self.count(place, (kind, &id), outcome)
    }

    /// Remembers the ID of a record that is not imported.
    fn count(
        &mut self,
        place: ImportPlace,
        (kind, id): (RecordKind, &str),
        outcome: Result<RecordOutcome, StoreError>,
    ) -> Result<(), StoreError> {
        if matches!(outcome, Ok(RecordOutcome::Skipped) | Err(_)) {
            self.skip(Some((kind, id.to_owned())));
        }
        self.state.report.count(place, kind, &outcome?);
        Ok(())
    }

    fn skip(&mut self, record: Option<(RecordKind, String)>) {
        match record {
            Some((RecordKind::Job, id)) => self.state.skipped_jobs.insert(id),
            Some((RecordKind::Person, id)) => self.state.skipped_people.insert(id),
            _ => false,
        };
    }

    /// Sorts what is out of order and deletes the stages that are no longer used. Returns false if
    /// the time is over.
    fn finish(&mut self, is_late: impl Fn() -> bool) -> Result<bool, StoreError> {
        while let Some(job_pk) = self.state.unsorted_jobs.pop_first() {
            sort_candidates(self.db, job_pk)?;
            if is_late() {
                return Ok(false);
            }
        }
        let mut has_changed = mem::take(&mut self.state.are_jobs_unsorted);
        if has_changed {
            job_rows::sort(self.db)?;
        }
        for (job_pk, stage) in mem::take(&mut self.state.retired_stages) {
            if !pipelines::is_used(self.db, job_pk, &stage)? {
                let sql = "DELETE FROM stage WHERE job_pk = ?1 AND id = ?2";
                self.db.write(sql, params![job_pk, stage.as_str()])?;
                has_changed = true;
            }
        }
        if has_changed {
            self.db.renew_jobs_tag()?;
        }
        Ok(true)
    }
}

fn count_clients(db: &Db<'_>) -> Result<u64, StoreError> {
    let count: i64 = db.query_one("SELECT count(*) FROM client", params![], |row| row.get(0))?;
    Ok(u64::try_from(count).unwrap_or(0))
}

/// Renumbers the positions of a job's candidates by (`created_at`, id), if they differ.
fn sort_candidates(db: &Db<'_>, job_pk: i64) -> Result<(), StoreError> {
    let is_unsorted = db.exists(
        "SELECT 1 FROM (
             SELECT created_at, id, lag(created_at) OVER list AS created_before,
                 lag(id) OVER list AS id_before
             FROM candidate WHERE job_pk = ?1 WINDOW list AS (ORDER BY position)) AS neighbours
         WHERE (created_before, id_before) > (created_at, id)",
        params![job_pk],
    )?;
    if !is_unsorted {
        return Ok(());
    }
    // The places stay, the items move. Both engines read all items before they write the first.
    db.write(
        "UPDATE candidate_item SET item = o.item
         FROM (SELECT i.item,
                   (c.job_pk << 32) + row_number() OVER (ORDER BY c.created_at, c.id) - 1 AS place
               FROM candidate c JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position
               WHERE c.job_pk = ?1) AS o
         WHERE candidate_item.place = o.place",
        params![job_pk],
    )?;
    // Negative first: (job_pk, position) must stay unique at every step.
    let sql = "UPDATE candidate SET position = -1 - position WHERE job_pk = ?1";
    db.write(sql, params![job_pk])?;
    db.write(
        "UPDATE candidate SET position = o.place
         FROM (SELECT candidate_pk, row_number() OVER (ORDER BY created_at, id) - 1 AS place
               FROM candidate WHERE job_pk = ?1) AS o
         WHERE o.candidate_pk = candidate.candidate_pk",
        params![job_pk],
    )?;
    db.renew_list_tag(job_pk)
}
