//! Drafts: edits that are not saved yet.
//!
//! A draft belongs to the session that types in it. When that session ends, another may
//! claim it; only one of two claims succeeds. A dropped draft stays for a while, so that
//! dropping can be undone; a saved one is deleted at once.

use std::time::Duration;

use chrono::Days;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params, params};

use super::open::timestamp;
use super::{Storage, StorageError};
use crate::wire::{PersonId, Timestamp};

/// How long a dropped draft can be restored.
const RETENTION: Days = Days::new(30);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    pub id: String,
    /// The session that owns the draft.
    pub(crate) session: String,
    pub(crate) server: String,
    /// None for a person who is not created yet.
    pub(crate) person: Option<PersonId>,
    /// The name of the person.
    pub(crate) name: String,
    /// The time of the last change.
    pub(crate) at: Timestamp,
    /// JSON.
    pub(crate) body: String,
}

impl Storage {
    /// Writes a draft. Replaces a draft with the same id, and restores it if it was dropped.
    pub(crate) fn save_draft(&self, draft: &DraftRow) -> Result<(), StorageError> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO draft (id, session, server, person, name, at, body)
             VALUES (:id, :session, :server, :person, :name, :at, :body)
             ON CONFLICT (id) DO UPDATE SET session = :session, server = :server,
                 person = :person, name = :name, at = :at, body = :body, dropped_at = NULL",
        )?;
        insert.execute(named_params! {
            ":id": draft.id, ":session": draft.session, ":server": draft.server,
            ":person": draft.person.as_ref().map(PersonId::as_str), ":name": draft.name,
            ":at": draft.at.micros(), ":body": draft.body,
        })?;
        Ok(())
    }

    /// All drafts that were not dropped, newest first.
    pub fn drafts(&self) -> Result<Vec<DraftRow>, StorageError> {
        let sql = "SELECT id, session, server, person, name, at, body FROM draft
             WHERE dropped_at IS NULL ORDER BY at DESC, id";
        self.query_rows(sql, [], read_draft)
    }

    /// The drafts of this session and of sessions that have ended.
    pub(crate) fn unclaimed_drafts(&self) -> Result<Vec<DraftRow>, StorageError> {
        let mut drafts = self.drafts()?;
        drafts.retain(|draft| !self.is_open_elsewhere(draft));
        Ok(drafts)
    }

    /// Whether another open window has a draft about this person.
    pub(crate) fn is_edited_elsewhere(
        &self,
        server: &str,
        person: &PersonId,
    ) -> Result<bool, StorageError> {
        let sql = "SELECT session FROM draft
             WHERE dropped_at IS NULL AND server = ?1 AND person = ?2 AND session <> ?3";
        let params = [server, person.as_str(), self.session()];
        let holders: Vec<String> = self.query_rows(sql, params, |row| row.get(0))?;
        Ok(holders.iter().any(|holder| self.is_alive(holder)))
    }

    /// Takes a draft over. False if another open window has it, or it does not exist.
    pub(crate) fn claim(&mut self, id: &str) -> Result<bool, StorageError> {
        let ours = self.session.name();
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let holder: Option<String> = change
            .prepare_cached("SELECT session FROM draft WHERE id = ?1 AND dropped_at IS NULL")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        let is_free =
            holder.is_some_and(|holder| holder == ours || !self.session.is_alive(&holder));
        if is_free {
            change.execute("UPDATE draft SET session = ?2 WHERE id = ?1", [id, ours])?;
            change.commit()?;
        }
        Ok(is_free)
    }

    /// Deletes a saved draft for good. A missing draft is not an error.
    pub(crate) fn delete_draft(&self, id: &str) -> Result<(), StorageError> {
        self.connection.prepare_cached("DELETE FROM draft WHERE id = ?1")?.execute([id])?;
        wipe(&self.connection);
        Ok(())
    }

    /// Marks a draft as dropped. A missing draft is not an error.
    pub(crate) fn discard_draft(&self, id: &str, at: Timestamp) -> Result<(), StorageError> {
        let mut drop = self.connection.prepare_cached(
            "UPDATE draft SET dropped_at = ?2 WHERE id = ?1 AND dropped_at IS NULL",
        )?;
        drop.execute(params![id, at.micros()])?;
        Ok(())
    }

    /// Restores a dropped draft; it now belongs to this session.
    pub(crate) fn restore_draft(&self, id: &str) -> Result<(), StorageError> {
        let mut restore = self.connection.prepare_cached(
            "UPDATE draft SET session = CASE WHEN dropped_at IS NULL THEN session ELSE ?2 END,
                 dropped_at = NULL WHERE id = ?1",
        )?;
        match restore.execute([id, self.session()])? {
            0 => Err(StorageError::NoDraft),
            _ => Ok(()),
        }
    }

    /// Deletes the drafts that were dropped long ago. Writes nothing if there are none.
    pub(super) fn delete_old_drafts(&self) -> Result<(), StorageError> {
        let Some(before) = Timestamp::now().to_utc().checked_sub_days(RETENTION) else {
            return Ok(());
        };
        let before = [Timestamp::from(before).micros()];
        let has_old: bool = self.connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM draft WHERE dropped_at < ?1)",
            before,
            |row| row.get(0),
        )?;
        if has_old {
            self.connection.execute("DELETE FROM draft WHERE dropped_at < ?1", before)?;
            wipe(&self.connection);
        }
        Ok(())
    }

    fn is_open_elsewhere(&self, draft: &DraftRow) -> bool {
        draft.session != self.session() && self.is_alive(&draft.session)
    }
}

/// Truncates the write-ahead log, which keeps deleted rows until then. Does not wait: while another
/// window reads, the next call does it.
fn wipe(connection: &Connection) {
    let timeout = connection.pragma_query_value(None, "busy_timeout", |row| row.get::<_, u32>(0));
    let Ok(timeout) = timeout else { return };
    let _ = connection.busy_timeout(Duration::ZERO);
    let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_row| Ok(()));
    let _ = connection.busy_timeout(Duration::from_millis(timeout.into()));
}

pub(crate) fn read_draft(row: &Row<'_>) -> rusqlite::Result<DraftRow> {
    Ok(DraftRow {
        id: row.get(0)?,
        session: row.get(1)?,
        server: row.get(2)?,
        person: row.get::<_, Option<String>>(3)?.map(PersonId::from),
        name: row.get(4)?,
        at: timestamp(row.get(5)?),
        body: row.get(6)?,
    })
}
