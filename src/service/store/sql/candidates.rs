//! The tables `candidate` and `candidate_item`.
//!
//! Both hold serialized JSON, rewritten with every change, so that a read
//! parses nothing. The record and the list item are always written together,
//! from the same value.

use super::Db;
use super::rows::{json, to_json};
use crate::service::store::candidate::list_item;
use crate::service::store::error::StoreError;
use crate::service::store::values::{Value, params};
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

/// What is stored of a candidate: the record, and the item of its list.
pub(super) fn to_stored(candidate: &Candidate) -> Result<(String, String), StoreError> {
    Ok((to_json(candidate)?, to_json(&list_item(candidate))?))
}

/// The key of an item: one number, so that the tree above the items is small.
pub(crate) const fn place(job_pk: i64, position: i64) -> i64 {
    (job_pk << 32) + position
}

const INSERT: &str =
    "INSERT INTO candidate (id, person_pk, job_pk, position, stage_pk, created_at, shown)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// Inserts a candidate with a new ID, whose person is not a candidate for the job.
pub(super) fn insert(
    db: &Db<'_>,
    keys: &CandidateKeys,
    candidate: &Candidate,
) -> Result<(), StoreError> {
    with_columns(keys, candidate, |columns| db.write(INSERT, columns))?;
    insert_item(db, keys, candidate)
}

/// Returns false if the ID exists, or the person is already a candidate for the job.
pub(super) fn insert_unless_exists(
    db: &Db<'_>,
    keys: &CandidateKeys,
    candidate: &Candidate,
) -> Result<bool, StoreError> {
    let sql = format!("{INSERT} ON CONFLICT DO NOTHING");
    if with_columns(keys, candidate, |columns| db.execute(&sql, columns))? == 0 {
        return Ok(false);
    }
    insert_item(db, keys, candidate)?;
    Ok(true)
}

/// Passes the columns of [`INSERT`].
fn with_columns<T>(
    keys: &CandidateKeys,
    candidate: &Candidate,
    run: impl FnOnce(&[Value<'_>]) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    run(params![
        candidate.id.as_str(),
        keys.person_pk,
        keys.job_pk,
        keys.position,
        keys.stage_pk,
        keys.created_at,
        to_json(candidate)?,
    ])
}

fn insert_item(db: &Db<'_>, keys: &CandidateKeys, candidate: &Candidate) -> Result<(), StoreError> {
    db.write(
        "INSERT INTO candidate_item (place, item) VALUES (?1, ?2)",
        params![place(keys.job_pk, keys.position), to_json(&list_item(candidate))?],
    )
}

#[derive(Debug, Clone, Copy)]
pub(super) enum CandidateSelector {
    Person(i64),
    Candidate(i64),
}

/// What is stored of a candidate, with its keys.
#[derive(Debug)]
pub(crate) struct StoredCandidate {
    pub(crate) candidate_pk: i64,
    pub(crate) job_pk: i64,
    pub(crate) position: i64,
    pub(crate) candidate: Candidate,
}

pub(super) fn update(
    db: &Db<'_>,
    owner: CandidateSelector,
    change: impl FnMut(&mut Candidate),
) -> Result<(), StoreError> {
    rewrite(db, stored(db, owner)?, change)
}

pub(super) fn stored(
    db: &Db<'_>,
    owner: CandidateSelector,
) -> Result<Vec<StoredCandidate>, StoreError> {
    let (column, key) = match owner {
        CandidateSelector::Person(key) => ("person_pk", key),
        CandidateSelector::Candidate(key) => ("candidate_pk", key),
    };
    let query =
        format!("SELECT candidate_pk, job_pk, position, shown FROM candidate WHERE {column} = ?1");
    db.query(&query, params![key], |row| {
        Ok(StoredCandidate {
            candidate_pk: row.get(0)?,
            job_pk: row.get(1)?,
            position: row.get(2)?,
            candidate: json(row, 3)?,
        })
    })
}

pub(super) fn rewrite(
    db: &Db<'_>,
    stored: Vec<StoredCandidate>,
    mut change: impl FnMut(&mut Candidate),
) -> Result<(), StoreError> {
    for StoredCandidate { candidate_pk, job_pk, position, mut candidate } in stored {
        let before = candidate.clone();
        change(&mut candidate);
        // Clients keep the pages that show the same as before.
        if candidate == before {
            continue;
        }
        write_json(db, candidate_pk, (job_pk, position), &candidate)?;
        db.renew_list_tag(job_pk)?;
    }
    Ok(())
}

/// Writes what is served of a candidate, who is at this position in the list of this job.
pub(crate) fn write_json(
    db: &Db<'_>,
    candidate_pk: i64,
    (job_pk, position): (i64, i64),
    candidate: &Candidate,
) -> Result<(), StoreError> {
    db.write(
        "UPDATE candidate SET shown = ?2 WHERE candidate_pk = ?1",
        params![candidate_pk, to_json(candidate)?],
    )?;
    db.write(
        "UPDATE candidate_item SET item = ?2 WHERE place = ?1",
        params![place(job_pk, position), to_json(&list_item(candidate))?],
    )?;
    Ok(())
}
