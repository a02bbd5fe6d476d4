//! One transaction on `PostgreSQL`, for the statements in `sql`: they are synchronous and run on a
//! blocking thread, which waits here for each answer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;

use deadpool_postgres::Object;
use futures_util::TryStreamExt;
use tokio::runtime::Handle;
use tokio_postgres::{Row, Statement};

use super::error::of_commit;
use crate::service::store::error::StoreError;
use crate::service::store::values::Value;

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

/// A transaction. A session that is dropped before its end closes its connection.
pub(crate) struct Session {
    client: Option<Object>,
    runtime: Handle,
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
        lock_wait_ms: u128,
    ) -> Result<Self, StoreError> {
        let session = Self {
            client: Some(client),
            runtime,
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
                lock_wait_ms.clamp(1, 86_400_000),
                if isolation == Isolation::Shared { IDLE_LIMIT_MS } else { 0 },
                lock_statement(WRITERS, isolation == Isolation::Shared)
            ),
        };
        session.batch(&begin)?;
        Ok(session)
    }

    /// Fails with `OutcomeUnknown` if the server did not say whether the transaction is kept.
    pub(super) fn commit(mut self) -> Result<(), StoreError> {
        self.write_tags()?;
        if self.has_failed.get() {
            return Err(StoreError::Interrupted);
        }
        let client = self.client()?;
        self.runtime.block_on(client.batch_execute("COMMIT")).map_err(of_commit)?;
        // Back to the pool.
        self.client = None;
        Ok(())
    }

    pub(super) fn rollback(mut self) {
        if self.batch("ROLLBACK").is_ok() {
            self.client = None;
        }
    }

    fn client(&self) -> Result<&Object, StoreError> {
        self.client.as_ref().ok_or(StoreError::Interrupted)
    }

    fn batch(&self, sql: &str) -> Result<(), StoreError> {
        self.run(async |client| client.batch_execute(sql).await)
    }

    /// Waits for work on the connection.
    pub(super) fn run<T>(
        &self,
        work: impl AsyncFnOnce(&Object) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        self.note(self.runtime.block_on(work(self.client()?)))
    }

    /// Remembers that a statement failed.
    fn note<T>(&self, result: Result<T, tokio_postgres::Error>) -> Result<T, StoreError> {
        if result.is_err() {
            self.has_failed.set(true);
        }
        Ok(result?)
    }

    fn prepare(&self, sql: &str) -> Result<Statement, StoreError> {
        self.run(async |client| client.prepare_cached(&placeholders(sql)).await)
    }

    pub(crate) fn execute(&self, sql: &str, params: &[Value<'_>]) -> Result<usize, StoreError> {
        let statement = self.prepare(sql)?;
        let values = params.iter().copied();
        let rows = self.run(async |client| client.execute_raw(&statement, values).await)?;
        Ok(usize::try_from(rows).unwrap_or(usize::MAX))
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
        self.batch(&lock_statement(CLIENTS, false))
    }

    pub(crate) fn renew_list_tag(&self, job_pk: i64) {
        self.changed_lists.borrow_mut().insert(job_pk);
    }

    pub(crate) fn renew_jobs_tag(&self) {
        self.renew_list_tag(JOBS);
    }

    fn write_tags(&self) -> Result<(), StoreError> {
        let lists: Vec<i64> = self.changed_lists.take().into_iter().collect();
        if lists.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "INSERT INTO list_tag (job_pk, shard, value)
             SELECT unnest($1::bigint[]), pg_backend_pid() % {TAG_SHARDS},
                 hashtextextended(gen_random_uuid()::text, 0)
             ON CONFLICT (job_pk, shard) DO UPDATE SET value = excluded.value"
        );
        self.run(async |client| {
            let statement = client.prepare_cached(&sql).await?;
            client.execute(&statement, &[&lists]).await
        })
        .map(drop)
    }
}

impl Drop for Session {
    /// A connection whose transaction did not end must not serve another one.
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            drop(Object::take(client));
        }
    }
}

/// `?1` as `PostgreSQL` writes it. No statement has another question mark.
fn placeholders(sql: &str) -> String {
    sql.replace('?', "$")
}
