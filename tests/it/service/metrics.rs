//! The metrics: behind a key, or on a listener of their own.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::json;

use crate::support::TIMEOUT;
use crate::support::engine::OwnConnection;
use crate::support::harness::{Program, RunningService, Service, database};
use crate::support::http::{KEY, Request, wait_for_status};

#[test]
fn requests_are_counted_by_operation_and_status() {
    let service = Service::start();
    service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    service.get("/v1/jobs");
    service.get("/v1/jobs/none");
    let metrics = service.get("/metrics");
    assert!(metrics.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    for line in [
        "shortlist_requests_total{operation=\"CreatePerson\",status=\"201\"} 1",
        "shortlist_requests_total{operation=\"ListJobs\",status=\"200\"} 1",
        "shortlist_requests_total{operation=\"ReadJob\",status=\"404\"} 1",
        "shortlist_request_duration_seconds_count{operation=\"ListJobs\"} 1",
        "shortlist_slots{kind=\"write\"} 64",
        "shortlist_slots_in_use{kind=\"read\"} 1",
        "shortlist_last_backup_timestamp_seconds 0.0",
        "# EOF",
    ] {
        assert!(metrics.body.lines().any(|found| found == line), "{line} in\n{}", metrics.body);
    }
    assert!(metrics.body.contains("shortlist_database_size_bytes "));
    assert!(!metrics.body.contains("job_rust"), "no ids");
}

#[test]
fn the_api_serves_metrics_only_with_a_key() {
    let service = Service::start();
    let without = Request::new("GET", "/metrics").header("Authorization", "").send(service.address);
    assert_eq!((without.status, &without.json()["error_code"]), (401, &json!("unauthorized")));
}

#[test]
fn a_listener_of_its_own_serves_metrics_without_a_key_and_nothing_else() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    let listeners = ["--listen", "0", "--metrics-listen", "0"];
    let mut command = program.command(&[&["serve", "--database", &at], &listeners[..]].concat());
    command.env("SHORTLIST_SERVICE_KEY", KEY).stderr(Stdio::piped());
    let mut running = RunningService::start(command);
    let mut stderr = BufReader::new(running.child.stderr.take().unwrap());
    let mut line = String::new();
    let address = loop {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "no address of the metrics");
        if let Some(rest) = line.trim().strip_prefix("metrics on http://") {
            break rest.strip_suffix("/metrics").unwrap().parse().unwrap();
        }
    };
    let call = |path: &str| {
        let response = Request::new("GET", path).header("Authorization", "").send(address);
        (response.status, response.json()["error_code"].clone())
    };
    assert_eq!(Request::new("GET", "/metrics").send(address).status, 200);
    assert_eq!((call("/healthz").0, call("/livez").0), (200, 200));
    assert_eq!(call("/v1/jobs"), (404, json!("no_such_path")));
    std::fs::remove_file(program.home.path().join("team.db")).unwrap();
    // The last result is repeated for a second.
    wait_for_status(503, TIMEOUT, || call("/healthz").0);
    assert_eq!(call("/healthz"), (503, json!("storage_lost")));
}

#[test]
fn requests_that_the_client_gave_up_are_counted() {
    let service = Service::start();
    let _lock = OwnConnection::hold_writers(&service.database);
    let counts = |line: &str| {
        wait_for_status(1, TIMEOUT, || u16::from(service.get("/metrics").body.contains(line)));
    };
    let write = Request::new("POST", "/v1/persons").json(&json!({"name": "Ada"})).to_bytes();
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(&write).unwrap();
    counts("shortlist_slots_in_use{kind=\"write\"} 1\n");
    drop(stream);
    counts("shortlist_requests_total{operation=\"CreatePerson\",status=\"499\"} 1\n");
}
