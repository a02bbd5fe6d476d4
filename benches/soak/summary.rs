//! The figures of a run.

use crate::faults::FAULTS;
use crate::phases::Samples;
use crate::report::{Measurement, report};
use crate::server::Log;
use crate::session::Findings;
use crate::traffic::Peak;

const MAX_IN_FLIGHT: usize = 8;
const MAX_PER_SECOND: usize = 50;
const MAX_GROWTH: f64 = 64.0;

/// Prints everything. Exits with 1 if a figure misses its bound.
pub(crate) fn print(log: &Log, samples: &Samples, findings: &mut Findings) {
    let traffic = &log.traffic;
    println!(
        "\n{:24} {:>6} {:>8} {:>9} {:>10}",
        "fault", "phases", "requests", "most in s", "MiB grown"
    );
    for (fault, (phases, growth)) in samples.phases.iter().zip(&samples.growth).enumerate() {
        if *phases > 0 {
            let (name, requests) = (FAULTS[fault].name, traffic.count(fault));
            let most = traffic.max_per_second(Some(fault)).count;
            println!("{name:24} {phases:6} {requests:8} {most:9} {growth:10.1}");
        }
    }
    findings.violations.extend(log.misdirected.iter().map(|line| format!("a write, {line}")));
    let peak = traffic.max_per_second(None);
    if peak.count > MAX_PER_SECOND {
        println!("\nthe {} requests within a second, {}", peak.count, named(peak));
        for (count, what) in traffic.around(peak).into_iter().take(20) {
            println!("{count:5} {what}");
        }
    }
    if !findings.violations.is_empty() {
        println!("\nviolations");
        findings.violations.iter().for_each(|line| println!("{line}"));
    }
    println!();
    report(&measurements(log, samples, findings));
}

fn measurements(log: &Log, samples: &Samples, findings: &mut Findings) -> Vec<Measurement> {
    let traffic = &log.traffic;
    let (in_flight, per_second) = (traffic.max_in_flight(), traffic.max_per_second(None));
    let (start, end, peak) = (samples.start, samples.end, samples.peak);
    findings.latencies.sort_by(f64::total_cmp);
    let latencies = &findings.latencies;
    let percentile = |part: usize| {
        let last = latencies.len().saturating_sub(1);
        latencies.get(last * part / 100).copied().unwrap_or(0.0)
    };
    let mut all = vec![
        at_most(MAX_IN_FLIGHT, in_flight.count, "requests out at once", named(in_flight)),
        at_most(MAX_PER_SECOND, per_second.count, "requests within a second", named(per_second)),
        Measurement {
            name: "MiB above the start, at the end".to_owned(),
            value: end - start,
            max: Some(MAX_GROWTH),
            details: format!("{start:.0} MiB at the start, {end:.0} at the end"),
        },
        Measurement {
            name: "MiB above the start, at most".to_owned(),
            value: peak.0,
            max: None,
            details: format!("while {}", FAULTS[peak.1].name),
        },
        Measurement {
            name: "ms from a key to its frame, p99".to_owned(),
            value: percentile(99),
            max: None,
            details: format!("median {:.1}, slowest {:.0}", percentile(50), percentile(100)),
        },
    ];
    all.extend(never(log, findings));
    all
}

/// What must not happen even once.
fn never(log: &Log, findings: &Findings) -> Vec<Measurement> {
    let Findings { panics, lost, terminal, unanswered, .. } = findings;
    let Findings { acts, found_on_disk, kills, quits, latencies, violations, .. } = findings;
    let requests = format!("{} requests", log.traffic.len());
    let on_disk = format!("{found_on_disk} were found on disk; {kills} kills");
    let misdirected = "writes to a record with the version of another";
    let restored = format!("{quits} times a random key quit");
    let measured = format!("{} were measured", latencies.len());
    vec![
        at_most(0, *panics, "panics and wrong exit codes", format!("{acts} random acts")),
        at_most(0, *lost, "verdicts, notes and drafts that were lost", on_disk),
        at_most(0, log.misdirected.len(), misdirected, requests),
        at_most(0, *terminal, "times that the terminal was not restored", restored),
        at_most(0, *unanswered, "keys that were not answered within 10 s", measured),
        at_most(0, violations.len(), "violations in all", "as listed".to_owned()),
    ]
}

fn named(Peak { fault, at, .. }: Peak) -> String {
    format!("at {:.0} s, while {}", at.as_secs_f64(), FAULTS[fault].name)
}

fn at_most(max: usize, count: usize, name: &str, details: String) -> Measurement {
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let [value, max] = [count, max].map(|number| number as f64);
    Measurement { name: name.to_owned(), value, max: Some(max), details }
}
