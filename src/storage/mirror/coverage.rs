//! How much of a server the mirror has, and how old it is.

use rusqlite::{OptionalExtension, params};

use super::pages::unsigned;
use crate::storage::open::timestamp;
use crate::storage::{Storage, StorageError};
use crate::wire::{JobId, Timestamp};

/// How much of a list is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListCoverage {
    /// Empty for the list of jobs.
    pub(crate) job: JobId,
    pub(crate) rows: u64,
    /// As the server counts.
    pub(crate) total: Option<u64>,
    /// When its oldest page was read.
    pub(crate) read_at: Timestamp,
    /// When the last complete walk began.
    pub(crate) complete_at: Option<Timestamp>,
    /// When the user last looked at it.
    pub(crate) used_at: Option<Timestamp>,
    /// Whether rows that the last walk did not meet are not confirmed yet.
    pub(crate) has_unlisted: bool,
}

/// What the mirror of a server holds, for `local stats`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct MirrorStats {
    pub(crate) lists: u64,
    pub(crate) rows: u64,
    /// Of the compressed pages.
    pub(crate) page_bytes: u64,
    pub(crate) jobs: u64,
    pub(crate) candidates: u64,
    pub(crate) people: u64,
    pub(crate) changes: u64,
    /// When the oldest of it was read.
    pub(crate) oldest: Option<Timestamp>,
}

impl Storage {
    /// The lists that are stored, also partly.
    pub(crate) fn coverage(&self, server: &str) -> Result<Vec<ListCoverage>, StorageError> {
        let sql = "SELECT job, coalesce(sum(page.rows), 0), total, min(page.read_at),
                 list.read_at, used_at,
                 EXISTS (SELECT 1 FROM mirror_page AS other
                     WHERE other.list = list.id AND other.position < 0)
             FROM mirror_list AS list
             JOIN mirror_page AS page ON page.list = list.id AND page.position >= 0
                 AND page.body = (SELECT max(body) FROM mirror_page AS other
                     WHERE other.list = page.list AND other.position = page.position)
             WHERE server = ?1 GROUP BY list.id ORDER BY job";
        self.query_rows(sql, [server], |row| {
            let time = |at: Option<i64>| at.map(timestamp);
            Ok(ListCoverage {
                job: row.get::<_, String>(0)?.into(),
                rows: unsigned(row.get(1)?),
                total: row.get::<_, Option<i64>>(2)?.map(unsigned),
                read_at: timestamp(row.get(3)?),
                complete_at: time(row.get(4)?),
                used_at: time(row.get(5)?),
                has_unlisted: row.get(6)?,
            })
        })
    }

    /// Notes that the user looks at a job: its list is synced before others.
    pub(crate) fn mark_job_used(
        &self,
        server: &str,
        job: &JobId,
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let mut put = self.connection.prepare_cached(
            "INSERT INTO mirror_list (server, job, used_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (server, job) DO UPDATE SET used_at = ?3",
        )?;
        put.execute(params![server, job.as_str(), at.micros()])?;
        Ok(())
    }

    pub(crate) fn mirror_stats(&self, server: &str) -> Result<MirrorStats, StorageError> {
        let count = |sql: &str| -> Result<Option<i64>, StorageError> {
            let mut query = self.connection.prepare_cached(sql)?;
            Ok(query.query_row([server], |row| row.get(0)).optional()?.flatten())
        };
        let number = |sql: &str| count(sql).map(|number| unsigned(number.unwrap_or(0)));
        let pages = "FROM mirror_page JOIN mirror_list ON list = mirror_list.id
             WHERE server = ?1 AND position >= 0";
        let records = "SELECT count(*) FROM record WHERE server = ?1 AND kind";
        Ok(MirrorStats {
            lists: number(&format!("SELECT count(DISTINCT list) {pages}"))?,
            rows: number(&format!("SELECT sum(mirror_page.rows) {pages}"))?,
            page_bytes: number(&format!(
                "SELECT sum(length(body)) FROM mirror_body
                 WHERE id IN (SELECT mirror_page.body {pages})"
            ))?,
            jobs: number(&format!("{records} = 'job'"))?,
            candidates: number(&format!("{records} = 'candidate'"))?,
            people: number(&format!("{records} = 'person'"))?,
            changes: number("SELECT count(*) FROM change WHERE server = ?1")?,
            oldest: count(&format!(
                "SELECT min(at) FROM (SELECT mirror_page.read_at AS at {pages}
                 UNION ALL SELECT read_at FROM record WHERE server = ?1)"
            ))?
            .map(timestamp),
        })
    }
}
