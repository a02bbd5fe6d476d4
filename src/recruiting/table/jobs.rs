//! The jobs of a workspace: some thousands, kept as they came with what is
//! shown of them beside.

use std::collections::HashMap;

use super::display::shown;
use super::fields::{JOB_FIELDS, ListField, ListFieldInfo};
use super::fold::fold_into;
use super::haystack::{COLUMN, Haystack};
use super::{Row, RowChange, Table};
use crate::wire::{JobId, JobItem, Timestamp};

/// What kind of job it is. The order is how much one works on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobKind {
    /// It is open.
    Open,
    /// It is on hold, waits or is a draft.
    OnHold,
    /// It is closed.
    Closed,
    /// It was put away.
    Archived,
}

/// The jobs of a workspace, each by its id in one row.
#[derive(Debug, Clone, Default)]
pub struct JobTable {
    kept: Vec<Kept>,
    index: HashMap<JobId, Row>,
    lines: Haystack,
    live: usize,
}

#[derive(Debug, Clone)]
struct Kept {
    item: JobItem,
    name: Box<str>,
    client: Box<str>,
    status: Box<str>,
    live: bool,
}

impl Kept {
    fn of(item: &JobItem) -> Self {
        Self {
            name: shown(&item.name).into(),
            client: shown(&item.client_company_name).into(),
            status: shown(&item.job_status_name).into(),
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
    /// Makes room for so many rows in all.
    pub fn reserve(&mut self, rows: usize) {
        self.kept.reserve(rows.saturating_sub(self.kept.len()));
    }

    /// Takes a record in. The same id is the same row, also after it was removed.
    pub fn put(&mut self, item: &JobItem) -> (Row, RowChange) {
        let Some(row) = self.index.get(&item.id).copied() else {
            let row = Row::at(self.kept.len());
            let kept = Kept::of(item);
            self.lines.push(&kept.line());
            self.kept.push(kept);
            self.index.insert(item.id.clone(), row);
            self.live += 1;
            return (row, RowChange::New);
        };
        let kept = &mut self.kept[row.index()];
        let was_live = kept.live;
        if was_live && kept.item == *item {
            return (row, RowChange::Same);
        }
        *kept = Kept::of(item);
        self.lines.set(row, &kept.line());
        if was_live {
            return (row, RowChange::Changed);
        }
        self.live += 1;
        (row, RowChange::New)
    }

    /// Takes a row out: it is no longer listed or found. What it held can
    /// still be read.
    pub fn remove(&mut self, row: Row) {
        if self.is_live(row) {
            self.kept[row.index()].live = false;
            self.live -= 1;
            self.lines.set(row, &[]);
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.live
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// All that were not removed, in the order they came.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        (0..).map(Row).zip(&self.kept).filter(|(_, kept)| kept.live).map(|(row, _)| row)
    }

    /// Whether a row was not removed.
    #[must_use]
    pub fn is_live(&self, row: Row) -> bool {
        self.kept.get(row.index()).is_some_and(|kept| kept.live)
    }

    /// The row of an id, unless it was removed.
    #[must_use]
    pub fn find(&self, id: &JobId) -> Option<Row> {
        self.index.get(id).copied().filter(|row| self.is_live(*row))
    }

    /// Which job, to be sent back as it is.
    #[must_use]
    pub fn id(&self, row: Row) -> &JobId {
        &self.kept[row.index()].item.id
    }

    /// The position.
    #[must_use]
    pub fn name(&self, row: Row) -> &str {
        &self.kept[row.index()].name
    }

    /// Who the position is at.
    #[must_use]
    pub fn client(&self, row: Row) -> &str {
        &self.kept[row.index()].client
    }

    /// Its status in the agency's own words.
    #[must_use]
    pub fn status(&self, row: Row) -> &str {
        &self.kept[row.index()].status
    }

    /// Whether it was put away.
    #[must_use]
    pub fn is_archived(&self, row: Row) -> bool {
        self.kept[row.index()].item.is_archived
    }

    /// What kind of job it is, by the words of its status.
    #[must_use]
    pub fn kind(&self, row: Row) -> JobKind {
        let status = self.status(row).to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| status.contains(word));
        if self.is_archived(row) {
            JobKind::Archived
        } else if says(&["hold", "pause", "wait", "draft"]) {
            JobKind::OnHold
        } else if says(&["clos", "fill", "cancel", "lost", "won", "done"]) {
            JobKind::Closed
        } else {
            JobKind::Open
        }
    }

    /// How many candidates the server counts.
    #[must_use]
    pub fn candidate_count(&self, row: Row) -> Option<i64> {
        self.kept[row.index()].item.candidate_count
    }

    /// When it was opened.
    #[must_use]
    pub fn created(&self, row: Row) -> Option<Timestamp> {
        self.kept[row.index()].item.created_at
    }

    /// The folded text of all rows as it is now; later changes do not touch it.
    #[must_use]
    pub fn haystack(&self) -> Haystack {
        self.lines.clone()
    }

    /// The record as it came.
    #[must_use]
    pub fn item(&self, row: Row) -> &JobItem {
        &self.kept[row.index()].item
    }
}

impl Table for JobTable {
    const FIELDS: &'static [ListFieldInfo] = JOB_FIELDS;

    fn lines(&self) -> &Haystack {
        &self.lines
    }

    fn text(&self, row: Row, field: ListField) -> &str {
        let kept = &self.kept[row.index()];
        match field {
            ListField::Name => &kept.name,
            ListField::Client => &kept.client,
            ListField::Status => &kept.status,
            ListField::Id => kept.item.id.as_str(),
            ListField::ClientId => kept.item.client_company_id.as_str(),
            ListField::StatusId => kept.item.job_status_id.as_str(),
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
}
