//! The `--database` argument.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Exit;
use super::output::Output;
use crate::config;
use crate::files::sqlite;
use crate::service::store::{DatabaseUrl, IfMissing, Origin, Store, WriteContext};
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

    /// Opens the database to change it. Prints a message if that upgraded the file.
    pub(super) fn open(&self, missing: IfMissing) -> Result<Store, Exit> {
        self.open_with_notes(missing, print_note)
    }

    /// Like [`open`](Self::open), with another place for the message.
    pub(super) fn open_with_notes(
        &self,
        missing: IfMissing,
        note: impl FnOnce(&str),
    ) -> Result<Store, Exit> {
        open(&self.url()?, missing, note)
    }

    /// Opens a database for a command that writes nothing: the file may be read-only, and it is not
    /// upgraded.
    pub(super) fn open_to_read(&self) -> Result<Store, Exit> {
        Ok(Store::open_read_only(&self.url()?)?)
    }

    /// Fails if the database is of an older version: a command that is to change nothing must not
    /// upgrade it.
    pub(super) fn require_current_version(&self) -> Result<(), Exit> {
        if self.path()?.exists() {
            self.open_to_read()?;
        }
        Ok(())
    }

    /// Opens or creates the database and runs `fill` on it. Removes a database that it created if
    /// `fill` fails.
    pub(super) async fn fill<T, F: Future<Output = Result<T, Exit>>>(
        &self,
        fill: impl FnOnce(Store) -> F,
    ) -> Result<T, Exit> {
        let url = self.url()?;
        let is_new = !url.path().exists();
        let result = fill(open(&url, IfMissing::Create, print_note)?).await;
        if is_new && result.is_err() {
            sqlite::remove_side_files(url.path());
            // It may be missing already.
            let _ = std::fs::remove_file(url.path());
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

fn open(url: &DatabaseUrl, missing: IfMissing, note: impl FnOnce(&str)) -> Result<Store, Exit> {
    let store = Store::open(url, missing)?;
    if let Some(copy) = store.upgrade_copy() {
        note(&upgrade_message(url.path(), copy));
    }
    Ok(store)
}

fn print_note(note: &str) {
    Output::standard().print_message(note);
}

pub(super) fn upgrade_message(database: &Path, copy: &Path) -> String {
    let (database, copy) = (database.display(), copy.display());
    format!("{database} was upgraded to the format of this version; the old file is {copy}")
}

/// A write by the user of this machine, for the audit log.
pub(super) fn operator_context() -> WriteContext {
    let name = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    let actor = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "operator".to_owned());
    WriteContext::new(Origin { actor, ..Origin::default() }, Timestamp::now())
}
