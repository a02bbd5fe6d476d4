//! A small database for the benchmark of writes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use shortlist::service::demo::{DemoConfig, generate};
use shortlist::service::store::record::StoreRecord;
use shortlist::service::store::{DatabaseUrl, IfMissing, Origin, Store, StoreError, WriteContext};

/// A new, small database for writes, and the ID of its job.
pub(crate) async fn create_store(name: &str, candidates: usize) -> (Store, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{name}.db"));
    for suffix in ["", "-wal", "-shm"] {
        let mut old = path.clone().into_os_string();
        old.push(suffix);
        // Not every file exists.
        let _ = std::fs::remove_file(old);
    }
    let store =
        Store::open(&DatabaseUrl::Sqlite(path), IfMissing::Create).await.expect("a database");
    fill(&store, candidates).await;
    let jobs = store.jobs().await.expect("jobs");
    (store, jobs[0].id.as_str().to_owned())
}

/// Adds the same job and people to any database.
pub(crate) async fn fill(store: &Store, candidates: usize) {
    let now: DateTime<Utc> = "2026-11-02T18:00:00Z".parse().expect("a valid timestamp");
    let config = DemoConfig { jobs: 1, candidates, ..DemoConfig::standard(now) };
    let context = WriteContext::new(Origin::default(), now.into());
    store.import(context, generate(&config).map(Ok::<_, StoreError>)).await.expect("an import");
}

/// The IDs of all people.
pub(crate) async fn people(store: &Store) -> Vec<String> {
    let people = Arc::new(Mutex::new(Vec::new()));
    let found = Arc::clone(&people);
    let visit = move |record| {
        if let StoreRecord::Person(person) = record {
            found.lock().expect("ids").push(person.id.to_string());
        }
        Ok::<_, StoreError>(())
    };
    store.export(visit).await.expect("an export");
    let people = people.lock().expect("ids");
    people.clone()
}
