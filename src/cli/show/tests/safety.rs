//! Nothing that a server sends reaches the terminal as anything but text.
//!
//! Every text field of every record is filled with the worst there is, driven
//! by the description of the record, also in spellings that only JSON can hold.

use proptest::prelude::*;

use super::*;
use crate::cli::Output;
use crate::cli::log::EscapingWriter;
use crate::cli::progress::tests::told;
use crate::text::hostile;
use crate::wire::Record;
use crate::wire::{Candidate, CandidateItem, Job, JobItem, Person};
use crate::wire::{Field, Shape};

/// JSON text of a hostile string; halves of surrogate pairs are among it.
fn hostile_json() -> BoxedStrategy<String> {
    let half = prop::sample::select(&["", "\\ud800", "\\uDFFF", "\\u009b", "\\udb40\\udc41"][..]);
    (hostile::text(), half)
        .prop_map(|(text, half)| {
            let quoted = Value::from(text).to_string();
            format!("{}{half}\"", quoted.strip_suffix('"').unwrap())
        })
        .boxed()
}

/// JSON text of a value for the shape, or of a text where none belongs.
fn fitting(shape: Shape) -> BoxedStrategy<String> {
    match shape {
        Shape::Text => hostile_json(),
        Shape::Integer => {
            prop_oneof![any::<i64>().prop_map(|n| n.to_string()), hostile_json()].boxed()
        }
        Shape::Boolean => prop_oneof![Just("true".to_owned()), hostile_json()].boxed(),
        Shape::Timestamp => {
            prop_oneof![Just("\"2026-03-12T09:30:00Z\"".to_owned()), hostile_json()].boxed()
        }
        Shape::Date => prop_oneof![Just("\"2026-03\"".to_owned()), hostile_json()].boxed(),
        Shape::Nullable(inner) => fitting(*inner),
        Shape::List(item) => {
            prop::collection::vec(prop_oneof![9 => fitting(*item), 1 => hostile_json()], 0..3)
                .prop_map(|items| format!("[{}]", items.join(",")))
                .boxed()
        }
        Shape::Record { fields, .. } => object(fields),
    }
}

fn object(fields: &'static [Field]) -> BoxedStrategy<String> {
    let known: Vec<_> = fields
        .iter()
        .map(|field| fitting(field.shape).prop_map(|value| format!("\"{}\":{value}", field.name)))
        .collect();
    let unknown = (hostile::text(), hostile_json())
        .prop_map(|(key, value)| format!("{}:[{value}]", Value::from(key)));
    (known, prop::option::of(unknown))
        .prop_map(|(known, unknown)| {
            format!("{{{}}}", known.into_iter().chain(unknown).collect::<Vec<_>>().join(","))
        })
        .boxed()
}

/// The first character that should not be there, with what stands around it.
fn offence(text: &str, allowed: &[char]) -> Option<String> {
    let found = |letter: &char| hostile::offends(*letter) && !allowed.contains(letter);
    text.chars().find(found).map(|letter| format!("{letter:?} in {text:?}"))
}

const SAFE: [Format; 5] =
    [Format::Table, Format::Json, Format::Jsonl, Format::Csv { raw: false }, Format::Plain];

const fn allowed(format: Format) -> &'static [char] {
    if matches!(format, Format::Plain) { &['\n', '\t'] } else { &['\n'] }
}

fn a_list_is_harmless<T: TableRow + Tolerant>(input: &str, width: usize) {
    let records = [parse::<T>(input).unwrap().value];
    for format in SAFE {
        for width in [None, Some(width)] {
            let shown = listed(&records, format, width);
            assert_eq!(offence(&shown, allowed(format)), None, "{format:?}");
        }
    }
    let lines = |format| listed(&records, format, None).lines().count();
    assert_eq!((lines(Format::Table), lines(Format::Plain), lines(Format::Jsonl)), (2, 1, 1));
    assert_eq!(lines(Format::Csv { raw: false }), 2);
}

fn a_detail_view_is_harmless<T: DetailView + Tolerant>(input: &str, width: usize) {
    let record = parse::<T>(input).unwrap().value;
    for format in SAFE {
        for width in [None, Some(width)] {
            let shown = shown(&record, format, width);
            assert_eq!(offence(&shown, allowed(format)), None, "{format:?}");
        }
    }
}

fn the_edges_are_harmless(text: &str) {
    let (out, streams) = Output::recorded();
    out.line(text).unwrap();
    out.say(text);
    for stream in streams {
        let told = String::from_utf8(stream.lock().unwrap().clone()).unwrap();
        assert_eq!(offence(&told, &['\n']), None);
        assert_eq!(told.lines().count(), 1);
    }
    let mut log = Vec::new();
    let line = format!("{}\n", json!({"path": text}));
    EscapingWriter::new(&mut log).write_all(line.as_bytes()).unwrap();
    let log = String::from_utf8(log).unwrap();
    assert_eq!(offence(&log, &['\n']), None);
    assert_eq!(serde_json::from_str::<Value>(&log).unwrap()["path"], text);
    assert_eq!(offence(&told(text, text), &['\n']), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_line_a_remark_the_log_and_the_bar(text in hostile::text()) {
        the_edges_are_harmless(&text);
    }

    #[test]
    fn a_list_of_jobs(input in object(JobItem::FIELDS), width in 0_usize..120) {
        a_list_is_harmless::<JobItem>(&input, width);
    }

    #[test]
    fn a_list_of_candidates(input in object(CandidateItem::FIELDS), width in 0_usize..120) {
        a_list_is_harmless::<CandidateItem>(&input, width);
    }

    #[test]
    fn a_job(input in object(Job::FIELDS), width in 0_usize..120) {
        a_detail_view_is_harmless::<Job>(&input, width);
    }

    #[test]
    fn a_candidate(input in object(Candidate::FIELDS), width in 0_usize..120) {
        a_detail_view_is_harmless::<Candidate>(&input, width);
    }

    #[test]
    fn a_person(input in object(Person::FIELDS), width in 0_usize..120) {
        a_detail_view_is_harmless::<Person>(&input, width);
    }
}

#[test]
fn the_same_check_finds_what_raw_values_hold() {
    let raw = listed(&candidates(), Format::Csv { raw: true }, None);
    assert!(offence(&raw, &['\n', '\r']).is_some(), "a check that finds nothing checks nothing");
}
