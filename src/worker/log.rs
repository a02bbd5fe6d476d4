//! Entries of the log as `local` keeps them, and back.

use std::sync::Arc;

use chrono::NaiveDate;

use crate::app::triage::{Act, AsSeen, Entry, EntryId, StepId, Subject, Verdict};
use crate::local::{Local, LocalError, LogRow};

/// What stands in the log of a server.
#[derive(Debug, Default)]
pub struct Log {
    /// What was done, the oldest first.
    pub entries: Vec<Entry>,
    /// The number to go on from.
    pub last: i64,
    /// Entries that a newer shortlist wrote: they are left as they are.
    pub unread: usize,
}

/// Reads what was written after a number; nothing comes before 1.
pub fn read(local: &Local, server: &str, after: i64) -> Result<Log, LocalError> {
    let mut log = Log::default();
    log.last = local.read_log(server, after, |row| match entry(row) {
        Some(entry) => log.entries.push(entry),
        None => log.unread += 1,
    })?;
    Ok(log)
}

/// An entry as it is kept.
#[must_use]
pub fn row(entry: &Entry) -> LogRow {
    let Entry { id, step, at, subject, seen, act, source } = entry.clone();
    let (subject, seen) = (Arc::unwrap_or_clone(subject), Arc::unwrap_or_clone(seen));
    let (kind, text, beside, until) = match act {
        Act::Verdict { verdict, reason } => {
            ("verdict", Some(verdict.as_str().to_owned()), reason, None)
        }
        Act::Note { text } => ("note", Some(text), None, None),
        Act::Tag { tag } => ("tag", Some(tag), None, None),
        Act::Untag { tag } => ("untag", Some(tag), None, None),
        Act::Star => ("star", None, None, None),
        Act::Unstar => ("unstar", None, None, None),
        Act::Snooze { until, note } => ("snooze", note, None, Some(until.to_string())),
        Act::Wake => ("wake", None, None, None),
        Act::Undo { step } => ("undo", Some(step.0), None, None),
        Act::Redo { step } => ("redo", Some(step.0), None, None),
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
pub fn entry(row: LogRow) -> Option<Entry> {
    let LogRow { text, beside, until, .. } = row;
    let act = match (&*row.kind, text) {
        ("verdict", Some(word)) => Act::Verdict { verdict: Verdict::parse(&word)?, reason: beside },
        ("note", Some(text)) => Act::Note { text },
        ("tag", Some(tag)) => Act::Tag { tag },
        ("untag", Some(tag)) => Act::Untag { tag },
        ("star", _) => Act::Star,
        ("unstar", _) => Act::Unstar,
        ("snooze", note) => {
            Act::Snooze { until: NaiveDate::parse_from_str(&until?, "%Y-%m-%d").ok()?, note }
        }
        ("wake", _) => Act::Wake,
        ("undo", Some(step)) => Act::Undo { step: StepId(step) },
        ("redo", Some(step)) => Act::Redo { step: StepId(step) },
        _ => return None,
    };
    Some(Entry {
        id: EntryId(row.id),
        step: StepId(row.step),
        at: row.at,
        subject: Subject { candidate: row.candidate, person: row.person, job: row.job }.into(),
        seen: AsSeen {
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
        let (tag, step) = ("rust".to_owned(), StepId("w-1".to_owned()));
        let mut acts = Verdict::ALL.map(|verdict| Act::Verdict { verdict, reason: None }).to_vec();
        acts.extend([
            Act::Verdict { verdict: Verdict::Decline, reason: Some("too far".to_owned()) },
            Act::Note { text: "call\nher".to_owned() },
            Act::Tag { tag: tag.clone() },
            Act::Untag { tag },
            Act::Star,
            Act::Unstar,
            Act::Snooze { until: day, note: None },
            Act::Snooze { until: day, note: Some("on leave".to_owned()) },
            Act::Wake,
            Act::Undo { step: step.clone() },
            Act::Redo { step },
        ]);
        for act in acts {
            let done = Entry {
                id: EntryId("w-1.0".to_owned()),
                step: StepId("w-1".to_owned()),
                at: Timestamp::from_micros(1_800_000_000_000_001).unwrap(),
                subject: Subject {
                    candidate: "can_1".into(),
                    person: "per_1".into(),
                    job: "job_1".into(),
                }
                .into(),
                seen: AsSeen { name: "Ada".to_owned(), ..AsSeen::default() }.into(),
                act,
                source: Some("eva".to_owned()),
            };
            assert_eq!(entry(row(&done)), Some(done));
        }
    }

    #[test]
    fn what_a_newer_program_wrote_is_left_alone() {
        let done = Entry {
            id: EntryId(String::new()),
            step: StepId(String::new()),
            at: Timestamp::from_micros(0).unwrap(),
            subject: Subject::default().into(),
            seen: AsSeen::default().into(),
            act: Act::Star,
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
