//! One transaction on `PostgreSQL`, for the statements in `sql`: they are synchronous and run on a
//! blocking thread, which waits here for each answer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use deadpool_postgres::Object;
use futures_util::TryStreamExt;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_postgres::{Error, Row, Statement};

use super::answers::{Answers, PendingStatement, answers, poll_once};
use super::batch::WriteBatch;
use super::error::of_commit;
use super::isolation::Isolation;
use crate::service::store::error::{StorageFailure, StoreError};
use crate::service::store::values::{OwnedValue, ToValue, Value};

/// Rows that are fetched at once of a result of any length.
const ROWS_PER_FETCH: usize = 1_000;

/// How long a write of the API may take once it has begun.
pub(super) const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long an operator's command waits for one answer.
pub(super) const LONG_ANSWER: Duration = Duration::from_mins(10);

/// How many statements are sent without waiting for a result.
const MAX_SENT: usize = 64;

/// How long a transaction waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// For the lock of another writer.
    pub(super) lock: Duration,
    /// For one answer: a server that hangs must not hold a thread forever.
    pub(super) answer: Duration,
}

/// A transaction. A session that is dropped before its end closes its connection.
///
/// Results that nothing depends on are not waited for: the statements follow each other on the
/// connection, and the first wait after them reports their errors.
pub(crate) struct Session {
    client: Option<Arc<Object>>,
    runtime: Handle,
    answer_limit: Duration,
    sent: RefCell<Vec<PendingStatement>>,
    /// Writes that the next statement, or the COMMIT, sends before itself.
    batch: RefCell<WriteBatch>,
    is_batching: Cell<bool>,
    /// Whether a statement failed, after which the transaction cannot be committed.
    has_failed: Cell<bool>,
    /// Whether an answer took too long.
    is_useless: Cell<bool>,
    /// Whether an answer says that the transaction has begun. Without it, each write would be kept at once.
    has_begun: Cell<bool>,
    /// Whether the lock among the writers is still to be taken: together with another one, or by the first
    /// statement.
    pub(super) needs_writer_lock: Cell<bool>,
    /// The place among the writers.
    permit: Option<OwnedSemaphorePermit>,
    /// The jobs whose lists have changed.
    pub(super) changed_lists: RefCell<BTreeSet<i64>>,
    /// Whether this transaction has changed the tag of the list of jobs.
    pub(super) has_jobs_tag: Cell<bool>,
    cursors: Cell<u32>,
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("has_failed", &self.has_failed)
            .finish_non_exhaustive()
    }
}

impl Session {
    pub(super) fn begin(
        client: Object,
        runtime: Handle,
        permit: Option<OwnedSemaphorePermit>,
        isolation: Isolation,
        limits: Limits,
    ) -> Result<Self, StoreError> {
        let session = Self {
            client: Some(Arc::new(client)),
            runtime,
            answer_limit: limits.answer,
            sent: RefCell::default(),
            batch: RefCell::default(),
            is_batching: Cell::new(false),
            has_failed: Cell::new(false),
            is_useless: Cell::new(false),
            has_begun: Cell::new(false),
            needs_writer_lock: Cell::new(isolation == Isolation::Shared),
            permit,
            changed_lists: RefCell::default(),
            has_jobs_tag: Cell::new(false),
            cursors: Cell::new(0),
        };
        let begin = isolation.begin_statement(limits.lock);
        session.send(async move |client| client.batch_execute(&begin).await)?;
        if isolation == Isolation::Alone {
            session.lock_out_writers()?;
        }
        Ok(session)
    }

    /// Fails with `OutcomeUnknown` if the server did not say whether the transaction is kept.
    pub(super) fn commit(mut self) -> Result<(), StoreError> {
        self.write_tags()?;
        self.send_batch()?;
        if self.has_failed.get() {
            return Err(StoreError::Database("a statement of the transaction failed".into()));
        }
        let client = Arc::clone(self.client()?);
        let mut commit: PendingStatement =
            Box::pin(async move { client.batch_execute("COMMIT").await });
        match self.wait_for_all(commit.as_mut()) {
            Some(Answers { last: Ok(()), earlier: None }) => {
                self.return_to_pool();
                Ok(())
            }
            // After a statement of the transaction that failed, COMMIT is a rollback, or did not run.
            Some(Answers { earlier: Some(error), .. }) if error.as_db_error().is_some() => {
                Err(error.into())
            }
            Some(Answers { earlier: Some(error), .. } | Answers { last: Err(error), .. }) => {
                Err(of_commit(error))
            }
            None => {
                self.leave(commit);
                // For health checks.
                no_answer();
                Err(StoreError::OutcomeUnknown)
            }
        }
    }

    /// Fails if a statement did whose result was not waited for.
    pub(super) fn rollback(mut self) -> Result<(), StoreError> {
        let client = Arc::clone(self.client()?);
        self.wait(client.batch_execute("ROLLBACK")).ok_or_else(no_answer)??;
        drop(client);
        self.return_to_pool();
        Ok(())
    }

    fn return_to_pool(&mut self) {
        self.client = None;
    }

    /// A COMMIT that waits for its standby holds its locks and a process of the server, even if the
    /// connection is closed. So it keeps its permit: the next writers are refused, and do not pile up
    /// behind it. It is not cancelled, because the server would then confirm it.
    fn leave(&mut self, commit: PendingStatement) {
        let (client, permit) = (self.client.take(), self.permit.take());
        self.runtime.spawn(async move {
            let is_answered = matches!(timeout(LONG_ANSWER, commit).await, Ok(Ok(())));
            let client = client.and_then(Arc::into_inner);
            if let Some(client) = client.filter(|_client| !is_answered) {
                drop(Object::take(client));
            }
            drop(permit);
        });
    }

    fn client(&self) -> Result<&Arc<Object>, StoreError> {
        self.client.as_ref().ok_or(StoreError::Interrupted)
    }

    /// Sends a statement without waiting for its result.
    fn send<F: Future<Output = Result<(), Error>> + Send + 'static>(
        &self,
        statement: impl FnOnce(Arc<Object>) -> F,
    ) -> Result<(), StoreError> {
        let mut future: PendingStatement = Box::pin(statement(Arc::clone(self.client()?)));
        if let Poll::Ready(result) = poll_once(future.as_mut()) {
            return self.note(result);
        }
        self.sent.borrow_mut().push(future);
        if self.sent.borrow().len() < MAX_SENT {
            return Ok(());
        }
        self.run(async |_client| Ok(()))
    }

    /// Waits for work that this begins, and for what was sent before. `None` if that takes too long: the
    /// connection is useless then.
    fn wait_for_all<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Option<Answers<T>> {
        if self.is_useless.get() {
            return None;
        }
        let answers = answers(work, self.sent.take());
        let answers = self.runtime.block_on(async { timeout(self.answer_limit, answers).await });
        match &answers {
            Ok(answers) if answers.earlier.is_none() => self.has_begun.set(true),
            Ok(_) => {}
            Err(_elapsed) => {
                self.is_useless.set(true);
                self.has_failed.set(true);
            }
        }
        answers.ok()
    }

    /// The same, with the first error of all.
    fn wait<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Option<Result<T, Error>> {
        let Answers { last, earlier } = self.wait_for_all(work)?;
        Some(earlier.map_or(last, Err))
    }

    /// Waits for work on the connection.
    pub(super) fn run<T>(
        &self,
        work: impl AsyncFnOnce(&Object) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        self.note(self.wait(work(self.client()?)).ok_or_else(no_answer)?)
    }

    /// Remembers that a statement failed.
    fn note<T>(&self, result: Result<T, Error>) -> Result<T, StoreError> {
        if result.is_err() {
            self.has_failed.set(true);
        }
        Ok(result?)
    }

    /// Runs `writes`, whose statements the server may run as one.
    pub(crate) fn together<T>(
        &self,
        writes: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let was_batching = self.is_batching.replace(true);
        let result = writes();
        self.is_batching.set(was_batching);
        result
    }

    /// Sends the writes that were collected.
    pub(super) fn send_batch(&self) -> Result<(), StoreError> {
        let Some((sql, values)) = self.batch.take().into_statement() else { return Ok(()) };
        self.wait_for_begin()?;
        self.send_write(&sql, values)
    }

    /// Most writes have read something before.
    fn wait_for_begin(&self) -> Result<(), StoreError> {
        if self.has_begun.get() { Ok(()) } else { self.run(async |_client| Ok(())) }
    }

    /// Sends what comes before any statement.
    pub(super) fn send_earlier(&self) -> Result<(), StoreError> {
        self.lock_writers()?;
        self.send_batch()
    }

    fn prepare(&self, sql: &str) -> Result<Statement, StoreError> {
        self.send_earlier()?;
        let sql = placeholders(sql);
        let mut prepare = pin!(self.client()?.prepare_cached(&sql));
        // Ready at once if it is prepared already: what was sent is not waited for.
        match poll_once(prepare.as_mut()) {
            Poll::Ready(prepared) => self.note(prepared),
            Poll::Pending => self.note(self.wait(prepare).ok_or_else(no_answer)?),
        }
    }

    pub(crate) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<usize, StoreError> {
        self.wait_for_begin()?;
        let statement = self.prepare(sql)?;
        let values = params.iter().copied();
        let rows = self.run(async |client| client.execute_raw(&statement, values).await)?;
        Ok(usize::try_from(rows).unwrap_or(usize::MAX))
    }

    /// Like [`execute`](Self::execute), without waiting for the result.
    pub(crate) fn write(&self, sql: &str, params: &[Value<'_>]) -> Result<(), StoreError> {
        if !self.is_batching.get() {
            self.wait_for_begin()?;
            return self.send_now(sql, params);
        }
        // It must not come after what it protects.
        self.lock_writers()?;
        self.batch.borrow_mut().add(sql, params);
        if self.batch.borrow().is_full() { self.send_batch() } else { Ok(()) }
    }

    /// Sends a statement that is not a part of the batch.
    pub(super) fn send_now(&self, sql: &str, params: &[Value<'_>]) -> Result<(), StoreError> {
        self.send_write(sql, params.iter().copied().map(OwnedValue::from).collect())
    }

    fn send_write(&self, sql: &str, values: Vec<OwnedValue>) -> Result<(), StoreError> {
        let statement = self.prepare(sql)?;
        self.send(async move |client| {
            let values = values.iter().map(ToValue::to_value);
            client.execute_raw(&statement, values).await.map(drop)
        })
    }

    pub(crate) fn query(&self, sql: &str, params: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let statement = self.prepare(sql)?;
        self.fetch(&statement, params)
    }

    fn fetch(&self, statement: &Statement, params: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let values = params.iter().copied();
        self.run(async |client| client.query_raw(statement, values).await?.try_collect().await)
    }

    /// Passes each row to `visit`, which may run other statements: the rows come in batches, between
    /// which the connection is free.
    pub(crate) fn each<E: From<StoreError>>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        mut visit: impl FnMut(&Row) -> Result<(), E>,
    ) -> Result<(), E> {
        self.send_earlier()?;
        let cursor = format!("c{}", self.cursors.replace(self.cursors.get() + 1));
        let declare = format!("DECLARE {cursor} NO SCROLL CURSOR FOR {}", placeholders(sql));
        let values = params.iter().copied();
        self.run(async |client| {
            let declare = client.prepare(&declare).await?;
            client.execute_raw(&declare, values).await
        })?;
        let fetch = format!("FETCH FORWARD {ROWS_PER_FETCH} FROM {cursor}");
        let fetch = self.run(async |client| client.prepare(&fetch).await)?;
        loop {
            let rows = self.fetch(&fetch, &[])?;
            for row in &rows {
                visit(row)?;
            }
            if rows.len() < ROWS_PER_FETCH {
                break;
            }
        }
        let close = format!("CLOSE {cursor}");
        Ok(self.run(async |client| client.batch_execute(&close).await)?)
    }
}

impl Drop for Session {
    /// A connection whose transaction did not end must not serve another one.
    fn drop(&mut self) {
        self.sent.take().clear();
        if let Some(client) = self.client.take().and_then(Arc::into_inner) {
            drop(Object::take(client));
        }
    }
}

fn no_answer() -> StoreError {
    StoreError::storage(StorageFailure::Unreachable, "no answer in time")
}

/// `?1` as `PostgreSQL` writes it. No statement has another question mark.
fn placeholders(sql: &str) -> String {
    sql.replace('?', "$")
}
