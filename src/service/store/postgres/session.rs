//! One transaction on `PostgreSQL`, for the statements in `sql`: they are synchronous and run on a
//! blocking thread, which waits here for each answer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use deadpool_postgres::Object;
use futures_util::TryStreamExt;
use futures_util::future::join;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_postgres::{Error, Row, Statement};

use super::error::of_commit;
use crate::service::store::error::{StorageFailure, StoreError};
use crate::service::store::values::{OwnedValue, ToValue, Value};

/// Rows that are fetched at once of a result of any length.
const ROWS_PER_FETCH: usize = 1_000;

/// How long a write of the API may take once it has begun.
pub(super) const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long an operator's command waits for one answer.
pub(super) const LONG_ANSWER: Duration = Duration::from_mins(10);

/// Lock waits for which the limit that `connect` sets, 5 seconds, is good enough.
const DEFAULT_LOCK_WAITS: RangeInclusive<Duration> =
    Duration::from_millis(4_500)..=Duration::from_secs(5);

/// Statements read what others committed before them, whatever the default of the database is: a lock
/// is taken first, and what it protects is read next.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// "shor": our advisory locks, beside those of other programs in the same database.
const LOCK_SPACE: i32 = 0x7368_6f72;
/// "shol": the lists of candidates, by the keys of their jobs.
const LIST_LOCK_SPACE: i32 = 0x7368_6f6c;
/// Held shared by every write, and alone by the operator's.
const WRITERS: i32 = 1;
/// Held while a client is added.
const CLIENTS: i32 = 2;
/// Held while migrations run.
pub(super) const MIGRATION: i32 = 3;

/// How a transaction shares the database with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Isolation {
    /// Reads one snapshot.
    Snapshot,
    /// Writes beside others; the statements lock the rows that they change.
    Shared,
    /// The only writer, as on `SQLite`.
    Alone,
}

/// A statement that was sent, and whose result was not waited for.
type PendingStatement = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

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
    /// Whether a statement failed, after which the transaction cannot be committed.
    has_failed: Cell<bool>,
    /// Whether an answer took too long.
    is_useless: Cell<bool>,
    /// The place among the writers.
    permit: Option<OwnedSemaphorePermit>,
    /// The jobs whose lists have changed. Their tags are written last and in order, so that two
    /// writers cannot deadlock.
    pub(super) changed_lists: RefCell<BTreeSet<i64>>,
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

/// The statement that waits for one of our locks until the end of the transaction.
pub(super) fn lock_statement(lock: i32, is_shared: bool) -> String {
    let suffix = if is_shared { "_shared" } else { "" };
    format!("SELECT pg_advisory_xact_lock{suffix}({LOCK_SPACE}, {lock})")
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
            has_failed: Cell::new(false),
            is_useless: Cell::new(false),
            permit,
            changed_lists: RefCell::default(),
            cursors: Cell::new(0),
        };
        let lock_timeout = limits.lock.as_millis().clamp(1, 86_400_000);
        let begin = match isolation {
            Isolation::Snapshot => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                SET LOCAL idle_in_transaction_session_timeout = 0;
                SET LOCAL cursor_tuple_fraction = 1"
                .to_owned(),
            // The limit of the connection, less what passed since the request began.
            Isolation::Shared if DEFAULT_LOCK_WAITS.contains(&limits.lock) => BEGIN.to_owned(),
            Isolation::Shared => format!("{BEGIN}; SET LOCAL lock_timeout = {lock_timeout}"),
            Isolation::Alone => format!(
                "{BEGIN}; SET LOCAL lock_timeout = {lock_timeout};
                SET LOCAL idle_in_transaction_session_timeout = 0"
            ),
        };
        session.send(async move |client| client.batch_execute(&begin).await)?;
        if isolation != Isolation::Snapshot {
            let is_shared = isolation == Isolation::Shared;
            session.write(&lock_statement(WRITERS, is_shared), &[])?;
        }
        Ok(session)
    }

    /// Fails with `OutcomeUnknown` if the server did not say whether the transaction is kept.
    pub(super) fn commit(mut self) -> Result<(), StoreError> {
        self.write_tags()?;
        if self.has_failed.get() {
            return Err(StoreError::Database("a statement of the transaction failed".into()));
        }
        let client = Arc::clone(self.client()?);
        let mut commit: PendingStatement =
            Box::pin(async move { client.batch_execute("COMMIT").await });
        match self.wait(commit.as_mut()) {
            Some(Ok(())) => {
                self.return_to_pool();
                Ok(())
            }
            // After a statement that failed, COMMIT is a rollback.
            Some(Err(error)) => Err(of_commit(error)),
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
    fn wait<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Option<Result<T, Error>> {
        if self.is_useless.get() {
            return None;
        }
        // The work is polled first, and so put on the connection before anything is waited for.
        let both = join(work, first_failure(self.sent.take()));
        let answers = self.runtime.block_on(async { timeout(self.answer_limit, both).await });
        match answers {
            Ok((result, None)) => Some(result),
            Ok((_, Some(error))) => Some(Err(error)),
            Err(_elapsed) => {
                self.is_useless.set(true);
                self.has_failed.set(true);
                None
            }
        }
    }

    fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.run(async |client| client.batch_execute(sql).await)
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

    fn prepare(&self, sql: &str) -> Result<Statement, StoreError> {
        let sql = placeholders(sql);
        let mut prepare = pin!(self.client()?.prepare_cached(&sql));
        // Ready at once if it is prepared already: what was sent is not waited for.
        match poll_once(prepare.as_mut()) {
            Poll::Ready(prepared) => self.note(prepared),
            Poll::Pending => self.note(self.wait(prepare).ok_or_else(no_answer)?),
        }
    }

    pub(crate) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<usize, StoreError> {
        let statement = self.prepare(sql)?;
        let values = params.iter().copied();
        let rows = self.run(async |client| client.execute_raw(&statement, values).await)?;
        Ok(usize::try_from(rows).unwrap_or(usize::MAX))
    }

    /// Like [`execute`](Self::execute), without waiting for the result.
    pub(crate) fn write(&self, sql: &str, params: &[Value<'_>]) -> Result<(), StoreError> {
        let statement = self.prepare(sql)?;
        let values: Vec<OwnedValue> = params.iter().copied().map(OwnedValue::from).collect();
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
        Ok(self.batch(&format!("CLOSE {cursor}"))?)
    }

    pub(crate) fn lock_clients(&self) -> Result<(), StoreError> {
        self.write(&lock_statement(CLIENTS, false), &[])
    }

    /// Waits until no other writer adds to the list of the job. Waiting for its row instead would have
    /// the server evaluate the statement again.
    pub(super) fn lock_list(&self, job_pk: i64) -> Result<(), StoreError> {
        let sql = format!("SELECT pg_advisory_xact_lock({LIST_LOCK_SPACE}, ?1::int)");
        self.write(&sql, &[Value::Integer(job_pk)])
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

fn poll_once<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Waits for all of them: each holds the connection. After the first error, the server refuses the
/// others.
async fn first_failure(sent: Vec<PendingStatement>) -> Option<Error> {
    let mut failure = None;
    for statement in sent {
        failure = failure.or(statement.await.err());
    }
    failure
}

fn no_answer() -> StoreError {
    StoreError::storage(StorageFailure::Unreachable, "no answer in time")
}

/// `?1` as `PostgreSQL` writes it. No statement has another question mark.
fn placeholders(sql: &str) -> String {
    sql.replace('?', "$")
}
