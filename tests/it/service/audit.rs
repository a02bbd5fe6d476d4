//! The audit log, and keys that expire, rotate and tell when they were used.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::harness::{Program, database};
use crate::support::http::{Request, person_path, wait_for_status};

fn entries(program: &Program, at: &str, more: &[&str]) -> Vec<Value> {
    let printed = program.ok(&[&["db", "audit", "--json", "--database", at], more].concat());
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_accepted_write_is_recorded_and_no_refused_one() {
    let program = Program::new();
    let at = database(program.home.path(), "audit.db");
    program.import_agency(&at);
    let running = program.serve(&["--database", &at]);
    let created = Request::new("POST", "/v1/persons")
        .json(&json!({"name": "Ada", "job_id": "job_rust", "unknown": 1}))
        .header("X-Request-Id", "from-the-crm")
        .send(running.address)
        .data();
    let path = person_path(&created);
    Request::new("PATCH", &path).json(&json!({"name": ""})).send(running.address);
    Request::new("PATCH", &path).json(&json!({"address": "Secret Street"})).send(running.address);
    let log = entries(&program, &at, &["--person", created["id"].as_str().unwrap()]);
    let operations: Vec<&str> =
        log.iter().map(|entry| entry["operation"].as_str().unwrap()).collect();
    assert_eq!(operations, ["person.create", "person.update"]);
    assert_eq!(log[0]["request_id"], "from-the-crm");
    assert_eq!(log[0]["address"], "127.0.0.1");
    assert_eq!(log[0]["actor"], "SHORTLIST_SERVICE_KEY");
    assert_eq!(log[0]["fields"], json!(["job_id", "name"]));
    assert_eq!(log[1]["fields"], json!(["address"]));
    assert!(log.iter().all(|entry| entry.get("values").is_none()), "values only on request");
    assert_eq!(entries(&program, &at, &["--since", "1h"]).len(), 3, "the import is recorded too");
    assert_eq!(entries(&program, &at, &["--since", "2999-01-01"]).len(), 0);
}

#[test]
fn values_are_recorded_on_request() {
    let program = Program::new();
    let at = database(program.home.path(), "values.db");
    let running = program.serve(&["--database", &at, "--audit-values"]);
    Request::new("POST", "/v1/persons").json(&json!({"name": "Ada"})).send(running.address);
    assert_eq!(entries(&program, &at, &[])[0]["values"], json!({"name": "Ada"}));
}

/// A time of `keys list --json` as the list shows it.
fn minute(time: &Value) -> String {
    let (date, time) = time.as_str().unwrap().split_once('T').unwrap();
    format!("{date} {} UTC", time.get(..5).unwrap())
}

#[test]
fn a_key_expires() {
    let program = Program::new();
    let at = database(program.home.path(), "expiry.db");
    let key = program.ok(&["keys", "add", "short", "--expires", "1s", "--database", &at]);
    let running = program.serve(&["--database", &at]);
    let call = || {
        let authorization = format!("Bearer {}", key.trim());
        Request::new("GET", "/v1/jobs")
            .header("Authorization", &authorization)
            .send(running.address)
            .status
    };
    wait_for_status(401, Duration::from_secs(2), call);
    let listed = program.ok(&["keys", "list", "--database", &at]);
    let keys = program.ok(&["keys", "list", "--json", "--database", &at]);
    let keys: Value = serde_json::from_str(&keys).unwrap();
    let expiry = format!("expired {}", minute(&keys[0]["expires_at"]));
    assert!(listed.contains(&expiry), "{expiry}: {listed}");
}

#[test]
fn a_rotated_key_has_a_new_secret_and_may_keep_the_old_one_for_a_while() {
    let program = Program::new();
    let at = database(program.home.path(), "rotate.db");
    let add = program.ok(&["keys", "add", "crm", "--read-only", "--database", &at]);
    // The loops below try keys that are not known yet, or no longer.
    let running = program.serve(&["--database", &at, "--wrong-key-rate", "1000000/1s"]);
    let call = |key: &str| {
        let authorization = format!("Bearer {}", key.trim());
        Request::new("GET", "/v1/jobs")
            .header("Authorization", &authorization)
            .send(running.address)
            .status
    };
    assert_eq!(call(&add), 200);
    let second = program.ok(&["keys", "rotate", "crm", "--grace", "1d", "--database", &at]);
    wait_for_status(200, Duration::from_secs(2), || call(&second));
    assert_eq!(call(&add), 200, "in its time of grace");
    let list = |more: &[&str]| program.ok(&[&["keys", "list", "--database", &at], more].concat());
    let keys: Value = serde_json::from_str(&list(&["--json"])).unwrap();
    let until = format!("old secret valid until {}", minute(&keys[0]["old_secret_until"]));
    assert!(list(&[]).contains(&until), "{until}: {}", list(&[]));
    let third = program.ok(&["keys", "rotate", "crm", "--database", &at]);
    wait_for_status(200, Duration::from_secs(2), || call(&third));
    wait_for_status(401, Duration::from_secs(2), || call(&second));
    assert!(!list(&[]).contains("old secret"), "{}", list(&[]));
    assert_eq!(call(&add), 401);
    let refusal = Request::new("POST", "/v1/persons")
        .json(&json!({"name": "A"}))
        .header("Authorization", &format!("Bearer {}", third.trim()))
        .send(running.address);
    assert_eq!(refusal.status, 403, "still read-only");
    assert_eq!(program.fails(&["keys", "rotate", "nobody", "--database", &at]).0, 4);
    let operations: Vec<Value> =
        entries(&program, &at, &[]).iter().map(|entry| entry["operation"].clone()).collect();
    assert_eq!(operations, ["key.create", "key.rotate", "key.rotate"]);
}

#[test]
fn the_list_of_keys_says_when_each_was_last_used() {
    let program = Program::new();
    let at = database(program.home.path(), "used.db");
    let key = program.ok(&["keys", "add", "busy", "--database", &at]);
    assert!(program.ok(&["keys", "list", "--database", &at]).contains("never used"));
    let running = program.serve(&["--database", &at]);
    Request::new("GET", "/v1/jobs")
        .header("Authorization", &format!("Bearer {}", key.trim()))
        .send(running.address);
    let is_recorded =
        || u16::from(program.ok(&["keys", "list", "--database", &at]).contains("last used"));
    wait_for_status(1, Duration::from_secs(10), is_recorded);
}
