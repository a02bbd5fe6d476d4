//! Where the rows of a list are stored, by id: a row that moved to another page is not a new one.
//!
//! Sixteen bytes a row, since a list may have a million of them. `pages` and `walk` ask it.

use std::collections::HashMap;

use rusqlite::Connection;
use twox_hash::XxHash3_64;

use super::bodies::read_body;
use super::codec::MirrorItem;
use crate::recruiting::table::RowBuffer;
use crate::storage::StorageError;
use crate::storage::open::timestamp;
use crate::wire::Timestamp;

#[derive(Debug, Default)]
pub(crate) struct KnownRows {
    /// The hash of an id, and the page that has its latest version.
    bodies: HashMap<u64, i64>,
    /// When each page was read.
    read_at: HashMap<i64, Timestamp>,
}

fn hash(id: &str) -> u64 {
    XxHash3_64::oneshot(id.as_bytes())
}

impl KnownRows {
    /// Reads all pages of a list. A page that cannot be read has no rows.
    pub(super) fn read<T: MirrorItem>(
        connection: &Connection,
        list: i64,
    ) -> Result<Self, StorageError> {
        let mut known = Self::default();
        let mut query = connection.prepare_cached(
            "SELECT body, read_at FROM mirror_page WHERE list = ?1 ORDER BY body",
        )?;
        let pages = query.query_map([list], |row| Ok((row.get(0)?, timestamp(row.get(1)?))))?;
        for page in pages {
            let (body, read_at) = page?;
            known.add(body, &read_body::<T>(connection, body)?, read_at);
        }
        Ok(known)
    }

    pub(super) fn add(&mut self, body: i64, rows: &impl RowBuffer, read_at: Timestamp) {
        self.bodies.extend((0..rows.len()).map(|row| (hash(rows.id(row)), body)));
        self.read_at.insert(body, read_at);
    }

    /// The page that has the latest version of a row.
    pub(super) fn body_of(&self, id: &str) -> Option<i64> {
        self.bodies.get(&hash(id)).copied()
    }

    pub(super) fn read_at(&self, body: i64) -> Option<Timestamp> {
        self.read_at.get(&body).copied()
    }
}
