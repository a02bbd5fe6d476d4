//! Deleting for good: nothing of it can be read in the file afterwards.
//!
//! Rows are deleted, the file is written anew without them, and the log beside
//! it is emptied: what was deleted would stand in both for a while.

#[cfg(test)]
mod tests;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::rows_of::THEIRS;
use super::{Storage, StorageError};
use crate::wire::{PersonId, Timestamp};

/// What was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Purged {
    /// Entries of the log.
    pub entries: usize,
    /// Records that were read.
    pub cached: usize,
    /// Marks of having been looked at.
    pub looked: usize,
    /// Edits that were not saved.
    pub drafts: usize,
    /// Whether no byte of it is left. Otherwise another window was reading; a
    /// purge when that one is closed does the rest.
    pub is_wiped: bool,
}

impl Storage {
    /// Deletes all that is kept of a person, whichever server it was read from
    /// and whoever wrote it.
    pub fn purge_person(&mut self, person: &PersonId) -> Result<Purged, StorageError> {
        let person = person.as_str();
        if person.is_empty() {
            // That would be everybody of whom it is not known who they are.
            return Ok(Purged { is_wiped: true, ..Purged::default() });
        }
        self.purge(|change| {
            change.execute_batch("DROP TABLE IF EXISTS temp.gone")?;
            let theirs = format!("CREATE TEMP TABLE gone AS {THEIRS}");
            change.execute(&theirs, [person])?;
            // Names, ids and places may stand wherever somebody was.
            change.execute("DELETE FROM place WHERE instr(body, ?1)", [person])?;
            forget_places(change)?;
            change.execute("DELETE FROM creation WHERE person = ?1", [person])?;
            let entries = change.execute(
                "DELETE FROM entry WHERE kind NOT IN ('undo', 'redo') AND (person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM gone))",
                [person],
            )?;
            // Others may have been in the same step: that it was taken back stays.
            change.execute(
                "UPDATE entry SET candidate = '', person = '', job = '', name = '', job_name = '',
                     title = '', company = '', stage_id = '', stage_name = '' WHERE person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM gone)",
                [person],
            )?;
            let purged = Purged {
                entries: entries + forget_steps(change)?,
                cached: change.execute("DELETE FROM cache WHERE person = ?1", [person])?,
                looked: change.execute(
                    "DELETE FROM looked WHERE person = ?1
                     OR (server, candidate) IN (SELECT server, candidate FROM gone)",
                    [person],
                )?,
                drafts: change.execute("DELETE FROM draft WHERE person = ?1", [person])?,
                is_wiped: false,
            };
            change.execute_batch("DROP TABLE temp.gone")?;
            Ok(purged)
        })
    }

    /// Deletes what is older. A candidate about whom anything was done since
    /// keeps all of it. Which lines of a file of people were sent is forgotten,
    /// too: whoever goes on with a file that old begins anew.
    pub fn purge_older(&mut self, before: Timestamp) -> Result<Purged, StorageError> {
        let before = before.micros();
        self.purge(|change| {
            change.execute_batch(
                "DROP TABLE IF EXISTS temp.recent; DROP TABLE IF EXISTS temp.gone",
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
                "CREATE TEMP TABLE gone AS SELECT server, candidate FROM (
                     SELECT server, candidate FROM entry WHERE at < ?1 AND candidate <> ''
                     UNION SELECT server, candidate FROM looked WHERE at < ?1
                     UNION SELECT server, id FROM cache WHERE read_at < ?1 AND kind = 'candidate')
                 WHERE (server, candidate) NOT IN (SELECT server, candidate FROM recent)",
                [before],
            )?;
            forget_places(change)?;
            change.execute("DELETE FROM creation WHERE at < ?1", [before])?;
            let is_gone = "(server, candidate) IN (SELECT server, candidate FROM gone)";
            let entries = format!(
                "DELETE FROM entry WHERE at < ?1 AND kind NOT IN ('undo', 'redo') AND {is_gone}"
            );
            let looked = format!("DELETE FROM looked WHERE at < ?1 AND {is_gone}");
            let purged = Purged {
                entries: change.execute(&entries, [before])? + forget_steps(change)?,
                cached: change.execute(
                    "DELETE FROM cache WHERE read_at < ?1 AND CASE kind
                         WHEN 'person' THEN (server, id) NOT IN (SELECT server, person FROM recent)
                         ELSE (server, id) IN (SELECT server, candidate FROM gone) END",
                    [before],
                )?,
                looked: change.execute(&looked, [before])?,
                drafts: change.execute("DELETE FROM draft WHERE at < ?1", [before])?,
                is_wiped: false,
            };
            change.execute_batch("DROP TABLE temp.recent; DROP TABLE temp.gone")?;
            Ok(purged)
        })
    }

    fn purge(
        &mut self,
        delete: impl FnOnce(&Transaction<'_>) -> Result<Purged, StorageError>,
    ) -> Result<Purged, StorageError> {
        // Names that are sorted or copied meanwhile are in no file.
        self.connection.pragma_update(None, "temp_store", "MEMORY")?;
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let purged = delete(&change)?;
        change.commit()?;
        Ok(Purged { is_wiped: wipe(&self.connection), ..purged })
    }
}

/// Nobody is shown first of whom nothing is kept.
fn forget_places(change: &Transaction<'_>) -> Result<usize, StorageError> {
    Ok(change.execute(
        "DELETE FROM place WHERE EXISTS (SELECT 1 FROM gone
             WHERE gone.server = place.server AND instr(place.body, gone.candidate))",
        [],
    )?)
}

/// Taking back what is not there any more says nothing.
fn forget_steps(change: &Transaction<'_>) -> Result<usize, StorageError> {
    Ok(change.execute(
        "DELETE FROM entry WHERE kind IN ('undo', 'redo') AND text NOT IN
             (SELECT step FROM entry WHERE kind NOT IN ('undo', 'redo'))",
        [],
    )?)
}

/// Whether nothing is left of what was deleted. Rows are overwritten as they
/// go, but copies of them stay where pages were split: so all is written anew.
fn wipe(connection: &Connection) -> bool {
    connection.execute_batch("VACUUM").is_ok()
        && connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))
            .is_ok_and(|is_busy| !is_busy)
}
