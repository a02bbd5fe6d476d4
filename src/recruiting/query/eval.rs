//! Applies a filter to the rows of a table.
//!
//! The search for the first word runs over a whole chunk and skips to the next row at each match;
//! the other terms are tested only on the remaining rows. A condition on an interned text is
//! evaluated once per text.

use std::cmp::Ordering;

use memchr::memmem::{Finder, find};

use super::context::{QueryContext, age};
use super::filter::{Condition, Filter, Test};
use super::is_terms::IsTerm;
use super::matches::{Matches, set_bits};
use super::triage_terms::{self, TriageRows};
use crate::recruiting::table::{CHUNK, Chunk, ListField, Row, Table, column_index, fold_into};

const WORDS: usize = CHUNK / 64;
/// With more remaining rows, searching the whole chunk is faster.
const SCAN_THRESHOLD: u32 = 512;

/// A bit for each row of a chunk.
type Bits = [u64; WORDS];

impl Filter {
    #[must_use]
    pub fn matches<T: Table>(&self, table: &T, context: &QueryContext<'_>) -> Matches {
        let mut matches = Matches::default();
        self.extend(table, context, &mut matches, Row::at(0));
        matches
    }

    /// Evaluates the new rows and keeps the results of the others.
    pub(crate) fn extend<T: Table>(
        &self,
        table: &T,
        context: &QueryContext<'_>,
        matches: &mut Matches,
        from: Row,
    ) {
        let mut run = Run::new(self, table, context);
        run.load_triage(table.lines().rows().saturating_sub(from.index()));
        for (index, chunk) in table.lines().chunks().enumerate().skip(from.index() / CHUNK) {
            let bits = run.chunk(index, chunk);
            matches.overwrite(index * WORDS, &bits, from);
        }
    }

    /// Evaluates the changed rows again.
    pub(crate) fn recheck<T: Table>(
        &self,
        table: &T,
        context: &QueryContext<'_>,
        matches: &mut Matches,
        rows: &[Row],
    ) {
        let mut run = Run::new(self, table, context);
        for row in rows {
            matches.set(*row, run.matches_row(*row));
        }
    }

    /// The rows that a fuzzy search can skip: they match already, or fail a condition.
    #[must_use]
    pub fn skippable_rows<T: Table>(
        &self,
        table: &T,
        context: &QueryContext<'_>,
        matches: &Matches,
    ) -> Matches {
        let mut skipped = self.without_words().matches(table, context);
        skipped.complement_or(table.lines().rows(), matches);
        skipped
    }

    /// The rows that match if bare words and conditions ignore one field.
    pub(crate) fn matches_without<T: Table>(
        &self,
        hidden: ListField,
        table: &T,
        context: &QueryContext<'_>,
    ) -> Matches {
        let without_words = Self { words: Vec::new(), conditions: self.without(hidden).conditions };
        let mut matches = without_words.matches(table, context);
        let fields = T::FIELDS.iter().filter(|column| column.searched && column.field != hidden);
        let columns: Vec<usize> =
            fields.filter_map(|column| column_index(T::FIELDS, column.field)).collect();
        let contains = |row: Row, needle: &[u8]| {
            columns.iter().any(|column| find(table.lines().column(row, *column), needle).is_some())
        };
        let excluded: Vec<Row> = matches
            .iter()
            .filter(|row| {
                self.words.iter().any(|word| contains(*row, &word.needle) == word.negated)
            })
            .collect();
        for row in excluded {
            matches.set(row, false);
        }
        matches
    }
}

struct Run<'a, T> {
    table: &'a T,
    context: &'a QueryContext<'a>,
    required: Vec<Finder<'a>>,
    excluded: Vec<Finder<'a>>,
    conditions: Vec<PreparedCondition<'a>>,
}

/// A condition with its cached results.
struct PreparedCondition<'a> {
    condition: &'a Condition,
    finders: Vec<Finder<'a>>,
    /// The result for each interned text, once known.
    decisions: Vec<Option<bool>>,
    /// The result for all rows of a condition on triage data.
    triage_rows: Option<TriageRows>,
    /// For a condition on `is`.
    is_term: Option<IsTerm>,
    /// The column of the field in the folded line, if it is searched.
    column: Option<usize>,
    /// A buffer for folding texts that are not searched.
    scratch: Vec<u8>,
}

impl<'a, T: Table> Run<'a, T> {
    fn new(filter: &'a Filter, table: &'a T, context: &'a QueryContext<'a>) -> Self {
        let finders = |negated: bool| {
            let words = filter.words.iter().filter(move |word| word.negated == negated);
            let mut needles: Vec<&[u8]> = words.map(|word| word.needle.as_slice()).collect();
            // The longest word leaves the fewest rows.
            needles.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
            needles.into_iter().map(Finder::new).collect()
        };
        let prepare = |condition: &'a Condition| PreparedCondition {
            condition,
            finders: condition.any.iter().filter_map(Test::needle).map(Finder::new).collect(),
            decisions: Vec::new(),
            triage_rows: None,
            is_term: (condition.field == ListField::Is).then(|| IsTerm::new(condition)),
            column: column_index(T::FIELDS, condition.field),
            scratch: Vec::new(),
        };
        Self {
            table,
            context,
            required: finders(false),
            excluded: finders(true),
            conditions: filter.conditions.iter().map(prepare).collect(),
        }
    }

    /// Evaluates conditions on triage data for all rows at once, if that is cheaper.
    fn load_triage(&mut self, rows: usize) {
        let (table, context) = (self.table, self.context);
        for prepared in &mut self.conditions {
            if let Some(is_term) = &mut prepared.is_term {
                is_term.load_triage(table, context, rows);
            } else if prepared.condition.field.is_triage() {
                prepared.triage_rows =
                    TriageRows::new(prepared.condition, table, context.triage, rows);
            }
        }
    }

    fn chunk(&mut self, index: usize, chunk: &Chunk) -> Bits {
        let mut bits = match self.required.first() {
            Some(first) => scan(chunk, first),
            None => live_rows(chunk),
        };
        for finder in self.required.iter().skip(1) {
            narrow(chunk, finder, &mut bits, false);
        }
        for finder in &self.excluded {
            narrow(chunk, finder, &mut bits, true);
        }
        let (table, context) = (self.table, self.context);
        for prepared in &mut self.conditions {
            retain(&mut bits, |at| prepared.holds(table, context, Row::at(index * CHUNK + at)));
        }
        bits
    }

    fn matches_row(&mut self, row: Row) -> bool {
        let (table, context) = (self.table, self.context);
        let line = table.lines().line(row);
        !line.is_empty()
            && self.required.iter().all(|finder| finder.find(line).is_some())
            && self.excluded.iter().all(|finder| finder.find(line).is_none())
            && self.conditions.iter_mut().all(|prepared| prepared.holds(table, context, row))
    }
}

impl PreparedCondition<'_> {
    fn holds<T: Table>(&mut self, table: &T, context: &QueryContext<'_>, row: Row) -> bool {
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
        let is_met = |test: &Test| test_holds(test, table, context, row, field);
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

/// Evaluates all tests except those of texts, which the caller handles.
fn test_holds<T: Table>(
    test: &Test,
    table: &T,
    context: &QueryContext<'_>,
    row: Row,
    field: ListField,
) -> bool {
    match *test {
        Test::Contains(_) | Test::Word(_) => false,
        Test::Empty => is_blank(table, context, row, field),
        Test::Number(compare, wanted) => {
            table.number(row, field).is_some_and(|number| compare.holds(number.cmp(&wanted)))
        }
        Test::Age(compare, wanted, unit) => context.start(table, row, field).is_some_and(|start| {
            compare.holds(age(start, context.now, unit.micros()).cmp(&wanted))
        }),
        Test::Date(compare, from, to) => table.created_micros(row).is_some_and(|created| {
            let side = match created {
                before if before < from => Ordering::Less,
                after if after >= to => Ordering::Greater,
                _ => Ordering::Equal,
            };
            compare.holds(side)
        }),
        Test::Flag(wanted) => table.flag(row, field) == Some(wanted),
    }
}

pub(crate) fn is_blank<T: Table>(
    table: &T,
    context: &QueryContext<'_>,
    row: Row,
    field: ListField,
) -> bool {
    match field {
        ListField::Count => table.number(row, field).is_none(),
        ListField::Archived => table.flag(row, field).is_none(),
        ListField::Age | ListField::New | ListField::Added => {
            context.start(table, row, field).is_none()
        }
        _ => table.text(row, field).is_empty(),
    }
}

/// The rows of a chunk that contain a word.
fn scan(chunk: &Chunk, finder: &Finder<'_>) -> Bits {
    let mut bits = [0; WORDS];
    let (mut at, mut row) = (0, 0);
    while let Some(hit) = chunk.text.get(at..).and_then(|rest| finder.find(rest)) {
        row = row_at(&chunk.ends, row, at + hit);
        let Some(end) = chunk.ends.get(row) else { break };
        bits[row / 64] |= 1 << (row % 64);
        at = *end as usize;
        row += 1;
    }
    bits
}

/// The line that contains an offset, at or after `first`. Galloping search: near lines are found at
/// once.
fn row_at(ends: &[u32], first: usize, position: usize) -> usize {
    let ends_before = |end: &u32| *end as usize <= position;
    let (mut from, mut step) = (first, 1);
    while ends.get(from + step - 1).is_some_and(ends_before) {
        from += step;
        step *= 2;
    }
    let to = ends.len().min(from + step);
    from + ends.get(from..to).unwrap_or_default().partition_point(ends_before)
}

fn live_rows(chunk: &Chunk) -> Bits {
    let mut bits = [0; WORDS];
    let mut before = 0;
    for (row, end) in chunk.ends.iter().enumerate() {
        bits[row / 64] |= u64::from(chunk.empty == 0 || end - before > 1) << (row % 64);
        before = *end;
    }
    bits
}

/// Keeps only the rows that contain the word, or, if negated, those that do not.
fn narrow(chunk: &Chunk, finder: &Finder<'_>, bits: &mut Bits, negated: bool) {
    let remaining: u32 = bits.iter().map(|word| word.count_ones()).sum();
    if remaining >= SCAN_THRESHOLD {
        let flip = if negated { u64::MAX } else { 0 };
        for (word, hits) in bits.iter_mut().zip(scan(chunk, finder)) {
            *word &= hits ^ flip;
        }
    } else {
        retain(bits, |row| finder.find(chunk.line(row)).is_some() != negated);
    }
}

fn retain(bits: &mut Bits, mut keep: impl FnMut(usize) -> bool) {
    for (at, word) in bits.iter_mut().enumerate() {
        for bit in set_bits(*word) {
            if !keep(at * 64 + bit) {
                *word &= !(1 << bit);
            }
        }
    }
}
