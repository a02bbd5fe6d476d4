//! A condition of a filter over the rows of a table: with what it needs to test many rows fast.
//!
//! A condition on a shared text is evaluated once for each text, one on a point in time is a
//! comparison, and one on an id searches a chunk of ids at once. `eval` calls it.

use memchr::memmem::Finder;

use super::spans::Spans;
use crate::recruiting::query::context::QueryContext;
use crate::recruiting::query::filter::{Condition, Test};
use crate::recruiting::query::is_terms::IsTerm;
use crate::recruiting::query::triage_terms::{self, TriageRows};
use crate::recruiting::table::{
    Bits, CHUNK, ListField, MANY_ROWS, Row, Table, WORDS, column_index, count, fold_into,
    intersect, retain, unite,
};

/// A condition with its cached results.
#[derive(Clone)]
pub(super) struct PreparedCondition<'a> {
    condition: &'a Condition,
    finders: Vec<Finder<'a>>,
    /// The result for each shared text, once known.
    decisions: Vec<Option<bool>>,
    /// The result for all rows of a condition on triage data.
    triage_rows: Option<TriageRows>,
    /// For a condition on `is`.
    is_term: Option<IsTerm>,
    /// For a condition on a point in time.
    spans: Option<Spans>,
    /// The column of the field in the haystack, if it is searched.
    column: Option<usize>,
    /// A buffer for folding texts that are not searched.
    scratch: Vec<u8>,
}

impl<'a> PreparedCondition<'a> {
    pub(super) fn new<T: Table>(condition: &'a Condition, context: &QueryContext<'_>) -> Self {
        Self {
            condition,
            finders: condition.any.iter().filter_map(Test::needle).map(Finder::new).collect(),
            decisions: Vec::new(),
            triage_rows: None,
            is_term: (condition.field == ListField::Is).then(|| IsTerm::new(condition)),
            spans: Spans::new(condition, context.now),
            column: column_index(T::FIELDS, condition.field),
            scratch: Vec::new(),
        }
    }

    /// Whether it is a comparison for each row.
    pub(super) const fn is_cheap(&self) -> bool {
        self.spans.is_some()
    }

    /// Evaluates a condition on triage data for all rows at once, if that is cheaper.
    pub(super) fn load_triage<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        rows: usize,
    ) {
        if let Some(is_term) = &mut self.is_term {
            is_term.load_triage(table, context, rows);
        } else if self.condition.field.is_triage() {
            self.triage_rows = TriageRows::new(self.condition, table, context.triage, rows);
        }
    }

    /// Keeps the rows of a chunk that meet the condition.
    pub(super) fn retain<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        chunk: usize,
        bits: &mut Bits,
    ) {
        let row = |at: usize| Row::at(chunk * CHUNK + at);
        let (field, negated) = (self.condition.field, self.condition.negated);
        if let Some(spans) = &self.spans {
            retain(bits, |at| spans.contain(context.start(table, row(at), field)) != negated);
        } else if let Some(found) = self.find_ids(table, chunk, bits) {
            intersect(bits, &found, negated);
        } else {
            retain(bits, |at| self.holds(table, context, row(at)));
        }
    }

    /// The rows of a chunk whose id has any of the texts, if they can be found at once.
    fn find_ids<T: Table>(&self, table: &T, chunk: usize, bits: &Bits) -> Option<Bits> {
        if count(bits) < MANY_ROWS || self.finders.len() < self.condition.any.len() {
            return None;
        }
        let mut all = [0; WORDS];
        for finder in &self.finders {
            unite(&mut all, &table.find_ids(chunk, self.condition.field, finder)?);
        }
        Some(all)
    }

    pub(super) fn holds<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        row: Row,
    ) -> bool {
        if let Some(is_term) = &mut self.is_term {
            return is_term.holds(table, context, row) != self.condition.negated;
        }
        if self.condition.field.is_triage() {
            let rows = self.triage_rows.as_ref();
            return triage_terms::holds_in(rows, self.condition, table, context.triage, row)
                != self.condition.negated;
        }
        let Some(key) = table.interned(row, self.condition.field) else {
            return self.evaluate(table, context, row);
        };
        if let Some(Some(decision)) = self.decisions.get(key) {
            return *decision;
        }
        if self.decisions.len() <= key {
            self.decisions.resize(key + 1, None);
        }
        let decision = self.evaluate(table, context, row);
        self.decisions[key] = Some(decision);
        decision
    }

    fn evaluate<T: Table>(&mut self, table: &T, context: &QueryContext<'_>, row: Row) -> bool {
        let field = self.condition.field;
        if let Some(spans) = &self.spans {
            return spans.contain(context.start(table, row, field)) != self.condition.negated;
        }
        let is_met = |test: &Test| match *test {
            Test::Empty => context.is_blank(table, row, field),
            Test::Number(compare, wanted) => {
                table.number(row, field).is_some_and(|number| compare.holds(number.cmp(&wanted)))
            }
            Test::Flag(wanted) => table.flag(row, field) == Some(wanted),
            // Of another field, or tested elsewhere.
            Test::Contains(_) | Test::Word(_) | Test::Age(..) | Test::Date(..) => false,
        };
        let holds = !self.finders.is_empty() && self.holds_text(table, row)
            || self.condition.any.iter().any(is_met);
        holds != self.condition.negated
    }

    fn holds_text<T: Table>(&mut self, table: &T, row: Row) -> bool {
        let folded = if let Some(column) = self.column {
            table.lines().column(row, column)
        } else {
            self.scratch.clear();
            fold_into(table.text(row, self.condition.field), &mut self.scratch);
            &self.scratch
        };
        self.finders.iter().any(|finder| finder.find(folded).is_some())
    }
}
