//! Moving on the board: up and down in a stage, sideways between stages.

use super::super::lists::stepped;
use crate::app::action::{Action, Pane};
use crate::app::board::Board;
use crate::app::list::Step;
use crate::app::notice::Weight;
use crate::app::rows::Row;
use crate::app::state::State;

/// Whether one stands on a stage that nobody is in.
pub(in crate::app::update) fn is_on_nobody(state: &State) -> bool {
    state.focus == Pane::Candidates
        && state.layout.board
        && cursor(state).is_some_and(|cursor| cursor.board.visited(cursor.row).is_some())
}

/// Says that nobody is in the stage that one stands on.
pub(in crate::app::update) fn tell_of_nobody(state: &mut State) {
    let (left, right) = (state.key_of(Action::Left), state.key_of(Action::Right));
    let told = format!("nobody is in this stage; {left} and {right} go on to others");
    state.tell(Weight::Info, told);
}

/// Up and down in the column of the selected candidate.
pub(in crate::app::update) fn step_on_board(state: &mut State, step: Step) {
    if is_on_nobody(state) {
        return tell_of_nobody(state);
    }
    let Some(Cursor { board, column, at, .. }) = cursor(state) else { return };
    let rows = &board.columns[column].rows;
    let last = rows.len().saturating_sub(1);
    let next = match step {
        Step::By(by) => at.saturating_add_signed(by),
        Step::Top => 0,
        Step::Bottom => last,
        Step::To(at) => at,
    };
    if let Some(row) = rows.get(next.min(last)).copied() {
        select(state, row);
    }
}

/// To the column beside, be anyone in it or not.
pub(in crate::app::update) fn sideways_on_board(state: &mut State, by: isize) {
    let Some(Cursor { board, row, column, at }) = cursor(state) else { return };
    let here = board.visited(row).unwrap_or(column);
    let Some(next) = here.checked_add_signed(by) else { return };
    let Some(beside) = board.columns.get(next) else { return };
    match beside.rows.get(at.min(beside.rows.len().saturating_sub(1))).copied() {
        Some(row) => select(state, row),
        None => {
            if let Some(open) = state.opened_mut() {
                open.board.visit(next, row);
            }
        }
    }
}

fn select(state: &mut State, row: Row) {
    if let Some(open) = state.opened_mut() {
        open.board.leave();
        open.list.select(row);
        open.detail_scroll = 0;
    }
    stepped(state);
}

/// The selected candidate, and where they stand on the board.
struct Cursor<'a> {
    board: &'a Board,
    row: Row,
    column: usize,
    at: usize,
}

fn cursor(state: &State) -> Option<Cursor<'_>> {
    let open = state.opened()?;
    let row = open.list.row()?;
    let (column, at) = open.board.find(row)?;
    Some(Cursor { board: &open.board, row, column, at })
}
