//! The cost of the terminal UI: `cargo bench --bench screen`.
//!
//! Frames and keys go through `update` and `draw` as in the loop, over rows that arrived as pages.
//! The first frame and the idle program are measured on the built program in a terminal. The exit
//! code is 1 if a figure misses its bound. Figures without a bound are only printed; a bound in time
//! over a million rows is longer on a slow machine (`slowdown`).

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

mod harness;
mod hostile;
#[path = "../find/people.rs"]
mod people;
#[expect(dead_code, reason = "another benchmark types keys")]
mod program;
#[path = "../find/report.rs"]
mod report;
#[path = "../find/slowdown.rs"]
mod slowdown;
mod start;

use std::time::{Duration, Instant};

use harness::{Harness, Server};
use report::{Measurement, report, resident_bytes};
use serde_json::{Value, json};
use shortlist::keymap::action::{Action, Pane, TextEdit};
use shortlist::recruiting::table::ListField;
use shortlist::tui::app::message::Message;
use shortlist::wire::CandidateItem;

const SIZES: [(u16, u16); 2] = [(120, 40), (200, 50)];
const MILLION: u32 = 1_000_000;
/// The duration of one frame at 60 Hz, in milliseconds.
const FRAME: f64 = 16.0;

fn main() {
    // `cargo bench --bench screen -- frame` runs only the benchmarks with that name.
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == start::MINIMAL_FLAG) {
        return start::run_minimal();
    }
    let filter = words.iter().find(|word| !word.starts_with('-'));
    let is_selected = |name: &str| filter.is_none_or(|filter| name.contains(filter.as_str()));
    let mut measurements = Vec::new();
    // Must run first: memory that an earlier benchmark freed would be reused unnoticed.
    if is_selected("million") {
        million(&mut measurements);
        measurements.push(arriving_pages());
    }
    if is_selected("frame") {
        measurements.extend(SIZES.map(frame));
    }
    if is_selected("key") {
        measurements
            .push(keys(&mut Harness::start(CandidateServer(100_000), SIZES[0]), Some(FRAME)));
    }
    if is_selected("hold") {
        measurements.push(hold_key());
    }
    if is_selected("hostile") {
        measurements.extend(hostile::tour());
    }
    if is_selected("first") {
        measurements.push(start::first_frame());
    }
    if is_selected("idle") {
        measurements.extend(start::idle());
    }
    report(&measurements);
}

/// A server with this many candidates.
struct CandidateServer(u32);

impl Server for CandidateServer {
    fn count(&self) -> usize {
        self.0 as usize
    }

    fn candidate(&self, number: usize) -> CandidateItem {
        people::candidate(number)
    }

    fn person(&self, id: &str) -> Value {
        json!({
            "id": id, "name": "Guðrún Þórðardóttir", "current_job_title": "Staff Engineer",
            "emails": [{"contact_data_type": "work", "value": "gudrun@kestrel.example"}],
            "work_experience": [{"company_name": "Kestrel", "positions": [
                {"title": "Staff Engineer", "start_date": "2024-08-01", "description": "Storage engines."}]}],
        })
    }
}

/// The memory of a million rows, and the cost of a key over them.
fn million(measurements: &mut Vec<Measurement>) {
    let (before, started) = (resident_bytes(), Instant::now());
    let mut harness = Harness::start(CandidateServer(MILLION), SIZES[0]);
    let elapsed = started.elapsed();
    harness.draw();
    measurements.push(memory_per_row(&harness, before, "all read"));
    filter(&mut harness, "a");
    measurements.push(memory_per_row(&harness, before, "all read and filtered"));
    harness.act(&[Action::ClearFilter]);
    harness.run_until_idle();
    // The text that it searches would count as memory above.
    let slowdown = slowdown_now();
    measurements.push(keys(&mut harness, Some(FRAME)));
    measurements.push(Measurement {
        name: "s to load 1,000,000 rows, page by page".to_owned(),
        value: elapsed.as_secs_f64(),
        max: Some(1.5 * slowdown),
        details: format!("pages are generated on another core meanwhile; slowdown {slowdown:.1}×"),
    });
}

/// At this moment.
fn slowdown_now() -> f64 {
    slowdown::factor((0..15).map(|_| slowdown::search()).collect())
}

/// How long a key waits while pages arrive in a list of a million rows that is filtered and sorted.
fn arriving_pages() -> Measurement {
    const ARRIVING: usize = 20_000;
    let mut harness = Harness::open(CandidateServer(MILLION), SIZES[0]);
    let loaded = |harness: &Harness<CandidateServer>| {
        harness.state.open_job().map_or(0, |open| open.list.pages.loaded())
    };
    while loaded(&harness) < MILLION as usize - ARRIVING {
        harness.run_round();
    }
    harness.act(&[Action::Go(Pane::Candidates), Action::Sort(ListField::Name), Action::Filter]);
    harness.send(Message::Pasted("engineer".to_owned()));
    harness.delays.clear();
    harness.run_until_idle();
    let mut delays: Vec<f64> = harness.delays.iter().map(Duration::as_secs_f64).collect();
    delays.sort_by(f64::total_cmp);
    let millis = |part: usize| delays.get(delays.len() * part / 100).map_or(0.0, |it| it * 1e3);
    Measurement {
        name: format!(
            "ms that a key waits (95th percentile) while {ARRIVING} of 1,000,000 rows arrive"
        ),
        value: millis(95),
        max: Some(FRAME * slowdown_now()),
        details: format!("filtered and sorted; median {:.2} ms", millis(50)),
    }
}

fn memory_per_row(harness: &Harness<CandidateServer>, before: f64, condition: &str) -> Measurement {
    let rows = harness.state.open_job().map_or(0, |open| open.list.len());
    let bytes = resident_bytes() - before;
    Measurement {
        name: format!("resident bytes per row, 1,000,000 rows, {condition} ({rows} shown)"),
        value: bytes / f64::from(MILLION),
        max: Some(150.0),
        details: format!("{:.0} MiB", bytes / 1024.0 / 1024.0),
    }
}

/// A frame of the four panes over many rows, compared with few.
fn frame(size: (u16, u16)) -> Measurement {
    let mut large = Harness::start(CandidateServer(100_000), size);
    let mut small = Harness::start(CandidateServer(100), size);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..301 {
        ours.push(large.redraw().as_secs_f64());
        theirs.push(small.redraw().as_secs_f64());
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    Measurement {
        name: format!("a frame at {}x{} over 100,000 rows, against 100", size.0, size.1),
        value: ours / theirs,
        max: Some(1.2),
        details: format!("{:.3} ms against {:.3} ms", ours * 1e3, theirs * 1e3),
    }
}

/// The slowest key of a filter, from the key to the frame.
fn keys(harness: &mut Harness<CandidateServer>, max: Option<f64>) -> Measurement {
    const TYPED: &str = "senior rust -kow";
    let mut times = vec![Vec::new(); TYPED.len()];
    let mut searches = Vec::new();
    for _ in 0..7 {
        searches.push(slowdown::search());
        harness.act(&[Action::Go(Pane::Candidates), Action::Filter]);
        for (letter, times) in TYPED.chars().zip(&mut times) {
            times.push(
                measure(harness, |harness| harness.send(Message::Typed(letter))).as_secs_f64(),
            );
        }
        harness.act(&[Action::Edit(TextEdit::Cancel)]);
        harness.run_until_idle();
    }
    let mut medians: Vec<f64> = times.iter_mut().map(|times| median(times) * 1e3).collect();
    let first = medians[0];
    medians.sort_by(f64::total_cmp);
    let worst = medians.last().copied().unwrap_or(0.0);
    let slowdown = slowdown::factor(searches);
    let rows = harness.state.open_job().map_or(0, |open| open.list.len());
    Measurement {
        name: format!("ms from the slowest key typed in a filter to its frame, over {rows} rows"),
        value: worst,
        max: max.map(|max| max * slowdown),
        details: format!(
            "first key {first:.2} ms, median {:.2} ms, slowdown {slowdown:.1}×",
            medians[medians.len() / 2]
        ),
    }
}

fn filter(harness: &mut Harness<CandidateServer>, text: &str) {
    harness.act(&[Action::Go(Pane::Candidates), Action::Filter]);
    harness.send(Message::Pasted(text.to_owned()));
    harness.run_until_idle();
}

/// Requests while the down key is held over 300 rows.
fn hold_key() -> Measurement {
    let mut harness = Harness::start(CandidateServer(1000), SIZES[0]);
    harness.act(&[Action::Open]);
    harness.details = 0;
    for _ in 0..300 {
        harness.act(&[Action::Down]);
        harness.wait(30);
    }
    harness.run_until_idle();
    Measurement {
        name: "requests for details while j is held over 300 rows".to_owned(),
        value: f64::from(harness.details),
        max: Some(3.0),
        details: "the final candidate, their person record, the next candidate".to_owned(),
    }
}

/// Runs an action and draws its frame. Returns how long both took.
fn measure<S: Server>(harness: &mut Harness<S>, action: impl FnOnce(&mut Harness<S>)) -> Duration {
    let started = Instant::now();
    action(harness);
    started.elapsed() + harness.draw()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
