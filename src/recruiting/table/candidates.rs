//! The candidates of a job, or of all jobs.
//!
//! A record takes about 130 bytes: titles, companies and stages are interned, ids and names are
//! stored in large chunks, and the original record is reassembled on demand. Only unknown fields
//! and texts that had to be sanitized are stored separately.
//!
//! In a table of all jobs, a row takes no more: it has a stage, and a stage belongs to a job.

pub(crate) mod access;
pub(crate) mod row_jobs;

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasher as _;

use hashbrown::DefaultHashBuilder;

use super::display::to_display;
use super::fold::{fold, fold_into};
use super::haystack::Haystack;
use super::interner::Interner;
use super::packed::Packed;
use super::row_buffer::{CandidateRow, CandidateRows, extra_text};
use super::row_index::RowIndex;
use super::text_arena::{MAX_ID_LENGTH, TextArena, TextSpan};
use super::{Row, RowChange};
use crate::wire::time::TimestampFormat;
use crate::wire::{CandidateItem, JobId, Timestamp};
use row_jobs::{JobRef, OWN_JOB, RowJobs};

/// The first stages keep their key even while no candidate is in them.
const PERMANENT_STAGES: u32 = 4096;

/// A missing timestamp.
const NO_TIMESTAMP: i64 = i64::MIN;

const ID: usize = 0;
const PERSON: usize = 1;
const NAME: usize = 2;

/// The shared columns of the haystack come after the name.
const TITLE: usize = 1;
const SHARED_TITLE: usize = 0;
const SHARED_COMPANY: usize = 1;

/// Identifies a stage within one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StageKey(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableStage<'a> {
    pub(crate) key: StageKey,
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    /// Empty if the table does not know its job.
    pub(crate) job: &'a JobId,
    /// The number of candidates in it.
    pub(crate) live: usize,
}

#[derive(Debug, Clone)]
pub struct CandidateTable {
    metas: Vec<RowMeta>,
    names: TextArena,
    titles: Interner,
    companies: Interner,
    /// The scope of a stage is the key of its job.
    stages: Interner,
    jobs: RowJobs,
    lines: Haystack,
    index: RowIndex,
    hasher: DefaultHashBuilder,
    live: usize,
    /// The formats in which the server writes timestamps, the default one first.
    timestamp_formats: Vec<TimestampFormat>,
    /// Unknown fields as JSON, for rows that can otherwise be reassembled.
    extras: HashMap<Row, Box<str>>,
    /// Records whose original texts differ from the sanitized ones.
    raws: HashMap<Row, CandidateRows>,
}

#[derive(Debug, Clone, Copy)]
struct RowMeta {
    created: Packed<8>,
    /// Index into `timestamp_formats`: one byte instead of five.
    format: u8,
    span: TextSpan,
    stage: Packed<3>,
}

impl RowMeta {
    #[inline]
    fn created(self) -> i64 {
        self.created.get().cast_signed()
    }

    #[inline]
    fn stage(self) -> u32 {
        u32::try_from(self.stage.get()).unwrap_or(u32::MAX)
    }
}

impl AsMut<TextSpan> for RowMeta {
    fn as_mut(&mut self) -> &mut TextSpan {
        &mut self.span
    }
}

impl Default for CandidateTable {
    fn default() -> Self {
        Self {
            metas: Vec::new(),
            names: TextArena::default(),
            titles: Interner::default(),
            companies: Interner::default(),
            stages: Interner::with_permanent(PERMANENT_STAGES),
            jobs: RowJobs::default(),
            lines: Haystack::with_shared(TITLE, 2),
            index: RowIndex::default(),
            hasher: DefaultHashBuilder::default(),
            live: 0,
            timestamp_formats: vec![TimestampFormat::default()],
            extras: HashMap::new(),
            raws: HashMap::new(),
        }
    }
}

/// The sanitized texts of a record.
struct DisplayTexts<'a> {
    name: Cow<'a, str>,
    title: Cow<'a, str>,
    company: Cow<'a, str>,
    stage: Cow<'a, str>,
    /// Whether the record can be reassembled from these texts.
    is_exact: bool,
    is_long: bool,
}

impl<'a> DisplayTexts<'a> {
    fn new(row: CandidateRow<'a>) -> Self {
        let name = to_display(row.name);
        let title = to_display(row.title);
        let company = to_display(row.company);
        let stage = to_display(row.stage);
        let is_long = row.id.len().max(row.person_id.len()) > MAX_ID_LENGTH;
        let is_exact = !is_long
            && name == row.name
            && title == row.title
            && company == row.company
            && stage == row.stage;
        Self { name, title, company, stage, is_exact, is_long }
    }
}

impl CandidateTable {
    /// `rows` is the expected total. Reserving avoids the peak of a growing hash table, which holds
    /// all entries twice and rehashes them.
    pub(crate) fn reserve(&mut self, rows: usize) {
        let more = rows.saturating_sub(self.metas.len());
        self.metas.reserve(more);
        let Self { index, hasher, metas, names, raws, .. } = self;
        index.reserve(more, |row| hasher.hash_one(id_of(Row(row), metas, names, raws)));
    }

    /// The same id is the same row, also after its removal.
    pub fn put(&mut self, item: &CandidateItem) -> (Row, RowChange) {
        self.put_row(OWN_JOB, CandidateRow::new(item, &extra_text(item)))
    }

    pub(crate) fn put_from(&mut self, rows: &CandidateRows, index: usize) -> (Row, RowChange) {
        self.put_row(OWN_JOB, rows.row(index))
    }

    /// The same in a table of all jobs.
    pub fn put_in(&mut self, job: JobRef<'_>, new: CandidateRow<'_>) -> (Row, RowChange) {
        let key = self.jobs.key_of(job);
        self.put_row(key, new)
    }

    fn put_row(&mut self, job: u32, new: CandidateRow<'_>) -> (Row, RowChange) {
        let (row, change) = self.restore_row(job, new);
        if change == RowChange::New || (self.job_key(row) == job && self.get(row) == new) {
            return (row, change);
        }
        self.replace(row, job, new);
        (row, RowChange::Changed)
    }

    /// Takes a row of a buffer unless it is here.
    pub(crate) fn restore(&mut self, rows: &CandidateRows, index: usize) -> (Row, RowChange) {
        self.restore_row(OWN_JOB, rows.row(index))
    }

    fn restore_row(&mut self, job: u32, new: CandidateRow<'_>) -> (Row, RowChange) {
        let hash = self.hasher.hash_one(new.id);
        match self.find_hashed(hash, new.id) {
            None => (self.add(job, new, hash), RowChange::New),
            Some(row) if self.is_live(row) => (row, RowChange::Same),
            Some(row) => {
                self.replace(row, job, new);
                (row, RowChange::New)
            }
        }
    }

    /// The row is no longer listed or found, but its fields can still be read.
    pub(crate) fn remove(&mut self, row: Row) {
        if self.is_live(row) {
            self.metas[row.index()].span.set_live(false);
            self.live -= 1;
            self.stages.pair_mut(self.metas[row.index()].stage()).live -= 1;
            self.lines.remove(row);
        }
    }

    fn add(&mut self, job: u32, new: CandidateRow<'_>, hash: u64) -> Row {
        let display = DisplayTexts::new(new);
        let row = Row::at(self.metas.len());
        let span = self.names.push(row, [new.id, new.person_id, &*display.name]);
        let meta = self.build_meta(job, new, span, &display);
        self.metas.push(meta);
        let keys = self.intern_shared(new, &display);
        self.lines.push(&keys, |line| fold_into(&display.name, line));
        self.store_original(row, new, &display);
        self.count_row(row);
        let Self { index, hasher, metas, names, raws, .. } = self;
        index.insert(hash, row.0, |other| hasher.hash_one(id_of(Row(other), metas, names, raws)));
        row
    }

    fn replace(&mut self, row: Row, job: u32, new: CandidateRow<'_>) {
        let display = DisplayTexts::new(new);
        let before = self.metas[row.index()];
        let texts = [new.id, new.person_id, &*display.name];
        if before.span.is_long()
            || display.is_long
            || self.person_id(row) != texts[PERSON]
            || self.name(row) != texts[NAME]
        {
            self.names.set(row, texts, &mut self.metas);
        }
        if before.span.is_live() {
            self.live -= 1;
            self.stages.pair_mut(before.stage()).live -= 1;
        }
        let mut span = self.metas[row.index()].span;
        span.set_live(true);
        self.metas[row.index()] = self.build_meta(job, new, span, &display);
        let keys = self.intern_shared(new, &display);
        self.titles.release(self.title_key(row));
        self.companies.release(self.company_key(row));
        self.stages.release(before.stage());
        self.lines.set(row, &keys, &fold(&display.name));
        self.extras.remove(&row);
        self.raws.remove(&row);
        self.store_original(row, new, &display);
        self.count_row(row);
    }

    fn count_row(&mut self, row: Row) {
        self.live += 1;
        self.stages.pair_mut(self.metas[row.index()].stage()).live += 1;
    }

    fn build_meta(
        &mut self,
        job: u32,
        new: CandidateRow<'_>,
        span: TextSpan,
        display: &DisplayTexts<'_>,
    ) -> RowMeta {
        RowMeta {
            created: Packed::new(
                new.created_at.map_or(NO_TIMESTAMP, Timestamp::micros).cast_unsigned(),
            ),
            format: self.format_index(new.created_at),
            span,
            stage: Packed::new(self.stages.intern_in(job, &display.stage, new.stage_id).into()),
        }
    }

    /// The keys of the texts that a row shares with others, which a search finds once.
    fn intern_shared(&mut self, new: CandidateRow<'_>, display: &DisplayTexts<'_>) -> [u32; 2] {
        let title = self.titles.intern(&display.title, "");
        if self.titles.is_only_use(title) {
            self.lines.set_shared(SHARED_TITLE, title, &fold(&display.title));
        }
        let company = self.companies.intern(&display.company, new.company_id);
        if self.companies.is_only_use(company) {
            self.lines.set_shared(SHARED_COMPANY, company, &fold(&display.company));
        }
        [title, company]
    }

    /// The index of a timestamp's format. If a server uses more formats than a byte can count, the
    /// rest get the default one.
    fn format_index(&mut self, created: Option<Timestamp>) -> u8 {
        let format = created.map_or_else(TimestampFormat::default, Timestamp::format);
        let existing = self.timestamp_formats.iter().position(|other| *other == format);
        let index = existing.unwrap_or(self.timestamp_formats.len());
        match u8::try_from(index) {
            Ok(index) => {
                if existing.is_none() {
                    self.timestamp_formats.push(format);
                }
                index
            }
            Err(_) => 0,
        }
    }

    fn store_original(&mut self, row: Row, new: CandidateRow<'_>, display: &DisplayTexts<'_>) {
        if !display.is_exact {
            let mut raw = CandidateRows::default();
            raw.push_row(new);
            self.raws.insert(row, raw);
        } else if !new.extra.is_empty() {
            self.extras.insert(row, new.extra.into());
        }
    }

    fn find_any(&self, id: &str) -> Option<Row> {
        self.find_hashed(self.hasher.hash_one(id), id)
    }

    fn find_hashed(&self, hash: u64, id: &str) -> Option<Row> {
        self.index.find(hash, |row| self.id(Row(row)) == id).map(Row)
    }
}

fn id_of<'a>(
    row: Row,
    metas: &[RowMeta],
    names: &'a TextArena,
    raws: &'a HashMap<Row, CandidateRows>,
) -> &'a str {
    let meta = metas[row.index()];
    match raws.get(&row).filter(|_| meta.span.is_long()) {
        Some(raw) => raw.row(0).id,
        None => names.text(row, meta.span, ID),
    }
}

#[cfg(test)]
impl CandidateTable {
    pub(crate) fn text_bytes(&self) -> usize {
        let lines: usize = self.lines.live().map(|row| self.lines.line(row).len()).sum();
        self.names.bytes() + lines + self.titles.used().count() + self.companies.used().count()
    }
}
