//! The tables `candidate` and `candidate_item`.
//!
//! Both hold serialized JSON, rewritten with every change, so that a read
//! parses nothing. The record and the list item are always written together,
//! from the same value.

use rusqlite::{Connection, params};

use super::rows::{json, to_json};
use crate::service::store::candidate::list_item;
use crate::service::store::error::StoreError;
use crate::wire::Candidate;

/// The columns of a candidate's row that its JSON does not hold.
pub(super) struct CandidateKeys {
    pub(super) person_pk: i64,
    pub(super) job_pk: i64,
    pub(super) stage_pk: i64,
    /// Dense position in the job's list, from 0.
    pub(super) position: i64,
    pub(super) created_at: i64,
}

/// Returns false if the id exists, or the person is already a candidate for the job.
pub(super) fn insert(
    db: &Connection,
    keys: &CandidateKeys,
    candidate: &Candidate,
) -> Result<bool, StoreError> {
    let inserted = db
        .prepare_cached(
            "INSERT INTO candidate (id, person_pk, job_pk, position, stage_pk, created_at, shown)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            candidate.id.as_str(),
            keys.person_pk,
            keys.job_pk,
            keys.position,
            keys.stage_pk,
            keys.created_at,
            to_json(candidate)?,
        ])?;
    if inserted == 0 {
        return Ok(false);
    }
    db.prepare_cached("INSERT INTO candidate_item (place, item) VALUES ((?1 << 32) + ?2, ?3)")?
        .execute(params![keys.job_pk, keys.position, to_json(&list_item(candidate))?])?;
    Ok(true)
}

#[derive(Debug, Clone, Copy)]
pub(super) enum CandidateSelector {
    Person(i64),
    Candidate(i64),
}

pub(super) fn update(
    db: &Connection,
    owner: CandidateSelector,
    mut change: impl FnMut(&mut Candidate),
) -> Result<(), StoreError> {
    let (column, key) = match owner {
        CandidateSelector::Person(key) => ("person_pk", key),
        CandidateSelector::Candidate(key) => ("candidate_pk", key),
    };
    let mut query = db.prepare_cached(&format!(
        "SELECT candidate_pk, job_pk, position, shown FROM candidate WHERE {column} = ?1"
    ))?;
    let rows = query
        .query_map([key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, json(row, 3)?)))?
        .collect::<Result<Vec<(i64, i64, i64, Candidate)>, _>>()?;
    for (candidate_pk, job_pk, position, mut candidate) in rows {
        change(&mut candidate);
        write_json(db, candidate_pk, (job_pk, position), &candidate)?;
        renew_list_tag(db, job_pk)?;
    }
    Ok(())
}

/// Writes what is served of a candidate, who is at this position in the list of this job.
pub(super) fn write_json(
    db: &Connection,
    candidate_pk: i64,
    (job_pk, position): (i64, i64),
    candidate: &Candidate,
) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE candidate SET shown = ?2 WHERE candidate_pk = ?1")?
        .execute(params![candidate_pk, to_json(candidate)?])?;
    db.prepare_cached("UPDATE candidate_item SET item = ?3 WHERE place = (?1 << 32) + ?2")?
        .execute(params![job_pk, position, to_json(&list_item(candidate))?])?;
    Ok(())
}

/// Changes the tag of all pages of the job's list.
pub(super) fn renew_list_tag(db: &Connection, job_pk: i64) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE job SET list_tag = random() WHERE job_pk = ?1")?.execute([job_pk])?;
    Ok(())
}

/// Changes the tag of all pages of the list of jobs.
pub(super) fn renew_jobs_tag(db: &Connection) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE meta SET value = random() WHERE name = 'jobs_tag'")?.execute([])?;
    Ok(())
}
