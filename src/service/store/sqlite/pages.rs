//! Pages of lists, and candidates as they are stored. The count and the rows of a page belong to the
//! same snapshot, and the rows are one range of a tree ordered by dense position, so a deep page costs
//! no more than the first.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::{ListState, Pagination};
use crate::service::store::sql::{Row, rows};
use crate::wire::{CandidateId, JobId, JobItem};

/// Typical size of an item's JSON, to allocate a page at once.
const ITEM_BYTES: usize = 400;
/// `candidate_item.place` is the job's key times this, plus the position.
const POSITIONS: i64 = 1 << 32;

/// Appends the stored JSON without parsing it: the service itself serialized it. `SQLite` would copy a
/// text to end it with a zero byte; it hands out a blob where it is.
pub(crate) fn candidate_json(
    db: &Connection,
    id: &CandidateId,
    out: &mut Vec<u8>,
) -> Result<(), StoreError> {
    db.prepare_cached("SELECT CAST(shown AS BLOB) FROM candidate WHERE id = ?1")?
        .query_row([id.as_str()], |row| {
            out.extend_from_slice(row.get_ref(0)?.as_blob()?);
            Ok(())
        })
        .optional()?
        .ok_or_else(|| StoreError::not_found(RecordKind::Candidate, id.as_str()))
}

/// The tag of a job's list; it changes with every row.
pub(crate) fn candidates_tag(db: &Connection, job: &JobId) -> Result<i64, StoreError> {
    db.prepare_cached("SELECT list_tag FROM job WHERE id = ?1")?
        .query_row([job.as_str()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| StoreError::not_found(RecordKind::Job, job.as_str()))
}

pub(crate) fn jobs_tag(db: &Connection) -> Result<i64, StoreError> {
    Ok(db
        .prepare_cached("SELECT value FROM meta WHERE name = 'jobs_tag'")?
        .query_row([], |row| row.get(0))?)
}

pub(crate) fn candidates(
    db: &Connection,
    job: &JobId,
    page: Pagination,
    out: &mut Vec<u8>,
) -> Result<ListState, StoreError> {
    let mut list =
        db.prepare_cached("SELECT job_pk, candidate_count, list_tag FROM job WHERE id = ?1")?;
    // Open until the items are read, so that both statements see one snapshot. A join would return
    // the columns of the job with each item.
    let mut list = list.query([job.as_str()])?;
    let Some(found) = list.next()? else {
        return Err(StoreError::not_found(RecordKind::Job, job.as_str()));
    };
    let (job_pk, state) =
        (found.get::<_, i64>(0)?, ListState { total: found.get(1)?, tag: found.get(2)? });
    let mut items = db.prepare_cached(
        "SELECT CAST(item AS BLOB) FROM candidate_item
         WHERE place >= ?1 AND place < ?2 ORDER BY place",
    )?;
    let first = job_pk.saturating_mul(POSITIONS);
    let start = page.offset.min(POSITIONS);
    let end = start.saturating_add(page.limit).min(POSITIONS);
    let mut items = items.query([first.saturating_add(start), first.saturating_add(end)])?;
    out.reserve(usize::try_from(page.limit).unwrap_or(0).saturating_mul(ITEM_BYTES));
    out.push(b'[');
    let empty_len = out.len();
    while let Some(row) = items.next()? {
        if let ValueRef::Blob(item) = row.get_ref(0)? {
            if out.len() > empty_len {
                out.push(b',');
            }
            out.extend_from_slice(item);
        }
    }
    out.push(b']');
    Ok(state)
}

pub(crate) fn jobs(
    db: &Connection,
    page: Pagination,
    out: &mut Vec<u8>,
) -> Result<ListState, StoreError> {
    // Positions are dense, so the highest gives the total; the left join keeps
    // one row for it when the page is empty.
    let mut query = db.prepare_cached(&format!(
        "SELECT {}, t.total, m.value AS tag
         FROM (SELECT coalesce(max(position) + 1, 0) AS total FROM job) t
         JOIN meta m ON m.name = 'jobs_tag'
         LEFT JOIN job j ON j.position >= ?1 AND j.position < ?2
         LEFT JOIN client cl ON cl.client_pk = j.client_pk
         ORDER BY j.position",
        rows::JOB_COLUMNS
    ))?;
    let mut rows = query.query((page.offset, page.offset.saturating_add(page.limit)))?;
    let (mut state, mut jobs) = (ListState::default(), Vec::new());
    while let Some(row) = rows.next()? {
        state = ListState { total: row.get("total")?, tag: row.get("tag")? };
        if !matches!(row.get_ref(0)?, ValueRef::Null) {
            jobs.push(JobItem::from(rows::job(&Row::Sqlite(row))?.1));
        }
    }
    serde_json::to_writer(out, &jobs)?;
    Ok(state)
}
