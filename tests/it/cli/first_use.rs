//! The first use: no setup, and the demo is filled in once.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::Output;

use serde_json::Value;

use crate::support::harness::Program;

/// A job of the demo with 643 candidates.
const JOB: &str = "job_j7fx3j0fzvj5ehcg";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_first_command_needs_no_setup() {
    let program = Program::new();
    let first = program.run(&["candidates", JOB, "--json"]);
    assert!(first.status.success(), "{}", stderr(&first));
    assert!(
        stderr(&first).starts_with("welcome: this is the demo workspace with 32 jobs and 2,400")
    );
    let candidates = json(&String::from_utf8(first.stdout).unwrap());
    assert_eq!(candidates.as_array().unwrap().len(), 643);

    let second = program.run(&["job", JOB, "--json"]);
    assert_eq!(stderr(&second), "", "the welcome message appears only once");
    assert_eq!(json(&String::from_utf8(second.stdout).unwrap())["candidate_count"], 643);
}

#[test]
fn an_existing_database_is_not_filled() {
    let program = Program::new();
    program.ok(&["keys", "add", "me"]);
    let output = program.run(&["jobs", "--json"]);
    assert_eq!(output.stdout, b"[]\n");
    assert!(
        stderr(&output).starts_with("no jobs; `shortlist db demo` fills"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_killed_first_use_is_completed_by_the_next() {
    let program = Program::new();
    let folder = program.home.path().join(".local/share/shortlist");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("service.db-demo"), "").unwrap();
    program.ok(&["keys", "add", "me"]);
    assert_eq!(program.ok(&["jobs", "--plain"]).lines().count(), 32);
    assert!(!folder.join("service.db-demo").exists());
}

#[test]
fn a_key_without_a_server_is_a_warning() {
    let program = Program::new();
    let output = program.command(&["jobs"]).env("SHORTLIST_KEY", "k").output().unwrap();
    assert!(stderr(&output).starts_with("SHORTLIST_KEY is set without a server"));
}

#[test]
fn concurrent_first_uses_fill_the_workspace_once() {
    let program = Program::new();
    let children: Vec<_> =
        (0..4).map(|_| program.command(&["jobs", "--plain"]).spawn().unwrap()).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 32);
    }
}

#[test]
fn a_command_waits_while_another_process_fills_the_workspace() {
    let program = Program::new();
    let folder = program.home.path().join(".local/share/shortlist");
    std::fs::create_dir_all(&folder).unwrap();
    let marker = File::create(folder.join("service.db-demo")).unwrap();
    marker.lock().unwrap();
    let mut child = program.command(&["jobs", "--plain"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let waiting = "another shortlist process is filling the demo workspace; waiting for it";
    assert_eq!(lines.next().unwrap().unwrap(), waiting);
    drop(marker);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", lines.collect::<Vec<_>>());
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 32);
}
