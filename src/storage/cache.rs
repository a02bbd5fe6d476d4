//! Caches records as JSON, as the server sent them, with the time of reading.
//!
//! A candidate has one record, with the stage the candidate was in at that time. A caller that
//! knows of another stage must fetch the record again.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

use super::open::timestamp;
use super::{Storage, StorageError};
use crate::wire::{JobId, PersonId, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachedKind {
    Candidate,
    Person,
}

impl CachedKind {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Person => "person",
        }
    }
}

impl FromSql for CachedKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        let all = [Self::Candidate, Self::Person];
        all.into_iter().find(|kind| kind.as_str() == word).ok_or(FromSqlError::InvalidType)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CacheRow {
    pub(crate) kind: CachedKind,
    pub(crate) id: String,
    /// Empty for a person.
    pub(crate) stage: String,
    pub(crate) person: PersonId,
    /// Empty for a person.
    pub(crate) job: JobId,
    pub(crate) read_at: Timestamp,
    /// JSON.
    pub(crate) body: String,
}

const COLUMNS: &str = "SELECT kind, id, stage, person, job, read_at, body FROM cache";

impl Storage {
    /// Writes records. Replaces a record with the same id, unless that one was read later.
    pub(crate) fn cache(&mut self, server: &str, records: &[CacheRow]) -> Result<(), StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for row in records {
            let mut put = change.prepare_cached(
                "INSERT INTO cache (server, kind, id, stage, person, job, read_at, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT (server, kind, id) DO UPDATE SET stage = ?4, person = ?5, job = ?6,
                     read_at = ?7, body = ?8 WHERE read_at <= ?7",
            )?;
            let CacheRow { kind, id, stage, person, job, read_at, body } = row;
            let (person, job) = (person.as_str(), job.as_str());
            let read_at = read_at.micros();
            put.execute(params![server, kind.as_str(), id, stage, person, job, read_at, body])?;
        }
        Ok(change.commit()?)
    }

    pub(crate) fn cached_candidates(
        &self,
        server: &str,
        job: &JobId,
    ) -> Result<Vec<CacheRow>, StorageError> {
        let sql = format!("{COLUMNS} WHERE server = ?1 AND job = ?2 AND kind = 'candidate'");
        self.query_rows(&sql, [server, job.as_str()], cache_row)
    }

    pub(crate) fn cached_person(
        &self,
        server: &str,
        person: &PersonId,
    ) -> Result<Option<CacheRow>, StorageError> {
        let sql = format!("{COLUMNS} WHERE server = ?1 AND kind = 'person' AND id = ?2");
        let mut query = self.connection.prepare_cached(&sql)?;
        Ok(query.query_row([server, person.as_str()], cache_row).optional()?)
    }

    /// The people read last, as JSON.
    pub(crate) fn recent_people(
        &self,
        server: &str,
        max: u32,
    ) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT body FROM cache WHERE server = ?1 AND kind = 'person'
                   ORDER BY read_at DESC LIMIT ?2";
        self.query_rows(sql, params![server, max], |row| row.get(0))
    }

    /// The person and all their candidates.
    pub(crate) fn cached_for_person(
        &self,
        server: &str,
        person: &PersonId,
    ) -> Result<Vec<CacheRow>, StorageError> {
        let sql = format!("{COLUMNS} WHERE server = ?1 AND person = ?2 ORDER BY kind, id");
        self.query_rows(&sql, [server, person.as_str()], cache_row)
    }
}

fn cache_row(row: &Row<'_>) -> rusqlite::Result<CacheRow> {
    Ok(CacheRow {
        kind: row.get(0)?,
        id: row.get(1)?,
        stage: row.get(2)?,
        person: row.get::<_, String>(3)?.into(),
        job: row.get::<_, String>(4)?.into(),
        read_at: timestamp(row.get(5)?),
        body: row.get(6)?,
    })
}
