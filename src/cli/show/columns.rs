//! The columns of each list, for the table and for `--plain`.

use chrono::Utc;
use serde::Serialize;

use crate::text::Align::{Left, Right};
use crate::wire::{CandidateItem, Field, JobItem, Record, Timestamp};

use super::candidate_columns::{CandidateRow, added, company, id, name, person, stage, title};
use super::grid::NO_SHRINK;
use super::table_row::{TableColumn, TableRow, column, day};

// The id is never cut: users copy it into the next command. In a narrow table the
// names matter more, which commands accept, too.
impl TableRow for JobItem {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        //      heading       field                   align  least, weight rank
        column(("name",       "name"),                Left,  (28, 4),      0, |job| job.name.clone()),
        column(("client",     "client_company_name"), Left,  (18, 2),      2, |job| job.client_company_name.clone()),
        column(("status",     "job_status_name"),     Left,  (6, 1),       1, |job| job.job_status_name.clone()),
        column(("archived",   "is_archived"),         Left,  (NO_SHRINK, 0),   5, |job| yes_or_empty(job.is_archived)),
        column(("candidates", "candidate_count"),     Right, (NO_SHRINK, 0),   3, |job| count(job.candidate_count)),
        column(("created",    "created_at"),          Left,  (NO_SHRINK, 0),   6, |job| day(job.created_at)),
        column(("id",         "id"),                  Left,  (NO_SHRINK, 0),   4, |job| job.id.to_string()),
    ];
    const SORT_NAMES: &'static [(&'static str, &'static str)] =
        &[("count", "candidate_count"), ("added", "created_at"), ("new", "created_at")];
    const AGE_START: Option<fn(&Self) -> Option<Timestamp>> = Some(|job| job.created_at);
}

impl TableRow for CandidateItem {
    const SORT_NAMES: &'static [(&'static str, &'static str)] =
        &[("added", "created_at"), ("new", "created_at")];

    const COLUMNS: &'static [TableColumn<Self>] =
        &[name(), title(12, 2), company(12, 3), stage(1), added(4), person(), id(5)];
}

/// A candidate of one job, with the date of entry into the stage.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct DatedCandidate {
    #[serde(flatten)]
    pub(crate) candidate: CandidateItem,
    /// Else the date added counts.
    #[serde(skip)]
    pub(crate) since: Option<Timestamp>,
}

impl CandidateRow for DatedCandidate {
    fn candidate(&self) -> &CandidateItem {
        &self.candidate
    }
}

impl Record for DatedCandidate {
    const NAME: &'static str = CandidateItem::NAME;
    const FIELDS: &'static [Field] = CandidateItem::FIELDS;
}

impl TableRow for DatedCandidate {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        name(), title(12, 3), company(12, 4), stage(1), added(6), person(), id(5),
        column(("age", "age"), Right, (NO_SHRINK, 0), 2, |row| age(row.since.or(row.candidate.created_at))),
    ];
    const SORT_NAMES: &'static [(&'static str, &'static str)] = CandidateItem::SORT_NAMES;
    const AGE_START: Option<fn(&Self) -> Option<Timestamp>> =
        Some(|row| row.since.or(row.candidate.created_at));
}

/// In whole days; never negative if the clock was set back.
pub(crate) fn age(start: Option<Timestamp>) -> String {
    let days = |at: Timestamp| (Utc::now() - at.to_utc()).num_days().max(0);
    start.map_or_else(String::new, |at| format!("{}d", days(at)))
}

pub(super) fn count(number: Option<i64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn yes_or_empty(flag: bool) -> String {
    (if flag { "yes" } else { "" }).to_owned()
}
