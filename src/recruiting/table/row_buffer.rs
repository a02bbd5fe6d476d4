//! The rows of a page in one text. They are copied, sent to another thread and freed in one piece,
//! where the records of the API take eight allocations a row. `storage` writes and reads them, and a
//! table takes them without a copy.

use std::fmt::Debug;

use crate::wire::{CandidateItem, JobItem, Timestamp};

/// A row of a list, and how many of them are stored together.
pub trait ListRow: Clone + Debug + PartialEq + Send + Sync + 'static {
    type Buffer: RowBuffer<Item = Self>;
}

pub trait RowBuffer: Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    type Item;

    fn with_capacity(rows: usize) -> Self;
    fn push(&mut self, row: &Self::Item);
    /// Keeps the memory.
    fn clear(&mut self);
    fn len(&self) -> usize;
    /// The id of a row of this buffer.
    fn id(&self, index: usize) -> &str;
    /// The rows at these indices, in this order.
    #[must_use]
    fn select(&self, indices: &[usize]) -> Self;
    fn items(&self) -> Vec<Self::Item>;

    /// Like `of`, but takes ownership of the items.
    #[must_use]
    fn from_items(items: Vec<Self::Item>) -> Self {
        Self::of(&items)
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn of<'a>(rows: impl IntoIterator<Item = &'a Self::Item>) -> Self
    where
        Self::Item: 'a,
    {
        let rows = rows.into_iter();
        let mut buffer = Self::with_capacity(rows.size_hint().0);
        rows.for_each(|row| buffer.push(row));
        buffer
    }
}

impl ListRow for JobItem {
    /// Jobs are few.
    type Buffer = Vec<Self>;
}

impl RowBuffer for Vec<JobItem> {
    type Item = JobItem;

    fn with_capacity(rows: usize) -> Self {
        Self::with_capacity(rows)
    }

    fn push(&mut self, row: &JobItem) {
        Self::push(self, row.clone());
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn id(&self, index: usize) -> &str {
        self[index].id.as_str()
    }

    fn select(&self, indices: &[usize]) -> Self {
        indices.iter().map(|index| self[*index].clone()).collect()
    }

    fn items(&self) -> Self {
        self.clone()
    }

    fn from_items(items: Self) -> Self {
        items
    }
}

impl ListRow for CandidateItem {
    type Buffer = CandidateRows;
}

/// A candidate in a list, wherever its texts are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CandidateRow<'a> {
    pub id: &'a str,
    pub person_id: &'a str,
    pub name: &'a str,
    pub title: &'a str,
    pub company: &'a str,
    pub company_id: &'a str,
    pub stage: &'a str,
    pub stage_id: &'a str,
    /// Unknown fields as JSON; empty if there are none.
    pub extra: &'a str,
    pub created_at: Option<Timestamp>,
}

/// The texts of a candidate are mostly shorter.
const USUAL_BYTES: usize = 160;
/// How many texts a candidate has.
pub(crate) const TEXTS: usize = 9;

impl<'a> CandidateRow<'a> {
    /// `extra` are its unknown fields as JSON.
    #[must_use]
    pub fn new(item: &'a CandidateItem, extra: &'a str) -> Self {
        Self {
            id: item.id.as_str(),
            person_id: item.person_id.as_str(),
            name: &item.name,
            title: &item.current_job_title,
            company: &item.current_company_name,
            company_id: item.current_company_id.as_str(),
            stage: &item.current_pipeline_stage_name,
            stage_id: item.current_pipeline_stage_id.as_str(),
            extra,
            created_at: item.created_at,
        }
    }

    /// The unknown fields come last.
    const fn texts(&self) -> [&'a str; TEXTS] {
        [
            self.id,
            self.person_id,
            self.name,
            self.title,
            self.company,
            self.company_id,
            self.stage,
            self.stage_id,
            self.extra,
        ]
    }

    pub(crate) fn to_item(self) -> CandidateItem {
        CandidateItem {
            id: self.id.into(),
            person_id: self.person_id.into(),
            name: self.name.to_owned(),
            current_job_title: self.title.to_owned(),
            current_company_name: self.company.to_owned(),
            current_company_id: self.company_id.into(),
            current_pipeline_stage_name: self.stage.to_owned(),
            current_pipeline_stage_id: self.stage_id.into(),
            created_at: self.created_at,
            // Written by `extra_text`, or checked when it was decoded.
            extra: serde_json::from_str(self.extra).unwrap_or_default(),
        }
    }
}

/// The unknown fields of a candidate as JSON; mostly there are none.
pub(crate) fn extra_text(item: &CandidateItem) -> String {
    if item.extra.is_empty() {
        return String::new();
    }
    // Serializing a map of JSON values cannot fail.
    serde_json::to_string(&item.extra).unwrap_or_default()
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct CandidateRows {
    text: String,
    rows: Vec<RowEnds>,
}

/// Where the texts of a row end. A page is much shorter than 4 GiB, and half as many bytes go from
/// thread to thread.
#[derive(Debug, Clone, Copy, PartialEq)]
struct RowEnds {
    ends: [u32; TEXTS],
    created_at: Option<Timestamp>,
}

impl RowEnds {
    const fn end(&self, text: usize) -> usize {
        self.ends[text] as usize
    }
}

impl CandidateRows {
    pub(crate) fn push_row(&mut self, row: CandidateRow<'_>) {
        let mut ends = [0; TEXTS];
        for (end, text) in ends.iter_mut().zip(row.texts()) {
            self.text.push_str(text);
            *end = self.end();
        }
        self.rows.push(RowEnds { ends, created_at: row.created_at });
    }

    /// `write` appends each of the texts.
    pub(crate) fn try_push<E>(
        &mut self,
        created_at: Option<Timestamp>,
        mut write: impl FnMut(usize, &mut String) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut ends = [0; TEXTS];
        for (column, end) in ends.iter_mut().enumerate() {
            write(column, &mut self.text)?;
            *end = self.end();
        }
        self.rows.push(RowEnds { ends, created_at });
        Ok(())
    }

    fn end(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    /// Where the texts of a row begin.
    fn start(&self, index: usize) -> u32 {
        index.checked_sub(1).map_or(0, |before| self.rows[before].ends[TEXTS - 1])
    }

    /// The row must be one of this buffer.
    pub(crate) fn row(&self, index: usize) -> CandidateRow<'_> {
        let RowEnds { ends, created_at } = &self.rows[index];
        let mut from = self.start(index) as usize;
        let [id, person_id, name, title, company, company_id, stage, stage_id, extra] =
            ends.map(|end| {
                let end = end as usize;
                let text = self.text.get(from..end).unwrap_or_default();
                from = end;
                text
            });
        let created_at = *created_at;
        CandidateRow {
            id,
            person_id,
            name,
            title,
            company,
            company_id,
            stage,
            stage_id,
            extra,
            created_at,
        }
    }

    /// All texts, row by row.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where each of the texts ends.
    pub(crate) fn ends(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().flat_map(|row| row.ends)
    }

    /// One of the texts of all rows, in the order of [`CandidateRow::texts`].
    pub(crate) fn column(&self, index: usize) -> impl Iterator<Item = &str> {
        let mut before = 0;
        self.rows.iter().map(move |row| {
            let from = if index == 0 { before } else { row.end(index - 1) };
            before = row.end(TEXTS - 1);
            self.text.get(from..row.end(index)).unwrap_or_default()
        })
    }

    pub(crate) fn times(&self) -> impl Iterator<Item = Option<Timestamp>> + Clone {
        self.rows.iter().map(|row| row.created_at)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = CandidateRow<'_>> + Clone {
        (0..self.rows.len()).map(|index| self.row(index))
    }
}

impl RowBuffer for CandidateRows {
    type Item = CandidateItem;

    fn with_capacity(rows: usize) -> Self {
        let text = String::with_capacity(rows * USUAL_BYTES);
        Self { text, rows: Vec::with_capacity(rows) }
    }

    fn push(&mut self, row: &CandidateItem) {
        self.push_row(CandidateRow::new(row, &extra_text(row)));
    }

    fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn id(&self, index: usize) -> &str {
        self.row(index).id
    }

    fn select(&self, indices: &[usize]) -> Self {
        let mut rows = Self::with_capacity(indices.len());
        for index in indices {
            let (row, from, to) = (self.rows[*index], self.start(*index), rows.end());
            let range = from as usize..row.end(TEXTS - 1);
            rows.text.push_str(self.text.get(range).unwrap_or_default());
            rows.rows.push(RowEnds { ends: row.ends.map(|end| end - from + to), ..row });
        }
        rows
    }

    fn items(&self) -> Vec<CandidateItem> {
        self.iter().map(CandidateRow::to_item).collect()
    }
}
