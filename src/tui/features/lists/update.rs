//! Selecting and scrolling a list with the mouse.

use crate::keymap::action::Pane;
use crate::tui::app::all_candidates::is_all;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::{note_cursor_jump, note_cursor_step};
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::state::State;

/// Selects the row on a line of the pane. Returns whether there is one.
pub(crate) fn select_line(state: &mut State, pane: Pane, line: usize) -> bool {
    let is_row = if pane == Pane::Jobs {
        let index = state.jobs.top + line;
        let is_row = index < state.jobs.len();
        if is_row {
            // The row for all candidates may be selected; the list selects this job now.
            state.job.take_if(|job| is_all(job));
            state.jobs.step(CursorStep::To(index));
        }
        is_row
    } else {
        let Some(open) = state.open_job_mut() else { return false };
        let index = open.list.top + line;
        let is_row = index < open.list.len();
        if is_row {
            open.list.step(CursorStep::To(index));
            open.detail = DetailPosition::default();
        }
        is_row
    };
    if is_row {
        note_cursor_jump(state);
    }
    is_row
}

pub(crate) fn scroll(state: &mut State, pane: Pane, by: isize) {
    match pane {
        Pane::Jobs => state.jobs.scroll(by),
        _ => {
            if let Some(open) = state.open_job_mut() {
                open.list.scroll(by);
            }
        }
    }
    note_cursor_step(state);
}
