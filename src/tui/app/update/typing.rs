//! A text that is typed, wherever that is.

use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::job_picker::candidates_for;
use crate::tui::features::{filter, inbox, palette, prompt};
use crate::tui::widgets::text_input::TextInput;

/// The text that is typed now changes.
pub(crate) fn typed(
    state: &mut State,
    effects: &mut Vec<Effect>,
    change: impl FnOnce(&mut TextInput),
) {
    if state.over.is_none() && state.is_filtering_inbox() {
        return inbox::update::typed(state, change);
    }
    let Some(over) = &mut state.over else { return filter::update::typed(state, effects, change) };
    if let Some(field) = over.field() {
        change(field);
    }
    palette::update::look(state);
    candidates_for::look(state);
    prompt::update::look(state);
}
