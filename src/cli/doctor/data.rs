//! The files of the workspace: one's own database, and what this machine stores of a server.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::report::Check;
use crate::cli::database::Database;
use crate::cli::output::storage_size;
use crate::service::store::DatabaseUrl;
use crate::storage::LocalStore;
use crate::storage::health::{LocalHealth, read_health};
use crate::text::pluralize;
use crate::wire::Timestamp;

/// A larger file takes longer to check than a user waits.
const MAX_CHECKED: u64 = 256 << 20;

/// The check `schema` is among them only if the database can be used as it is.
pub(super) async fn own_database(database: &Database) -> Vec<Check> {
    match database.exists().await {
        Ok(true) => {}
        Ok(false) => {
            return vec![Check::ok("database", "not created yet; the first use creates it")];
        }
        Err(exit) => return vec![Check::problem("database", exit.message(), "")],
    }
    let store = match database.open_to_read().await {
        Ok(store) => store,
        Err(exit) => {
            let advice = "run `shortlist db check` for details";
            return vec![Check::problem("database", exit.message(), advice)];
        }
    };
    let schema = Check::ok("schema", "current");
    let Ok(DatabaseUrl::Sqlite(path)) = database.url() else {
        return vec![Check::skipped("database", "on a server; run `shortlist db check`"), schema];
    };
    let size = file_size(&path);
    let place = format!("{}, {}", path.display(), storage_size(size));
    if size > MAX_CHECKED {
        let why = format!("{place}: too large to check here; run `shortlist db check`");
        return vec![Check::skipped("database", why), schema];
    }
    let problems = Arc::<AtomicUsize>::default();
    let found = Arc::clone(&problems);
    let checked = store.check(move |_problem| _ = found.fetch_add(1, Ordering::Relaxed)).await;
    let advice = "run `shortlist db check` for details; restore a backup if necessary";
    let check = match (checked, problems.load(Ordering::Relaxed)) {
        (Err(error), _) => Check::problem("database", error.with_causes(), advice),
        (Ok(()), 0) => Check::ok("database", format!("{place}, no errors")),
        (Ok(()), count) => {
            let errors = pluralize(count, "error", "errors");
            Check::problem("database", format!("{place}, {errors}"), advice)
        }
    };
    vec![check, schema]
}

/// The file with verdicts, unsaved edits and the copy of the server's data.
pub(super) fn local_file(local_store: &LocalStore) -> Vec<Check> {
    let path = match &local_store.file {
        Ok(path) if path.exists() => path,
        Ok(_absent) => return vec![Check::ok("local file", "not created yet")],
        Err(why) => return vec![Check::problem("local file", why, "set HOME")],
    };
    let size = file_size(path);
    let place = format!("{}, {}", path.display(), storage_size(size));
    if size > MAX_CHECKED {
        return vec![Check::skipped("local file", format!("{place}: too large to check here"))];
    }
    match read_health(path, &local_store.server) {
        Ok(health) => describe(&health, &place),
        Err(why) => vec![Check::problem(
            "local file",
            format!("{place}: {why}"),
            "the next start moves a damaged file aside and keeps your own entries",
        )],
    }
}

fn describe(health: &LocalHealth, place: &str) -> Vec<Check> {
    let version = format!("{place}, version {} of {}", health.version, health.newest_version);
    let file = match &health.damage {
        None => Check::ok("local file", version),
        Some(damage) => Check::problem(
            "local file",
            format!("{place}: {damage}"),
            "the next start moves it aside and keeps your own entries",
        ),
    };
    let copy = health.oldest_page.map_or_else(
        || Check::ok("copy", "no lists stored"),
        |oldest| {
            let age = Timestamp::now().to_utc() - oldest.to_utc();
            Check::ok("copy", format!("oldest list read {} h ago", age.num_hours()))
        },
    );
    vec![file, copy]
}

/// With the write-ahead log beside it.
fn file_size(path: &Path) -> u64 {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
    size(path) + size(Path::new(&log))
}
