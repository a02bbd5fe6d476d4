//! A large import into a database that others use: it is checked before anything is written, lets
//! other writers in between, and can be repeated after the process was killed.

use std::io::Write;
use std::process::Child;

use serde_json::{Value, json};

use crate::support::harness::person_line;
use crate::support::own_data::OwnData;

/// Three batches at least.
const PEOPLE: usize = 12_000;

fn write_lines(own: &OwnData, last: &str) {
    let file = std::fs::File::create(own.program.home.path().join("many.jsonl")).unwrap();
    let mut file = std::io::BufWriter::new(file);
    for number in 0..PEOPLE {
        writeln!(file, "{}", person_line(&format!("p{number}"))).unwrap();
    }
    writeln!(file, "{last}").unwrap();
}

fn start_import(own: &OwnData) -> Child {
    let arguments = ["db", "import", "many.jsonl", "--json", "--database", &own.at];
    own.program.command(&arguments).spawn().unwrap()
}

fn is_imported(own: &OwnData, number: usize) -> bool {
    own.get(&format!("/v1/persons/p{number}")).status == 200
}

/// Returns once the first batch is written.
fn wait_for_first(own: &OwnData, import: &mut Child) {
    while !is_imported(own, 0) {
        assert!(import.try_wait().unwrap().is_none(), "the import ended early");
    }
}

#[test]
fn a_large_import_lets_others_write_and_continues_after_it_was_killed() {
    let own = OwnData::start(&[]);
    let mut wrong = person_line("last");
    wrong["person"]["emails"] = json!([{"contact_data_type": "work", "value": "nowhere"}]);
    write_lines(&own, &wrong.to_string());
    let (code, error) = own.fails(&["import", "many.jsonl"]);
    assert!(code == 1 && error.contains("many.jsonl, line 12001, emails[0].value: "), "{error}");
    assert!(!is_imported(&own, 0), "nothing is imported");

    write_lines(&own, "");
    let mut import = start_import(&own);
    wait_for_first(&own, &mut import);
    import.kill().unwrap();
    import.wait().unwrap();
    own.ok(&["check"]);

    let mut import = start_import(&own);
    let mut created_between = 0;
    loop {
        let is_running = import.try_wait().unwrap().is_none();
        own.create_person(&json!({"name": "Ada"}));
        if is_running && is_imported(&own, 0) && !is_imported(&own, PEOPLE - 1) {
            created_between += 1;
        }
        if !is_running {
            break;
        }
    }
    assert!(created_between > 0, "nobody else could write");
    let report: Value = serde_json::from_slice(&import.wait_with_output().unwrap().stdout).unwrap();
    let people = &report["people"];
    let count = |name: &str| people[name].as_u64().unwrap();
    assert!(count("unchanged") > 0, "the first batch of the killed import stays: {report}");
    assert_eq!(count("added") + count("unchanged"), 12_000, "{report}");
    own.ok(&["check"]);
    own.repeat(&["import", "many.jsonl"]);
}
