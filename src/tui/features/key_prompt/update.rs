//! Accepting and leaving the prompt for the API key.

use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{ApiKey, Effect, HttpEffect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Uses the typed key for all requests from now on.
pub(crate) fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Key { field, .. }) = state.dialogs.top() else { return };
    let key = field.text().trim().to_owned();
    if key.is_empty() {
        let leave = state.key_of(Action::Edit(TextEdit::Cancel));
        let message = format!("Enter a key, or press {leave} to cancel");
        return state.notify(Severity::Info, message);
    }
    state.dialogs.close();
    state.connection.locked = None;
    state.clear_failures(|_| true);
    state.fetching.backoff.reset_all();
    effects.push(Effect::Http(HttpEffect::UseKey(ApiKey::new(key))));
}

pub(crate) fn leave(state: &mut State) {
    let again = state.key_of(Action::Refresh);
    let message = format!("Without an API key nothing can be read. Press {again} to enter one");
    state.notify(Severity::Warning, message);
    state.dialogs.close();
}
