//! Which candidates of a job still need their stage history, most useful first.
//!
//! Filled from the list when it runs empty and after the list changed. A
//! candidate that could not be read is left out until the list is read again.
//! `history_prefetch` takes candidates from it; `unread` ranks them.

use std::collections::HashMap;

use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::Row;

/// After this many failures in a row, prefetching stops for the job.
const MAX_FAILURES: u32 = 3;

#[derive(Debug, Default)]
pub(crate) struct HistoryQueue {
    /// The cached records were requested.
    pub(crate) is_cache_requested: bool,
    /// In reverse: the next candidate is the last.
    pub(crate) rows: Vec<Row>,
    /// No candidate is left until the list changes.
    pub(crate) is_exhausted: bool,
    /// Candidates that could not be read, and whether that is final.
    failed: HashMap<Row, bool>,
    consecutive_failures: u32,
}

impl HistoryQueue {
    /// The list changed.
    pub(crate) fn reset(&mut self) {
        self.rows.clear();
        self.is_exhausted = false;
    }

    /// The list was read to its end: a retry may succeed.
    pub(crate) fn clear_failures(&mut self) {
        self.failed.retain(|_, is_final| *is_final);
        self.consecutive_failures = 0;
    }

    pub(crate) fn clear_failure(&mut self, row: Row) {
        self.failed.remove(&row);
    }

    pub(crate) const fn record_success(&mut self) {
        self.consecutive_failures = 0;
    }

    pub(crate) fn record_failure(&mut self, row: Row, failure: &Failure) {
        match failure.kind {
            kind if kind.affects_all_requests() => self.reset(),
            FailureKind::NotFound => {
                self.failed.insert(row, true);
            }
            _ => {
                self.failed.insert(row, false);
                self.consecutive_failures += 1;
            }
        }
    }

    pub(crate) fn has_failed(&self, row: Row) -> bool {
        self.failed.contains_key(&row)
    }

    pub(crate) fn failed_count(&self) -> usize {
        self.failed.len()
    }

    /// Whether there is nothing to read until the list changes.
    pub(crate) const fn is_idle(&self) -> bool {
        self.is_exhausted || self.consecutive_failures >= MAX_FAILURES
    }
}
