//! Entries of the log as `local` keeps them, and back.

use std::sync::Arc;

use chrono::NaiveDate;

use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::storage::{LogRow, Storage, StorageError};

/// What stands in the log of a server.
#[derive(Debug, Default)]
pub struct TriageLog {
    /// What was done, the oldest first.
    pub entries: Vec<LogEntry>,
    /// The number to go on from.
    pub last: i64,
    /// Entries that a newer shortlist wrote: they are left as they are.
    pub unread: usize,
}

/// Reads what was written after a number; nothing comes before 1.
pub fn read(local: &Storage, server: &str, after: i64) -> Result<TriageLog, StorageError> {
    let mut log = TriageLog::default();
    log.last = local.read_log(server, after, |row| match entry(row) {
        Some(entry) => log.entries.push(entry),
        None => log.unread += 1,
    })?;
    Ok(log)
}

/// An entry as it is kept.
#[must_use]
pub fn row(entry: &LogEntry) -> LogRow {
    let LogEntry { id, step, at, subject, seen, act, source } = entry.clone();
    let (subject, seen) = (Arc::unwrap_or_clone(subject), Arc::unwrap_or_clone(seen));
    let (kind, text, beside, until) = match act {
        EntryKind::Verdict { verdict, reason } => {
            ("verdict", Some(verdict.as_str().to_owned()), reason, None)
        }
        EntryKind::Note { text } => ("note", Some(text), None, None),
        EntryKind::Tag { tag } => ("tag", Some(tag), None, None),
        EntryKind::Untag { tag } => ("untag", Some(tag), None, None),
        EntryKind::Star => ("star", None, None, None),
        EntryKind::Unstar => ("unstar", None, None, None),
        EntryKind::Snooze { until, note } => ("snooze", note, None, Some(until.to_string())),
        EntryKind::Wake => ("wake", None, None, None),
        EntryKind::Undo { step } => ("undo", Some(step.0), None, None),
        EntryKind::Redo { step } => ("redo", Some(step.0), None, None),
    };
    LogRow {
        id: id.0,
        step: step.0,
        at,
        candidate: subject.candidate,
        person: subject.person,
        job: subject.job,
        name: seen.name,
        job_name: seen.job_name,
        title: seen.title,
        company: seen.company,
        stage_id: seen.stage_id,
        stage_name: seen.stage_name,
        kind: kind.to_owned(),
        text,
        beside,
        until,
        source,
    }
}

/// What an entry that is kept means. None if a newer shortlist wrote it: it is
/// left as it is.
#[must_use]
pub fn entry(row: LogRow) -> Option<LogEntry> {
    let LogRow { text, beside, until, .. } = row;
    let act = match (&*row.kind, text) {
        ("verdict", Some(word)) => {
            EntryKind::Verdict { verdict: Verdict::parse(&word)?, reason: beside }
        }
        ("note", Some(text)) => EntryKind::Note { text },
        ("tag", Some(tag)) => EntryKind::Tag { tag },
        ("untag", Some(tag)) => EntryKind::Untag { tag },
        ("star", _) => EntryKind::Star,
        ("unstar", _) => EntryKind::Unstar,
        ("snooze", note) => {
            EntryKind::Snooze { until: NaiveDate::parse_from_str(&until?, "%Y-%m-%d").ok()?, note }
        }
        ("wake", _) => EntryKind::Wake,
        ("undo", Some(step)) => EntryKind::Undo { step: UndoGroup(step) },
        ("redo", Some(step)) => EntryKind::Redo { step: UndoGroup(step) },
        _ => return None,
    };
    Some(LogEntry {
        id: EntryId(row.id),
        step: UndoGroup(row.step),
        at: row.at,
        subject: Subject { candidate: row.candidate, person: row.person, job: row.job }.into(),
        seen: Snapshot {
            name: row.name,
            job_name: row.job_name,
            title: row.title,
            company: row.company,
            stage_id: row.stage_id,
            stage_name: row.stage_name,
        }
        .into(),
        act,
        source: row.source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Timestamp;

    #[test]
    fn what_is_kept_means_what_was_done() {
        let day = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
        let (tag, step) = ("rust".to_owned(), UndoGroup("w-1".to_owned()));
        let mut acts =
            Verdict::ALL.map(|verdict| EntryKind::Verdict { verdict, reason: None }).to_vec();
        acts.extend([
            EntryKind::Verdict { verdict: Verdict::Decline, reason: Some("too far".to_owned()) },
            EntryKind::Note { text: "call\nher".to_owned() },
            EntryKind::Tag { tag: tag.clone() },
            EntryKind::Untag { tag },
            EntryKind::Star,
            EntryKind::Unstar,
            EntryKind::Snooze { until: day, note: None },
            EntryKind::Snooze { until: day, note: Some("on leave".to_owned()) },
            EntryKind::Wake,
            EntryKind::Undo { step: step.clone() },
            EntryKind::Redo { step },
        ]);
        for act in acts {
            let done = LogEntry {
                id: EntryId("w-1.0".to_owned()),
                step: UndoGroup("w-1".to_owned()),
                at: Timestamp::from_micros(1_800_000_000_000_001).unwrap(),
                subject: Subject {
                    candidate: "can_1".into(),
                    person: "per_1".into(),
                    job: "job_1".into(),
                }
                .into(),
                seen: Snapshot { name: "Ada".to_owned(), ..Snapshot::default() }.into(),
                act,
                source: Some("eva".to_owned()),
            };
            assert_eq!(entry(row(&done)), Some(done));
        }
    }

    #[test]
    fn what_a_newer_program_wrote_is_left_alone() {
        let done = LogEntry {
            id: EntryId(String::new()),
            step: UndoGroup(String::new()),
            at: Timestamp::from_micros(0).unwrap(),
            subject: Subject::default().into(),
            seen: Snapshot::default().into(),
            act: EntryKind::Star,
            source: None,
        };
        let kept = |kind: &str, text: Option<&str>, until: Option<&str>| LogRow {
            kind: kind.to_owned(),
            text: text.map(str::to_owned),
            until: until.map(str::to_owned),
            ..row(&done)
        };
        for odd in [
            kept("verdict", Some("maybe"), None),
            kept("verdict", None, None),
            kept("snooze", None, Some("2026-13-01")),
            kept("snooze", None, None),
            kept("rank", Some("1"), None),
        ] {
            assert_eq!(entry(odd), None);
        }
    }
}
