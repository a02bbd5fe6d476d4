//! A write in the queue of `group_commit`, whatever it changes and returns.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;

pub(super) trait Write: fmt::Debug + Send {
    /// Makes the change, and returns whether it is to be kept. What it did before was taken back.
    fn run(&mut self, db: &Connection) -> bool;

    /// Tells the caller the result of the change, or why its group is not on disk.
    fn answer(self: Box<Self>, group: Result<(), StoreError>);
}

pub(super) struct PendingWrite<F, T, E> {
    change: F,
    context: WriteContext,
    result: Option<Result<T, E>>,
    answer: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> PendingWrite<F, T, E> {
    pub(super) const fn new(
        context: WriteContext,
        change: F,
        answer: oneshot::Sender<Result<T, E>>,
    ) -> Self {
        Self { change, context, result: None, answer }
    }
}

impl<F, T, E> Write for PendingWrite<F, T, E>
where
    F: Fn(&Connection, &WriteContext) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run(&mut self, db: &Connection) -> bool {
        // A panic must not take the others of the group with it. The panic hook has printed the report.
        self.result = catch_unwind(AssertUnwindSafe(|| (self.change)(db, &self.context))).ok();
        matches!(self.result, Some(Ok(_))) && !self.context.dry_run
    }

    fn answer(self: Box<Self>, group: Result<(), StoreError>) {
        let own = self.result.unwrap_or_else(|| Err(StoreError::Interrupted.into()));
        // The caller may have left.
        let _ = self.answer.send(group.map_err(E::from).and(own));
    }
}

impl<F, T, E> fmt::Debug for PendingWrite<F, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingWrite").finish_non_exhaustive()
    }
}
