//! Writes the pages of a list.
//!
//! A page is compared with the page at the same position, and a row that is not there with the
//! rest of the list. The differences are logged in the same transaction.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::bodies::{insert_body, read_items};
use super::changes::log;
use super::codec::MirrorItem;
use super::known_rows::KnownRows;
use super::records::{is_later, job_context};
use super::session::{ListSession, PageWrite};
use crate::recruiting::changes::Change;
use crate::recruiting::changes::diff::{
    ReadTimes, candidate_gone, diff_candidate, diff_job, job_gone,
};
use crate::recruiting::table::RowBuffer as _;
use crate::storage::StorageError;
use crate::storage::open::timestamp;
use crate::wire::{CandidateItem, JobId, JobItem, Timestamp};

/// Where the rows are that a complete walk did not meet.
pub(super) const UNLISTED: i64 = -1;

/// A row whose changes are logged.
pub(crate) trait ComparedItem: MirrorItem {
    fn diff(
        list: (&JobId, &ListSession),
        before: Option<&Self>,
        after: &Self,
        times: ReadTimes,
    ) -> Vec<Change>;

    fn gone(list: (&JobId, &str), before: &Self, times: ReadTimes) -> Change;

    fn created_at(&self) -> Option<Timestamp>;
}

impl ComparedItem for JobItem {
    fn diff(
        _: (&JobId, &ListSession),
        before: Option<&Self>,
        after: &Self,
        times: ReadTimes,
    ) -> Vec<Change> {
        diff_job(before, after, times)
    }

    fn gone(_: (&JobId, &str), before: &Self, times: ReadTimes) -> Change {
        job_gone(before, times)
    }

    fn created_at(&self) -> Option<Timestamp> {
        self.created_at
    }
}

impl ComparedItem for CandidateItem {
    fn diff(
        (job, list): (&JobId, &ListSession),
        before: Option<&Self>,
        after: &Self,
        times: ReadTimes,
    ) -> Vec<Change> {
        diff_candidate((job, &list.job_name), &list.pipeline, before, after, times)
    }

    fn gone(job: (&JobId, &str), before: &Self, times: ReadTimes) -> Change {
        candidate_gone(job, before, times)
    }

    fn created_at(&self) -> Option<Timestamp> {
        self.created_at
    }
}

/// Writes a page and logs how it differs. Returns the number of changes.
pub(super) fn write<T: ComparedItem>(
    change: &Transaction<'_>,
    (server, job): (&str, &JobId),
    list: &mut ListSession,
    page: &PageWrite<T>,
) -> Result<usize, StorageError> {
    if list.pass != page.pass || list.walk == 0 {
        begin_walk(change, (server, job), list, page.pass, page.read_at)?;
    }
    if list.total != page.total {
        list.total = page.total;
        let total = page.total.and_then(|total| i64::try_from(total).ok());
        let mut count = change.prepare_cached("UPDATE mirror_list SET total = ?2 WHERE id = ?1")?;
        count.execute(params![list.list, total])?;
    }
    let (position, read_at) = (i64::try_from(page.position).unwrap_or(i64::MAX), page.read_at);
    let digest = T::digest(&page.rows);
    let old = page_at(change, list.list, position)?;
    if old.as_ref().is_some_and(|old| is_later(old.read_at, read_at)) {
        // Another window read it meanwhile.
        return Ok(0);
    }
    if let Some(old) = old.as_ref().filter(|old| old.digest == digest)
        && is_latest::<T>(change, list, old.body, &page.rows)?
    {
        let mut keep = change.prepare_cached(
            "UPDATE mirror_page SET walk = max(walk, ?4), read_at = max(read_at, ?5)
             WHERE list = ?1 AND position = ?2 AND body = ?3",
        )?;
        keep.execute(params![list.list, position, old.body, list.walk, read_at.micros()])?;
        list.has_unchanged = true;
        return Ok(0);
    }
    let changes = compare(change, (server, job), list, page, old.as_ref())?;
    let body = insert_body::<T>(change, &page.rows)?;
    insert_page(change, list, (position, body), (page.rows.len(), digest), read_at)?;
    if let Some(known) = &mut list.known {
        known.add(body, &page.rows, read_at);
    }
    Ok(changes)
}

/// Whether no later page has one of these rows.
fn is_latest<T: MirrorItem>(
    connection: &Connection,
    list: &mut ListSession,
    body: i64,
    rows: &T::Buffer,
) -> Result<bool, StorageError> {
    if list.is_clean {
        return Ok(true);
    }
    let known = known_rows::<T>(connection, list)?;
    Ok((0..rows.len()).all(|row| known.body_of(rows.id(row)) == Some(body)))
}

fn known_rows<'a, T: MirrorItem>(
    connection: &Connection,
    list: &'a mut ListSession,
) -> Result<&'a KnownRows, StorageError> {
    let known = match list.known.take() {
        Some(known) => known,
        None => KnownRows::read::<T>(connection, list.list)?,
    };
    Ok(list.known.insert(known))
}

pub(super) fn insert_page(
    change: &Transaction<'_>,
    list: &ListSession,
    (position, body): (i64, i64),
    (rows, digest): (usize, i64),
    read_at: Timestamp,
) -> Result<(), StorageError> {
    let mut put = change.prepare_cached(
        "INSERT INTO mirror_page (list, position, body, walk, read_at, rows, digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    put.execute(params![list.list, position, body, list.walk, read_at.micros(), rows, digest])?;
    Ok(())
}

/// Logs how the rows differ from those of the mirror.
fn compare<T: ComparedItem>(
    change: &Transaction<'_>,
    (server, job): (&str, &JobId),
    list: &mut ListSession,
    page: &PageWrite<T>,
    old: Option<&StoredPage>,
) -> Result<usize, StorageError> {
    let is_first_walk = list.complete_at.is_none() && list.walk <= 1;
    if is_first_walk && old.is_none() {
        return Ok(0);
    }
    let rows = page.rows.items();
    // Rows are mostly where they were, so that one page is read for all of them.
    let mut stored: (Option<i64>, Vec<T>) = (None, Vec::new());
    if let Some(old) = old {
        stored = (Some(old.body), read_items(change, old.body)?);
        if stored.1.len() != old.rows {
            // It cannot be read, so that nothing is known of its rows.
            return Ok(0);
        }
    }
    let is_here = |row: &T, rows: &[T]| rows.iter().any(|old| old.id() == row.id());
    let is_in_place =
        rows.len() == stored.1.len() && rows.iter().all(|row| is_here(row, &stored.1));
    list.is_clean &= is_in_place;
    let mut changes = 0;
    for row in &rows {
        let (mut body, mut last_read_at) = (stored.0, old.map(|old| old.read_at));
        if !list.is_clean {
            let known = known_rows::<T>(change, list)?;
            body = known.body_of(row.id());
            last_read_at = body.and_then(|body| known.read_at(body));
        }
        if let Some(body) = body.filter(|body| stored.0 != Some(*body)) {
            stored = (Some(body), read_items(change, body)?);
        }
        let before = stored.1.iter().find(|old| body.is_some() && old.id() == row.id());
        let is_known = match before {
            Some(before) => before == row,
            None => !is_new(change, list, row)?,
        };
        if is_known {
            continue;
        }
        let last_read_at = if before.is_some() { last_read_at } else { list.complete_at };
        let times = ReadTimes { last_read_at, read_at: page.read_at };
        for found in T::diff((job, list), before, row, times) {
            changes += log(change, server, found)?;
        }
    }
    Ok(changes)
}

/// Whether a row that is not stored was not there at the last complete walk. After rows were deleted
/// here only the date of a row can tell.
fn is_new<T: ComparedItem>(
    connection: &Connection,
    list: &ListSession,
    row: &T,
) -> Result<bool, StorageError> {
    let Some(complete_at) = list.complete_at else { return Ok(false) };
    let sql = "SELECT deleted_in, deleted_at FROM mirror_list WHERE id = ?1";
    let (deleted_in, deleted_at): (i64, i64) = connection
        .prepare_cached(sql)?
        .query_row([list.list], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let known_until = complete_at.micros().max(deleted_at);
    let is_later = row.created_at().is_some_and(|created_at| created_at.micros() > known_until);
    Ok(deleted_in == 0 || is_later)
}

fn begin_walk(
    change: &Transaction<'_>,
    (server, job): (&str, &JobId),
    list: &mut ListSession,
    pass: u64,
    at: Timestamp,
) -> Result<(), StorageError> {
    let mut put = change.prepare_cached(
        "INSERT INTO mirror_list (server, job, walk, begun_at, first_at) VALUES (?1, ?2, 1, ?3, ?3)
         ON CONFLICT (server, job) DO UPDATE SET walk = walk + 1, begun_at = ?3
         RETURNING id, walk, read_at, total",
    )?;
    let (id, walk, complete_at, total): (i64, i64, Option<i64>, Option<i64>) = put
        .query_row(params![server, job.as_str(), at.micros()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?;
    let (job_name, pipeline) = job_context(change, server, job)?;
    let mut walks = change.prepare_cached(
        "SELECT count(DISTINCT walk) FROM mirror_page WHERE list = ?1 AND position >= 0",
    )?;
    let walks: i64 = walks.query_row([id], |row| row.get(0))?;
    *list = ListSession {
        pass,
        walk,
        list: id,
        complete_at: complete_at.map(timestamp),
        job_name,
        pipeline,
        total: total.map(unsigned),
        has_unchanged: false,
        is_clean: complete_at.is_some() && walks <= 1,
        known: list.known.take(),
    };
    Ok(())
}

pub(super) struct StoredPage {
    pub(super) body: i64,
    pub(super) digest: i64,
    pub(super) read_at: Timestamp,
    rows: usize,
}

fn page_at(
    connection: &Connection,
    list: i64,
    position: i64,
) -> Result<Option<StoredPage>, StorageError> {
    let mut query = connection.prepare_cached(
        "SELECT body, digest, read_at, rows FROM mirror_page
         WHERE list = ?1 AND position = ?2 ORDER BY body DESC LIMIT 1",
    )?;
    let page = query.query_row([list, position], |row| {
        let (body, digest, read_at) = (row.get(0)?, row.get(1)?, timestamp(row.get(2)?));
        Ok(StoredPage {
            body,
            digest,
            read_at,
            rows: usize::try_from(row.get::<_, i64>(3)?).unwrap_or(0),
        })
    });
    Ok(page.optional()?)
}

pub(super) fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}
