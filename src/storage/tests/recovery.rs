//! Files that cannot be used are set aside, and the user's own rows are rescued.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::recruiting::triage::LogEntry;
use crate::storage::log::tests::row;
use crate::storage::open::PAGE_SIZE;

const SERVER: &str = "https://a.example";
/// Enough for many pages.
const ENTRIES: usize = 2000;

/// Writes a database with verdicts, seen marks and a draft, and closes it.
fn fill(path: &Path) {
    let mut storage = Storage::open(path).unwrap();
    let entry = |number: usize| {
        row(&format!("id_{number}"), &format!("Ada {number}"), number.try_into().unwrap())
    };
    let entries: Vec<LogEntry> = (0..ENTRIES).map(entry).collect();
    storage.append(SERVER, &entries, None).unwrap();
    storage.mark_seen(SERVER, &[("can_1".into(), "per_1".into())], at(1)).unwrap();
    storage.save_draft(&draft(&storage, "a", "per_1")).unwrap();
}

/// The files beside the database that were set aside.
fn aside(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter(|name| name.contains(".damaged-") || name.contains(".newer-")).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|end| end == "db"));
    names.sort();
    names
}

fn counts(storage: &Storage) -> (usize, usize, usize) {
    let log = storage.read_log(SERVER, 0).unwrap().entries.len();
    (log, storage.drafts().unwrap().len(), storage.seen_marks(SERVER).unwrap().len())
}

/// Overwrites the page whose number a query returns.
fn overwrite_page(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    let page: u32 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(connection);
    let mut bytes = fs::read(path).unwrap();
    let ends = [page - 1, page].map(|page| (page * PAGE_SIZE) as usize);
    bytes[ends[0]..ends[1]].fill(0xa5);
    fs::write(path, bytes).unwrap();
}

/// Opens a file that must be set aside. Returns the rows that were rescued.
fn open_again(path: &Path, word: &str) -> (usize, usize, usize) {
    let storage = Storage::open(path).unwrap();
    let names = aside(path);
    let [name] = names.as_slice() else { panic!("{names:?}") };
    assert!(name.starts_with(&format!("work.{word}-2")), "{name}");
    let notice = storage.rescue_notice().unwrap();
    assert!(notice.contains(name), "{notice}");
    let counts = counts(&storage);
    let rescued = format!("rescued verdicts and notes: {}, unsaved edits: {}", counts.0, counts.1);
    assert!(notice.contains(&rescued), "{notice} {counts:?}");
    drop(storage);
    let again = Storage::open(path).unwrap();
    assert_eq!(again.rescue_notice(), None, "it happens once");
    counts
}

#[test]
fn a_file_that_is_no_database_is_set_aside() {
    let (_folder, path) = temp_database();
    fill(&path);
    for text in ["hello ".repeat(1000), "short".to_owned()] {
        fs::write(&path, &text).unwrap();
        assert_eq!(open_again(&path, "damaged"), (0, 0, 0));
        let file = path.with_file_name(&aside(&path)[0]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "nothing is lost");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn what_can_be_read_of_a_truncated_file_is_rescued() {
    let (_folder, path) = temp_database();
    fill(&path);
    let length = path.metadata().unwrap().len();
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(length / 2).unwrap();
    let (entries, ..) = open_again(&path, "damaged");
    assert!((ENTRIES / 10..ENTRIES).contains(&entries), "{entries}");
}

#[test]
fn around_an_overwritten_page_everything_is_rescued() {
    let (_folder, path) = temp_database();
    fill(&path);
    overwrite_page(
        &path,
        "SELECT pageno FROM dbstat WHERE name = 'entry' AND pagetype = 'leaf' LIMIT 1 OFFSET 5",
    );
    let (entries, drafts, seen) = open_again(&path, "damaged");
    assert!((ENTRIES - 120..ENTRIES).contains(&entries), "{entries}");
    assert_eq!((drafts, seen), (1, 1));
    let entries = Storage::open(&path).unwrap().read_log(SERVER, 0).unwrap().entries;
    assert!(entries.is_sorted_by_key(|entry| entry.at), "in their order");
}

#[test]
fn damage_that_is_found_later_is_repaired_by_opening_again() {
    let (_folder, path) = temp_database();
    fill(&path);
    let storage = Storage::reopen_damaged(&path).unwrap();
    assert_eq!((storage.rescue_notice(), aside(&path)), (None, vec![]), "a sound file stays");
    drop(storage);
    overwrite_page(&path, "SELECT rootpage FROM sqlite_schema WHERE name = 'screen'");
    let storage = Storage::open(&path).unwrap();
    assert!(matches!(storage.screen(SERVER), Err(StorageError::Damaged)));
    drop(storage);
    let storage = Storage::reopen_damaged(&path).unwrap();
    assert_eq!(counts(&storage), (ENTRIES, 1, 1));
    assert_eq!(storage.screen(SERVER).unwrap(), None);
}

#[test]
fn damage_that_is_found_later_is_repaired_by_the_next_start_unless_a_window_has_the_file_open() {
    let (_folder, path) = temp_database();
    fill(&path);
    overwrite_page(&path, "SELECT rootpage FROM sqlite_schema WHERE name = 'screen'");
    let (storage, other) = (Storage::open(&path).unwrap(), Storage::open(&path).unwrap());
    assert!(matches!(storage.screen(SERVER), Err(StorageError::Damaged)));
    drop(storage);
    assert!(crate::storage::recovery::is_marked(&path));
    drop(Storage::open(&path).unwrap());
    assert_eq!(aside(&path), [""; 0], "another window uses it");
    drop(other);
    assert_eq!(open_again(&path, "damaged"), (ENTRIES, 1, 1));
    assert!(!crate::storage::recovery::is_marked(&path));
}

#[test]
fn a_newer_file_is_set_aside_unless_a_window_has_it_open() {
    let (_folder, path) = temp_database();
    fill(&path);
    let newer = Storage::open(&path).unwrap();
    newer.connection.execute_batch("ALTER TABLE entry ADD COLUMN mood TEXT").unwrap();
    newer.connection.pragma_update(None, "user_version", 99).unwrap();
    let error = Storage::open(&path).unwrap_err().to_string();
    assert!(error.contains("newer version of shortlist; update this one"), "{error}");
    assert_eq!(aside(&path), [""; 0]);
    kill(newer, &path);
    assert_eq!(open_again(&path, "newer"), (ENTRIES, 1, 1));
    let version = Connection::open(path.with_file_name(&aside(&path)[0]))
        .unwrap()
        .pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    assert_eq!(version, Ok(99), "the newer file is as it was");
}

#[test]
fn files_that_were_set_aside_are_never_overwritten() {
    let (_folder, path) = temp_database();
    fs::create_dir(path.parent().unwrap()).unwrap();
    for count in 1..=5 {
        fs::write(&path, format!("garbage {count}")).unwrap();
        drop(Storage::open(&path).unwrap());
        assert_eq!(aside(&path).len(), count);
    }
}

#[test]
fn the_file_of_another_program_stays_even_if_it_is_damaged() {
    let (_folder, path) = temp_database();
    fs::create_dir(path.parent().unwrap()).unwrap();
    let foreign = Connection::open(&path).unwrap();
    foreign.execute_batch("PRAGMA application_id = 7; CREATE TABLE t (x)").unwrap();
    drop(foreign);
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..200].fill(0xa5);
    fs::write(&path, &bytes).unwrap();
    assert!(Storage::open(&path).is_err());
    assert_eq!((fs::read(&path).unwrap(), aside(&path)), (bytes, vec![]));
}

#[test]
fn in_a_folder_that_cannot_be_written_the_file_stays() {
    let (_folder, path) = temp_database();
    fill(&path);
    fs::write(&path, "garbage").unwrap();
    let folder = path.parent().unwrap();
    fs::set_permissions(folder, PermissionsExt::from_mode(0o500)).unwrap();
    // The superuser may write anyway.
    let may_write = fs::write(folder.join("probe"), "").is_ok();
    let opened = Storage::open(&path).map(drop);
    fs::set_permissions(folder, PermissionsExt::from_mode(0o700)).unwrap();
    assert_eq!(opened.is_ok(), may_write);
    assert_eq!(aside(&path).len(), usize::from(may_write));
}
