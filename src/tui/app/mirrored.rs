//! What the local mirror holds of a job, for the list of all candidates. The storage thread reads it;
//! `all_candidates` takes it.

use crate::wire::{CandidateItem, JobItem, PipelineStage, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub struct MirroredJob {
    pub item: JobItem,
    /// Empty if the job itself was never read.
    pub pipeline: Vec<PipelineStage>,
    /// In the order of the server.
    pub candidates: Vec<CandidateItem>,
    /// When the oldest part of the list was read.
    pub read_at: Timestamp,
    /// Whether the whole list was read.
    pub is_complete: bool,
}
