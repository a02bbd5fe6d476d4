//! Keys of the open dialog: passed to its feature, or handled here for plain lists and texts.

use crate::keymap::action::Action;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::{SPINNER_DELAY, State};
use crate::tui::features::navigation::locations;
use crate::tui::features::{
    attach, changes, compare, duplicates, edit_log, editor, funnel, help, job_editor, mail, notes,
    requests, today, todo,
};
use crate::tui::widgets::pick_list;

/// A dialog that searches has more records now.
pub(super) fn search_soon(state: &mut State) {
    if let Some(dialog) = state.dialogs.top_mut() {
        dialog.schedule_search(state.clock.moment.after(SPINNER_DELAY));
    }
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match state.dialogs.top() {
        Some(Dialog::Todo(_) | Dialog::Apply(_)) => todo::update::act(state, action, effects),
        Some(Dialog::Funnel(_)) => funnel::update::act(state, action, effects),
        Some(Dialog::Compare(_)) => {
            compare::update::act(state, action, effects);
            // Records loaded for the comparison may match others.
            duplicates::update::refresh_pairs(state);
        }
        Some(Dialog::Changes(_)) => changes::update::act(state, action, effects),
        Some(Dialog::Today(_)) => today::update::act(state, action, effects),
        Some(Dialog::Duplicates(_)) => duplicates::update::act(state, action, effects),
        Some(Dialog::Mail(_)) => mail::update::act(state, action, effects),
        Some(Dialog::EditJob(_)) => job_editor::update::act(state, action, effects),
        Some(Dialog::Notes(_)) => notes::update::act(state, action),
        Some(Dialog::Help(_)) => help::update::act(state, action),
        Some(Dialog::Requests { .. }) => requests::update::act(state, action, effects),
        Some(_) => act_in_list(state, action, effects),
        None => {}
    }
}

/// A dialog that is a list or a text. Its feature handles the keys that do not move in it.
fn act_in_list(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let is_handled = match state.dialogs.top() {
        Some(Dialog::Attach { .. }) => attach::update::act(state, action, effects),
        Some(Dialog::Drafts { .. }) => editor::update::drafts::act(state, action, effects),
        _ => false,
    };
    if is_handled {
        return;
    }
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let last = last_index(state);
    let Some(dialog) = state.dialogs.top_mut() else { return };
    match (dialog, action) {
        (_, Action::Back | Action::Quit) => state.dialogs.close(),
        (Dialog::History { at }, Action::Open) => {
            let at = *at;
            state.dialogs.clear();
            locations::pick_location(state, at, effects);
        }
        (Dialog::EditLog { at }, Action::Open) => {
            let at = *at;
            edit_log::update::show_details(state, at);
        }
        (
            Dialog::Notices { scroll: at }
            | Dialog::Json { scroll: at, .. }
            | Dialog::Attach { at }
            | Dialog::Drafts { at, .. }
            | Dialog::EditLog { at }
            | Dialog::History { at },
            _,
        ) => *at = pick_list::step(*at, last, page, action),
        _ => {}
    }
}

/// The last row or scroll position of the open dialog.
fn last_index(state: &State) -> usize {
    let Some(dialog) = state.dialogs.top() else { return 0 };
    if let Some(rows) = state.dialog_rows(dialog) {
        return rows.saturating_sub(1);
    }
    let inner = state.dialog_inner(dialog);
    let lines = state.dialog_lines(inner.width).len();
    lines.saturating_sub(usize::from(inner.height))
}

/// Rebuilds the JSON view when a record arrived.
pub(crate) fn follow_records(state: &mut State) {
    if matches!(state.dialogs.top(), Some(Dialog::Json { .. })) {
        let records = state.raw_records();
        if let Some(Dialog::Json { parts, .. }) = state.dialogs.top_mut() {
            *parts = records;
        }
    }
}
