//! The jobs of a workspace. There are thousands at most, so the records are stored as they came.

use std::collections::HashMap;

use super::display::shown;
use super::fields::{JOB_FIELDS, ListField, ListFieldInfo};
use super::fold::fold_into;
use super::haystack::{COLUMN, Haystack};
use super::{Row, RowChange, Table};
use crate::wire::{JobId, JobItem, Timestamp};

/// In the order in which recruiters work on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobKind {
    Open,
    /// Also pending or a draft.
    OnHold,
    Closed,
    Archived,
}

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
    pub fn reserve(&mut self, rows: usize) {
        self.kept.reserve(rows.saturating_sub(self.kept.len()));
    }

    /// The same id is the same row, also after its removal.
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

    /// The row is no longer listed or found, but its fields can still be read.
    pub fn remove(&mut self, row: Row) {
        if self.is_live(row) {
            self.kept[row.index()].live = false;
            self.live -= 1;
            self.lines.set(row, &[]);
        }
    }

    #[must_use]
    pub const fn len(&self) -> usize {
        self.live
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// In order of arrival, without removed rows.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        (0..).map(Row).zip(&self.kept).filter(|(_, kept)| kept.live).map(|(row, _)| row)
    }

    #[must_use]
    pub fn is_live(&self, row: Row) -> bool {
        self.kept.get(row.index()).is_some_and(|kept| kept.live)
    }

    /// None for a removed row.
    #[must_use]
    pub fn find(&self, id: &JobId) -> Option<Row> {
        self.index.get(id).copied().filter(|row| self.is_live(*row))
    }

    /// Unsanitized.
    #[must_use]
    pub fn id(&self, row: Row) -> &JobId {
        &self.kept[row.index()].item.id
    }

    #[must_use]
    pub fn name(&self, row: Row) -> &str {
        &self.kept[row.index()].name
    }

    #[must_use]
    pub fn client(&self, row: Row) -> &str {
        &self.kept[row.index()].client
    }

    #[must_use]
    pub fn status(&self, row: Row) -> &str {
        &self.kept[row.index()].status
    }

    #[must_use]
    pub fn is_archived(&self, row: Row) -> bool {
        self.kept[row.index()].item.is_archived
    }

    /// Derived from the words of the status.
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

    #[must_use]
    pub fn candidate_count(&self, row: Row) -> Option<i64> {
        self.kept[row.index()].item.candidate_count
    }

    #[must_use]
    pub fn created(&self, row: Row) -> Option<Timestamp> {
        self.kept[row.index()].item.created_at
    }

    /// A clone is a cheap snapshot.
    #[must_use]
    pub fn haystack(&self) -> Haystack {
        self.lines.clone()
    }

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
