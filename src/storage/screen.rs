//! What was on the screen when the program was left, for each server.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Storage, StorageError};
use crate::wire::Timestamp;

impl Storage {
    /// How the screen is divided, and where the user was.
    pub(crate) fn screen(&self, server: &str) -> Result<Option<[String; 2]>, StorageError> {
        read_screen(&self.connection, server)
    }

    pub(crate) fn set_screen(
        &self,
        server: &str,
        [arrangement, place]: &[String; 2],
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let mut put = self.connection.prepare_cached(
            "INSERT INTO screen (server, arrangement, place, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (server) DO UPDATE SET arrangement = ?2, place = ?3, at = ?4",
        )?;
        put.execute(params![server, arrangement, place, at.micros()])?;
        Ok(())
    }
}

pub(super) fn read_screen(
    connection: &Connection,
    server: &str,
) -> Result<Option<[String; 2]>, StorageError> {
    let sql = "SELECT arrangement, place FROM screen WHERE server = ?1";
    let mut query = connection.prepare_cached(sql)?;
    let row = query.query_row([server], |row| Ok([row.get(0)?, row.get(1)?]));
    Ok(row.optional()?)
}
