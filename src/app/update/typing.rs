//! A text that is typed, wherever that is.

use super::{asking, find, offer, palette, triage};
use crate::app::effect::Effect;
use crate::app::field::Field;
use crate::app::state::State;

/// The text that is typed now changes.
pub(super) fn typed(state: &mut State, effects: &mut Vec<Effect>, change: impl FnOnce(&mut Field)) {
    if state.over.is_none() && state.is_filtering_inbox() {
        return triage::typed(state, change);
    }
    let Some(over) = &mut state.over else { return find::typed(state, effects, change) };
    if let Some(field) = over.field() {
        change(field);
    }
    palette::look(state);
    offer::look(state);
    asking::look(state);
}
