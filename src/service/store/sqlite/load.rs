//! Many entries at once: import and demo, in the one transaction of the caller.
//!
//! Entries that come in list order are placed as they come. A job whose
//! candidates came out of order is put in order at the end, so that positions
//! follow (`created_at`, id) whatever the file looked like.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, OptionalExtension, params};

use super::super::{StoreError, ids};
use super::written::{self, Keys};
use super::{place, rows};
use crate::service::store::record::{CandidateRecord, Entry, JobRecord, PersonRecord};
use crate::wire::record::Extra;
use crate::wire::{Candidate, CompanyId, StageId, Timestamp};

pub(in super::super) fn load<E: From<StoreError>>(
    db: &Connection,
    entries: impl Iterator<Item = Result<Entry, E>>,
) -> Result<(), E> {
    let mut loader = Loader { db, jobs: HashMap::new(), disordered: BTreeSet::new() };
    for entry in entries {
        match entry? {
            Entry::Job(job) => loader.job(&job)?,
            Entry::Person(person) => loader.person(&person)?,
            Entry::Candidate(candidate) => loader.candidate(candidate)?,
        }
    }
    loader.finish()?;
    Ok(())
}

struct Loader<'db> {
    db: &'db Connection,
    /// The jobs met so far; there are few, and each is asked for many times.
    jobs: HashMap<String, KnownJob>,
    /// Jobs whose candidates came out of order.
    disordered: BTreeSet<i64>,
}

struct KnownJob {
    job_pk: i64,
    count: i64,
    last_at: i64,
    stages: HashMap<StageId, (i64, String)>,
}

struct KnownPerson {
    person_pk: i64,
    name: String,
    title: String,
    company: String,
}

impl Loader<'_> {
    fn job(&mut self, job: &JobRecord) -> Result<(), StoreError> {
        self.must_be_new("job", job.id.as_str())?;
        let db = self.db;
        let client = &job.client_company_id;
        need("client_company_id", client.as_str())?;
        let client_pk = place::ensure_client(db, client.as_str(), &job.client_company_name)?;
        let name =
            db.query_row("SELECT name FROM client WHERE client_pk = ?1", [client_pk], |row| {
                row.get::<_, String>(0)
            })?;
        if name != job.client_company_name {
            return Err(misfit(
                "client_company_name",
                format!("the client {client} was called {name} before"),
            ));
        }
        db.prepare_cached(
            "INSERT INTO job (id, position, name, name_key, created_at, is_archived, client_pk,
                 status_id, status_name)
             VALUES (?1, (SELECT coalesce(max(position) + 1, 0) FROM job), ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            job.id.as_str(),
            job.name,
            ids::key(&job.name),
            micros("created_at", job.created_at)?,
            job.is_archived,
            client_pk,
            job.job_status_id.as_str(),
            job.job_status_name,
        ])?;
        self.stages(job, db.last_insert_rowid())
    }

    fn stages(&self, job: &JobRecord, job_pk: i64) -> Result<(), StoreError> {
        for (index, stage) in job.pipeline_stages.iter().enumerate() {
            let place = format!("pipeline_stages[{index}].id");
            need(&place, stage.id.as_str())?;
            let added = self
                .db
                .prepare_cached(
                    "INSERT INTO stage (job_pk, id, name, stage_order, is_rejection, is_interviewing)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
                )?
                .execute(params![
                    job_pk,
                    stage.id.as_str(),
                    stage.name,
                    stage.stage_order,
                    stage.is_rejection_stage,
                    stage.is_interviewing_stage,
                ])?;
            if added == 0 {
                return Err(misfit(&place, format!("the stage {} is there twice", stage.id)));
            }
        }
        Ok(())
    }

    fn person(&self, person: &PersonRecord) -> Result<(), StoreError> {
        self.must_be_new("person", person.id.as_str())?;
        if let Some(id) = &person.external_source_id
            && rows::person_by_external_id(self.db, id)?.is_some()
        {
            return Err(misfit("external_source_id", format!("another person has {id}")));
        }
        let person_pk = rows::insert_person(self.db, person)?;
        for (index, contact) in person.client_contacts.iter().enumerate() {
            let place = |field: &str| format!("client_contacts[{index}].{field}");
            need(&place("id"), contact.id.as_str())?;
            need(&place("client_id"), contact.client_id.as_str())?;
            let client_pk =
                place::ensure_client(self.db, contact.client_id.as_str(), &contact.client_name)?;
            place::insert_contact(self.db, contact.id.as_str(), person_pk, client_pk).map_err(
                |_taken| misfit(&place("id"), "this contact is there already".to_owned()),
            )?;
        }
        Ok(())
    }

    fn candidate(&mut self, candidate: CandidateRecord) -> Result<(), StoreError> {
        self.must_be_new("candidate", candidate.id.as_str())?;
        let db = self.db;
        let person = self.known_person(candidate.person_id.as_str())?;
        let job_key = candidate.job_id.as_str();
        if !self.jobs.contains_key(job_key) {
            self.jobs.insert(job_key.to_owned(), self.known_job(job_key)?);
        }
        let Some(job) = self.jobs.get_mut(job_key) else { return Err(StoreError::Interrupted) };
        let stage_id = &candidate.current_pipeline_stage_id;
        let (stage_pk, stage_name) = job.stages.get(stage_id).cloned().ok_or_else(|| {
            misfit("current_pipeline_stage_id", format!("the job has no stage {stage_id}"))
        })?;
        let created_at = micros("created_at", candidate.created_at)?;
        let keys = Keys {
            person_pk: person.person_pk,
            job_pk: job.job_pk,
            stage_pk,
            position: job.count,
            created_at,
        };
        if !written::insert(db, &keys, &shown(candidate, person, stage_name))? {
            return Err(misfit("person_id", "the person is in this job already".to_owned()));
        }
        if created_at <= job.last_at {
            self.disordered.insert(job.job_pk);
        }
        job.count += 1;
        job.last_at = job.last_at.max(created_at);
        Ok(())
    }

    fn must_be_new(&self, kind: &'static str, id: &str) -> Result<(), StoreError> {
        need("id", id)?;
        let known =
            self.db.prepare_cached(&format!("SELECT 1 FROM {kind} WHERE id = ?1"))?.exists([id])?;
        if known { Err(misfit("id", format!("the {kind} {id} is there already"))) } else { Ok(()) }
    }

    fn known_job(&self, id: &str) -> Result<KnownJob, StoreError> {
        let (job_pk, count, last_at) = self
            .db
            .prepare_cached(
                "SELECT job_pk, candidate_count, last_candidate_at FROM job WHERE id = ?1",
            )?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?
            .ok_or_else(|| misfit("job_id", format!("no job {id} on an earlier line")))?;
        let mut query =
            self.db.prepare_cached("SELECT id, stage_pk, name FROM stage WHERE job_pk = ?1")?;
        let stages = query
            .query_map([job_pk], |row| {
                Ok((StageId::new(row.get::<_, String>(0)?), (row.get(1)?, row.get(2)?)))
            })?
            .collect::<Result<_, _>>()?;
        Ok(KnownJob { job_pk, count, last_at, stages })
    }

    fn known_person(&self, id: &str) -> Result<KnownPerson, StoreError> {
        self.db
            .prepare_cached(
                "SELECT person_pk, name, current_job_title, current_company_name FROM person WHERE id = ?1",
            )?
            .query_row([id], |row| {
                Ok(KnownPerson {
                    person_pk: row.get(0)?,
                    name: row.get(1)?,
                    title: row.get(2)?,
                    company: row.get(3)?,
                })
            })
            .optional()?
            .ok_or_else(|| misfit("person_id", format!("no person {id} on an earlier line")))
    }

    fn finish(self) -> Result<(), StoreError> {
        for job in self.jobs.values() {
            self.db.execute(
                "UPDATE job SET candidate_count = ?2, last_candidate_at = ?3 WHERE job_pk = ?1",
                [job.job_pk, job.count, job.last_at],
            )?;
        }
        self.disordered.iter().try_for_each(|job_pk| reorder(self.db, *job_pk))?;
        self.db.execute(
            "UPDATE job SET position = o.place
             FROM (SELECT job_pk, row_number() OVER (ORDER BY created_at, id) - 1 AS place FROM job) o
             WHERE o.job_pk = job.job_pk AND o.place <> job.position",
            [],
        )?;
        Ok(())
    }
}

/// Puts a job's candidates in the order of (`created_at`, id).
fn reorder(db: &Connection, job_pk: i64) -> Result<(), StoreError> {
    db.execute_batch("CREATE TEMP TABLE IF NOT EXISTS reordered (place INTEGER PRIMARY KEY, candidate_pk INTEGER, item TEXT); DELETE FROM reordered;")?;
    db.execute(
        "INSERT INTO reordered
         SELECT row_number() OVER (ORDER BY c.created_at, c.id) - 1, c.candidate_pk, i.item
         FROM candidate c JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position
         WHERE c.job_pk = ?1",
        [job_pk],
    )?;
    db.execute(
        "INSERT OR REPLACE INTO candidate_item
         SELECT (?1 << 32) + place, item FROM reordered ORDER BY place",
        [job_pk],
    )?;
    db.execute(
        "UPDATE candidate SET position = r.place FROM reordered r
         WHERE r.candidate_pk = candidate.candidate_pk",
        [],
    )?;
    db.execute_batch("DROP TABLE reordered")?;
    Ok(())
}

fn shown(candidate: CandidateRecord, person: KnownPerson, stage_name: String) -> Candidate {
    Candidate {
        id: candidate.id,
        person_id: candidate.person_id,
        job_id: candidate.job_id,
        name: person.name,
        current_job_title: person.title,
        current_company_id: CompanyId::new(ids::of_company(&person.company)),
        current_company_name: person.company,
        current_pipeline_stage_name: stage_name,
        current_pipeline_stage_id: candidate.current_pipeline_stage_id,
        current_pipeline_stage_date: candidate.current_pipeline_stage_date,
        created_at: candidate.created_at,
        pipeline_stage_history: candidate.pipeline_stage_history,
        extra: Extra::new(),
    }
}

fn need(place: &str, id: &str) -> Result<(), StoreError> {
    if id.trim().is_empty() { Err(misfit(place, "must not be empty".to_owned())) } else { Ok(()) }
}

fn micros(place: &str, moment: Option<Timestamp>) -> Result<i64, StoreError> {
    moment.map(Timestamp::micros).ok_or_else(|| misfit(place, "is missing".to_owned()))
}

fn misfit(place: &str, what: String) -> StoreError {
    StoreError::Misfit { place: place.to_owned(), what }
}
