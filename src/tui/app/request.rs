//! How a request to the server is identified, and what a response holds.
//!
//! Every request belongs to a [`Slot`]; a newer one in the same slot cancels the
//! older. A response carries the [`Ticket`] of its request and is ignored when
//! the slot has moved on.

use crate::recruiting::paging::row_page::RowPage;
use crate::recruiting::table::ListRow;
use crate::text::{clip, excerpt};
use crate::wire::{
    Candidate, CandidateId, CandidateItem, Job, JobId, JobItem, Page, Person, PersonId, Texts,
};

/// In characters: of a name, a title, a company or a stage.
const MAX_ROW_TEXT: usize = 1_000;

/// What a request is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A page of the jobs, by offset.
    Jobs(usize),
    Job(JobId),
    /// A page of a job's candidates, by offset.
    CandidatePage(JobId, usize),
    Candidate(CandidateId),
    /// Long texts may be cut.
    Person(PersonId),
    /// All of a person with long texts, for the editor.
    WholePerson(PersonId),
}

/// Identifies one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticket(pub u64);

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Jobs(RowPage<JobItem>),
    Job(Box<Job>),
    CandidatePage(RowPage<CandidateItem>),
    Candidate(Box<Candidate>),
    Person(Box<Person>),
}

impl Answer {
    #[must_use]
    pub fn jobs(page: Page<JobItem>) -> Self {
        Self::Jobs(short_rows(page))
    }

    #[must_use]
    pub fn candidates(page: Page<CandidateItem>) -> Self {
        Self::CandidatePage(short_rows(page))
    }
}

/// Cuts long texts, since all rows of a list stay in memory.
fn short_rows<T: ListRow + Texts>(mut page: Page<T>) -> RowPage<T> {
    let is_long = |text: &str| clip(text, MAX_ROW_TEXT).1;
    for row in page.items.good.iter_mut().filter(|row| row.any_text(&is_long)) {
        *row = row.map_texts(&|text| excerpt(text, MAX_ROW_TEXT));
    }
    page.into()
}
