//! Deletes from the mirror: a person everywhere, a job, what is too old, or all of a server.
//!
//! The rows of a person are taken out of the compressed pages, and out of the search index.
//! `purge` rewrites the file afterwards, so that no byte stays.

use rusqlite::{Transaction, TransactionBehavior};

use super::bodies::{read_items, replace_body};
use super::records::RecordKind;
use super::words;
use crate::storage::{Storage, StorageError};
use crate::wire::{CandidateItem, JobId, Timestamp};

/// Takes the rows of these people and candidates out of all pages. Returns how many there were.
pub(in crate::storage) fn remove_rows(
    change: &Transaction<'_>,
    is_removed: impl Fn(&str, &CandidateItem) -> bool,
) -> Result<usize, StorageError> {
    let mut query = change.prepare_cached(
        "SELECT page.list, page.body, list.server FROM mirror_page AS page
         JOIN mirror_list AS list ON page.list = list.id WHERE list.job <> ''",
    )?;
    let pages: Vec<(i64, i64, String)> = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    let mut removed = 0;
    for (list, body, server) in pages {
        let mut rows: Vec<CandidateItem> = read_items(change, body)?;
        let before = rows.len();
        rows.retain(|row| !is_removed(&server, row));
        if rows.len() < before {
            removed += before - rows.len();
            replace_body(change, list, body, &rows)?;
            mark_deleted(change, "id = ?1", list)?;
        }
    }
    Ok(removed)
}

/// Rows of these lists are deleted here, and the server still has them.
fn mark_deleted(change: &Transaction<'_>, condition: &str, param: i64) -> Result<(), StorageError> {
    let sql = format!(
        "UPDATE mirror_list SET deleted_in = walk, deleted_at = unixepoch() * 1000000
         WHERE {condition}"
    );
    change.prepare_cached(&sql)?.execute([param])?;
    Ok(())
}

/// Deletes the records that match, with their words in the search index.
pub(in crate::storage) fn delete_records(
    change: &Transaction<'_>,
    condition: &str,
    params: impl rusqlite::Params + Clone,
) -> Result<usize, StorageError> {
    let sql = format!("SELECT key, body FROM record WHERE kind = 'person' AND {condition}");
    let mut query = change.prepare_cached(&sql)?;
    let mut people = query.query(params.clone())?;
    while let Some(row) = people.next()? {
        words::remove(change, row.get(0)?, &row.get::<_, String>(1)?)?;
    }
    Ok(change.execute(&format!("DELETE FROM record WHERE {condition}"), params)?)
}

/// Deletes the record that the server no longer has. Whether it was stored.
pub(super) fn delete_one(
    change: &Transaction<'_>,
    server: &str,
    kind: RecordKind,
    id: &str,
) -> Result<bool, StorageError> {
    let condition = "server = ?1 AND kind = ?2 AND id = ?3";
    Ok(delete_records(change, condition, [server, kind.as_str(), id])? > 0)
}

impl Storage {
    pub(super) fn begin(&mut self) -> Result<Transaction<'_>, StorageError> {
        Ok(self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
    }

    /// The server no longer has the record.
    pub(crate) fn delete_record(
        &mut self,
        server: &str,
        kind: RecordKind,
        id: &str,
    ) -> Result<(), StorageError> {
        let change = self.begin()?;
        let deleted = delete_one(&change, server, kind, id)?;
        change.commit()?;
        self.has_deleted |= deleted;
        Ok(())
    }

    /// The server no longer has the job.
    pub(crate) fn delete_mirrored_job(
        &mut self,
        server: &str,
        job: &JobId,
    ) -> Result<(), StorageError> {
        let change = self.begin()?;
        delete_records(&change, "server = ?1 AND job = ?2", [server, job.as_str()])?;
        delete_lists(&change, "server = ?1 AND job = ?2", &[&server, &job.as_str()])?;
        change.commit()?;
        self.has_deleted = true;
        Ok(())
    }

    /// The server has other data than before: nothing here is about it.
    pub(crate) fn reset_mirror(&mut self, server: &str) -> Result<(), StorageError> {
        let change = self.begin()?;
        delete_records(&change, "server = ?1", [server])?;
        delete_lists(&change, "server = ?1", &[&server])?;
        change.execute("DELETE FROM change WHERE server = ?1", [server])?;
        change.execute("DELETE FROM own_write WHERE server = ?1", [server])?;
        change.commit()?;
        self.has_deleted = true;
        Ok(())
    }

    /// Deletes what was last read before `before`, and the changes noticed before it.
    pub(crate) fn expire_mirror(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let change = self.begin()?;
        let mut deleted = delete_records(&change, "read_at < ?1", [before.micros()])?;
        deleted += expire_lists(&change, before.micros())?;
        change.commit()?;
        self.has_deleted |= deleted > 0;
        Ok(())
    }
}

/// Deletes the lists that were last read before some time, and the changes noticed before it.
/// Returns how many.
pub(in crate::storage) fn expire_lists(
    change: &Transaction<'_>,
    before: i64,
) -> Result<usize, StorageError> {
    let old = "id NOT IN (SELECT list FROM mirror_page WHERE read_at >= ?1)";
    let mut lists = delete_lists(change, old, &[&before])?;
    mark_deleted(change, "id IN (SELECT list FROM mirror_page WHERE read_at < ?1)", before)?;
    change.execute(
        "DELETE FROM mirror_body WHERE id IN (SELECT body FROM mirror_page WHERE read_at < ?1)",
        [before],
    )?;
    lists += change.execute("DELETE FROM mirror_page WHERE read_at < ?1", [before])?;
    let changes = change.execute("DELETE FROM change WHERE read_at < ?1", [before])?;
    change.execute("DELETE FROM own_write WHERE at < ?1", [before])?;
    Ok(lists + changes)
}

fn delete_lists(
    change: &Transaction<'_>,
    condition: &str,
    params: &[&dyn rusqlite::ToSql],
) -> Result<usize, StorageError> {
    let mut deleted = 0;
    let lists = format!("SELECT id FROM mirror_list WHERE {condition}");
    for sql in [
        format!(
            "DELETE FROM mirror_body WHERE id IN
                 (SELECT body FROM mirror_page WHERE list IN ({lists}))"
        ),
        format!("DELETE FROM mirror_page WHERE list IN ({lists})"),
        format!("DELETE FROM mirror_list WHERE {condition}"),
    ] {
        deleted = change.execute(&sql, params)?;
    }
    Ok(deleted)
}
