//! Removing candidates from their jobs. Positions stay dense: later candidates move up.

use std::collections::BTreeMap;

use super::rows::text;
use super::{Db, audit, candidates};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::changes::{Outcome, RemovedCandidate};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::values::params;
use crate::wire::{CandidateId, PersonId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CandidatePlace {
    pub(super) candidate_pk: i64,
    pub(super) job_pk: i64,
    pub(super) position: i64,
}

pub(crate) fn remove(
    db: &Db<'_>,
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
    db: &Db<'_>,
    id: &CandidateId,
) -> Result<Option<(CandidatePlace, RemovedCandidate, PersonId)>, StoreError> {
    let query = "SELECT c.candidate_pk, c.job_pk, c.position, p.name, j.name, p.id
         FROM candidate c JOIN person p USING (person_pk) JOIN job j ON j.job_pk = c.job_pk
         WHERE c.id = ?1";
    db.query_opt(query, params![id.as_str()], |row| {
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
    })
}

/// Deletes the candidates and closes the gaps.
pub(super) fn delete(db: &Db<'_>, places: &[CandidatePlace]) -> Result<(), StoreError> {
    let mut gaps: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for &CandidatePlace { candidate_pk, job_pk, position } in places {
        db.write("DELETE FROM candidate WHERE candidate_pk = ?1", params![candidate_pk])?;
        db.write(
            "DELETE FROM candidate_item WHERE place = ?1",
            params![candidates::place(job_pk, position)],
        )?;
        gaps.entry(job_pk).or_default().push(position);
    }
    for (job_pk, mut positions) in gaps {
        positions.sort_unstable();
        close_gaps(db, job_pk, &positions)?;
        db.write(
            "UPDATE job
             SET candidate_count = (SELECT count(*) FROM candidate WHERE job_pk = ?1)
             WHERE job_pk = ?1",
            params![job_pk],
        )?;
        db.renew_list_tag(job_pk)?;
    }
    db.renew_jobs_tag()
}

/// Moves up everyone between one gap and the next, by the number of gaps before them. By way of
/// negative numbers: both engines check after each row that positions and places are unique.
fn close_gaps(db: &Db<'_>, job_pk: i64, gaps: &[i64]) -> Result<(), StoreError> {
    const END: i64 = 1 << 32;
    let ends = gaps.iter().skip(1).chain([&END]);
    for ((&gap, &end), shift) in gaps.iter().zip(ends).zip(1_i64..) {
        db.write(
            "UPDATE candidate SET position = -1 - position
             WHERE job_pk = ?1 AND position > ?2 AND position < ?3",
            params![job_pk, gap, end],
        )?;
        db.write(
            "UPDATE candidate SET position = -1 - position - ?2
             WHERE job_pk = ?1 AND position < 0",
            params![job_pk, shift],
        )?;
        db.write(
            "UPDATE candidate_item SET place = -place WHERE place > ?1 AND place < ?2",
            params![candidates::place(job_pk, gap), candidates::place(job_pk, end)],
        )?;
        db.write("UPDATE candidate_item SET place = -place - ?1 WHERE place < 0", params![shift])?;
    }
    Ok(())
}
