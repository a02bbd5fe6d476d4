//! Moving on the board: up and down in a stage, sideways between stages.

use super::super::lists::stepped;
use crate::app::board::Board;
use crate::app::list::Step;
use crate::app::rows::Row;
use crate::app::state::State;

/// Up and down in the column of the selected candidate.
pub(in crate::app::update) fn step_on_board(state: &mut State, step: Step) {
    let Some((board, (column, at))) = cursor(state) else { return };
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

/// To the nearest column with anyone in it.
pub(in crate::app::update) fn sideways_on_board(state: &mut State, by: isize) {
    let Some((board, (column, at))) = cursor(state) else { return };
    let columns = &board.columns;
    let mut next = column;
    loop {
        let Some(beside) = next.checked_add_signed(by).filter(|next| *next < columns.len()) else {
            return;
        };
        next = beside;
        let rows = &columns[next].rows;
        if let Some(row) = rows.get(at.min(rows.len().saturating_sub(1))).copied() {
            select(state, row);
            return;
        }
    }
}

fn select(state: &mut State, row: Row) {
    if let Some(open) = state.opened_mut() {
        open.list.select(row);
        open.detail_scroll = 0;
    }
    stepped(state);
}

/// The board, and where the selected candidate stands on it.
fn cursor(state: &State) -> Option<(&Board, (usize, usize))> {
    let open = state.opened()?;
    Some((&open.board, open.board.find(open.list.row()?)?))
}
