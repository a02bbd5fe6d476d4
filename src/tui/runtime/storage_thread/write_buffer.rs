//! What the storage thread holds for triage between two commands.

use std::time::Instant;

use super::command::CachedRecord;
use crate::wire::Timestamp;

#[derive(Default)]
pub(super) struct WriteBuffer {
    /// The number of the last log entry that was read.
    pub(super) seq: i64,
    /// Records to cache, not written yet.
    pub(super) records: Vec<(CachedRecord, Timestamp)>,
    /// When to write them, even if no more arrive.
    pub(super) due: Option<Instant>,
    /// Whether a failed write was reported to the user.
    pub(super) is_failure_reported: bool,
}
