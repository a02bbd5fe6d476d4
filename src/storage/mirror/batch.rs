//! Writes a batch of what arrived, all of it or nothing.

use rusqlite::{Transaction, TransactionBehavior};

use super::records::{RecordKind, RecordWrite};
use super::session::{MirrorSession, PageWrite};
use super::{changes, forget, pages, records, walk};
use crate::storage::{Storage, StorageError};
use crate::wire::{CandidateId, CandidateItem, JobId, JobItem, PersonId, Timestamp};

/// What arrived from the server, to be written.
#[derive(Debug, Clone, PartialEq)]
pub enum MirrorWrite {
    JobPage(PageWrite<JobItem>),
    CandidatePage(JobId, PageWrite<CandidateItem>),
    Record(RecordWrite),
    /// This machine moved a candidate.
    OwnMove(CandidateId, Timestamp),
    /// This machine added a person to a job.
    OwnAddition(PersonId, JobId, Timestamp),
    /// The server does not have the record any more.
    Gone(RecordKind, String),
    /// The list was read to its end without a gap.
    EndWalk {
        /// Empty for the list of jobs.
        job: JobId,
        pass: u64,
        /// How many rows the walk met: the walk counts only if all of them were written.
        rows: u64,
    },
}

/// What a batch of writes revealed.
#[derive(Debug, Default, PartialEq)]
pub struct MirrorReport {
    /// Rows that a complete walk did not meet. A single read decides whether they are gone.
    pub(crate) missing: Vec<(JobId, CandidateItem)>,
    pub(crate) missing_jobs: Vec<JobItem>,
    /// No job of the mirror is in the server's list any more.
    pub(crate) is_reset: bool,
    pub(crate) changes: usize,
    /// Whether a record was deleted.
    pub(crate) has_deleted: bool,
}

impl Storage {
    /// Writes a batch, all of it or nothing.
    pub fn mirror(
        &mut self,
        server: &str,
        session: &mut MirrorSession,
        writes: Vec<MirrorWrite>,
    ) -> Result<MirrorReport, StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let data_version = change.pragma_query_value(None, "data_version", |row| row.get(0))?;
        if session.data_version != data_version {
            session.data_version = data_version;
            session.forget_others(&change, server)?;
        }
        let written = write_all(&change, server, session, writes)
            .and_then(|report| change.commit().map(|()| report).map_err(StorageError::from));
        self.has_deleted |= written.as_ref().is_ok_and(|report| report.has_deleted);
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
                report.changes += records::write(change, server, &record)?;
                if let Some(job) = record.job_of_list()
                    && let Some(list) = session.lists.get_mut(job)
                {
                    // The pipeline may be another one.
                    (list.job_name, list.pipeline) = records::job_context(change, server, job)?;
                }
            }
            MirrorWrite::Gone(kind, id) => {
                report.has_deleted |= forget::delete_one(change, server, kind, &id)?;
            }
            MirrorWrite::OwnMove(candidate, at) => {
                let id = (candidate.as_str(), &JobId::default());
                changes::mark_own(change, server, id, at)?;
            }
            MirrorWrite::OwnAddition(person, job, at) => {
                changes::mark_own(change, server, (person.as_str(), &job), at)?;
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
