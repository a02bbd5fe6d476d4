//! The end of a walk over a list: pages of earlier walks are dropped, and the rows that only they
//! have are missing.

use std::collections::HashSet;

use rusqlite::{OptionalExtension, Transaction, params};

use super::bodies::{insert_body, read_items, replace_body};
use super::codec::MirrorItem;
use super::known_rows::KnownRows;
use super::pages::{ComparedItem, UNLISTED, insert_page, unsigned};
use super::records::{RecordKind, job_context};
use super::session::ListSession;
use crate::recruiting::changes::diff::ReadTimes;
use crate::recruiting::table::RowBuffer as _;
use crate::storage::open::timestamp;
use crate::storage::{Storage, StorageError};
use crate::wire::{CandidateItem, JobId, JobItem, Timestamp};

pub(super) struct WalkEnd<T> {
    /// Rows of earlier walks that this one did not meet.
    pub(super) missing: Vec<T>,
    /// Whether the list has rows, and none of those it had.
    pub(super) is_reset: bool,
}

struct WalkPage {
    body: i64,
    rows: u64,
    read_at: i64,
    is_current: bool,
}

/// Ends the walk: its pages are the list now. Rows that it did not meet are stored apart until a
/// single read shows what became of them. Nothing ends if pages of the walk are not here, or if
/// another process began a later walk.
pub(super) fn end<T: MirrorItem>(
    change: &Transaction<'_>,
    list: &mut ListSession,
    rows: u64,
) -> Result<WalkEnd<T>, StorageError> {
    let mut end = WalkEnd { missing: Vec::new(), is_reset: false };
    let pages = walk_pages(change, list)?;
    let met: u64 = pages.iter().filter(|page| page.is_current).map(|page| page.rows).sum();
    let mut latest = change.prepare_cached("SELECT walk FROM mirror_list WHERE id = ?1")?;
    let is_latest = latest.query_row([list.list], |row| row.get(0)).optional()? == Some(list.walk);
    if met != rows || !is_latest {
        return Ok(end);
    }
    let old: Vec<&WalkPage> = pages.iter().filter(|page| !page.is_current).collect();
    if !old.is_empty() {
        let current: HashSet<i64> =
            pages.iter().filter(|page| page.is_current).map(|page| page.body).collect();
        let known = match list.known.take() {
            Some(known) => known,
            None => KnownRows::read::<T>(change, list.list)?,
        };
        let mut has_known_row = list.has_unchanged;
        for page in &old {
            for row in read_items::<T>(change, page.body)? {
                match known.body_of(row.id()) {
                    Some(latest) if current.contains(&latest) => has_known_row = true,
                    // An older version of a row.
                    Some(latest) if latest != page.body => {}
                    _ => end.missing.push(row),
                }
            }
        }
        end.is_reset = !has_known_row && rows > 0 && !end.missing.is_empty();
        delete_pages(change, list.list, &old)?;
    }
    if !end.missing.is_empty() {
        let rows = T::Buffer::of(&end.missing);
        let body = insert_body::<T>(change, &rows)?;
        let size = (rows.len(), T::digest(&rows));
        let read_at = old.iter().map(|page| page.read_at).max().unwrap_or_default();
        insert_page(change, list, (UNLISTED, body), size, timestamp(read_at))?;
    }
    // Rows deleted before this walk were met again.
    let mut finish = change.prepare_cached(
        "UPDATE mirror_list SET read_at = begun_at,
             deleted_in = CASE WHEN deleted_in < walk THEN 0 ELSE deleted_in END
         WHERE id = ?1",
    )?;
    finish.execute([list.list])?;
    // The next page begins a new walk.
    (list.walk, list.known) = (0, None);
    Ok(end)
}

/// The pages of a list, oldest first. Of two at a position only the later one is current.
fn walk_pages(change: &Transaction<'_>, list: &ListSession) -> Result<Vec<WalkPage>, StorageError> {
    let mut query = change.prepare_cached(
        "SELECT body, rows, read_at,
             walk = ?2 AND position >= 0 AND body = max(body) OVER (PARTITION BY position)
         FROM mirror_page WHERE list = ?1 ORDER BY body",
    )?;
    let pages = query.query_map([list.list, list.walk], |row| {
        let (body, rows, read_at) = (row.get(0)?, unsigned(row.get(1)?), row.get(2)?);
        Ok(WalkPage { body, rows, read_at, is_current: row.get(3)? })
    })?;
    Ok(pages.collect::<Result<_, _>>()?)
}

fn delete_pages(
    change: &Transaction<'_>,
    list: i64,
    old: &[&WalkPage],
) -> Result<(), StorageError> {
    let mut page =
        change.prepare_cached("DELETE FROM mirror_page WHERE list = ?1 AND body = ?2")?;
    let mut body = change.prepare_cached("DELETE FROM mirror_body WHERE id = ?1")?;
    for old in old {
        page.execute([list, old.body])?;
        body.execute([old.body])?;
    }
    Ok(())
}

impl Storage {
    /// A single read showed that the candidate is not in the job any more.
    pub(crate) fn confirm_gone(
        &mut self,
        server: &str,
        job: &JobId,
        candidate: &CandidateItem,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        self.delete_record(server, RecordKind::Candidate, candidate.id.as_str())?;
        self.remove_unlisted(server, job, candidate, at)
    }

    /// The server no longer has a job: its list and its record go, too.
    pub(crate) fn confirm_job_gone(
        &mut self,
        server: &str,
        job: &JobItem,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        // In this order: after a kill in between the next sync asks about the job again.
        self.delete_mirrored_job(server, &job.id)?;
        self.remove_unlisted(server, &JobId::default(), job, at)
    }

    fn remove_unlisted<T: ComparedItem>(
        &mut self,
        server: &str,
        job: &JobId,
        row: &T,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let change = self.begin()?;
        let sql = "SELECT page.body, page.read_at, list.id FROM mirror_page AS page
             JOIN mirror_list AS list ON page.list = list.id
             WHERE list.server = ?1 AND list.job = ?2 AND page.position = ?3";
        let found: Vec<(i64, i64, i64)> = change
            .prepare_cached(sql)?
            .query_map(params![server, job.as_str(), UNLISTED], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?
            .collect::<Result<_, _>>()?;
        let (job_name, _) = job_context(&change, server, job)?;
        for (body, read_at, list) in found {
            let mut rows: Vec<T> = read_items(&change, body)?;
            let count = rows.len();
            rows.retain(|other| other.id() != row.id());
            if rows.len() == count {
                continue;
            }
            replace_body(&change, list, body, &rows)?;
            let times = ReadTimes { last_read_at: Some(timestamp(read_at)), read_at: at };
            super::changes::log(&change, server, T::gone((job, &job_name), row, times))?;
        }
        change.commit()?;
        self.has_deleted = true;
        Ok(())
    }
}
