//! A list as the user sees it: filtered, sorted, with cursor, marks and scroll offset.
//!
//! Wraps a [`PagedList`] that may still be loading. Cursor and marks refer to records, not to
//! line numbers: when rows are added, removed, moved or renamed, the cursor stays on its record
//! and the record stays on its line. Without filter and sort the list has the server's order,
//! unloaded rows included. Rejected candidates and archived jobs come last (`closed`).

mod arrange;
pub(crate) mod closed;
pub(crate) mod cursor;
mod grouping;
pub(crate) mod matching;
pub(crate) mod tasks;

pub(crate) use cursor::CursorStep;
pub(crate) use matching::SimilarSearch;

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use self::closed::ClosedRows;
use super::clock::Moment;
use crate::recruiting::paging::restore::StoredRows;
use crate::recruiting::paging::row_page::RowPage;
use crate::recruiting::paging::{Hole, PageDiff, PagedList};
use crate::recruiting::query::{
    Direction, Filter, Matches, NearMatch, QueryError, RowGroups, SortedRows, parse_sort,
};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, ListFieldInfo, Row};
use crate::tui::app::request::Ticket;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::Timestamp;

/// How long a changed row is highlighted.
const HIGHLIGHT_TIME: Duration = Duration::from_millis(2500);
/// A growing list is sorted at most this often.
const REORDER_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sort {
    pub(crate) field: ListField,
    pub(crate) direction: Direction,
}

/// A sort as text: the key of its field, with a minus sign if descending.
pub(crate) fn sort_to_text(sort: Sort, fields: &[ListFieldInfo]) -> Option<String> {
    let field = fields.iter().find(|field| field.field == sort.field)?;
    let sign = if sort.direction == Direction::Ascending { "" } else { "-" };
    Some(format!("{sign}{}", field.key))
}

/// `None` if there is no such field.
pub(crate) fn sort_from_text(text: &str, fields: &[ListFieldInfo]) -> Option<Sort> {
    parse_sort(text, fields).map(|(field, direction)| Sort { field, direction })
}

/// What the visible rows do not reflect yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Pending {
    #[default]
    Nothing,
    /// New and changed rows, and near matches.
    Rows,
    /// All rows: the stages changed, or what counts as overdue.
    All,
}

/// What a page changed in the rows loaded before.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ListChange {
    pub(crate) changed: Vec<Row>,
    /// The names of removed rows.
    pub(crate) removed: Vec<String>,
}

#[derive(Debug)]
pub struct List<S> {
    pub pages: PagedList<S>,
    /// The filter as typed.
    pub(crate) field: TextInput,
    pub(crate) filter: Filter,
    /// Syntax errors of the filter.
    pub(crate) mistakes: Vec<QueryError>,
    matches: Matches,
    /// Rows that nearly match, nearest first.
    near: Vec<NearMatch>,
    /// The running search for near matches.
    pub(crate) searching: Option<Ticket>,
    /// `None` is the server's order.
    pub(crate) sort: Option<Sort>,
    /// All rows in that order.
    sorted: SortedRows,
    /// The sort that they have; `None` if rows moved on the server since, whose order ties keep.
    sorted_by: Option<Sort>,
    /// The visible rows; `None` if they are those of the server, in its order.
    visible: Option<Vec<Row>>,
    pub(crate) closed: ClosedRows,
    /// `None` unless the list shows one row for each person.
    groups: Option<Box<RowGroups>>,
    /// How many visible rows match exactly.
    exact: usize,
    index: usize,
    row: Option<Row>,
    /// The row that the user selected before the filter or the sort changed.
    anchor: Option<Row>,
    /// The user has not moved the cursor: while the list first loads, it stays on the first row
    /// with content.
    untouched: bool,
    /// The user moved the cursor at some time, or used its record.
    has_moved: bool,
    /// The cursor follows the end of the growing list.
    at_end: bool,
    /// The first visible line.
    pub(crate) top: usize,
    /// Visible lines.
    pub(crate) height: usize,
    pub(crate) marks: BTreeSet<Row>,
    /// Where a range of marks began.
    pub(crate) range: Option<Row>,
    /// Changed rows, each with the end of its highlight.
    changed: HashMap<Row, Moment>,
    /// The earliest end of a highlight.
    fades_at: Option<Moment>,
    /// Rows not sorted in yet.
    unsorted: Vec<Row>,
    pending: Pending,
    ordered_at: Option<Moment>,
    /// Incremented when the visible rows change.
    pub(crate) version: u64,
}

impl<S: RowStore> Default for List<S> {
    fn default() -> Self {
        Self {
            pages: PagedList::default(),
            field: TextInput::default(),
            filter: Filter::default(),
            mistakes: Vec::new(),
            matches: Matches::default(),
            near: Vec::new(),
            searching: None,
            sort: None,
            sorted: SortedRows::default(),
            sorted_by: None,
            visible: None,
            closed: ClosedRows::default(),
            groups: None,
            exact: 0,
            index: 0,
            row: None,
            anchor: None,
            untouched: true,
            has_moved: false,
            at_end: false,
            top: 0,
            height: 1,
            marks: BTreeSet::new(),
            range: None,
            changed: HashMap::new(),
            fades_at: None,
            unsorted: Vec::new(),
            pending: Pending::Nothing,
            ordered_at: None,
            version: 0,
        }
    }
}

impl<S: RowStore> List<S> {
    pub(crate) fn with_sort(sort: Sort) -> Self {
        Self { sort: Some(sort), ..Self::default() }
    }

    /// The number of visible rows, including rows not loaded yet.
    #[must_use]
    pub fn len(&self) -> usize {
        let rows = self.visible.as_ref();
        rows.map_or(self.pages.len(), |rows| rows.len() + self.closed.hole_count())
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many visible rows match the filter exactly.
    pub(crate) fn exact(&self) -> usize {
        if self.filter.is_empty() { self.len() } else { self.exact }
    }

    /// The row at an index; `None` where it is not loaded.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<Row> {
        match &self.visible {
            Some(rows) => rows.get(self.closed.row_index(index)?).copied(),
            None => self.pages.row_at(index),
        }
    }

    /// The visible indexes.
    pub(crate) fn window(&self) -> std::ops::Range<usize> {
        self.top..self.len().min(self.top + self.height)
    }

    /// The position on the server of an index without a row.
    pub(crate) fn hole_position(&self, index: usize) -> usize {
        if self.visible.is_none() { index } else { self.closed.hole(index).unwrap_or(index) }
    }

    /// Why there is no row at an index.
    pub(crate) fn hole(&self, index: usize) -> Hole<'_> {
        let position = self.hole_position(index);
        // A row that is here is shown when the list settles.
        let is_loaded = self.pages.row_at(position).is_some();
        if is_loaded { Hole::Loading } else { self.pages.hole_at(position) }
    }

    /// The positions to load first.
    pub(crate) fn range_to_load(&self) -> std::ops::Range<usize> {
        if self.visible.is_none() {
            return self.top..self.top + self.height;
        }
        if self.at_end {
            return self.pages.len().saturating_sub(self.height)..self.pages.len();
        }
        let mut holes = self.window().filter_map(|index| self.closed.hole(index));
        let first = holes.find(|position| self.pages.hole_at(*position) == Hole::Loading);
        first.map_or(0..1, |first| first..first + self.height)
    }

    /// The index of the cursor.
    pub(crate) const fn index(&self) -> usize {
        self.index
    }

    pub(crate) const fn row(&self) -> Option<Row> {
        self.row
    }

    pub(crate) fn id(&self) -> Option<&str> {
        self.row.map(|row| self.pages.rows.id(row))
    }

    /// Whether all loaded rows are sorted in and no search is running.
    pub(crate) const fn is_settled(&self) -> bool {
        matches!(self.pending, Pending::Nothing) && self.searching.is_none()
    }

    /// Whether a row is highlighted as changed.
    pub(crate) fn is_fresh(&self, row: Row, now: Moment) -> bool {
        self.changed.get(&row).is_some_and(|until| *until > now)
    }

    /// When the list changes without input.
    pub(crate) fn wakes_at(&self) -> Option<Moment> {
        let reorder_at =
            self.is_dirty().then(|| self.ordered_at.unwrap_or_default().after(REORDER_INTERVAL));
        self.fades_at.into_iter().chain(reorder_at).min()
    }

    pub(crate) fn apply_page(
        &mut self,
        offset: usize,
        page: &RowPage<S::Item>,
        now: (Moment, Timestamp),
    ) -> ListChange {
        let was_covered = self.pages.was_covered();
        let diff = self.pages.apply_page(offset, page, now.1);
        self.apply_diff(diff, was_covered, now.0)
    }

    /// Schedules what changed among the rows.
    pub(crate) fn apply_diff(
        &mut self,
        diff: PageDiff,
        was_covered: bool,
        now: Moment,
    ) -> ListChange {
        let PageDiff { new, changed, removed, moved } = diff;
        // Nothing is highlighted while the list first loads.
        let until = now.after(HIGHLIGHT_TIME);
        let highlighted = new.iter().filter(|_| was_covered).chain(&changed);
        self.changed.extend(highlighted.map(|row| (*row, until)));
        // Older highlights end earlier.
        self.fades_at = self.fades_at.or((!self.changed.is_empty()).then_some(until));
        if moved || !new.is_empty() || !changed.is_empty() || !removed.is_empty() {
            self.schedule(Pending::Rows);
        }
        if moved && was_covered {
            self.sorted_by = None;
        }
        self.unsorted.extend(new);
        self.unsorted.extend(&changed);
        if !removed.is_empty() {
            // Remove rows that no longer exist at once.
            self.ordered_at = None;
            self.marks.retain(|row| self.pages.rows.is_live(*row));
            self.range.take_if(|row| !self.pages.rows.is_live(*row));
            // A list that is not on the screen settles only when it is.
            self.row.take_if(|row| !self.pages.rows.is_live(*row));
            self.clamp();
        }
        ListChange { changed, removed }
    }

    /// Takes rows of an earlier session, where the server has not responded yet.
    pub(crate) fn restore(&mut self, stored: &StoredRows<S::Item>) {
        let PageDiff { new, moved, .. } = self.pages.restore(stored);
        if moved || !new.is_empty() {
            self.schedule(Pending::Rows);
            // At once: they are what the first frame shows.
            self.ordered_at = None;
        }
        self.unsorted.extend(new);
    }

    /// Schedules a row to be sorted and filtered again, since its data changed.
    pub(crate) fn mark_dirty(&mut self, row: Row) {
        self.unsorted.push(row);
        self.schedule(Pending::Rows);
    }

    fn schedule(&mut self, pending: Pending) {
        self.pending = self.pending.max(pending);
    }

    pub(super) fn is_dirty(&self) -> bool {
        self.pending != Pending::Nothing
    }

    /// Schedules all rows to be sorted and filtered again, since the stages or what is overdue
    /// changed.
    pub(crate) const fn invalidate(&mut self) {
        (self.pending, self.ordered_at) = (Pending::All, None);
    }

    /// The same at the next chance: the reason comes often.
    pub(crate) fn invalidate_soon(&mut self) {
        self.schedule(Pending::All);
    }

    /// Sorts in new and changed rows, if due. Returns the name of the record under the cursor if the
    /// list no longer shows it.
    pub(crate) fn settle(
        &mut self,
        now: Moment,
        context: &crate::recruiting::query::QueryContext<'_>,
        urgent: bool,
    ) -> Option<String> {
        let before = self.row.filter(|row| self.hides_rows() && self.is_visible(*row));
        if self.fades_at.is_some_and(|at| at <= now) {
            self.changed.retain(|_, until| *until > now);
            self.fades_at = self.changed.values().min().copied();
        }
        let is_due = self.ordered_at.is_none_or(|at| now >= at.after(REORDER_INTERVAL));
        if self.is_dirty() && (urgent || is_due) {
            self.take_in(context);
            self.ordered_at = Some(now);
        }
        self.restore_cursor();
        let left = before.filter(|row| Some(*row) != self.row && self.pages.rows.is_live(*row))?;
        Some(self.pages.rows.name(left).to_owned())
    }
}
