//! A filter that ignores one field: names, in blind mode.

use memchr::memmem::find;

use super::eval::QueryContext;
use super::filter::Filter;
use super::matches::Matches;
use crate::recruiting::table::{ListField, Row, Table, column_index};

impl Filter {
    /// The filter without its conditions on a field.
    pub(crate) fn without(&self, field: ListField) -> Self {
        let others = self.conditions.iter().filter(|condition| condition.field != field);
        Self { words: self.words.clone(), conditions: others.cloned().collect() }
    }

    /// The matching rows if bare words skip one field.
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
