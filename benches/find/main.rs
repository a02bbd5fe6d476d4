//! The cost of a key in the filter, and the memory of a row: `cargo bench --bench find`.
//!
//! The filter and a bare `memmem` search the same folded bytes in alternating rounds; the benchmark
//! prints the ratio of the medians. A bound in milliseconds is longer on a slow machine
//! (`slowdown`).
//! Figures without a bound are only printed. The exit code is 1 if a figure misses its bound.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

mod people;
mod report;
mod slowdown;

use shortlist::recruiting::person;
use std::cell::RefCell;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use memchr::memmem::Finder;
use people::{STAGE, candidate};
use report::{Measurement, report, resident_bytes};
use shortlist::recruiting::duplicates::check::MatchProfile;
use shortlist::recruiting::duplicates::name_pairs::find_similar_pairs;
use shortlist::recruiting::person::{FieldValue, Form, FormKind};
use shortlist::recruiting::query::{
    Direction, Filter, QueryContext, RowOrder, find_similar, parse,
};
use shortlist::recruiting::table::{
    CANDIDATE_FIELDS, CHUNK, CandidateRow, CandidateTable, JobRef, ListField, Row,
};
use shortlist::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};
use shortlist::wire::Timestamp;

const MILLION: usize = 1_000_000;
/// The duration of one frame at 60 Hz, in milliseconds.
const FRAME: f64 = 16.0;
/// Everything that a row takes.
const BYTES_PER_ROW: f64 = 150.0;

fn main() {
    let mut measurements = Vec::new();
    let before = resident_bytes();
    let store = fill_table(MILLION);
    let bytes = resident_bytes() - before;
    measurements.push(Measurement {
        name: "resident bytes per row, 1,000,000 rows".to_owned(),
        #[expect(clippy::cast_precision_loss, reason = "a million is exact")]
        value: bytes / MILLION as f64,
        max: Some(BYTES_PER_ROW),
        details: format!("{:.0} MiB", bytes / 1024.0 / 1024.0),
    });
    unshared_texts(&mut measurements);
    all_jobs(&mut measurements);
    let small = fill_table(100_000);
    for (rows, store) in [("100,000", &small), ("1,000,000", &store)] {
        let lines = folded_lines(store);
        let max = (rows == "100,000").then_some(4.0);
        for (word, kind) in
            [("nakamura", "a word"), ("fitzgeraldlinroka", "a rare word"), ("a", "a letter")]
        {
            measurements.push(compare_with_memmem(rows, (store, &lines), kind, &[word], max));
        }
        measurements.push(compare_with_memmem(
            rows,
            (store, &lines),
            "two words",
            &["senior", "kowalski"],
            None,
        ));
        bench_conditions(rows, store, &mut measurements);
        bench_sorting(rows, store, &mut measurements);
        let typos =
            [("one typo", "kowlaski", 120.0), ("a typo in each word", "enginer nakamrua", 200.0)];
        for (kind, text, max) in typos {
            let name = format!("ms, {kind} ({text}) over {rows} rows");
            measurements.push(measure(name, at_a_million(rows, max), || {
                search_similar(store, text, |_| ());
            }));
            measurements.push(first_similar_rows(rows, store, text));
        }
        measurements.push(measure(
            format!("ms, duplicate check of a new person over {rows} rows"),
            None,
            || {
                find_duplicates(store);
            },
        ));
        let names: Vec<Vec<u8>> =
            store.rows().map(|row| store.name(row).to_lowercase().into_bytes()).collect();
        let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
        let name = format!("ms, possible duplicates among {rows} names");
        measurements.push(measure(name, at_a_million(rows, 600.0), || {
            black_box(find_similar_pairs(&names));
        }));
    }
    report(&measurements);
}

fn bench_conditions(rows: &str, store: &CandidateTable, measurements: &mut Vec<Measurement>) {
    for (text, max) in [
        ("stage:screen", FRAME),
        ("-stage:rejected company:smith", FRAME),
        ("is:active", FRAME),
        ("is:new,overdue", FRAME),
        ("age>14d", 10.0),
        ("id:can_00ff", 20.0),
    ] {
        let name = format!("ms, {text} over {rows} rows");
        measurements.push(measure(name, at_a_million(rows, max), || {
            black_box(filter(text).matches(store, &now()));
        }));
    }
    let triage = decide_some(store);
    for text in ["verdict:none", "-verdict:none", "tag:later", "seen:no", "is:starred"] {
        let context = QueryContext { triage: Some(&triage), ..now() };
        let name = format!("ms, {text} over {rows} rows, 10,000 decided");
        measurements.push(measure(name, None, || {
            black_box(filter(text).matches(store, &context));
        }));
    }
}

/// The candidates of 1,000 jobs in one list: the memory of a row, and the cost of a key in the
/// filter.
fn all_jobs(measurements: &mut Vec<Measurement>) {
    const JOBS: usize = 1000;
    let jobs: Vec<(String, String)> = (0..JOBS)
        .map(|number| (format!("job_{number:016x}"), format!("Engineer for team {number}")))
        .collect();
    let before = resident_bytes();
    let mut store = CandidateTable::default();
    for number in 0..MILLION {
        let (id, name) = &jobs[number % JOBS];
        let client = STAGE[number % STAGE.len()];
        store.put_in(JobRef { id, name, client }, CandidateRow::new(&candidate(number), ""));
    }
    let bytes = resident_bytes() - before;
    measurements.push(Measurement {
        name: "resident bytes per row, 1,000,000 rows of 1,000 jobs".to_owned(),
        #[expect(clippy::cast_precision_loss, reason = "a million is exact")]
        value: bytes / MILLION as f64,
        max: Some(BYTES_PER_ROW),
        details: format!("{:.0} MiB", bytes / 1024.0 / 1024.0),
    });
    for text in
        ["kowal", "job:\"team 77\"", "client:offer -stage:rejected", "job:team is:new age>14d"]
    {
        let name = format!("ms, {text} over 1,000,000 rows of 1,000 jobs");
        measurements.push(measure(name, Some(FRAME), || {
            black_box(filter(text).matches(&store, &now()));
        }));
    }
    let rows: Vec<Row> = store.rows().collect();
    let position = |row: Row| row.index() as u64;
    let (by, direction) = (ListField::Job, Direction::Ascending);
    let order = RowOrder { table: &store, context: now(), by, direction, position };
    measurements.push(measure("ms, sorting 1,000,000 rows by job".to_owned(), None, || {
        black_box(order.sort(&rows));
    }));
}

/// The memory of a row if no two rows share a title or a company.
fn unshared_texts(measurements: &mut Vec<Measurement>) {
    const ROWS: u32 = 300_000;
    let before = resident_bytes();
    let mut store = CandidateTable::default();
    for number in 0..ROWS {
        let mut item = candidate(number as usize);
        item.current_job_title.push_str(&number.to_string());
        item.current_company_name.push_str(&number.to_string());
        item.current_company_id = number.to_string().into();
        store.put(&item);
    }
    measurements.push(Measurement {
        name: "resident bytes per row, 300,000 rows without a shared title or company".to_owned(),
        value: (resident_bytes() - before) / f64::from(ROWS),
        max: None,
        details: format!("{} rows", store.len()),
    });
}

fn fill_table(rows: usize) -> CandidateTable {
    let mut store = CandidateTable::default();
    for number in 0..rows {
        store.put(&candidate(number));
    }
    assert_eq!(store.len(), rows);
    store
}

/// Gives 10,000 evenly spaced rows a verdict and marks them as seen.
fn decide_some(store: &CandidateTable) -> TriageState {
    let mut triage = TriageState::default();
    let at = now().now;
    for row in store.rows().step_by(store.len() / 10_000) {
        let candidate = store.id(row);
        let name = format!("{}", row.index());
        let subject = Subject { candidate: candidate.into(), ..Subject::default() };
        let (kind, snapshot) =
            (EntryKind::Verdict { verdict: Verdict::Wait, reason: None }, Snapshot::default());
        let (id, group) = (EntryId(name.clone()), UndoGroup(name));
        triage.add(LogEntry {
            id,
            group,
            at,
            subject: subject.into(),
            snapshot: snapshot.into(),
            kind,
            source: None,
        });
        triage.mark_seen(candidate, at);
    }
    triage
}

fn now() -> QueryContext<'static> {
    QueryContext::at(Timestamp::parse("2026-11-15T12:00:00Z").expect("a valid timestamp"))
}

fn filter(text: &str) -> Filter {
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert!(parsed.mistakes.is_empty(), "{text}");
    parsed.filter
}

fn compare_with_memmem(
    rows: &str,
    (store, lines): (&CandidateTable, &[Vec<u8>]),
    kind: &str,
    words: &[&str],
    max: Option<f64>,
) -> Measurement {
    let query = filter(&words.join(" "));
    let (ours, theirs) = alternate(
        31,
        || {
            black_box(query.matches(store, &now()));
        },
        || {
            for word in words {
                black_box(count_with_memmem(lines, word));
            }
        },
    );
    let hits = query.matches(store, &now()).len();
    Measurement {
        name: format!("{kind} over {rows} rows, against a bare memmem ({hits} hits)"),
        value: ours / theirs,
        max,
        details: format!("{:.2} ms against {:.2} ms", ours * 1e3, theirs * 1e3),
    }
}

/// The text that a word is searched in, folded: name, title and company of each row, in some large
/// parts.
fn folded_lines(store: &CandidateTable) -> Vec<Vec<u8>> {
    let haystack = store.haystack();
    let rows: Vec<Row> = store.rows().collect();
    let line = |row: &Row| [haystack.line(*row), b"\n".to_vec()].concat();
    rows.chunks(CHUNK).map(|rows| rows.iter().flat_map(line).collect()).collect()
}

fn count_with_memmem(lines: &[Vec<u8>], word: &str) -> usize {
    let finder = Finder::new(word);
    lines.iter().map(|text| finder.find_iter(text).count()).sum()
}

fn bench_sorting(rows: &str, store: &CandidateTable, measurements: &mut Vec<Measurement>) {
    let all: Vec<Row> = store.rows().collect();
    for (by, max) in [(ListField::Name, 60.0), (ListField::Company, 40.0), (ListField::Added, 40.0)]
    {
        let place = |row: Row| row.index() as u64;
        let order = RowOrder {
            table: store,
            context: now(),
            by,
            direction: Direction::Ascending,
            position: place,
        };
        let name = format!("ms, sorting {rows} rows by {by:?}");
        measurements.push(measure(name, at_a_million(rows, max), || {
            black_box(order.sort(&all));
        }));
        if by == ListField::Name {
            let (old, new) = all.split_at(all.len() - 100);
            let sorted = order.sort(old);
            let max = at_a_million(rows, FRAME);
            let name = format!("ms, merging a page of 100 into {rows} sorted rows");
            measurements.push(measure(name, max, || {
                black_box(order.merge(sorted.clone(), new, |_| true));
            }));
            let name = format!("ms, reversing {rows} sorted rows");
            measurements.push(measure(name, max, || {
                black_box(sorted.reversed());
            }));
        }
    }
}

/// From the key on: what matches is found first.
fn search_similar(store: &CandidateTable, text: &str, mut on_rows: impl FnMut(&AtomicBool)) {
    let query = filter(text);
    let exact_matches = query.skippable_rows(store, &now(), &query.matches(store, &now()));
    let (mut count, stop) = (0, AtomicBool::new(false));
    find_similar(&store.haystack(), &query, &exact_matches, &stop, &mut |batch| {
        count += batch.len();
        on_rows(&stop);
    });
    black_box(count);
}

/// Until the first rows with a typo are found.
fn first_similar_rows(rows: &str, store: &CandidateTable, text: &str) -> Measurement {
    measure(format!("ms, first near matches ({text}) over {rows} rows"), Some(30.0), || {
        search_similar(store, text, |stop| stop.store(true, Relaxed));
    })
}

/// The bounds in milliseconds are those of a million rows.
fn at_a_million(rows: &str, max: f64) -> Option<f64> {
    (rows == "1,000,000").then_some(max)
}

fn find_duplicates(store: &CandidateTable) {
    let mut form = Form::create(FormKind::Create, None, String::new());
    form.set(person::PersonField::Name, FieldValue::Text("Katarzyna Kowalsky Karolin".to_owned()));
    let profile = MatchProfile::from_form(&form);
    black_box(profile.find_duplicates(profile.find_similar_names(store, ("", ""))));
}

/// The bound is that of the machine where it was set.
fn measure(name: String, max: Option<f64>, ours: impl Fn()) -> Measurement {
    let searches = RefCell::new(Vec::new());
    let (time, _) = alternate(7, ours, || searches.borrow_mut().push(slowdown::search()));
    let factor = slowdown::factor(searches.into_inner());
    let details = format!("median of seven, slowdown {factor:.1}×");
    Measurement { name, value: time * 1e3, max: max.map(|max| max * factor), details }
}

/// Runs both sides alternately, after one warm-up round. Returns the medians in seconds.
fn alternate(rounds: usize, ours: impl Fn(), theirs: impl Fn()) -> (f64, f64) {
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..=rounds {
        let started = Instant::now();
        ours();
        our_times.push(started.elapsed().as_secs_f64());
        let started = Instant::now();
        theirs();
        their_times.push(started.elapsed().as_secs_f64());
    }
    (median(&mut our_times), median(&mut their_times))
}

fn median(times: &mut Vec<f64>) -> f64 {
    times.remove(0);
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
