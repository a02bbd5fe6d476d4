//! The rows of a page in the database.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::codec::{MirrorItem, from_bytes, to_bytes};
use crate::recruiting::table::RowBuffer as _;
use crate::storage::StorageError;

pub(super) fn read_items<T: MirrorItem>(
    connection: &Connection,
    body: i64,
) -> Result<Vec<T>, StorageError> {
    Ok(read_body::<T>(connection, body)?.items())
}

/// The rows of a page; none if it cannot be read, so that it is read again from the server.
pub(super) fn read_body<T: MirrorItem>(
    connection: &Connection,
    body: i64,
) -> Result<T::Buffer, StorageError> {
    let mut query = connection.prepare_cached("SELECT body FROM mirror_body WHERE id = ?1")?;
    let rows = query
        .query_row([body], |row| Ok(from_bytes::<T>(row.get_ref(0)?.as_blob()?)))
        .optional()?;
    Ok(rows.and_then(Result::ok).unwrap_or_default())
}

/// Stores rows. Returns their key.
pub(super) fn insert_body<T: MirrorItem>(
    change: &Transaction<'_>,
    rows: &T::Buffer,
) -> Result<i64, StorageError> {
    let mut put = change.prepare_cached("INSERT INTO mirror_body (body) VALUES (?1)")?;
    Ok(put.insert([to_bytes::<T>(rows)])?)
}

/// Stores other rows for a page; none deletes it.
pub(super) fn replace_body<T: MirrorItem>(
    change: &Transaction<'_>,
    list: i64,
    body: i64,
    rows: &[T],
) -> Result<(), StorageError> {
    if rows.is_empty() {
        change.execute("DELETE FROM mirror_page WHERE list = ?1 AND body = ?2", [list, body])?;
        change.execute("DELETE FROM mirror_body WHERE id = ?1", [body])?;
        return Ok(());
    }
    let buffer = T::Buffer::of(rows);
    let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let mut page = change.prepare_cached(
        "UPDATE mirror_page SET rows = ?3, digest = ?4 WHERE list = ?1 AND body = ?2",
    )?;
    page.execute(params![list, body, count, T::digest(&buffer)])?;
    let mut put = change.prepare_cached("UPDATE mirror_body SET body = ?2 WHERE id = ?1")?;
    put.execute(params![body, to_bytes::<T>(&buffer)])?;
    Ok(())
}
