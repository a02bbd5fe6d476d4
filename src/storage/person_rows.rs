//! Everything stored about one person, from every server: what a purge would delete.
//! `local export --person` reads it.

use super::drafts::read_draft;
use super::open::timestamp;
use super::{DraftRow, Storage, StorageError};
use crate::wire::{CandidateId, PersonId, Timestamp};

/// The candidates of a person. A list may omit the person of a candidate, so entries made there
/// lack it; another record or entry of the candidate may have it.
pub(crate) const CANDIDATES_OF_PERSON: &str = "SELECT server, candidate FROM entry
         WHERE person = ?1 AND candidate <> ''
     UNION SELECT server, candidate FROM looked WHERE person = ?1
     UNION SELECT server, id FROM record WHERE person = ?1 AND kind = 'candidate'";

impl Storage {
    /// The servers of all entries, seen marks and records.
    pub(crate) fn servers(&self) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT server FROM entry UNION SELECT server FROM looked
             UNION SELECT server FROM record";
        self.query_rows(sql, [], |row| row.get(0))
    }

    /// The known candidates of a person, each with its server.
    pub(crate) fn candidates_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(String, CandidateId)>, StorageError> {
        self.query_rows(CANDIDATES_OF_PERSON, [person.as_str()], |row| {
            Ok((row.get(0)?, CandidateId::from(row.get::<_, String>(1)?)))
        })
    }

    /// The candidates of a person that were seen, and when first.
    pub(crate) fn seen_marks_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(CandidateId, Timestamp)>, StorageError> {
        let sql = format!(
            "SELECT candidate, at FROM looked
             WHERE person = ?1 OR (server, candidate) IN ({CANDIDATES_OF_PERSON})"
        );
        self.query_rows(&sql, [person.as_str()], |row| {
            Ok((CandidateId::from(row.get::<_, String>(0)?), timestamp(row.get(1)?)))
        })
    }

    /// The drafts about a person, including dropped ones.
    pub(crate) fn drafts_of(&self, person: &PersonId) -> Result<Vec<DraftRow>, StorageError> {
        let sql = "SELECT id, session, server, person, name, at, body FROM draft
             WHERE person = ?1 ORDER BY at, id";
        self.query_rows(sql, [person.as_str()], read_draft)
    }

    /// The external ids that a person was created with, and when.
    pub(crate) fn creations_of(
        &self,
        person: &PersonId,
    ) -> Result<Vec<(String, Timestamp)>, StorageError> {
        let sql = "SELECT external_id, at FROM creation WHERE person = ?1";
        self.query_rows(sql, [person.as_str()], |row| Ok((row.get(0)?, timestamp(row.get(1)?))))
    }
}
