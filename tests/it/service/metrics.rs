//! The metrics: behind a key, or on a listener of their own.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::json;

use crate::support::harness::{Program, RunningService, Service};
use crate::support::http::{KEY, Request};

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
    let mut command = program.command(&["serve", "--listen", "0", "--metrics-listen", "0"]);
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
    let call =
        |path: &str| Request::new("GET", path).header("Authorization", "").send(address).status;
    assert_eq!((call("/metrics"), call("/healthz"), call("/livez")), (200, 200, 200));
    assert_eq!(call("/v1/jobs"), 404);
}
