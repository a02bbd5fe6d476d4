//! What a key of the filter costs, and a row in memory: `cargo bench --bench find`.
//!
//! The filter is held against a bare `memmem` over the same folded bytes, in
//! turn, several times; the ratio of the medians is printed. What has no bound
//! is told. The process ends with 1 when a figure misses its bound.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

mod people;
mod report;

use shortlist::recruiting::person;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use memchr::memmem::Finder;
use people::candidate;
use report::{Line, report, resident};
use shortlist::recruiting::duplicates::check::MatchProfile;
use shortlist::recruiting::duplicates::name_pairs::similar_pairs;
use shortlist::recruiting::person::{FieldValue, Form, FormKind};
use shortlist::recruiting::query::{Direction, Filter, QueryContext, RowOrder, parse, similar};
use shortlist::recruiting::table::{CANDIDATE_FIELDS, CandidateTable, Haystack, ListField, Row};
use shortlist::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};
use shortlist::wire::Timestamp;

const MILLION: usize = 1_000_000;

fn main() {
    let mut lines = Vec::new();
    let before = resident();
    let store = filled(MILLION);
    let room = resident() - before;
    lines.push(Line {
        what: "bytes resident a row at 1,000,000 rows".to_owned(),
        #[expect(clippy::cast_precision_loss, reason = "a million is exact")]
        found: room / MILLION as f64,
        most: Some(200.0),
        told: format!("{:.0} MiB", room / 1024.0 / 1024.0),
    });
    nothing_shared(&mut lines);
    let few = filled(100_000);
    for (rows, store) in [("100,000", &few), ("1,000,000", &store)] {
        let most = (rows == "100,000").then_some(4.0);
        for (word, kind) in
            [("nakamura", "a word"), ("fitzgeraldlinroka", "a rare word"), ("a", "a letter")]
        {
            lines.push(against_memmem(rows, store, kind, &[word], most));
        }
        lines.push(against_memmem(rows, store, "two words", &["senior", "kowalski"], None));
        for text in ["stage:screen", "-stage:rejected company:smith", "age>14d", "id:can_00ff"] {
            lines.push(told(format!("{text} over {rows} rows"), || {
                black_box(filter(text).matches(store, &now()));
            }));
        }
        let book = decided(store);
        for text in ["verdict:none", "-verdict:none", "tag:later", "seen:no"] {
            let context = QueryContext { book: Some(&book), ..now() };
            lines.push(told(format!("{text} over {rows} rows, 10,000 decided"), || {
                black_box(filter(text).matches(store, &context));
            }));
        }
        sorting(rows, store, &mut lines);
        lines.push(told(format!("one slip (kowlaski) over {rows} rows"), || {
            slips(store, "kowlaski");
        }));
        lines.push(told(format!("people like somebody new over {rows} rows"), || {
            duplicates_in(store);
        }));
        let names: Vec<Vec<u8>> =
            store.rows().map(|row| store.name(row).to_lowercase().into_bytes()).collect();
        let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();
        lines.push(told(format!("people who are there twice among {rows} names"), || {
            black_box(similar_pairs(&names));
        }));
        lines.push(told(format!("two words with slips over {rows} rows"), || {
            slips(store, "enginer nakamrua");
        }));
    }
    report(&lines);
}

/// The same when no two rows share a title or a company.
fn nothing_shared(lines: &mut Vec<Line>) {
    const ROWS: u32 = 300_000;
    let before = resident();
    let mut store = CandidateTable::default();
    for number in 0..ROWS {
        let mut item = candidate(number as usize);
        item.current_job_title.push_str(&number.to_string());
        item.current_company_name.push_str(&number.to_string());
        item.current_company_id = number.to_string().into();
        store.put(&item);
    }
    lines.push(Line {
        what: "bytes resident a row at 300,000 rows without a shared title or company".to_owned(),
        found: (resident() - before) / f64::from(ROWS),
        most: None,
        told: format!("{} rows", store.len()),
    });
}

fn filled(rows: usize) -> CandidateTable {
    let mut store = CandidateTable::default();
    for number in 0..rows {
        store.put(&candidate(number));
    }
    assert_eq!(store.len(), rows);
    store
}

/// Every so many of the rows with a verdict, 10,000 in all, and as many looked at.
fn decided(store: &CandidateTable) -> TriageState {
    let mut book = TriageState::default();
    let at = now().now;
    for row in store.rows().step_by(store.len() / 10_000) {
        let candidate = store.id(row);
        let name = format!("{}", row.index());
        let subject = Subject { candidate: candidate.into(), ..Subject::default() };
        let (act, seen) =
            (EntryKind::Verdict { verdict: Verdict::Wait, reason: None }, Snapshot::default());
        let (id, step) = (EntryId(name.clone()), UndoGroup(name));
        book.add(LogEntry {
            id,
            step,
            at,
            subject: subject.into(),
            seen: seen.into(),
            act,
            source: None,
        });
        book.look(candidate, at);
    }
    book
}

fn now() -> QueryContext<'static> {
    QueryContext::at(Timestamp::parse("2026-11-15T12:00:00Z").expect("a moment"))
}

fn filter(text: &str) -> Filter {
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert!(parsed.mistakes.is_empty(), "{text}");
    parsed.filter
}

fn against_memmem(
    rows: &str,
    store: &CandidateTable,
    kind: &str,
    words: &[&str],
    most: Option<f64>,
) -> Line {
    let asked = filter(&words.join(" "));
    let haystack = store.haystack();
    let (ours, theirs) = in_turn(
        31,
        || {
            black_box(asked.matches(store, &now()));
        },
        || {
            for word in words {
                black_box(bare(&haystack, word));
            }
        },
    );
    let hits = asked.matches(store, &now()).len();
    Line {
        what: format!("{kind} over {rows} rows, against a bare memmem ({hits} hits)"),
        found: ours / theirs,
        most,
        told: format!("{:.2} ms against {:.2} ms", ours * 1e3, theirs * 1e3),
    }
}

/// How often a word is in the same bytes.
fn bare(haystack: &Haystack, word: &str) -> usize {
    let finder = Finder::new(word);
    haystack.texts().map(|text| finder.find_iter(text).count()).sum()
}

fn sorting(rows: &str, store: &CandidateTable, lines: &mut Vec<Line>) {
    let all: Vec<Row> = store.rows().collect();
    for by in [ListField::Name, ListField::Company, ListField::Added] {
        let place = |row: Row| row.index() as u64;
        let order =
            RowOrder { table: store, context: now(), by, direction: Direction::Down, place };
        lines.push(told(format!("sorting {rows} rows by {by:?}"), || {
            black_box(order.sort(&all));
        }));
        if by == ListField::Name {
            let (old, new) = all.split_at(all.len() - 100);
            let sorted = order.sort(old);
            lines.push(told(format!("a page of 100 into {rows} sorted rows"), || {
                black_box(order.merge(sorted.clone(), new));
            }));
        }
    }
}

fn slips(store: &CandidateTable, text: &str) {
    let asked = filter(text);
    let settled = asked.settled(store, &now(), &asked.matches(store, &now()));
    let mut found = 0;
    similar(&store.haystack(), &asked, &settled, &AtomicBool::new(false), &mut |batch| {
        found += batch.len();
    });
    black_box(found);
}

fn duplicates_in(store: &CandidateTable) {
    let mut form = Form::create(FormKind::Create, None, String::new());
    form.set(person::PersonField::Name, FieldValue::Text("Katarzyna Kowalsky Karolin".to_owned()));
    let profile = MatchProfile::of(&form);
    black_box(profile.find_duplicates(profile.find_similar_names(store, "")));
}

fn told(what: String, ours: impl Fn()) -> Line {
    let (time, _) = in_turn(7, ours, || {});
    Line { what, found: time * 1e3, most: None, told: "ms".to_owned() }
}

/// The medians of both sides, in seconds, measured in turn after one round
/// that does not count.
fn in_turn(rounds: usize, ours: impl Fn(), theirs: impl Fn()) -> (f64, f64) {
    let (mut mine, mut other) = (Vec::new(), Vec::new());
    for _ in 0..=rounds {
        let begun = Instant::now();
        ours();
        mine.push(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        theirs();
        other.push(begun.elapsed().as_secs_f64());
    }
    (median(&mut mine), median(&mut other))
}

fn median(times: &mut Vec<f64>) -> f64 {
    times.remove(0);
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
