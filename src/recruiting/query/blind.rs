//! A filter that ignores one field: names, in blind mode.

use memchr::memmem::find;

use super::eval::QueryContext;
use super::filter::Filter;
use super::matches::Matches;
use crate::recruiting::table::{ListField, Row, Table, place_in_line};

impl Filter {
    /// The filter without its conditions on a field.
    #[must_use]
    pub fn without(&self, field: ListField) -> Self {
        let others = self.conditions.iter().filter(|condition| condition.field != field);
        Self { words: self.words.clone(), conditions: others.cloned().collect() }
    }

    /// The matching rows if bare words skip one field.
    #[must_use]
    pub fn matches_beside<T: Table>(
        &self,
        hidden: ListField,
        table: &T,
        context: &QueryContext<'_>,
    ) -> Matches {
        let asked = Self { words: Vec::new(), conditions: self.without(hidden).conditions };
        let mut matches = asked.matches(table, context);
        let fields = T::FIELDS.iter().filter(|column| column.searched && column.field != hidden);
        let places: Vec<usize> =
            fields.filter_map(|column| place_in_line(T::FIELDS, column.field)).collect();
        let holds = |row: Row, needle: &[u8]| {
            places.iter().any(|place| find(table.lines().column(row, *place), needle).is_some())
        };
        let out: Vec<Row> = matches
            .iter()
            .filter(|row| self.words.iter().any(|word| holds(*row, &word.needle) == word.negated))
            .collect();
        for row in out {
            matches.set(row, false);
        }
        matches
    }
}
