//! Candidates as they are served: written out once, when they change.
//!
//! The single record and the list item are made from the same value here and
//! nowhere else, so they cannot disagree.

use rusqlite::{Connection, params};

use super::super::StoreError;
use super::rows::{json, stored};
use crate::wire::record::Extra;
use crate::wire::{Candidate, CandidateItem};

/// Where a candidate's row belongs.
pub(super) struct Keys {
    pub(super) person_pk: i64,
    pub(super) job_pk: i64,
    pub(super) stage_pk: i64,
    pub(super) position: i64,
    pub(super) created_at: i64,
}

/// Adds a candidate; false when the id or the place in the job is taken.
pub(super) fn insert(
    db: &Connection,
    keys: &Keys,
    candidate: &Candidate,
) -> Result<bool, StoreError> {
    let added = db
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
            json(candidate)?,
        ])?;
    if added == 0 {
        return Ok(false);
    }
    db.prepare_cached("INSERT INTO candidate_item (place, item) VALUES ((?1 << 32) + ?2, ?3)")?
        .execute(params![keys.job_pk, keys.position, json(&item(candidate))?])?;
    Ok(true)
}

/// Whose candidates are meant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Of {
    Person(i64),
    Candidate(i64),
}

/// Changes candidates and writes them anew.
pub(super) fn change(
    db: &Connection,
    of: Of,
    mut change: impl FnMut(&mut Candidate),
) -> Result<(), StoreError> {
    let (column, key) = match of {
        Of::Person(key) => ("person_pk", key),
        Of::Candidate(key) => ("candidate_pk", key),
    };
    let mut query = db.prepare_cached(&format!(
        "SELECT candidate_pk, job_pk, position, shown FROM candidate WHERE {column} = ?1"
    ))?;
    let found = query
        .query_map([key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, stored(row, 3)?)))?
        .collect::<Result<Vec<(i64, i64, i64, Candidate)>, _>>()?;
    for (candidate_pk, job_pk, position, mut candidate) in found {
        change(&mut candidate);
        db.prepare_cached("UPDATE candidate SET shown = ?2 WHERE candidate_pk = ?1")?
            .execute(params![candidate_pk, json(&candidate)?])?;
        db.prepare_cached("UPDATE candidate_item SET item = ?3 WHERE place = (?1 << 32) + ?2")?
            .execute(params![job_pk, position, json(&item(&candidate))?])?;
    }
    Ok(())
}

fn item(candidate: &Candidate) -> CandidateItem {
    CandidateItem {
        id: candidate.id.clone(),
        person_id: candidate.person_id.clone(),
        name: candidate.name.clone(),
        current_job_title: candidate.current_job_title.clone(),
        current_company_name: candidate.current_company_name.clone(),
        current_company_id: candidate.current_company_id.clone(),
        current_pipeline_stage_name: candidate.current_pipeline_stage_name.clone(),
        current_pipeline_stage_id: candidate.current_pipeline_stage_id.clone(),
        created_at: candidate.created_at,
        extra: Extra::new(),
    }
}
