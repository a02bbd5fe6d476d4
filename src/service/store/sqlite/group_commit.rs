//! Commits the writes of the API in groups: what queues up while one group is on its way to the disk
//! is the next one. `sqlite` is the caller.
//!
//! A write waits for no timer: one that comes alone is committed alone. In a group, each has a
//! savepoint, so that a failing one takes back only its own changes, and none is answered before the
//! whole group is on disk.

mod pending;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::file_identity::FileIdentity;
use super::{item_blocks, lock_wait};
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::health::Health;
use pending::{PendingWrite, Write};

/// Writes in a group. More would gain little: the commit is a small part of their time already.
const MAX_WRITES: usize = 128;

/// How long a group accepts further writes, which keeps the first one and other processes waiting.
/// Tests do not depend on the speed of the machine.
const MAX_TIME: Duration = Duration::from_millis(if cfg!(test) { 60_000 } else { 20 });

/// `None` once the store is closed.
pub(super) type Writer = Arc<tokio::sync::Mutex<Option<Connection>>>;

#[derive(Debug)]
pub(super) struct GroupCommit {
    writer: Writer,
    identity: Arc<FileIdentity>,
    health: Arc<Health>,
    queue: Mutex<Queue>,
    max_writes: AtomicUsize,
}

#[derive(Debug, Default)]
struct Queue {
    last_number: u64,
    /// In the order of their numbers.
    waiting: VecDeque<Waiting>,
    /// Whether a thread commits until nothing waits.
    is_draining: bool,
}

#[derive(Debug)]
struct Waiting {
    number: u64,
    deadline: Instant,
    write: Box<dyn Write>,
}

/// The place of a write in the queue. A caller who leaves early drops it, and the write with it
/// unless that has begun.
struct Ticket<'a> {
    group_commit: &'a GroupCommit,
    number: u64,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.group_commit.withdraw(self.number);
    }
}

/// The thread that commits. If it panics, the next write starts another one.
struct Draining<'a>(&'a GroupCommit);

impl Drop for Draining<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.queue().is_draining = false;
        }
    }
}

impl GroupCommit {
    pub(super) fn new(writer: Writer, identity: Arc<FileIdentity>, health: Arc<Health>) -> Self {
        let max_writes = AtomicUsize::new(MAX_WRITES);
        Self { writer, identity, health, queue: Mutex::default(), max_writes }
    }

    pub(super) fn limit(&self, writes: usize) {
        self.max_writes.store(writes.max(1), Ordering::Relaxed);
    }

    /// Runs a change and returns when it is on disk. Fails with `Busy` if it could not begin before the
    /// deadline. A change runs again if another one of its group made `SQLite` take it back.
    pub(super) async fn write<T, E>(
        self: &Arc<Self>,
        context: WriteContext,
        change: impl Fn(&Connection, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let deadline = context.deadline;
        let (answer, mut answered) = oneshot::channel();
        let ticket = self.enqueue(deadline, Box::new(PendingWrite::new(context, change, answer)));
        let answer = match tokio::time::timeout_at(deadline.into(), &mut answered).await {
            Ok(answer) => answer,
            Err(_elapsed) if self.withdraw(ticket.number) => return Err(StoreError::Busy.into()),
            Err(_elapsed) => answered.await,
        };
        answer.unwrap_or_else(|_dropped| Err(StoreError::Interrupted.into()))
    }

    fn enqueue(self: &Arc<Self>, deadline: Instant, write: Box<dyn Write>) -> Ticket<'_> {
        let mut queue = self.queue();
        queue.last_number += 1;
        let number = queue.last_number;
        queue.waiting.push_back(Waiting { number, deadline, write });
        if !std::mem::replace(&mut queue.is_draining, true) {
            let group_commit = Arc::clone(self);
            tokio::task::spawn_blocking(move || group_commit.drain());
        }
        Ticket { group_commit: self, number }
    }

    /// Whether the write was still in the queue.
    fn withdraw(&self, number: u64) -> bool {
        let mut queue = self.queue();
        let place = queue.waiting.binary_search_by_key(&number, |waiting| waiting.number);
        place.is_ok_and(|place| queue.waiting.remove(place).is_some())
    }

    /// Commits groups until nothing waits. Between two of them, the changes of the operator get their
    /// turn.
    fn drain(&self) {
        let _draining = Draining(self);
        while !self.is_drained() {
            self.commit_group(self.writer.blocking_lock().as_mut());
        }
    }

    fn is_drained(&self) -> bool {
        let mut queue = self.queue();
        queue.is_draining = !queue.waiting.is_empty();
        !queue.is_draining
    }

    fn commit_group(&self, connection: Option<&mut Connection>) {
        // None if all callers have left. Who cannot wait as long leaves alone.
        let Some((last_number, deadline)) = self.last_and_deadline() else { return };
        let mut group = VecDeque::new();
        let committed = match (connection, self.health.check_before_write()) {
            (None, _) => Err(Some(StoreError::Interrupted)),
            (_, Err(error)) => Err(Some(error)),
            (Some(connection), Ok(())) => {
                lock_wait::with_deadline(deadline, || self.run_group(connection, &mut group))
            }
        };
        let Err(Some(error)) = committed else {
            return group.into_iter().for_each(|waiting| waiting.write.answer(Ok(())));
        };
        if group.is_empty() {
            // The transaction did not begin, so none of the writes that waited did.
            group = self.take_until(last_number);
        }
        for waiting in group {
            waiting.write.answer(Err(error.repeated()));
        }
    }

    /// The number of the last write that waits, and the latest of all deadlines.
    fn last_and_deadline(&self) -> Option<(u64, Instant)> {
        let queue = self.queue();
        let deadline = queue.waiting.iter().map(|waiting| waiting.deadline).max()?;
        Some((queue.waiting.back()?.number, deadline))
    }

    /// Runs what waits in one transaction. Fails with no error if there is nothing to commit.
    fn run_group(
        &self,
        connection: &mut Connection,
        group: &mut VecDeque<Waiting>,
    ) -> Result<(), Option<StoreError>> {
        let committed = self.health.observe_write(|| {
            self.identity.check()?;
            let transaction = lock_wait::begin(connection).map_err(StoreError::from)?;
            if !self.run_writes(&transaction, group)? {
                return Err(None);
            }
            item_blocks::refill(&transaction)?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(self.identity.check_after_commit()?)
        });
        if self.health.check_file().is_err() {
            self.identity.release_log(connection);
        }
        committed
    }

    /// Returns whether there is a change to commit.
    fn run_writes(
        &self,
        db: &Connection,
        group: &mut VecDeque<Waiting>,
    ) -> Result<bool, StoreError> {
        let max_writes = self.max_writes.load(Ordering::Relaxed);
        let started = Instant::now();
        let mut is_changed = false;
        while group.len() < max_writes
            && started.elapsed() < MAX_TIME
            && let Some(mut waiting) = self.take_first()
        {
            let is_kept = self.run_write(db, &mut *waiting.write);
            if db.is_autocommit() {
                // SQLite took back the whole transaction, for example because the disk is full. The others
                // did nothing wrong: they run again in the next group.
                self.put_back(std::mem::take(group));
                group.push_back(waiting);
                return is_kept;
            }
            group.push_back(waiting);
            is_changed |= is_kept?;
        }
        Ok(is_changed)
    }

    fn run_write(&self, db: &Connection, write: &mut dyn Write) -> Result<bool, StoreError> {
        execute(db, "SAVEPOINT api_write")?;
        let is_kept = self.health.observe_change(|| write.run(db));
        if db.is_autocommit() {
            return if is_kept { Err(StoreError::Interrupted) } else { Ok(false) };
        }
        if !is_kept {
            execute(db, "ROLLBACK TO api_write")?;
        }
        execute(db, "RELEASE api_write")?;
        Ok(is_kept)
    }

    fn take_first(&self) -> Option<Waiting> {
        self.queue().waiting.pop_front()
    }

    fn take_until(&self, last_number: u64) -> VecDeque<Waiting> {
        let mut queue = self.queue();
        let end = queue.waiting.partition_point(|waiting| waiting.number <= last_number);
        queue.waiting.drain(..end).collect()
    }

    fn put_back(&self, mut first: VecDeque<Waiting>) {
        let mut queue = self.queue();
        first.append(&mut queue.waiting);
        queue.waiting = first;
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn execute(db: &Connection, statement: &str) -> Result<(), StoreError> {
    db.prepare_cached(statement)?.execute([])?;
    Ok(())
}
