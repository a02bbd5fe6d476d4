//! Where this machine stores a workspace, and the quirks of its server, stored as JSON. Commands
//! and the storage thread use it.

use std::path::PathBuf;

use rusqlite::{OptionalExtension, Transaction, TransactionBehavior};

use super::{Storage, StorageError};
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::person::ServerQuirks;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalStore {
    /// The database, or why it has no location.
    pub file: Result<PathBuf, String>,
    /// The name of the server in the database.
    pub server: String,
    /// Whether people are created with the v0 operation.
    pub creates_v0: bool,
    /// The candidate page of the recruiting system, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    pub mirror: MirrorSettings,
}

impl LocalStore {
    /// Whether the file was ever created.
    pub(crate) fn exists(&self) -> bool {
        self.file.as_ref().is_ok_and(|file| file.exists())
    }

    pub(crate) fn open(&self) -> Result<Storage, String> {
        Storage::open(self.file.as_ref().map_err(Clone::clone)?).map_err(|error| error.to_string())
    }

    /// Opens a file that turned out to be damaged; the caller has closed it.
    pub(crate) fn reopen_damaged(&self) -> Result<Storage, String> {
        Storage::reopen_damaged(self.file.as_ref().map_err(Clone::clone)?)
            .map_err(|error| error.to_string())
    }

    pub(crate) fn quirks(&self, storage: &Storage) -> Result<ServerQuirks, StorageError> {
        Ok(parse(storage.quirks(&self.server)?))
    }

    /// Adds quirks to those already stored.
    pub(crate) fn learn(&self, storage: &Storage, quirks: ServerQuirks) -> Result<(), String> {
        let merged = |body| serde_json::json!(parse(body).union(quirks)).to_string();
        storage.update_quirks(&self.server, merged).map_err(|error| error.to_string())
    }

    /// Removes quirks that no longer hold.
    pub(crate) fn unlearn(&self, storage: &Storage, quirks: ServerQuirks) -> Result<(), String> {
        let left = |body| serde_json::json!(parse(body).without(quirks)).to_string();
        storage.update_quirks(&self.server, left).map_err(|error| error.to_string())
    }
}

impl Storage {
    pub(crate) fn quirks(&self, server: &str) -> Result<Option<String>, StorageError> {
        let mut query =
            self.connection.prepare_cached("SELECT body FROM habit WHERE server = ?1")?;
        Ok(query.query_row([server], |row| row.get(0)).optional()?)
    }

    /// Replaces the stored quirks with the result of `merge`, in one transaction.
    pub(crate) fn update_quirks(
        &self,
        server: &str,
        merge: impl FnOnce(Option<String>) -> String,
    ) -> Result<(), StorageError> {
        let immediate = TransactionBehavior::Immediate;
        let change = Transaction::new_unchecked(&self.connection, immediate)?;
        let body = merge(self.quirks(server)?);
        change.execute(
            "INSERT INTO habit (server, body) VALUES (?1, ?2)
             ON CONFLICT (server) DO UPDATE SET body = ?2",
            [server, &body],
        )?;
        Ok(change.commit()?)
    }
}

/// Unreadable quirks count as unknown: they are learned again.
fn parse(body: Option<String>) -> ServerQuirks {
    body.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default()
}
