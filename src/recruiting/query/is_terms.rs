//! `is:` terms: what a record is, by the flags of the pipeline, the status of the job, its dates and
//! the star. `eval` asks for each row, `like` for the word of one row.
//!
//! A list has few distinct stages, so the facts of a stage are computed once.

use super::context::{QueryContext, age};
use super::filter::{Condition, Test, Unit};
use super::triage_terms::{self, TriageRows};
use crate::recruiting::stage::StageKind;
use crate::recruiting::table::{JobKind, ListField, Row, Table};

/// Records count as new for this many days, unless they are rejected or withdrawn.
pub(crate) const NEW_DAYS: u32 = 7;

#[derive(Clone, Copy)]
struct StageFacts {
    kind: StageKind,
    /// The days in the stage above which a candidate is overdue.
    threshold: Option<i64>,
}

impl StageFacts {
    fn new<T: Table>(table: &T, context: &QueryContext<'_>, row: Row) -> Self {
        let (id, name) = (table.text(row, ListField::StageId), table.text(row, ListField::Stage));
        let job = table.text(row, ListField::JobId);
        Self {
            kind: StageKind::find(id, name, context.pipeline.stages_of(job)),
            threshold: (context.overdue_after)(job, id, name),
        }
    }
}

/// A condition on `is`, with its cached results.
pub(crate) struct IsTerm {
    words: Vec<&'static str>,
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
        Self {
            words: condition.any.iter().filter_map(word).collect(),
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
        if self.words.contains(&"starred") {
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
        let facts = table.interned(row, ListField::Stage).map(|key| {
            if self.stages.len() <= key {
                self.stages.resize(key + 1, None);
            }
            *self.stages[key].get_or_insert_with(|| StageFacts::new(table, context, row))
        });
        self.words.iter().any(|word| match *word {
            "starred" => {
                let rows = self.starred_rows.as_ref();
                triage_terms::holds_in(rows, &self.star, table, context.triage, row)
            }
            word => is_word(word, table, context, row, facts),
        })
    }
}

fn is_word<T: Table>(
    word: &str,
    table: &T,
    context: &QueryContext<'_>,
    row: Row,
    stage: Option<StageFacts>,
) -> bool {
    let days = |field| {
        let start = context.start(table, row, field)?;
        Some(age(start, context.now, Unit::Days.micros()))
    };
    if word == "new" {
        let is_closed = stage.is_some_and(|facts| facts.kind.is_closed());
        return !is_closed && days(ListField::New).is_some_and(|days| days < NEW_DAYS.into());
    }
    if let Some(job) = table.job_kind(row) {
        return match word {
            "open" => job == JobKind::Open,
            "active" => matches!(job, JobKind::Open | JobKind::OnHold),
            "closed" => job == JobKind::Closed,
            "archived" => job == JobKind::Archived,
            _ => false,
        };
    }
    let Some(StageFacts { kind, threshold }) = stage else { return false };
    match word {
        "active" => !kind.is_closed(),
        "interview" => kind == StageKind::Interview,
        "rejected" => kind.is_closed(),
        "withdrawn" => kind == StageKind::Withdrawal,
        "overdue" => {
            threshold.zip(days(ListField::Age)).is_some_and(|(threshold, days)| days > threshold)
        }
        _ => false,
    }
}

/// The word that says most about where a record stands.
pub(crate) fn word_of<T: Table>(table: &T, context: &QueryContext<'_>, row: Row) -> &'static str {
    match table.job_kind(row) {
        Some(JobKind::Open) => "open",
        Some(JobKind::OnHold) => "active",
        Some(JobKind::Closed) => "closed",
        Some(JobKind::Archived) => "archived",
        None => match StageFacts::new(table, context, row).kind {
            StageKind::Withdrawal => "withdrawn",
            StageKind::Rejection => "rejected",
            StageKind::Interview => "interview",
            StageKind::Plain | StageKind::Unlisted => "active",
        },
    }
}
