//! A list as the person sees it: filtered, sorted, with a cursor, marks and a
//! place on the screen, over a roll that is still being read.
//!
//! Everything holds on to records, not to line numbers: when rows come, go,
//! move or change their names, the cursor stays on its record and the record
//! on its line. Without filter and order the list is the server's own, places
//! that were not read yet included.

pub(crate) mod cursor;
pub(crate) mod matching;

pub(crate) use cursor::CursorStep;
pub(crate) use matching::SimilarSearch;

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::clock::Moment;
use crate::recruiting::paging::{PageDiff, PagedList};
use crate::recruiting::query::{Direction, Filter, Matches, NearMatch, QueryError};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, Row};
use crate::tui::app::request::Ticket;
use crate::tui::widgets::text_input::TextInput as TextField;
use crate::wire::{Page, Timestamp};

/// So long a row that changed is shown as such.
const HIGHLIGHT_TIME: Duration = Duration::from_millis(2500);
/// A list that grows under a filter is put in order at most so often.
const REORDER_INTERVAL: Duration = Duration::from_millis(100);

/// What a list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sort {
    /// The field.
    pub(crate) field: ListField,
    /// Which way.
    pub(crate) direction: Direction,
}

/// What a page told of rows that were there before.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ListChange {
    /// Those that say something else now.
    pub(crate) changed: Vec<Row>,
    /// The names of those that are gone.
    pub(crate) removed: Vec<String>,
}

/// A list as the person sees it.
#[derive(Debug)]
pub struct List<S> {
    /// What was read.
    pub pages: PagedList<S>,
    /// The filter as it was typed.
    pub(crate) field: TextField,
    /// What it means.
    pub(crate) filter: Filter,
    /// What is wrong with it.
    pub(crate) mistakes: Vec<QueryError>,
    matches: Matches,
    /// Rows that match nearly, the nearest first.
    near: Vec<NearMatch>,
    /// The search for those.
    pub(crate) searching: Option<Ticket>,
    /// The order, where it is not the server's.
    pub(crate) sort: Option<Sort>,
    /// All rows in that order.
    sorted: Vec<Row>,
    /// The rows that are shown; without filter and order, the places are.
    visible: Option<Vec<Row>>,
    /// How many of those match exactly.
    exact: usize,
    index: usize,
    row: Option<Row>,
    /// Nobody moved the cursor yet: while the list is first read, it is at the
    /// first row that has something to show.
    untouched: bool,
    /// The cursor goes along with the end of the list while it grows.
    at_end: bool,
    /// The first line on the screen.
    pub(crate) top: usize,
    /// How many lines the screen has for it.
    pub(crate) height: usize,
    /// What is marked.
    pub(crate) marks: BTreeSet<Row>,
    /// Where a range of marks began.
    pub(crate) range: Option<Row>,
    /// Rows that changed just now, and until when that is shown.
    changed: HashMap<Row, Moment>,
    /// When the first of those is no news any more.
    fades_at: Option<Moment>,
    /// Rows not yet put in order.
    unsorted: Vec<Row>,
    dirty: bool,
    ordered_at: Option<Moment>,
    /// Counts the changes of what is shown.
    pub(crate) version: u64,
}

impl<S: RowStore> Default for List<S> {
    fn default() -> Self {
        Self {
            pages: PagedList::default(),
            field: TextField::default(),
            filter: Filter::default(),
            mistakes: Vec::new(),
            matches: Matches::default(),
            near: Vec::new(),
            searching: None,
            sort: None,
            sorted: Vec::new(),
            visible: None,
            exact: 0,
            index: 0,
            row: None,
            untouched: true,
            at_end: false,
            top: 0,
            height: 1,
            marks: BTreeSet::new(),
            range: None,
            changed: HashMap::new(),
            fades_at: None,
            unsorted: Vec::new(),
            dirty: false,
            ordered_at: None,
            version: 0,
        }
    }
}

impl<S: RowStore> List<S> {
    /// A list in an order of its own from the beginning.
    pub(crate) fn with_sort(sort: Sort) -> Self {
        Self { sort: Some(sort), ..Self::default() }
    }

    /// How many rows are shown, places that were not read yet included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.visible.as_ref().map_or(self.pages.len(), Vec::len)
    }

    /// Whether none are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many match the filter exactly; the rest match nearly.
    pub(crate) fn exact(&self) -> usize {
        if self.visible.is_some() { self.exact } else { self.len() }
    }

    /// Whether the rows are the server's own places.
    pub(crate) const fn is_plain(&self) -> bool {
        self.visible.is_none()
    }

    /// The row at a line of the list; none where it was not read.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<Row> {
        match &self.visible {
            Some(rows) => rows.get(index).copied(),
            None => self.pages.row_at(index),
        }
    }

    /// The lines on the screen.
    pub(crate) fn window(&self) -> std::ops::Range<usize> {
        self.top..self.len().min(self.top + self.height)
    }

    /// The places to read first: those on the screen.
    pub(crate) const fn range_to_load(&self) -> std::ops::Range<usize> {
        if self.is_plain() { self.top..self.top + self.height } else { 0..1 }
    }

    /// Where the cursor is.
    pub(crate) const fn index(&self) -> usize {
        self.index
    }

    /// The row under the cursor.
    pub(crate) const fn row(&self) -> Option<Row> {
        self.row
    }

    /// The id of the record under the cursor.
    pub(crate) fn id(&self) -> Option<&str> {
        self.row.map(|row| self.pages.rows.id(row))
    }

    /// Whether all that came is in its place, and nothing more is looked for.
    pub(crate) const fn is_settled(&self) -> bool {
        !self.dirty && self.searching.is_none()
    }

    /// Whether a row changed just now.
    pub(crate) fn is_fresh(&self, row: Row, now: Moment) -> bool {
        self.changed.get(&row).is_some_and(|until| *until > now)
    }

    /// When the list looks different by itself.
    pub(crate) fn wakes_at(&self) -> Option<Moment> {
        let reorder_at =
            self.dirty.then(|| self.ordered_at.unwrap_or_default().after(REORDER_INTERVAL));
        self.fades_at.into_iter().chain(reorder_at).min()
    }

    /// Takes a page in.
    pub(crate) fn apply_page(
        &mut self,
        offset: usize,
        page: &Page<S::Item>,
        now: (Moment, Timestamp),
    ) -> ListChange {
        let was_covered = self.pages.was_covered();
        let diff = self.pages.apply_page(offset, page, now.1);
        let PageDiff { new, changed, removed, moved } = diff;
        // What a first reading brings is no news.
        let until = now.0.after(HIGHLIGHT_TIME);
        let highlighted = new.iter().filter(|_| was_covered).chain(&changed);
        self.changed.extend(highlighted.map(|row| (*row, until)));
        // Those that were there fade before.
        self.fades_at = self.fades_at.or((!self.changed.is_empty()).then_some(until));
        self.dirty |= moved || !new.is_empty() || !changed.is_empty() || !removed.is_empty();
        self.unsorted.extend(new);
        self.unsorted.extend(&changed);
        if !removed.is_empty() {
            // Nothing stands on what is not there, not even for a moment.
            self.ordered_at = None;
            self.marks.retain(|row| self.pages.rows.is_live(*row));
            self.range.take_if(|row| !self.pages.rows.is_live(*row));
        }
        ListChange { changed, removed }
    }

    /// A row stands elsewhere perhaps: more is known of it.
    pub(crate) fn mark_dirty(&mut self, row: Row) {
        self.unsorted.push(row);
        self.dirty = true;
    }

    /// Puts everything in order that came since, if it is time. The name of the
    /// record under the cursor, if that left the filter by itself.
    pub(crate) fn settle(
        &mut self,
        now: Moment,
        context: &crate::recruiting::query::QueryContext<'_>,
        urgent: bool,
    ) -> Option<String> {
        let before = self.row.filter(|row| self.matches.contains(*row));
        if self.fades_at.is_some_and(|at| at <= now) {
            self.changed.retain(|_, until| *until > now);
            self.fades_at = self.changed.values().min().copied();
        }
        let is_due = self.ordered_at.is_none_or(|at| now >= at.after(REORDER_INTERVAL));
        if self.dirty && (urgent || is_due) {
            self.rebuild(context);
            self.ordered_at = Some(now);
        }
        self.restore_cursor();
        let left = before.filter(|row| Some(*row) != self.row && self.pages.rows.is_live(*row))?;
        Some(self.pages.rows.name(left).to_owned())
    }
}
