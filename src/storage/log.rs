//! The triage log, the seen marks and the position in the inbox.
//!
//! The log only grows: undo appends an entry as well, and only a purge deletes entries. A row holds
//! a `recruiting::triage::LogEntry`, one column per field.

#[cfg(test)]
pub(crate) mod tests;

use chrono::NaiveDate;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params, params};

use super::open::timestamp;
use super::{Storage, StorageError};
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::wire::{CandidateId, PersonId, Timestamp};

/// Entries read from the log of a server.
#[derive(Debug, Default)]
pub struct TriageLog {
    /// Oldest first.
    pub entries: Vec<LogEntry>,
    /// The sequence number to continue from.
    pub(crate) last: i64,
    /// Entries of a newer version of this program. They stay in the file.
    pub(crate) unread: usize,
}

impl Storage {
    /// Writes all entries or none, and the inbox position after them. They are on disk when
    /// this returns. Entries with a known id are skipped.
    pub fn append(
        &mut self,
        server: &str,
        entries: &[LogEntry],
        inbox_position: Option<&str>,
    ) -> Result<(), StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for entry in entries {
            insert(&change, server, entry)?;
        }
        if let Some(inbox_position) = inbox_position {
            put_inbox_position(&change, server, inbox_position)?;
        }
        Ok(change.commit()?)
    }

    /// Reads the entries after a sequence number, in the order of writing. Numbers start at 1.
    pub fn read_log(&self, server: &str, after: i64) -> Result<TriageLog, StorageError> {
        let mut query = self.connection.prepare_cached(
            "SELECT seq, id, step, at, candidate, person, job, name, job_name, title, company,
                 stage_id, stage_name, kind, text, beside, until, source
             FROM entry WHERE seq > ?1 AND server = ?2 ORDER BY seq",
        )?;
        let mut rows = query.query(params![after, server])?;
        let mut log = TriageLog { last: after, ..TriageLog::default() };
        while let Some(row) = rows.next()? {
            log.last = row.get(0)?;
            match log_entry(row)? {
                Some(entry) => log.entries.push(entry),
                None => log.unread += 1,
            }
        }
        Ok(log)
    }

    /// Marks candidates as seen. An earlier mark keeps its time.
    pub(crate) fn mark_seen(
        &mut self,
        server: &str,
        candidates: &[(CandidateId, PersonId)],
        at: Timestamp,
    ) -> Result<(), StorageError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (candidate, person) in candidates {
            let mut insert = change.prepare_cached(
                "INSERT INTO looked (server, candidate, person, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO NOTHING",
            )?;
            insert.execute(params![server, candidate.as_str(), person.as_str(), at.micros()])?;
        }
        Ok(change.commit()?)
    }

    /// The candidates that were seen, and when first.
    pub(crate) fn seen_marks(
        &self,
        server: &str,
    ) -> Result<Vec<(CandidateId, Timestamp)>, StorageError> {
        let sql = "SELECT candidate, at FROM looked WHERE server = ?1";
        self.query_rows(sql, [server], |row| {
            Ok((CandidateId::from(row.get::<_, String>(0)?), timestamp(row.get(1)?)))
        })
    }

    /// Writes the inbox position.
    pub(crate) fn set_inbox_position(
        &self,
        server: &str,
        position: &str,
    ) -> Result<(), StorageError> {
        put_inbox_position(&self.connection, server, position)
    }

    /// The inbox position, as JSON.
    pub(crate) fn inbox_position(&self, server: &str) -> Result<Option<String>, StorageError> {
        let mut query =
            self.connection.prepare_cached("SELECT body FROM place WHERE server = ?1")?;
        Ok(query.query_row([server], |row| row.get(0)).optional()?)
    }
}

fn insert(connection: &Connection, server: &str, entry: &LogEntry) -> Result<(), StorageError> {
    let mut put = connection.prepare_cached(
        "INSERT INTO entry (server, id, step, at, candidate, person, job, name, job_name, title,
             company, stage_id, stage_name, kind, text, beside, until, source)
         VALUES (:server, :id, :step, :at, :candidate, :person, :job, :name, :job_name, :title,
             :company, :stage_id, :stage_name, :kind, :text, :beside, :until, :source)
         ON CONFLICT DO NOTHING",
    )?;
    let LogEntry { id, group, at, subject, snapshot, kind, source } = entry;
    let KindColumns { kind, text, detail, until } = kind_columns(kind);
    put.execute(named_params! {
        ":server": server, ":id": id.0, ":step": group.0, ":at": at.micros(),
        ":candidate": subject.candidate.as_str(), ":person": subject.person.as_str(),
        ":job": subject.job.as_str(), ":name": snapshot.name, ":job_name": snapshot.job_name,
        ":title": snapshot.title, ":company": snapshot.company, ":stage_id": snapshot.stage_id,
        ":stage_name": snapshot.stage_name, ":kind": kind, ":text": text, ":beside": detail,
        ":until": until, ":source": source,
    })?;
    Ok(())
}

/// The columns that hold an `EntryKind`.
struct KindColumns<'a> {
    kind: &'static str,
    text: Option<&'a str>,
    detail: Option<&'a str>,
    until: Option<String>,
}

fn kind_columns(kind: &EntryKind) -> KindColumns<'_> {
    let (kind, text, detail, until) = match kind {
        EntryKind::Verdict { verdict, reason } => {
            ("verdict", Some(verdict.as_str()), reason.as_deref(), None)
        }
        EntryKind::Note { text } => ("note", Some(text.as_str()), None, None),
        EntryKind::NoteEdit { note, text } => {
            ("note-edit", Some(text.as_str()), Some(note.0.as_str()), None)
        }
        EntryKind::NoteDelete { note } => ("note-delete", None, Some(note.0.as_str()), None),
        EntryKind::Tag { tag } => ("tag", Some(tag.as_str()), None, None),
        EntryKind::Untag { tag } => ("untag", Some(tag.as_str()), None, None),
        EntryKind::Star => ("star", None, None, None),
        EntryKind::Unstar => ("unstar", None, None, None),
        EntryKind::Snooze { until, note } => {
            ("snooze", note.as_deref(), None, Some(until.to_string()))
        }
        EntryKind::Wake => ("wake", None, None, None),
        EntryKind::Undo { group } => ("undo", Some(group.0.as_str()), None, None),
        EntryKind::Redo { group } => ("redo", Some(group.0.as_str()), None, None),
    };
    KindColumns { kind, text, detail, until }
}

/// None for an entry written by a newer version.
fn entry_kind(
    kind: &str,
    text: Option<String>,
    detail: Option<String>,
    until: Option<String>,
) -> Option<EntryKind> {
    Some(match (kind, text) {
        ("verdict", Some(word)) => {
            EntryKind::Verdict { verdict: Verdict::parse(&word)?, reason: detail }
        }
        ("note", Some(text)) => EntryKind::Note { text },
        ("note-edit", Some(text)) => EntryKind::NoteEdit { note: EntryId(detail?), text },
        ("note-delete", _) => EntryKind::NoteDelete { note: EntryId(detail?) },
        ("tag", Some(tag)) => EntryKind::Tag { tag },
        ("untag", Some(tag)) => EntryKind::Untag { tag },
        ("star", _) => EntryKind::Star,
        ("unstar", _) => EntryKind::Unstar,
        ("snooze", note) => {
            EntryKind::Snooze { until: NaiveDate::parse_from_str(&until?, "%Y-%m-%d").ok()?, note }
        }
        ("wake", _) => EntryKind::Wake,
        ("undo", Some(group)) => EntryKind::Undo { group: UndoGroup(group) },
        ("redo", Some(group)) => EntryKind::Redo { group: UndoGroup(group) },
        _ => return None,
    })
}

fn put_inbox_position(
    connection: &Connection,
    server: &str,
    position: &str,
) -> Result<(), StorageError> {
    let mut put = connection.prepare_cached(
        "INSERT INTO place (server, body) VALUES (?1, ?2)
         ON CONFLICT (server) DO UPDATE SET body = ?2",
    )?;
    put.execute([server, position])?;
    Ok(())
}

fn log_entry(row: &Row<'_>) -> rusqlite::Result<Option<LogEntry>> {
    let text = |column| row.get::<_, String>(column);
    let kind = row.get_ref(13)?.as_str()?;
    let Some(kind) = entry_kind(kind, row.get(14)?, row.get(15)?, row.get(16)?) else {
        return Ok(None);
    };
    let (candidate, person, job) = (text(4)?.into(), text(5)?.into(), text(6)?.into());
    let snapshot = Snapshot {
        name: text(7)?,
        job_name: text(8)?,
        title: text(9)?,
        company: text(10)?,
        stage_id: text(11)?,
        stage_name: text(12)?,
    };
    Ok(Some(LogEntry {
        id: EntryId(text(1)?),
        group: UndoGroup(text(2)?),
        at: timestamp(row.get(3)?),
        subject: Subject { candidate, person, job }.into(),
        snapshot: snapshot.into(),
        kind,
        source: row.get(17)?,
    }))
}
