//! Reads the candidates field by field.

use memchr::memmem::Finder;

use super::row_jobs::JobRef;
use super::{
    CandidateTable, ID, NAME, NO_TIMESTAMP, PERSON, SHARED_COMPANY, SHARED_TITLE, StageKey,
    TableStage, id_of,
};
use crate::recruiting::table::fields::{CANDIDATE_FIELDS, ListField, ListFieldInfo};
use crate::recruiting::table::haystack::Haystack;
use crate::recruiting::table::{Bits, CHUNK, CandidateRow, Row, Table};
use crate::wire::{CandidateItem, JobId, Timestamp};

/// The rows must belong to this table.
impl CandidateTable {
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
        (0..).map(Row).zip(&self.metas).filter(|(_, meta)| meta.span.is_live()).map(|(row, _)| row)
    }

    #[inline]
    pub(crate) fn is_live(&self, row: Row) -> bool {
        self.metas.get(row.index()).is_some_and(|meta| meta.span.is_live())
    }

    /// None for a removed row.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Row> {
        self.find_any(id).filter(|row| self.is_live(*row))
    }

    /// Unsanitized.
    #[must_use]
    pub fn id(&self, row: Row) -> &str {
        id_of(row, &self.metas, &self.names, &self.raws)
    }

    /// Unsanitized.
    pub(crate) fn person_id(&self, row: Row) -> &str {
        let meta = self.metas[row.index()];
        match self.raws.get(&row).filter(|_| meta.span.is_long()) {
            Some(raw) => raw.row(0).person_id,
            None => self.names.text(row, meta.span, PERSON),
        }
    }

    #[must_use]
    #[inline]
    pub fn name(&self, row: Row) -> &str {
        self.names.text(row, self.metas[row.index()].span, NAME)
    }

    #[inline]
    pub(super) fn title_key(&self, row: Row) -> u32 {
        u32::try_from(self.lines.key(row, SHARED_TITLE)).unwrap_or(u32::MAX)
    }

    #[inline]
    pub(super) fn company_key(&self, row: Row) -> u32 {
        u32::try_from(self.lines.key(row, SHARED_COMPANY)).unwrap_or(u32::MAX)
    }

    pub(crate) fn title(&self, row: Row) -> &str {
        self.titles.pair(self.title_key(row)).name()
    }

    pub(crate) fn company(&self, row: Row) -> &str {
        self.companies.pair(self.company_key(row)).name()
    }

    /// Unsanitized.
    pub(crate) fn company_id(&self, row: Row) -> &str {
        self.companies.pair(self.company_key(row)).id()
    }

    #[inline]
    pub(crate) fn stage(&self, row: Row) -> StageKey {
        StageKey(self.metas[row.index()].stage())
    }

    pub(crate) fn stage_name(&self, row: Row) -> &str {
        self.stages.pair(self.metas[row.index()].stage()).name()
    }

    /// Unsanitized.
    pub(crate) fn stage_id(&self, row: Row) -> &str {
        self.stages.pair(self.metas[row.index()].stage()).id()
    }

    /// Names the job of a table of one job.
    pub fn set_job(&mut self, job: JobRef<'_>) {
        self.jobs.set_own(job);
    }

    #[inline]
    pub(super) fn job_key(&self, row: Row) -> u32 {
        self.stages.pair(self.metas[row.index()].stage()).scope
    }

    /// Unsanitized; empty if the table does not know its job.
    pub(crate) fn job_id(&self, row: Row) -> &JobId {
        &self.jobs.get(self.job_key(row)).id
    }

    pub(crate) fn job_name(&self, row: Row) -> &str {
        &self.jobs.get(self.job_key(row)).name
    }

    pub(crate) fn client(&self, row: Row) -> &str {
        &self.jobs.get(self.job_key(row)).client
    }

    pub(crate) fn created(&self, row: Row) -> Option<Timestamp> {
        let meta = self.metas[row.index()];
        let at = Some(meta.created()).filter(|micros| *micros != NO_TIMESTAMP)?;
        Timestamp::from_micros(at)
            .map(|at| at.with_format(self.timestamp_formats[usize::from(meta.format)]))
    }

    pub(crate) fn stages(&self) -> impl Iterator<Item = TableStage<'_>> {
        self.stages.used().filter(|(_, pair)| pair.live > 0).map(|(key, pair)| TableStage {
            key: StageKey(key),
            id: pair.id(),
            name: pair.name(),
            job: &self.jobs.get(pair.scope).id,
            live: pair.live as usize,
        })
    }

    /// A clone is a cheap snapshot.
    #[must_use]
    pub fn haystack(&self) -> Haystack {
        self.lines.clone()
    }

    /// The record as it came.
    pub(crate) fn get(&self, row: Row) -> CandidateRow<'_> {
        if let Some(raw) = self.raws.get(&row) {
            return raw.row(0);
        }
        CandidateRow {
            id: self.id(row),
            person_id: self.person_id(row),
            name: self.name(row),
            title: self.title(row),
            company: self.company(row),
            company_id: self.company_id(row),
            stage: self.stage_name(row),
            stage_id: self.stage_id(row),
            extra: self.extras.get(&row).map_or("", |extra| extra),
            created_at: self.created(row),
        }
    }

    pub(crate) fn item(&self, row: Row) -> CandidateItem {
        self.get(row).to_item()
    }
}

impl Table for CandidateTable {
    const FIELDS: &'static [ListFieldInfo] = CANDIDATE_FIELDS;

    #[inline]
    fn lines(&self) -> &Haystack {
        &self.lines
    }

    fn text(&self, row: Row, field: ListField) -> &str {
        match field {
            ListField::Name => self.name(row),
            ListField::Title => self.title(row),
            ListField::Company => self.company(row),
            ListField::Stage => self.stage_name(row),
            ListField::Id => self.id(row),
            ListField::PersonId => self.person_id(row),
            ListField::CompanyId => self.company_id(row),
            ListField::StageId => self.stage_id(row),
            ListField::Job => self.job_name(row),
            ListField::JobId => self.job_id(row).as_str(),
            ListField::Client => self.client(row),
            _ => "",
        }
    }

    #[inline]
    fn interned(&self, row: Row, field: ListField) -> Option<usize> {
        match field {
            ListField::Title => Some(self.lines.key(row, SHARED_TITLE)),
            ListField::Company | ListField::CompanyId => Some(self.lines.key(row, SHARED_COMPANY)),
            ListField::Stage | ListField::StageId => Some(self.stage(row).0 as usize),
            ListField::Job | ListField::JobId | ListField::Client => {
                Some(self.job_key(row) as usize)
            }
            _ => None,
        }
    }

    fn number(&self, _: Row, _: ListField) -> Option<i64> {
        None
    }

    fn flag(&self, _: Row, _: ListField) -> Option<bool> {
        None
    }

    fn row_of(&self, id: &str) -> Option<Row> {
        self.find(id)
    }

    fn find_ids(&self, chunk: usize, field: ListField, text: &Finder<'_>) -> Option<Bits> {
        let part = match field {
            ListField::Id => ID,
            ListField::PersonId => PERSON,
            _ => return None,
        };
        let metas = self.metas.get(chunk * CHUNK..).unwrap_or_default();
        let spans = metas.iter().take(CHUNK).map(|meta| meta.span);
        self.names.find(chunk, spans, part, text)
    }

    #[inline]
    fn created_micros(&self, row: Row) -> Option<i64> {
        Some(self.metas[row.index()].created()).filter(|micros| *micros != NO_TIMESTAMP)
    }
}
