use proptest::prelude::*;

use std::collections::BTreeMap;

use super::entry::MAX_MISTAKES;
use super::*;
use crate::recruiting::person::{FieldValue, FormKind, PersonField};
use crate::text::hostile;

const OPTIONS: ReadOptions = ReadOptions { form: FormKind::Create, ignore_unknown: false };

fn source(name: &str, bytes: &[u8]) -> Source {
    Source { name: name.to_owned(), bytes: bytes.to_vec() }
}

fn messages(text: &str, format: InputFormat) -> Vec<String> {
    read(text, format, OPTIONS).mistakes.iter().map(ToString::to_string).collect()
}

fn text(value: &str) -> FieldValue {
    FieldValue::Text(value.to_owned())
}

fn two_people() -> Vec<BTreeMap<PersonField, FieldValue>> {
    let ada = [
        (PersonField::Name, text("Ada Lovelace")),
        (
            PersonField::Emails,
            FieldValue::Texts(vec!["a@b.example".to_owned(), "c@d.example".to_owned()]),
        ),
    ];
    let job = FieldValue::Job(Some(job_choice("job_1")));
    let zoe = [
        (PersonField::Name, text("Zoë, 佐藤")),
        (PersonField::JobId, job),
        (PersonField::EnrichRecord, FieldValue::Switch(true)),
    ];
    vec![BTreeMap::from(ada), BTreeMap::from(zoe)]
}

#[test]
fn every_file_format_reads_the_same_entries() {
    let ada =
        r#"{"name": "Ada Lovelace", "emails": ["a@b.example", "c@d.example"], "notes": null}"#;
    let zoe = r#"{"name": "Zoë, 佐藤", "job_id": "job_1", "enrich_record": true, "title": ""}"#;
    let csv = "name,emails,job,enrich_record\nAda Lovelace,a@b.example; c@d.example,,\n\n\"Zoë, 佐藤\",,job_1,yes\n";
    for (text, format, positions) in [
        (format!("[\n  {ada},\n\n  {zoe}]"), InputFormat::Json, [1, 2].map(EntryPosition::Record)),
        (format!("[{ada},{zoe}]"), InputFormat::Json, [1, 2].map(EntryPosition::Record)),
        (format!("{ada}\r\n\n{zoe}\n"), InputFormat::Jsonl, [1, 3].map(EntryPosition::Line)),
        (csv.to_owned(), InputFormat::Csv, [2, 4].map(EntryPosition::Line)),
        (csv.replace('\n', "\r\n"), InputFormat::Csv, [2, 4].map(EntryPosition::Line)),
    ] {
        let entries = read(&text, format, OPTIONS).entries;
        assert_eq!(entries.iter().map(|entry| entry.position).collect::<Vec<_>>(), positions);
        assert_eq!(entries.into_iter().map(|entry| entry.values).collect::<Vec<_>>(), two_people());
    }
    let entries = read(&format!("\n{ada}\n"), InputFormat::Json, OPTIONS).entries;
    assert_eq!((entries.len(), entries[0].position), (1, EntryPosition::Record(1)));
}

#[test]
fn every_mistake_has_its_position() {
    for (text, format, mistakes) in [
        ("", InputFormat::Csv, &["it contains no people"][..]),
        ("[]", InputFormat::Json, &["it contains no people"]),
        (
            "name,shoe,titel\nAda,1,2",
            InputFormat::Csv,
            &[
                "line 1, column 2: unknown field \"shoe\"",
                "line 1, column 3: unknown field \"titel\"; did you mean \"title\"?",
            ],
        ),
        ("name;shoe\nAda;x", InputFormat::Csv, &["line 1, column 2: unknown field \"shoe\""]),
        ("name,name\n", InputFormat::Csv, &["line 1, column 2: \"name\" appears twice"]),
        (
            "name,enrich_record\nAda,perhaps\n\nZoe\n",
            InputFormat::Csv,
            &[
                "line 2, column 2 (enrich_record): must be yes or no",
                "line 4: has 1 columns, but the header has 2",
            ],
        ),
        (
            "{\"name\": 7}\n{\"emails\": [{}], \"x\": 1}\n{\n[]\n{\"name\":\"a\",\"name\":\"b\"}",
            InputFormat::Jsonl,
            &[
                "line 1, name: must be a string",
                "line 2, emails: must be a list of strings",
                "line 2, x: unknown field \"x\"",
                "line 3: is not valid JSON: EOF",
                "line 4: must be a JSON object",
                "line 5: is not valid JSON: the key \"name\" is given twice",
            ],
        ),
        (
            "{\"title\":\"a\",\"current_job_title\":\"b\"}",
            InputFormat::Jsonl,
            &["line 1, title: is given twice"],
        ),
        (
            "[\n{},\n{\"a\" 1}]",
            InputFormat::Json,
            &["line 3, column 6: is not valid JSON: expected `:`"],
        ),
        (
            "[{\"name\": \"Ada\"}, 7, {\"name\": 7}]",
            InputFormat::Json,
            &["record 2: must be a JSON object", "record 3, name: must be a string"],
        ),
    ] {
        let messages = messages(text, format);
        assert_eq!(messages.len(), mistakes.len(), "{messages:?}");
        for (message, expected) in messages.iter().zip(mistakes) {
            assert!(message.starts_with(expected), "{message} / {expected}");
        }
    }
}

#[test]
fn unknown_fields_are_flagged_once_per_file() {
    let contents = read("name,shoe,hat\nAda,1,2", InputFormat::Csv, OPTIONS);
    assert!(contents.has_unknown_field);
    let messages: Vec<&str> =
        contents.mistakes.iter().map(|mistake| mistake.message.as_str()).collect();
    assert_eq!(messages, ["unknown field \"shoe\"", "unknown field \"hat\""]);
    assert!(
        !read("name,titel\nAda,1", InputFormat::Csv, OPTIONS).has_unknown_field,
        "a similar field exists"
    );
}

#[test]
fn unknown_fields_can_be_ignored() {
    let options = ReadOptions { ignore_unknown: true, ..OPTIONS };
    let csv = read("name,shoe\nAda,42\n", InputFormat::Csv, options).entries;
    let json =
        read("{\"name\":\"Ada\",\"shoe\":{\"size\":42}}", InputFormat::Jsonl, options).entries;
    assert_eq!(csv[0].values, json[0].values);
    assert_eq!(csv[0].values.len(), 1);
}

#[test]
fn invalid_text_is_reported_with_its_line() {
    for (bytes, message) in [
        (&b"name\nAda\0"[..], "line 2: contains a NUL byte: not a text file"),
        (b"name\n\nM\xfcller", "line 3: is not UTF-8; save the file as UTF-8"),
        (b"\xff\xfen\0", "is UTF-16; save it as UTF-8"),
    ] {
        assert_eq!(source("a.csv", bytes).text().unwrap_err().to_string(), message);
    }
    assert_eq!(source("a.csv", b"\xef\xbb\xbfname").text(), Ok("name"));
}

#[test]
fn the_format_follows_the_extension_then_the_content() {
    for (name, text, format) in [
        ("a.json", "name", InputFormat::Json),
        ("a.JSONL", "name", InputFormat::Jsonl),
        ("b/a.csv", "{", InputFormat::Csv),
        ("stdin", " [{}]", InputFormat::Json),
        ("stdin", "{\n}\n", InputFormat::Json),
        ("stdin", "{}\n{}\n", InputFormat::Jsonl),
        ("stdin", "name\nAda", InputFormat::Csv),
    ] {
        assert_eq!(source(name, b"").detect_format(text), format, "{name} {text}");
    }
}

#[test]
fn the_number_of_mistakes_is_limited() {
    let text = "x\n".repeat(100_000);
    assert_eq!(messages(&text, InputFormat::Jsonl).len(), MAX_MISTAKES);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_breaks_the_reader(text in hostile::text()) {
        for format in [InputFormat::Json, InputFormat::Jsonl, InputFormat::Csv] {
            let _ = read(&text, format, OPTIONS);
        }
    }

    #[test]
    fn any_name_survives_every_file_format(name in "[^\0]{0,20}[a-z]") {
        let json = serde_json::json!({"name": name}).to_string();
        let mut csv = ::csv::WriterBuilder::new().from_writer(Vec::new());
        csv.write_record(["name", "notes"]).unwrap();
        csv.write_record([name.as_str(), ""]).unwrap();
        let csv = String::from_utf8(csv.into_inner().unwrap()).unwrap();
        for (text, format) in [(&json, InputFormat::Json), (&json, InputFormat::Jsonl), (&csv, InputFormat::Csv)] {
            let entries = read(text, format, OPTIONS).entries;
            prop_assert_eq!(entries[0].values.get(&PersonField::Name), Some(&FieldValue::Text(name.clone())));
        }
    }
}
