//! Server quirks, as JSON.

use rusqlite::{OptionalExtension, Transaction, TransactionBehavior};

use super::{Storage, StorageError};

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
