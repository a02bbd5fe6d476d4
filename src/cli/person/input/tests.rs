use proptest::prelude::*;

use std::collections::BTreeMap;

use super::entry::MAX_MISTAKES;
use super::*;
use crate::recruiting::person::{FieldValue, FormKind, PersonField};
use crate::text::hostile;

const HOW: ReadOptions = ReadOptions { form: FormKind::Create, ignore_unknown: false };

fn source(name: &str, bytes: &[u8]) -> Source {
    Source { name: name.to_owned(), bytes: bytes.to_vec() }
}

fn message(text: &str, format: Format) -> Vec<String> {
    read(text, format, HOW).mistakes.iter().map(ToString::to_string).collect()
}

fn text(value: &str) -> FieldValue {
    FieldValue::Text(value.to_owned())
}

fn two() -> Vec<BTreeMap<PersonField, FieldValue>> {
    let ada = [
        (PersonField::Name, text("Ada Lovelace")),
        (
            PersonField::Emails,
            FieldValue::Texts(vec!["a@b.example".to_owned(), "c@d.example".to_owned()]),
        ),
    ];
    let job = FieldValue::Job(Some(job("job_1")));
    let zoe = [
        (PersonField::Name, text("Zoë, 佐藤")),
        (PersonField::JobId, job),
        (PersonField::EnrichRecord, FieldValue::Switch(true)),
    ];
    vec![BTreeMap::from(ada), BTreeMap::from(zoe)]
}

#[test]
fn the_three_kinds_of_file_say_the_same() {
    let ada =
        r#"{"name": "Ada Lovelace", "emails": ["a@b.example", "c@d.example"], "notes": null}"#;
    let zoe = r#"{"name": "Zoë, 佐藤", "job_id": "job_1", "enrich_record": true, "title": ""}"#;
    let csv = "name,emails,job,enrich_record\nAda Lovelace,a@b.example; c@d.example,,\n\n\"Zoë, 佐藤\",,job_1,yes\n";
    for (text, format, places) in [
        (format!("[\n  {ada},\n\n  {zoe}]"), Format::Json, [1, 2].map(EntryPosition::Record)),
        (format!("[{ada},{zoe}]"), Format::Json, [1, 2].map(EntryPosition::Record)),
        (format!("{ada}\r\n\n{zoe}\n"), Format::Jsonl, [1, 3].map(EntryPosition::Line)),
        (csv.to_owned(), Format::Csv, [2, 4].map(EntryPosition::Line)),
        (csv.replace('\n', "\r\n"), Format::Csv, [2, 4].map(EntryPosition::Line)),
    ] {
        let read = read(&text, format, HOW).entries;
        assert_eq!(read.iter().map(|entry| entry.place).collect::<Vec<_>>(), places);
        assert_eq!(read.into_iter().map(|entry| entry.values).collect::<Vec<_>>(), two());
    }
    let one = read(&format!("\n{ada}\n"), Format::Json, HOW).entries;
    assert_eq!((one.len(), one[0].place), (1, EntryPosition::Record(1)));
}

#[test]
fn every_mistake_is_told_with_its_place() {
    for (text, format, mistakes) in [
        ("", Format::Csv, &["there is nobody in it"][..]),
        ("[]", Format::Json, &["there is nobody in it"]),
        (
            "name,shoe,titel\nAda,1,2",
            Format::Csv,
            &[
                "line 1, column 2: no field is called \"shoe\"",
                "line 1, column 3: no field is called \"titel\"; did you mean \"title\"?",
            ],
        ),
        ("name;title\nAda;x", Format::Csv, &["line 1, column 1: no field is called"]),
        ("name,name\n", Format::Csv, &["line 1, column 2: \"name\" is there twice"]),
        (
            "name,enrich_record\nAda,perhaps\n\nZoe\n",
            Format::Csv,
            &[
                "line 2, column 2 (enrich_record): must be yes or no",
                "line 4: has 1 columns, the heading 2",
            ],
        ),
        (
            "{\"name\": 7}\n{\"emails\": [{}], \"x\": 1}\n{\n[]\n{\"name\":\"a\",\"name\":\"b\"}",
            Format::Jsonl,
            &[
                "line 1, name: must be a text",
                "line 2, emails: must be a list of texts",
                "line 2, x: no field is called \"x\"",
                "line 3: is not valid JSON: EOF",
                "line 4: must be a JSON object",
                "line 5: is not valid JSON: the key \"name\" is given twice",
            ],
        ),
        (
            "{\"title\":\"a\",\"current_job_title\":\"b\"}",
            Format::Jsonl,
            &["line 1, title: is given twice"],
        ),
        (
            "[\n{},\n{\"a\" 1}]",
            Format::Json,
            &["line 3, column 6: is not valid JSON: expected `:`"],
        ),
        (
            "[{\"name\": \"Ada\"}, 7, {\"name\": 7}]",
            Format::Json,
            &["record 2: must be a JSON object", "record 3, name: must be a text"],
        ),
    ] {
        let message = message(text, format);
        assert_eq!(message.len(), mistakes.len(), "{message:?}");
        for (message, wanted) in message.iter().zip(mistakes) {
            assert!(message.starts_with(wanted), "{message} / {wanted}");
        }
    }
}

#[test]
fn which_fields_there_are_is_not_told_at_every_strange_one() {
    let contents = read("name,shoe,hat\nAda,1,2", Format::Csv, HOW);
    assert!(contents.has_unknown_field);
    let message: Vec<&str> =
        contents.mistakes.iter().map(|mistake| mistake.message.as_str()).collect();
    assert_eq!(message, ["no field is called \"shoe\"", "no field is called \"hat\""]);
    assert!(!read("name,titel\nAda,1", Format::Csv, HOW).has_unknown_field, "there is a like one");
}

#[test]
fn what_nobody_knows_can_be_passed_over() {
    let how = ReadOptions { ignore_unknown: true, ..HOW };
    let csv = read("name,shoe\nAda,42\n", Format::Csv, how).entries;
    let json = read("{\"name\":\"Ada\",\"shoe\":{\"size\":42}}", Format::Jsonl, how).entries;
    assert_eq!(csv[0].values, json[0].values);
    assert_eq!(csv[0].values.len(), 1);
}

#[test]
fn what_is_no_text_is_told_with_its_line() {
    for (bytes, message) in [
        (&b"name\nAda\0"[..], "line 2: has a NUL byte: this is no text"),
        (b"name\n\nM\xfcller", "line 3: is not UTF-8; save the file as UTF-8"),
        (b"\xff\xfen\0", "is UTF-16; save it as UTF-8"),
    ] {
        assert_eq!(source("a.csv", bytes).text().unwrap_err().to_string(), message);
    }
    assert_eq!(source("a.csv", b"\xef\xbb\xbfname").text(), Ok("name"));
}

#[test]
fn the_name_tells_the_format_and_else_the_beginning() {
    for (name, text, format) in [
        ("a.json", "name", Format::Json),
        ("a.JSONL", "name", Format::Jsonl),
        ("b/a.csv", "{", Format::Csv),
        ("stdin", " [{}]", Format::Json),
        ("stdin", "{\n}\n", Format::Json),
        ("stdin", "{}\n{}\n", Format::Jsonl),
        ("stdin", "name\nAda", Format::Csv),
    ] {
        assert_eq!(source(name, b"").format(text), format, "{name} {text}");
    }
}

#[test]
fn a_file_of_another_kind_is_not_told_to_its_end() {
    let text = "x\n".repeat(100_000);
    assert_eq!(message(&text, Format::Jsonl).len(), MAX_MISTAKES);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_breaks_the_reader(text in hostile::text()) {
        for format in [Format::Json, Format::Jsonl, Format::Csv] {
            let _ = read(&text, format, HOW);
        }
    }

    #[test]
    fn any_name_comes_through_every_kind_of_file(name in "[^\0]{0,20}[a-z]") {
        let json = serde_json::json!({"name": name}).to_string();
        let mut csv = ::csv::WriterBuilder::new().from_writer(Vec::new());
        csv.write_record(["name", "notes"]).unwrap();
        csv.write_record([name.as_str(), ""]).unwrap();
        let csv = String::from_utf8(csv.into_inner().unwrap()).unwrap();
        for (text, format) in [(&json, Format::Json), (&json, Format::Jsonl), (&csv, Format::Csv)] {
            let read = read(text, format, HOW).entries;
            prop_assert_eq!(read[0].values.get(&PersonField::Name), Some(&FieldValue::Text(name.clone())));
        }
    }
}
