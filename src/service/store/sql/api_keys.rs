//! The table of API keys.

use super::{Db, Row, audit};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::Outcome;
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::{ApiKeyRecord, PreviousSecret};
use crate::service::store::values::params;
use crate::wire::Timestamp;

pub(crate) fn all(db: &Db<'_>) -> Result<Vec<ApiKeyRecord>, StoreError> {
    let query = "SELECT name, digest, read_only, created_at, expires_at, last_used_at,
             previous_digest, previous_until
         FROM api_key ORDER BY name";
    db.query(query, params![], key)
}

fn key(row: &Row<'_>) -> Result<ApiKeyRecord, StoreError> {
    let time = |column| -> Result<Option<Timestamp>, StoreError> {
        Ok(row.get::<Option<i64>>(column)?.and_then(Timestamp::from_micros))
    };
    let digest: Option<[u8; 32]> = row.get(6)?;
    let until = time(7)?;
    Ok(ApiKeyRecord {
        name: row.get(0)?,
        digest: row.get(1)?,
        read_only: row.get(2)?,
        created_at: time(3)?.ok_or_else(|| row.unexpected(3))?,
        expires_at: time(4)?,
        last_used_at: time(5)?,
        previous: digest.zip(until).map(|(digest, until)| PreviousSecret { digest, until }),
    })
}

pub(crate) fn insert(
    db: &Db<'_>,
    key: &ApiKeyRecord,
    context: &WriteContext,
) -> Result<(), StoreError> {
    let inserted = db.execute(
        "INSERT INTO api_key (name, digest, read_only, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        params![
            key.name,
            key.digest,
            key.read_only,
            key.created_at.micros(),
            key.expires_at.map(Timestamp::micros),
        ],
    )?;
    if inserted == 0 {
        return Err(StoreError::Conflict(format!(
            "a key called {} exists; choose another name, or revoke it first",
            key.name
        )));
    }
    record(db, context, AuditOperation::CreateKey, &key.name)
}

/// Replaces the secret of a key; the old one stays valid until `previous_until`.
pub(crate) fn rotate(
    db: &Db<'_>,
    key: &ApiKeyRecord,
    previous_until: Option<Timestamp>,
    context: &WriteContext,
) -> Result<(), StoreError> {
    let updated = db.execute(
        "UPDATE api_key SET previous_until = ?3, digest = ?2, expires_at = ?4, created_at = ?5,
             previous_digest = CASE WHEN CAST(?3 AS BIGINT) IS NULL THEN NULL ELSE digest END
         WHERE name = ?1",
        params![
            key.name,
            key.digest,
            previous_until.map(Timestamp::micros),
            key.expires_at.map(Timestamp::micros),
            key.created_at.micros(),
        ],
    )?;
    if updated == 0 {
        return Err(StoreError::not_found(RecordKind::Key, &key.name));
    }
    record(db, context, AuditOperation::RotateKey, &key.name)
}

pub(crate) fn delete(
    db: &Db<'_>,
    name: &str,
    context: &WriteContext,
) -> Result<Outcome<()>, StoreError> {
    let operation = AuditOperation::RevokeKey;
    if db.execute("DELETE FROM api_key WHERE name = ?1", params![name])? == 1 {
        record(db, context, operation, name)?;
        return Ok(Outcome::changed(()));
    }
    if audit::has(db, operation, name)? {
        return Ok(Outcome::unchanged(()));
    }
    Err(StoreError::not_found(RecordKind::Key, name))
}

/// Not a change of the operator's data: the audit log does not record it.
pub(crate) fn mark_used(db: &Db<'_>, used: &[(String, Timestamp)]) -> Result<(), StoreError> {
    for (name, at) in used {
        let sql = "UPDATE api_key SET last_used_at = ?2 WHERE name = ?1";
        db.write(sql, params![name, at.micros()])?;
    }
    Ok(())
}

fn record(
    db: &Db<'_>,
    context: &WriteContext,
    operation: AuditOperation,
    name: &str,
) -> Result<(), StoreError> {
    audit::record(db, context, &AuditSubject { operation, record_id: name, person_id: None })
}
