//! Many entries at once: import and demo, in the one transaction of the caller.
//!
//! Entries that come in list order are placed as they come. A job whose
//! candidates came out of order is put in order at the end, so that positions
//! follow (`created_at`, id) whatever the file looked like.

use std::collections::hash_map::Entry as MapEntry;
use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, OptionalExtension, params};

use super::super::{StoreError, ids};
use super::written::{self, Keys};
use super::{place, rows};
use crate::service::store::record::{CandidateRecord, JobRecord, PersonRecord, StoreRecord};
use crate::wire::record::Extra;
use crate::wire::{Candidate, CompanyId, StageId, Timestamp};

pub(in super::super) fn load<E: From<StoreError>>(
    db: &Connection,
    now: Timestamp,
    entries: impl Iterator<Item = Result<StoreRecord, E>>,
) -> Result<(), E> {
    let mut loader = Loader { db, now, jobs: HashMap::new(), disordered: BTreeSet::new() };
    for entry in entries {
        match entry? {
            StoreRecord::Job(job) => loader.job(&job)?,
            StoreRecord::Person(person) => loader.person(&person)?,
            StoreRecord::Candidate(candidate) => loader.candidate(candidate)?,
        }
    }
    loader.finish()?;
    Ok(())
}

struct Loader<'db> {
    db: &'db Connection,
    now: Timestamp,
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
        let client_pk =
            self.client(client.as_str(), &job.client_company_name, "client_company_name")?;
        db.prepare_cached(
            "INSERT INTO job (id, position, name, name_key, created_at, is_archived, client_pk,
                 status_id, status_name)
             VALUES (?1, (SELECT coalesce(max(position) + 1, 0) FROM job), ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            job.id.as_str(),
            job.name,
            ids::key(&job.name),
            self.past("created_at", job.created_at)?,
            job.is_archived,
            client_pk,
            job.job_status_id.as_str(),
            job.job_status_name,
        ])?;
        self.stages(job, db.last_insert_rowid())
    }

    /// The client with that id, which must not go by two names.
    fn client(&self, id: &str, name: &str, place: &str) -> Result<i64, StoreError> {
        let client_pk = place::ensure_client(self.db, id, name)?;
        let known: String = self
            .db
            .prepare_cached("SELECT name FROM client WHERE client_pk = ?1")?
            .query_row([client_pk], |row| row.get(0))?;
        if known == name {
            return Ok(client_pk);
        }
        Err(misfit(place, format!("the client {id} was called {known} before")))
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
            return Err(present("external_source_id", format!("another person has {id}")));
        }
        let person_pk = rows::insert_person(self.db, person)?;
        for (index, contact) in person.client_contacts.iter().enumerate() {
            let place = |field: &str| format!("client_contacts[{index}].{field}");
            need(&place("id"), contact.id.as_str())?;
            need(&place("client_id"), contact.client_id.as_str())?;
            let client_pk = self.client(
                contact.client_id.as_str(),
                &contact.client_name,
                &place("client_name"),
            )?;
            if !place::insert_contact(self.db, contact.id.as_str(), person_pk, client_pk)? {
                return Err(present(&place("id"), "this contact is there already".to_owned()));
            }
        }
        Ok(())
    }

    fn candidate(&mut self, candidate: CandidateRecord) -> Result<(), StoreError> {
        self.must_be_new("candidate", candidate.id.as_str())?;
        let db = self.db;
        let created_at = self.past("created_at", candidate.created_at)?;
        check_history(&candidate)?;
        let person = self.known_person(candidate.person_id.as_str())?;
        let job = match self.jobs.entry(candidate.job_id.as_str().to_owned()) {
            MapEntry::Occupied(known) => known.into_mut(),
            MapEntry::Vacant(new) => {
                let known = known_job(db, new.key())?;
                new.insert(known)
            }
        };
        let stage_id = &candidate.current_pipeline_stage_id;
        let (stage_pk, stage_name) = job.stages.get(stage_id).cloned().ok_or_else(|| {
            misfit("current_pipeline_stage_id", format!("the job has no stage {stage_id}"))
        })?;
        let keys = Keys {
            person_pk: person.person_pk,
            job_pk: job.job_pk,
            stage_pk,
            position: job.count,
            created_at,
        };
        if !written::insert(db, &keys, &shown(candidate, person, stage_name))? {
            return Err(present("person_id", "the person is in this job already".to_owned()));
        }
        if created_at <= job.last_at {
            self.disordered.insert(job.job_pk);
        }
        job.count += 1;
        job.last_at = job.last_at.max(created_at);
        Ok(())
    }

    /// A moment that has been: what is made later stands after it, so one in
    /// the future would falsify the dates of all that follow.
    fn past(&self, place: &str, moment: Option<Timestamp>) -> Result<i64, StoreError> {
        const DAY: i64 = 86_400_000_000;
        let micros = moment.map(Timestamp::micros);
        micros
            .filter(|micros| *micros <= self.now.micros() + DAY)
            .ok_or_else(|| misfit(place, "must not lie in the future".to_owned()))
    }

    fn must_be_new(&self, kind: &'static str, id: &str) -> Result<(), StoreError> {
        need("id", id)?;
        let known =
            self.db.prepare_cached(&format!("SELECT 1 FROM {kind} WHERE id = ?1"))?.exists([id])?;
        if known { Err(present("id", format!("the {kind} {id} is there already"))) } else { Ok(()) }
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

fn known_job(db: &Connection, id: &str) -> Result<KnownJob, StoreError> {
    let (job_pk, count, last_at) = db
        .prepare_cached("SELECT job_pk, candidate_count, last_candidate_at FROM job WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?
        .ok_or_else(|| misfit("job_id", format!("no job {id} on an earlier line")))?;
    let mut query = db.prepare_cached("SELECT id, stage_pk, name FROM stage WHERE job_pk = ?1")?;
    let stages = query
        .query_map([job_pk], |row| {
            Ok((StageId::new(row.get::<_, String>(0)?), (row.get(1)?, row.get(2)?)))
        })?
        .collect::<Result<_, _>>()?;
    Ok(KnownJob { job_pk, count, last_at, stages })
}

/// Puts a job's candidates in the order of (`created_at`, id).
fn reorder(db: &Connection, job_pk: i64) -> Result<(), StoreError> {
    db.execute_batch(
        "CREATE TEMP TABLE reordered (place INTEGER PRIMARY KEY, candidate_pk INTEGER, item TEXT)",
    )?;
    db.execute(
        "INSERT INTO reordered
         SELECT row_number() OVER (ORDER BY c.created_at, c.id) - 1, c.candidate_pk, i.item
         FROM candidate c JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position
         WHERE c.job_pk = ?1",
        [job_pk],
    )?;
    db.execute(
        "UPDATE candidate_item SET item = r.item FROM reordered r
         WHERE candidate_item.place = (?1 << 32) + r.place",
        [job_pk],
    )?;
    // In two steps, below zero first: a place is never taken twice.
    db.execute("UPDATE candidate SET position = -1 - position WHERE job_pk = ?1", [job_pk])?;
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

/// The history ends where the candidate is now.
fn check_history(candidate: &CandidateRecord) -> Result<(), StoreError> {
    let history = &candidate.pipeline_stage_history;
    let last = history.last().map(|entry| (&entry.stage_id, entry.stage_date));
    let now = (&candidate.current_pipeline_stage_id, candidate.current_pipeline_stage_date);
    if last != Some(now) {
        let what = "must end with the current stage and its date".to_owned();
        return Err(misfit("pipeline_stage_history", what));
    }
    if !history.is_sorted_by_key(|entry| entry.stage_date) {
        return Err(misfit("pipeline_stage_history", "must be ordered by date".to_owned()));
    }
    Ok(())
}

fn present(place: &str, what: String) -> StoreError {
    StoreError::DuplicateRecord { field: place.to_owned(), message: what }
}

fn misfit(place: &str, what: String) -> StoreError {
    StoreError::InvalidRecord { field: place.to_owned(), message: what }
}
