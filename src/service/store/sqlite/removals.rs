//! Removing candidates from their jobs. Positions stay dense: later candidates move up.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension};

use super::rows::text;
use super::{audit, candidates};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{Outcome, RemovedCandidate};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::wire::{CandidateId, PersonId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CandidatePlace {
    pub(super) candidate_pk: i64,
    pub(super) job_pk: i64,
    pub(super) position: i64,
}

pub(crate) fn remove(
    db: &Connection,
    ids: &[CandidateId],
    context: &WriteContext,
) -> Result<Outcome<Vec<RemovedCandidate>>, StoreError> {
    let mut unique = ids.to_vec();
    unique.sort_unstable();
    unique.dedup();
    let (mut places, mut removed) = (Vec::new(), Vec::new());
    let operation = AuditOperation::RemoveCandidate;
    for id in &unique {
        let (place, candidate, person) = match find(db, id)? {
            Some(found) => found,
            None if audit::has(db, operation, id.as_str())? => {
                let id = id.clone();
                let (name, job_name) = (None, None);
                removed.push(RemovedCandidate { id, was_removed: true, name, job_name });
                continue;
            }
            None => return Err(StoreError::not_found(RecordKind::Candidate, id.as_str())),
        };
        let subject = AuditSubject { operation, record_id: id.as_str(), person_id: Some(&person) };
        audit::record(db, context, &subject)?;
        places.push(place);
        removed.push(candidate);
    }
    if places.is_empty() {
        return Ok(Outcome::unchanged(removed));
    }
    delete(db, &places)?;
    Ok(Outcome::changed(removed))
}

fn find(
    db: &Connection,
    id: &CandidateId,
) -> Result<Option<(CandidatePlace, RemovedCandidate, PersonId)>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT c.candidate_pk, c.job_pk, c.position, p.name, j.name, p.id
         FROM candidate c JOIN person p USING (person_pk) JOIN job j ON j.job_pk = c.job_pk
         WHERE c.id = ?1",
    )?;
    let found = query.query_row([id.as_str()], |row| {
        let place = CandidatePlace {
            candidate_pk: row.get(0)?,
            job_pk: row.get(1)?,
            position: row.get(2)?,
        };
        let candidate = RemovedCandidate {
            id: id.clone(),
            was_removed: false,
            name: row.get(3)?,
            job_name: row.get(4)?,
        };
        Ok((place, candidate, text(row, 5)?))
    });
    Ok(found.optional()?)
}

/// Deletes the candidates and closes the gaps.
pub(super) fn delete(db: &Connection, places: &[CandidatePlace]) -> Result<(), StoreError> {
    let mut gaps: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for CandidatePlace { candidate_pk, job_pk, position } in places {
        db.prepare_cached("DELETE FROM candidate WHERE candidate_pk = ?1")?
            .execute([candidate_pk])?;
        db.prepare_cached("DELETE FROM candidate_item WHERE place = (?1 << 32) + ?2")?
            .execute([job_pk, position])?;
        gaps.entry(*job_pk).or_default().push(*position);
    }
    for (job_pk, mut positions) in gaps {
        positions.sort_unstable();
        close_gaps(db, job_pk, &positions)?;
        db.prepare_cached(
            "UPDATE job SET list_tag = random(),
                 candidate_count = (SELECT count(*) FROM candidate WHERE job_pk = ?1)
             WHERE job_pk = ?1",
        )?
        .execute([job_pk])?;
    }
    candidates::renew_jobs_tag(db)
}

/// Moves up everyone between one gap and the next, by the number of gaps before them. By way of
/// negative numbers: positions must be unique at every step.
fn close_gaps(db: &Connection, job_pk: i64, gaps: &[i64]) -> Result<(), StoreError> {
    const END: i64 = 1 << 32;
    let ends = gaps.iter().skip(1).chain([&END]);
    for ((gap, end), shift) in gaps.iter().zip(ends).zip(1..) {
        db.prepare_cached(
            "UPDATE candidate SET position = -1 - position
             WHERE job_pk = ?1 AND position > ?2 AND position < ?3",
        )?
        .execute([job_pk, *gap, *end])?;
        db.prepare_cached(
            "UPDATE candidate SET position = -1 - position - ?2
             WHERE job_pk = ?1 AND position < 0",
        )?
        .execute([job_pk, shift])?;
        db.prepare_cached(
            "UPDATE candidate_item SET place = -place
             WHERE place > (?1 << 32) + ?2 AND place < (?1 << 32) + ?3",
        )?
        .execute([job_pk, *gap, *end])?;
        db.prepare_cached("UPDATE candidate_item SET place = -place - ?1 WHERE place < 0")?
            .execute([shift])?;
    }
    Ok(())
}
