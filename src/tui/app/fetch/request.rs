//! Sends one request, and cancels those in flight.

use crate::recruiting::paging::Urgency;
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::fetch::state::InFlight;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;

pub(crate) struct FetchRequest {
    pub(crate) slot: Slot,
    pub(crate) limit: usize,
    pub(crate) urgency: Urgency,
    /// A page of a list whose length is known.
    pub(crate) is_bulk: bool,
}

impl FetchRequest {
    /// A single record.
    pub(crate) const fn record(slot: Slot, urgency: Urgency) -> Self {
        Self { slot, limit: 1, urgency, is_bulk: false }
    }
}

pub(crate) fn fetch(state: &mut State, request: FetchRequest, effects: &mut Vec<Effect>) {
    let FetchRequest { slot, limit, urgency, is_bulk } = request;
    let ticket = state.next_ticket();
    state
        .fetching
        .in_flight
        .insert(slot.clone(), InFlight { ticket, since: state.clock.moment, urgency });
    effects.push(Effect::Http(HttpEffect::Fetch { slot, limit, ticket, urgency, is_bulk }));
}

/// Cancels the requests in flight that match.
pub(crate) fn cancel(
    state: &mut State,
    effects: &mut Vec<Effect>,
    matches: impl Fn(&Slot) -> bool,
) {
    state.fetching.in_flight.retain(|slot, _| {
        let is_cancelled = matches(slot);
        if is_cancelled {
            effects.push(Effect::Http(HttpEffect::Cancel(slot.clone())));
        }
        !is_cancelled
    });
}
