//! Moving on the board: up and down in a stage, sideways between stages.

use ratatui::layout::Rect;

use super::selectors::{BoardCursor, cursor, empty_stage_message, is_on_empty_stage};
use crate::recruiting::table::Row;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::{note_cursor_jump, note_cursor_step};
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

pub(crate) fn step_on_board(state: &mut State, step: CursorStep) {
    if is_on_empty_stage(state) {
        let message = empty_stage_message(state);
        return state.notify(Severity::Info, message);
    }
    let Some(BoardCursor { board, column, at, .. }) = cursor(state) else { return };
    let rows = &board.columns[column].rows;
    let last = rows.len().saturating_sub(1);
    let next = match step {
        CursorStep::By(by) => at.saturating_add_signed(by),
        CursorStep::Top => 0,
        CursorStep::Bottom => last,
        CursorStep::To(at) => at,
    };
    if let Some(row) = rows.get(next.min(last)).copied() {
        select(state, row);
    }
}

/// Selects the card at a position, or the first card of the stage whose heading is there. Returns
/// whether there is one.
pub(crate) fn select_at(state: &mut State, area: Rect, (x, y): (u16, u16)) -> bool {
    let Some(open) = state.open_job() else { return false };
    let heading = || {
        let column = open.board.column_at(area, x, y).filter(|_| y == area.y)?;
        column.rows.first().copied()
    };
    let Some(row) = open.board.row_at(area, x, y).or_else(heading) else { return false };
    select(state, row);
    note_cursor_jump(state);
    true
}

/// An empty column is not skipped.
pub(crate) fn step_sideways_on_board(state: &mut State, by: isize) {
    let Some(BoardCursor { board, row, column, at }) = cursor(state) else { return };
    let current = board.empty_column_at(row).unwrap_or(column);
    let Some(next) = current.checked_add_signed(by) else { return };
    let Some(neighbor) = board.columns.get(next) else { return };
    match neighbor.rows.get(at.min(neighbor.rows.len().saturating_sub(1))).copied() {
        Some(row) => select(state, row),
        None => {
            if let Some(open) = state.open_job_mut() {
                open.board.enter_empty_column(next, row);
            }
        }
    }
}

fn select(state: &mut State, row: Row) {
    if let Some(open) = state.open_job_mut() {
        open.board.leave_empty_column();
        open.list.select(row);
        open.detail = DetailPosition::default();
    }
    note_cursor_step(state);
}
