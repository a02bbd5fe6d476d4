//! Pages of lists. Each is one statement, so count and rows are of one moment,
//! and one range of a tree ordered by dense position, so depth costs nothing.

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::super::{Pagination, RecordKind, StoreError};
use super::rows;
use crate::wire::{JobId, JobItem};

/// About the length of an item's JSON, to size a page at once.
const ITEM_BYTES: usize = 400;
/// Where the places of the next job begin.
const LONGEST_LIST: i64 = 1 << 32;

/// A page of a job's candidates, each written out when it last changed.
pub(in super::super) fn candidates(
    db: &Connection,
    job: &JobId,
    window: Pagination,
    into: &mut Vec<u8>,
) -> Result<i64, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT j.candidate_count, i.item
         FROM job j
         LEFT JOIN candidate_item i
           ON i.place >= (j.job_pk << 32) + ?2 AND i.place < (j.job_pk << 32) + ?3
         WHERE j.id = ?1
         ORDER BY i.place",
    )?;
    let from = window.offset.min(LONGEST_LIST);
    let until = from.saturating_add(window.limit).min(LONGEST_LIST);
    let mut rows = query.query((job.as_str(), from, until))?;
    let mut total = None;
    into.reserve(usize::try_from(window.limit).unwrap_or(0).saturating_mul(ITEM_BYTES));
    into.push(b'[');
    let start = into.len();
    while let Some(row) = rows.next()? {
        if total.is_none() {
            total = Some(row.get(0)?);
        }
        if let ValueRef::Text(item) = row.get_ref(1)? {
            if into.len() > start {
                into.push(b',');
            }
            into.extend_from_slice(item);
        }
    }
    into.push(b']');
    total.ok_or_else(|| StoreError::not_found(RecordKind::Job, job.as_str()))
}

/// A page of all jobs.
pub(in super::super) fn jobs(
    db: &Connection,
    window: Pagination,
    into: &mut Vec<u8>,
) -> Result<i64, StoreError> {
    // The highest dense position tells the length of the list; the left join
    // keeps one row for it where the page is empty.
    let mut query = db.prepare_cached(&format!(
        "SELECT {}, t.total
         FROM (SELECT coalesce(max(position) + 1, 0) AS total FROM job) t
         LEFT JOIN job j ON j.position >= ?1 AND j.position < ?2
         LEFT JOIN client cl ON cl.client_pk = j.client_pk
         ORDER BY j.position",
        rows::JOB
    ))?;
    let mut found = query.query((window.offset, window.offset.saturating_add(window.limit)))?;
    let (mut total, mut jobs) = (0, Vec::new());
    while let Some(row) = found.next()? {
        total = row.get("total")?;
        if !matches!(row.get_ref(0)?, ValueRef::Null) {
            jobs.push(JobItem::from(rows::job(row)?.1));
        }
    }
    serde_json::to_writer(into, &jobs)?;
    Ok(total)
}
