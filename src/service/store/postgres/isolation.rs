//! How transactions share the database, and the statements that begin them. `postgres` chooses, and `session`
//! begins.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Lock waits for which the limit that `connect` sets, 5 seconds, is good enough.
const DEFAULT_LOCK_WAITS: RangeInclusive<Duration> =
    Duration::from_millis(4_500)..=Duration::from_secs(5);

/// Statements read what others committed before them, whatever the default of the database is: a lock
/// is taken first, and what it protects is read next.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// How a transaction shares the database with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Isolation {
    /// Reads one snapshot.
    Snapshot,
    /// Writes beside others, and locks what it changes.
    Shared,
    /// The only writer, as on `SQLite`.
    Alone,
}

impl Isolation {
    /// `lock_wait` is for the locks of other writers.
    pub(super) fn begin_statement(self, lock_wait: Duration) -> String {
        let lock_timeout = lock_wait.as_millis().clamp(1, 86_400_000);
        match self {
            Self::Snapshot => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                SET LOCAL idle_in_transaction_session_timeout = 0;
                SET LOCAL cursor_tuple_fraction = 1"
                .to_owned(),
            // The limit of the connection, less what passed since the request began.
            Self::Shared if DEFAULT_LOCK_WAITS.contains(&lock_wait) => BEGIN.to_owned(),
            Self::Shared => format!("{BEGIN}; SET LOCAL lock_timeout = {lock_timeout}"),
            Self::Alone => format!(
                "{BEGIN}; SET LOCAL lock_timeout = {lock_timeout};
                SET LOCAL idle_in_transaction_session_timeout = 0"
            ),
        }
    }
}
