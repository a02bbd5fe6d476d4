//! What comes from the mirror: the copy of the server on this machine.

use super::first_screen::{FirstScreen, RestoredJob};
use super::request::Ticket;
use crate::recruiting::coverage::Coverage;
use crate::recruiting::paging::restore::StoredRows;
use crate::tui::features::sync::state::{SyncFailure, SyncSummary};
use crate::wire::{Candidate, JobItem, Person, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub enum MirrorMessage {
    /// Where the program was left, as far as the first frame shows it.
    FirstScreen(Box<FirstScreen>),
    Jobs(Box<StoredRows<JobItem>>),
    /// A job and its candidates.
    Job(Box<RestoredJob>),
    Candidate(Box<Candidate>, Timestamp),
    /// People who match the text of the palette, best first.
    PeopleFound {
        ticket: Ticket,
        people: Vec<(Person, Timestamp)>,
    },
    /// How much of the server is stored.
    Coverage(Coverage),
    Synced(Result<SyncSummary, SyncFailure>),
}
