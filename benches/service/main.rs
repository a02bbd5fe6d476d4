//! The cost of the store compared to memory: `cargo bench --bench service`.
//!
//! A job with 1,000,000 candidates (or `SHORTLIST_BENCH_CANDIDATES`) is served
//! twice by the same server code and middleware: from `SQLite`, and from the
//! same bytes in memory. Requests go to both sides in alternating rounds; the
//! benchmark prints the median ratio, which depends less on the machine than
//! the rates do. It exits with 1 when a ratio misses its bound. With `-- postgres`
//! it compares the engines instead.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_macros,
    reason = "a benchmark prints its results"
)]

mod database;
mod in_process;
mod load;
mod new_database;
mod peer;
mod postgres;
mod postgres_server;
mod serve_process;

use std::net::SocketAddr;
use std::time::Duration;

use load::{Load, Measurement};
use shortlist::service::server::serve_router;
use shortlist::service::store::AuditMode;
use shortlist::service::{AppState, Limits, ServiceSettings, routes};
use tokio::net::TcpListener;

const KEY: &str = "bench";
const ROUND_TIME: Duration = Duration::from_millis(300);
const ROUNDS: usize = 25;
const CONNECTIONS: usize = 8;
const MANY_CONNECTIONS: usize = 64;

#[derive(Clone, Copy)]
enum Bound {
    /// Ratio of requests per second, ours to theirs.
    AtLeast(f64),
    /// Ratio of time per request, ours to theirs.
    AtMost(f64),
}

struct Comparison {
    name: &'static str,
    ratio: f64,
    bound: Bound,
    errors: usize,
    details: String,
}

impl Comparison {
    fn is_met(&self) -> bool {
        self.errors == 0
            && match self.bound {
                Bound::AtLeast(bound) => self.ratio >= bound,
                Bound::AtMost(bound) => self.ratio <= bound,
            }
    }
}

#[tokio::main]
async fn main() {
    let candidates = std::env::var("SHORTLIST_BENCH_CANDIDATES")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(1_000_000);
    if std::env::args().any(|argument| argument == "postgres") {
        return report(candidates, &postgres::comparisons(candidates).await);
    }
    let (_file, store) = database::open_store(candidates).await;
    let memory_peer = peer::MemoryPeer::load(&store).await;
    let settings = ServiceSettings { key: Some(KEY.to_owned()), ..ServiceSettings::default() };
    let app = AppState::new(store, &settings);
    let sqlite = start(routes::router(&app)).await;
    let peer = start(routes::with_middleware(memory_peer.router(), &app)).await;
    let job = memory_peer.job();

    let total = u64::try_from(candidates).expect("a count");
    let random = Load::random_pages(KEY, job, total);
    let first = Load::fixed(KEY, &format!("/v1/jobs/{job}/candidates?offset=0"));
    let last = Load::fixed(
        KEY,
        &format!("/v1/jobs/{job}/candidates?offset={}", total.saturating_sub(100)),
    );
    let single = Load::random_records(KEY, "/v1/candidates", memory_peer.candidate_ids());
    let count = Load::fixed(KEY, &format!("/v1/jobs/{job}"));

    let comparisons = [
        compare(
            "page of 100 at random offsets, against memory",
            Bound::AtLeast(0.65),
            (sqlite, &random),
            (peer, &random),
        )
        .await,
        compare(
            "single candidate, against memory",
            Bound::AtLeast(0.8),
            (sqlite, &single),
            (peer, &single),
        )
        .await,
        compare(
            "cost of the last page, against the first",
            Bound::AtMost(1.5),
            (sqlite, &last),
            (sqlite, &first),
        )
        .await,
        compare(
            "cost of a job with its count, against a page",
            Bound::AtMost(2.0),
            (sqlite, &count),
            (sqlite, &first),
        )
        .await,
        compare_unmodified(&app, &format!("/v1/jobs/{job}/candidates?offset=0")).await,
        compare_audit().await,
        compare_group_commit().await,
        tail_latency(sqlite, &random).await,
    ];
    report(candidates, &comparisons);
}

/// The cost of a page that has not changed since the client read it, without the socket, whose fixed
/// cost is larger than either.
async fn compare_unmodified(app: &AppState, path: &str) -> Comparison {
    let in_process::Costs { unchanged, page, ratio } =
        in_process::measure(&routes::router(app), KEY, path).await;
    Comparison {
        name: "cost of an unchanged page (304), against the page",
        ratio,
        bound: Bound::AtMost(0.3),
        errors: 0,
        details: format!("{unchanged:.1?} against {page:.1?}, without the socket"),
    }
}

/// The cost of a create with an entry in the audit log.
async fn compare_audit() -> Comparison {
    let mut sides = Vec::new();
    for (name, audit) in [("audit", AuditMode::FieldNames), ("no-audit", AuditMode::Off)] {
        let (store, job) = new_database::create_store(name, 10).await;
        let key = Some(KEY.to_owned());
        let settings = ServiceSettings { key, audit, ..ServiceSettings::default() };
        let address = start(routes::router(&AppState::new(store, &settings))).await;
        sides.push((address, Load::creates(KEY, &job)));
    }
    let (ours, theirs) = (&sides[0], &sides[1]);
    let name = "cost of a create, against one without an audit log";
    compare(name, Bound::AtMost(1.5), (ours.0, &ours.1), (theirs.0, &theirs.1)).await
}

/// Durable writes of many connections, which share commits, against the same service with one commit
/// for each.
async fn compare_group_commit() -> Comparison {
    let mut limits = Limits::default();
    // One key may hold three quarters of them.
    limits.max_writes = 2 * MANY_CONNECTIONS;
    let key = Some(KEY.to_owned());
    let settings = ServiceSettings { key, limits, ..ServiceSettings::default() };
    let (grouped, job) = new_database::create_store("grouped", 10).await;
    let (single, their_job) = new_database::create_store("single", 10).await;
    let ours = start(routes::router(&AppState::new(grouped, &settings))).await;
    let theirs = start(routes::router(&AppState::new(single.with_group_limit(1), &settings))).await;
    compare_over(
        MANY_CONNECTIONS,
        "64 connections: durable creates, against one commit each",
        Bound::AtLeast(3.0),
        (ours, &Load::creates(KEY, &job)),
        (theirs, &Load::creates(KEY, &their_job)),
    )
    .await
}

/// Whether some of 64 connections wait much longer than the others.
async fn tail_latency(address: SocketAddr, load: &Load) -> Comparison {
    let measurement = load::run(address, load, MANY_CONNECTIONS, ROUND_TIME * 10).await;
    let Measurement { p50, p99, errors, .. } = measurement;
    Comparison {
        name: "64 connections: p99 against p50",
        ratio: p99.as_secs_f64() / p50.as_secs_f64(),
        bound: Bound::AtMost(20.0),
        errors,
        details: format!("p50 {p50:.1?}, p99 {p99:.1?}, {errors} errors"),
    }
}

async fn start(router: axum::Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve_router(listener, router, Limits::default(), std::future::pending()));
    address
}

/// The median ratio of alternating rounds, so that other load on the machine
/// affects both sides.
async fn compare(
    name: &'static str,
    bound: Bound,
    ours: (SocketAddr, &Load),
    theirs: (SocketAddr, &Load),
) -> Comparison {
    compare_over(CONNECTIONS, name, bound, ours, theirs).await
}

async fn compare_over(
    connections: usize,
    name: &'static str,
    bound: Bound,
    ours: (SocketAddr, &Load),
    theirs: (SocketAddr, &Load),
) -> Comparison {
    let mut rounds: Vec<(f64, Measurement, Measurement)> = Vec::new();
    for round in 0..=ROUNDS {
        let our = load::run(ours.0, ours.1, connections, ROUND_TIME).await;
        let their = load::run(theirs.0, theirs.1, connections, ROUND_TIME).await;
        // The first round warms caches and connections.
        if round > 0 {
            rounds.push((our.per_second / their.per_second, our, their));
        }
    }
    let errors = rounds.iter().map(|(_, our, their)| our.errors + their.errors).sum();
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, our, their) = rounds[rounds.len() / 2];
    let ratio = match bound {
        Bound::AtLeast(_) => ratio,
        Bound::AtMost(_) => 1.0 / ratio,
    };
    let details = format!("{:.0}/s against {:.0}/s", our.per_second, their.per_second);
    Comparison { name, ratio, bound, errors, details }
}

fn report(candidates: usize, comparisons: &[Comparison]) {
    println!(
        "a job with {candidates} candidates; {CONNECTIONS} connections unless stated otherwise"
    );
    for comparison in comparisons {
        let verdict = if comparison.is_met() { "holds" } else { "MISSED" };
        let bound = match comparison.bound {
            Bound::AtLeast(bound) => format!("≥ {bound}"),
            Bound::AtMost(bound) => format!("≤ {bound}"),
        };
        println!(
            "{:56} {:6.2}  {bound:6}  {verdict:6}  {}",
            comparison.name, comparison.ratio, comparison.details
        );
    }
    if !comparisons.iter().all(Comparison::is_met) {
        std::process::exit(1);
    }
}
