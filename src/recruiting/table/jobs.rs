//! The jobs of a workspace. There are thousands at most, so the records are stored unchanged.

use std::collections::HashMap;

use super::display::to_display;
use super::fields::{JOB_FIELDS, ListField, ListFieldInfo};
use super::fold::fold_into;
use super::haystack::{COLUMN, Haystack};
use super::{Row, RowChange, Table};
use crate::wire::{JobId, JobItem, Timestamp};

/// In the order of a recruiter's interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobKind {
    Open,
    /// Also pending or a draft.
    OnHold,
    Closed,
    Archived,
}

impl JobKind {
    /// Derived from the words of the status.
    pub(crate) fn new(job: &JobItem) -> Self {
        let status = job.job_status_name.to_lowercase();
        let contains_any = |words: &[&str]| words.iter().any(|word| status.contains(word));
        if job.is_archived {
            Self::Archived
        } else if contains_any(&["hold", "pause", "wait", "draft"]) {
            Self::OnHold
        } else if contains_any(&["clos", "fill", "cancel", "lost", "won", "done"]) {
            Self::Closed
        } else {
            Self::Open
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct JobTable {
    jobs: Vec<StoredJob>,
    index: HashMap<JobId, Row>,
    lines: Haystack,
    live: usize,
}

#[derive(Debug, Clone)]
struct StoredJob {
    item: JobItem,
    name: Box<str>,
    client: Box<str>,
    status: Box<str>,
    live: bool,
}

impl StoredJob {
    fn new(item: &JobItem) -> Self {
        Self {
            name: to_display(&item.name).into(),
            client: to_display(&item.client_company_name).into(),
            status: to_display(&item.job_status_name).into(),
            item: item.clone(),
            live: true,
        }
    }

    fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        fold_into(&self.name, &mut line);
        line.push(COLUMN);
        fold_into(&self.client, &mut line);
        line.push(COLUMN);
        fold_into(&self.status, &mut line);
        line
    }
}

impl JobTable {
    pub(crate) fn reserve(&mut self, rows: usize) {
        self.jobs.reserve(rows.saturating_sub(self.jobs.len()));
    }

    /// The same id is the same row, also after its removal.
    pub(crate) fn put(&mut self, item: &JobItem) -> (Row, RowChange) {
        let Some(row) = self.index.get(&item.id).copied() else {
            let row = Row::at(self.jobs.len());
            let job = StoredJob::new(item);
            self.lines.push(&[], |line| line.extend(job.line()));
            self.jobs.push(job);
            self.index.insert(item.id.clone(), row);
            self.live += 1;
            return (row, RowChange::New);
        };
        let job = &mut self.jobs[row.index()];
        let was_live = job.live;
        if was_live && job.item == *item {
            return (row, RowChange::Same);
        }
        *job = StoredJob::new(item);
        self.lines.set(row, &[], &job.line());
        if was_live {
            return (row, RowChange::Changed);
        }
        self.live += 1;
        (row, RowChange::New)
    }

    pub(crate) fn put_from(&mut self, rows: &[JobItem], index: usize) -> (Row, RowChange) {
        self.put(&rows[index])
    }

    /// Takes a row of a buffer unless it is here.
    pub(crate) fn restore(&mut self, rows: &[JobItem], index: usize) -> (Row, RowChange) {
        match self.find(&rows[index].id) {
            Some(row) => (row, RowChange::Same),
            None => self.put(&rows[index]),
        }
    }

    /// The row is no longer listed or found, but its fields can still be read.
    pub(crate) fn remove(&mut self, row: Row) {
        if self.is_live(row) {
            self.jobs[row.index()].live = false;
            self.live -= 1;
            self.lines.remove(row);
        }
    }

    /// In order of arrival, without removed rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> {
        (0..).map(Row).zip(&self.jobs).filter(|(_, job)| job.live).map(|(row, _)| row)
    }

    pub(crate) fn is_live(&self, row: Row) -> bool {
        self.jobs.get(row.index()).is_some_and(|job| job.live)
    }

    /// None for a removed row.
    pub(crate) fn find(&self, id: &JobId) -> Option<Row> {
        self.index.get(id).copied().filter(|row| self.is_live(*row))
    }

    /// Unsanitized.
    pub(crate) fn id(&self, row: Row) -> &JobId {
        &self.jobs[row.index()].item.id
    }

    pub(crate) fn name(&self, row: Row) -> &str {
        &self.jobs[row.index()].name
    }

    pub(crate) fn client(&self, row: Row) -> &str {
        &self.jobs[row.index()].client
    }

    pub(crate) fn status(&self, row: Row) -> &str {
        &self.jobs[row.index()].status
    }

    pub(crate) fn is_archived(&self, row: Row) -> bool {
        self.jobs[row.index()].item.is_archived
    }

    pub(crate) fn kind(&self, row: Row) -> JobKind {
        JobKind::new(&self.jobs[row.index()].item)
    }

    pub(crate) fn candidate_count(&self, row: Row) -> Option<i64> {
        self.jobs[row.index()].item.candidate_count
    }

    pub(crate) fn created(&self, row: Row) -> Option<Timestamp> {
        self.jobs[row.index()].item.created_at
    }

    pub(crate) fn item(&self, row: Row) -> &JobItem {
        &self.jobs[row.index()].item
    }
}

impl Table for JobTable {
    const FIELDS: &'static [ListFieldInfo] = JOB_FIELDS;

    fn lines(&self) -> &Haystack {
        &self.lines
    }

    fn text(&self, row: Row, field: ListField) -> &str {
        let job = &self.jobs[row.index()];
        match field {
            ListField::Name => &job.name,
            ListField::Client => &job.client,
            ListField::Status => &job.status,
            ListField::Id => job.item.id.as_str(),
            ListField::ClientId => job.item.client_company_id.as_str(),
            ListField::StatusId => job.item.job_status_id.as_str(),
            _ => "",
        }
    }

    fn interned(&self, _: Row, _: ListField) -> Option<usize> {
        None
    }

    fn number(&self, row: Row, field: ListField) -> Option<i64> {
        (field == ListField::Count).then(|| self.candidate_count(row)).flatten()
    }

    fn flag(&self, row: Row, field: ListField) -> Option<bool> {
        (field == ListField::Archived).then(|| self.is_archived(row))
    }

    fn row_of(&self, id: &str) -> Option<Row> {
        self.find(&id.into())
    }

    fn created_micros(&self, row: Row) -> Option<i64> {
        self.created(row).map(Timestamp::micros)
    }

    fn job_kind(&self, row: Row) -> Option<JobKind> {
        Some(self.kind(row))
    }
}
