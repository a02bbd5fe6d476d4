//! Pages of lists, and candidates as they are stored. The count and the rows of a page belong to the
//! same snapshot. Rows are stored by dense position, most of them in blocks of 32 (`item_blocks`), so
//! a deep page costs no more than the first.

#[cfg(test)]
mod tests;

use std::ops::Range;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use super::item_blocks::{BLOCK_BITS, BLOCK_ITEMS};
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::{ListState, Pagination};
use crate::service::store::sql::{Row, rows};
use crate::wire::{CandidateId, JobId, JobItem};

/// Digits per item in `candidate_block.sizes`.
const SIZE_DIGITS: usize = 8;
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
    let first = job_pk.saturating_mul(POSITIONS);
    let start = page.offset.min(POSITIONS);
    let end = start.saturating_add(page.limit).min(POSITIONS);
    out.reserve(usize::try_from(page.limit).unwrap_or(0).saturating_mul(ITEM_BYTES));
    let begin = out.len();
    push_range(db, first.saturating_add(start)..first.saturating_add(end), out)?;
    // A comma precedes each item; the first one becomes the bracket.
    match out.get_mut(begin) {
        Some(comma) => *comma = b'[',
        None => out.push(b'['),
    }
    out.push(b']');
    Ok(state)
}

/// Appends the items at these places, from blocks where they exist.
fn push_range(
    db: &Connection,
    Range { start, end }: Range<i64>,
    out: &mut Vec<u8>,
) -> Result<(), StoreError> {
    let mut blocks = db.prepare_cached(
        "SELECT block, sizes, CAST(items AS BLOB) FROM candidate_block
         WHERE block >= ?1 AND block < ?2 ORDER BY block",
    )?;
    let mut blocks = blocks.query([start >> BLOCK_BITS, (end + BLOCK_ITEMS - 1) >> BLOCK_BITS])?;
    let mut next = start;
    while let Some(row) = blocks.next()? {
        let first = row.get::<_, i64>(0)? << BLOCK_BITS;
        push_single(db, next..first, out)?;
        let within =
            |place: i64| usize::try_from((place - first).clamp(0, BLOCK_ITEMS)).unwrap_or(0);
        let part = within(next)..within(end);
        let is_read = match (row.get_ref(1)?, row.get_ref(2)?) {
            (ValueRef::Text(sizes), ValueRef::Blob(items)) => push_part((sizes, items), part, out),
            _ => None,
        };
        // The block is damaged: read its items from `candidate_item`.
        if is_read.is_none() {
            push_single(db, next..end.min(first + BLOCK_ITEMS), out)?;
        }
        next = first + BLOCK_ITEMS;
    }
    push_single(db, next..end, out)
}

/// Appends the items at these places one by one.
fn push_single(
    db: &Connection,
    Range { start, end }: Range<i64>,
    out: &mut Vec<u8>,
) -> Result<(), StoreError> {
    if start >= end {
        return Ok(());
    }
    let mut items = db.prepare_cached(
        "SELECT CAST(item AS BLOB) FROM candidate_item
         WHERE place >= ?1 AND place < ?2 ORDER BY place",
    )?;
    let mut items = items.query([start, end])?;
    while let Some(row) = items.next()? {
        if let ValueRef::Blob(item) = row.get_ref(0)? {
            out.push(b',');
            out.extend_from_slice(item);
        }
    }
    Ok(())
}

/// Appends some items of a block, separated by commas. `sizes` holds the size of each in bytes. Returns
/// `None` if the block is damaged.
fn push_part((sizes, items): (&[u8], &[u8]), part: Range<usize>, out: &mut Vec<u8>) -> Option<()> {
    let end = |count: usize| {
        let sizes = sizes.get(..count * SIZE_DIGITS)?.chunks_exact(SIZE_DIGITS).map(parse_size);
        sizes.sum::<Option<usize>>().map(|bytes| bytes + count)
    };
    // No comma follows the last item.
    let items = items.get(end(part.start)?..end(part.end)?.checked_sub(1)?)?;
    out.push(b',');
    out.extend_from_slice(items);
    Some(())
}

fn parse_size(digits: &[u8]) -> Option<usize> {
    str::from_utf8(digits).ok()?.parse().ok()
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
