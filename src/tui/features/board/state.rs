//! A job's candidates as columns, one per stage, in pipeline order.
//!
//! Built from the filtered and sorted list, and rebuilt only when the list changed. The cursor
//! is that of the list.

use std::collections::HashMap;

use ratatui::layout::Rect;

use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{CandidateTable, Row, StageKey, to_display};
use crate::tui::app::list::List;
use crate::wire::PipelineStage;

/// With the line at its right.
const MIN_COLUMN_WIDTH: u16 = 20;
const EMPTY_COLUMN_WIDTH: u16 = 10;
/// Lines per candidate.
pub(crate) const CARD_HEIGHT: u16 = 2;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct BoardColumn {
    /// Sanitized.
    pub(crate) name: String,
    pub(crate) is_rejection: bool,
    pub(crate) is_interview: bool,
    pub(crate) rows: Vec<Row>,
    pub(crate) top: usize,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Board {
    pub(crate) columns: Vec<BoardColumn>,
    pub(crate) first_column: usize,
    /// List version that the columns were built from.
    version: Option<u64>,
    /// Whether stages without candidates are left out: all jobs together have many.
    pub(crate) hides_empty: bool,
    /// An empty column with the cursor, and the row selected then.
    empty_column: Option<(usize, Row)>,
}

impl Board {
    /// Returns the column and the position in it.
    pub(crate) fn find(&self, row: Row) -> Option<(usize, usize)> {
        let position = |column: &BoardColumn| column.rows.iter().position(|other| *other == row);
        self.columns.iter().enumerate().find_map(|(at, column)| Some((at, position(column)?)))
    }

    /// The empty column with the cursor, as long as the row stays selected.
    pub(crate) fn empty_column_at(&self, row: Row) -> Option<usize> {
        let (column, selected) = self.empty_column?;
        let is_empty = self.columns.get(column).is_some_and(|column| column.rows.is_empty());
        (selected == row && is_empty).then_some(column)
    }

    /// Moves the cursor to an empty column; the row stays selected.
    pub(crate) const fn enter_empty_column(&mut self, column: usize, row: Row) {
        self.empty_column = Some((column, row));
    }

    pub(crate) const fn leave_empty_column(&mut self) {
        self.empty_column = None;
    }

    /// As many columns as fit, each with the line at its right. Columns with candidates share the
    /// room that is left.
    pub(crate) fn visible_columns(&self, area: Rect) -> Vec<(usize, Rect)> {
        let columns = self.visible_range(area.width);
        let used: u16 = columns.clone().map(|at| self.min_width(at)).sum();
        let is_wide = |at: usize| !self.columns[at].rows.is_empty();
        let sharing = columns.clone().filter(|at| is_wide(*at)).count();
        let all = columns.clone().all(|at| !is_wide(at));
        let sharing = u16::try_from(if all { columns.len() } else { sharing }).unwrap_or(1).max(1);
        let spare = area.width.saturating_sub(used);
        let (mut x, mut shared) = (area.x, 0);
        let place = |at: usize| {
            let mut width = self.min_width(at);
            if all || is_wide(at) {
                // Cumulative, so that rounding loses no cell.
                width += spare * (shared + 1) / sharing - spare * shared / sharing;
                shared += 1;
            }
            let width = width.min(area.right().saturating_sub(x));
            let place = Rect { x, width, ..area };
            x += width;
            (at, place)
        };
        columns.map(place).collect()
    }

    /// At least one column, if there is any.
    fn visible_range(&self, width: u16) -> std::ops::Range<usize> {
        let mut columns = self.first_column..self.first_column;
        columns.start = columns.start.min(self.columns.len().saturating_sub(1));
        columns.end = columns.start;
        let mut used = 0;
        let mut takes = |at: usize| {
            let next = used + self.min_width(at);
            let fits = next <= width || used == 0;
            used = if fits { next } else { used };
            fits
        };
        while columns.end < self.columns.len() && takes(columns.end) {
            columns.end += 1;
        }
        while columns.end == self.columns.len() && columns.start > 0 && takes(columns.start - 1) {
            columns.start -= 1;
        }
        columns
    }

    fn min_width(&self, at: usize) -> u16 {
        if self.columns[at].rows.is_empty() { EMPTY_COLUMN_WIDTH } else { MIN_COLUMN_WIDTH }
    }

    pub(crate) fn column_at(&self, area: Rect, x: u16, y: u16) -> Option<&BoardColumn> {
        let mut visible = self.visible_columns(area).into_iter();
        let (at, _) = visible.find(|(_, place)| place.contains((x, y).into()))?;
        self.columns.get(at)
    }

    pub(crate) fn row_at(&self, area: Rect, x: u16, y: u16) -> Option<Row> {
        let column = self.column_at(area, x, y)?;
        // The first line is the name of the stage.
        let line = usize::from(y.checked_sub(area.y + 1)? / CARD_HEIGHT);
        column.rows.get(column.top + line).copied()
    }

    pub(crate) fn cards_per_column(area: Rect) -> usize {
        usize::from(area.height.saturating_sub(1) / CARD_HEIGHT).max(1)
    }

    pub(crate) const fn invalidate(&mut self) {
        self.version = None;
    }

    /// Rebuilds the columns if the list changed, and scrolls to the cursor.
    pub(crate) fn update(
        &mut self,
        stages: &[&PipelineStage],
        list: &List<CandidateTable>,
        area: Rect,
    ) {
        let version = Some(list.version);
        if self.version != version {
            let empty_column = self.empty_column.and_then(|(at, row)| {
                let name = self.columns.get(at)?.name.clone();
                Some((name, row))
            });
            let tops: HashMap<String, usize> =
                self.columns.drain(..).map(|column| (column.name, column.top)).collect();
            self.columns = columns(stages, list);
            if self.hides_empty {
                self.columns.retain(|column| !column.rows.is_empty());
            }
            for column in &mut self.columns {
                let top = tops.get(&column.name).copied().unwrap_or(0);
                column.top = top.min(column.rows.len().saturating_sub(1));
            }
            self.empty_column = empty_column.and_then(|(name, row)| {
                Some((self.columns.iter().position(|column| column.name == name)?, row))
            });
            self.version = version;
        }
        if let Some(row) = list.row() {
            self.scroll_to(row, area);
        }
    }

    fn scroll_to(&mut self, row: Row, area: Rect) {
        let Some((at, index)) = self.find(row) else { return };
        let visible_cards = Self::cards_per_column(area);
        let column = &mut self.columns[at];
        column.top = column.top.min(index).max((index + 1).saturating_sub(visible_cards));
        let at = self.empty_column_at(row).unwrap_or(at);
        self.first_column = self.first_column.min(at);
        while self.visible_range(area.width).end <= at {
            self.first_column += 1;
        }
    }
}

fn columns(stages: &[&PipelineStage], list: &List<CandidateTable>) -> Vec<BoardColumn> {
    let column = |stage: &&PipelineStage| BoardColumn {
        name: to_display(&stage.name).into_owned(),
        is_rejection: stage.is_rejection_stage,
        is_interview: stage.is_interviewing_stage,
        ..BoardColumn::default()
    };
    let mut columns: Vec<BoardColumn> = stages.iter().map(column).collect();
    let rows = &list.pages.rows;
    let mut places: HashMap<StageKey, usize> = HashMap::new();
    for row in (0..list.len()).filter_map(|index| list.at(index)) {
        let at = *places.entry(rows.stage(row)).or_insert_with(|| {
            let name = rows.stage_name(row);
            let stage_ref = StageRef::new(rows.stage_id(row), name);
            // Stages of several jobs have only a name.
            let is_same = |stage: &&PipelineStage| {
                stage_ref.matches(stage) || stage.id.is_empty() && stage.name == name
            };
            let index = stages.iter().position(is_same);
            index.unwrap_or_else(|| {
                let name = if name.is_empty() { "No stage" } else { name };
                columns.push(BoardColumn { name: name.to_owned(), ..BoardColumn::default() });
                columns.len() - 1
            })
        });
        columns[at].rows.push(row);
    }
    columns
}
