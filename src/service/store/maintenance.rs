//! What operators do with a database as a whole: health, backup, restore, check
//! and the audit log. `serve`, `db` and the service's upkeep call it.

use std::ops::ControlFlow;
use std::path::PathBuf;

use rusqlite::Connection;

use super::audit::{AuditEntry, AuditQuery};
use super::context::WriteContext;
use super::engine::Engine;
use super::error::StoreError;
use super::model::{CopyProgress, Restored, StorageFigures};
use super::sql::{audit, check, read};
use super::sqlite::{backup, restore};
use super::{DatabaseUrl, Store, copy};
use crate::files::IfExists;
use crate::wire::Timestamp;

/// Why `db backup` and `db restore` refuse PostgreSQL.
pub(crate) const SERVER_BACKUPS: &str = "PostgreSQL has its own backups: use pg_dump, or a base backup with WAL archiving; see docs/postgresql.md";

impl Store {
    /// Puts a backup in the place of the database, which no process may have open.
    pub(crate) async fn restore(
        url: &DatabaseUrl,
        backup: PathBuf,
        context: WriteContext,
        mut progress: impl FnMut(CopyProgress) -> ControlFlow<()> + Send + 'static,
    ) -> Result<Restored, StoreError> {
        let DatabaseUrl::Sqlite(path) = url.clone() else {
            return Err(StoreError::InvalidArgument(SERVER_BACKUPS.to_owned()));
        };
        let work = move || restore::restore(&backup, &path, &context, &mut progress);
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Copies one snapshot of the database to a new file, and verifies it. Writers go on.
    pub(crate) async fn backup(
        &self,
        target: PathBuf,
        context: WriteContext,
        mut progress: impl FnMut(CopyProgress) -> ControlFlow<()> + Send + 'static,
    ) -> Result<(), StoreError> {
        let copy = move |db: &Connection| backup::copy(db, &target, IfExists::Fail, &mut progress);
        self.engine.file(SERVER_BACKUPS)?.read(copy).await?;
        self.engine.write(context, |db, context| read::set_last_backup_at(db, context.now)).await
    }

    /// Copies everything to a database that is empty, and verifies it. Returns the number of rows.
    pub(crate) async fn copy_to(
        &self,
        target: &Self,
        context: WriteContext,
        mut progress: impl FnMut(CopyProgress) -> ControlFlow<()> + Send + 'static,
    ) -> Result<u64, StoreError> {
        let (sender, incoming) = copy::channel();
        let send = self.engine.read(move |db| sender.send(db, &mut progress));
        let receive = target.engine.write(context, move |db, _context| incoming.receive(db));
        match tokio::join!(send, receive) {
            // The other end hung up: its error is the cause.
            (Ok(()) | Err(StoreError::Interrupted), Err(error)) | (Err(error), _) => Err(error),
            (Ok(()), Ok(rows)) => Ok(rows),
        }
    }

    /// Passes everything that is wrong in the database to `report`.
    pub(crate) async fn check(
        &self,
        mut report: impl FnMut(String) + Send + 'static,
    ) -> Result<(), StoreError> {
        match &*self.engine {
            Engine::Sqlite(engine) => engine.check(report).await,
            Engine::Postgres(engine) => engine.read(move |db| check::check(db, &mut report)).await,
        }
    }

    /// Fails when the database cannot be read, or could not be written and still cannot.
    pub(crate) async fn check_health(&self) -> Result<(), StoreError> {
        self.engine.check_health().await
    }

    pub(crate) async fn storage_figures(&self) -> Result<StorageFigures, StoreError> {
        self.engine.storage_figures().await
    }

    /// Refuses writes that would make the database larger.
    pub async fn limit_size(&self, max_bytes: u64) -> Result<(), StoreError> {
        let reason = "--max-database is only for SQLite: PostgreSQL cannot limit the size of a database; limit its volume instead";
        self.engine.file(reason)?.limit_size(max_bytes).await
    }

    /// Ends all connections. A database that no other process uses is one file then, without a
    /// log beside it.
    pub async fn close(&self) {
        self.engine.close().await;
    }

    /// Passes the entries of the audit log to `visit`, oldest first.
    pub(crate) async fn audit<E>(
        &self,
        query: AuditQuery,
        visit: impl FnMut(AuditEntry) -> Result<(), E> + Send + 'static,
    ) -> Result<(), E>
    where
        E: From<StoreError> + Send + 'static,
    {
        self.engine.read(move |db| audit::each(db, &query, visit)).await
    }

    pub(crate) async fn has_audit_before(&self, limit: Timestamp) -> Result<bool, StoreError> {
        self.engine.read_few(move |db| audit::exists_before(db, limit)).await
    }

    /// Deletes entries of the audit log that are older, and returns how many.
    pub(crate) async fn delete_audit_before(
        &self,
        limit: Timestamp,
        context: WriteContext,
    ) -> Result<usize, StoreError> {
        self.engine.write(context, move |db, _context| audit::delete_before(db, limit)).await
    }
}
