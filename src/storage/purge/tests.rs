use std::path::Path;

use super::*;
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::storage::log::tests::{at, place, row};
use crate::storage::{CacheRow, Cached, Creation, CreationState, DraftRow, Past};

const SERVER: &str = "https://a.example";

fn undo(id: &str, step: &str, second: i64) -> LogEntry {
    LogEntry {
        subject: Subject { job: "job_1".into(), ..Subject::default() }.into(),
        seen: Snapshot { name: String::new(), ..(*row(id, "", second).seen).clone() }.into(),
        act: EntryKind::Undo { step: UndoGroup(step.to_owned()) },
        ..row(id, "", second)
    }
}

fn with_person(entry: LogEntry, person: &str) -> LogEntry {
    let subject = Subject { person: person.into(), ..(*entry.subject).clone() };
    LogEntry { subject: subject.into(), ..entry }
}

fn cached(kind: Cached, id: &str, who: &str, second: i64) -> CacheRow {
    CacheRow {
        kind,
        id: id.to_owned(),
        stage: "s1".to_owned(),
        person: format!("per_{who}").into(),
        job: "job_1".into(),
        read_at: at(second),
        body: format!("{{\"name\":\"Name of {who}\"}}"),
    }
}

fn draft(local: &Storage, id: &str, who: &str, second: i64) -> DraftRow {
    DraftRow {
        id: id.to_owned(),
        session: local.session().to_owned(),
        server: SERVER.to_owned(),
        person: Some(format!("per_{who}").into()),
        name: format!("Name of {who}"),
        at: at(second),
        body: "{}".to_owned(),
    }
}

fn ids(local: &Storage) -> Vec<String> {
    local.log(SERVER, 0).unwrap().0.into_iter().map(|row| row.id.0).collect()
}

/// How often a text stands in the file and in those beside it.
fn traces(path: &Path, text: &str) -> usize {
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let bytes: Vec<u8> =
        files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    bytes.windows(text.len()).filter(|part| *part == text.as_bytes()).count()
}

#[test]
fn of_a_purged_person_no_byte_stays_and_of_others_everything() {
    let (_folder, path) = place();
    let mut local = Storage::open(&path).unwrap();
    let other = Storage::open(&path).unwrap();
    // Enough for pages to be split, in an order that leaves copies behind.
    let texts: Vec<String> = ["gone", "kept"].iter().map(|who| who.repeat(30)).collect();
    for number in 0..400_i64 {
        let who = if number % 3 == 0 { "gone" } else { "kept" };
        let id = format!("{:03}.0", (number * 37) % 400);
        let text = format!("text on {who} {}", texts[usize::from(who == "kept")]);
        local
            .append(
                SERVER,
                &[LogEntry { act: EntryKind::Note { text }, ..row(&id, who, number) }],
                None,
            )
            .unwrap();
    }
    let theirs = LogEntry { source: Some("eva".to_owned()), ..row("eva.0", "gone", 1) };
    local.append(SERVER, &[theirs, undo("b.0", "eva", 2)], Some("at can_gone")).unwrap();
    let records = [
        cached(Cached::Candidate, "can_gone", "gone", 1),
        cached(Cached::Person, "per_gone", "gone", 1),
        cached(Cached::Person, "per_kept", "kept", 1),
    ];
    local.cache(SERVER, &records).unwrap();
    local.look(SERVER, &[("can_gone".into(), "per_gone".into())], at(0)).unwrap();
    for who in ["gone", "kept"] {
        local.keep_draft(&draft(&local, who, who, 0)).unwrap();
        let creation = Creation {
            batch: who.to_owned(),
            line: 1,
            external_id: "x".to_owned(),
            state: CreationState::Made,
            person: Some(format!("per_{who}").into()),
            at: at(0),
        };
        local.put_creation(&creation).unwrap();
    }
    assert!(traces(&path, "gone") > 100);
    let kept = ids(&local).len() - 134 - 2;

    let purged = local.purge_person(&"per_gone".into()).unwrap();
    let expected = Purged { entries: 136, cached: 2, looked: 1, drafts: 1, is_wiped: true };
    assert_eq!(purged, expected);
    assert_eq!(traces(&path, "gone"), 0);
    assert_eq!((ids(&local).len(), ids(&other).len()), (kept, kept));
    assert_eq!(local.place(SERVER).unwrap(), None, "who one stood at is not told either");
    assert_eq!(local.drafts().unwrap().len(), 1);
    assert!(local.cached_person(SERVER, &"per_kept".into()).unwrap().is_some());
    let nobody = local.purge_person(&"per_gone".into()).unwrap();
    assert_eq!(nobody, Purged { is_wiped: true, ..Purged::default() });
}

#[test]
fn where_it_was_not_known_who_somebody_is_their_record_tells() {
    let (_folder, path) = place();
    let mut local = Storage::open(&path).unwrap();
    let bare = |id: &str, who: &str| with_person(row(id, who, 1), "");
    let kept = [bare("a.0", "gone"), bare("b.0", "kept")];
    local.append(SERVER, &kept, Some("at can_gone")).unwrap();
    local.append("https://b.example", &kept, Some("at can_gone")).unwrap();
    let both = [("can_gone".into(), "".into()), ("can_kept".into(), "".into())];
    local.look(SERVER, &both, at(0)).unwrap();
    local.cache(SERVER, &[cached(Cached::Candidate, "can_gone", "gone", 1)]).unwrap();
    let person = "per_gone".into();
    let known = [(SERVER.to_owned(), "can_gone".into())];
    assert_eq!(local.candidates_of(&person).unwrap(), known);
    assert_eq!(local.looked_of(&person).unwrap().len(), 1);

    let purged = local.purge_person(&person).unwrap();
    let expected = Purged { entries: 1, cached: 1, looked: 1, drafts: 0, is_wiped: true };
    assert_eq!(purged, expected);
    assert_eq!(ids(&local), ["b.0"]);
    assert_eq!(local.place(SERVER).unwrap(), None);
    let elsewhere = local.log("https://b.example", 0).unwrap().0.len();
    assert_eq!(elsewhere, 2, "the same id is somebody else on another server");

    let nobody = local.purge_person(&"".into()).unwrap();
    assert_eq!(nobody, Purged { is_wiped: true, ..Purged::default() });
    assert_eq!(ids(&local), ["b.0"]);
}

#[test]
fn what_was_taken_back_with_others_stays_taken_back() {
    let (_folder, path) = place();
    let mut local = Storage::open(&path).unwrap();
    let both = [row("a.0", "1", 1), row("a.1", "2", 1), row("b.0", "1", 1)];
    local.append(SERVER, &both, None).unwrap();
    let undone = with_person(undo("c.0", "a", 2), "per_1");
    local.append(SERVER, &[undone, undo("d.0", "b", 3)], None).unwrap();
    assert_eq!(local.purge_person(&"per_1".into()).unwrap().entries, 3);
    assert_eq!(ids(&local), ["a.1", "c.0"]);
    assert_eq!(traces(&path, "per_1"), 0);
}

#[test]
fn whom_anything_newer_was_done_to_keeps_all() {
    let (_folder, path) = place();
    let mut local = Storage::open(&path).unwrap();
    let rows = [
        row("a.0", "old", 1),
        row("b.0", "mixed", 1),
        row("c.0", "back", 1),
        row("d.0", "mixed", 20),
        undo("e.0", "a", 2),
        undo("f.0", "c", 20),
    ];
    local.append(SERVER, &rows, None).unwrap();
    let whom = ["old", "mixed", "seen"].map(|who| (format!("can_{who}"), format!("per_{who}")));
    let whom = whom.map(|(candidate, person)| (candidate.into(), person.into()));
    local.look(SERVER, &whom[..2], at(1)).unwrap();
    local.look(SERVER, &whom[2..], at(20)).unwrap();
    let records = [
        cached(Cached::Candidate, "can_old", "old", 1),
        cached(Cached::Person, "per_old", "old", 20),
        cached(Cached::Candidate, "can_mixed", "mixed", 1),
        cached(Cached::Person, "per_mixed", "mixed", 1),
        cached(Cached::Person, "per_never", "never", 1),
    ];
    local.cache(SERVER, &records).unwrap();
    for (id, second) in [("x", 1), ("y", 20)] {
        local.keep_draft(&draft(&local, id, "someone", second)).unwrap();
    }

    for (line, second) in [(1, 1), (2, 20)] {
        let batch = "file".to_owned();
        let (external_id, state) = ("x".to_owned(), CreationState::Sent);
        let at = at(second);
        let creation = Creation { batch, line, external_id, state, person: None, at };
        local.put_creation(&creation).unwrap();
    }
    local.keep_place(SERVER, "at can_old").unwrap();
    local.keep_place("https://b.example", "at can_old").unwrap();

    let purged = local.purge_older(at(10)).unwrap();
    let expected = Purged { entries: 2, cached: 2, looked: 1, drafts: 1, is_wiped: true };
    assert_eq!(purged, expected);
    assert_eq!(ids(&local), ["b.0", "c.0", "d.0", "f.0"]);
    let looked: Vec<String> =
        local.looked(SERVER).unwrap().iter().map(|(id, _)| id.to_string()).collect();
    assert_eq!(looked, ["can_mixed", "can_seen"]);
    let places = [SERVER, "https://b.example"].map(|server| local.place(server).unwrap());
    assert_eq!(places, [None, Some("at can_old".to_owned())], "somebody else there");
    let past = Past::open(&path).unwrap().unwrap();
    let lines = [1, 2].map(|line| past.creation("file", line).unwrap().is_some());
    assert_eq!(lines, [false, true]);
    drop(past);
    local.keep_place("https://b.example", "").unwrap();
    assert!(local.purge_older(at(10)).unwrap().is_wiped);
    assert_eq!(traces(&path, "can_old"), 0);

    local.keep_place(SERVER, "at can_mixed").unwrap();
    local.purge_older(at(10)).unwrap();
    assert_eq!(local.place(SERVER).unwrap().as_deref(), Some("at can_mixed"));
}

#[test]
fn where_another_window_reads_that_is_told() {
    let (_folder, path) = place();
    let mut local = Storage::open_patiently(&path, std::time::Duration::ZERO).unwrap();
    local.append(SERVER, &[row("a.0", "gone", 1)], None).unwrap();
    let reads = Storage::open(&path).unwrap();
    reads.connection.execute_batch("BEGIN; SELECT count(*) FROM entry").unwrap();
    assert!(!local.purge_person(&"per_gone".into()).unwrap().is_wiped);
    reads.connection.execute_batch("COMMIT").unwrap();
    assert!(local.purge_person(&"per_gone".into()).unwrap().is_wiped);
    assert_eq!(traces(&path, "gone"), 0);
}
