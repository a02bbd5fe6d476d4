//! The mouse: click selects and focuses, double click opens, wheel scrolls.

use super::{action, dialog};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::{note_cursor_jump, note_cursor_step};
use crate::tui::app::message::{MouseAction, MouseInput};
use crate::tui::app::state::State;
use crate::tui::features::{board, inbox, navigation};

/// Lines per notch of the wheel.
const WHEEL_LINES: isize = 3;

pub(crate) fn click(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    if !state.mouse {
        return;
    }
    if !state.dialogs.is_empty() {
        return click_dialog(state, click, effects);
    }
    if state.editor.is_some() {
        return click_editor(state, click, effects);
    }
    if state.inbox.is_some() {
        return inbox::update::click(state, click);
    }
    let Some((pane, area)) = state.layout.at(click.x, click.y) else { return };
    match click.action {
        MouseAction::WheelUp => wheel(state, pane, -WHEEL_LINES),
        MouseAction::WheelDown => wheel(state, pane, WHEEL_LINES),
        MouseAction::Click | MouseAction::DoubleClick => {
            state.filter_prompt.pane = None;
            if pane == Pane::Jobs || state.job.is_some() {
                state.focus = pane;
            }
            let hit = select(state, pane, area, click);
            if hit && click.action == MouseAction::DoubleClick {
                navigation::update::open(state, effects);
            }
        }
    }
}

/// Selects what is under the mouse. Returns whether there is anything.
fn select(state: &mut State, pane: Pane, area: PaneArea, click: MouseInput) -> bool {
    let inside = area.body.contains((click.x, click.y).into());
    let line = usize::from(click.y.saturating_sub(area.body.y));
    match pane {
        _ if !inside => false,
        Pane::Candidates if state.layout.board => {
            let Some(open) = state.open_job_mut() else { return false };
            let Some(row) = open.board.row_at(area.body, click.x, click.y) else { return false };
            open.board.leave_empty_column();
            open.list.select(row);
            open.detail_scroll = 0;
            note_cursor_jump(state);
            true
        }
        Pane::Jobs => {
            let index = state.jobs.top + line;
            let hit = index < state.jobs.len();
            if hit {
                state.jobs.step(CursorStep::To(index));
                note_cursor_jump(state);
            }
            hit
        }
        Pane::Candidates => {
            let Some(open) = state.open_job_mut() else { return false };
            let index = open.list.top + line;
            let hit = index < open.list.len();
            if hit {
                open.list.step(CursorStep::To(index));
                open.detail_scroll = 0;
                note_cursor_jump(state);
            }
            hit
        }
        Pane::Job => {
            let scroll = state.open_job().map_or(0, |open| open.scroll);
            let stages = state.job_rich_text().stages;
            let hit = stages.contains(&(scroll + line));
            if let (true, Some(open)) = (hit, state.open_job_mut()) {
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
            note_cursor_step(state);
        }
        Pane::Candidates if !state.layout.board => {
            if let Some(open) = state.open_job_mut() {
                open.list.scroll(by);
            }
            note_cursor_step(state);
        }
        Pane::Candidates => board::update::step_on_board(state, CursorStep::By(by)),
        Pane::Job => {
            if let Some(open) = state.open_job_mut() {
                open.scroll = open.scroll.saturating_add_signed(by);
            }
        }
        Pane::Candidate => navigation::update::scroll_detail(state, CursorStep::By(by)),
    }
}

/// In the editor a click moves to a line and the wheel acts like the arrow keys; saving is done
/// by keys only.
fn click_editor(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    let typing = state.is_typing();
    let action = match click.action {
        MouseAction::WheelUp if typing => Action::Edit(TextEdit::Previous),
        MouseAction::WheelDown if typing => Action::Edit(TextEdit::Next),
        MouseAction::WheelUp => Action::Up,
        MouseAction::WheelDown => Action::Down,
        MouseAction::Click | MouseAction::DoubleClick if typing => {
            return crate::tui::features::editor::update::click(state, click.x, click.y);
        }
        MouseAction::Click | MouseAction::DoubleClick => return,
    };
    action::act(state, action, effects);
}

fn click_dialog(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    let is_palette = matches!(state.dialogs.top(), Some(Dialog::Palette(_) | Dialog::PickJob(_)));
    let action = match click.action {
        MouseAction::WheelUp if is_palette => Action::Edit(TextEdit::Previous),
        MouseAction::WheelDown if is_palette => Action::Edit(TextEdit::Next),
        MouseAction::WheelUp => Action::Up,
        MouseAction::WheelDown => Action::Down,
        MouseAction::Click | MouseAction::DoubleClick => return pick(state, click, effects),
    };
    action::act(state, action, effects);
}

/// Selects the row under the mouse, and picks it where enter would leave the dialog.
fn pick(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    let rows = state.dialogs.top().and_then(|dialog| dialog::row_count(state, dialog));
    let (Some(dialog), Some(rows)) = (state.dialogs.top_mut(), rows) else { return };
    let row = dialog.row_at(&state.layout, rows, (click.x, click.y).into());
    let (Some(cursor), Some(row)) = (dialog.cursor(), row) else { return };
    *cursor = row;
    match dialog {
        Dialog::Palette(_) | Dialog::PickJob(_) => {
            action::act(state, Action::Edit(TextEdit::Accept), effects);
        }
        Dialog::History { .. } | Dialog::Drafts { .. } => action::act(state, Action::Open, effects),
        _ => {}
    }
}
