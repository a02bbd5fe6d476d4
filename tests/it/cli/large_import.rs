//! A large import into a database that others use: it is checked before anything is written, lets
//! other writers in between, and can be repeated after the process was killed.

use std::io::Write;
use std::process::Child;

use serde_json::{Value, json};

use crate::support::harness::person_line;
use crate::support::own_data::OwnData;

/// Three batches at least.
const PEOPLE: usize = 12_000;

fn write_lines(own: &OwnData, prefix: &str, last: &str) {
    let file = std::fs::File::create(own.program.home.path().join("many.jsonl")).unwrap();
    let mut file = std::io::BufWriter::new(file);
    for number in 0..PEOPLE {
        writeln!(file, "{}", person_line(&format!("{prefix}{number}"))).unwrap();
    }
    writeln!(file, "{last}").unwrap();
}

fn start_import(own: &OwnData) -> Child {
    let arguments = ["db", "import", "many.jsonl", "--json", "--database", &own.at];
    own.program.command(&arguments).spawn().unwrap()
}

fn exists(own: &OwnData, id: &str) -> bool {
    own.get(&format!("/v1/persons/{id}")).status == 200
}

#[test]
fn nothing_of_a_large_import_with_a_mistake_is_written() {
    let own = OwnData::start(&[]);
    let mut wrong = person_line("last");
    wrong["person"]["emails"] = json!([{"contact_data_type": "work", "value": "nowhere"}]);
    write_lines(&own, "p", &wrong.to_string());
    let (code, error) = own.fails(&["import", "many.jsonl"]);
    assert!(code == 1 && error.contains("many.jsonl, line 12001, emails[0].value: "), "{error}");
    assert!(!exists(&own, "p0"));
}

#[test]
fn others_write_between_the_batches_of_a_large_import() {
    let own = OwnData::start(&[]);
    write_lines(&own, "p", "");
    let mut import = start_import(&own);
    let last = format!("p{}", PEOPLE - 1);
    let mut created_between = 0;
    // Both people appear at once if all is one transaction.
    while import.try_wait().unwrap().is_none() {
        own.create_person(&json!({"name": "Ada"}));
        if exists(&own, "p0") && !exists(&own, &last) {
            created_between += 1;
        }
    }
    assert!(created_between > 0, "nobody else could write");
    let report: Value = serde_json::from_slice(&import.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(report["people"]["added"], PEOPLE, "{report}");
    own.ok(&["check"]);
}

#[test]
fn a_large_import_that_was_killed_can_be_repeated() {
    let own = OwnData::start(&[]);
    write_lines(&own, "p", "");
    let mut import = start_import(&own);
    while !exists(&own, "p0") {
        assert!(import.try_wait().unwrap().is_none(), "the import ended early");
    }
    import.kill().unwrap();
    import.wait().unwrap();
    own.ok(&["check"]);
    let report = own.json(&["import", "many.jsonl"]);
    let count = |name: &str| report["people"][name].as_u64().unwrap();
    assert!(count("unchanged") > 0, "the first batch stays: {report}");
    assert_eq!(usize::try_from(count("added") + count("unchanged")).unwrap(), PEOPLE);
    own.ok(&["check"]);
    own.repeat(&["import", "many.jsonl"]);
}
