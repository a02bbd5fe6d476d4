//! The columns that every table of candidates has. The tables of `columns` and `all_candidates`
//! differ in how soon each column gives way, and in what they add.

use super::grid::{NO_SHRINK, OPTIONAL_RANK};
use super::table_row::{TableColumn, column, day};
use crate::text::Align::Left;
use crate::wire::CandidateItem;

pub(crate) trait CandidateRow: 'static {
    fn candidate(&self) -> &CandidateItem;
}

impl CandidateRow for CandidateItem {
    fn candidate(&self) -> &CandidateItem {
        self
    }
}

pub(crate) const fn name<T: CandidateRow>() -> TableColumn<T> {
    column(("name", "name"), Left, (20, 3), 0, |row| row.candidate().name.clone())
}

pub(crate) const fn title<T: CandidateRow>(min_width: usize, rank: usize) -> TableColumn<T> {
    column(("title", "current_job_title"), Left, (min_width, 2), rank, |row| {
        row.candidate().current_job_title.clone()
    })
}

pub(crate) const fn company<T: CandidateRow>(min_width: usize, rank: usize) -> TableColumn<T> {
    column(("company", "current_company_name"), Left, (min_width, 2), rank, |row| {
        row.candidate().current_company_name.clone()
    })
}

pub(crate) const fn stage<T: CandidateRow>(rank: usize) -> TableColumn<T> {
    column(("stage", "current_pipeline_stage_name"), Left, (8, 1), rank, |row| {
        row.candidate().current_pipeline_stage_name.clone()
    })
}

pub(crate) const fn added<T: CandidateRow>(rank: usize) -> TableColumn<T> {
    column(("added", "created_at"), Left, (NO_SHRINK, 0), rank, |row| {
        day(row.candidate().created_at)
    })
}

pub(crate) const fn person<T: CandidateRow>() -> TableColumn<T> {
    column(("person", "person_id"), Left, (NO_SHRINK, 0), OPTIONAL_RANK, |row| {
        row.candidate().person_id.to_string()
    })
}

pub(crate) const fn id<T: CandidateRow>(rank: usize) -> TableColumn<T> {
    column(("id", "id"), Left, (NO_SHRINK, 0), rank, |row| row.candidate().id.to_string())
}
