//! Scrolling and searching the help.

use super::state::Help;
use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::widgets::pick_list;

pub(crate) fn open(state: &mut State) {
    state.dialogs.open(Dialog::Help(Box::default()));
}

fn help(state: &mut State) -> Option<&mut Help> {
    match state.dialogs.top_mut() {
        Some(Dialog::Help(help)) => Some(help),
        _ => None,
    }
}

pub(crate) fn act(state: &mut State, action: Action) {
    let (page, last) = extent(state);
    let Some(help) = help(state) else { return };
    match action {
        Action::Filter => help.is_searching = true,
        Action::Back if !help.search.text().is_empty() => *help = Help::default(),
        Action::Back | Action::Quit => state.dialogs.close(),
        action => help.scroll = pick_list::step(help.scroll, last, page, action),
    }
}

/// An editing key of the search.
pub(crate) fn edit(state: &mut State, edit: TextEdit) {
    let (_, last) = extent(state);
    let Some(help) = help(state) else { return };
    match edit {
        TextEdit::Accept => help.is_searching = false,
        TextEdit::Cancel => *help = Help::default(),
        TextEdit::Next | TextEdit::Complete => {
            help.scroll = pick_list::step(help.scroll, last, 1, Action::Down);
        }
        TextEdit::Previous => help.scroll = help.scroll.saturating_sub(1),
        edit => {
            help.search.edit(edit);
            help.scroll = 0;
        }
    }
}

/// Other lines may match.
pub(crate) fn on_search(state: &mut State) {
    if let Some(help) = help(state) {
        help.scroll = 0;
    }
}

/// The lines of a screen, and the last scroll position.
fn extent(state: &State) -> (usize, usize) {
    let Some(dialog @ Dialog::Help(help)) = state.dialogs.top() else { return (1, 0) };
    let (_, area) = help.areas(state.dialog_inner(dialog));
    let height = usize::from(area.height);
    let lines = state.dialog_lines(area.width).len();
    (height.saturating_sub(2).max(1), lines.saturating_sub(height))
}
