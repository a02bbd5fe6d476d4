//! Applies a filter to the rows of a table.
//!
//! The search for the first word runs over a whole chunk and skips to the next row at each match;
//! the other terms are tested only on the remaining rows. A text that rows share is tested once.
//! The chunks of a long list are divided between the cores.

mod condition;
mod spans;
pub(super) mod words;

use memchr::memmem::find;

use self::condition::PreparedCondition;
use self::words::PreparedWord;
use super::context::QueryContext;
use super::filter::Filter;
use super::matches::Matches;
use crate::recruiting::parallel::map_parts;
use crate::recruiting::table::{
    Bits, CHUNK, Chunk, ListField, MANY_ROWS, MIN_CHUNKS, Row, Table, WORDS, column_index, count,
    intersect, retain,
};

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
        let first = from.index() / CHUNK;
        let mut terms = Terms::new(self, table, context);
        terms.load_triage(table, context, table.lines().rows().saturating_sub(from.index()));
        let chunks = table.lines().chunks().get(first..).unwrap_or_default();
        let parts = map_parts(chunks.len(), MIN_CHUNKS, |part| {
            let mut terms = terms.clone();
            let chunk = |at: usize| terms.chunk(table, context, first + at, &chunks[at]);
            part.map(chunk).collect::<Vec<Bits>>()
        });
        for (index, bits) in (first..).zip(parts.iter().flatten()) {
            matches.overwrite(index * WORDS, bits, from);
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
        if rows.is_empty() {
            return;
        }
        let mut terms = Terms::new(self, table, context);
        for row in rows {
            matches.set(*row, terms.hold(table, context, *row));
        }
    }

    /// The rows that a fuzzy search can skip: they match already, or fail a condition. It tests the
    /// excluded words itself, on the few rows that it finds.
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

/// The terms of a filter with their caches: one set for each thread.
#[derive(Clone)]
struct Terms<'a> {
    required: Vec<PreparedWord<'a>>,
    excluded: Vec<PreparedWord<'a>>,
    conditions: Vec<PreparedCondition<'a>>,
}

impl<'a> Terms<'a> {
    fn new<T: Table>(filter: &'a Filter, table: &T, context: &QueryContext<'_>) -> Self {
        let words = |negated: bool| {
            let words = filter.words.iter().filter(move |word| word.negated == negated);
            let mut needles: Vec<&[u8]> = words.map(|word| word.needle.as_slice()).collect();
            // The longest word leaves the fewest rows.
            needles.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
            needles.into_iter().map(|needle| PreparedWord::new(needle, table.lines())).collect()
        };
        let conditions = filter.conditions.iter();
        let mut conditions: Vec<PreparedCondition<'_>> =
            conditions.map(|it| PreparedCondition::new::<T>(it, context)).collect();
        // The others are tested on what these leave.
        conditions.sort_by_key(|condition| !condition.is_cheap());
        Self { required: words(false), excluded: words(true), conditions }
    }

    fn load_triage<T: Table>(&mut self, table: &T, context: &QueryContext<'_>, rows: usize) {
        for condition in &mut self.conditions {
            condition.load_triage(table, context, rows);
        }
    }

    fn chunk<T: Table>(
        &mut self,
        table: &T,
        context: &QueryContext<'_>,
        index: usize,
        chunk: &Chunk,
    ) -> Bits {
        let mut bits = self.required.first().map_or(chunk.live, |first| first.scan(chunk));
        let others = self.required.iter().skip(1).map(|word| (word, false));
        for (word, negated) in others.chain(self.excluded.iter().map(|word| (word, true))) {
            if count(&bits) >= MANY_ROWS {
                intersect(&mut bits, &word.scan(chunk), negated);
            } else {
                let row = |at: usize| Row::at(index * CHUNK + at);
                retain(&mut bits, |at| word.is_in(table.lines(), row(at)) != negated);
            }
        }
        for condition in &mut self.conditions {
            condition.retain(table, context, index, &mut bits);
        }
        bits
    }

    fn hold<T: Table>(&mut self, table: &T, context: &QueryContext<'_>, row: Row) -> bool {
        let lines = table.lines();
        lines.is_live(row)
            && self.required.iter().all(|word| word.is_in(lines, row))
            && !self.excluded.iter().any(|word| word.is_in(lines, row))
            && self.conditions.iter_mut().all(|condition| condition.holds(table, context, row))
    }
}
