//! The mouse: passes clicks and the wheel to the feature that owns the area under the pointer.
//!
//! A click selects and focuses, a double click opens, the wheel scrolls what is under the pointer. Key
//! hints, headings and the path in the header are in the map of the last frame, which the controller
//! asks first.

use super::action;
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::tui::app::all_candidates;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list::CursorStep;
use crate::tui::app::message::{MouseAction, MouseInput};
use crate::tui::app::state::State;
use crate::tui::features::{board, candidate, editor, inbox, job, job_editor, lists, navigation};

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
            // A click on a stage shows its candidates.
            if hit && (click.action == MouseAction::DoubleClick || pane == Pane::Job) {
                navigation::update::open(state, effects);
            }
        }
    }
}

/// Selects what is under the mouse. Returns whether there is anything.
fn select(state: &mut State, pane: Pane, area: PaneArea, click: MouseInput) -> bool {
    let line = usize::from(click.y.saturating_sub(area.body.y));
    match pane {
        Pane::Jobs if area.all.contains((click.x, click.y).into()) => {
            all_candidates::open(state);
            true
        }
        _ if !area.body.contains((click.x, click.y).into()) => false,
        Pane::Candidates if state.layout.board => {
            board::update::select_at(state, area.body, (click.x, click.y))
        }
        Pane::Jobs | Pane::Candidates => lists::update::select_line(state, pane, line),
        Pane::Job => job::update::select_line(state, line),
        Pane::Candidate => true,
    }
}

fn wheel(state: &mut State, pane: Pane, by: isize) {
    match pane {
        Pane::Candidates if state.layout.board => {
            board::update::step_on_board(state, CursorStep::By(by));
        }
        Pane::Jobs | Pane::Candidates => lists::update::scroll(state, pane, by),
        Pane::Job => job::update::scroll(state, by),
        Pane::Candidate => candidate::update::step(state, CursorStep::By(by)),
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
            return editor::update::click(state, click.x, click.y);
        }
        MouseAction::Click | MouseAction::DoubleClick => return,
    };
    action::act(state, action, effects);
}

fn click_dialog(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    let Some(dialog) = state.dialogs.top() else { return };
    // A dialog takes all input; outside of it nothing is scrolled.
    if !state.dialog_area(dialog).contains((click.x, click.y).into()) {
        return;
    }
    let typing = dialog.is_typing();
    let action = match click.action {
        MouseAction::WheelUp if typing => Action::Edit(TextEdit::Previous),
        MouseAction::WheelDown if typing => Action::Edit(TextEdit::Next),
        MouseAction::WheelUp => Action::Up,
        MouseAction::WheelDown => Action::Down,
        MouseAction::Click | MouseAction::DoubleClick => return pick(state, click, effects),
    };
    // A list moves its cursor, a text scrolls.
    let is_list = state.dialog_rows(dialog).is_some();
    for _ in 0..if is_list || typing { 1 } else { WHEEL_LINES } {
        action::act(state, action, effects);
    }
}

/// Selects the row under the mouse, and picks it where enter would leave the dialog.
fn pick(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    let Some(dialog) = state.dialogs.top() else { return };
    if let Dialog::EditJob(_) = dialog {
        return job_editor::update::click::click(state, click, effects);
    }
    let (rows, inner) = (state.dialog_rows(dialog), state.dialog_inner(dialog));
    let (Some(dialog), Some(rows)) = (state.dialogs.top_mut(), rows) else { return };
    let row = dialog.row_at(inner, rows, (click.x, click.y).into());
    let (Some(cursor), Some(row)) = (dialog.cursor(), row) else { return };
    *cursor = row;
    match dialog {
        Dialog::PickJob(picker) => picker.has_choice = true,
        Dialog::PickStage(picker) => picker.has_choice = true,
        _ => {}
    }
    match dialog {
        Dialog::Palette(_) | Dialog::PickJob(_) | Dialog::PickStage(_) => {
            action::act(state, Action::Edit(TextEdit::Accept), effects);
        }
        Dialog::History { .. } | Dialog::Drafts { .. } => action::act(state, Action::Open, effects),
        _ => {}
    }
}
