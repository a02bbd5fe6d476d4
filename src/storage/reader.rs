//! Reads the database without a session, for the first frame: nothing is created, migrated or
//! locked, and a file that cannot be read at once is left to the storage thread.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use serde::de::DeserializeOwned;

use super::mirror::codec::MirrorItem;
use super::mirror::records::{RecordKind, read, read_candidates};
use super::mirror::stored_lists::{PageChoice, read_candidate_parts, read_list};
use super::open::MIGRATIONS;
use super::screen::read_screen;
use crate::files::sqlite;
use crate::recruiting::paging::restore::StoredRows;
use crate::wire::{Candidate, CandidateItem, JobId, Timestamp};

/// The first frame does not wait longer for another process.
const TIMEOUT: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(crate) struct StorageReader {
    connection: Connection,
    server: String,
}

impl StorageReader {
    /// `None` if the file is missing, busy, damaged or of another version.
    pub(crate) fn open(path: &Path, server: &str) -> Option<Self> {
        if !path.exists() {
            return None;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = sqlite::connect(path, flags, TIMEOUT).ok()?;
        let version = sqlite::version(&connection).ok()?;
        let server = server.to_owned();
        (version == MIGRATIONS.len()).then_some(Self { connection, server })
    }

    /// How the screen is divided, and where the user was.
    pub(crate) fn screen(&self) -> Option<[String; 2]> {
        read_screen(&self.connection, &self.server).ok()?
    }

    pub(crate) fn list<T: MirrorItem>(
        &self,
        job: &JobId,
        choice: PageChoice<'_>,
    ) -> Option<StoredRows<T>> {
        read_list(&self.connection, &self.server, job, choice).ok()?
    }

    /// The candidates of a job, in parts.
    pub(crate) fn candidates(&self, job: &JobId, take: impl FnMut(StoredRows<CandidateItem>)) {
        // What cannot be read is read again from the server.
        let _ = read_candidate_parts(&self.connection, &self.server, job, take);
    }

    pub(crate) fn record<T: DeserializeOwned>(
        &self,
        kind: RecordKind,
        id: &str,
    ) -> Option<(Box<T>, Timestamp)> {
        let row = read(&self.connection, &self.server, kind, id).ok()??;
        Some((serde_json::from_str(&row.body).ok()?, row.read_at))
    }

    /// Whether the candidates of a job were read to their end.
    pub(crate) fn is_complete(&self, job: &JobId) -> bool {
        let sql = "SELECT read_at IS NOT NULL FROM mirror_list WHERE server = ?1 AND job = ?2";
        let found = self.connection.query_row(sql, [&self.server, job.as_str()], |row| row.get(0));
        found.unwrap_or(false)
    }

    /// The records of the candidates of a job, each with the time it was read.
    pub(crate) fn candidate_records(&self, job: &JobId) -> Vec<(Box<Candidate>, Timestamp)> {
        let rows = read_candidates(&self.connection, &self.server, job).unwrap_or_default();
        let records = rows
            .into_iter()
            .filter_map(|row| Some((serde_json::from_str(&row.body).ok()?, row.read_at)));
        records.collect()
    }
}
