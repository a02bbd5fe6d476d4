//! The table of API keys.

use rusqlite::Connection;

use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::ApiKeyRecord;
use crate::wire::Timestamp;

pub(crate) fn all(db: &Connection) -> Result<Vec<ApiKeyRecord>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT name, digest, read_only, created_at FROM api_key ORDER BY name")?;
    let rows = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<Vec<(String, [u8; 32], bool, i64)>, _>>()?;
    let record = |(name, digest, read_only, created_at)| {
        let created_at = Timestamp::from_micros(created_at)?;
        Some(ApiKeyRecord { name, digest, read_only, created_at })
    };
    Ok(rows.into_iter().filter_map(record).collect())
}

pub(crate) fn insert(db: &Connection, key: &ApiKeyRecord) -> Result<(), StoreError> {
    let inserted = db
        .prepare_cached(
            "INSERT INTO api_key (name, digest, read_only, created_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
        )?
        .execute((&key.name, key.digest, key.read_only, key.created_at.micros()))?;
    if inserted == 1 {
        return Ok(());
    }
    Err(StoreError::Conflict(format!(
        "a key called {} exists; choose another name, or revoke it first",
        key.name
    )))
}

pub(crate) fn delete(db: &Connection, name: &str) -> Result<(), StoreError> {
    match db.prepare_cached("DELETE FROM api_key WHERE name = ?1")?.execute([name])? {
        0 => Err(StoreError::not_found(RecordKind::Key, name)),
        _ => Ok(()),
    }
}
