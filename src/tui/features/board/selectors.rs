//! Where the cursor is on the board.

use super::state::Board;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::table::Row;
use crate::tui::app::state::State;

/// Whether the cursor is in a column without candidates.
pub(crate) fn is_on_empty_stage(state: &State) -> bool {
    state.focus == Pane::Candidates
        && state.layout.board
        && cursor(state).is_some_and(|cursor| cursor.board.empty_column_at(cursor.row).is_some())
}

pub(crate) fn empty_stage_message(state: &State) -> String {
    let (left, right) = (state.key_of(Action::Left), state.key_of(Action::Right));
    format!("No candidates in this stage. {left} and {right} go to the other stages")
}

pub(super) struct BoardCursor<'a> {
    pub(super) board: &'a Board,
    pub(super) row: Row,
    pub(super) column: usize,
    pub(super) at: usize,
}

pub(super) fn cursor(state: &State) -> Option<BoardCursor<'_>> {
    let open = state.open_job()?;
    let row = open.list.row()?;
    let (column, at) = open.board.find(row)?;
    Some(BoardCursor { board: &open.board, row, column, at })
}
