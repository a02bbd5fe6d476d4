//! The requests under way, and the cursor rest that the fetch planner waits for.

use std::collections::BTreeMap;

use crate::recruiting::paging::Urgency;
use crate::tui::app::clock::Moment;
use crate::tui::app::fetch::backoff::Backoff;
use crate::tui::app::request::{Slot, Ticket};

#[derive(Debug, Default)]
pub struct FetchState {
    pub in_flight: BTreeMap<Slot, InFlight>,
    pub(crate) last_ticket: u64,
    /// Set when the cursor moves. If it rests until then, records are requested.
    pub(crate) cursor_rests_at: Option<Moment>,
    /// Cursor steps without a rest.
    pub(crate) rapid_steps: u32,
    pub(crate) fetched_at: Moment,
    pub(crate) backoff: Backoff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InFlight {
    pub(crate) ticket: Ticket,
    pub(crate) since: Moment,
    pub(crate) urgency: Urgency,
}
