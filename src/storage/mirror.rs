//! The mirror: lists and records as they were read from a server, and what changed since.
//!
//! Every page is written whole, together with the differences it shows, in one transaction: a kill
//! at any moment leaves whole pages, and no change is logged twice or missed. Everything except
//! the log of changes can be read again from the server.
//! `storage_thread` (terminal) and `usecases::sync` (commands) write it, one batch at a time.

pub(crate) mod changes;
pub(crate) mod codec;
pub(crate) mod coverage;
pub(crate) mod forget;
pub(crate) mod known_rows;
pub(crate) mod pages;
pub mod records;
pub(crate) mod search;
#[cfg(test)]
mod tests;
pub(crate) mod walk;

use std::collections::HashMap;

use rusqlite::{Transaction, TransactionBehavior};

use super::{Storage, StorageError};
use crate::wire::{CandidateId, CandidateItem, JobId, JobItem, PipelineStage, Timestamp};
use known_rows::KnownRows;
use records::RecordWrite;

/// What arrived from the server, to be written.
#[derive(Debug, Clone, PartialEq)]
pub enum MirrorWrite {
    JobPage(PageWrite<JobItem>),
    CandidatePage(JobId, PageWrite<CandidateItem>),
    Record(RecordWrite),
    /// This machine moved a candidate.
    OwnMove(CandidateId, Timestamp),
    /// The list was read to its end without a gap.
    EndWalk {
        /// Empty for the list of jobs.
        job: JobId,
        pass: u64,
        /// How many rows the walk met: the walk counts only if all of them were written.
        rows: u64,
    },
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct PageWrite<T> {
    /// Another number than that of the page before begins a new walk over the list.
    pub(crate) pass: u64,
    /// Of its first row in the list.
    pub(crate) position: u64,
    pub(crate) rows: Vec<T>,
    /// How many rows the list has, as the server counts.
    pub(crate) total: Option<u64>,
    pub(crate) read_at: Timestamp,
}

/// What a batch of writes revealed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct MirrorReport {
    /// Rows that a complete walk did not meet. A single read decides whether they are gone.
    pub(crate) missing: Vec<(JobId, CandidateItem)>,
    pub(crate) missing_jobs: Vec<JobItem>,
    /// No job of the mirror is in the server's list any more.
    pub(crate) is_reset: bool,
    pub(crate) changes: usize,
}

/// What the writer of a server remembers between two batches.
#[derive(Debug, Default)]
pub(crate) struct MirrorSession {
    lists: HashMap<JobId, ListSession>,
    /// Changes when another process wrote: rows may be in other pages then.
    data_version: i64,
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
    /// Whether a page of this walk was as before.
    pub(super) has_unchanged: bool,
    /// Whether no row is in two pages: then the page at a position is the latest word on its rows.
    pub(super) is_clean: bool,
    /// Read when a row is not where it was.
    pub(super) known: Option<KnownRows>,
}

impl Storage {
    /// Writes a batch, all of it or nothing.
    pub(crate) fn mirror(
        &mut self,
        server: &str,
        session: &mut MirrorSession,
        writes: Vec<MirrorWrite>,
    ) -> Result<MirrorReport, StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let data_version = change.pragma_query_value(None, "data_version", |row| row.get(0))?;
        if session.data_version != data_version {
            session.data_version = data_version;
            session.lists.values_mut().for_each(|list| list.known = None);
        }
        let written = write_all(&change, server, session, writes)
            .and_then(|report| change.commit().map(|()| report).map_err(StorageError::from));
        if written.is_err() {
            // It may be ahead of the file.
            *session = MirrorSession::default();
        }
        written
    }
}

fn write_all(
    change: &Transaction<'_>,
    server: &str,
    session: &mut MirrorSession,
    writes: Vec<MirrorWrite>,
) -> Result<MirrorReport, StorageError> {
    let mut report = MirrorReport::default();
    for write in writes {
        match write {
            MirrorWrite::JobPage(page) => {
                let list = session.lists.entry(JobId::default()).or_default();
                report.changes += pages::write(change, (server, &JobId::default()), list, &page)?;
            }
            MirrorWrite::CandidatePage(job, page) => {
                let list = session.lists.entry(job.clone()).or_default();
                report.changes += pages::write(change, (server, &job), list, &page)?;
            }
            MirrorWrite::Record(record) => {
                if let Some(list) = record.job_of_list().and_then(|job| session.lists.get_mut(job))
                {
                    // The pipeline may be another one.
                    list.pass = 0;
                }
                report.changes += records::write(change, server, &record)?;
            }
            MirrorWrite::OwnMove(candidate, at) => {
                let id = (candidate.as_str(), &JobId::default());
                changes::mark_own(change, server, id, at)?;
            }
            MirrorWrite::EndWalk { job, pass, rows } => {
                let Some(list) = session.lists.get_mut(&job).filter(|list| list.pass == pass)
                else {
                    continue;
                };
                if job.is_empty() {
                    let end = walk::end::<JobItem>(change, list, rows)?;
                    report.is_reset = end.is_reset;
                    report.missing_jobs.extend(end.missing);
                } else {
                    let end = walk::end::<CandidateItem>(change, list, rows)?;
                    report.missing.extend(end.missing.into_iter().map(|row| (job.clone(), row)));
                }
            }
        }
    }
    Ok(report)
}
