//! Records as the server sent them, with the time of reading and the entity tag.
//!
//! A candidate has one record, with the stage the candidate was in at that time. A caller that
//! knows of another stage must fetch the record again.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use super::changes::{log, mark_own};
use super::words;
use crate::recruiting::changes::Change;
use crate::recruiting::changes::diff::{ReadTimes, diff_person, diff_pipeline};
use crate::storage::open::timestamp;
use crate::storage::{Storage, StorageError};
use crate::wire::{Candidate, Job, JobId, Person, PersonId, PipelineStage, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    Job,
    Candidate,
    Person,
}

impl RecordKind {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::Candidate => "candidate",
            Self::Person => "person",
        }
    }
}

impl FromSql for RecordKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        let all = [Self::Job, Self::Candidate, Self::Person];
        all.into_iter().find(|kind| kind.as_str() == word).ok_or(FromSqlError::InvalidType)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordRow {
    pub(crate) kind: RecordKind,
    pub(crate) id: String,
    /// Empty except for a candidate.
    pub(crate) stage: String,
    /// Empty for a job.
    pub(crate) person: PersonId,
    /// Empty for a person.
    pub(crate) job: JobId,
    pub(crate) read_at: Timestamp,
    /// The server's tag for this version.
    pub(crate) tag: Option<String>,
    /// JSON.
    pub(crate) body: String,
}

/// A record to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordWrite {
    pub(crate) row: RecordRow,
    /// Whether it shows a change that this machine made.
    pub(crate) is_own: bool,
}

impl RecordWrite {
    /// The job whose list depends on this record.
    pub(super) fn job_of_list(&self) -> Option<&JobId> {
        (self.row.kind == RecordKind::Job).then_some(&self.row.job)
    }
}

/// The constructors return `None` without the ids by which the row is found and purged.
impl RecordRow {
    pub(crate) fn job(job: &Job, read_at: Timestamp, tag: Option<String>) -> Option<Self> {
        let ids = (job.id.to_string(), PersonId::default(), job.id.clone());
        Self::new(RecordKind::Job, ids, job, read_at, tag)
    }

    pub(crate) fn candidate(
        candidate: &Candidate,
        read_at: Timestamp,
        tag: Option<String>,
    ) -> Option<Self> {
        let ids = (candidate.id.to_string(), candidate.person_id.clone(), candidate.job_id.clone());
        let row = Self::new(RecordKind::Candidate, ids, candidate, read_at, tag)?;
        let stage = candidate.current_pipeline_stage_id.to_string();
        (!row.person.is_empty()).then_some(Self { stage, ..row })
    }

    pub(crate) fn person(person: &Person, read_at: Timestamp, tag: Option<String>) -> Option<Self> {
        let ids = (person.id.to_string(), person.id.clone(), JobId::default());
        Self::new(RecordKind::Person, ids, person, read_at, tag)
    }

    fn new(
        kind: RecordKind,
        (id, person, job): (String, PersonId, JobId),
        record: &impl Serialize,
        read_at: Timestamp,
        tag: Option<String>,
    ) -> Option<Self> {
        let body = serde_json::to_string(record).ok()?;
        let stage = String::new();
        (!id.is_empty()).then_some(Self { kind, id, stage, person, job, read_at, tag, body })
    }
}

/// A record that the mirror stores.
pub(crate) trait StoredRecord: serde::de::DeserializeOwned {
    fn to_row(&self, read_at: Timestamp, tag: Option<String>) -> Option<RecordRow>;
}

impl StoredRecord for Job {
    fn to_row(&self, read_at: Timestamp, tag: Option<String>) -> Option<RecordRow> {
        RecordRow::job(self, read_at, tag)
    }
}

impl StoredRecord for Candidate {
    fn to_row(&self, read_at: Timestamp, tag: Option<String>) -> Option<RecordRow> {
        RecordRow::candidate(self, read_at, tag)
    }
}

impl StoredRecord for Person {
    fn to_row(&self, read_at: Timestamp, tag: Option<String>) -> Option<RecordRow> {
        RecordRow::person(self, read_at, tag)
    }
}

/// What was stored this much later than now comes from a clock that ran ahead.
const CLOCK_ERROR: i64 = 60 * 60 * 1_000_000;

/// Whether what is stored was read later than what arrived: the writer of another window was first.
pub(super) fn is_later(stored: Timestamp, arrived: Timestamp) -> bool {
    (1..CLOCK_ERROR).contains(&(stored.micros() - arrived.micros()))
}

const COLUMNS: &str = "SELECT kind, id, stage, person, job, read_at, tag, body FROM record";

/// Writes a record and logs how it differs, unless a later version is stored. Returns the number
/// of changes.
pub(super) fn write(
    change: &Transaction<'_>,
    server: &str,
    write: &RecordWrite,
) -> Result<usize, StorageError> {
    let RecordRow { kind, id, stage, person, job, read_at, tag, body } = &write.row;
    let old = read(change, server, *kind, id)?;
    if old.as_ref().is_some_and(|old| is_later(old.read_at, *read_at)) {
        return Ok(0);
    }
    let mut changes = 0;
    let is_other = old.as_ref().is_none_or(|old| old.body != *body);
    if let Some(old) = old.as_ref().filter(|_| is_other) {
        for found in diff(old, &write.row) {
            let is_own = found.is_own || write.is_own;
            changes += log(change, server, Change { is_own, ..found })?;
        }
    }
    if write.is_own && *kind == RecordKind::Person {
        mark_own_jobs(change, server, old.as_ref(), &write.row)?;
    }
    let mut put = change.prepare_cached(
        "INSERT INTO record (server, kind, id, stage, person, job, read_at, tag, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (server, kind, id) DO UPDATE SET stage = ?4, person = ?5, job = ?6,
             read_at = ?7, tag = coalesce(?8, CASE WHEN body = ?9 THEN tag END), body = ?9
         RETURNING key",
    )?;
    let (person, job, read_at) = (person.as_str(), job.as_str(), read_at.micros());
    let key: i64 = put.query_row(
        params![server, kind.as_str(), id, stage, person, job, read_at, tag, body],
        |row| row.get(0),
    )?;
    if *kind == RecordKind::Person && is_other {
        if let Some(old) = &old {
            words::remove(change, key, &old.body)?;
        }
        words::index(change, key, body)?;
    }
    Ok(changes)
}

/// The lists of the jobs that the person was added to will show a new candidate.
fn mark_own_jobs(
    change: &Transaction<'_>,
    server: &str,
    old: Option<&RecordRow>,
    new: &RecordRow,
) -> Result<(), StorageError> {
    let jobs = |row: &RecordRow| -> Vec<JobId> {
        let person: Person = serde_json::from_str(&row.body).unwrap_or_default();
        person.jobs.into_iter().map(|job| job.job_id).collect()
    };
    let before = old.map(jobs).unwrap_or_default();
    for job in jobs(new).iter().filter(|job| !before.contains(job)) {
        mark_own(change, server, (new.id.as_str(), job), new.read_at)?;
    }
    Ok(())
}

fn diff(old: &RecordRow, new: &RecordRow) -> Vec<Change> {
    let times = ReadTimes { last_read_at: Some(old.read_at), read_at: new.read_at };
    let parse = || -> serde_json::Result<Vec<Change>> {
        Ok(match new.kind {
            RecordKind::Candidate => Vec::new(),
            RecordKind::Job => {
                let old: Job = serde_json::from_str(&old.body)?;
                let found = diff_pipeline(&old, &serde_json::from_str(&new.body)?, times);
                found.into_iter().collect()
            }
            RecordKind::Person => {
                let old: Person = serde_json::from_str(&old.body)?;
                diff_person(&old, &serde_json::from_str(&new.body)?, times)
            }
        })
    };
    // What cannot be read is not compared.
    parse().unwrap_or_default()
}

/// The name and the pipeline of a job, as far as they are known.
pub(super) fn job_context(
    connection: &Connection,
    server: &str,
    job: &JobId,
) -> Result<(String, Vec<PipelineStage>), StorageError> {
    let record = read(connection, server, RecordKind::Job, job.as_str())?;
    let job = record.and_then(|record| serde_json::from_str::<Job>(&record.body).ok());
    Ok(job.map(|job| (job.name, job.pipeline_stages)).unwrap_or_default())
}

pub(in crate::storage) fn read_candidates(
    connection: &Connection,
    server: &str,
    job: &JobId,
) -> Result<Vec<RecordRow>, StorageError> {
    let sql = format!("{COLUMNS} WHERE server = ?1 AND job = ?2 AND kind = 'candidate'");
    let mut query = connection.prepare_cached(&sql)?;
    let rows = query.query_map([server, job.as_str()], record_row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The pipeline of a job; empty if its record was not read.
pub(crate) fn mirrored_pipeline(
    storage: &Storage,
    server: &str,
    job: &JobId,
) -> Result<Vec<PipelineStage>, StorageError> {
    Ok(job_context(&storage.connection, server, job)?.1)
}

pub(in crate::storage) fn read(
    connection: &Connection,
    server: &str,
    kind: RecordKind,
    id: &str,
) -> Result<Option<RecordRow>, StorageError> {
    let sql = format!("{COLUMNS} WHERE server = ?1 AND kind = ?2 AND id = ?3");
    let mut query = connection.prepare_cached(&sql)?;
    Ok(query.query_row([server, kind.as_str(), id], record_row).optional()?)
}

impl Storage {
    pub(crate) fn record(
        &self,
        server: &str,
        kind: RecordKind,
        id: &str,
    ) -> Result<Option<RecordRow>, StorageError> {
        read(&self.connection, server, kind, id)
    }

    /// The people whose records were read longest ago.
    pub(crate) fn oldest_people(
        &self,
        server: &str,
        max: usize,
    ) -> Result<Vec<PersonId>, StorageError> {
        let sql = "SELECT id FROM record WHERE server = ?1 AND kind = 'person'
             ORDER BY read_at, key LIMIT ?2";
        let max = i64::try_from(max).unwrap_or(i64::MAX);
        self.query_rows(sql, params![server, max], |row| Ok(row.get::<_, String>(0)?.into()))
    }

    pub(crate) fn candidate_records(
        &self,
        server: &str,
        job: &JobId,
    ) -> Result<Vec<RecordRow>, StorageError> {
        read_candidates(&self.connection, server, job)
    }

    /// The people read last, as JSON.
    pub(crate) fn recent_people(
        &self,
        server: &str,
        max: u32,
    ) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT body FROM record WHERE server = ?1 AND kind = 'person'
                   ORDER BY read_at DESC LIMIT ?2";
        self.query_rows(sql, params![server, max], |row| row.get(0))
    }

    /// The person and all their candidates.
    pub(crate) fn records_of_person(
        &self,
        server: &str,
        person: &PersonId,
    ) -> Result<Vec<RecordRow>, StorageError> {
        let sql = format!("{COLUMNS} WHERE server = ?1 AND person = ?2 ORDER BY kind, id");
        self.query_rows(&sql, [server, person.as_str()], record_row)
    }

    /// When each record of a kind was read, and its tag.
    pub(crate) fn record_ages(
        &self,
        server: &str,
        kind: RecordKind,
    ) -> Result<Vec<(String, Timestamp, Option<String>)>, StorageError> {
        let sql = "SELECT id, read_at, tag FROM record WHERE server = ?1 AND kind = ?2";
        self.query_rows(sql, [server, kind.as_str()], |row| {
            Ok((row.get(0)?, timestamp(row.get(1)?), row.get(2)?))
        })
    }

    /// The ids of the stored records of a kind. An index has them: no record is read.
    pub(crate) fn record_ids(
        &self,
        server: &str,
        kind: RecordKind,
    ) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT id FROM record WHERE server = ?1 AND kind = ?2";
        self.query_rows(sql, [server, kind.as_str()], |row| row.get(0))
    }

    /// The server sent no newer version of a record.
    pub(crate) fn renew_record(
        &self,
        server: &str,
        kind: RecordKind,
        id: &str,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let mut renew = self.connection.prepare_cached(
            "UPDATE record SET read_at = max(read_at, ?4)
             WHERE server = ?1 AND kind = ?2 AND id = ?3",
        )?;
        renew.execute(params![server, kind.as_str(), id, at.micros()])?;
        Ok(())
    }
}

pub(super) fn record_row(row: &Row<'_>) -> rusqlite::Result<RecordRow> {
    Ok(RecordRow {
        kind: row.get(0)?,
        id: row.get(1)?,
        stage: row.get(2)?,
        person: row.get::<_, String>(3)?.into(),
        job: row.get::<_, String>(4)?.into(),
        read_at: timestamp(row.get(5)?),
        tag: row.get(6)?,
        body: row.get(7)?,
    })
}
