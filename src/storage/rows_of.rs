//! What is kept of one person, whichever server it was read from: all that a
//! purge would delete, to be shown first.

use rusqlite::Row;

use super::drafts::draft;
use super::open::timestamp;
use super::{DraftRow, Storage, StorageError};
use crate::wire::{CandidateId, PersonId, Timestamp};

/// The candidates of a person. A list may not say whose candidate somebody is:
/// what was done there has no person, but some record or entry may know.
pub(crate) const THEIRS: &str = "SELECT server, candidate FROM entry
         WHERE person = ?1 AND candidate <> ''
     UNION SELECT server, candidate FROM looked WHERE person = ?1
     UNION SELECT server, id FROM cache WHERE person = ?1 AND kind = 'candidate'";

impl Storage {
    /// The servers that entries, marks or records are from.
    pub fn servers(&self) -> Result<Vec<String>, StorageError> {
        let asked = "SELECT server FROM entry UNION SELECT server FROM looked
             UNION SELECT server FROM cache";
        let mut asked = self.connection.prepare_cached(asked)?;
        let rows = asked.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The candidates that are known to be a person's, each with its server.
    pub fn candidates_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(String, CandidateId)>, StorageError> {
        self.of(THEIRS, person.as_str(), |row| {
            Ok((row.get(0)?, CandidateId::from(row.get::<_, String>(1)?)))
        })
    }

    /// Which of a person's candidates were looked at, and when first.
    pub fn looked_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(CandidateId, Timestamp)>, StorageError> {
        let asked = format!(
            "SELECT candidate, at FROM looked
             WHERE person = ?1 OR (server, candidate) IN ({THEIRS})"
        );
        self.of(&asked, person.as_str(), |row| {
            Ok((CandidateId::from(row.get::<_, String>(0)?), timestamp(row.get(1)?)))
        })
    }

    /// The edits of a person that were not saved, dropped ones too.
    pub fn drafts_of(&self, person: &PersonId) -> Result<Vec<DraftRow>, StorageError> {
        let asked = "SELECT id, session, server, person, name, at, body FROM draft
             WHERE person = ?1 ORDER BY at, id";
        self.of(asked, person.as_str(), draft)
    }

    /// The outside ids that a person was made with, and when.
    pub fn creations_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(String, Timestamp)>, StorageError> {
        let asked = "SELECT external_id, at FROM creation WHERE person = ?1";
        self.of(asked, person.as_str(), |row| Ok((row.get(0)?, timestamp(row.get(1)?))))
    }

    fn of<T>(
        &self,
        asked: &str,
        person: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StorageError> {
        let mut asked = self.connection.prepare_cached(asked)?;
        let rows = asked.query_map([person], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
