//! The database that the benchmarks serve. Shared by `service` and `mirror`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use shortlist::service::demo::{DemoConfig, generate};
use shortlist::service::store::{DatabaseUrl, IfMissing, Origin, Store, StoreError, WriteContext};

/// A database with one job, and its file. It is kept for the next run until the schema or the
/// generator changes.
pub(crate) async fn open_store(candidates: usize) -> (PathBuf, Store) {
    let now: DateTime<Utc> = "2026-11-02T18:00:00Z".parse().expect("a valid timestamp");
    let config = DemoConfig { jobs: 1, candidates, ..DemoConfig::standard(now) };
    let mut hasher = DefaultHasher::new();
    include_str!("../../assets/migrations/0001_service.sql").hash(&mut hasher);
    include_str!("../../assets/migrations/0002_operations.sql").hash(&mut hasher);
    for record in generate(&config).take(500) {
        serde_json::to_string(&record).expect("JSON").hash(&mut hasher);
    }
    let name = format!("bench-{candidates}-{:016x}.db", hasher.finish());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let url = DatabaseUrl::Sqlite(path.clone());
    let store = Store::open(&url, IfMissing::Create).await.expect("a database");
    if store.stats().await.expect("stats").candidates == 0 {
        eprintln!("filling {candidates} candidates, once: about 4 KB of disk each …");
        store
            .import(
                WriteContext::new(Origin::default(), now.into()),
                generate(&config).map(Ok::<_, StoreError>),
            )
            .await
            .expect("an import");
        // A run that misses a bound exits without closing the database. The next one would
        // read it through a log of the same size, at half the speed.
        rusqlite::Connection::open(&path)
            .and_then(|connection| {
                connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_row| Ok(()))
            })
            .expect("a checkpoint");
    }
    (path, store)
}
