//! Selecting a stage and scrolling the job pane with the mouse.

use crate::tui::app::state::State;

/// Selects the stage on a line of the pane. Returns whether there is one.
pub(crate) fn select_line(state: &mut State, line: usize) -> bool {
    let stages = state.job_rich_text().stages;
    let Some(open) = state.open_job_mut() else { return false };
    let line = open.scroll + line;
    let is_stage = stages.contains(&line);
    if is_stage {
        open.stage = Some(line - stages.start);
    }
    is_stage
}

pub(crate) fn scroll(state: &mut State, by: isize) {
    if let Some(open) = state.open_job_mut() {
        open.scroll = open.scroll.saturating_add_signed(by);
    }
}
