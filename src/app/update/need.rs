//! Something that is needed, and asking for it.

use crate::app::effect::Effect;
use crate::app::message::Slot;
use crate::app::roll::Urgency;
use crate::app::state::{Asked, State};

/// Something that is needed.
pub(super) struct Need {
    pub(super) slot: Slot,
    pub(super) limit: usize,
    pub(super) urgency: Urgency,
}

/// Asks for it.
pub(super) fn fetch(state: &mut State, need: Need, effects: &mut Vec<Effect>) {
    let Need { slot, limit, urgency } = need;
    let ticket = state.next_ticket();
    state.asked.insert(slot.clone(), Asked { ticket, since: state.clock.moment, urgency });
    effects.push(Effect::Fetch { slot, limit, ticket, urgency });
}
