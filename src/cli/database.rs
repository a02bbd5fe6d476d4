//! `--database`, the same for every command that has one.

use std::path::PathBuf;

use clap::Args;

use super::exit::Exit;
use crate::config;
use crate::service::store::{DatabaseUrl, IfMissing, Store};

/// Which database a command works on.
#[derive(Debug, Clone, Args)]
pub(super) struct Database {
    /// The database, as sqlite:FILE [default: service.db in the data directory]
    #[arg(long, value_name = "sqlite:FILE")]
    database: Option<DatabaseUrl>,
}

impl Database {
    /// Opens it.
    pub(super) fn open(&self, missing: IfMissing) -> Result<Store, Exit> {
        Ok(Store::open(&self.place()?, missing)?)
    }

    /// Opens it, makes it if need be, and does something with it; a database
    /// that was made for something that failed is taken away again.
    pub(super) async fn fill<F: Future<Output = Result<(), Exit>>>(
        &self,
        fill: impl FnOnce(Store) -> F,
    ) -> Result<(), Exit> {
        let place = self.place()?;
        let made = !place.path().exists();
        let filled = fill(Store::open(&place, IfMissing::Create)?).await;
        if made && filled.is_err() {
            for ending in ["", "-wal", "-shm"] {
                let mut left = place.path().as_os_str().to_owned();
                left.push(ending);
                // What is not there need not be taken away.
                let _ = std::fs::remove_file(PathBuf::from(left));
            }
        }
        filled
    }

    /// The one that the user chose.
    pub(super) const fn named(&self) -> Option<&DatabaseUrl> {
        self.database.as_ref()
    }

    /// Where it is.
    pub(super) fn path(&self) -> Result<PathBuf, Exit> {
        Ok(self.place()?.path().to_owned())
    }

    /// How to name the same database to another command.
    pub(super) fn argument(&self) -> String {
        self.database
            .as_ref()
            .map(|place| format!(" --database sqlite:{}", place.path().display()))
            .unwrap_or_default()
    }

    fn place(&self) -> Result<DatabaseUrl, Exit> {
        self.database.clone().map_or_else(
            || Ok(DatabaseUrl::Sqlite(config::data_directory()?.join("service.db"))),
            Ok,
        )
    }
}
