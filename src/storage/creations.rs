//! Progress of a bulk creation: each line of the file before it is sent, and after.

use std::path::Path;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, params};

use super::open::{open_read_only, timestamp};
use super::{Storage, StorageError};
use crate::wire::{PersonId, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Creation {
    /// A fingerprint of the line and the server.
    pub(crate) batch: String,
    /// The number among equal lines, from 1. Number 0 stores the options of the run in
    /// `external_id`.
    pub(crate) line: u32,
    /// The external ID of the request; it identifies the person after a lost response.
    pub(crate) external_id: String,
    pub(crate) state: CreationState,
    pub(crate) person: Option<PersonId>,
    pub(crate) at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CreationState {
    /// The request may have been sent; the result is unknown.
    Sent,
    /// The person exists.
    Created,
    /// The server refused it.
    Refused,
    /// The server refused it, but whether the person exists could not be checked.
    Unconfirmed,
}

impl CreationState {
    const ALL: [Self; 4] = [Self::Sent, Self::Created, Self::Refused, Self::Unconfirmed];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Created => "made",
            Self::Refused => "refused",
            Self::Unconfirmed => "unconfirmed",
        }
    }
}

impl FromSql for CreationState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        Self::ALL.into_iter().find(|state| state.as_str() == word).ok_or(FromSqlError::InvalidType)
    }
}

/// Read-only access to the progress. Creates and changes nothing.
#[derive(Debug)]
pub(crate) struct CreationLog(Connection);

impl CreationLog {
    /// None if the file does not exist.
    pub(crate) fn open(path: &Path) -> Result<Option<Self>, StorageError> {
        if !path.exists() {
            return Ok(None);
        }
        let connection = open_read_only(path).map_err(|error| error.with_path(path))?;
        Ok(Some(Self(connection)))
    }

    /// None if no attempt was made for the line.
    pub(crate) fn creation(
        &self,
        batch: &str,
        line: u32,
    ) -> Result<Option<Creation>, StorageError> {
        let mut query = self.0.prepare_cached(
            "SELECT external_id, state, person, at FROM creation WHERE batch = ?1 AND line = ?2",
        )?;
        let row = query.query_row(params![batch, line], |row| {
            Ok(Creation {
                batch: batch.to_owned(),
                line,
                external_id: row.get(0)?,
                state: row.get(1)?,
                person: row.get::<_, Option<String>>(2)?.map(PersonId::from),
                at: timestamp(row.get(3)?),
            })
        });
        Ok(row.optional()?)
    }
}

impl Storage {
    /// The row is on disk when this returns.
    pub(crate) fn put_creation(&self, creation: &Creation) -> Result<(), StorageError> {
        let mut put = self.connection.prepare_cached(
            "INSERT INTO creation (batch, line, external_id, state, person, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (batch, line) DO UPDATE SET external_id = ?3, state = ?4, person = ?5,
                 at = ?6",
        )?;
        let Creation { batch, line, external_id, state, person, at } = creation;
        let person = person.as_ref().map(PersonId::as_str);
        put.execute(params![batch, line, external_id, state.as_str(), person, at.micros()])?;
        Ok(())
    }
}
