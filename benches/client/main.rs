//! What the client costs beyond a bare HTTP library: `cargo bench --bench client`.
//!
//! One server with made-up candidates and a latency of our choosing is walked
//! by the client and by a bare reqwest loop with the same concurrency, in turn,
//! several times; the ratio of the medians is printed. The last line runs the
//! built program over a million candidates and looks at its memory. The process
//! ends with 1 when a figure misses its bound.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

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

/// What was found, and the most it may be.
struct Line {
    what: String,
    found: f64,
    most: f64,
    told: String,
}

#[tokio::main]
async fn main() {
    // `cargo bench --bench client -- walk` runs only what is named so.
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str()));
    let server = Server::start(ROWS).await;
    let mut lines = Vec::new();
    if wanted("far") {
        lines.push(far(&server, 20, 5).await);
        lines.push(far(&server, 100, 3).await);
    }
    if wanted("near") {
        lines.push(near(&server).await);
    }
    if wanted("decoding") {
        lines.push(decoding(&server).await);
    }
    if wanted("memory") {
        lines.push(memory::walk_of_a_million(KEY).await);
    }
    report(&lines);
}

async fn far(server: &Server, latency: u64, rounds: usize) -> Line {
    server.set_latency(Duration::from_millis(latency));
    let (client, peer) = (client(server), Peer::new(server.url(), KEY));
    let (ours, theirs) =
        in_turn(rounds, || walk(&client), || peer.walk(ROWS, IN_FLIGHT, peer::Body::ThrownAway))
            .await;
    server.set_latency(Duration::ZERO);
    Line {
        what: format!("1,000 pages at {latency} ms, against a bare loop that reads nothing"),
        found: ours / theirs,
        most: 1.05,
        told: format!("{ours:.2} s against {theirs:.2} s"),
    }
}

async fn near(server: &Server) -> Line {
    let (client, peer) = (client(server), Peer::new(server.url(), KEY));
    let (ours, theirs) =
        in_turn(25, || walk(&client), || peer.walk(ROWS, IN_FLIGHT, peer::Body::Decoded)).await;
    Line {
        what: "1,000 pages without latency, against a bare loop with strict structs".to_owned(),
        found: ours / theirs,
        // Pages a second must be 0.8 of theirs.
        most: 1.0 / 0.8,
        told: format!("{:.0} pages/s against {:.0}", 1000.0 / ours, 1000.0 / theirs),
    }
}

fn client(server: &Server) -> Client {
    let address = Address::parse(server.url()).expect("an address");
    let options = Options { max_in_flight: IN_FLIGHT, ..Options::new(SecretString::from(KEY)) };
    Client::new(&address, &options).expect("a client")
}

async fn walk(client: &Client) {
    let mut walk = client.paginate(&ListEndpoint::<CandidateItem>::candidates(&JobId::new("job")));
    let mut rows = 0;
    while let Some(batch) = walk.next().await {
        rows += batch.rows.len();
    }
    assert!(walk.completeness().is_complete(), "{:?}", walk.completeness());
    assert_eq!(rows, ROWS);
}

async fn decoding(server: &Server) -> Line {
    let page = server.page(0, 100);
    let (ours, theirs) = in_turn(
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
    Line {
        what: "decoding a page, against plain serde_json into strict structs".to_owned(),
        found: ours / theirs,
        most: 1.5,
        told: format!("{:.0} µs against {:.0} µs", ours * 5000.0, theirs * 5000.0),
    }
}

/// The medians of both sides, in seconds, measured in turn after one round
/// that does not count.
async fn in_turn<A: Future, B: Future>(
    rounds: usize,
    ours: impl Fn() -> A,
    theirs: impl Fn() -> B,
) -> (f64, f64) {
    let (mut mine, mut other) = (Vec::new(), Vec::new());
    for _ in 0..=rounds {
        let begun = Instant::now();
        ours().await;
        mine.push(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        theirs().await;
        other.push(begun.elapsed().as_secs_f64());
    }
    (median(&mut mine), median(&mut other))
}

fn median(times: &mut Vec<f64>) -> f64 {
    times.remove(0);
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn report(lines: &[Line]) {
    let mut missed = 0;
    for Line { what, found, most, told } in lines {
        let held = found <= most;
        missed += i32::from(!held);
        let mark = if held { "ok    " } else { "MISSED" };
        println!("{mark} {found:6.2} (at most {most:.2})  {what}: {told}");
    }
    if missed > 0 {
        std::process::exit(1);
    }
}
