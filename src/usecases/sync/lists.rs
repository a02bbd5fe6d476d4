//! Reads the lists of a server: the jobs, then the candidates of each. Rows that a complete walk did
//! not meet are read one by one: only a record that is not there any more is gone.

use super::order::JobPlan;
use super::{Sync, SyncError, is_fatal};
use crate::client::{Completeness, ListEndpoint, ListItem};
use crate::recruiting::coverage::StoredJob;
use crate::storage::Storage;
use crate::storage::mirror::codec::MirrorItem;
use crate::storage::mirror::coverage::ListCoverage;
use crate::storage::mirror::records::{RecordKind, RecordRow, RecordWrite};
use crate::storage::mirror::{MirrorReport, MirrorWrite, PageWrite};
use crate::usecases::aligned_pages::AlignedPages;
use crate::wire::{CandidateItem, JobId, JobItem, PersonId, Timestamp};

/// Pages that are written together.
const BATCH: usize = 16;
/// Jobs, and people, that must be missing on a server whose data was replaced.
const SAMPLES: usize = 3;
/// Missing rows of a list that one sync confirms; the next one goes on.
const MAX_CONFIRMED: usize = 200;

/// One walk over a list.
struct Walk {
    completeness: Completeness,
    report: MirrorReport,
    begun_at: Timestamp,
}

impl Sync<'_> {
    /// Reads the list of jobs. An incomplete list ends the sync: it says nothing about the rest.
    pub(super) async fn read_jobs(&mut self) -> Result<JobPlan, SyncError> {
        let list = ListEndpoint::jobs();
        let wrap = |page: PageWrite<JobItem>| MirrorWrite::JobPage(page);
        let (walk, mut jobs) = self.walk(&list, &JobId::default(), &wrap).await?;
        check(&walk.completeness)?;
        let missing = &walk.report.missing_jobs;
        let is_reset = walk.report.is_reset || self.are_known_jobs_missing(missing).await?;
        if is_reset && self.confirm_reset(missing).await? {
            self.report.is_reset = true;
            self.with_storage(Storage::reset_mirror).await?;
            // They were deleted with the copy.
            self.report.changes = 0;
            (_, jobs) = self.walk(&list, &JobId::default(), &wrap).await?;
        } else {
            self.confirm_missing_jobs(&walk.report.missing_jobs).await?;
        }
        let stored = self.with_storage(|storage, server| {
            Ok((storage.coverage(server)?, storage.closed_jobs(server)?))
        });
        let (lists, closed) = stored.await?;
        let plan = JobPlan::new(jobs, &lists).with_closed(closed);
        self.report.coverage = plan.coverage();
        self.show_progress();
        Ok(plan)
    }

    /// Reads the candidates of every job that is due.
    pub(super) async fn read_candidates(&mut self, plan: &mut JobPlan) -> Result<(), SyncError> {
        for job in plan.to_read(self.scope) {
            match self.read_job(&job.id).await {
                Ok(stored) => plan.record(&job.id, stored),
                Err(SyncError::Client(error)) if !is_fatal(&error) => {
                    self.report.incomplete.push((job.id.clone(), error.to_string()));
                }
                Err(error) => return Err(error),
            }
            self.report.coverage = plan.coverage();
            self.show_progress();
        }
        Ok(())
    }

    async fn read_job(&mut self, job: &JobId) -> Result<StoredJob, SyncError> {
        self.read_job_record(job).await?;
        let wrap = |page| MirrorWrite::CandidatePage(job.clone(), page);
        let list = ListEndpoint::candidates(job);
        let (walk, _) = self.walk(&list, job, &wrap).await?;
        self.confirm_missing(&walk.report.missing).await?;
        let is_complete = is_consistent(&walk.completeness);
        if let Some(gap) = walk.completeness.worst_gap() {
            if let Some(error) = walk.completeness.error().filter(|error| is_fatal(error)) {
                return Err(error.clone().into());
            }
            self.report.incomplete.push((job.clone(), gap.reason.to_string()));
        }
        Ok(StoredJob { rows: walk.completeness.read, read_at: walk.begun_at, is_complete })
    }

    /// The record of a job has its pipeline, by which changes of stage are judged.
    async fn read_job_record(&mut self, job: &JobId) -> Result<(), SyncError> {
        let id = job.clone();
        let stored = self
            .with_storage(move |storage, server| {
                storage.record(server, RecordKind::Job, id.as_str())
            })
            .await?;
        let tag = stored.and_then(|row| row.tag);
        let record = self.client.read_job_if_changed(job, tag.as_deref()).await?;
        let row = record.and_then(|read| RecordRow::job(&read.record, Timestamp::now(), read.etag));
        if let Some(row) = row {
            let write = MirrorWrite::Record(RecordWrite { row, is_own: false });
            self.write(vec![write]).await?;
        }
        Ok(())
    }

    /// Reads a list to its end and writes each page. Returns its rows only for the list of jobs.
    async fn walk<T: ListItem + MirrorItem>(
        &mut self,
        list: &ListEndpoint<T>,
        job: &JobId,
        wrap: &(dyn Fn(PageWrite<T>) -> MirrorWrite + ::std::marker::Sync),
    ) -> Result<(Walk, Vec<T>), SyncError> {
        let (pass, begun_at) = (Self::next_pass(), Timestamp::now());
        let mut pages = self.client.paginate(list);
        let (mut writes, mut rows) = (Vec::new(), Vec::new());
        let mut aligned = AlignedPages::<T>::default();
        let to_write = |position: u64, rows: T::Buffer, total| {
            wrap(PageWrite { pass, position, rows, total, read_at: Timestamp::now() })
        };
        while let Some(batch) = pages.next().await {
            if job.is_empty() {
                rows.extend(batch.rows.iter().map(|row| row.record.clone()));
            }
            aligned.add(&batch.rows, |page| {
                page.each_run(|position, rows| writes.push(to_write(position, rows, batch.total)));
            });
            if writes.len() >= BATCH {
                self.write(std::mem::take(&mut writes)).await?;
            }
        }
        let completeness = pages.completeness();
        aligned.finish(|page| {
            page.each_run(|position, rows| {
                writes.push(to_write(position, rows, completeness.total));
            });
        });
        if completeness.read == 0 && completeness.is_complete() {
            // An empty list has a page, too.
            writes.push(to_write(0, T::Buffer::default(), completeness.total));
        }
        if is_consistent(&completeness) {
            let (job, rows) = (job.clone(), completeness.read);
            writes.push(MirrorWrite::EndWalk { job, pass, rows });
        }
        let report = self.write(writes).await?;
        Ok((Walk { completeness, report, begun_at }, rows))
    }

    async fn confirm_missing(
        &mut self,
        missing: &[(JobId, CandidateItem)],
    ) -> Result<(), SyncError> {
        for (job, row) in missing.iter().take(MAX_CONFIRMED) {
            let is_gone = match self.client.read_candidate(&row.id).await {
                Ok(read) => !read.record.job_id.is_empty() && read.record.job_id != *job,
                Err(error) if error.is_missing() => true,
                Err(error) if is_fatal(&error) => return Err(error.into()),
                Err(_unclear) => false,
            };
            if is_gone {
                self.confirm_missing_person(&row.person_id).await?;
                let (job, row, at) = (job.clone(), row.clone(), Timestamp::now());
                self.report.changes += 1;
                self.with_storage(move |storage, server| {
                    storage.confirm_gone(server, &job, &row, at)
                })
                .await?;
            }
        }
        Ok(())
    }

    /// The record of a person in no list is not read again, so it is confirmed here.
    async fn confirm_missing_person(&self, person: &PersonId) -> Result<(), SyncError> {
        if person.is_empty() {
            return Ok(());
        }
        match self.client.read_person(person).await {
            Err(error) if error.is_missing() => {
                let person = person.to_string();
                self.with_storage(move |storage, server| {
                    storage.delete_record(server, RecordKind::Person, &person)
                })
                .await
            }
            Err(error) if is_fatal(&error) => Err(error.into()),
            _ => Ok(()),
        }
    }

    async fn confirm_missing_jobs(&mut self, missing: &[JobItem]) -> Result<(), SyncError> {
        for job in missing.iter().take(MAX_CONFIRMED) {
            if self.is_job_missing(job).await? {
                let (job, at) = (job.clone(), Timestamp::now());
                self.report.changes += 1;
                self.with_storage(move |storage, server| {
                    storage.confirm_job_gone(server, &job, at)
                })
                .await?;
            }
        }
        Ok(())
    }

    async fn is_job_missing(&self, job: &JobItem) -> Result<bool, SyncError> {
        match self.client.read_job(&job.id).await {
            Ok(_) => Ok(false),
            Err(error) if error.is_missing() => Ok(true),
            Err(error) if is_fatal(&error) => Err(error.into()),
            Err(_unclear) => Ok(false),
        }
    }

    /// Whether every job whose candidates were read before this session is missing: the terminal
    /// may have read the new list of jobs already.
    async fn are_known_jobs_missing(&self, missing: &[JobItem]) -> Result<bool, SyncError> {
        let lists = self.with_storage(|storage, server| storage.coverage(server)).await?;
        let since = self.scope.fresh_since;
        let is_old = |list: &&ListCoverage| {
            let is_before = |at| since.is_none_or(|since| at < since);
            !list.job.is_empty() && list.complete_at.is_some_and(is_before)
        };
        let mut known = lists.iter().filter(is_old).peekable();
        let is_missing = |list: &ListCoverage| missing.iter().any(|job| job.id == list.job);
        Ok(known.peek().is_some() && known.all(is_missing))
    }

    /// Whether the server no longer has any of the jobs that it had, nor the people.
    async fn confirm_reset(&self, missing: &[JobItem]) -> Result<bool, SyncError> {
        for job in missing.iter().take(SAMPLES) {
            if !self.is_job_missing(job).await? {
                return Ok(false);
            }
        }
        let people = self.with_storage(|storage, server| storage.oldest_people(server, SAMPLES));
        for person in people.await? {
            match self.client.read_person(&person).await {
                Err(error) if error.is_missing() => {}
                Err(error) if is_fatal(&error) => return Err(error.into()),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// Whether the walk met every row that the server counts.
pub(crate) fn is_consistent(completeness: &Completeness) -> bool {
    completeness.is_complete()
        && completeness.unreadable.is_empty()
        && completeness.foreign.is_empty()
        && completeness.total.is_none_or(|total| total == completeness.read)
}

fn check(completeness: &Completeness) -> Result<(), SyncError> {
    match completeness.error() {
        Some(error) => Err(error.clone().into()),
        None => Ok(()),
    }
}
