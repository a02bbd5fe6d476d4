//! The store on `PostgreSQL`: a pool of connections to the primary.
//!
//! Any number of processes share the database. A write of the API locks what
//! it changes and runs beside others; a write of the operator runs alone, as on
//! `SQLite`, while readers go on. The pool is shared, but writers take only a
//! part of it: writers that wait for a lock do not keep readers waiting.

mod address;
mod answers;
pub(super) mod append;
mod batch;
mod connect;
mod convert;
mod copy_in;
mod error;
mod isolation;
mod locks;
mod migrate;
mod open;
mod reads;
pub(super) mod session;
mod tags;
mod tls;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool, Timeouts};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::{timeout, timeout_at};

use super::context::WriteContext;
use super::copy;
use super::error::{StorageFailure, StoreError};
use super::health::Health;
use super::model::IfMissing;
use super::sql::Db;
use super::sqlite;
use super::values::params;
use crate::wire::Timestamp;
pub use address::{AddressError, PostgresAddress};
use isolation::Isolation;
use open::ANSWER_WAIT;
use secrecy::SecretString;
use session::{LONG_ANSWER, Limits, Session, WRITE_TIME};

/// How many connections a process has at most.
const MAX_CONNECTIONS: usize = 12;
/// How many of them may write.
const MAX_WRITERS: usize = 8;
/// How long a read waits for a free connection.
const POOL_WAIT: Duration = Duration::from_secs(2);
/// How long a health check waits.
const PROBE_WAIT: Duration = Duration::from_secs(2);

/// The state of a write. An abandoned one is rolled back, unless it is being committed.
const RUNNING: u8 = 0;
const COMMITTING: u8 = 1;
const ABANDONED: u8 = 2;

pub(super) struct Postgres {
    pool: Pool,
    writers: Arc<Semaphore>,
    health: Arc<Health>,
    /// What the operator should know about the server.
    warnings: Vec<String>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects and applies pending migrations.
    pub(super) async fn open(
        address: &PostgresAddress,
        password: Option<&SecretString>,
        if_missing: IfMissing,
    ) -> Result<Self, StoreError> {
        let pool = open::pool(address, password, MAX_CONNECTIONS)?;
        let mut client = open::connect(&pool, address).await?;
        migrate::apply(&mut client, address, if_missing).await?;
        let warnings = open::warnings(&client).await?;
        Ok(Self {
            pool,
            writers: Arc::new(Semaphore::new(MAX_WRITERS)),
            health: Arc::default(),
            warnings,
        })
    }

    /// Connects to a database of this version. Applies no migration.
    pub(super) async fn open_read_only(
        address: &PostgresAddress,
        password: Option<&SecretString>,
    ) -> Result<Self, StoreError> {
        let pool = open::pool(address, password, MAX_CONNECTIONS)?;
        let client = open::connect(&pool, address).await?;
        migrate::require_current(&client, address).await?;
        Ok(Self {
            pool,
            writers: Arc::new(Semaphore::new(0)),
            health: Arc::default(),
            warnings: Vec::new(),
        })
    }

    /// Whether the database has our tables.
    pub(super) async fn exists(
        address: &PostgresAddress,
        password: Option<&SecretString>,
    ) -> Result<bool, StoreError> {
        let pool = open::pool(address, password, 1)?;
        let client = open::connect(&pool, address).await?;
        migrate::is_ours(&client).await
    }

    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    async fn connection(&self, wait: Duration) -> Result<Object, StoreError> {
        let timeouts =
            Timeouts { wait: Some(wait), create: Some(ANSWER_WAIT), recycle: Some(ANSWER_WAIT) };
        // Boxed: it is many times larger than the futures that wait for it.
        Box::pin(self.pool.timeout_get(&timeouts)).await.map_err(error::of_pool)
    }

    /// Runs statements that read on one connection. What takes too long counts as a lost connection.
    async fn read_with<T>(
        &self,
        read: impl AsyncFnOnce(&Object) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let result = match self.connection(POOL_WAIT).await {
            Ok(client) => match timeout(ANSWER_WAIT, read(&client)).await {
                Ok(result) => result,
                Err(_elapsed) => {
                    // Its next user would wait behind the same answer.
                    drop(Object::take(client));
                    // The other connections probably lead to the same server.
                    self.pool.retain(|_client, _metrics| false);
                    Err(StoreError::storage(StorageFailure::Unreachable, "no answer in time"))
                }
            },
            Err(error) => Err(error),
        };
        self.health.observe_result(&result);
        result
    }

    /// Runs a query over a few rows, for a request that waits.
    pub(super) async fn read_few<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Db<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.read_within(ANSWER_WAIT, query).await
    }

    /// Runs a query on one snapshot, on a blocking thread.
    pub(super) async fn read<T, E>(
        &self,
        query: impl FnOnce(&Db<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.read_within(LONG_ANSWER, query).await
    }

    async fn read_within<T, E>(
        &self,
        answer: Duration,
        query: impl FnOnce(&Db<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let client = self.connection(POOL_WAIT).await;
        self.health.observe_result(&client);
        let client = client?;
        let (runtime, health) = (Handle::current(), Arc::clone(&self.health));
        let work = move || {
            health.observe_read(|| {
                let limits = Limits { lock: POOL_WAIT, answer };
                let session = Session::begin(client, runtime, None, Isolation::Snapshot, limits)?;
                let result = query(&Db::Postgres(&session))?;
                session.rollback()?;
                Ok(result)
            })
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Runs a change of the API beside other writers. The change locks what it reads.
    pub(super) async fn write_beside_others<T, E>(
        &self,
        context: WriteContext,
        change: impl FnOnce(&Db<'_>, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let until = context.deadline + WRITE_TIME;
        let state = Arc::new(AtomicU8::new(RUNNING));
        // In a task of its own: a caller who leaves does not interrupt the write.
        let write = self.start(Isolation::Shared, context, Arc::clone(&state), change).await?;
        match timeout_at(until.into(), write).await {
            Ok(finished) => finished.map_err(|_stopped| StoreError::Interrupted)?,
            Err(_elapsed) => {
                let abandoned =
                    state.compare_exchange(RUNNING, ABANDONED, Ordering::SeqCst, Ordering::SeqCst);
                if abandoned.is_ok() {
                    return Err(StoreError::Busy.into());
                }
                // The standby does not confirm, for example.
                self.health.remember(StorageFailure::Unreachable);
                Err(StoreError::OutcomeUnknown.into())
            }
        }
    }

    /// Runs a change of the operator in one transaction, while no other one writes.
    pub(super) async fn write<T, E>(
        &self,
        context: WriteContext,
        change: impl FnOnce(&Db<'_>, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let state = Arc::new(AtomicU8::new(RUNNING));
        let write = self.start(Isolation::Alone, context, state, change).await?;
        write.await.map_err(|_stopped| StoreError::Interrupted)?
    }

    async fn start<T, E>(
        &self,
        isolation: Isolation,
        context: WriteContext,
        state: Arc<AtomicU8>,
        change: impl FnOnce(&Db<'_>, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<tokio::task::JoinHandle<Result<T, E>>, StoreError>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let waiting = Arc::clone(&self.writers).acquire_owned();
        let permit = timeout_at(context.deadline.into(), waiting)
            .await
            .map_err(|_elapsed| StoreError::Busy)?
            .map_err(|_closed| StoreError::Interrupted)?;
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        let client = self.connection(left(context.deadline)).await;
        self.health.observe_result(&client);
        let (client, runtime, health) = (client?, Handle::current(), Arc::clone(&self.health));
        let pool = self.pool.clone();
        Ok(tokio::task::spawn_blocking(move || {
            let result = health.observe_write(|| {
                let lock = left(context.deadline);
                let answer = match isolation {
                    // Before its caller gives up, who could not say why.
                    Isolation::Shared => lock.saturating_add(WRITE_TIME * 4 / 5),
                    Isolation::Snapshot | Isolation::Alone => LONG_ANSWER,
                };
                let limits = Limits { lock, answer };
                let session = Session::begin(client, runtime, Some(permit), isolation, limits)?;
                finish(session, &context, &state, change)
            });
            if matches!(
                health.failure(),
                Some(StorageFailure::Standby | StorageFailure::Unreachable)
            ) {
                // The server is no longer the primary, or cannot be reached.
                pool.retain(|_client, _metrics| false);
            }
            result
        }))
    }

    /// Runs a change on a private copy of the database in this process: other writers go on.
    pub(super) async fn rehearse<T, E>(
        &self,
        change: impl FnOnce(&Db<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (sender, incoming) = copy::channel();
        let reading = self.read(move |db| sender.send(db, &mut |_| ControlFlow::Continue(())));
        let work = move || {
            let connection = sqlite::private_database()?;
            let transaction = connection.unchecked_transaction().map_err(StoreError::from)?;
            let db = Db::Sqlite(&transaction);
            incoming.receive(&db)?;
            change(&db)
        };
        let (sent, changed) = tokio::join!(reading, tokio::task::spawn_blocking(work));
        match sent {
            // The other end hung up: its error is the cause.
            Ok(()) | Err(StoreError::Interrupted) => {}
            Err(error) => return Err(error.into()),
        }
        changed.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Fails if the server cannot be reached or is not the primary, or if the last write failed and
    /// another one still does.
    pub(super) async fn check_health(&self) -> Result<(), StoreError> {
        let check = self.read_with(async |client| {
            open::require_primary(client).await?;
            open::require_tables(client).await
        });
        let unreachable = |_elapsed| StoreError::from(StorageFailure::Unreachable);
        timeout(PROBE_WAIT, check).await.map_err(unreachable)??;
        if self.health.failure().is_none() {
            return Ok(());
        }
        let context =
            WriteContext::by_service(Timestamp::now()).with_deadline(Instant::now() + PROBE_WAIT);
        let probe = self.write_beside_others(context, |db, _context| {
            let sql = "INSERT INTO meta (name, value) VALUES ('health_probe', 0)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            db.execute(sql, params![]).map(drop)
        });
        // Busy counts too: no write has succeeded since the failure.
        timeout(PROBE_WAIT, probe).await.map_err(unreachable)?
    }

    /// Bytes of the database. The log belongs to the server.
    pub(super) async fn size(&self) -> Result<i64, StoreError> {
        self.read_with(async |client| {
            let row = client.query_one("SELECT pg_database_size(current_database())", &[]).await?;
            Ok(row.try_get(0)?)
        })
        .await
    }

    /// Frees the space of deleted rows.
    pub(super) async fn clean(&self) -> Result<(), StoreError> {
        let client = self.connection(POOL_WAIT).await?;
        Ok(client
            .batch_execute(
                "VACUUM person, candidate, candidate_item, client_contact, external_alias, audit",
            )
            .await?)
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

/// Runs a change in a transaction that has begun, and ends it.
fn finish<T, E: From<StoreError>>(
    session: Session,
    context: &WriteContext,
    state: &AtomicU8,
    change: impl FnOnce(&Db<'_>, &WriteContext) -> Result<T, E>,
) -> Result<T, E> {
    let result = match change(&Db::Postgres(&session), context) {
        Ok(result) => result,
        Err(error) => {
            // The first error is the cause.
            let _ = session.rollback();
            return Err(error);
        }
    };
    let may_commit =
        state.compare_exchange(RUNNING, COMMITTING, Ordering::SeqCst, Ordering::SeqCst);
    if may_commit.is_err() {
        session.rollback()?;
        return Err(StoreError::Busy.into());
    }
    if context.dry_run {
        // A dry run fails as the write would.
        session.send_batch()?;
        session.rollback()?;
    } else {
        session.commit()?;
    }
    Ok(result)
}
