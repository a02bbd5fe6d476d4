//! What callers are told is what is in the file, also if others in their group fail.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::service::store::error::StorageFailure;
use crate::service::store::model::IfMissing;
use crate::service::store::sqlite::Sqlite;
use crate::wire::Timestamp;

type Change = Box<dyn Fn(&Connection) -> Result<(), StoreError> + Send>;

fn open() -> (TempDir, PathBuf, Arc<Sqlite>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("service.db");
    let sqlite = Sqlite::open(&path, IfMissing::Create).unwrap();
    (folder, path, Arc::new(sqlite))
}

fn context() -> WriteContext {
    WriteContext::by_service(Timestamp::now()).with_deadline(Instant::now() + TIMEOUT)
}

const TIMEOUT: Duration = Duration::from_mins(1);

fn add(name: &str) -> Change {
    let name = name.to_owned();
    Box::new(move |db| {
        let sql = "INSERT INTO client (id, name, name_key) VALUES (?1, ?1, ?1)";
        db.execute(sql, [&name]).map(drop).map_err(StoreError::from)
    })
}

/// Adds a row, and then ends in another way than with success.
fn add_and(name: &str, end: impl Fn(&Connection) -> StoreError + Send + 'static) -> Change {
    let add = add(name);
    Box::new(move |db| {
        add(db)?;
        Err(end(db))
    })
}

fn stored(path: &Path) -> Vec<String> {
    let db = Connection::open(path).unwrap();
    let mut query = db.prepare("SELECT name FROM client ORDER BY client_pk").unwrap();
    query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn commits(path: &Path) -> usize {
    const PAGE_BYTES: usize = 8_192;
    let log = std::fs::read(crate::files::sqlite::side_file(path, "-wal")).unwrap();
    // A frame has a header of 24 bytes; the second word is zero unless it ends a transaction.
    let frames = log.get(32..).unwrap_or_default().chunks_exact(24 + PAGE_BYTES);
    frames.filter(|frame| frame[4..8] != [0; 4]).count()
}

/// Lets the writes begin when all of them wait.
async fn write_together(
    sqlite: &Arc<Sqlite>,
    changes: impl IntoIterator<Item = Change>,
) -> Vec<Result<(), StoreError>> {
    let other_writer = sqlite.writer.lock().await;
    let write = |change: Change| {
        let sqlite = Arc::clone(sqlite);
        tokio::spawn(async move { sqlite.write_in_group(context(), move |db, _| change(db)).await })
    };
    let writes: Vec<_> = changes.into_iter().map(write).collect();
    wait_until_queued(sqlite, writes.len()).await;
    drop(other_writer);
    let mut results = Vec::new();
    for write in writes {
        results.push(write.await.unwrap());
    }
    results
}

async fn wait_until_queued(sqlite: &Sqlite, count: usize) {
    while sqlite.group_commit.queue().waiting.len() != count {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn writes_that_wait_together_are_on_disk_after_one_commit() {
    let (_folder, path, sqlite) = open();
    let before = commits(&path);
    let names: Vec<String> = (0..50).map(|number| format!("client {number}")).collect();
    let results = write_together(&sqlite, names.iter().map(|name| add(name))).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(commits(&path) - before, 1);
    assert_eq!(stored(&path), names);
    sqlite.close().await;
    drop(sqlite);
    assert_eq!(stored(&path), names, "the file alone has them too");
}

#[tokio::test]
async fn a_limit_of_one_commits_each_write_alone() {
    let (_folder, path, sqlite) = open();
    sqlite.limit_groups(1);
    let before = commits(&path);
    write_together(&sqlite, ["a", "b", "c"].map(add)).await;
    assert_eq!((commits(&path) - before, stored(&path).len()), (3, 3));
}

#[tokio::test]
async fn a_write_that_fails_or_panics_takes_back_only_itself() {
    let (_folder, path, sqlite) = open();
    let conflict = |_: &Connection| StoreError::Conflict("in use".to_owned());
    let changes = [
        add("first"),
        add_and("refused", conflict),
        add("second"),
        add_and("panicking", |_| panic!("a defect")),
        add("first"),
        add("third"),
    ];
    let results = write_together(&sqlite, changes).await;
    let [Ok(()), Err(refused), Ok(()), Err(panicked), Err(duplicate), Ok(())] = &results[..] else {
        panic!("{results:?}");
    };
    assert!(matches!(refused, StoreError::Conflict(_)), "{refused:?}");
    assert!(matches!(panicked, StoreError::Interrupted), "{panicked:?}");
    assert!(matches!(duplicate, StoreError::Database(_)), "{duplicate:?}");
    assert_eq!(stored(&path), ["first", "second", "third"]);
    sqlite.write_in_group(context(), |db, _| add("fourth")(db)).await.unwrap();
}

#[tokio::test]
async fn a_failed_commit_acknowledges_nobody() {
    let (_folder, path, sqlite) = open();
    // SQLite finds out at the end that the stage has no job.
    let broken: Change = Box::new(|db| {
        db.pragma_update(None, "defer_foreign_keys", true)?;
        let sql = "INSERT INTO stage (job_pk, id, name, stage_order, is_rejection, is_interviewing)
                   VALUES (99, 'x', 'x', 1, 0, 0)";
        db.execute(sql, []).map(drop).map_err(StoreError::from)
    });
    let refused = add_and("refused", |_| StoreError::Conflict("in use".to_owned()));
    let results = write_together(&sqlite, [add("first"), broken, refused, add("second")]).await;
    for result in &results {
        assert!(matches!(result, Err(StoreError::Database(_))), "{result:?}");
    }
    assert_eq!(stored(&path), <[&str; 0]>::default());
    sqlite.write_in_group(context(), |db, _| add("later")(db)).await.unwrap();
    assert_eq!(stored(&path), ["later"]);
}

#[tokio::test]
async fn a_write_that_fills_the_database_does_not_take_the_others_with_it() {
    let (_folder, path, sqlite) = open();
    sqlite.limit_size(1 << 20).await.unwrap();
    let large = "x".repeat(2 << 20);
    let results = write_together(&sqlite, [add("first"), add(&large), add("second")]).await;
    let full = |result: &Result<(), StoreError>| {
        matches!(result, Err(StoreError::Storage { failure: StorageFailure::Full, .. }))
    };
    assert!(results[0].is_ok() && full(&results[1]) && results[2].is_ok(), "{results:?}");
    assert_eq!(stored(&path), ["first", "second"]);
}

#[tokio::test]
async fn a_write_whose_caller_leaves_or_whose_deadline_passes_changes_nothing() {
    let (_folder, path, sqlite) = open();
    let other_writer = sqlite.writer.lock().await;
    let late = context().with_deadline(Instant::now());
    let error = sqlite.write_in_group(late, |db, _| add("late")(db)).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy), "{error:?}");
    let abandoned = {
        let sqlite = Arc::clone(&sqlite);
        tokio::spawn(async move { sqlite.write_in_group(context(), |db, _| add("gone")(db)).await })
    };
    wait_until_queued(&sqlite, 1).await;
    abandoned.abort();
    wait_until_queued(&sqlite, 0).await;
    drop(other_writer);
    sqlite.write_in_group(context(), |db, _| add("there")(db)).await.unwrap();
    assert_eq!(stored(&path), ["there"]);
}

#[tokio::test]
async fn a_closed_store_takes_no_write() {
    let (_folder, _path, sqlite) = open();
    sqlite.close().await;
    let error = sqlite.write_in_group(context(), |db, _| add("a")(db)).await.unwrap_err();
    assert!(matches!(error, StoreError::Interrupted), "{error:?}");
}

#[tokio::test]
async fn a_write_that_may_wait_longer_than_those_behind_it_does() {
    let (_folder, path, sqlite) = open();
    let other_process = Connection::open(&path).unwrap();
    other_process.execute_batch("BEGIN IMMEDIATE").unwrap();
    let write = |name: &str, wait: Duration| {
        let (sqlite, change) = (Arc::clone(&sqlite), add(name));
        let deadline = Instant::now() + wait;
        let context = WriteContext::by_service(Timestamp::now()).with_deadline(deadline);
        tokio::spawn(async move { sqlite.write_in_group(context, move |db, _| change(db)).await })
    };
    let other_writer = sqlite.writer.lock().await;
    let patient = write("patient", TIMEOUT);
    wait_until_queued(&sqlite, 1).await;
    let hasty = write("hasty", Duration::from_millis(50));
    // On a slow machine, it may have left already.
    while sqlite.group_commit.queue().waiting.len() < 2 && !hasty.is_finished() {
        tokio::task::yield_now().await;
    }
    drop(other_writer);
    assert!(matches!(hasty.await.unwrap(), Err(StoreError::Busy)));
    other_process.execute_batch("COMMIT").unwrap();
    patient.await.unwrap().unwrap();
    assert_eq!(stored(&path), ["patient"]);
}

#[derive(Debug)]
struct Panicking;

impl Write for Panicking {
    fn run(&mut self, _: &Connection) -> bool {
        true
    }

    fn answer(self: Box<Self>, _: Result<(), StoreError>) {
        panic!("as the test wants");
    }
}

#[tokio::test]
async fn a_panic_between_writes_does_not_stop_the_later_ones() {
    let (_folder, path, sqlite) = open();
    let deadline = Instant::now() + TIMEOUT;
    let _ticket = sqlite.group_commit.enqueue(deadline, Box::new(Panicking));
    while sqlite.group_commit.queue().is_draining {
        tokio::task::yield_now().await;
    }
    sqlite.write_in_group(context(), |db, _| add("later")(db)).await.unwrap();
    assert_eq!(stored(&path), ["later"]);
}
