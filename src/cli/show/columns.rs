//! The columns of each list, for the table and for `--plain`.

use serde::Serialize;

use crate::text::Align::{self, Left, Right};
use crate::wire::{CandidateItem, JobItem, Record, Timestamp};

use super::grid::{ColumnSpec, NO_SHRINK, OPTIONAL_RANK};

pub(crate) trait TableRow: Record + Serialize + 'static {
    const COLUMNS: &'static [TableColumn<Self>];
}

pub(crate) struct TableColumn<T> {
    pub(super) spec: ColumnSpec,
    /// The JSON field it shows.
    pub(super) field: &'static str,
    pub(super) cell: fn(&T) -> String,
}

pub(crate) const fn column<T>(
    (heading, field): (&'static str, &'static str),
    align: Align,
    (min_width, weight): (usize, usize),
    rank: usize,
    cell: fn(&T) -> String,
) -> TableColumn<T> {
    TableColumn { spec: ColumnSpec { heading, align, min_width, weight, rank }, field, cell }
}

// The id comes last and is never cut: users copy it into the next command.
impl TableRow for JobItem {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        //      heading       field                   align  least, weight rank
        column(("name",       "name"),                Left,  (12, 4),      0, |job| job.name.clone()),
        column(("client",     "client_company_name"), Left,  (8, 2),       3, |job| job.client_company_name.clone()),
        column(("status",     "job_status_name"),     Left,  (6, 1),       2, |job| job.job_status_name.clone()),
        column(("archived",   "is_archived"),         Left,  (NO_SHRINK, 0),   5, |job| yes_or_empty(job.is_archived)),
        column(("candidates", "candidate_count"),     Right, (NO_SHRINK, 0),   4, |job| count(job.candidate_count)),
        column(("created",    "created_at"),          Left,  (NO_SHRINK, 0),   6, |job| day(job.created_at)),
        column(("id",         "id"),                  Left,  (NO_SHRINK, 0),   1, |job| job.id.to_string()),
    ];
}

impl TableRow for CandidateItem {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        column(("name",    "name"),                        Left, (12, 3),    0, |candidate| candidate.name.clone()),
        column(("title",   "current_job_title"),           Left, (8, 2),     3, |candidate| candidate.current_job_title.clone()),
        column(("company", "current_company_name"),        Left, (8, 2),     4, |candidate| candidate.current_company_name.clone()),
        column(("stage",   "current_pipeline_stage_name"), Left, (8, 1),     2, |candidate| candidate.current_pipeline_stage_name.clone()),
        column(("added",   "created_at"),                  Left, (NO_SHRINK, 0), 5, |candidate| day(candidate.created_at)),
        column(("person",  "person_id"),                   Left, (NO_SHRINK, 0), OPTIONAL_RANK, |candidate| candidate.person_id.to_string()),
        column(("id",      "id"),                          Left, (NO_SHRINK, 0), 1, |candidate| candidate.id.to_string()),
    ];
}

/// The date in UTC.
pub(crate) fn day(time: Option<Timestamp>) -> String {
    time.map_or_else(String::new, |time| time.to_utc().date_naive().to_string())
}

pub(super) fn count(number: Option<i64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn yes_or_empty(flag: bool) -> String {
    (if flag { "yes" } else { "" }).to_owned()
}
