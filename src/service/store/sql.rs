//! The statements that both engines run: the rules of a change and its SQL are
//! written once.
//!
//! Code here is synchronous and sees one transaction as a [`Db`]. `SQLite` runs
//! it on the thread of its writer; `PostgreSQL` runs it on a blocking thread and
//! waits there for each answer. Parameters are written `?1`, as `SQLite` does.
//! Pages and single records, which are read all the time, are written for each
//! engine in its own folder.

pub(crate) mod api_keys;
mod associations;
pub(crate) mod audit;
pub(super) mod candidates;
pub(crate) mod check;
pub(crate) mod clients;
pub(crate) mod erasure;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod jobs;
pub(crate) mod people;
pub(crate) mod person_merges;
pub(crate) mod persons;
pub(crate) mod pipelines;
pub(crate) mod read;
pub(crate) mod removals;
mod row;
pub(super) mod rows;
pub(crate) mod stage_moves;
mod stages;

use rusqlite::{Connection, params_from_iter};

use super::error::StoreError;
use super::postgres::session::Session;
use super::tables::Table;
use super::values::{OwnedValue, ToValue, Value, params};
use crate::wire::PersonId;
pub(crate) use row::Row;

/// One transaction, or one snapshot, of either engine.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Db<'a> {
    Sqlite(&'a Connection),
    Postgres(&'a Session),
}

impl Db<'_> {
    /// Runs a statement and returns how many rows it changed.
    pub(crate) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<usize, StoreError> {
        match self {
            Self::Sqlite(db) => Ok(db.prepare_cached(sql)?.execute(params_from_iter(params))?),
            Self::Postgres(db) => db.execute(sql, params),
        }
    }

    /// Runs a statement whose outcome nothing depends on: an engine may report its error later, but
    /// before the transaction is committed.
    pub(crate) fn write(&self, sql: &str, params: &[Value<'_>]) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => self.execute(sql, params).map(drop),
            Self::Postgres(db) => db.write(sql, params),
        }
    }

    /// Runs writes that change different rows, of which none reads what another one changes: an engine
    /// may run them as one statement, and later.
    pub(crate) fn together<T>(
        &self,
        writes: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Self::Sqlite(_) => writes(),
            Self::Postgres(db) => db.together(writes),
        }
    }

    /// Reads each row of the result.
    pub(crate) fn query<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        match self {
            Self::Sqlite(db) => {
                let mut statement = db.prepare_cached(sql)?;
                let mut rows = statement.query(params_from_iter(params))?;
                let mut found = Vec::new();
                while let Some(row) = rows.next()? {
                    found.push(read(&Row::Sqlite(row))?);
                }
                Ok(found)
            }
            Self::Postgres(db) => {
                db.query(sql, params)?.iter().map(|row| read(&Row::Postgres(row))).collect()
            }
        }
    }

    /// Reads the first row of the result, if there is one.
    pub(crate) fn query_opt<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match self {
            Self::Sqlite(db) => {
                let mut statement = db.prepare_cached(sql)?;
                let mut rows = statement.query(params_from_iter(params))?;
                rows.next()?.map(|row| read(&Row::Sqlite(row))).transpose()
            }
            Self::Postgres(db) => {
                db.query(sql, params)?.first().map(|row| read(&Row::Postgres(row))).transpose()
            }
        }
    }

    /// Reads the first row of a result that has one.
    pub(crate) fn query_one<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let found = self.query_opt(sql, params, read)?;
        found.ok_or_else(|| StoreError::Database("a statement returned no row".into()))
    }

    pub(crate) fn exists(&self, sql: &str, params: &[Value<'_>]) -> Result<bool, StoreError> {
        Ok(self.query_opt(sql, params, |_row| Ok(()))?.is_some())
    }

    /// Passes each row of a result of any length to `visit`, which may run other statements.
    pub(crate) fn each<E: From<StoreError>>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        mut visit: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Sqlite(db) => {
                let mut statement = db.prepare(sql).map_err(StoreError::from)?;
                let mut rows =
                    statement.query(params_from_iter(params)).map_err(StoreError::from)?;
                while let Some(row) = rows.next().map_err(StoreError::from)? {
                    visit(&Row::Sqlite(row))?;
                }
                Ok(())
            }
            Self::Postgres(db) => db.each(sql, params, |row| visit(&Row::Postgres(row))),
        }
    }

    /// Inserts the rows that `next` returns until it returns none, with their keys.
    pub(crate) fn insert_all(
        &self,
        table: &Table,
        next: &mut dyn FnMut() -> Result<Option<Vec<Vec<OwnedValue>>>, StoreError>,
    ) -> Result<(), StoreError> {
        let Self::Postgres(db) = self else {
            let places: Vec<String> =
                (1..=table.columns.len()).map(|number| format!("?{number}")).collect();
            let sql = format!(
                "INSERT INTO {} ({}) VALUES ({})",
                table.name,
                table.column_list(),
                places.join(", ")
            );
            while let Some(rows) = next()? {
                for row in rows {
                    let values: Vec<Value<'_>> = row.iter().map(ToValue::to_value).collect();
                    self.execute(&sql, &values)?;
                }
            }
            return Ok(());
        };
        db.copy_in(table, next)
    }

    /// Waits until no other writer changes the person, whose records must be read afterwards. `SQLite`
    /// has one writer at a time.
    pub(crate) fn lock_person(&self, id: &PersonId) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(db) => db.lock_person(id.as_str()),
        }
    }

    /// Waits until no other writer adds a client.
    pub(crate) fn lock_clients(&self) -> Result<(), StoreError> {
        let Self::Postgres(db) = self else { return Ok(()) };
        db.lock_clients()
    }

    /// Changes the tag of all pages of the job's list.
    pub(crate) fn renew_list_tag(&self, job_pk: i64) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => {
                let sql = "UPDATE job SET list_tag = random() WHERE job_pk = ?1";
                self.execute(sql, params![job_pk]).map(drop)
            }
            Self::Postgres(db) => {
                db.renew_list_tag(job_pk);
                Ok(())
            }
        }
    }

    /// Changes the tag of all pages of the list of jobs.
    pub(crate) fn renew_jobs_tag(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => {
                let sql = "UPDATE meta SET value = random() WHERE name = 'jobs_tag'";
                self.execute(sql, params![]).map(drop)
            }
            Self::Postgres(db) => db.renew_jobs_tag(),
        }
    }
}
