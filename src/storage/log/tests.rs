use std::path::PathBuf;

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::recruiting::triage::TriageState;
use crate::storage::mirror::records::{RecordKind, RecordRow, RecordWrite};
use crate::storage::mirror::{MirrorSession, MirrorWrite};

const SERVER: &str = "https://a.example";

impl Storage {
    /// The entries after a sequence number, and the number to continue from.
    pub(crate) fn log(
        &self,
        server: &str,
        after: i64,
    ) -> Result<(Vec<LogEntry>, i64), StorageError> {
        let TriageLog { entries, last, unread } = self.read_log(server, after)?;
        assert_eq!(unread, 0);
        Ok((entries, last))
    }
}

pub(crate) fn temp_database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    (folder, path)
}

pub(crate) fn at(second: i64) -> Timestamp {
    Timestamp::from_micros(1_800_000_000_000_000 + second * 1_000_000).unwrap()
}

/// A note about a candidate. The undo group is the id up to the dot.
pub(crate) fn row(id: &str, name: &str, second: i64) -> LogEntry {
    LogEntry {
        id: EntryId(id.to_owned()),
        group: UndoGroup(id.split('.').next().unwrap_or_default().to_owned()),
        at: at(second),
        subject: Subject {
            candidate: format!("can_{name}").into(),
            person: format!("per_{name}").into(),
            job: "job_1".into(),
        }
        .into(),
        snapshot: Snapshot {
            name: format!("Name of {name}"),
            job_name: "Engineer".to_owned(),
            stage_id: "s1".to_owned(),
            stage_name: "Applied".to_owned(),
            ..Snapshot::default()
        }
        .into(),
        kind: EntryKind::Note { text: format!("text on {name}") },
        source: None,
    }
}

fn ids(rows: &[LogEntry]) -> Vec<&str> {
    rows.iter().map(|row| row.id.0.as_str()).collect()
}

#[test]
fn a_window_reads_the_new_entries_of_all_windows() {
    let (_folder, path) = temp_database();
    let (mut first, mut second) = (Storage::open(&path).unwrap(), Storage::open(&path).unwrap());
    first.append(SERVER, &[row("a.0", "1", 9), row("a.1", "2", 9)], Some("here")).unwrap();
    first.append("https://b.example", &[row("a.0", "1", 9)], None).unwrap();
    second.append(SERVER, &[row("b.0", "1", 5)], None).unwrap();
    let (rows, last) = first.log(SERVER, 0).unwrap();
    assert_eq!(ids(&rows), ["a.0", "a.1", "b.0"], "in the order of writing");
    assert_eq!(first.log(SERVER, last).unwrap(), (vec![], last));
    assert_eq!(second.inbox_position(SERVER).unwrap().as_deref(), Some("here"));
    assert_eq!(second.inbox_position("https://b.example").unwrap(), None);

    second.append(SERVER, &[row("a.1", "3", 1), row("c.0", "3", 1)], Some("there")).unwrap();
    let (rows, _) = first.log(SERVER, last).unwrap();
    assert_eq!(ids(&rows), ["c.0"], "an entry with a known id is skipped");
    first.set_inbox_position(SERVER, "elsewhere").unwrap();
    assert_eq!(second.inbox_position(SERVER).unwrap().as_deref(), Some("elsewhere"));
}

#[test]
fn a_long_log_is_read_completely_and_in_order() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let rows: Vec<LogEntry> =
        (0..5001).map(|number| row(&format!("w-{number}.0"), "a", number)).collect();
    storage.append(SERVER, &rows, None).unwrap();
    storage.append("https://b.example", &[row("x-1.0", "b", 1)], None).unwrap();
    let (read, last) = storage.log(SERVER, 0).unwrap();
    assert_eq!(read, rows);
    assert_eq!(storage.log(SERVER, last).unwrap().0, []);
    assert_eq!(storage.log(SERVER, 2500).unwrap().0, rows[2500..]);
}

#[test]
fn sequence_numbers_are_never_reused() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    storage.append(SERVER, &[row("a.0", "1", 9), row("b.0", "2", 9)], None).unwrap();
    let (_, last) = storage.log(SERVER, 0).unwrap();
    storage.purge_person(&"per_2".into()).unwrap();
    storage.append(SERVER, &[row("c.0", "1", 9)], None).unwrap();
    let (rows, _) = storage.log(SERVER, last).unwrap();
    assert_eq!(ids(&rows), ["c.0"]);
}

#[test]
fn concurrent_writes_of_many_windows_lose_nothing() {
    let (_folder, path) = temp_database();
    std::thread::scope(|scope| {
        for window in 0..4 {
            let path = &path;
            scope.spawn(move || {
                let mut storage = Storage::open(path).unwrap();
                for number in 0..25 {
                    let id = format!("w{window}-{number}.0");
                    storage.append(SERVER, &[row(&id, "1", number)], None).unwrap();
                }
            });
        }
    });
    let (rows, _) = Storage::open(&path).unwrap().log(SERVER, 0).unwrap();
    assert_eq!(rows.len(), 100);
}

#[test]
fn the_first_seen_mark_wins() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let candidates = [("can_1".into(), "per_1".into()), ("can_2".into(), "per_2".into())];
    storage.mark_seen(SERVER, &candidates[..1], at(1)).unwrap();
    storage.mark_seen(SERVER, &candidates, at(2)).unwrap();
    storage.mark_seen("https://b.example", &candidates, at(3)).unwrap();
    let seen = storage.seen_marks(SERVER).unwrap();
    assert_eq!(seen, [("can_1".into(), at(1)), ("can_2".into(), at(2))]);
}

/// Writes records as they arrive from the server.
pub(crate) fn cache(storage: &mut Storage, rows: &[RecordRow]) {
    let write =
        |row: &RecordRow| MirrorWrite::Record(RecordWrite { row: row.clone(), is_own: false });
    let writes = rows.iter().map(write).collect();
    storage.mirror(SERVER, &mut MirrorSession::default(), writes).unwrap();
}

#[test]
fn the_latest_record_of_a_candidate_is_cached() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let record = |stage: &str, second| RecordRow {
        kind: RecordKind::Candidate,
        id: "can_1".to_owned(),
        stage: stage.to_owned(),
        person: "per_1".into(),
        job: "job_1".into(),
        read_at: at(second),
        tag: None,
        body: format!("{{\"in\":\"{stage}\"}}"),
    };
    let person = RecordRow {
        kind: RecordKind::Person,
        id: "per_1".to_owned(),
        job: "".into(),
        ..record("", 5)
    };
    cache(&mut storage, &[record("s1", 1), person.clone(), record("s2", 3)]);
    cache(&mut storage, &[record("s1", 2)]);
    let cached = storage.candidate_records(SERVER, &"job_1".into()).unwrap();
    assert_eq!(cached, [record("s2", 3)], "a record that was read later stays");
    assert_eq!(storage.candidate_records(SERVER, &"job_2".into()).unwrap(), []);
    assert_eq!(storage.candidate_records("https://b.example", &"job_1".into()).unwrap(), []);
    assert_eq!(storage.record(SERVER, RecordKind::Person, "per_1").unwrap(), Some(person.clone()));
    assert_eq!(storage.record(SERVER, RecordKind::Person, "per_2").unwrap(), None);
    let all = storage.records_of_person(SERVER, &"per_1".into()).unwrap();
    assert_eq!(all, [record("s2", 3), person]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_entry_text_survives_storage(
        texts in prop::array::uniform12("(\\PC|\\p{Any}|\0){0,20}"),
        optional in prop::array::uniform2(prop::option::of("\\p{Any}{0,20}")),
        kind in 0..12_usize,
        verdict in 0..3_usize,
        days in 0..60_000_u64,
        micros in -1_000_000_000_000_000_i64..4_000_000_000_000_000,
    ) {
        let (_folder, path) = temp_database();
        let [id, step, candidate, person, job, name, job_name, title, company, stage_id,
            stage_name, text] = texts;
        let [extra, source] = optional;
        let until = NaiveDate::default() + chrono::Days::new(days);
        let kind = match kind {
            0 => EntryKind::Verdict { verdict: Verdict::ALL[verdict], reason: extra },
            1 => EntryKind::Note { text },
            2 => EntryKind::Tag { tag: text },
            3 => EntryKind::Untag { tag: text },
            4 => EntryKind::Star,
            5 => EntryKind::Unstar,
            6 => EntryKind::Snooze { until, note: extra },
            7 => EntryKind::Wake,
            8 => EntryKind::Undo { group: UndoGroup(text) },
            9 => EntryKind::NoteEdit { note: EntryId(extra.unwrap_or_default()), text },
            10 => EntryKind::NoteDelete { note: EntryId(text) },
            _ => EntryKind::Redo { group: UndoGroup(text) },
        };
        let entry = LogEntry {
            id: EntryId(id),
            group: UndoGroup(step),
            at: Timestamp::from_micros(micros).unwrap(),
            subject: Subject { candidate: candidate.into(), person: person.into(), job: job.into() }.into(),
            snapshot: Snapshot { name, job_name, title, company, stage_id, stage_name }.into(),
            kind,
            source,
        };
        Storage::open(&path).unwrap().append(SERVER, std::slice::from_ref(&entry), None).unwrap();
        prop_assert_eq!(Storage::open(&path).unwrap().log(SERVER, 0).unwrap().0, [entry]);
    }
}

#[test]
fn every_kind_of_entry_survives_storage() {
    let day = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
    let (tag, group) = ("rust".to_owned(), UndoGroup("w-1".to_owned()));
    let mut acts =
        Verdict::ALL.map(|verdict| EntryKind::Verdict { verdict, reason: None }).to_vec();
    acts.extend([
        EntryKind::Verdict { verdict: Verdict::Decline, reason: Some("too far".to_owned()) },
        EntryKind::Note { text: "call\nher".to_owned() },
        EntryKind::NoteEdit { note: EntryId("w-1.4".to_owned()), text: "write".to_owned() },
        EntryKind::NoteDelete { note: EntryId("w-1.4".to_owned()) },
        EntryKind::Tag { tag: tag.clone() },
        EntryKind::Untag { tag },
        EntryKind::Star,
        EntryKind::Unstar,
        EntryKind::Snooze { until: day, note: None },
        EntryKind::Snooze { until: day, note: Some("on leave".to_owned()) },
        EntryKind::Wake,
        EntryKind::Undo { group: group.clone() },
        EntryKind::Redo { group },
    ]);
    let entries: Vec<LogEntry> = (0..)
        .zip(acts)
        .map(|(number, kind)| LogEntry {
            kind,
            source: Some("eva".to_owned()),
            ..row(&format!("w-1.{number}"), "1", number)
        })
        .collect();
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    storage.append(SERVER, &entries, None).unwrap();
    assert_eq!(storage.log(SERVER, 0).unwrap().0, entries);
}

#[test]
fn an_older_log_counts_for_the_person_in_all_their_jobs() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let of_person = |id: &str, candidate: &str, person: &str, second| {
        let subject = Subject {
            candidate: candidate.into(),
            person: person.into(),
            job: format!("job_{candidate}").as_str().into(),
        };
        LogEntry { subject: subject.into(), ..row(id, candidate, second) }
    };
    let entries = [
        of_person("a.0", "can_1", "per_1", 1),
        of_person("b.0", "can_2", "per_1", 2),
        of_person("c.0", "can_3", "", 3),
    ];
    storage.append(SERVER, &entries, None).unwrap();
    let triage = TriageState::from_iter(storage.log(SERVER, 0).unwrap().0);
    let count = |candidate: &str, person: &str| {
        triage.candidacy(candidate, person).map_or(0, |record| record.notes.len())
    };
    assert_eq!([count("can_1", "per_1"), count("can_2", "per_1"), count("new", "per_1")], [2; 3]);
    assert_eq!(count("can_3", ""), 1, "without a person it counts for the candidate");
}

#[test]
fn entries_of_a_newer_version_are_counted_and_left_alone() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    storage.append(SERVER, &[row("a.0", "1", 1)], None).unwrap();
    for (number, (kind, text, until)) in [
        ("verdict", Some("maybe"), None),
        ("verdict", None, None),
        ("snooze", None, Some("2026-13-01")),
        ("snooze", None, None),
        ("rank", Some("1"), None),
    ]
    .into_iter()
    .enumerate()
    {
        storage
            .connection
            .execute(
                "INSERT INTO entry (server, id, step, at, candidate, person, job, name, job_name,
                     title, company, stage_id, stage_name, kind, text, until)
                 SELECT server, ?1, step, at, candidate, person, job, name, job_name, title,
                     company, stage_id, stage_name, ?2, ?3, ?4 FROM entry WHERE id = 'a.0'",
                params![format!("b.{number}"), kind, text, until],
            )
            .unwrap();
    }
    let read = storage.read_log(SERVER, 0).unwrap();
    assert_eq!((ids(&read.entries), read.last, read.unread), (vec!["a.0"], 6, 5));
}
