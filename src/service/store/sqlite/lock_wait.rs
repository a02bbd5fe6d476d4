//! The wait for another process that writes to the same file, until the
//! deadline of the request.

use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// A long import by another process releases the lock for a few times this
/// long between two batches. `SQLite`'s own waits grow to 100 ms, and would miss
/// the moment.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Lets the connection wait for locks until the deadline of its thread.
pub(super) fn install(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(wait))
}

/// Waits a moment; false if the deadline of the thread has passed.
#[expect(
    clippy::disallowed_methods,
    reason = "SQLite calls it on a blocking thread, and no event says when another process releases a lock"
)]
pub(super) fn wait(_attempt: i32) -> bool {
    let is_late = DEADLINE.get().is_none_or(|deadline| Instant::now() >= deadline);
    if !is_late {
        thread::sleep(POLL_INTERVAL);
    }
    !is_late
}

/// Runs `work` with a deadline for locks on this thread.
pub(super) fn with_deadline<T>(deadline: Instant, work: impl FnOnce() -> T) -> T {
    let outer = DEADLINE.replace(Some(deadline));
    let result = work();
    DEADLINE.set(outer);
    result
}

/// Immediate: a deferred transaction that starts to write later fails at once if another process
/// wrote in between.
pub(super) fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}
