//! Filter and order of a list.

use super::{List, Sort};
use crate::recruiting::query::similarity::SimilarityQuery;
use crate::recruiting::query::{Direction, Matches, NearMatch, QueryContext, RowOrder, parse};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, Row};
use crate::text::{sanitize, width, wrap};
use crate::tui::app::request::Ticket;

/// More rows that are only nearly right would bury those that are right.
const NEAR: usize = 200;
/// The text of a filter keeps at least so many cells of its line.
const LEAST: usize = 16;
/// The sign of a mistake, and the space after it.
const SIGN: usize = 2;

/// What becomes of the search for what matches nearly.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum SimilarSearch {
    /// Nothing changed: one that runs goes on.
    #[default]
    Same,
    /// None is worth while any more.
    Needless,
    /// Another one begins.
    Begins(SimilarityQuery),
}

impl<S: RowStore> List<S> {
    /// How many of so many cells the text of the filter leaves to what is told
    /// beside it.
    #[must_use]
    pub fn beside_filter(&self, cells: u16) -> usize {
        let taken = (width(&sanitize(self.field.text())) + 4).max(LEAST);
        usize::from(cells).saturating_sub(taken)
    }

    /// What is wrong with the filter in lines below it, where it is so many
    /// cells wide; none where it fits beside. A sign stands before it.
    #[must_use]
    pub fn wrong(&self, cells: u16) -> Vec<String> {
        let Some(mistake) = self.mistakes.first() else { return Vec::new() };
        let said = mistake.said();
        let said = sanitize(&said);
        if width(&said) + SIGN <= self.beside_filter(cells) {
            return Vec::new();
        }
        let room = usize::from(cells).saturating_sub(SIGN + 2).max(1);
        wrap(&said, room).into_iter().map(str::to_owned).collect()
    }

    /// Filters by what stands in the field now. What becomes of the search for
    /// what matches nearly.
    pub fn refilter(&mut self, context: &QueryContext<'_>, ticket: Ticket) -> SimilarSearch {
        let parsed = parse(self.field.text(), S::FIELDS);
        self.mistakes = parsed.mistakes;
        if parsed.filter == self.filter {
            return SimilarSearch::Same;
        }
        self.filter = parsed.filter;
        self.near.clear();
        self.at_end = false;
        self.searching = None;
        self.matches = if self.filter.is_empty() {
            Matches::default()
        } else {
            self.filter.matches(&self.roll.rows, context)
        };
        self.order(context);
        self.hold();
        if !self.filter.has_words() {
            return SimilarSearch::Needless;
        }
        self.searching = Some(ticket);
        SimilarSearch::Begins(self.similarity(context))
    }

    /// The search for what matches nearly, over the rows as they are.
    fn similarity(&self, context: &QueryContext<'_>) -> SimilarityQuery {
        SimilarityQuery {
            haystack: self.roll.rows.lines().clone(),
            filter: self.filter.clone(),
            skip: self.filter.settled(&self.roll.rows, context, &self.matches),
        }
    }

    /// The search over again, when the list has grown to its end under it.
    pub fn search_again(&mut self, context: &QueryContext<'_>, ticket: Ticket) -> SimilarSearch {
        if !self.filter.has_words() || !self.roll.is_complete() {
            return SimilarSearch::Same;
        }
        self.near.clear();
        self.searching = Some(ticket);
        SimilarSearch::Begins(self.similarity(context))
    }

    /// Takes in what the search found.
    pub fn found(&mut self, rows: &[NearMatch], done: bool) {
        self.near.extend(rows.iter().filter(|near| !self.matches.contains(near.row)));
        self.near.sort_by_key(|near| (near.slips, near.row));
        self.near.dedup_by_key(|near| near.row);
        self.near.truncate(NEAR);
        if done {
            self.searching = None;
        }
        // They come in many small parts: shown when the list settles.
        self.stirred = true;
    }

    /// Sorts by a field, or as the server does.
    pub fn sort_by(&mut self, sort: Option<Sort>, context: &QueryContext<'_>) {
        self.at_end = false;
        self.sort = sort;
        self.resort(context);
        self.order(context);
        self.hold();
    }

    /// The other way round.
    pub fn reverse(&mut self, context: &QueryContext<'_>) {
        let Sort { field, direction } =
            self.sort.unwrap_or(Sort { field: ListField::Added, direction: Direction::Up });
        self.sort_by(Some(Sort { field, direction: direction.other() }), context);
    }

    /// Forgets the order made so far and makes it anew.
    pub fn resort(&mut self, context: &QueryContext<'_>) {
        self.sorted = Vec::new();
        if let Some(sort) = self.sort {
            let rows: Vec<Row> = self.roll.rows.rows().collect();
            let sorted = self.ordering(sort, context).sort(&rows);
            self.sorted = sorted;
        }
        self.waiting.clear();
    }

    fn ordering<'a>(
        &'a self,
        sort: Sort,
        context: &QueryContext<'a>,
    ) -> RowOrder<'a, S, impl Fn(Row) -> u64 + use<'a, S>> {
        let place = |row: Row| self.roll.place_of(row).map_or(u64::MAX, |place| place as u64);
        let (by, direction) = (sort.field, sort.direction);
        RowOrder { table: &self.roll.rows, context: *context, by, direction, place }
    }

    /// Makes what is shown from what is there.
    pub(crate) fn order(&mut self, context: &QueryContext<'_>) {
        self.stirred = false;
        self.version += 1;
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        waiting.dedup();
        if !self.filter.is_empty() {
            self.filter.recheck(&self.roll.rows, context, &mut self.matches, &waiting);
        }
        if let Some(sort) = self.sort {
            let mut sorted = std::mem::take(&mut self.sorted);
            sorted.retain(|row| self.roll.rows.is_live(*row));
            waiting.retain(|row| self.roll.rows.is_live(*row));
            let merged = self.ordering(sort, context).merge(sorted, &waiting);
            self.sorted = merged;
        }
        // Two lists of a million rows are not held at a time.
        let rows = self.shown.take().unwrap_or_default();
        self.shown = self.arranged(rows);
    }

    fn arranged(&mut self, mut rows: Vec<Row>) -> Option<Vec<Row>> {
        rows.clear();
        if self.filter.is_empty() {
            self.exact = self.sorted.len();
            self.sort?;
            rows.reserve_exact(self.sorted.len());
            rows.extend_from_slice(&self.sorted);
            return Some(rows);
        }
        rows.reserve_exact(self.matches.len() + self.near.len());
        let fits = |row: &Row| self.matches.contains(*row);
        match self.sort {
            Some(_) => rows.extend(self.sorted.iter().copied().filter(fits)),
            None => rows.extend(self.roll.in_order().filter(fits)),
        }
        self.exact = rows.len();
        let near = self.near.iter().map(|near| near.row);
        rows.extend(
            near.filter(|row| self.roll.rows.is_live(*row) && !self.matches.contains(*row)),
        );
        Some(rows)
    }
}
