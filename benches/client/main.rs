//! The overhead of the client over plain reqwest: `cargo bench --bench client`.
//!
//! The client and a plain reqwest loop with the same concurrency alternately
//! read a list of generated candidates from a server with a fixed latency; the
//! ratio of the medians is printed. The last line measures the memory of the
//! built program over a million candidates. The exit code is 1 if a result
//! misses its bound.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_macros,
    reason = "a benchmark prints its results"
)]

mod memory;
mod peer;
mod server;

use std::time::{Duration, Instant};

use peer::Peer;
use server::Server;
use shortlist::client::{Address, Client, ListEndpoint, Options, SecretString};
use shortlist::wire::{CandidateItem, Items, JobId, ParsedEnvelope};

const KEY: &str = "bench";
const ROWS: usize = 100_000;
const IN_FLIGHT: usize = 8;

struct Measurement {
    name: String,
    value: f64,
    max: f64,
    details: String,
}

#[tokio::main]
async fn main() {
    // `cargo bench --bench client -- near` runs only the benchmarks with that name.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_selected = |name: &str| filter.as_ref().is_none_or(|filter| name.contains(filter));
    let server = Server::start(ROWS).await;
    let mut measurements = Vec::new();
    if is_selected("far") {
        measurements.push(far(&server, 20, 5).await);
        measurements.push(far(&server, 100, 3).await);
    }
    if is_selected("near") {
        measurements.push(near(&server).await);
    }
    if is_selected("decoding") {
        measurements.push(decoding(&server).await);
    }
    if is_selected("memory") {
        measurements.push(memory::read_a_million(KEY).await);
    }
    report(&measurements);
}

async fn far(server: &Server, latency: u64, rounds: usize) -> Measurement {
    server.set_latency(Duration::from_millis(latency));
    let (client, peer) = (client(server), Peer::new(server.url(), KEY));
    let (ours, theirs) = alternate(
        rounds,
        || read_all(&client),
        || peer.read_all(ROWS, IN_FLIGHT, peer::Body::Discarded),
    )
    .await;
    server.set_latency(Duration::ZERO);
    Measurement {
        name: format!("1,000 pages at {latency} ms, against a bare loop that reads nothing"),
        value: ours / theirs,
        max: 1.05,
        details: format!("{ours:.2} s against {theirs:.2} s"),
    }
}

async fn near(server: &Server) -> Measurement {
    let (client, peer) = (client(server), Peer::new(server.url(), KEY));
    let (ours, theirs) =
        alternate(25, || read_all(&client), || peer.read_all(ROWS, IN_FLIGHT, peer::Body::Decoded))
            .await;
    Measurement {
        name: "1,000 pages without latency, against a bare loop with strict structs".to_owned(),
        value: ours / theirs,
        // At least 0.8 of the peer's pages per second.
        max: 1.0 / 0.8,
        details: format!("{:.0} pages/s against {:.0}", 1000.0 / ours, 1000.0 / theirs),
    }
}

fn client(server: &Server) -> Client {
    let address = Address::parse(server.url()).expect("an address");
    let options = Options { max_in_flight: IN_FLIGHT, ..Options::new(SecretString::from(KEY)) };
    Client::new(&address, &options).expect("a client")
}

async fn read_all(client: &Client) {
    let mut pages = client.paginate(&ListEndpoint::<CandidateItem>::candidates(&JobId::new("job")));
    let mut rows = 0;
    while let Some(batch) = pages.next().await {
        rows += batch.rows.len();
    }
    assert!(pages.completeness().is_complete(), "{:?}", pages.completeness());
    assert_eq!(rows, ROWS);
}

async fn decoding(server: &Server) -> Measurement {
    let page = server.page(0, 100);
    let (ours, theirs) = alternate(
        25,
        || async {
            for _ in 0..200 {
                let text = std::str::from_utf8(&page).expect("text");
                let envelope: ParsedEnvelope<Items<CandidateItem>> =
                    ParsedEnvelope::parse(text).expect("a page");
                assert_eq!(
                    std::hint::black_box(envelope).data.map(|items| items.good.len()),
                    Some(100)
                );
            }
        },
        || async {
            for _ in 0..200 {
                let page: peer::Page = serde_json::from_slice(&page).expect("a page");
                assert_eq!(std::hint::black_box(page).data.len(), 100);
            }
        },
    )
    .await;
    Measurement {
        name: "decoding a page, against plain serde_json into strict structs".to_owned(),
        value: ours / theirs,
        max: 1.5,
        details: format!("{:.0} µs against {:.0} µs", ours * 5000.0, theirs * 5000.0),
    }
}

/// Runs both sides alternately, after one warm-up round. Returns the medians in
/// seconds.
async fn alternate<A: Future, B: Future>(
    rounds: usize,
    ours: impl Fn() -> A,
    theirs: impl Fn() -> B,
) -> (f64, f64) {
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..=rounds {
        let started = Instant::now();
        ours().await;
        our_times.push(started.elapsed().as_secs_f64());
        let started = Instant::now();
        theirs().await;
        their_times.push(started.elapsed().as_secs_f64());
    }
    (median(&mut our_times), median(&mut their_times))
}

fn median(times: &mut Vec<f64>) -> f64 {
    times.remove(0);
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn report(measurements: &[Measurement]) {
    let mut is_missed = false;
    for Measurement { name, value, max, details } in measurements {
        let is_ok = value <= max;
        is_missed |= !is_ok;
        let mark = if is_ok { "ok    " } else { "MISSED" };
        println!("{mark} {value:6.2} (at most {max:.2})  {name}: {details}");
    }
    if is_missed {
        std::process::exit(1);
    }
}
