//! No text from a server reaches the terminal unsanitized.
//!
//! Every text field of every record is filled with hostile text, generated from the shape of the
//! record, including strings that only JSON can express.

use proptest::prelude::*;

use super::*;
use crate::cli::Output;
use crate::cli::log::escaping_writer::EscapingWriter;
use crate::cli::progress::tests::render;
use crate::text::hostile;
use crate::wire::Record;
use crate::wire::{Candidate, CandidateItem, Job, JobItem, Person};
use crate::wire::{Field, Shape};

/// JSON text of a hostile string, possibly with lone surrogates.
fn hostile_json() -> BoxedStrategy<String> {
    let half = prop::sample::select(&["", "\\ud800", "\\uDFFF", "\\u009b", "\\udb40\\udc41"][..]);
    (hostile::text(), half)
        .prop_map(|(text, half)| {
            let quoted = Value::from(text).to_string();
            format!("{}{half}\"", quoted.strip_suffix('"').unwrap())
        })
        .boxed()
}

/// JSON text of a value for the shape, or of a string in its place.
fn json_of_shape(shape: Shape) -> BoxedStrategy<String> {
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
        Shape::Nullable(inner) => json_of_shape(*inner),
        Shape::List(item) => {
            prop::collection::vec(prop_oneof![9 => json_of_shape(*item), 1 => hostile_json()], 0..3)
                .prop_map(|items| format!("[{}]", items.join(",")))
                .boxed()
        }
        Shape::Record { fields, .. } => object(fields),
    }
}

fn object(fields: &'static [Field]) -> BoxedStrategy<String> {
    let known_fields: Vec<_> = fields
        .iter()
        .map(|field| {
            json_of_shape(field.shape).prop_map(|value| format!("\"{}\":{value}", field.name))
        })
        .collect();
    let unknown = (hostile::text(), hostile_json())
        .prop_map(|(key, value)| format!("{}:[{value}]", Value::from(key)));
    (known_fields, prop::option::of(unknown))
        .prop_map(|(known_fields, unknown)| {
            format!("{{{}}}", known_fields.into_iter().chain(unknown).collect::<Vec<_>>().join(","))
        })
        .boxed()
}

/// The first unsafe character, with its surroundings.
fn find_unsafe(text: &str, allowed: &[char]) -> Option<String> {
    let is_unsafe = |letter: &char| hostile::is_offending(*letter) && !allowed.contains(letter);
    text.chars().find(is_unsafe).map(|letter| format!("{letter:?} in {text:?}"))
}

const SAFE: [OutputFormat; 5] = [
    OutputFormat::Table,
    OutputFormat::Json,
    OutputFormat::Jsonl,
    OutputFormat::Csv { raw: false },
    OutputFormat::Plain,
];

const fn allowed(format: OutputFormat) -> &'static [char] {
    if matches!(format, OutputFormat::Plain) { &['\n', '\t'] } else { &['\n'] }
}

fn assert_list_is_safe<T: TableRow + Tolerant>(input: &str, width: usize) {
    let records = [parse::<T>(input).unwrap().value];
    for format in SAFE {
        for width in [None, Some(width)] {
            let output = render_list(&records, format, width);
            assert_eq!(find_unsafe(&output, allowed(format)), None, "{format:?}");
        }
    }
    let lines = |format| render_list(&records, format, None).lines().count();
    assert_eq!(
        (lines(OutputFormat::Table), lines(OutputFormat::Plain), lines(OutputFormat::Jsonl)),
        (2, 1, 1)
    );
    assert_eq!(lines(OutputFormat::Csv { raw: false }), 2);
}

fn assert_detail_is_safe<T: DetailView + Tolerant>(input: &str, width: usize) {
    let record = parse::<T>(input).unwrap().value;
    for format in SAFE {
        for width in [None, Some(width)] {
            let output = render_record(&record, format, width);
            assert_eq!(find_unsafe(&output, allowed(format)), None, "{format:?}");
        }
    }
}

fn assert_outputs_are_safe(text: &str) {
    let (out, streams) = Output::capture();
    out.print_line(text).unwrap();
    out.print_message(text);
    for stream in streams {
        let output = String::from_utf8(stream.lock().unwrap().clone()).unwrap();
        assert_eq!(find_unsafe(&output, &['\n']), None);
        assert_eq!(output.lines().count(), 1);
    }
    let mut log = Vec::new();
    let line = format!("{}\n", json!({"path": text}));
    EscapingWriter::new(&mut log).write_all(line.as_bytes()).unwrap();
    let log = String::from_utf8(log).unwrap();
    assert_eq!(find_unsafe(&log, &['\n']), None);
    assert_eq!(serde_json::from_str::<Value>(&log).unwrap()["path"], text);
    assert_eq!(find_unsafe(&render(text, text), &['\n']), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_messages_log_and_progress_are_safe(text in hostile::text()) {
        assert_outputs_are_safe(&text);
    }

    #[test]
    fn a_list_of_jobs(input in object(JobItem::FIELDS), width in 0_usize..120) {
        assert_list_is_safe::<JobItem>(&input, width);
    }

    #[test]
    fn a_list_of_candidates(input in object(CandidateItem::FIELDS), width in 0_usize..120) {
        assert_list_is_safe::<CandidateItem>(&input, width);
    }

    #[test]
    fn a_job(input in object(Job::FIELDS), width in 0_usize..120) {
        assert_detail_is_safe::<Job>(&input, width);
    }

    #[test]
    fn a_candidate(input in object(Candidate::FIELDS), width in 0_usize..120) {
        assert_detail_is_safe::<Candidate>(&input, width);
    }

    #[test]
    fn a_person(input in object(Person::FIELDS), width in 0_usize..120) {
        assert_detail_is_safe::<Person>(&input, width);
    }
}

#[test]
fn the_check_finds_unsafe_raw_values() {
    let raw = render_list(&candidates(), OutputFormat::Csv { raw: true }, None);
    assert!(find_unsafe(&raw, &['\n', '\r']).is_some(), "the check itself must find unsafe text");
}
