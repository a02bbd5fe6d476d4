//! Moving between panes, jobs and candidates.

use super::panes::{next_pane, to_pane};
use crate::keymap::action::{Action, Pane};
use crate::recruiting::query::term;
use crate::tui::app::effect::Effect;
use crate::tui::app::fetch;
use crate::tui::app::layout::Mode;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::set_filter;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

pub(crate) fn move_sideways(state: &mut State, by: isize) {
    let at = (state.focus as usize).saturating_add_signed(by).min(Pane::ALL.len() - 1);
    if Pane::ALL[at] != state.focus {
        let by = if by < 0 { 3 } else { 1 };
        next_pane(state, by);
    }
}

pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    match state.focus {
        Pane::Jobs if state.job.is_none() => state.notify(Severity::Info, "No job is selected"),
        // In the narrow layout the pipeline is not beside the list, so it comes first.
        Pane::Jobs if state.layout.mode == Mode::Narrow => to_pane(state, Pane::Job),
        Pane::Jobs => to_pane(state, Pane::Candidates),
        Pane::Job => open_stage(state, effects),
        Pane::Candidates if state.selected().is_none() => {
            state.notify(Severity::Info, "No candidate is selected");
        }
        Pane::Candidates => to_pane(state, Pane::Candidate),
        Pane::Candidate => zoom(state),
    }
}

pub(crate) fn zoom(state: &mut State) {
    if state.can_zoom() {
        state.zoom = !state.zoom;
    } else {
        state.zoom = false;
        state.notify(Severity::Info, "This pane already fills the screen");
    }
}

/// Returns whether the layout changes.
fn unzoom(state: &mut State) -> bool {
    std::mem::take(&mut state.zoom) && state.can_zoom()
}

fn open_stage(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(open) = state.open_job() else { return };
    let name = open.stage.and_then(|at| open.stages().get(at).map(|stage| stage.name.clone()));
    to_pane(state, Pane::Candidates);
    if let Some(name) = name {
        set_filter(state, Pane::Candidates, &term("stage", &name), effects);
    }
}

/// Closes what is transient, then goes one level up.
pub(crate) fn back(state: &mut State, effects: &mut Vec<Effect>) {
    if fetch::cancel_slow(state, effects) || end_range(state) || unzoom(state) {
        return;
    }
    if state.shows_filter(state.focus) {
        set_filter(state, state.focus, "", effects);
    } else if state.has_marks() {
        clear_marks(state);
    } else if !go_up(state) && !state.notices.dismiss(state.clock.moment) {
        let message =
            format!("This is the top level. Press {} to quit", state.key_of(Action::Quit));
        state.notify(Severity::Info, message);
    }
}

fn clear_marks(state: &mut State) {
    match state.focus {
        Pane::Jobs => state.jobs.marks.clear(),
        _ => {
            if let Some(open) = state.open_job_mut() {
                open.list.marks.clear();
            }
        }
    }
}

/// Ends a range of marks. Returns whether there was one.
fn end_range(state: &mut State) -> bool {
    match state.focus {
        Pane::Jobs => state.jobs.range.take().is_some(),
        Pane::Candidates => {
            state.open_job_mut().is_some_and(|open| open.list.range.take().is_some())
        }
        _ => false,
    }
}

/// Goes up one level. Returns false at the top.
pub(crate) fn leave(state: &mut State) -> bool {
    unzoom(state) || go_up(state)
}

fn go_up(state: &mut State) -> bool {
    let parent = match state.focus {
        Pane::Jobs => return false,
        Pane::Candidates if state.board => {
            state.board = false;
            return true;
        }
        Pane::Candidates if state.layout.mode == Mode::Narrow => Pane::Job,
        Pane::Job | Pane::Candidates => Pane::Jobs,
        Pane::Candidate => Pane::Candidates,
    };
    state.focus = parent;
    true
}

pub(crate) fn toggle_board(state: &mut State) {
    if state.job.is_none() {
        state.notify(Severity::Info, "No job is selected");
        return;
    }
    let is_open = state.board && matches!(state.focus, Pane::Candidates | Pane::Candidate);
    state.board = !is_open;
    to_pane(state, Pane::Candidates);
}

/// Moves over the stages and scrolls below the last one.
pub(crate) fn step_in_job(state: &mut State, step: CursorStep) {
    let Some(open) = state.open_job_mut() else { return };
    let count = open.stages().len();
    let at = open.stage.map_or(0, |stage| stage + 1);
    let next = match step {
        CursorStep::By(by) if by > 0 && at >= count => {
            open.scroll = open.scroll.saturating_add_signed(by);
            return;
        }
        CursorStep::By(by) => at.saturating_add_signed(by),
        CursorStep::Top => 0,
        CursorStep::Bottom => count,
        CursorStep::To(line) => line,
    };
    if next == 0 {
        open.scroll = 0;
    }
    open.stage = next.min(count).checked_sub(1);
    reveal_stage(state);
}

/// Scrolls the job pane to the selected stage.
fn reveal_stage(state: &mut State) {
    let rich_text = state.job_rich_text();
    let height = state.layout.pane(Pane::Job).map_or(1, |area| usize::from(area.body.height));
    if let Some(open) = state.open_job_mut()
        && let Some(stage) = open.stage
    {
        let line = rich_text.stages.start + stage;
        open.scroll = open.scroll.min(line).max((line + 1).saturating_sub(height));
    }
}

pub(crate) fn clamp_scrolls(state: &mut State) {
    let max_scroll = |pane: Pane, lines: usize| {
        let height = state.layout.pane(pane).map_or(0, |area| usize::from(area.body.height));
        lines.saturating_sub(height)
    };
    let Some(open) = state.open_job() else { return };
    // Building the rich text to count its lines is only worth it when scrolled.
    let job =
        if open.scroll > 0 { max_scroll(Pane::Job, state.job_rich_text().lines.len()) } else { 0 };
    let detail = if open.detail.scroll > 0 {
        max_scroll(Pane::Candidate, state.candidate_rich_text().len())
    } else {
        0
    };
    if let Some(open) = state.open_job_mut() {
        open.scroll = open.scroll.min(job);
        open.detail.scroll = open.detail.scroll.min(detail);
    }
}
