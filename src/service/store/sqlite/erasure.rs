//! Deleting people with everything that is stored about them.
//!
//! The transaction deletes the rows. `secure_delete` overwrites them, but a page that `SQLite`
//! rebuilt earlier can hold a stale copy in its unused part, and the write-ahead log holds old
//! pages: so [`rewrite`] then writes the whole file anew and empties the log.

use rusqlite::{Connection, OptionalExtension, params};

use super::removals::{self, CandidatePlace};
use super::{audit, lock_wait, persons, read};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{DeletedPerson, Outcome};
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::wire::PersonId;

/// Deletes the people, in one transaction. Who was deleted before is reported as such.
pub(crate) fn delete(
    db: &Connection,
    ids: &[PersonId],
    context: &WriteContext,
) -> Result<Outcome<Vec<DeletedPerson>>, StoreError> {
    let deleted =
        ids.iter().map(|id| delete_person(db, id, context)).collect::<Result<Vec<_>, _>>()?;
    Ok(Outcome { changed: deleted.iter().any(|person| !person.was_deleted), result: deleted })
}

fn delete_person(
    db: &Connection,
    id: &PersonId,
    context: &WriteContext,
) -> Result<DeletedPerson, StoreError> {
    let person_pk: Option<i64> = db
        .prepare_cached("SELECT person_pk FROM person WHERE id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?;
    let Some(person_pk) = person_pk else {
        let is_deleted = db
            .prepare_cached("SELECT 1 FROM deleted_person WHERE id = ?1 AND merged_into IS NULL")?
            .exists([id.as_str()])?;
        if is_deleted {
            return Ok(DeletedPerson { id: id.clone(), was_deleted: true, candidates: 0 });
        }
        return Err(read::missing_person(db, id)?);
    };
    let candidates = candidates_of(db, person_pk)?;
    removals::delete(db, &candidates)?;
    for table in ["client_contact", "external_alias", "person"] {
        db.execute(&format!("DELETE FROM {table} WHERE person_pk = ?1"), [person_pk])?;
    }
    forget_in_audit(db, id)?;
    // Who was merged into this person is deleted with them.
    db.execute(
        "UPDATE deleted_person SET merged_into = NULL WHERE merged_into = ?1",
        [id.as_str()],
    )?;
    persons::add_tombstone(db, id, None, context)?;
    let operation = AuditOperation::DeletePerson;
    audit::record(
        db,
        context,
        &AuditSubject { operation, record_id: id.as_str(), person_id: Some(id) },
    )?;
    Ok(DeletedPerson { id: id.clone(), was_deleted: false, candidates: candidates.len() })
}

fn candidates_of(db: &Connection, person_pk: i64) -> Result<Vec<CandidatePlace>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT candidate_pk, job_pk, position FROM candidate WHERE person_pk = ?1",
    )?;
    let found = query.query_map([person_pk], |row| {
        let (candidate_pk, job_pk, position) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(CandidatePlace { candidate_pk, job_pk, position })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Who did what to the person and when stays in the log. A request ID is free text of a client.
fn forget_in_audit(db: &Connection, id: &PersonId) -> Result<(), StoreError> {
    db.execute(
        "UPDATE audit SET record_id = person_id, request_id = NULL, field_values = NULL
         WHERE person_id = ?1
            OR person_id IN (SELECT id FROM deleted_person WHERE merged_into = ?1)",
        params![id.as_str()],
    )?;
    Ok(())
}

/// Writes the file anew, without anything that was deleted, and empties the log beside it. Waits
/// for other processes until the deadline of the thread.
pub(super) fn rewrite(db: &Connection) -> Result<(), StoreError> {
    db.execute_batch("VACUUM")?;
    for attempt in 0.. {
        let is_busy: bool =
            db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if !is_busy {
            return Ok(());
        }
        // `SQLite` waits for readers by itself, but not for another checkpoint.
        if !lock_wait::wait(attempt) {
            break;
        }
    }
    Err(StoreError::InUse)
}
