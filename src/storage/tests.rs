mod recovery;

use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use proptest::prelude::*;
use rusqlite::Connection;
use rusqlite_migration::Migrations;
use tempfile::TempDir;

use super::{open, *};
use crate::wire::{PersonId, Timestamp};

fn temp_database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    (folder, path)
}

fn at(days_ago: i64) -> Timestamp {
    (Utc::now() - TimeDelta::days(days_ago)).into()
}

fn draft(storage: &Storage, id: &str, person: &str) -> DraftRow {
    DraftRow {
        id: id.to_owned(),
        session: storage.session().to_owned(),
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

/// Simulates a killed window: its session file exists, but is not locked.
fn kill(storage: Storage, path: &Path) -> String {
    let session = storage.session().to_owned();
    drop(storage);
    std::fs::write(format!("{}.{session}.live", path.display()), "").unwrap();
    session
}

fn live_files(path: &Path) -> usize {
    let entries = std::fs::read_dir(path.parent().unwrap()).unwrap();
    entries.filter(|entry| entry.as_ref().unwrap().path().extension().unwrap() == "live").count()
}

#[test]
fn the_migrations_are_well_formed() {
    Migrations::from_slice(open::MIGRATIONS).validate().unwrap();
}

#[test]
fn files_are_readable_only_by_the_owner() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    storage.save_draft(&draft(&storage, "a", "per_1")).unwrap();
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let modes: Vec<u32> = files.map(|file| mode(&file.unwrap().path())).collect();
    assert_eq!(modes, [0o600; 4], "the database, its WAL, the WAL index and the session");

    drop(storage);
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    let _again = Storage::open(&path).unwrap();
    assert_eq!(mode(&path), 0o600, "opening the database removes the access of others");
}

#[test]
fn the_database_has_the_expected_settings() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    let pragma = |name| {
        storage.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap()
    };
    let names = ["synchronous", "secure_delete", "trusted_schema", "busy_timeout", "page_size"];
    assert_eq!(names.map(pragma), [2, 1, 0, 10_000, 8192]);
    let journal = storage.connection.pragma_query_value(None, "journal_mode", |row| row.get(0));
    assert_eq!(journal, Ok("wal".to_owned()));
}

#[test]
fn an_unusable_file_explains_what_to_do() {
    let (_folder, path) = temp_database();
    let open_error = || Storage::open(&path).unwrap_err().to_string();
    let storage = Storage::open(&path).unwrap();
    storage.connection.pragma_update(None, "user_version", 99).unwrap();
    assert!(
        open_error().contains("newer version of shortlist; update this one"),
        "{}",
        open_error()
    );
    drop(storage);

    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(open_error().contains("another program's database; move it away"), "{}", open_error());

    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(open_error().contains("a directory has this name"), "{}", open_error());

    let within = path.join("file");
    std::fs::write(&within, "").unwrap();
    let error = Storage::open(&within.join("work.db")).unwrap_err().to_string();
    assert!(error.contains("the directory cannot be created"), "{error}");
}

#[test]
fn a_full_or_read_only_disk_is_reported() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    let pages: i64 =
        storage.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    storage.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let long = DraftRow { body: "x".repeat(100_000), ..draft(&storage, "a", "per_1") };
    assert!(matches!(storage.save_draft(&long), Err(StorageError::Full)));
    storage.connection.pragma_update(None, "query_only", true).unwrap();
    assert!(matches!(storage.save_draft(&long), Err(StorageError::ReadOnly)));
    assert_eq!(storage.drafts().unwrap(), []);
}

#[test]
fn a_long_write_of_another_window_fails_as_busy() {
    let (_folder, path) = temp_database();
    let first = Storage::open(&path).unwrap();
    let second = Storage::open_with_timeout(&path, Duration::ZERO).unwrap();
    first.connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(matches!(second.save_draft(&draft(&second, "a", "per_1")), Err(StorageError::Busy)));
    first.connection.execute_batch("COMMIT").unwrap();
    second.save_draft(&draft(&second, "a", "per_1")).unwrap();
    assert_eq!(ids(&first.drafts().unwrap()), ["a"]);
}

#[test]
fn a_stopped_window_does_not_block_opening_forever() {
    let (_folder, path) = temp_database();
    drop(Storage::open(&path).unwrap());
    let stopped = std::fs::File::open(path.parent().unwrap()).unwrap();
    stopped.lock().unwrap();
    let error =
        Storage::open_with_timeout(&path, Duration::from_millis(20)).unwrap_err().to_string();
    assert!(error.contains("another shortlist process has locked the directory"), "{error}");
    stopped.unlock().unwrap();
    Storage::open(&path).unwrap();
}

#[test]
fn many_windows_may_open_it_at_once() {
    let (_folder, path) = temp_database();
    std::thread::scope(|scope| {
        let each = |_| scope.spawn(|| Storage::open(&path).map_err(|error| error.to_string()));
        let opening: Vec<_> = (0..8).map(each).collect();
        let open: Vec<Storage> =
            opening.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect();
        for storage in &open {
            assert!(open.iter().all(|other| storage.is_alive(other.session())));
        }
        assert_eq!(live_files(&path), 8);
    });
    assert_eq!(live_files(&path), 0);
}

#[test]
fn saving_a_draft_again_replaces_it() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    let first = DraftRow { at: at(1), ..draft(&storage, "a", "per_1") };
    storage.save_draft(&first).unwrap();
    storage.save_draft(&DraftRow { person: None, ..draft(&storage, "b", "") }).unwrap();
    assert_eq!(ids(&storage.drafts().unwrap()), ["b", "a"], "the newest first");
    let second = DraftRow { body: "[1]".to_owned(), name: "Bo".to_owned(), ..first };
    storage.save_draft(&second).unwrap();
    assert_eq!(storage.drafts().unwrap()[1], second);
}

#[test]
fn a_dropped_draft_can_be_restored_for_thirty_days() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    for (id, days_ago) in [("old", 31), ("young", 29)] {
        storage.save_draft(&draft(&storage, id, "per_1")).unwrap();
        storage.discard_draft(id, at(days_ago)).unwrap();
    }
    storage.discard_draft("never there", at(0)).unwrap();
    assert_eq!(storage.drafts().unwrap(), []);
    drop(storage);

    let mut storage = Storage::open(&path).unwrap();
    assert!(!storage.claim("young").unwrap(), "a discarded draft is not taken over");
    assert!(matches!(storage.restore_draft("old"), Err(StorageError::NoDraft)));
    storage.restore_draft("young").unwrap();
    let restored = storage.drafts().unwrap();
    assert_eq!((ids(&restored), restored[0].session.as_str()), (vec!["young"], storage.session()));
    storage.discard_draft("young", at(0)).unwrap();
    storage.save_draft(&restored[0]).unwrap();
    assert_eq!(storage.drafts().unwrap(), restored, "saving a dropped draft restores it");
}

#[test]
fn a_deleted_draft_leaves_no_bytes() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    let traces = || {
        let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
        let bytes = files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap());
        let bytes: Vec<u8> = bytes.collect();
        bytes.windows(8).filter(|part| part == b"Lovelace").count()
    };
    for body in ["Lovelace", "Ada Lovelace"] {
        let row = DraftRow { body: body.to_owned(), ..draft(&storage, "a", "per_1") };
        storage.save_draft(&row).unwrap();
    }
    assert_ne!(traces(), 0);
    storage.delete_draft("a").unwrap();
    storage.delete_draft("never there").unwrap();
    assert_eq!(traces(), 0);
    assert!(matches!(storage.restore_draft("a"), Err(StorageError::NoDraft)));
    let timeout = storage.connection.pragma_query_value(None, "busy_timeout", |row| row.get(0));
    assert_eq!(timeout, Ok(10_000), "the lock timeout is unchanged");
}

#[test]
fn drafts_of_an_open_window_cannot_be_claimed() {
    let (_folder, path) = temp_database();
    let first = Storage::open(&path).unwrap();
    let mut second = Storage::open(&path).unwrap();
    first.save_draft(&draft(&first, "a", "per_1")).unwrap();
    first.save_draft(&draft(&first, "b", "per_1")).unwrap();
    second.save_draft(&draft(&second, "c", "per_2")).unwrap();
    assert_eq!(ids(&first.unclaimed_drafts().unwrap()), ["b", "a"]);
    assert_eq!(ids(&second.unclaimed_drafts().unwrap()), ["c"]);
    let edited = |server, person: &str| second.is_edited_elsewhere(server, &person.into()).unwrap();
    assert!(edited("https://a.example", "per_1"));
    assert!(!edited("https://a.example", "per_2"), "only this window edits the person");
    assert!(!edited("https://b.example", "per_1"), "on another server this id is another person");
    assert!(!second.claim("a").unwrap());

    let killed = kill(first, &path);
    assert!(!second.is_alive(&killed));
    assert!(!second.is_edited_elsewhere("https://a.example", &"per_1".into()).unwrap());
    assert!(second.claim("a").unwrap());
    assert!(second.claim("a").unwrap(), "a session can claim its own draft again");
    assert!(!second.claim("nothing").unwrap());

    let mut third = Storage::open(&path).unwrap();
    assert_eq!(live_files(&path), 2, "a new session deletes the file of the killed one");
    assert_eq!(ids(&third.unclaimed_drafts().unwrap()), ["b"]);
    assert!(!third.claim("a").unwrap(), "only one of two claims succeeds");
}

#[test]
fn each_draft_is_claimed_by_only_one_window() {
    let (_folder, path) = temp_database();
    let window = Storage::open(&path).unwrap();
    for id in ["a", "b", "c"] {
        window.save_draft(&draft(&window, id, "per_1")).unwrap();
    }
    kill(window, &path);
    let claim = || {
        let mut storage = Storage::open(&path).unwrap();
        let free = storage.unclaimed_drafts().unwrap();
        let claimed = free.into_iter().filter(|draft| storage.claim(&draft.id).unwrap()).count();
        (claimed, storage)
    };
    let claimed: usize = std::thread::scope(|scope| {
        let windows: Vec<_> = (0..6).map(|_| scope.spawn(claim)).collect();
        // Every window stays open until the last has claimed.
        let windows: Vec<_> = windows.into_iter().map(|thread| thread.join().unwrap()).collect();
        windows.iter().map(|(claimed, _)| claimed).sum()
    });
    assert_eq!(claimed, 3);
}

#[test]
fn an_invalid_session_name_is_not_alive() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    for invalid in ["", "../x", "a/b", "é", "0123456789abcdef"] {
        assert!(!storage.is_alive(invalid), "{invalid:?}");
    }
}

#[test]
fn quirks_are_stored_per_server() {
    let (_folder, path) = temp_database();
    let storage = Storage::open(&path).unwrap();
    storage.update_quirks("https://a.example", |before| format!("{before:?}")).unwrap();
    storage.update_quirks("https://a.example", |before| before.unwrap() + " and more").unwrap();
    let quirks = storage.quirks("https://a.example").unwrap();
    assert_eq!(quirks.as_deref(), Some("None and more"));
    assert_eq!(storage.quirks("https://b.example").unwrap(), None);
}

#[test]
fn the_progress_of_a_line_is_stored() {
    let (_folder, path) = temp_database();
    assert!(CreationLog::open(&path).unwrap().is_none() && !path.parent().unwrap().exists());
    let storage = Storage::open(&path).unwrap();
    let log = CreationLog::open(&path).unwrap().unwrap();
    let to_creation = |state, person: Option<&str>| Creation {
        batch: "f00d".to_owned(),
        line: 3,
        external_id: "ext".to_owned(),
        state,
        person: person.map(PersonId::from),
        at: at(0),
    };
    assert_eq!(log.creation("f00d", 3).unwrap(), None);
    for (state, person) in [
        (CreationState::Sent, None),
        (CreationState::Refused, None),
        (CreationState::Unconfirmed, None),
        (CreationState::Created, Some("per_1")),
    ] {
        let creation = to_creation(state, person);
        storage.put_creation(&creation).unwrap();
        assert_eq!(log.creation("f00d", 3).unwrap(), Some(creation));
    }
    assert_eq!(log.creation("f00d", 4).unwrap(), None);
    assert_eq!(log.creation("beef", 3).unwrap(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_draft_text_survives_storage(
        texts in prop::array::uniform5("(\\PC|\\p{Any}|\0){0,40}"),
        is_new: bool,
        micros in -1_000_000_000_000_000_i64..4_000_000_000_000_000,
    ) {
        let (_folder, path) = temp_database();
        let storage = Storage::open(&path).unwrap();
        let [id, server, person, name, body] = texts;
        let row = DraftRow {
            id,
            session: storage.session().to_owned(),
            server,
            person: (!is_new).then(|| person.into()),
            name,
            at: Timestamp::from_micros(micros).unwrap(),
            body,
        };
        storage.save_draft(&row).unwrap();
        drop(storage);
        let storage = Storage::open(&path).unwrap();
        prop_assert_eq!(storage.drafts().unwrap(), [row]);
    }
}
