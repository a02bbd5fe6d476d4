//! What a query needs beyond the table: the time, the stages of the job, the recruiter's own data.
//! The caller of a filter or a sort provides it.

use crate::recruiting::table::{ListField, Row, Table};
use crate::recruiting::triage::TriageState;
use crate::wire::{PipelineStage, Timestamp};

/// The stages of the jobs whose candidates are listed.
pub trait Pipelines: Sync {
    /// Given the id of the job; empty while unknown.
    fn stages_of(&self, job: &str) -> &[PipelineStage];
}

/// The stages of the only job.
impl Pipelines for &[PipelineStage] {
    fn stages_of(&self, _: &str) -> &[PipelineStage] {
        self
    }
}

const NO_STAGES: &[PipelineStage] = &[];

#[derive(Clone, Copy)]
pub struct QueryContext<'a> {
    pub now: Timestamp,
    /// When a row entered its stage, if known; otherwise the day it was added counts.
    pub since: &'a (dyn Fn(Row) -> Option<Timestamp> + Sync),
    pub pipeline: &'a dyn Pipelines,
    /// The days above which a candidate is overdue, given the id of the job, and id and name of the
    /// stage.
    pub overdue_after: &'a (dyn Fn(&str, &str, &str) -> Option<i64> + Sync),
    /// The triage data.
    pub triage: Option<&'a TriageState>,
}

impl<'a> QueryContext<'a> {
    /// Without stages, stage dates and triage data.
    #[must_use]
    pub const fn at(now: Timestamp) -> Self {
        let (since, overdue_after) = (&|_| None, &|_: &str, _: &str, _: &str| None);
        Self { now, since, pipeline: &NO_STAGES, overdue_after, triage: None }
    }

    /// The stages of the row's job.
    pub(crate) fn stages_of<T: Table>(&self, table: &T, row: Row) -> &'a [PipelineStage] {
        self.pipeline.stages_of(table.text(row, ListField::JobId))
    }

    /// Whether a row has no value in a field.
    pub(crate) fn is_blank<T: Table>(&self, table: &T, row: Row, field: ListField) -> bool {
        match field {
            ListField::Count => table.number(row, field).is_none(),
            ListField::Archived => table.flag(row, field).is_none(),
            ListField::Age | ListField::New | ListField::Added => {
                self.start(table, row, field).is_none()
            }
            _ => table.text(row, field).is_empty(),
        }
    }

    /// The start of an age, in microseconds since 1970.
    #[inline]
    pub(crate) fn start<T: Table>(&self, table: &T, row: Row, field: ListField) -> Option<i64> {
        let exact = (field == ListField::Age).then(|| (self.since)(row)).flatten();
        exact.map(Timestamp::micros).or_else(|| table.created_micros(row))
    }
}

/// The age in whole units; 0 for a start in the future.
pub(crate) fn age(start: i64, now: Timestamp, unit: i64) -> i64 {
    now.micros().saturating_sub(start).max(0) / unit
}
