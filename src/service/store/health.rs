//! What the last reads and writes say about the storage: `sqlite` and `postgres` report to it, and
//! health checks ask it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::error::{ObservedFailure, StorageFailure, StoreError, take_failure};

/// A failing disk fails every request: one line in the log a minute is enough for each failure.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Logs failures of the storage. It remembers the last failed write until a later one succeeds, and
/// damage for good.
#[derive(Debug, Default)]
pub(super) struct Health {
    state: Mutex<State>,
    /// Whether the open file has lost its name. Every read asks, and does not wait for the lock.
    is_file_lost: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    failure: Option<StorageFailure>,
    logged_at: HashMap<StorageFailure, Instant>,
}

/// The highest severity: what the open file holds is not what the operator sees.
const LOST_FILE: u8 = 2;

/// Zero for what can pass by itself. Anything else lasts until the service is started again.
const fn severity(failure: StorageFailure) -> u8 {
    match failure {
        StorageFailure::Full
        | StorageFailure::ReadOnly
        | StorageFailure::NoTemporaryDirectory
        | StorageFailure::Io
        | StorageFailure::Unreachable
        | StorageFailure::Standby
        | StorageFailure::Forbidden => 0,
        StorageFailure::Damaged => 1,
        StorageFailure::Missing | StorageFailure::Replaced => LOST_FILE,
    }
}

impl Health {
    pub(super) fn failure(&self) -> Option<StorageFailure> {
        self.state().failure
    }

    /// Fails once the open file is known to be without its name.
    pub(super) fn check_file(&self) -> Result<(), StoreError> {
        if !self.is_file_lost.load(Ordering::Acquire) {
            return Ok(());
        }
        self.failure().map_or(Ok(()), |failure| Err(failure.into()))
    }

    /// Fails if a write could succeed and be lost all the same.
    pub(super) fn check_before_write(&self) -> Result<(), StoreError> {
        match self.failure() {
            Some(failure) if severity(failure) > 0 => Err(failure.into()),
            _ => Ok(()),
        }
    }

    pub(super) fn remember(&self, failure: StorageFailure) {
        let mut state = self.state();
        if state.failure.is_none_or(|known| severity(failure) >= severity(known)) {
            state.failure = Some(failure);
        }
        if severity(failure) == LOST_FILE {
            self.is_file_lost.store(true, Ordering::Release);
        }
    }

    fn forget(&self) {
        let mut state = self.state();
        state.failure = state.failure.filter(|failure| severity(*failure) > 0);
    }

    /// Runs one write and remembers how it ended. The work may report its error as any type.
    pub(super) fn observe_write<T, E>(&self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        take_failure();
        let result = work();
        match (&result, take_failure()) {
            (Ok(_), _) => self.forget(),
            (Err(_), Some(observed)) => {
                self.log(&observed);
                self.remember(observed.failure);
            }
            // The request was refused, not the write.
            (Err(_), None) => {}
        }
        result
    }

    /// Runs one write of a group and remembers its failure; that it succeeded, only the commit can say.
    /// Returns what the write does: whether it is to be kept.
    pub(super) fn observe_change(&self, change: impl FnOnce() -> bool) -> bool {
        take_failure();
        let is_kept = change();
        if !is_kept && let Some(observed) = take_failure() {
            self.log(&observed);
            self.remember(observed.failure);
        }
        is_kept
    }

    /// Runs one read and logs a failure. Only damage says something about writes too.
    pub(super) fn observe_read<T, E>(&self, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        take_failure();
        let result = work();
        if result.is_err()
            && let Some(observed) = take_failure()
        {
            self.log(&observed);
            if observed.failure == StorageFailure::Damaged {
                self.remember(observed.failure);
            }
        }
        result
    }

    /// Logs the failure of a read whose error is at hand.
    pub(super) fn observe_result<T>(&self, result: &Result<T, StoreError>) {
        if let Err(StoreError::Storage { failure, cause }) = result {
            let cause = cause.as_ref().map(ToString::to_string);
            self.log(&ObservedFailure { failure: *failure, cause });
        }
    }

    /// Remembers a failure; success says nothing about writes.
    pub(super) fn check(
        &self,
        check: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let result = self.observe_read(check);
        if let Err(StoreError::Storage { failure, .. }) = &result {
            self.remember(*failure);
        }
        result
    }

    fn log(&self, ObservedFailure { failure, cause }: &ObservedFailure) {
        let last = self.state().logged_at.get(failure).copied();
        if last.is_none_or(|at| at.elapsed() >= LOG_INTERVAL) {
            self.state().logged_at.insert(*failure, Instant::now());
            tracing::error!(target: "service", cause, "{failure}");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
