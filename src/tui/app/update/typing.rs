//! Applies an edit to the text input that has the keys.

use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::{
    changes, filter, help, inbox, job_editor, job_picker, palette, prompt, stage_moves,
};
use crate::tui::widgets::text_input::TextInput;

pub(crate) fn edit_input(
    state: &mut State,
    effects: &mut Vec<Effect>,
    change: impl FnOnce(&mut TextInput),
) {
    if state.dialogs.is_empty() && state.is_filtering_inbox() {
        return inbox::update::change_filter(state, change);
    }
    let Some(dialog) = state.dialogs.top_mut() else {
        return filter::update::change_text(state, effects, change);
    };
    if let Some(field) = dialog.field() {
        change(field);
    }
    changes::update::on_typing(state);
    help::update::on_search(state);
    palette::update::search(state);
    job_picker::update::search(state);
    stage_moves::update::search(state);
    job_editor::update::typing::search(state);
    prompt::update::reset_selection(state);
}
