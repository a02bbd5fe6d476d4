//! The `--database` argument.

use std::convert::Infallible;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use clap::Args;

use super::database_password;
use super::exit::Exit;
use super::output::Output;
use crate::config;
use crate::files::sqlite;
use crate::service::store::{
    DatabaseUrl, IfMissing, Origin, ParseDatabaseUrlError, Store, WriteContext,
};
use crate::wire::Timestamp;

/// Which database a command works on.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct Database {
    #[arg(
        long,
        value_name = "URL",
        help = "Database, as sqlite:FILE or postgres://USER@HOST/DATABASE [default: service.db in the data directory]"
    )]
    database: Option<DatabaseArg>,
    /// The password is looked up once: that may run a command.
    #[arg(skip)]
    login: Arc<OnceLock<DatabaseUrl>>,
}

/// The parsed address, or why it is invalid. clap would quote the argument, which may hold a password.
#[derive(Debug, Clone)]
pub(super) struct DatabaseArg(Result<DatabaseUrl, ParseDatabaseUrlError>);

impl FromStr for DatabaseArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.parse()))
    }
}

impl Database {
    pub(super) fn at(url: DatabaseUrl) -> Self {
        Self { database: Some(DatabaseArg(Ok(url))), login: Arc::default() }
    }

    /// An address that an argument of this name gives.
    pub(super) fn named(argument: &'static str, url: DatabaseArg) -> Result<Self, Exit> {
        let url = url.0.map_err(|error| Exit::usage(format!("{argument}: {error}")))?;
        Ok(Self::at(url))
    }

    /// Opens the database to change it. Prints a message if that upgraded the file.
    pub(super) async fn open(&self, missing: IfMissing) -> Result<Store, Exit> {
        self.open_with_notes(missing, print_note).await
    }

    /// Like [`open`](Self::open), with another place for the message.
    pub(super) async fn open_with_notes(
        &self,
        missing: IfMissing,
        note: impl FnOnce(&str),
    ) -> Result<Store, Exit> {
        open(&self.login()?, missing, note).await
    }

    /// Opens a database for a command that writes nothing: the file may be read-only, and it is not
    /// upgraded.
    pub(super) async fn open_to_read(&self) -> Result<Store, Exit> {
        Ok(Store::open_read_only(&self.login()?).await?)
    }

    /// Whether there is a database yet. A server may have one without any tables.
    pub(super) async fn exists(&self) -> Result<bool, Exit> {
        Ok(Store::exists(&self.login()?).await?)
    }

    /// Fails if the database is of an older version: a command that is to change nothing must not
    /// upgrade it.
    pub(super) async fn require_current_version(&self) -> Result<(), Exit> {
        if self.exists().await? {
            self.open_to_read().await?;
        }
        Ok(())
    }

    /// Opens or creates the database and runs `fill` on it. Removes a file that it created if
    /// `fill` fails.
    pub(super) async fn fill<T, F: Future<Output = Result<T, Exit>>>(
        &self,
        fill: impl FnOnce(Store) -> F,
    ) -> Result<T, Exit> {
        let url = self.login()?;
        let new_file = match &url {
            DatabaseUrl::Sqlite(path) => Some(path).filter(|path| !path.exists()),
            DatabaseUrl::Postgres(_) => None,
        };
        let result = fill(open(&url, IfMissing::Create, print_note).await?).await;
        if let Some(path) = new_file
            && result.is_err()
        {
            sqlite::remove_side_files(path);
            // It may be missing already.
            let _ = std::fs::remove_file(path);
        }
        result
    }

    pub(super) fn explicit_url(&self) -> Result<Option<DatabaseUrl>, Exit> {
        let url = self.database.clone().map(|DatabaseArg(url)| url).transpose();
        url.map_err(|error| Exit::usage(format!("--database: {error}")))
    }

    /// The arguments that name the same database to another command.
    pub(super) fn argument(&self) -> String {
        match &self.database {
            Some(DatabaseArg(Ok(url))) => format!(" --database {}", shell_quote(&url.to_string())),
            _ => String::new(),
        }
    }

    /// The address alone: nothing is opened with it.
    pub(super) fn url(&self) -> Result<DatabaseUrl, Exit> {
        self.explicit_url()?.map_or_else(
            || Ok(DatabaseUrl::Sqlite(config::data_directory()?.join("service.db"))),
            Ok,
        )
    }

    /// The address with the password of its role.
    pub(super) fn login(&self) -> Result<DatabaseUrl, Exit> {
        if let Some(url) = self.login.get() {
            return Ok(url.clone());
        }
        let mut url = self.url()?;
        if let DatabaseUrl::Postgres(login) = &mut url {
            login.password = database_password::find(&login.address)
                .map_err(|error| Exit::usage(error.to_string()))?;
        }
        Ok(self.login.get_or_init(|| url).clone())
    }
}

async fn open(
    url: &DatabaseUrl,
    missing: IfMissing,
    note: impl FnOnce(&str),
) -> Result<Store, Exit> {
    let store = Store::open(url, missing).await?;
    if let Some(copy) = store.upgrade_copy() {
        note(&upgrade_message(url, copy));
    }
    Ok(store)
}

fn print_note(note: &str) {
    Output::standard().print_message(note);
}

pub(super) fn upgrade_message(database: &DatabaseUrl, copy: &Path) -> String {
    let (database, copy) = (database.short(), copy.display());
    format!("{database} was upgraded to the format of this version; the old file is {copy}")
}

/// Quotes the text as one word of a shell.
fn shell_quote(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:@%+=,-".contains(c);
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A write by the user of this machine, for the audit log.
pub(super) fn operator_context() -> WriteContext {
    let name = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    let actor = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "operator".to_owned());
    WriteContext::new(Origin { actor, ..Origin::default() }, Timestamp::now())
}
