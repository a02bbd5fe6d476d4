//! What was on the screen when the program was left, so that it reopens there.
//!
//! Stored for each server. `update/reopen` writes it and goes back to it; the storage thread keeps
//! it on disk.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::layout::PaneSizes;
use crate::wire::{CandidateId, JobId, PersonId};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SavedScreen {
    pub(crate) arrangement: Arrangement,
    /// `None` after a person was forgotten: it may name them.
    pub(crate) place: Option<SavedPlace>,
}

/// How the screen is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Arrangement {
    pub(crate) sizes: PaneSizes,
    pub(crate) board: bool,
}

/// Where the user was.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SavedPlace {
    /// The number of the focused pane, from 0.
    pub(crate) pane: usize,
    pub(crate) job: Option<JobId>,
    pub(crate) candidate: Option<CandidateId>,
    /// Of the visible candidates, in the order of the server.
    pub(crate) positions: Vec<u64>,
    pub(crate) jobs: SavedList,
    pub(crate) candidates: SavedList,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SavedList {
    pub(crate) filter: String,
    /// The key of a field, with a minus sign if descending; empty for the server's order.
    pub(crate) sort: String,
    /// Whether closed rows are left out.
    pub(crate) hides_closed: bool,
}

#[derive(Debug, Default)]
pub(crate) struct LastScreen {
    /// What is on disk.
    pub(crate) stored: SavedScreen,
    /// Where to go once the job is loaded, unless the user does something first.
    pub(crate) pending: Option<SavedPlace>,
    /// Whether lists of candidates leave out rejected and withdrawn ones.
    pub(crate) hides_rejected: bool,
    /// Whether the user did something in this window.
    pub(crate) has_input: bool,
    /// People and filters that must not be stored again.
    pub(crate) forgotten: HashSet<PersonId>,
    pub(crate) withheld: HashSet<String>,
}
