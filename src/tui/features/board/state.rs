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

const MIN_COLUMN_WIDTH: u16 = 24;
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

    pub(crate) fn visible_columns(&self, area: Rect) -> Vec<(usize, Rect)> {
        let fits = (area.width / MIN_COLUMN_WIDTH).max(1);
        let count = u16::try_from(self.columns.len()).unwrap_or(u16::MAX).min(fits).max(1);
        let width = area.width / count;
        let visible = usize::from(count).min(self.columns.len());
        let first = self.first_column.min(self.columns.len() - visible);
        (0..count)
            .zip(first..self.columns.len())
            .map(|(at, column)| (column, Rect { x: area.x + at * width, width, ..area }))
            .collect()
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
        let count = self.visible_columns(area).len().max(1);
        self.first_column = self.first_column.min(at).max((at + 1).saturating_sub(count));
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
            let index = stages.iter().position(|stage| stage_ref.matches(stage));
            index.unwrap_or_else(|| {
                let name = if name.is_empty() { "no stage" } else { name };
                columns.push(BoardColumn { name: name.to_owned(), ..BoardColumn::default() });
                columns.len() - 1
            })
        });
        columns[at].rows.push(row);
    }
    columns
}
