use std::path::Path;

use super::*;
use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::storage::log::tests::cache;
use crate::storage::log::tests::{at, row, temp_database};
use crate::storage::mirror::records::{RecordKind, RecordRow};
use crate::storage::{Creation, CreationLog, CreationState, DraftRow};

const SERVER: &str = "https://a.example";

fn undo(id: &str, step: &str, second: i64) -> LogEntry {
    LogEntry {
        subject: Subject { job: "job_1".into(), ..Subject::default() }.into(),
        snapshot: Snapshot { name: String::new(), ..(*row(id, "", second).snapshot).clone() }
            .into(),
        kind: EntryKind::Undo { group: UndoGroup(step.to_owned()) },
        ..row(id, "", second)
    }
}

fn with_person(entry: LogEntry, person: &str) -> LogEntry {
    let subject = Subject { person: person.into(), ..(*entry.subject).clone() };
    LogEntry { subject: subject.into(), ..entry }
}

fn cache_row(kind: RecordKind, id: &str, name: &str, second: i64) -> RecordRow {
    RecordRow {
        kind,
        id: id.to_owned(),
        stage: "s1".to_owned(),
        person: format!("per_{name}").into(),
        job: "job_1".into(),
        read_at: at(second),
        tag: None,
        body: format!("{{\"name\":\"Name of {name}\"}}"),
    }
}

fn draft(storage: &Storage, id: &str, name: &str, second: i64) -> DraftRow {
    DraftRow {
        id: id.to_owned(),
        session: storage.session().to_owned(),
        server: SERVER.to_owned(),
        person: Some(format!("per_{name}").into()),
        name: format!("Name of {name}"),
        at: at(second),
        body: "{}".to_owned(),
    }
}

fn ids(storage: &Storage) -> Vec<String> {
    storage.log(SERVER, 0).unwrap().0.into_iter().map(|row| row.id.0).collect()
}

/// Counts a text in the database and the files beside it.
fn traces(path: &Path, text: &str) -> usize {
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let bytes: Vec<u8> =
        files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    bytes.windows(text.len()).filter(|part| *part == text.as_bytes()).count()
}

fn creation(batch: &str, line: u32, second: i64) -> Creation {
    Creation {
        batch: batch.to_owned(),
        line,
        external_id: "x".to_owned(),
        state: CreationState::Sent,
        person: None,
        at: at(second),
    }
}

#[test]
fn a_purge_removes_every_byte_of_one_person_only() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let other = Storage::open(&path).unwrap();
    // Enough rows to split pages, in an order that leaves copies behind.
    let texts: Vec<String> = ["gone", "kept"].iter().map(|name| name.repeat(30)).collect();
    for number in 0..400_i64 {
        let name = if number % 3 == 0 { "gone" } else { "kept" };
        let id = format!("{:03}.0", (number * 37) % 400);
        let text = format!("text on {name} {}", texts[usize::from(name == "kept")]);
        storage
            .append(
                SERVER,
                &[LogEntry { kind: EntryKind::Note { text }, ..row(&id, name, number) }],
                None,
            )
            .unwrap();
    }
    let theirs = LogEntry { source: Some("eva".to_owned()), ..row("eva.0", "gone", 1) };
    storage.append(SERVER, &[theirs, undo("b.0", "eva", 2)], Some("at can_gone")).unwrap();
    let records = [
        cache_row(RecordKind::Candidate, "can_gone", "gone", 1),
        cache_row(RecordKind::Person, "per_gone", "gone", 1),
        cache_row(RecordKind::Person, "per_kept", "kept", 1),
    ];
    cache(&mut storage, &records);
    storage.mark_seen(SERVER, &[("can_gone".into(), "per_gone".into())], at(0)).unwrap();
    let screen = ["sizes", "at can_gone"].map(str::to_owned);
    storage.set_screen(SERVER, &screen, at(1)).unwrap();
    for name in ["gone", "kept"] {
        storage.save_draft(&draft(&storage, name, name, 0)).unwrap();
        let person = Some(format!("per_{name}").into());
        let state = CreationState::Created;
        storage.put_creation(&Creation { state, person, ..creation(name, 1, 0) }).unwrap();
    }
    assert!(traces(&path, "gone") > 100);
    let remaining = ids(&storage).len() - 134 - 2;

    let report = storage.purge_person(&"per_gone".into()).unwrap();
    let expected = PurgeReport {
        entries: 136,
        cached: 2,
        seen_marks: 1,
        drafts: 1,
        traces: 1,
        is_wiped: true,
    };
    assert_eq!(report, expected);
    assert_eq!(traces(&path, "gone"), 0);
    assert_eq!((ids(&storage).len(), ids(&other).len()), (remaining, remaining));
    assert_eq!(
        storage.inbox_position(SERVER).unwrap(),
        None,
        "the purge deletes the inbox position as well"
    );
    let screen = storage.screen(SERVER).unwrap();
    assert_eq!(screen, Some(["sizes", ""].map(str::to_owned)), "and the place on the screen");
    assert_eq!(storage.drafts().unwrap().len(), 1);
    assert!(storage.record(SERVER, RecordKind::Person, "per_kept").unwrap().is_some());
    let second = storage.purge_person(&"per_gone".into()).unwrap();
    assert_eq!(second, PurgeReport { is_wiped: true, ..PurgeReport::default() });
}

#[test]
fn entries_without_a_person_are_purged_by_their_record() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let bare = |id: &str, name: &str| with_person(row(id, name, 1), "");
    let entries = [bare("a.0", "gone"), bare("b.0", "kept")];
    storage.append(SERVER, &entries, Some("at can_gone")).unwrap();
    storage.append("https://b.example", &entries, Some("at can_gone")).unwrap();
    let seen = [("can_gone".into(), "".into()), ("can_kept".into(), "".into())];
    storage.mark_seen(SERVER, &seen, at(0)).unwrap();
    cache(&mut storage, &[cache_row(RecordKind::Candidate, "can_gone", "gone", 1)]);
    let person = "per_gone".into();
    let candidates = [(SERVER.to_owned(), "can_gone".into())];
    assert_eq!(storage.candidates_of(&person).unwrap(), candidates);
    assert_eq!(storage.seen_marks_of(&person).unwrap().len(), 1);

    let report = storage.purge_person(&person).unwrap();
    let expected =
        PurgeReport { entries: 1, cached: 1, seen_marks: 1, drafts: 0, traces: 0, is_wiped: true };
    assert_eq!(report, expected);
    assert_eq!(ids(&storage), ["b.0"]);
    assert_eq!(storage.inbox_position(SERVER).unwrap(), None);
    let other_count = storage.log("https://b.example", 0).unwrap().0.len();
    assert_eq!(other_count, 2, "the same id on another server is another person");

    let empty = storage.purge_person(&"".into()).unwrap();
    assert_eq!(empty, PurgeReport { is_wiped: true, ..PurgeReport::default() });
    assert_eq!(ids(&storage), ["b.0"]);
}

#[test]
fn an_undo_shared_with_others_survives_a_purge() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let entries = [row("a.0", "1", 1), row("a.1", "2", 1), row("b.0", "1", 1)];
    storage.append(SERVER, &entries, None).unwrap();
    let undone = with_person(undo("c.0", "a", 2), "per_1");
    storage.append(SERVER, &[undone, undo("d.0", "b", 3)], None).unwrap();
    assert_eq!(storage.purge_person(&"per_1".into()).unwrap().entries, 3);
    assert_eq!(ids(&storage), ["a.1", "c.0"]);
    assert_eq!(traces(&path, "per_1"), 0);
}

#[test]
fn candidates_with_newer_entries_are_not_purged() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let rows = [
        row("a.0", "old", 1),
        row("b.0", "mixed", 1),
        row("c.0", "back", 1),
        row("d.0", "mixed", 20),
        undo("e.0", "a", 2),
        undo("f.0", "c", 20),
    ];
    storage.append(SERVER, &rows, None).unwrap();
    let candidates =
        ["old", "mixed", "seen"].map(|name| (format!("can_{name}"), format!("per_{name}")));
    let candidates = candidates.map(|(candidate, person)| (candidate.into(), person.into()));
    storage.mark_seen(SERVER, &candidates[..2], at(1)).unwrap();
    storage.mark_seen(SERVER, &candidates[2..], at(20)).unwrap();
    let records = [
        cache_row(RecordKind::Candidate, "can_old", "old", 1),
        cache_row(RecordKind::Person, "per_old", "old", 20),
        cache_row(RecordKind::Candidate, "can_mixed", "mixed", 1),
        cache_row(RecordKind::Person, "per_mixed", "mixed", 1),
        cache_row(RecordKind::Person, "per_never", "never", 1),
    ];
    cache(&mut storage, &records);
    for (id, second) in [("x", 1), ("y", 20)] {
        storage.save_draft(&draft(&storage, id, "someone", second)).unwrap();
    }
    for (line, second) in [(1, 1), (2, 20)] {
        storage.put_creation(&creation("file", line, second)).unwrap();
    }
    storage.set_inbox_position(SERVER, "at can_old").unwrap();
    storage.set_inbox_position("https://b.example", "at can_old").unwrap();
    for (server, second) in [(SERVER, 1), ("https://b.example", 20)] {
        storage.set_screen(server, &["", "here"].map(str::to_owned), at(second)).unwrap();
    }

    let report = storage.purge_older(at(10)).unwrap();
    let expected =
        PurgeReport { entries: 2, cached: 2, seen_marks: 1, drafts: 1, traces: 0, is_wiped: true };
    assert_eq!(report, expected);
    assert_eq!(ids(&storage), ["b.0", "c.0", "d.0", "f.0"]);
    let seen: Vec<String> =
        storage.seen_marks(SERVER).unwrap().iter().map(|(id, _)| id.to_string()).collect();
    assert_eq!(seen, ["can_mixed", "can_seen"]);
    let positions =
        [SERVER, "https://b.example"].map(|server| storage.inbox_position(server).unwrap());
    // On another server this id is another candidate.
    assert_eq!(positions, [None, Some("at can_old".to_owned())]);
    let places = [SERVER, "https://b.example"].map(|server| storage.screen(server).unwrap());
    assert_eq!(places.map(|place| place.unwrap()[1].len()), [0, 4]);
    let log = CreationLog::open(&path).unwrap().unwrap();
    let lines = [1, 2].map(|line| log.creation("file", line).unwrap().is_some());
    assert_eq!(lines, [false, true]);
    drop(log);
    storage.set_inbox_position("https://b.example", "").unwrap();
    assert!(storage.purge_older(at(10)).unwrap().is_wiped);
    assert_eq!(traces(&path, "can_old"), 0);

    storage.set_inbox_position(SERVER, "at can_mixed").unwrap();
    storage.purge_older(at(10)).unwrap();
    assert_eq!(storage.inbox_position(SERVER).unwrap().as_deref(), Some("at can_mixed"));
}

#[test]
fn a_person_with_a_newer_entry_in_another_job_keeps_all_entries() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let rows = [
        with_person(row("a.0", "first", 1), "per_1"),
        with_person(row("b.0", "second", 20), "per_1"),
        with_person(row("c.0", "other", 1), "per_2"),
    ];
    storage.append(SERVER, &rows, None).unwrap();
    assert_eq!(storage.purge_older(at(10)).unwrap().entries, 1);
    assert_eq!(ids(&storage), ["a.0", "b.0"]);
}

#[test]
fn the_change_of_a_note_is_purged_with_the_note() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    let note = EntryId("a.0".to_owned());
    let edit = EntryKind::NoteEdit { note: note.clone(), text: "secret".to_owned() };
    let rows = [
        row("a.0", "gone", 1),
        LogEntry { kind: edit, ..row("b.0", "gone", 2) },
        LogEntry { kind: EntryKind::NoteDelete { note }, ..row("c.0", "gone", 3) },
        undo("d.0", "c", 4),
        row("e.0", "kept", 1),
    ];
    storage.append(SERVER, &rows, None).unwrap();
    assert_eq!(storage.purge_person(&"per_gone".into()).unwrap().entries, 4);
    assert_eq!(ids(&storage), ["e.0"]);
    assert_eq!(traces(&path, "secret"), 0);
}

#[test]
fn a_purge_keeps_the_inbox_position_without_the_candidate() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open(&path).unwrap();
    storage.append(SERVER, &[row("a.0", "gone", 1)], None).unwrap();
    let position = r#"{"order":"oldest","candidate":"can_gone","blind":true}"#;
    storage.set_inbox_position(SERVER, position).unwrap();
    storage.purge_person(&"per_gone".into()).unwrap();
    let position = storage.inbox_position(SERVER).unwrap().unwrap();
    let position: serde_json::Value = serde_json::from_str(&position).unwrap();
    let expected = serde_json::json!({"order": "oldest", "candidate": null, "blind": true});
    assert_eq!(position, expected);
}

#[test]
fn an_unfinished_wipe_is_reported() {
    let (_folder, path) = temp_database();
    let mut storage = Storage::open_with_timeout(&path, std::time::Duration::ZERO).unwrap();
    storage.append(SERVER, &[row("a.0", "gone", 1)], None).unwrap();
    let reader = Storage::open(&path).unwrap();
    reader.connection.execute_batch("BEGIN; SELECT count(*) FROM entry").unwrap();
    assert!(!storage.purge_person(&"per_gone".into()).unwrap().is_wiped);
    reader.connection.execute_batch("COMMIT").unwrap();
    assert!(storage.purge_person(&"per_gone".into()).unwrap().is_wiped);
    assert_eq!(traces(&path, "gone"), 0);
}
