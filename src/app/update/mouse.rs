//! The mouse: click selects and focuses, double click opens, wheel scrolls.

use super::lists::{moved, stepped};
use super::{act, go, palette, picker, triage};
use crate::app::action::{Action, Edit, Pane};
use crate::app::effect::Effect;
use crate::app::layout::Area;
use crate::app::list::Step;
use crate::app::message::{Click, Pressed};
use crate::app::over::Over;
use crate::app::state::State;

/// So many lines for one notch of the wheel.
const NOTCH: isize = 3;

pub(super) fn click(state: &mut State, click: Click, effects: &mut Vec<Effect>) {
    if !state.mouse {
        return;
    }
    if state.over.is_some() {
        return over(state, click, effects);
    }
    if state.editor.is_some() {
        return editor(state, click, effects);
    }
    if state.inbox.is_some() {
        return triage::click(state, click);
    }
    let Some((pane, area)) = state.layout.at(click.x, click.y) else { return };
    match click.what {
        Pressed::WheelUp => wheel(state, pane, -NOTCH),
        Pressed::WheelDown => wheel(state, pane, NOTCH),
        Pressed::Once | Pressed::Twice => {
            state.filtering = None;
            if pane == Pane::Jobs || state.job.is_some() {
                state.focus = pane;
            }
            let hit = select(state, pane, area, click);
            if hit && click.what == Pressed::Twice {
                go::open(state, effects);
            }
        }
    }
}

/// Selects what is under the mouse. Whether anything is.
fn select(state: &mut State, pane: Pane, area: Area, click: Click) -> bool {
    let inside = area.body.contains((click.x, click.y).into());
    let line = usize::from(click.y.saturating_sub(area.body.y));
    match pane {
        _ if !inside => false,
        Pane::Candidates if state.layout.board => {
            let Some(open) = state.opened_mut() else { return false };
            let Some(row) = open.board.at(area.body, click.x, click.y) else { return false };
            open.board.leave();
            open.list.select(row);
            open.detail_scroll = 0;
            moved(state);
            true
        }
        Pane::Jobs => {
            let index = state.jobs.top + line;
            let hit = index < state.jobs.len();
            if hit {
                state.jobs.step(Step::To(index));
                moved(state);
            }
            hit
        }
        Pane::Candidates => {
            let Some(open) = state.opened_mut() else { return false };
            let index = open.list.top + line;
            let hit = index < open.list.len();
            if hit {
                open.list.step(Step::To(index));
                open.detail_scroll = 0;
                moved(state);
            }
            hit
        }
        Pane::Job => {
            let scroll = state.opened().map_or(0, |open| open.scroll);
            let stages = state.job_sheet().stages;
            let hit = stages.contains(&(scroll + line));
            if let (true, Some(open)) = (hit, state.opened_mut()) {
                open.stage = Some(scroll + line - stages.start);
            }
            hit
        }
        Pane::Candidate => true,
    }
}

fn wheel(state: &mut State, pane: Pane, by: isize) {
    match pane {
        Pane::Jobs => {
            state.jobs.scroll(by);
            stepped(state);
        }
        Pane::Candidates if !state.layout.board => {
            if let Some(open) = state.opened_mut() {
                open.list.scroll(by);
            }
            stepped(state);
        }
        Pane::Candidates => go::step_on_board(state, Step::By(by)),
        Pane::Job => {
            if let Some(open) = state.opened_mut() {
                open.scroll = open.scroll.saturating_add_signed(by);
            }
        }
        Pane::Candidate => go::scroll_detail(state, Step::By(by)),
    }
}

/// In the editor a click goes to a line and the wheel moves as the arrows do;
/// what is saved is decided by keys alone.
fn editor(state: &mut State, click: Click, effects: &mut Vec<Effect>) {
    let typing = state.is_typing();
    let action = match click.what {
        Pressed::WheelUp if typing => Action::Edit(Edit::Before),
        Pressed::WheelDown if typing => Action::Edit(Edit::Next),
        Pressed::WheelUp => Action::Up,
        Pressed::WheelDown => Action::Down,
        Pressed::Once | Pressed::Twice if typing => {
            return super::editor::point(state, click.x, click.y);
        }
        Pressed::Once | Pressed::Twice => return,
    };
    act::act(state, action, effects);
}

fn over(state: &mut State, click: Click, effects: &mut Vec<Effect>) {
    let is_palette = matches!(state.over, Some(Over::Palette(_) | Over::PickJob(_)));
    let action = match click.what {
        Pressed::WheelUp if is_palette => Action::Edit(Edit::Before),
        Pressed::WheelDown if is_palette => Action::Edit(Edit::Next),
        Pressed::WheelUp => Action::Up,
        Pressed::WheelDown => Action::Down,
        Pressed::Once | Pressed::Twice => return pick(state, click, effects),
    };
    act::act(state, action, effects);
}

/// Takes the row under the mouse, where one picks from rows.
fn pick(state: &mut State, click: Click, effects: &mut Vec<Effect>) {
    let Some(over) = &state.over else { return };
    let rows = match over {
        Over::Palette(palette) => palette.found.len(),
        Over::Edits { .. } => state.edits.len(),
        Over::Drafts { .. } => state.memory.drafts.len(),
        Over::PickJob(picker) => picker.found.len(),
        Over::Batch { .. } => state.batch.as_ref().map_or(0, |batch| batch.rows.len()),
        _ => state.history.newest_first().len(),
    };
    let Some(at) = over.row_at(&state.layout, rows, (click.x, click.y)) else { return };
    match &mut state.over {
        Some(Over::Palette(_)) => {
            if let Some(action) = palette::pick_at(state, at, effects) {
                act::act(state, action, effects);
            }
        }
        Some(Over::PickJob(_)) => picker::pick_at(state, at),
        Some(Over::Batch { at: selected } | Over::Edits { at: selected }) => *selected = at,
        Some(Over::History { at: selected } | Over::Drafts { at: selected, .. }) => {
            *selected = at;
            act::act(state, Action::Open, effects);
        }
        _ => {}
    }
}
