//! What a query needs beyond the table: the time, the stages of the job, the recruiter's own data.
//! The caller of a filter or a sort provides it.

use crate::recruiting::table::{ListField, Row, Table};
use crate::recruiting::triage::TriageState;
use crate::wire::{PipelineStage, Timestamp};

#[derive(Clone, Copy)]
pub struct QueryContext<'a> {
    pub now: Timestamp,
    /// When a row entered its stage, if known; otherwise the day it was added counts.
    pub since: &'a dyn Fn(Row) -> Option<Timestamp>,
    /// The stages of the job; empty while unknown.
    pub pipeline: &'a [PipelineStage],
    /// The days above which a candidate is overdue in a stage, given its id and name.
    pub overdue_after: &'a dyn Fn(&str, &str) -> Option<i64>,
    /// The triage data.
    pub triage: Option<&'a TriageState>,
}

impl QueryContext<'_> {
    /// Without stages, stage dates and triage data.
    #[must_use]
    pub const fn at(now: Timestamp) -> Self {
        Self { now, since: &|_| None, pipeline: &[], overdue_after: &|_, _| None, triage: None }
    }

    /// The start of an age, in microseconds since 1970.
    pub(crate) fn start<T: Table>(&self, table: &T, row: Row, field: ListField) -> Option<i64> {
        let exact = (field == ListField::Age).then(|| (self.since)(row)).flatten();
        exact.map(Timestamp::micros).or_else(|| table.created_micros(row))
    }
}

/// The age in whole units; 0 for a start in the future.
pub(crate) fn age(start: i64, now: Timestamp, unit: i64) -> i64 {
    now.micros().saturating_sub(start).max(0) / unit
}
