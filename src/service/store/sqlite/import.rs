//! Inserts many records at once, for import and demo, in the caller's transaction.
//!
//! Candidates get the next position of their job as they arrive. A job whose
//! candidates arrived out of order is sorted at the end, so that positions
//! follow (`created_at`, id) whatever the order of the file.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::{Connection, OptionalExtension, params};

use super::candidates::{self, CandidateKeys};
use super::{associations, audit, jobs, rows, stages};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::whole_millis;
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::ids::name_key;
use crate::service::store::record::{CandidateRecord, JobRecord, PersonRecord, StoreRecord};
use crate::wire::{PersonId, StageId, Timestamp};

pub(crate) fn import<E: From<StoreError>>(
    db: &Connection,
    context: &WriteContext,
    records: impl Iterator<Item = Result<StoreRecord, E>>,
) -> Result<(), E> {
    let now = context.now;
    let mut importer = Importer { db, now, jobs: HashMap::new(), unsorted_jobs: BTreeSet::new() };
    for record in records {
        match record? {
            StoreRecord::Job(job) => importer.insert_job(&job)?,
            StoreRecord::Person(person) => importer.insert_person(&person)?,
            StoreRecord::Candidate(candidate) => importer.insert_candidate(candidate)?,
        }
    }
    importer.finish()?;
    let subject =
        AuditSubject { operation: AuditOperation::Import, record_id: "", person_id: None };
    audit::record(db, context, &subject)?;
    Ok(())
}

struct Importer<'db> {
    db: &'db Connection,
    now: Timestamp,
    /// Jobs by id, read once: they are few, and every candidate needs one.
    jobs: HashMap<String, ImportJob>,
    unsorted_jobs: BTreeSet<i64>,
}

struct ImportJob {
    job_pk: i64,
    candidate_count: i64,
    last_candidate_at: i64,
    /// Primary key and name by id.
    stages: HashMap<StageId, (i64, String)>,
}

impl Importer<'_> {
    fn insert_job(&self, job: &JobRecord) -> Result<(), StoreError> {
        self.require_new("job", job.id.as_str())?;
        let client_id = job.client_company_id.as_str();
        require_id("client_company_id", client_id)?;
        let client_pk = self.client(client_id, &job.client_company_name, "client_company_name")?;
        self.db
            .prepare_cached(
                "INSERT INTO job (id, position, name, name_key, created_at, is_archived, client_pk,
                     status_id, status_name, list_tag)
                 VALUES (?1, (SELECT coalesce(max(position) + 1, 0) FROM job), ?2, ?3, ?4, ?5, ?6, ?7,
                     ?8, random())",
            )?
            .execute(params![
                job.id.as_str(),
                job.name,
                name_key(&job.name),
                self.past_micros("created_at", job.created_at)?,
                job.is_archived,
                client_pk,
                job.job_status_id.as_str(),
                job.job_status_name,
            ])?;
        self.insert_stages(job, self.db.last_insert_rowid())
    }

    /// The client with that id, which must not have another name.
    fn client(&self, id: &str, name: &str, field: &str) -> Result<i64, StoreError> {
        let client_pk = associations::find_or_insert_client(self.db, id, name)?;
        let stored_name: String = self
            .db
            .prepare_cached("SELECT name FROM client WHERE client_pk = ?1")?
            .query_row([client_pk], |row| row.get(0))?;
        if stored_name == name {
            return Ok(client_pk);
        }
        let message = format!("the client {id} was called {stored_name} before");
        Err(StoreError::invalid_record(field, message))
    }

    fn insert_stages(&self, job: &JobRecord, job_pk: i64) -> Result<(), StoreError> {
        let mut ids = HashSet::new();
        for (index, stage) in job.pipeline_stages.iter().enumerate() {
            let field = format!("pipeline_stages[{index}].id");
            require_id(&field, stage.id.as_str())?;
            if !ids.insert(&stage.id) {
                let message = format!("the stage {} appears twice", stage.id);
                return Err(StoreError::invalid_record(field, message));
            }
        }
        stages::write(self.db, job_pk, &[], &job.pipeline_stages)
    }

    fn insert_person(&self, person: &PersonRecord) -> Result<(), StoreError> {
        self.require_new("person", person.id.as_str())?;
        if let Some(id) = &person.external_source_id
            && rows::person_by_external_id(self.db, id)?.is_some()
        {
            let message = format!("another person has {id}");
            return Err(StoreError::duplicate_record("external_source_id", message));
        }
        let person_pk = rows::insert_person(self.db, person)?;
        for (index, contact) in person.client_contacts.iter().enumerate() {
            let path = |field: &str| format!("client_contacts[{index}].{field}");
            let (id, client_id) = (contact.id.as_str(), contact.client_id.as_str());
            require_id(&path("id"), id)?;
            require_id(&path("client_id"), client_id)?;
            let client_pk = self.client(client_id, &contact.client_name, &path("client_name"))?;
            if !associations::insert_contact(self.db, id, person_pk, client_pk)? {
                let message = "this contact already exists";
                return Err(StoreError::duplicate_record(path("id"), message));
            }
        }
        Ok(())
    }

    fn insert_candidate(&mut self, candidate: CandidateRecord) -> Result<(), StoreError> {
        self.require_new("candidate", candidate.id.as_str())?;
        let created_at = self.past_micros("created_at", candidate.created_at)?;
        candidate.check_history()?;
        let (person_pk, person) = self.person(&candidate.person_id)?;
        let job = match self.jobs.entry(candidate.job_id.as_str().to_owned()) {
            Entry::Occupied(job) => job.into_mut(),
            Entry::Vacant(vacant) => {
                let job = read_job(self.db, vacant.key())?;
                vacant.insert(job)
            }
        };
        let stage_id = &candidate.current_pipeline_stage_id;
        let (stage_pk, stage_name) = job.stages.get(stage_id).cloned().ok_or_else(|| {
            let message = format!("the job has no stage {stage_id}");
            StoreError::invalid_record("current_pipeline_stage_id", message)
        })?;
        let position = job.candidate_count;
        let keys = CandidateKeys { person_pk, job_pk: job.job_pk, stage_pk, position, created_at };
        if !candidates::insert(self.db, &keys, &candidate.into_candidate(&person, stage_name))? {
            let message = "the person is in this job already";
            return Err(StoreError::duplicate_record("person_id", message));
        }
        if created_at <= job.last_candidate_at {
            self.unsorted_jobs.insert(job.job_pk);
        }
        job.candidate_count += 1;
        job.last_candidate_at = job.last_candidate_at.max(created_at);
        Ok(())
    }

    /// Refuses a date in the future: every later insert gets a later date, so
    /// one wrong date would shift all dates that follow.
    fn past_micros(&self, field: &str, time: Option<Timestamp>) -> Result<i64, StoreError> {
        const DAY: i64 = 86_400_000_000;
        time.map(whole_millis)
            .filter(|micros| *micros <= self.now.micros() + DAY)
            .ok_or_else(|| StoreError::invalid_record(field, "must not lie in the future"))
    }

    fn require_new(&self, table: &'static str, id: &str) -> Result<(), StoreError> {
        require_id("id", id)?;
        let exists = self
            .db
            .prepare_cached(&format!("SELECT 1 FROM {table} WHERE id = ?1"))?
            .exists([id])?;
        if exists {
            let message = format!("the {table} {id} already exists");
            return Err(StoreError::duplicate_record("id", message));
        }
        Ok(())
    }

    /// The primary key and the fields that a candidate repeats.
    fn person(&self, id: &PersonId) -> Result<(i64, PersonRecord), StoreError> {
        self.db
            .prepare_cached(
                "SELECT person_pk, name, current_job_title, current_company_name FROM person WHERE id = ?1",
            )?
            .query_row([id.as_str()], |row| {
                let person = PersonRecord {
                    name: row.get(1)?,
                    current_job_title: row.get(2)?,
                    current_company_name: row.get(3)?,
                    ..PersonRecord::default()
                };
                Ok((row.get(0)?, person))
            })
            .optional()?
            .ok_or_else(|| {
                let message = format!("no person {id} on an earlier line");
                StoreError::invalid_record("person_id", message)
            })
    }

    fn finish(self) -> Result<(), StoreError> {
        for job in self.jobs.values() {
            self.db.execute(
                "UPDATE job SET candidate_count = ?2, last_candidate_at = ?3, list_tag = random()
                 WHERE job_pk = ?1",
                [job.job_pk, job.candidate_count, job.last_candidate_at],
            )?;
        }
        self.unsorted_jobs.iter().try_for_each(|job_pk| sort_candidates(self.db, *job_pk))?;
        jobs::sort(self.db)?;
        candidates::renew_jobs_tag(self.db)
    }
}

fn read_job(db: &Connection, id: &str) -> Result<ImportJob, StoreError> {
    let (job_pk, candidate_count, last_candidate_at) = db
        .prepare_cached("SELECT job_pk, candidate_count, last_candidate_at FROM job WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?
        .ok_or_else(|| {
            StoreError::invalid_record("job_id", format!("no job {id} on an earlier line"))
        })?;
    let mut query = db.prepare_cached("SELECT id, stage_pk, name FROM stage WHERE job_pk = ?1")?;
    let stages = query
        .query_map([job_pk], |row| Ok((rows::text(row, 0)?, (row.get(1)?, row.get(2)?))))?
        .collect::<Result<_, _>>()?;
    Ok(ImportJob { job_pk, candidate_count, last_candidate_at, stages })
}

/// Renumbers the positions of a job's candidates by (`created_at`, id).
fn sort_candidates(db: &Connection, job_pk: i64) -> Result<(), StoreError> {
    db.execute_batch(
        "CREATE TEMP TABLE sorted (place INTEGER PRIMARY KEY, candidate_pk INTEGER, item TEXT)",
    )?;
    db.execute(
        "INSERT INTO sorted
         SELECT row_number() OVER (ORDER BY c.created_at, c.id) - 1, c.candidate_pk, i.item
         FROM candidate c JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position
         WHERE c.job_pk = ?1",
        [job_pk],
    )?;
    db.execute(
        "UPDATE candidate_item SET item = r.item FROM sorted r
         WHERE candidate_item.place = (?1 << 32) + r.place",
        [job_pk],
    )?;
    // Negative first: (job_pk, position) must stay unique at every step.
    db.execute("UPDATE candidate SET position = -1 - position WHERE job_pk = ?1", [job_pk])?;
    db.execute(
        "UPDATE candidate SET position = r.place FROM sorted r
         WHERE r.candidate_pk = candidate.candidate_pk",
        [],
    )?;
    db.execute_batch("DROP TABLE sorted")?;
    Ok(())
}

fn require_id(field: &str, id: &str) -> Result<(), StoreError> {
    if id.trim().is_empty() {
        return Err(StoreError::invalid_record(field, "must not be empty"));
    }
    Ok(())
}
