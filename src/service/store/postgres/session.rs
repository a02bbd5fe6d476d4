//! One transaction on `PostgreSQL`, for the statements in `sql`: they are synchronous and run on a
//! blocking thread, which waits here for each answer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use deadpool_postgres::Object;
use futures_util::TryStreamExt;
use tokio::runtime::Handle;
use tokio::time::timeout;
use tokio_postgres::{Error, Row, Statement};

use super::error::{of_commit, refusal};
use super::{LONG_ANSWER, WRITE_TIME};
use crate::service::store::error::{StorageFailure, StoreError};
use crate::service::store::values::{OwnedValue, ToValue, Value};

/// Rows that are fetched at once of a result of any length.
const ROWS_PER_FETCH: usize = 1_000;

/// The list of jobs, among the tags of the lists of candidates.
pub(super) const JOBS: i64 = 0;

/// Writers whose connections share a row of `list_tag` wait for each other.
const TAG_SHARDS: i64 = 16;

/// A process that stops in the middle of a write of the API must not keep its locks.
const IDLE_LIMIT_MS: u32 = 20_000;

/// "shor": our advisory locks, beside those of other programs in the same database.
const LOCK_SPACE: i32 = 0x7368_6f72;
/// Held shared by every write, and alone by the operator's.
const WRITERS: i32 = 1;
/// Held by who adds a client.
const CLIENTS: i32 = 2;
/// Held by who applies migrations.
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
type Sent = Pin<Box<dyn Future<Output = Result<(), Error>>>>;

/// How many statements are sent without waiting for a result.
const MAX_SENT: usize = 64;

/// A transaction. A session that is dropped before its end closes its connection.
///
/// Results that nothing depends on are not waited for: the statements follow each other on the
/// connection, and the first wait after them reports their errors.
pub(crate) struct Session {
    client: Option<Arc<Object>>,
    runtime: Handle,
    /// How long one answer may take: a server that hangs must not hold a thread forever.
    answer_limit: Duration,
    sent: RefCell<Vec<Sent>>,
    /// Whether a statement failed, after which the transaction cannot be committed.
    has_failed: Cell<bool>,
    /// The jobs whose lists have changed. Their tags are written last, in order: who waits for them
    /// holds no row that another one could wait for.
    changed_lists: RefCell<BTreeSet<i64>>,
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
        isolation: Isolation,
        lock_wait: Duration,
    ) -> Result<Self, StoreError> {
        let session = Self {
            client: Some(Arc::new(client)),
            runtime,
            answer_limit: match isolation {
                Isolation::Shared => WRITE_TIME.saturating_add(lock_wait),
                Isolation::Snapshot | Isolation::Alone => LONG_ANSWER,
            },
            sent: RefCell::default(),
            has_failed: Cell::new(false),
            changed_lists: RefCell::default(),
            cursors: Cell::new(0),
        };
        // No time limit for statements: one that expires while COMMIT waits for the standby would
        // have the server confirm a write that the standby lacks.
        let begin = match isolation {
            Isolation::Snapshot => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                SET LOCAL statement_timeout = 0; SET LOCAL cursor_tuple_fraction = 1"
                .to_owned(),
            Isolation::Shared | Isolation::Alone => format!(
                "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = {};
                SET LOCAL idle_in_transaction_session_timeout = {}; {}",
                lock_wait.as_millis().clamp(1, 86_400_000),
                if isolation == Isolation::Shared { IDLE_LIMIT_MS } else { 0 },
                lock_statement(WRITERS, isolation == Isolation::Shared)
            ),
        };
        session.send(async move |client| client.batch_execute(&begin).await)?;
        Ok(session)
    }

    /// Fails with `OutcomeUnknown` if the server did not say whether the transaction is kept.
    pub(super) fn commit(mut self) -> Result<(), StoreError> {
        self.write_tags()?;
        if self.has_failed.get() {
            return Err(StoreError::Interrupted);
        }
        let Some(committed) = self.wait(self.client()?.batch_execute("COMMIT")) else {
            // For health checks.
            no_answer();
            return Err(StoreError::OutcomeUnknown);
        };
        match (self.first_failure(), committed) {
            // COMMIT of a transaction that failed is a rollback.
            (Some(error), _) if refusal(&error) => return Err(error.into()),
            (_, Err(error)) | (Some(error), _) => return Err(of_commit(error)),
            (None, Ok(())) => {}
        }
        self.return_to_pool();
        Ok(())
    }

    pub(super) fn rollback(mut self) {
        let Ok(client) = self.client() else { return };
        if matches!(self.wait(client.batch_execute("ROLLBACK")), Some(Ok(()))) {
            self.first_failure();
            self.return_to_pool();
        }
    }

    fn return_to_pool(&mut self) {
        self.client = None;
    }

    fn client(&self) -> Result<&Arc<Object>, StoreError> {
        self.client.as_ref().ok_or(StoreError::Interrupted)
    }

    /// Sends a statement without waiting for its result.
    fn send<F: Future<Output = Result<(), Error>> + 'static>(
        &self,
        statement: impl FnOnce(Arc<Object>) -> F,
    ) -> Result<(), StoreError> {
        let mut future: Sent = Box::pin(statement(Arc::clone(self.client()?)));
        // The first poll puts it on the connection.
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => return self.note(result),
            Poll::Pending => self.sent.borrow_mut().push(future),
        }
        if self.sent.borrow().len() < MAX_SENT {
            return Ok(());
        }
        self.note(self.first_failure().map_or(Ok(()), Err))
    }

    /// `None` if the answer takes too long: the connection is useless then.
    fn wait<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.runtime.block_on(async { timeout(self.answer_limit, work).await.ok() })
    }

    /// Waits for what was sent. After the first error, the server refuses the other statements.
    fn first_failure(&self) -> Option<Error> {
        let sent = self.sent.take();
        let failed = |statement: Sent| self.runtime.block_on(statement).err();
        // All of them: each holds the connection.
        sent.into_iter().map(failed).fold(None, Option::or)
    }

    fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.run(async |client| client.batch_execute(sql).await)
    }

    /// Waits for work on the connection, and for what was sent before.
    pub(super) fn run<T>(
        &self,
        work: impl AsyncFnOnce(&Object) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let Some(result) = self.wait(work(self.client()?)) else {
            self.has_failed.set(true);
            return Err(no_answer());
        };
        // Its results have arrived before this one.
        self.note(self.first_failure().map_or(result, Err))
    }

    /// Remembers that a statement failed.
    fn note<T>(&self, result: Result<T, Error>) -> Result<T, StoreError> {
        if result.is_err() {
            self.has_failed.set(true);
        }
        Ok(result?)
    }

    fn prepare(&self, sql: &str) -> Result<Statement, StoreError> {
        let prepare = async |client: &Object| client.prepare_cached(&placeholders(sql)).await;
        // Ready at once if it is prepared already: what was sent is not waited for.
        let prepared = self.wait(prepare(self.client()?)).ok_or_else(no_answer)?;
        self.note(prepared.map_err(|error| self.first_failure().unwrap_or(error)))
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

    /// Passes each row to `visit`, which may run other statements: the rows come in portions, between
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

    pub(crate) fn renew_list_tag(&self, job_pk: i64) {
        self.changed_lists.borrow_mut().insert(job_pk);
    }

    pub(crate) fn renew_jobs_tag(&self) {
        self.renew_list_tag(JOBS);
    }

    fn write_tags(&self) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO list_tag (job_pk, shard, value) VALUES
                 (?1, pg_backend_pid() % {TAG_SHARDS}, hashtextextended(gen_random_uuid()::text, 0))
             ON CONFLICT (job_pk, shard) DO UPDATE SET value = excluded.value"
        );
        self.changed_lists
            .take()
            .into_iter()
            .try_for_each(|list| self.write(&sql, &[Value::Integer(list)]))
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
