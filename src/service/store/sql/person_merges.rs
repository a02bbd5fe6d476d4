//! Giving everything that is stored about one person to another record of them.

use super::candidates::{self, CandidateSelector};
use super::removals::{self, CandidatePlace};
use super::rows::json;
use super::{Db, audit, persons, read, rows, stage_moves};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::copy_person;
use crate::service::store::changes::{MergedPerson, Outcome};
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::person_merge::{complete, is_kept, unite_histories};
use crate::service::store::record::PersonRecord;
use crate::service::store::values::params;
use crate::wire::{Candidate, PersonId};

pub(crate) fn merge(
    db: &Db<'_>,
    from: &PersonId,
    into: &PersonId,
    context: &WriteContext,
) -> Result<Outcome<MergedPerson>, StoreError> {
    if from == into {
        return Err(StoreError::InvalidArgument(format!("{from} cannot be merged into itself")));
    }
    let mut merged = MergedPerson {
        id: into.clone(),
        merged_id: from.clone(),
        candidates: 0,
        united_candidates: 0,
    };
    let Some((into_pk, mut record)) = rows::person_by_id(db, into)? else {
        return Err(read::missing_person(db, into)?);
    };
    let Some((from_pk, other)) = rows::person_by_id(db, from)? else {
        return match read::missing_person(db, from)? {
            StoreError::PersonMerged { into: owner, .. } if owner == *into => {
                Ok(Outcome::unchanged(merged))
            }
            error => Err(error),
        };
    };
    let mut fields = complete(&mut record, &other);
    move_candidates(db, from_pk, into_pk, &mut merged)?;
    move_rows(db, from_pk, into_pk)?;
    // External IDs are unique: the first row must be gone before the second is written.
    db.write("DELETE FROM person WHERE person_pk = ?1", params![from_pk])?;
    if take_external_id(db, into_pk, &mut record, other.external_source_id)? {
        fields.push("external_source_id");
    }
    rows::update_person(db, &record, None)?;
    candidates::update(db, CandidateSelector::Person(into_pk), |candidate| {
        candidate.person_id.clone_from(into);
        copy_person(candidate, &record);
    })?;
    db.write(
        "UPDATE deleted_person SET merged_into = ?2 WHERE merged_into = ?1",
        params![from.as_str(), into.as_str()],
    )?;
    persons::add_tombstone(db, from, Some(into), context)?;
    let operation = AuditOperation::MergePersons;
    let subject = AuditSubject { operation, record_id: from.as_str(), person_id: Some(into) };
    audit::record(db, &context.with_fields(&fields), &subject)?;
    Ok(Outcome::changed(merged))
}

/// Contacts and external IDs. A contact at the same client is kept once.
fn move_rows(db: &Db<'_>, from_pk: i64, into_pk: i64) -> Result<(), StoreError> {
    for statement in [
        "UPDATE client_contact SET person_pk = ?2
         WHERE person_pk = ?1 AND NOT EXISTS (
             SELECT 1 FROM client_contact other
             WHERE other.person_pk = ?2 AND other.client_pk = client_contact.client_pk)",
        "UPDATE external_alias SET person_pk = ?2 WHERE person_pk = ?1",
    ] {
        db.write(statement, params![from_pk, into_pk])?;
    }
    db.write("DELETE FROM client_contact WHERE person_pk = ?1", params![from_pk])?;
    Ok(())
}

/// Gives an external ID to a person who has none, or else as a second one. Returns whether it
/// became the first.
fn take_external_id(
    db: &Db<'_>,
    person_pk: i64,
    record: &mut PersonRecord,
    id: Option<String>,
) -> Result<bool, StoreError> {
    let Some(id) = id else { return Ok(false) };
    if record.external_source_id.is_none() {
        record.external_source_id = Some(id);
        return Ok(true);
    }
    db.write(
        "INSERT INTO external_alias (external_source_id, person_pk) VALUES (?1, ?2)",
        params![id, person_pk],
    )?;
    Ok(false)
}

struct StoredCandidate {
    place: CandidatePlace,
    candidate: Candidate,
}

fn candidates_of(db: &Db<'_>, person_pk: i64) -> Result<Vec<StoredCandidate>, StoreError> {
    let query = "SELECT candidate_pk, job_pk, position, shown FROM candidate WHERE person_pk = ?1";
    db.query(query, params![person_pk], |row| {
        let (candidate_pk, job_pk, position) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let place = CandidatePlace { candidate_pk, job_pk, position };
        Ok(StoredCandidate { place, candidate: json(row, 3)? })
    })
}

/// Of two candidacies for the same job, the older one stays, with both histories.
fn move_candidates(
    db: &Db<'_>,
    from_pk: i64,
    into_pk: i64,
    merged: &mut MergedPerson,
) -> Result<(), StoreError> {
    let present = candidates_of(db, into_pk)?;
    for moved in candidates_of(db, from_pk)? {
        let job_pk = moved.place.job_pk;
        let mut kept_pk = moved.place.candidate_pk;
        if let Some(other) = present.iter().find(|other| other.place.job_pk == job_pk) {
            let (kept, removed) = if is_kept(&moved.candidate, &other.candidate) {
                (&moved, other)
            } else {
                (other, &moved)
            };
            kept_pk = kept.place.candidate_pk;
            unite(db, kept, removed)?;
            merged.united_candidates += 1;
        }
        db.write(
            "UPDATE candidate SET person_pk = ?2 WHERE candidate_pk = ?1",
            params![kept_pk, into_pk],
        )?;
        merged.candidates += 1;
    }
    Ok(())
}

fn unite(db: &Db<'_>, kept: &StoredCandidate, removed: &StoredCandidate) -> Result<(), StoreError> {
    removals::delete(db, &[removed.place])?;
    let mut stage = kept.candidate.current_pipeline_stage_id.clone();
    let key = kept.place.candidate_pk;
    candidates::update(db, CandidateSelector::Candidate(key), |candidate| {
        unite_histories(candidate, &removed.candidate);
        stage.clone_from(&candidate.current_pipeline_stage_id);
    })?;
    stage_moves::set_stage(db, key, kept.place.job_pk, &stage)
}
