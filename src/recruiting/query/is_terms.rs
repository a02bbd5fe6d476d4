//! `is:` terms: what a record is, by the flags of the pipeline, the status of the job, its dates and
//! the star. `eval` asks for each row, `like` for the word of one row.
//!
//! A list has few distinct stages, so the facts of a stage are computed once.

use super::context::QueryContext;
use super::filter::{Condition, Test, Unit};
use super::triage_terms::{self, TriageRows};
use crate::recruiting::stage::StageKind;
use crate::recruiting::table::{JobKind, ListField, Row, Table};

/// Records count as new for this many days, unless they are rejected or withdrawn.
pub(crate) const NEW_DAYS: u32 = 7;

/// What is known of a stage, computed once.
#[derive(Clone, Copy)]
struct StageFacts {
    kind: StageKind,
    /// Candidates who entered the stage at this time or before are overdue.
    overdue_at: Option<i64>,
    /// Whether a word holds for all candidates in the stage.
    holds: bool,
}

impl StageFacts {
    fn new<T: Table>(
        table: &T,
        context: &QueryContext<'_>,
        row: Row,
        words: &[&'static str],
    ) -> Self {
        let (id, name) = (table.text(row, ListField::StageId), table.text(row, ListField::Stage));
        let job = table.text(row, ListField::JobId);
        let kind = StageKind::find(id, name, context.pipeline.stages_of(job));
        let threshold = (context.overdue_after)(job, id, name);
        let overdue_at = threshold.map(|days| latest_start(context, days.saturating_add(1)));
        let holds = words.iter().any(|word| match *word {
            "active" => !kind.is_closed(),
            "interview" => kind == StageKind::Interview,
            "rejected" => kind.is_closed(),
            "withdrawn" => kind == StageKind::Withdrawal,
            _ => false,
        });
        Self { kind, overdue_at, holds }
    }
}

/// When a record of at least so many days began, at the latest.
#[inline]
const fn latest_start(context: &QueryContext<'_>, days: i64) -> i64 {
    context.now.micros().saturating_sub(days.saturating_mul(Unit::Days.micros()))
}

/// A condition on `is`, with its cached results.
#[derive(Clone)]
pub(crate) struct IsTerm {
    words: Vec<&'static str>,
    has_new: bool,
    has_overdue: bool,
    has_starred: bool,
    /// The facts of each interned stage, once known.
    stages: Vec<Option<StageFacts>>,
    star: Condition,
    starred_rows: Option<TriageRows>,
}

impl IsTerm {
    pub(crate) fn new(condition: &Condition) -> Self {
        let word = |test: &Test| match test {
            Test::Word(word) => Some(*word),
            _ => None,
        };
        let any = vec![Test::Flag(true)];
        let words: Vec<&'static str> = condition.any.iter().filter_map(word).collect();
        Self {
            has_new: words.contains(&"new"),
            has_overdue: words.contains(&"overdue"),
            has_starred: words.contains(&"starred"),
            words,
            stages: Vec::new(),
            star: Condition { negated: false, field: ListField::Star, any },
            starred_rows: None,
        }
    }

    /// Looks up the stars of all rows at once, if that is cheaper.
    pub(crate) fn load_triage<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        rows: usize,
    ) {
        if self.has_starred {
            self.starred_rows = TriageRows::new(&self.star, table, context.triage, rows);
        }
    }

    /// Whether any of the words holds, before negation.
    pub(crate) fn holds<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        row: Row,
    ) -> bool {
        if self.has_starred && self.is_starred(table, context, row) {
            return true;
        }
        if let Some(job) = table.job_kind(row) {
            return self.words.iter().any(|word| match *word {
                "new" => is_new(table, context, row),
                "open" => job == JobKind::Open,
                "active" => matches!(job, JobKind::Open | JobKind::OnHold),
                "closed" => job == JobKind::Closed,
                "archived" => job == JobKind::Archived,
                _ => false,
            });
        }
        let Some(stage) = self.stage(table, context, row) else {
            return self.has_new && is_new(table, context, row);
        };
        let is_overdue =
            |at| context.start(table, row, ListField::Age).is_some_and(|start| start <= at);
        stage.holds
            || self.has_new && !stage.kind.is_closed() && is_new(table, context, row)
            || self.has_overdue && stage.overdue_at.is_some_and(is_overdue)
    }

    fn stage<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        row: Row,
    ) -> Option<StageFacts> {
        let key = table.interned(row, ListField::Stage)?;
        if self.stages.len() <= key {
            self.stages.resize(key + 1, None);
        }
        let new = || StageFacts::new(table, context, row, &self.words);
        Some(*self.stages[key].get_or_insert_with(new))
    }

    fn is_starred<T: Table>(&self, table: &T, context: &QueryContext<'_>, row: Row) -> bool {
        let rows = self.starred_rows.as_ref();
        triage_terms::holds_in(rows, &self.star, table, context.triage, row)
    }
}

fn is_new<T: Table>(table: &T, context: &QueryContext<'_>, row: Row) -> bool {
    let start = context.start(table, row, ListField::New);
    start.is_some_and(|start| start > latest_start(context, NEW_DAYS.into()))
}

/// The word that says most about where a record stands.
pub(crate) fn word_of<T: Table>(table: &T, context: &QueryContext<'_>, row: Row) -> &'static str {
    match table.job_kind(row) {
        Some(JobKind::Open) => "open",
        Some(JobKind::OnHold) => "active",
        Some(JobKind::Closed) => "closed",
        Some(JobKind::Archived) => "archived",
        None => match StageFacts::new(table, context, row, &[]).kind {
            StageKind::Withdrawal => "withdrawn",
            StageKind::Rejection => "rejected",
            StageKind::Interview => "interview",
            StageKind::Plain | StageKind::Unlisted => "active",
        },
    }
}
