//! The cost of the recruiter's own data: `cargo bench --bench local`.
//!
//! In alternating rounds, appending a verdict is compared with a bare `SQLite` commit to a single
//! table on the same disk, and loading ten thousand verdicts at startup with a bare read of their
//! rows. The exit code is 1 if a figure misses its bound.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

#[path = "../find/report.rs"]
#[expect(dead_code, reason = "another benchmark measures memory")]
mod report;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use report::{Measurement, report};
use rusqlite::Connection;
use rusqlite::types::Value;
use shortlist::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};
use shortlist::storage::Storage;
use shortlist::wire::Timestamp;

const SERVER: &str = "https://recruiting.example/api";
const VERDICTS: usize = 10_000;
const COMMITS: usize = 400;

fn main() {
    // In the build directory: the system's temporary directory may not be on a disk.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let measurements = [loading(folder.path()), committing(folder.path())];
    report(&measurements);
}

/// Reads all verdicts, as the program does when it starts, alternating with a bare read of the same
/// columns.
fn loading(folder: &Path) -> Measurement {
    let path = folder.join("load.db");
    let mut storage = Storage::open(&path).expect("a file");
    let rows: Vec<_> = (0..VERDICTS).map(verdict).collect();
    storage.append(SERVER, &rows, None).expect("the entries are written");
    drop(storage);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..21 {
        // A new window, which has nothing in memory yet.
        let storage = Storage::open(&path).expect("a file");
        let start = Instant::now();
        let mut triage = TriageState::default();
        triage.extend(storage.read_log(SERVER, 0).expect("a log").entries);
        ours.push(start.elapsed());
        assert_eq!(black_box(triage).all().count(), VERDICTS);
        let baseline = Connection::open(&path).expect("a file");
        let start = Instant::now();
        let values = read_values(&baseline).expect("the rows");
        theirs.push(start.elapsed());
        assert_eq!(black_box(values).len(), VERDICTS);
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    Measurement {
        name: "10,000 verdicts at startup over a bare read of their rows".to_owned(),
        value: ours.as_secs_f64() / theirs.as_secs_f64(),
        max: Some(1.5),
        details: format!("{} µs, bare {} µs", ours.as_micros(), theirs.as_micros()),
    }
}

/// Every value of the log, without a meaning.
fn read_values(connection: &Connection) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut query = connection.prepare("SELECT * FROM entry ORDER BY seq")?;
    let columns = query.column_count();
    let rows = query.query_map([], |row| (0..columns).map(|column| row.get(column)).collect())?;
    rows.collect()
}

/// Writes verdicts one by one, alternating with bare commits.
fn committing(folder: &Path) -> Measurement {
    let mut storage = Storage::open(&folder.join("append.db")).expect("a file");
    let baseline = Connection::open(folder.join("bare.db")).expect("a file");
    let setup = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x TEXT)";
    baseline.execute_batch(setup).expect("a table");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for number in 0..COMMITS {
        let row = verdict(number);
        let start = Instant::now();
        storage
            .append(SERVER, &[row], Some("{\"candidate\":\"can_1\"}"))
            .expect("the verdict is written");
        ours.push(start.elapsed());
        let start = Instant::now();
        let mut insert = baseline.prepare_cached("INSERT INTO t VALUES (?1)").expect("a statement");
        insert.execute(["advance"]).expect("the row is written");
        theirs.push(start.elapsed());
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    Measurement {
        name: "a verdict on disk over a bare commit".to_owned(),
        value: ours.as_secs_f64() / theirs.as_secs_f64(),
        max: Some(5.0),
        details: format!("{} µs, bare {} µs", ours.as_micros(), theirs.as_micros()),
    }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn verdict(number: usize) -> LogEntry {
    let group = UndoGroup(format!("0123456789abcdef-{number}"));
    let seconds = i64::try_from(number).expect("a small number");
    let decline = number.is_multiple_of(3);
    LogEntry {
        id: EntryId(format!("{}.0", group.0)),
        group,
        at: Timestamp::from_micros(1_800_000_000_000_000 + 2_000_000 * seconds)
            .expect("a valid timestamp"),
        subject: Subject {
            candidate: format!("can_{number:016}").into(),
            person: format!("per_{number:016}").into(),
            job: format!("job_{:016}", number / 500).into(),
        }
        .into(),
        snapshot: Snapshot {
            name: format!("Guðrún Þórðardóttir {number}"),
            job_name: "Senior Rust Engineer".to_owned(),
            title: "Staff Engineer".to_owned(),
            company: "Kestrel Instruments".to_owned(),
            stage_id: "stg_0123456789abcdef".to_owned(),
            stage_name: "Recruiter screen".to_owned(),
        }
        .into(),
        kind: EntryKind::Verdict {
            verdict: if decline { Verdict::Decline } else { Verdict::Advance },
            reason: decline.then(|| "Too far from the office".to_owned()),
        },
        source: None,
    }
}
