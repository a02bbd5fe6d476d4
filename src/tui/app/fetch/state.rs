//! The requests under way, the cursor rest that the fetch planner waits for, and the lists that a
//! refresh is compared with.

use std::collections::BTreeMap;

use crate::recruiting::paging::Urgency;
use crate::recruiting::table::{JobKind, Row, StageKey};
use crate::tui::app::clock::Moment;
use crate::tui::app::fetch::backoff::Backoff;
use crate::tui::app::request::{Slot, Ticket};
use crate::wire::JobId;

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
    /// The lists in view before a refresh; empty once it was reported.
    pub(crate) refresh_report: Vec<RowsBefore>,
}

/// The rows of a list before the refresh, in ascending order.
#[derive(Debug)]
pub(crate) enum RowsBefore {
    Jobs(Vec<(Row, JobKind)>),
    /// With the stages of the candidates.
    Candidates(JobId, Vec<(Row, StageKey)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InFlight {
    pub(crate) ticket: Ticket,
    pub(crate) since: Moment,
    pub(crate) urgency: Urgency,
}
