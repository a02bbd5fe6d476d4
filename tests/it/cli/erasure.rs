//! `db person delete`: afterwards no file holds a byte of the person.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::support::harness::person_line;
use crate::support::http::Request;
use crate::support::own_data::OwnData;

const SECRETS: [&str; 9] = [
    "Zebulonia Quarterman",
    "zebulonia@first.example",
    "zebulonia@second.example",
    "+41 44 987 65 43",
    "prefers a four-day week",
    "Winding Stair 7",
    "Crooked Lane 12",
    "Chief Lamplighter",
    "crm-zq-4711",
];

/// Those of the texts that a file of the database holds.
fn found_in_files<'a>(own: &OwnData, texts: &[&'a str]) -> Vec<&'a str> {
    let mut bytes = Vec::new();
    for suffix in ["", "-wal", "-shm"] {
        bytes.extend(std::fs::read(own.file(suffix)).unwrap_or_default());
        bytes.push(0);
    }
    let holds = |text: &&&str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    texts.iter().filter(holds).copied().collect()
}

/// Imports many other people, whose IDs lie around those of the person: trees and lists split, and
/// pages that were rebuilt keep copies of what moved away.
fn import_others(own: &OwnData) {
    let date = "2026-03-01T00:00:00Z";
    let mut lines = Vec::new();
    for number in 0..1_500_u64 {
        let key = number * 2_654_435_761 % (1 << 32);
        let mut person = person_line(&format!("per_{key:08x}"));
        person["person"]["external_source_id"] = json!(format!("crm-{key:x}"));
        lines.push(person.to_string());
        let candidate = json!({"candidate": {
            "id": format!("can_{key:x}"), "person_id": format!("per_{key:08x}"), "job_id": "job_rust",
            "current_pipeline_stage_id": "applied", "current_pipeline_stage_date": date,
            "created_at": date, "pipeline_stage_history":
                [{"stage_id": "applied", "stage_name": "Applied", "stage_date": date}],
        }});
        lines.push(candidate.to_string());
    }
    std::fs::write(own.file(".jsonl"), lines.join("\n")).unwrap();
    own.ok(&["import", own.file(".jsonl").to_str().unwrap()]);
}

/// A person with every kind of personal data between many others. All of them changed often.
fn create_with_history(own: &OwnData) -> Value {
    let fill = |round: usize| -> Vec<Value> {
        let body =
            |number| json!({"name": format!("Other {round} {number}"), "job_id": "job_rust"});
        (0..30).map(|number| own.create_person(&body(number))).collect()
    };
    let mut others = fill(0);
    let person = own.create_person(&json!({
        "name": SECRETS[0], "work_email": SECRETS[1], "mobile_phone": SECRETS[3],
        "notes": SECRETS[4], "external_source_id": SECRETS[8], "job_id": "job_rust",
        "current_job_title": SECRETS[7],
    }));
    let id = person["id"].as_str().unwrap();
    others.extend(fill(1));
    import_others(own);
    for (number, address) in [SECRETS[5], SECRETS[6], "", SECRETS[5], SECRETS[6]].iter().enumerate()
    {
        let headline = "x".repeat(number * 900);
        let email = SECRETS[1 + number % 2];
        let body = json!({"address": address, "work_email": email, "social_headline": headline});
        assert_eq!(own.patch(id, &body).status, 200);
        for other in others.iter().skip(number).step_by(5) {
            own.patch(
                other["id"].as_str().unwrap(),
                &json!({"social_headline": "y".repeat(2_000)}),
            );
        }
    }
    own.patch(id, &json!({"job_id": "job_sales", "current_job_title": "Keeper"}));
    own.create_person(
        &json!({"name": "x", "external_source_id": SECRETS[8], "client_id": "cli_umbra"}),
    );
    own.ok(&["candidate", "move", person["candidate_id"].as_str().unwrap(), "screen"]);
    person
}

#[test]
fn a_deleted_person_leaves_no_trace_in_any_file_while_a_service_runs() {
    let own = OwnData::start(&["--audit-values"]);
    let person = create_with_history(&own);
    let (id, candidate) =
        (person["id"].as_str().unwrap(), person["candidate_id"].as_str().unwrap());
    let secrets = [&SECRETS[..], &[candidate]].concat();
    let list = "/v1/jobs/job_rust/candidates";
    let total = own.get(list).json()["meta"]["total"].as_i64().unwrap();
    assert_eq!(found_in_files(&own, &secrets), secrets, "the search finds what is there");

    own.json(&["person", "delete", id, "--dry-run"]);
    assert_eq!(own.get(&format!("/v1/persons/{id}")).status, 200);
    // Readers come and go while the file is rewritten.
    let is_done = Arc::new(AtomicBool::new(false));
    let (stop, address) = (Arc::clone(&is_done), own.running.address);
    let reader = thread::spawn(move || {
        while !stop.load(Ordering::Relaxed) {
            let page = Request::new("GET", "/v1/jobs/job_rust/candidates").send(address);
            assert_eq!(page.status, 200);
        }
    });
    let outcome = own.json(&["person", "delete", id]);
    is_done.store(true, Ordering::Relaxed);
    reader.join().unwrap();
    assert_eq!(outcome["result"][0]["candidates"], 2);
    assert_eq!(found_in_files(&own, &secrets), [""; 0]);

    assert_eq!(own.get(&format!("/v1/persons/{id}")).json()["error_code"], "not_found");
    assert_eq!(own.get(&format!("/v1/candidates/{candidate}")).status, 404);
    assert_eq!(own.get(list).json()["meta"]["total"], total - 1);
    assert!(!own.ok(&["export"]).contains(id));
    // What the service writes later brings nothing back.
    own.create_person(&json!({"name": "Later", "job_id": "job_rust"}));
    std::fs::copy(own.file(""), own.program.home.path().join("own.db-copy")).unwrap();
    assert_eq!(found_in_files(&own, &secrets), [""; 0]);
    let copy = std::fs::read(own.file("-copy")).unwrap();
    let holds = |text: &&&str| copy.windows(text.len()).any(|part| part == text.as_bytes());
    assert_eq!(secrets.iter().filter(holds).count(), 0);
}

#[test]
fn the_audit_log_keeps_who_did_what_when_and_no_value() {
    let own = OwnData::start(&["--audit-values"]);
    let person = own.create_person(&json!({"name": SECRETS[0], "job_id": "job_rust"}));
    let other = own.create_person(&json!({"name": "Other", "job_id": "job_rust"}));
    let (id, candidate) =
        (person["id"].as_str().unwrap(), person["candidate_id"].as_str().unwrap());
    own.ok(&["candidate", "move", candidate, "screen"]);
    let printed = own.ok(&["person", "delete", id]);
    assert_eq!(printed, format!("{id}: deleted, with 1 candidate record\n"));
    let log = own.ok(&["audit", "--person", id, "--json"]);
    for line in log.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&entry["record_id"], entry.get("values")), (&json!(id), None), "{line}");
        assert!(entry["at"].is_string() && entry["actor"].is_string(), "{line}");
    }
    let operations = own.operations(&["--person", id]);
    assert_eq!(operations, ["person.create", "candidate.move", "person.delete"]);
    let kept = own.ok(&["audit", "--person", other["id"].as_str().unwrap(), "--json"]);
    assert!(kept.contains("\"values\":{"), "values of others stay: {kept}");

    assert_eq!(own.ok(&["person", "delete", id]), format!("{id}: was already deleted\n"));
    assert_eq!(own.operations(&["--person", id]).len(), 3, "nothing more is recorded");
    let (code, error) = own.fails(&["person", "delete", id, "per_none"]);
    assert!(code == 4 && error.contains("per_none"), "{error}");
}

#[test]
fn a_deletion_stands_if_another_process_reads_and_is_finished_later() {
    let own = OwnData::start(&[]);
    let person = own.create_person(&json!({"name": SECRETS[0], "job_id": "job_rust"}));
    let id = person["id"].as_str().unwrap();
    let reader = rusqlite::Connection::open(own.file("")).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM person").unwrap();
    let (code, error) = own.fails(&["person", "delete", id, "--wait", "50ms"]);
    assert_eq!(code, 1, "{error}");
    assert!(error.contains("deleted, but traces may remain"), "{error}");
    assert!(error.contains("run the same command again"), "{error}");
    assert_eq!(own.get(&format!("/v1/persons/{id}")).status, 404, "the deletion stands");
    reader.execute_batch("COMMIT").unwrap();
    own.ok(&["person", "delete", id]);
    assert_eq!(found_in_files(&own, &SECRETS), [""; 0]);
}
