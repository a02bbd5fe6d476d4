//! Filter and sort of a list, and the search for near matches.

use super::closed::KeptRows;
use super::{List, Pending, Sort};
use crate::recruiting::query::SimilarityQuery;
use crate::recruiting::query::{
    Direction, Matches, NearMatch, QueryContext, RowOrder, SortedRows, parse,
};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, Row};
use crate::text::{sanitize, width, wrap};
use crate::tui::app::request::Ticket;

/// More near matches would bury the exact ones.
const MAX_NEAR_MATCHES: usize = 200;
/// The least width of the filter text.
const MIN_FILTER_WIDTH: usize = 16;
/// The error sign and a space.
const SIGN_WIDTH: usize = 2;

/// What to do with the search for near matches.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum SimilarSearch {
    /// A running search continues.
    #[default]
    Unchanged,
    NotNeeded,
    Started(SimilarityQuery),
}

impl<S: RowStore> List<S> {
    /// How many cells the filter text leaves for messages beside it.
    pub(crate) fn width_beside_filter(&self, cells: u16) -> usize {
        let used = (width(&sanitize(self.field.text())) + 4).max(MIN_FILTER_WIDTH);
        usize::from(cells).saturating_sub(used)
    }

    /// The errors of the filter wrapped to a width; empty if they fit beside the filter.
    pub(crate) fn error_lines(&self, cells: u16) -> Vec<String> {
        let Some(mistake) = self.mistakes.first() else { return Vec::new() };
        let message = mistake.describe();
        let message = sanitize(&message);
        if width(&message) + SIGN_WIDTH <= self.width_beside_filter(cells) {
            return Vec::new();
        }
        let available = usize::from(cells).saturating_sub(SIGN_WIDTH + 2).max(1);
        wrap(&message, available).into_iter().map(str::to_owned).collect()
    }

    /// Applies the typed filter.
    pub(crate) fn refilter(&mut self, context: &QueryContext<'_>, ticket: Ticket) -> SimilarSearch {
        let parsed = parse(self.field.text(), S::FIELDS);
        self.mistakes = parsed.mistakes;
        if parsed.filter == self.filter {
            return SimilarSearch::Unchanged;
        }
        self.filter = parsed.filter;
        self.near.clear();
        self.at_end = false;
        self.searching = None;
        self.matches = self.all_matches(context);
        self.rebuild(context);
        if self.filter.is_empty() && self.field.text().is_empty() {
            // The user found the record by the filter, and looks at it in the whole list now.
            self.anchor = None;
            self.restore_cursor();
        } else {
            self.return_to_top();
        }
        if !self.filter.has_words() {
            return SimilarSearch::NotNeeded;
        }
        self.searching = Some(ticket);
        SimilarSearch::Started(self.similarity(context))
    }

    fn all_matches(&self, context: &QueryContext<'_>) -> Matches {
        if self.filter.is_empty() {
            return Matches::default();
        }
        self.filter.matches(&self.pages.rows, context)
    }

    /// The search for near matches among the loaded rows.
    fn similarity(&self, context: &QueryContext<'_>) -> SimilarityQuery {
        SimilarityQuery {
            haystack: self.pages.rows.lines().clone(),
            filter: self.filter.clone(),
            skip: self.filter.skippable_rows(&self.pages.rows, context, &self.matches),
        }
    }

    /// Searches again once the list is fully loaded.
    pub(crate) fn search_again(
        &mut self,
        context: &QueryContext<'_>,
        ticket: Ticket,
    ) -> SimilarSearch {
        if !self.filter.has_words() || !self.pages.is_complete() {
            return SimilarSearch::Unchanged;
        }
        self.near.clear();
        self.searching = Some(ticket);
        SimilarSearch::Started(self.similarity(context))
    }

    pub(crate) fn add_near_matches(&mut self, rows: &[NearMatch], is_done: bool) {
        self.near.extend(rows.iter().filter(|near| !self.matches.contains(near.row)));
        self.near.sort_by_key(|near| (near.distance, near.row));
        self.near.dedup_by_key(|near| near.row);
        self.near.truncate(MAX_NEAR_MATCHES);
        if is_done {
            self.searching = None;
        }
        // They arrive in many small parts: shown when the list settles.
        self.schedule(Pending::Rows);
    }

    /// Whether no more near matches were kept.
    pub(crate) const fn has_most_near_matches(&self) -> bool {
        self.near.len() == MAX_NEAR_MATCHES
    }

    /// Sorts by a field, or in the server's order.
    pub(crate) fn sort_by(&mut self, sort: Option<Sort>, context: &QueryContext<'_>) {
        self.at_end = false;
        let before = std::mem::replace(&mut self.sort, sort);
        match before.zip(sort) {
            Some((before, sort)) if self.is_reversal(before, sort) => {
                (self.sorted, self.sorted_by) = (self.sorted.reversed(), Some(sort));
            }
            _ => self.resort(context),
        }
        self.rebuild(context);
        self.return_to_top();
    }

    /// Whether the rows are sorted already, in the other direction.
    fn is_reversal(&self, before: Sort, sort: Sort) -> bool {
        let is_reversed = before.field == sort.field && before.direction != sort.direction;
        is_reversed && sort.field.is_stored() && self.sorted_by == Some(before)
    }

    pub(crate) fn reverse(&mut self, context: &QueryContext<'_>) {
        let Sort { field, direction } =
            self.sort.unwrap_or(Sort { field: ListField::Added, direction: Direction::Ascending });
        self.sort_by(Some(Sort { field, direction: direction.reversed() }), context);
    }

    /// Sorts all rows again.
    pub(crate) fn resort(&mut self, context: &QueryContext<'_>) {
        self.sorted = SortedRows::default();
        self.sorted_by = self.sort;
        if let Some(sort) = self.sort {
            // In the order of the server, which ties keep.
            let others =
                self.pages.rows.rows().filter(|row| self.pages.position_of(*row).is_none());
            let rows: Vec<Row> = self.pages.in_order().chain(others).collect();
            let sorted = self.ordering(sort, context).sort(&rows);
            self.sorted = sorted;
        }
    }

    fn ordering<'a>(
        &'a self,
        sort: Sort,
        context: &QueryContext<'a>,
    ) -> RowOrder<'a, S, impl Fn(Row) -> u64 + Sync + use<'a, S>> {
        let position =
            |row: Row| self.pages.position_of(row).map_or(u64::MAX, |position| position as u64);
        let (by, direction) = (sort.field, sort.direction);
        RowOrder { table: &self.pages.rows, context: *context, by, direction, position }
    }

    /// Recomputes the visible rows.
    pub(crate) fn rebuild(&mut self, context: &QueryContext<'_>) {
        self.closed.kept = KeptRows::default();
        self.take_in(context);
    }

    /// Recomputes the visible rows after some of them changed, and neither filter nor sort.
    pub(super) fn take_in(&mut self, context: &QueryContext<'_>) {
        let pending = std::mem::take(&mut self.pending);
        let mut unsorted = std::mem::take(&mut self.unsorted);
        unsorted.sort_unstable();
        unsorted.dedup();
        if pending == Pending::All {
            self.matches = self.all_matches(context);
            self.update_closed(context, None);
            self.closed.kept = KeptRows::default();
            self.update_groups(context, None);
            self.resort(context);
        } else {
            self.update_closed(context, Some(&unsorted));
            let kept = self.closed.kept.positions;
            if unsorted.iter().any(|row| self.pages.position_of(*row).is_some_and(|at| at < kept)) {
                self.closed.kept = KeptRows::default();
            }
            self.update_groups(context, Some(&unsorted));
            if !self.filter.is_empty() {
                self.filter.recheck(&self.pages.rows, context, &mut self.matches, &unsorted);
            }
        }
        if let Some(sort) = self.sort {
            let sorted = std::mem::take(&mut self.sorted);
            let lines = self.pages.rows.lines();
            let has_removed = lines.has_removed();
            let is_live = |row| !has_removed || lines.is_live(row);
            unsorted.retain(|row| is_live(*row));
            let merged = self.ordering(sort, context).merge(sorted, &unsorted, is_live);
            self.sorted = merged;
        }
        self.refresh_visible();
    }

    /// Arranges the rows again.
    pub(super) fn refresh_visible(&mut self) {
        self.version += 1;
        // Never hold two lists of a million rows.
        let rows = self.visible.take().unwrap_or_default();
        let Some(mut rows) = self.arrange(rows) else { return };
        self.exact = rows.len();
        if !self.filter.is_empty() {
            let is_hidden = self.leaves_out_closed();
            let near = self.near.iter().map(|near| near.row);
            let near =
                near.filter(|row| self.pages.rows.is_live(*row) && !self.matches.contains(*row));
            let (closed, open): (Vec<Row>, Vec<Row>) =
                near.partition(|row| self.closed.contains(*row));
            rows.extend(open);
            if !is_hidden {
                rows.extend(closed);
            }
        }
        self.visible = Some(rows);
    }
}
