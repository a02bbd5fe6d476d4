//! The table `audit`.

use super::rows::{json, text, to_json};
use super::{Db, Row};
use crate::service::store::audit::{AuditEntry, AuditOperation, AuditQuery, AuditSubject};
use crate::service::store::context::{AuditMode, WriteContext};
use crate::service::store::error::StoreError;
use crate::service::store::values::{Value, params};
use crate::wire::{ClientId, PersonId, Timestamp};

/// Records a write in its own transaction.
pub(crate) fn record(
    db: &Db<'_>,
    context: &WriteContext,
    subject: &AuditSubject<'_>,
) -> Result<(), StoreError> {
    if context.audit == AuditMode::Off {
        return Ok(());
    }
    let names: Vec<&String> = context.change.0.keys().collect();
    let values = match context.audit {
        AuditMode::Values => Some(to_json(&context.change.0)?),
        AuditMode::Off | AuditMode::FieldNames => None,
    };
    let origin = &context.origin;
    db.write(
        "INSERT INTO audit (at, actor, request_id, address, operation, record_id, person_id,
             fields, field_values)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            context.now.micros(),
            origin.actor,
            origin.request_id,
            origin.address.map(|address| address.to_string()),
            subject.operation.name(),
            subject.record_id,
            subject.person_id.map(PersonId::as_str),
            to_json(&names)?,
            values,
        ],
    )?;
    Ok(())
}

/// Passes the entries to `visit`, oldest first.
pub(crate) fn each<E: From<StoreError>>(
    db: &Db<'_>,
    query: &AuditQuery,
    mut visit: impl FnMut(AuditEntry) -> Result<(), E>,
) -> Result<(), E> {
    let sql = "SELECT at, actor, request_id, address, operation, record_id, person_id, fields,
             field_values
         FROM audit
         WHERE at >= ?2 AND (CAST(?1 AS TEXT) IS NULL OR person_id = ?1
             -- A merge is about the person who stays.
             OR operation = ?3 AND record_id = ?1)
         ORDER BY at, audit_pk";
    let person = query.person.as_ref().map(PersonId::as_str);
    let since = query.since.map_or(i64::MIN, Timestamp::micros);
    let merge = AuditOperation::MergePersons.name();
    db.each(sql, params![person, since, merge], |row| visit(entry(row)?))
}

fn entry(row: &Row<'_>) -> Result<AuditEntry, StoreError> {
    let has_values = row.value(8)? != Value::Null;
    Ok(AuditEntry {
        at: Timestamp::from_micros(row.get(0)?).map(Timestamp::to_millis),
        actor: row.get(1)?,
        request_id: row.get(2)?,
        address: row.get(3)?,
        operation: row.get(4)?,
        record_id: text(row, 5)?,
        person_id: row.get::<Option<String>>(6)?.map(PersonId::from),
        fields: json(row, 7)?,
        values: if has_values { Some(json(row, 8)?) } else { None },
    })
}

/// Whether the log shows that the record was changed so: a repeated command is no mistake.
pub(super) fn has(
    db: &Db<'_>,
    operation: AuditOperation,
    record_id: &str,
) -> Result<bool, StoreError> {
    let query = "SELECT 1 FROM audit WHERE operation = ?1 AND record_id = ?2 LIMIT 1";
    db.exists(query, params![operation.name(), record_id])
}

/// Whether the log shows that the operation changed the name of the record.
pub(super) fn has_rename(
    db: &Db<'_>,
    operation: AuditOperation,
    record_id: &str,
) -> Result<bool, StoreError> {
    // The names of the fields are a JSON array, in which no name needs an escape.
    let query = "SELECT 1 FROM audit WHERE operation = ?1 AND record_id = ?2
         AND fields LIKE '%\"name\"%' LIMIT 1";
    db.exists(query, params![operation.name(), record_id])
}

/// Whether the log shows that two clients were merged. Both entries of the merge have its time.
pub(super) fn has_client_merge(
    db: &Db<'_>,
    from: &str,
    into: &ClientId,
) -> Result<bool, StoreError> {
    let query = "SELECT 1 FROM audit merged JOIN audit kept USING (at, operation)
         WHERE operation = ?1 AND merged.record_id = ?2 AND kept.record_id = ?3 LIMIT 1";
    let operation = AuditOperation::MergeClients.name();
    db.exists(query, params![operation, from, into.as_str()])
}

pub(crate) fn exists_before(db: &Db<'_>, limit: Timestamp) -> Result<bool, StoreError> {
    db.exists("SELECT 1 FROM audit WHERE at < ?1 LIMIT 1", params![limit.micros()])
}

/// Deletes what is older, and returns how many entries.
pub(crate) fn delete_before(db: &Db<'_>, limit: Timestamp) -> Result<usize, StoreError> {
    db.execute("DELETE FROM audit WHERE at < ?1", params![limit.micros()])
}
