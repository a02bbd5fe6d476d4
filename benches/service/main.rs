//! What the service costs beyond its own router: `cargo bench --bench service`.
//!
//! A job with 1,000,000 candidates (or `SHORTLIST_BENCH_CANDIDATES`) is served
//! twice by the same connection code and the same guard: from `SQLite`, and from
//! the same bytes held in memory. Both are asked in turn, several times, and
//! the ratio of the medians is printed: machines are noisy, ratios less so.
//! The process ends with 1 when a ratio misses its bound.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_macros,
    reason = "a benchmark talks to people"
)]

mod caller;
mod peer;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use caller::{Load, Measured};
use chrono::{DateTime, Utc};
use shortlist::service::demo::{DemoConfig, generate};
use shortlist::service::server::serve_router;
use shortlist::service::store::{DatabaseUrl, IfMissing, Store, StoreError};
use shortlist::service::{AppState, Limits, ServiceSettings, routes};
use tokio::net::TcpListener;

const KEY: &str = "bench";
/// Each round asks one side for this long, then the other.
const TURN: Duration = Duration::from_millis(300);
const ROUNDS: usize = 25;

/// What is promised of a ratio.
#[derive(Clone, Copy)]
enum Bound {
    /// Requests a second, ours over theirs.
    AtLeast(f64),
    /// Time for a request, ours over theirs.
    AtMost(f64),
}

/// What was found.
struct Line {
    what: &'static str,
    found: f64,
    bound: Bound,
    errors: usize,
    told: String,
}

impl Line {
    fn holds(&self) -> bool {
        self.errors == 0
            && match self.bound {
                Bound::AtLeast(bound) => self.found >= bound,
                Bound::AtMost(bound) => self.found <= bound,
            }
    }
}

#[tokio::main]
async fn main() {
    let candidates = std::env::var("SHORTLIST_BENCH_CANDIDATES")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(1_000_000);
    let store = filled(candidates).await;
    let memory = peer::Memory::of(&store).await;
    let settings = ServiceSettings { key: Some(KEY.to_owned()), ..ServiceSettings::default() };
    let app = AppState::new(store, &settings);
    let sqlite = start(routes::router(&app)).await;
    let peer = start(routes::with_middleware(memory.router(), &app)).await;
    let job = memory.job();

    let total = u64::try_from(candidates).expect("a count");
    let random = Load::random_pages(KEY, job, total);
    let first = Load::fixed(KEY, &format!("/v1/jobs/{job}/candidates?offset=0"));
    let last = Load::fixed(
        KEY,
        &format!("/v1/jobs/{job}/candidates?offset={}", total.saturating_sub(100)),
    );
    let single = Load::random_candidates(KEY, memory.candidate_ids());
    let count = Load::fixed(KEY, &format!("/v1/jobs/{job}"));

    let (from_disk, from_memory) = (sqlite, peer);
    let lines = [
        versus(
            "page of 100 at random offsets, against memory",
            Bound::AtLeast(0.4),
            (from_disk, &random),
            (from_memory, &random),
        )
        .await,
        versus(
            "single candidate, against memory",
            Bound::AtLeast(0.6),
            (from_disk, &single),
            (from_memory, &single),
        )
        .await,
        versus(
            "cost of the last page, against the first",
            Bound::AtMost(1.5),
            (from_disk, &last),
            (from_disk, &first),
        )
        .await,
        versus(
            "cost of a job with its count, against a page",
            Bound::AtMost(2.0),
            (from_disk, &count),
            (from_disk, &first),
        )
        .await,
        crowded(from_disk, &random).await,
    ];
    report(candidates, &lines);
}

/// 64 connections at once: does anyone wait much longer than the others?
async fn crowded(address: SocketAddr, load: &Load) -> Line {
    let crowd = caller::run(address, load, 64, TURN * 10).await;
    Line {
        what: "64 connections: p99 against p50",
        found: crowd.p99.as_secs_f64() / crowd.p50.as_secs_f64(),
        bound: Bound::AtMost(20.0),
        errors: crowd.errors,
        told: format!("p50 {:.1?}, p99 {:.1?}, {} errors", crowd.p50, crowd.p99, crowd.errors),
    }
}

/// A database with one job, kept for the next run as long as neither the tables
/// nor the generator change.
async fn filled(candidates: usize) -> Store {
    let now: DateTime<Utc> = "2026-11-02T18:00:00Z".parse().expect("a moment");
    let plan = DemoConfig { jobs: 1, candidates, ..DemoConfig::standard(now) };
    let mut made_by = DefaultHasher::new();
    include_str!("../../assets/migrations/0001_service.sql").hash(&mut made_by);
    for entry in generate(&plan).take(500) {
        serde_json::to_string(&entry).expect("JSON").hash(&mut made_by);
    }
    let name = format!("bench-{candidates}-{:016x}.db", made_by.finish());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let store = Store::open(&DatabaseUrl::Sqlite(path), IfMissing::Create).expect("a database");
    if store.stats().await.expect("stats").candidates == 0 {
        eprintln!("filling {candidates} candidates, once: about 4 KB of disk each …");
        store.import(now.into(), generate(&plan).map(Ok::<_, StoreError>)).await.expect("filled");
    }
    store
}

async fn start(router: axum::Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve_router(listener, router, Limits::default(), std::future::pending()));
    address
}

/// Asks both in turn, over and over; the ratio of each round is free of what
/// the machine did meanwhile, and the median of the rounds is told.
async fn versus(
    what: &'static str,
    bound: Bound,
    ours: (SocketAddr, &Load),
    theirs: (SocketAddr, &Load),
) -> Line {
    let mut rounds: Vec<(f64, Measured, Measured)> = Vec::new();
    for round in 0..=ROUNDS {
        let our = caller::run(ours.0, ours.1, 8, TURN).await;
        let their = caller::run(theirs.0, theirs.1, 8, TURN).await;
        // The first round warms caches and connections.
        if round > 0 {
            rounds.push((our.per_second / their.per_second, our, their));
        }
    }
    let errors = rounds.iter().map(|(_, our, their)| our.errors + their.errors).sum();
    rounds.sort_by(|one, two| one.0.total_cmp(&two.0));
    let (ratio, our, their) = rounds[rounds.len() / 2];
    let found = match bound {
        Bound::AtLeast(_) => ratio,
        Bound::AtMost(_) => 1.0 / ratio,
    };
    let told = format!("{:.0}/s against {:.0}/s", our.per_second, their.per_second);
    Line { what, found, bound, errors, told }
}

fn report(candidates: usize, lines: &[Line]) {
    println!("a job with {candidates} candidates; 8 connections unless said otherwise");
    for line in lines {
        let verdict = if line.holds() { "holds" } else { "MISSED" };
        let bound = match line.bound {
            Bound::AtLeast(bound) => format!("≥ {bound}"),
            Bound::AtMost(bound) => format!("≤ {bound}"),
        };
        println!("{:46} {:6.2}  {bound:6}  {verdict:6}  {}", line.what, line.found, line.told);
    }
    if !lines.iter().all(Line::holds) {
        std::process::exit(1);
    }
}
