//! Pages of lists. A page is one statement, so the count and the rows belong to
//! the same snapshot, and one range of a tree ordered by dense position, so a
//! deep page costs no more than the first.

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::rows;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::Pagination;
use crate::wire::{JobId, JobItem};

/// Typical size of an item's JSON, to allocate a page at once.
const ITEM_BYTES: usize = 400;
/// `candidate_item.place` is the job's key shifted by 32 bits plus the position.
const MAX_POSITION: i64 = 1 << 32;

pub(crate) fn candidates(
    db: &Connection,
    job: &JobId,
    page: Pagination,
    out: &mut Vec<u8>,
) -> Result<i64, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT j.candidate_count, i.item
         FROM job j
         LEFT JOIN candidate_item i
           ON i.place >= (j.job_pk << 32) + ?2 AND i.place < (j.job_pk << 32) + ?3
         WHERE j.id = ?1
         ORDER BY i.place",
    )?;
    let start = page.offset.min(MAX_POSITION);
    let end = start.saturating_add(page.limit).min(MAX_POSITION);
    let mut rows = query.query((job.as_str(), start, end))?;
    let mut total = None;
    out.reserve(usize::try_from(page.limit).unwrap_or(0).saturating_mul(ITEM_BYTES));
    out.push(b'[');
    let empty_len = out.len();
    while let Some(row) = rows.next()? {
        if total.is_none() {
            total = Some(row.get(0)?);
        }
        if let ValueRef::Text(item) = row.get_ref(1)? {
            if out.len() > empty_len {
                out.push(b',');
            }
            out.extend_from_slice(item);
        }
    }
    out.push(b']');
    total.ok_or_else(|| StoreError::not_found(RecordKind::Job, job.as_str()))
}

pub(crate) fn jobs(
    db: &Connection,
    page: Pagination,
    out: &mut Vec<u8>,
) -> Result<i64, StoreError> {
    // Positions are dense, so the highest gives the total; the left join keeps
    // one row for it when the page is empty.
    let mut query = db.prepare_cached(&format!(
        "SELECT {}, t.total
         FROM (SELECT coalesce(max(position) + 1, 0) AS total FROM job) t
         LEFT JOIN job j ON j.position >= ?1 AND j.position < ?2
         LEFT JOIN client cl ON cl.client_pk = j.client_pk
         ORDER BY j.position",
        rows::JOB_COLUMNS
    ))?;
    let mut rows = query.query((page.offset, page.offset.saturating_add(page.limit)))?;
    let (mut total, mut jobs) = (0, Vec::new());
    while let Some(row) = rows.next()? {
        total = row.get("total")?;
        if !matches!(row.get_ref(0)?, ValueRef::Null) {
            jobs.push(JobItem::from(rows::job(row)?.1));
        }
    }
    serde_json::to_writer(out, &jobs)?;
    Ok(total)
}
