//! Deleting people with everything that is stored about them.

use super::removals::{self, CandidatePlace};
use super::{Db, audit, persons, read};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{DeletedPerson, Outcome};
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::values::params;
use crate::wire::PersonId;

/// Deletes the people, in one transaction. A person who was deleted before is reported as such.
pub(crate) fn delete(
    db: &Db<'_>,
    ids: &[PersonId],
    context: &WriteContext,
) -> Result<Outcome<Vec<DeletedPerson>>, StoreError> {
    let deleted =
        ids.iter().map(|id| delete_person(db, id, context)).collect::<Result<Vec<_>, _>>()?;
    Ok(Outcome { changed: deleted.iter().any(|person| !person.was_deleted), result: deleted })
}

fn delete_person(
    db: &Db<'_>,
    id: &PersonId,
    context: &WriteContext,
) -> Result<DeletedPerson, StoreError> {
    let query = "SELECT person_pk FROM person WHERE id = ?1";
    let person_pk: Option<i64> = db.query_opt(query, params![id.as_str()], |row| row.get(0))?;
    let Some(person_pk) = person_pk else {
        let is_deleted = db.exists(
            "SELECT 1 FROM deleted_person WHERE id = ?1 AND merged_into IS NULL",
            params![id.as_str()],
        )?;
        if is_deleted {
            return Ok(DeletedPerson { id: id.clone(), was_deleted: true, candidates: 0 });
        }
        return Err(read::missing_person(db, id)?);
    };
    let candidates = candidates_of(db, person_pk)?;
    removals::delete(db, &candidates)?;
    for table in ["client_contact", "external_alias", "person"] {
        db.write(&format!("DELETE FROM {table} WHERE person_pk = ?1"), params![person_pk])?;
    }
    forget_in_audit(db, id)?;
    // Who was merged into this person is deleted with them.
    db.write(
        "UPDATE deleted_person SET merged_into = NULL WHERE merged_into = ?1",
        params![id.as_str()],
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

fn candidates_of(db: &Db<'_>, person_pk: i64) -> Result<Vec<CandidatePlace>, StoreError> {
    let query = "SELECT candidate_pk, job_pk, position FROM candidate WHERE person_pk = ?1";
    db.query(query, params![person_pk], |row| {
        let (candidate_pk, job_pk, position) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(CandidatePlace { candidate_pk, job_pk, position })
    })
}

/// Who did what to the person and when stays in the log. A request ID is free text of a client.
fn forget_in_audit(db: &Db<'_>, id: &PersonId) -> Result<(), StoreError> {
    db.write(
        "UPDATE audit SET record_id = person_id, request_id = NULL, field_values = NULL
         WHERE person_id = ?1
            OR person_id IN (SELECT id FROM deleted_person WHERE merged_into = ?1)",
        params![id.as_str()],
    )?;
    Ok(())
}
