//! The engine of a [`Store`](super::Store): what `store`, `own_data`, `import` and `maintenance` run
//! their statements on.

use std::path::Path;

use rusqlite::Connection;

use super::context::WriteContext;
use super::copy;
use super::database_url::DatabaseUrl;
use super::error::StoreError;
use super::model::{IfMissing, StorageFigures, StoreStats};
use super::postgres::Postgres;
use super::sql::{Db, read};
use super::sqlite::Sqlite;

#[derive(Debug)]
pub(super) enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Engine {
    pub(super) async fn open(url: &DatabaseUrl, if_missing: IfMissing) -> Result<Self, StoreError> {
        Ok(match url {
            DatabaseUrl::Sqlite(path) => Self::Sqlite(Sqlite::open(path, if_missing)?),
            DatabaseUrl::Postgres(login) => Self::Postgres(
                Postgres::open(&login.address, login.password.as_ref(), if_missing).await?,
            ),
        })
    }

    pub(super) async fn open_read_only(url: &DatabaseUrl) -> Result<Self, StoreError> {
        Ok(match url {
            DatabaseUrl::Sqlite(path) => Self::Sqlite(Sqlite::open_read_only(path)?),
            DatabaseUrl::Postgres(login) => Self::Postgres(
                Postgres::open_read_only(&login.address, login.password.as_ref()).await?,
            ),
        })
    }

    pub(super) async fn exists(url: &DatabaseUrl) -> Result<bool, StoreError> {
        match url {
            DatabaseUrl::Sqlite(path) => Ok(path.exists()),
            DatabaseUrl::Postgres(login) => {
                Postgres::exists(&login.address, login.password.as_ref()).await
            }
        }
    }

    /// The copy of the file that was made before migrations were applied to it.
    pub(super) fn upgrade_copy(&self) -> Option<&Path> {
        match self {
            Self::Sqlite(engine) => engine.upgrade_copy.as_deref(),
            Self::Postgres(_) => None,
        }
    }

    /// What the operator should know about the settings of the database.
    pub(super) fn warnings(&self) -> &[String] {
        match self {
            Self::Sqlite(_) => &[],
            Self::Postgres(engine) => engine.warnings(),
        }
    }

    /// Runs a query over a few rows, on the calling thread where the engine is in this process.
    pub(super) async fn read_few<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Db<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match self {
            Self::Sqlite(engine) => engine.read_inline(|db| query(&Db::Sqlite(db))),
            Self::Postgres(engine) => engine.read_few(query).await,
        }
    }

    /// Runs a query on one snapshot, however long it takes.
    pub(super) async fn read<T, E>(
        &self,
        query: impl FnOnce(&Db<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite(engine) => {
                let query = move |db: &Connection| {
                    // Without it, a write between two statements could yield a record that never
                    // existed.
                    let snapshot = db.unchecked_transaction().map_err(StoreError::from)?;
                    query(&Db::Sqlite(&snapshot))
                };
                engine.read(query).await
            }
            Self::Postgres(engine) => engine.read(query).await,
        }
    }

    /// Runs a change of the operator in one transaction, as the only writer; an error or a dry run
    /// rolls it back. Fails with `Busy` if other writers do not let it begin before the deadline.
    pub(super) async fn write<T, E>(
        &self,
        context: WriteContext,
        change: impl FnOnce(&Db<'_>, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite(engine) => {
                engine.write(context, |db, context| change(&Db::Sqlite(db), context)).await
            }
            Self::Postgres(engine) => engine.write(context, change).await,
        }
    }

    /// Like [`write`](Self::write), for the API: the change locks what it reads to change it, so that an
    /// engine may run several at once, or commit them together. It may run it again.
    pub(super) async fn write_beside_others<T, E>(
        &self,
        context: WriteContext,
        change: impl Fn(&Db<'_>, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite(engine) => {
                engine
                    .write_in_group(context, move |db, context| change(&Db::Sqlite(db), context))
                    .await
            }
            Self::Postgres(engine) => engine.write_beside_others(context, change).await,
        }
    }

    /// Whether a first import is faster by way of a private database.
    pub(super) async fn is_filled_by_copy(&self) -> Result<bool, StoreError> {
        match self {
            Self::Sqlite(_) => Ok(false),
            Self::Postgres(engine) => engine.read(copy::is_empty).await,
        }
    }

    /// Runs a change on a private copy of the database, which is deleted when it ends.
    pub(super) async fn rehearse<T, E>(
        &self,
        change: impl FnOnce(&Db<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self {
            Self::Sqlite(engine) => engine.rehearse(move |db| change(&Db::Sqlite(db))).await,
            Self::Postgres(engine) => engine.rehearse(change).await,
        }
    }

    /// Fails when the database cannot be read, or could not be written and still cannot.
    pub(super) async fn check_health(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(engine) => engine.check_health().await,
            Self::Postgres(engine) => engine.check_health().await,
        }
    }

    pub(super) async fn stats(&self) -> Result<StoreStats, StoreError> {
        let stats = self.read(read::stats).await?;
        let bytes = match self {
            Self::Sqlite(engine) => engine.pages_size()?,
            Self::Postgres(engine) => engine.size().await?,
        };
        Ok(StoreStats { bytes, ..stats })
    }

    pub(super) async fn storage_figures(&self) -> Result<StorageFigures, StoreError> {
        let last_backup_at = self.read_few(read::last_backup_at).await?;
        let (database_bytes, log_bytes) = match self {
            Self::Sqlite(engine) => engine.file_sizes(),
            Self::Postgres(engine) => (engine.size().await?, 0),
        };
        Ok(StorageFigures { database_bytes, log_bytes, last_backup_at })
    }

    /// The engine that keeps its data in a file, or why `what` cannot be done.
    pub(super) fn file(&self, what: &str) -> Result<&Sqlite, StoreError> {
        match self {
            Self::Sqlite(engine) => Ok(engine),
            Self::Postgres(_) => Err(StoreError::InvalidArgument(what.to_owned())),
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(engine) => engine.close().await,
            Self::Postgres(engine) => engine.close(),
        }
    }
}
