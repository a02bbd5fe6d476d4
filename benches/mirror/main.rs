//! The cost of the mirror: `cargo bench --bench mirror`.
//!
//! A walk over 1,000 pages that is mirrored is compared with the same walk under `--no-cache`, and
//! a start in a job with 100,000 candidates with a start in an empty home: both on the built
//! program, in alternating rounds. Loading 1,000,000 rows is compared with decoding their JSON once.
//! The exit code is 1 if a figure misses its bound.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_macros,
    reason = "a benchmark talks to people"
)]

#[path = "../service/database.rs"]
mod database;
mod million;
#[path = "../find/people.rs"]
mod people;
#[path = "../screen/program.rs"]
mod program;
#[path = "../find/report.rs"]
#[expect(dead_code, reason = "another benchmark measures memory")]
mod report;
mod start;
mod walk;
mod workspace;

use report::{Measurement, report};
use workspace::Workspace;

fn main() {
    // `cargo bench --bench mirror -- walk` runs only the benchmarks with that name.
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let is_selected = |name: &str| filter.as_ref().is_none_or(|filter| name.contains(filter));
    let mut measurements = Vec::new();
    if is_selected("million") {
        measurements.extend(million::disk_and_loading());
    }
    if is_selected("walk") || is_selected("start") {
        let workspace = Workspace::serve();
        if is_selected("walk") {
            measurements.extend(walk::mirrored(&workspace));
        }
        if is_selected("start") {
            measurements.push(start::rows_on_screen(workspace));
        }
    }
    report(&measurements);
}

/// Compares two times of each round, in seconds: the median of their ratios. A machine that is slow
/// for some rounds is slow for both.
fn ratio(name: &str, max: f64, mut ours: Vec<f64>, mut theirs: Vec<f64>) -> Measurement {
    let mut ratios: Vec<f64> =
        ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    Measurement {
        name: name.to_owned(),
        value: median(&mut ratios),
        max: Some(max),
        details: format!("{:.1} ms against {:.1} ms", ours * 1e3, theirs * 1e3),
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
