use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use proptest::prelude::*;
use rusqlite::Connection;
use rusqlite_migration::Migrations;
use tempfile::TempDir;

use super::{open, *};
use crate::wire::{PersonId, Timestamp};

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    (folder, path)
}

fn at(days_ago: i64) -> Timestamp {
    (Utc::now() - TimeDelta::days(days_ago)).into()
}

fn draft(local: &Storage, id: &str, person: &str) -> DraftRow {
    DraftRow {
        id: id.to_owned(),
        session: local.session().to_owned(),
        server: "https://a.example".to_owned(),
        person: Some(person.into()),
        name: "Ada".to_owned(),
        at: at(0),
        body: "{}".to_owned(),
    }
}

fn ids(drafts: &[DraftRow]) -> Vec<&str> {
    drafts.iter().map(|draft| draft.id.as_str()).collect()
}

/// What a window leaves behind that was killed: the file is there, the lock is not.
fn kill(local: Storage, path: &Path) -> String {
    let session = local.session().to_owned();
    drop(local);
    std::fs::write(format!("{}.{session}.live", path.display()), "").unwrap();
    session
}

fn live_files(path: &Path) -> usize {
    let entries = std::fs::read_dir(path.parent().unwrap()).unwrap();
    entries.filter(|entry| entry.as_ref().unwrap().path().extension().unwrap() == "live").count()
}

#[test]
fn the_migrations_are_well_formed() {
    Migrations::from_slice(open::STEPS).validate().unwrap();
}

#[test]
fn nobody_else_reads_any_of_it() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    local.keep_draft(&draft(&local, "a", "per_1")).unwrap();
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let modes: Vec<u32> = files.map(|file| mode(&file.unwrap().path())).collect();
    assert_eq!(modes, [0o600; 4], "the file, its log, the log's index and the session");

    drop(local);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    let _again = Storage::open(&path).unwrap();
    assert_eq!(mode(&path), 0o600, "one that was open to others is closed");
}

#[test]
fn it_is_kept_as_it_should_be() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    let asked =
        |name| local.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
    let kept = ["synchronous", "secure_delete", "trusted_schema", "busy_timeout"].map(asked);
    assert_eq!(kept, [2, 1, 0, 5000]);
    let journal = local.connection.pragma_query_value(None, "journal_mode", |row| row.get(0));
    assert_eq!(journal, Ok("wal".to_owned()));
}

#[test]
fn a_file_that_cannot_be_used_says_what_to_do() {
    let (_folder, path) = place();
    let refused = || Storage::open(&path).unwrap_err().to_string();
    let ours = Storage::open(&path).unwrap();
    ours.connection.pragma_update(None, "user_version", 99).unwrap();
    assert!(refused().contains("newer shortlist; update this one"), "{}", refused());
    drop(ours);

    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(refused().contains("another program's database; move it away"), "{}", refused());

    std::fs::write(&path, "hello ".repeat(1000)).unwrap();
    assert!(refused().contains("is damaged; move it away"), "{}", refused());

    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(refused().contains("a directory stands there"), "{}", refused());

    let within = path.join("file");
    std::fs::write(&within, "").unwrap();
    let refused = Storage::open(&within.join("work.db")).unwrap_err().to_string();
    assert!(refused.contains("the directory cannot be made"), "{refused}");
}

#[test]
fn a_disk_that_takes_nothing_is_told_in_words() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    let pages: i64 =
        local.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    local.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let long = DraftRow { body: "x".repeat(100_000), ..draft(&local, "a", "per_1") };
    assert!(matches!(local.keep_draft(&long), Err(StorageError::Full)));
    local.connection.pragma_update(None, "query_only", true).unwrap();
    assert!(matches!(local.keep_draft(&long), Err(StorageError::ReadOnly)));
    assert_eq!(local.drafts().unwrap(), []);
}

#[test]
fn a_window_that_writes_too_long_is_not_waited_for() {
    let (_folder, path) = place();
    let one = Storage::open(&path).unwrap();
    let other = Storage::open_patiently(&path, Duration::ZERO).unwrap();
    one.connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(matches!(other.keep_draft(&draft(&other, "a", "per_1")), Err(StorageError::Busy)));
    one.connection.execute_batch("COMMIT").unwrap();
    other.keep_draft(&draft(&other, "a", "per_1")).unwrap();
    assert_eq!(ids(&one.drafts().unwrap()), ["a"]);
}

#[test]
fn a_window_that_stopped_while_it_opened_is_not_waited_for() {
    let (_folder, path) = place();
    drop(Storage::open(&path).unwrap());
    let stopped = std::fs::File::open(path.parent().unwrap()).unwrap();
    stopped.lock().unwrap();
    let refused =
        Storage::open_patiently(&path, Duration::from_millis(20)).unwrap_err().to_string();
    assert!(refused.contains("another shortlist holds the directory"), "{refused}");
    stopped.unlock().unwrap();
    Storage::open(&path).unwrap();
}

#[test]
fn many_windows_may_open_it_at_once() {
    let (_folder, path) = place();
    std::thread::scope(|scope| {
        let each = |_| scope.spawn(|| Storage::open(&path).map_err(|error| error.to_string()));
        let opening: Vec<_> = (0..8).map(each).collect();
        let open: Vec<Storage> =
            opening.into_iter().map(|one| one.join().unwrap().unwrap()).collect();
        for one in &open {
            assert!(open.iter().all(|other| one.is_alive(other.session())));
        }
        assert_eq!(live_files(&path), 8);
    });
    assert_eq!(live_files(&path), 0);
}

#[test]
fn a_draft_that_is_typed_into_again_is_one_draft() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    let first = DraftRow { at: at(1), ..draft(&local, "a", "per_1") };
    local.keep_draft(&first).unwrap();
    local.keep_draft(&DraftRow { person: None, ..draft(&local, "b", "") }).unwrap();
    assert_eq!(ids(&local.drafts().unwrap()), ["b", "a"], "the newest first");
    let second = DraftRow { body: "[1]".to_owned(), name: "Bo".to_owned(), ..first };
    local.keep_draft(&second).unwrap();
    assert_eq!(local.drafts().unwrap()[1], second);
}

#[test]
fn a_dropped_draft_can_be_had_back_for_thirty_days() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    for (id, days_ago) in [("old", 31), ("young", 29)] {
        local.keep_draft(&draft(&local, id, "per_1")).unwrap();
        local.drop_draft(id, at(days_ago)).unwrap();
    }
    local.drop_draft("never there", at(0)).unwrap();
    assert_eq!(local.drafts().unwrap(), []);
    drop(local);

    let mut local = Storage::open(&path).unwrap();
    assert!(!local.claim("young").unwrap(), "nobody takes over what was dropped");
    assert!(matches!(local.restore_draft("old"), Err(StorageError::NoDraft)));
    local.restore_draft("young").unwrap();
    let back = local.drafts().unwrap();
    assert_eq!((ids(&back), back[0].session.as_str()), (vec!["young"], local.session()));
    local.drop_draft("young", at(0)).unwrap();
    local.keep_draft(&back[0]).unwrap();
    assert_eq!(local.drafts().unwrap(), back, "typed into again, it is wanted again");
}

#[test]
fn of_a_saved_draft_no_trace_stays() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    let traces = || {
        let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
        let bytes = files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap());
        let bytes: Vec<u8> = bytes.collect();
        bytes.windows(8).filter(|part| part == b"Lovelace").count()
    };
    for body in ["Lovelace", "Ada Lovelace"] {
        let kept = DraftRow { body: body.to_owned(), ..draft(&local, "a", "per_1") };
        local.keep_draft(&kept).unwrap();
    }
    assert_ne!(traces(), 0);
    local.forget_draft("a").unwrap();
    local.forget_draft("never there").unwrap();
    assert_eq!(traces(), 0);
    assert!(matches!(local.restore_draft("a"), Err(StorageError::NoDraft)));
    let waits = local.connection.pragma_query_value(None, "busy_timeout", |row| row.get(0));
    assert_eq!(waits, Ok(5000), "other writers are waited for as before");
}

#[test]
fn what_another_window_types_is_left_to_it_until_it_is_gone() {
    let (_folder, path) = place();
    let one = Storage::open(&path).unwrap();
    let mut other = Storage::open(&path).unwrap();
    one.keep_draft(&draft(&one, "a", "per_1")).unwrap();
    one.keep_draft(&draft(&one, "b", "per_1")).unwrap();
    other.keep_draft(&draft(&other, "c", "per_2")).unwrap();
    assert_eq!(ids(&one.unclaimed_drafts().unwrap()), ["b", "a"]);
    assert_eq!(ids(&other.unclaimed_drafts().unwrap()), ["c"]);
    let edited = |server, person: &str| other.is_edited_elsewhere(server, &person.into()).unwrap();
    assert!(edited("https://a.example", "per_1"));
    assert!(!edited("https://a.example", "per_2"), "only here");
    assert!(!edited("https://b.example", "per_1"), "somebody else");
    assert!(!other.claim("a").unwrap());

    let killed = kill(one, &path);
    assert!(!other.is_alive(&killed));
    assert!(!other.is_edited_elsewhere("https://a.example", &"per_1".into()).unwrap());
    assert!(other.claim("a").unwrap());
    assert!(other.claim("a").unwrap(), "it is ours already");
    assert!(!other.claim("nothing").unwrap());

    let mut third = Storage::open(&path).unwrap();
    assert_eq!(live_files(&path), 2, "what the killed one left is taken away");
    assert_eq!(ids(&third.unclaimed_drafts().unwrap()), ["b"]);
    assert!(!third.claim("a").unwrap(), "of two, the second does not get it");
}

#[test]
fn of_many_windows_that_start_at_once_one_gets_a_draft() {
    let (_folder, path) = place();
    let typing = Storage::open(&path).unwrap();
    for id in ["a", "b", "c"] {
        typing.keep_draft(&draft(&typing, id, "per_1")).unwrap();
    }
    kill(typing, &path);
    let claim = || {
        let mut local = Storage::open(&path).unwrap();
        let free = local.unclaimed_drafts().unwrap();
        let claimed = free.into_iter().filter(|draft| local.claim(&draft.id).unwrap()).count();
        (claimed, local)
    };
    let claimed: usize = std::thread::scope(|scope| {
        let windows: Vec<_> = (0..6).map(|_| scope.spawn(claim)).collect();
        // All live until the last has looked.
        let windows: Vec<_> = windows.into_iter().map(|one| one.join().unwrap()).collect();
        windows.iter().map(|(claimed, _)| claimed).sum()
    });
    assert_eq!(claimed, 3);
}

#[test]
fn a_session_that_is_no_name_is_nobody() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    for odd in ["", "../x", "a/b", "é", "0123456789abcdef"] {
        assert!(!local.is_alive(odd), "{odd:?}");
    }
}

#[test]
fn what_was_learned_of_a_server_is_about_that_one() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    local.learn("https://a.example", |before| format!("{before:?}")).unwrap();
    local.learn("https://a.example", |before| before.unwrap() + " and more").unwrap();
    let learned = local.habits("https://a.example").unwrap();
    assert_eq!(learned.as_deref(), Some("None and more"));
    assert_eq!(local.habits("https://b.example").unwrap(), None);
}

#[test]
fn a_line_is_known_as_far_as_it_came() {
    let (_folder, path) = place();
    assert!(Past::open(&path).unwrap().is_none() && !path.parent().unwrap().exists());
    let local = Storage::open(&path).unwrap();
    let past = Past::open(&path).unwrap().unwrap();
    let line = |state, person: Option<&str>| Creation {
        batch: "f00d".to_owned(),
        line: 3,
        external_id: "ext".to_owned(),
        state,
        person: person.map(PersonId::from),
        at: at(0),
    };
    assert_eq!(past.creation("f00d", 3).unwrap(), None);
    for (state, person) in [
        (CreationState::Sent, None),
        (CreationState::Refused, None),
        (CreationState::Made, Some("per_1")),
    ] {
        let line = line(state, person);
        local.put_creation(&line).unwrap();
        assert_eq!(past.creation("f00d", 3).unwrap(), Some(line));
    }
    assert_eq!(past.creation("f00d", 4).unwrap(), None);
    assert_eq!(past.creation("beef", 3).unwrap(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_text_a_draft_holds_comes_back(
        texts in prop::array::uniform5("(\\PC|\\p{Any}|\0){0,40}"),
        is_new: bool,
        micros in -1_000_000_000_000_000_i64..4_000_000_000_000_000,
    ) {
        let (_folder, path) = place();
        let local = Storage::open(&path).unwrap();
        let [id, server, person, name, body] = texts;
        let row = DraftRow {
            id,
            session: local.session().to_owned(),
            server,
            person: (!is_new).then(|| person.into()),
            name,
            at: Timestamp::from_micros(micros).unwrap(),
            body,
        };
        local.keep_draft(&row).unwrap();
        drop(local);
        let local = Storage::open(&path).unwrap();
        prop_assert_eq!(local.drafts().unwrap(), [row]);
    }
}
