//! One request to send, and sending it.

use crate::recruiting::paging::Urgency;
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::fetch::state::InFlight;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;

pub(crate) struct FetchRequest {
    pub(crate) slot: Slot,
    pub(crate) limit: usize,
    pub(crate) urgency: Urgency,
}

pub(crate) fn fetch(state: &mut State, request: FetchRequest, effects: &mut Vec<Effect>) {
    let FetchRequest { slot, limit, urgency } = request;
    let ticket = state.next_ticket();
    state
        .fetching
        .in_flight
        .insert(slot.clone(), InFlight { ticket, since: state.clock.moment, urgency });
    effects.push(Effect::Http(HttpEffect::Fetch { slot, limit, ticket, urgency }));
}
