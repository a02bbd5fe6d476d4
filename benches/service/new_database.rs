//! A small database for the benchmark of writes.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use shortlist::service::demo::{DemoConfig, generate};
use shortlist::service::store::{DatabaseUrl, IfMissing, Origin, Store, StoreError, WriteContext};

/// A new, small database for writes, and the ID of its job.
pub(crate) async fn create_store(name: &str) -> (Store, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{name}.db"));
    for suffix in ["", "-wal", "-shm"] {
        let mut old = path.clone().into_os_string();
        old.push(suffix);
        // Not every file exists.
        let _ = std::fs::remove_file(old);
    }
    let store =
        Store::open(&DatabaseUrl::Sqlite(path), IfMissing::Create).await.expect("a database");
    let now: DateTime<Utc> = Utc::now();
    let config = DemoConfig { jobs: 1, candidates: 10, ..DemoConfig::standard(now) };
    let context = WriteContext::new(Origin::default(), now.into());
    store.import(context, generate(&config).map(Ok::<_, StoreError>)).await.expect("an import");
    let jobs = store.jobs().await.expect("jobs");
    (store, jobs[0].id.as_str().to_owned())
}
