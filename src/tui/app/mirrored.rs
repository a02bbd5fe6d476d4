//! What the local mirror holds of a job, or a part of it, for the list of all candidates. The storage thread reads it;
//! `all_candidates` takes it.

use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::table::CandidateRows;
use crate::wire::{JobItem, PipelineStage, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub struct MirroredJob {
    pub item: JobItem,
    /// Empty if the job itself was never read.
    pub pipeline: Vec<PipelineStage>,
    /// Page by page, in the order of the server.
    pub candidates: Vec<CandidateRows>,
    /// When the oldest part of the list was read.
    pub read_at: Timestamp,
    /// Whether the whole list was read.
    pub is_complete: bool,
    /// How long a stay is usual, with the last part; `None` without histories.
    pub(crate) figures: Option<FunnelFigures>,
    /// Whether no other part of the job follows.
    pub is_last: bool,
}
