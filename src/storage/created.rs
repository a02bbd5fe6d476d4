//! How far a file of people came: each line before it is sent, and after.

use std::path::Path;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, params};

use super::open::{open_read_only, timestamp};
use super::{Storage, StorageError};
use crate::wire::{PersonId, Timestamp};

/// A line of a file of people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creation {
    /// What the line says, for which server: a fingerprint.
    pub batch: String,
    /// Which of the lines that say so.
    pub line: u32,
    /// The outside id that goes out with it, by which they are found again.
    pub external_id: String,
    /// How far it is.
    pub state: CreationState,
    /// Who was made.
    pub person: Option<PersonId>,
    /// Since when.
    pub at: Timestamp,
}

/// How far a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreationState {
    /// It may have been sent; what came of it is not known.
    Sent,
    /// They are there.
    Made,
    /// The server did not want it.
    Refused,
}

impl CreationState {
    const ALL: [Self; 3] = [Self::Sent, Self::Made, Self::Refused];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Made => "made",
            Self::Refused => "refused",
        }
    }
}

impl FromSql for CreationState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        Self::ALL.into_iter().find(|state| state.as_str() == word).ok_or(FromSqlError::InvalidType)
    }
}

/// What was written down, only to be read: nothing is made or changed by it.
#[derive(Debug)]
pub struct Past(Connection);

impl Past {
    /// Opens a file that may not be there.
    pub fn open(path: &Path) -> Result<Option<Self>, StorageError> {
        if !path.exists() {
            return Ok(None);
        }
        let opened = open_read_only(path).map_err(|error| error.named(path))?;
        Ok(Some(Self(opened)))
    }

    /// How far a line is; none if it was never begun.
    pub fn creation(&self, batch: &str, line: u32) -> Result<Option<Creation>, StorageError> {
        let mut asked = self.0.prepare_cached(
            "SELECT external_id, state, person, at FROM creation WHERE batch = ?1 AND line = ?2",
        )?;
        let row = asked.query_row(params![batch, line], |row| {
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
    /// Writes down how far a line is. On disk when this returns.
    pub fn put_creation(&self, creation: &Creation) -> Result<(), StorageError> {
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
