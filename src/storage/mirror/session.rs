//! What the writer of a server remembers between two batches: which walk of a list it is in, and
//! where the rows of the list are.

use std::collections::HashMap;

use rusqlite::{Connection, params};

use super::known_rows::KnownRows;
use crate::recruiting::table::ListRow;
use crate::storage::StorageError;
use crate::wire::{JobId, PipelineStage, Timestamp};

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct PageWrite<T: ListRow> {
    /// Another number than that of the page before begins a new walk over the list.
    pub pass: u64,
    /// Of its first row in the list.
    pub position: u64,
    pub rows: T::Buffer,
    /// How many rows the list has, as the server counts.
    pub total: Option<u64>,
    pub read_at: Timestamp,
}

/// What the writer of a server remembers between two batches.
#[derive(Debug, Default)]
pub struct MirrorSession {
    pub(super) lists: HashMap<JobId, ListSession>,
    /// Changes when another process wrote: rows may be in other pages then.
    pub(super) data_version: i64,
}

impl MirrorSession {
    /// Another process wrote: rows may be in other pages, and lists may be deleted.
    pub(super) fn forget_others(
        &mut self,
        connection: &Connection,
        server: &str,
    ) -> Result<(), StorageError> {
        let sql = "SELECT count(*) FROM mirror_list WHERE id = ?1 AND server = ?2 AND job = ?3";
        let mut query = connection.prepare_cached(sql)?;
        let mut gone = Vec::new();
        for (job, list) in &mut self.lists {
            list.known = None;
            let count: i64 =
                query.query_row(params![list.list, server, job.as_str()], |row| row.get(0))?;
            if count == 0 {
                gone.push(job.clone());
            }
        }
        self.lists.retain(|job, _| !gone.contains(job));
        Ok(())
    }
}

/// A list that is being read. The list of jobs has an empty job id.
#[derive(Debug, Default)]
pub(crate) struct ListSession {
    pub(super) pass: u64,
    pub(super) walk: i64,
    pub(super) list: i64,
    /// When the last complete walk began.
    pub(super) complete_at: Option<Timestamp>,
    pub(super) job_name: String,
    pub(super) pipeline: Vec<PipelineStage>,
    /// How many rows the list has, as the server counted last.
    pub(super) total: Option<u64>,
    /// Whether a page of this walk was as before.
    pub(super) has_unchanged: bool,
    /// Whether no row is in two pages: then the page at a position is the latest word on its rows.
    pub(super) is_clean: bool,
    /// Read when a row is not where it was.
    pub(super) known: Option<KnownRows>,
}
