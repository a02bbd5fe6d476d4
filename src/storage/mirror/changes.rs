//! The log of changes: written with the page or record that shows them, read by time.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::recruiting::changes::{Change, ChangeKind, ChangeList};
use crate::storage::open::timestamp;
use crate::storage::{Storage, StorageError};
use crate::wire::{JobId, Timestamp};

/// Fields of a person that lists show, too: the list of every job of a person shows the same new
/// title, and so does their record.
const LISTED_FIELDS: [&str; 3] = ["name", "current_job_title", "current_company_name"];

/// Logs a change. Returns 1, or 0 if it is already known.
pub(super) fn log(
    change: &Transaction<'_>,
    server: &str,
    mut found: Change,
) -> Result<usize, StorageError> {
    if found.kind == ChangeKind::PersonChanged && LISTED_FIELDS.contains(&&*found.field) {
        let mut last = change.prepare_cached(
            "SELECT after FROM change WHERE server = ?1 AND person = ?2 AND person <> ''
             AND field = ?3 ORDER BY seq DESC LIMIT 1",
        )?;
        let known: Option<String> = last
            .query_row([server, found.person.as_str(), &found.field], |row| row.get(0))
            .optional()?;
        if known.as_ref() == Some(&found.after) {
            return Ok(0);
        }
    }
    found.is_own |= take_own_write(change, server, &found)?;
    let mut put = change.prepare_cached(
        "INSERT INTO change (server, kind, job, job_name, candidate, person, name, field, before,
             after, own, last_read_at, read_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    put.execute(params![
        server,
        found.kind.as_str(),
        found.job.as_str(),
        found.job_name,
        found.candidate.as_str(),
        found.person.as_str(),
        found.name,
        found.field,
        found.before,
        found.after,
        found.is_own,
        found.last_read_at.map(Timestamp::micros),
        found.read_at.micros(),
    ])
    .map_err(StorageError::from)
}

/// Whether this machine made the change; it does so once.
fn take_own_write(
    change: &Transaction<'_>,
    server: &str,
    found: &Change,
) -> Result<bool, StorageError> {
    let (id, job) = match found.kind {
        ChangeKind::CandidateNew => (found.person.as_str(), found.job.as_str()),
        ChangeKind::Moved | ChangeKind::Rejected | ChangeKind::Withdrawn | ChangeKind::Back => {
            (found.candidate.as_str(), "")
        }
        _ => return Ok(false),
    };
    let mut delete = change.prepare_cached(
        "DELETE FROM own_write WHERE server = ?1 AND id = ?2 AND job = ?3 RETURNING at",
    )?;
    let at: Option<i64> = delete.query_row([server, id, job], |row| row.get(0)).optional()?;
    // A reading after the write did not show it: this change is another one.
    let is_later = |at| found.last_read_at.is_none_or(|read| at >= read.micros());
    Ok(at.is_some_and(is_later))
}

/// A later reading will show what this machine did: it moved a candidate (without a job), or added
/// a person to a job.
pub(super) fn mark_own(
    change: &Transaction<'_>,
    server: &str,
    (id, job): (&str, &JobId),
    at: Timestamp,
) -> Result<(), StorageError> {
    let mut put = change.prepare_cached(
        "INSERT OR REPLACE INTO own_write (server, id, job, at) VALUES (?1, ?2, ?3, ?4)",
    )?;
    put.execute(params![server, id, job.as_str(), at.micros()])?;
    Ok(())
}

impl Storage {
    /// The changes noticed after `since`, at most `max` of them, the newest. The caller knows the
    /// last visit.
    pub(crate) fn changes(
        &self,
        server: &str,
        since: Option<Timestamp>,
        max: u32,
    ) -> Result<ChangeList, StorageError> {
        let sql = "SELECT kind, job, job_name, candidate, person, name, field, before, after, own,
                 last_read_at, read_at
             FROM change WHERE server = ?1 AND read_at > ?2 ORDER BY seq DESC LIMIT ?3";
        let after = since.map_or(i64::MIN, Timestamp::micros);
        let mut changes =
            self.query_rows(sql, params![server, after, i64::from(max) + 1], read_change)?;
        let is_cut = changes.len() > max as usize;
        changes.truncate(max as usize);
        // A kind of a newer version is skipped.
        let changes = changes.into_iter().flatten().collect();
        let (last_read_at, first_read_at) =
            (self.last_reading(server)?, self.first_reading(server)?);
        Ok(ChangeList { changes, is_cut, last_visit: None, last_read_at, first_read_at })
    }

    /// When each job that was closed or archived was last seen to be so.
    pub(crate) fn closed_jobs(
        &self,
        server: &str,
    ) -> Result<HashMap<JobId, Timestamp>, StorageError> {
        let sql = "SELECT job, max(read_at) FROM change
             WHERE server = ?1 AND kind IN (?2, ?3) GROUP BY job";
        let kinds = [ChangeKind::JobClosed, ChangeKind::JobArchived].map(ChangeKind::as_str);
        let jobs = self.query_rows(sql, params![server, kinds[0], kinds[1]], |row| {
            Ok((row.get::<_, String>(0)?.into(), timestamp(row.get(1)?)))
        })?;
        Ok(jobs.into_iter().collect())
    }

    /// Notes that the user opens the program. Returns when they did so before.
    pub(crate) fn begin_visit(
        &self,
        server: &str,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StorageError> {
        let mut put = self.connection.prepare_cached(
            "INSERT INTO visit (server, at) VALUES (?1, ?2)
             ON CONFLICT (server) DO UPDATE SET before = at, at = max(at, ?2)
             RETURNING before",
        )?;
        let before: Option<i64> = put.query_row(params![server, now.micros()], |row| row.get(0))?;
        Ok(before.map(timestamp))
    }

    /// Notes that the user leaves the program.
    pub(crate) fn end_visit(&self, server: &str, now: Timestamp) -> Result<(), StorageError> {
        let sql = "UPDATE visit SET at = max(at, ?2) WHERE server = ?1";
        self.connection.prepare_cached(sql)?.execute(params![server, now.micros()])?;
        Ok(())
    }

    /// When the list of jobs was read for the first time.
    pub(crate) fn first_reading(&self, server: &str) -> Result<Option<Timestamp>, StorageError> {
        let sql = "SELECT first_at FROM mirror_list WHERE server = ?1 AND job = ''";
        let at = self.connection.prepare_cached(sql)?.query_row([server], |row| row.get(0));
        let at: Option<Option<i64>> = at.optional()?;
        Ok(at.flatten().map(timestamp))
    }

    /// When a page of a list was read last.
    pub(crate) fn last_reading(&self, server: &str) -> Result<Option<Timestamp>, StorageError> {
        let sql = "SELECT max(page.read_at) FROM mirror_page AS page
             JOIN mirror_list AS list ON page.list = list.id WHERE server = ?1";
        let at: Option<i64> =
            self.connection.prepare_cached(sql)?.query_row([server], |row| row.get(0))?;
        Ok(at.map(timestamp))
    }

    /// When the user opened the program before this visit; in a command, when they opened it last.
    pub(crate) fn last_visit(&self, server: &str) -> Result<Option<Timestamp>, StorageError> {
        last_visit(&self.connection, server)
    }
}

fn last_visit(connection: &Connection, server: &str) -> Result<Option<Timestamp>, StorageError> {
    let mut query = connection.prepare_cached("SELECT at FROM visit WHERE server = ?1")?;
    let at: Option<i64> = query.query_row([server], |row| row.get(0)).optional()?;
    Ok(at.map(timestamp))
}

fn read_change(row: &Row<'_>) -> rusqlite::Result<Option<Change>> {
    let Some(kind) = ChangeKind::from_word(row.get_ref(0)?.as_str()?) else { return Ok(None) };
    let id = |index| row.get::<_, String>(index);
    Ok(Some(Change {
        kind,
        job: id(1)?.into(),
        job_name: row.get(2)?,
        candidate: id(3)?.into(),
        person: id(4)?.into(),
        name: row.get(5)?,
        field: row.get(6)?,
        before: row.get(7)?,
        after: row.get(8)?,
        is_own: row.get(9)?,
        last_read_at: row.get::<_, Option<i64>>(10)?.map(timestamp),
        read_at: timestamp(row.get(11)?),
    }))
}
