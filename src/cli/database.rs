//! The `--database` argument.

use std::path::PathBuf;

use clap::Args;

use super::exit::Exit;
use crate::config;
use crate::service::store::{DatabaseUrl, IfMissing, Origin, Store, StoreError, WriteContext};
use crate::wire::Timestamp;

/// Which database a command works on.
#[derive(Debug, Clone, Args)]
pub(super) struct Database {
    /// Database file, as sqlite:FILE [default: service.db in the data directory]
    #[arg(long, value_name = "sqlite:FILE")]
    database: Option<DatabaseUrl>,
}

impl Database {
    pub(super) const fn at(url: DatabaseUrl) -> Self {
        Self { database: Some(url) }
    }

    pub(super) fn open(&self, missing: IfMissing) -> Result<Store, Exit> {
        Ok(Store::open(&self.url()?, missing)?)
    }

    /// Opens a database for a command that writes nothing; the file may be read-only.
    pub(super) fn open_to_read(&self) -> Result<Store, Exit> {
        let url = self.url()?;
        match Store::open(&url, IfMissing::Fail) {
            Err(error @ StoreError::CannotOpen { .. }) => {
                Ok(Store::open_read_only(&url).map_err(|_also_fails| error)?)
            }
            result => Ok(result?),
        }
    }

    /// Opens or creates the database and runs `fill` on it. Removes a database that it created if
    /// `fill` fails.
    pub(super) async fn fill<F: Future<Output = Result<(), Exit>>>(
        &self,
        fill: impl FnOnce(Store) -> F,
    ) -> Result<(), Exit> {
        let url = self.url()?;
        let is_new = !url.path().exists();
        let result = fill(Store::open(&url, IfMissing::Create)?).await;
        if is_new && result.is_err() {
            for suffix in ["", "-wal", "-shm"] {
                let mut path = url.path().as_os_str().to_owned();
                path.push(suffix);
                // Not every file exists.
                let _ = std::fs::remove_file(PathBuf::from(path));
            }
        }
        result
    }

    pub(super) const fn explicit_url(&self) -> Option<&DatabaseUrl> {
        self.database.as_ref()
    }

    pub(super) fn path(&self) -> Result<PathBuf, Exit> {
        Ok(self.url()?.path().to_owned())
    }

    /// The arguments that name the same database to another command.
    pub(super) fn argument(&self) -> String {
        self.database
            .as_ref()
            .map(|url| format!(" --database sqlite:{}", url.path().display()))
            .unwrap_or_default()
    }

    pub(super) fn url(&self) -> Result<DatabaseUrl, Exit> {
        self.database.clone().map_or_else(
            || Ok(DatabaseUrl::Sqlite(config::data_directory()?.join("service.db"))),
            Ok,
        )
    }
}

/// A write by the user of this machine, for the audit log.
pub(super) fn operator_context() -> WriteContext {
    let name = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    let actor = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "operator".to_owned());
    WriteContext::new(Origin { actor, ..Origin::default() }, Timestamp::now())
}
