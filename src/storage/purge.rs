//! Deletes for good: no byte of a purged record stays in the files.
//!
//! Deleted rows would stay in free pages and in the write-ahead log for a while, so the
//! database is rewritten and the log is truncated.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::mirror::forget::{delete_records, expire_lists, remove_rows};
use super::person_rows::CANDIDATES_OF_PERSON;
use super::{Storage, StorageError};
use crate::wire::{PersonId, Timestamp};

/// Counts of deleted rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PurgeReport {
    pub(crate) entries: usize,
    pub(crate) cached: usize,
    pub(crate) seen_marks: usize,
    pub(crate) drafts: usize,
    /// Changes in the log, and marks of own writes and creations.
    pub(crate) traces: usize,
    /// Whether no byte is left. False while another window reads: a purge after that window closes
    /// removes the rest.
    pub(crate) is_wiped: bool,
}

impl PurgeReport {
    /// Whether there was nothing to delete, nor bytes of an earlier deletion.
    pub(crate) const fn is_nothing(&self) -> bool {
        let Self { entries, cached, seen_marks, drafts, traces, is_wiped } = *self;
        entries + cached + seen_marks + drafts + traces == 0 && is_wiped
    }
}

impl Storage {
    /// Deletes everything about a person, from every server and every author.
    pub(crate) fn purge_person(&mut self, person: &PersonId) -> Result<PurgeReport, StorageError> {
        let person = person.as_str();
        if person.is_empty() {
            // Rows without a known person have an empty id.
            return Ok(PurgeReport { is_wiped: true, ..PurgeReport::default() });
        }
        self.purge(|change| {
            change.execute_batch("DROP TABLE IF EXISTS temp.purged")?;
            let sql = format!("CREATE TEMP TABLE purged AS {CANDIDATES_OF_PERSON}");
            change.execute(&sql, [person])?;
            // An inbox position names the candidates around it.
            change.execute("DELETE FROM place WHERE instr(body, ?1)", [person])?;
            clear_inbox_positions(change)?;
            // A filter may name the person.
            change.execute("UPDATE screen SET place = ''", [])?;
            let mut traces = change.execute("DELETE FROM creation WHERE person = ?1", [person])?;
            traces += change.execute(
                "DELETE FROM change WHERE person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM purged)",
                [person],
            )?;
            traces += change.execute(
                "DELETE FROM own_write WHERE id = ?1
                     OR (server, id) IN (SELECT server, candidate FROM purged)",
                [person],
            )?;
            let entries = change.execute(
                "DELETE FROM entry WHERE kind NOT IN ('undo', 'redo') AND (person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM purged))",
                [person],
            )?;
            // An undone step may also concern other people, so the undo itself stays.
            change.execute(
                "UPDATE entry SET candidate = '', person = '', job = '', name = '', job_name = '',
                     title = '', company = '', stage_id = '', stage_name = '' WHERE person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM purged)",
                [person],
            )?;
            let report = PurgeReport {
                entries: entries + delete_orphans(change)?,
                cached: delete_records(change, "person = ?1", [person])?
                    + remove_rows_of(change, person)?,
                seen_marks: change.execute(
                    "DELETE FROM looked WHERE person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM purged)",
                    [person],
                )?,
                drafts: change.execute("DELETE FROM draft WHERE person = ?1", [person])?,
                traces,
                is_wiped: false,
            };
            change.execute_batch("DROP TABLE temp.purged")?;
            Ok(report)
        })
    }

    /// Deletes everything older than `before`. A person with a newer entry keeps all entries, since
    /// notes and tags belong to the person.
    /// Also deletes the progress of bulk creations, so resuming such an old file starts over.
    pub(crate) fn purge_older(&mut self, before: Timestamp) -> Result<PurgeReport, StorageError> {
        let before = before.micros();
        self.purge(|change| {
            change.execute_batch(
                "DROP TABLE IF EXISTS temp.recent; DROP TABLE IF EXISTS temp.purged",
            )?;
            change.execute(
                "CREATE TEMP TABLE recent AS
                 SELECT server, candidate, person FROM entry WHERE at >= ?1
                 UNION
                 SELECT done.server, done.candidate, done.person FROM entry AS done
                 JOIN entry AS back ON back.server = done.server AND back.text = done.step
                 WHERE back.kind IN ('undo', 'redo') AND back.at >= ?1",
                [before],
            )?;
            change.execute(
                "CREATE TEMP TABLE purged AS SELECT server, candidate FROM (
                     SELECT server, candidate FROM entry WHERE at < ?1 AND candidate <> ''
                     UNION SELECT server, candidate FROM looked WHERE at < ?1
                     UNION SELECT server, id FROM record WHERE read_at < ?1 AND kind = 'candidate')
                 WHERE (server, candidate) NOT IN (SELECT server, candidate FROM recent)
                     AND (server, candidate) NOT IN (SELECT server, candidate FROM entry
                         WHERE person <> ''
                         AND (server, person) IN (SELECT server, person FROM recent))",
                [before],
            )?;
            clear_inbox_positions(change)?;
            change.execute("UPDATE screen SET place = '' WHERE at < ?1", [before])?;
            change.execute("DELETE FROM creation WHERE at < ?1", [before])?;
            let is_purged = "(server, candidate) IN (SELECT server, candidate FROM purged)";
            let entries = format!(
                "DELETE FROM entry WHERE at < ?1 AND kind NOT IN ('undo', 'redo') AND {is_purged}"
            );
            let seen_marks = format!("DELETE FROM looked WHERE at < ?1 AND {is_purged}");
            expire_lists(change, before)?;
            let report = PurgeReport {
                entries: change.execute(&entries, [before])? + delete_orphans(change)?,
                cached: delete_records(
                    change,
                    "read_at < ?1 AND CASE kind
                         WHEN 'person' THEN (server, id) NOT IN (SELECT server, person FROM recent)
                         WHEN 'job' THEN TRUE
                         ELSE (server, id) IN (SELECT server, candidate FROM purged) END",
                    [before],
                )?,
                seen_marks: change.execute(&seen_marks, [before])?,
                drafts: change.execute("DELETE FROM draft WHERE at < ?1", [before])?,
                traces: 0,
                is_wiped: false,
            };
            change.execute_batch("DROP TABLE temp.recent; DROP TABLE temp.purged")?;
            Ok(report)
        })
    }

    /// Deletes everything that was read from a server; what the user wrote stays.
    pub(crate) fn purge_mirror(&mut self, server: &str) -> Result<PurgeReport, StorageError> {
        let stats = self.mirror_stats(server)?;
        let stored = stats.rows + stats.jobs + stats.candidates + stats.people;
        self.reset_mirror(server)?;
        let cached = usize::try_from(stored).unwrap_or(usize::MAX);
        self.purge(|_| Ok(PurgeReport { cached, ..PurgeReport::default() }))
    }

    /// Removes the last bytes of records that this connection deleted from the mirror, if any.
    /// Whether none is left.
    pub(crate) fn wipe_deleted(&mut self) -> bool {
        if self.has_deleted {
            self.has_deleted = !wipe(&self.connection);
        }
        !self.has_deleted
    }

    fn purge(
        &mut self,
        delete: impl FnOnce(&Transaction<'_>) -> Result<PurgeReport, StorageError>,
    ) -> Result<PurgeReport, StorageError> {
        // Temporary tables hold names: keep them out of the file system.
        self.connection.pragma_update(None, "temp_store", "MEMORY")?;
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let report = delete(&change)?;
        change.commit()?;
        Ok(PurgeReport { is_wiped: wipe(&self.connection), ..report })
    }
}

/// Takes a person and the purged candidates out of the mirrored lists. Returns the number of rows.
fn remove_rows_of(change: &Transaction<'_>, person: &str) -> Result<usize, StorageError> {
    let mut query = change.prepare("SELECT server, candidate FROM purged")?;
    let candidates: HashSet<(String, String)> =
        query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    remove_rows(change, |server, row| {
        row.person_id.as_str() == person
            || candidates.contains(&(server.to_owned(), row.id.to_string()))
    })
}

/// Takes purged candidates out of the inbox positions, and keeps order and blind mode. Deletes a
/// position that names them elsewhere.
fn clear_inbox_positions(change: &Transaction<'_>) -> Result<(), StorageError> {
    let is_purged = "EXISTS (SELECT 1 FROM purged
             WHERE purged.server = place.server AND instr(place.body, purged.candidate))";
    let sql = format!(
        "UPDATE place SET body = json_set(body, '$.candidate', NULL)
             WHERE json_valid(body) AND {is_purged}"
    );
    change.execute(&sql, [])?;
    change.execute(&format!("DELETE FROM place WHERE {is_purged}"), [])?;
    Ok(())
}

/// Deletes the edits of notes that no longer exist, then the undo and redo entries of steps that no
/// longer exist.
fn delete_orphans(change: &Transaction<'_>) -> Result<usize, StorageError> {
    let edits = change.execute(
        "DELETE FROM entry WHERE kind IN ('note-edit', 'note-delete')
             AND (server, beside) NOT IN (SELECT server, id FROM entry)",
        [],
    )?;
    let undos = change.execute(
        "DELETE FROM entry WHERE kind IN ('undo', 'redo') AND text NOT IN
             (SELECT step FROM entry WHERE kind NOT IN ('undo', 'redo'))",
        [],
    )?;
    Ok(edits + undos)
}

/// Whether nothing is left. `secure_delete` overwrites deleted rows, but page splits leave copies
/// behind, so the whole file is rewritten.
fn wipe(connection: &Connection) -> bool {
    connection.execute_batch("VACUUM").is_ok()
        && connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))
            .is_ok_and(|is_busy| !is_busy)
}
