//! The log of the terminal and the commands: what is in it, and what is never in it.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::harness::{Program, Service};
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist};
use crate::support::relay::Relay;

const PERSONAL: [&str; 3] = ["Lovelace", "ada@lovelace.example", "Countess"];

fn default_file(program: &Program) -> PathBuf {
    program.home.path().join(".local/share/shortlist/shortlist.log")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn has(lines: &[Value], fields: &[(&str, Value)]) -> bool {
    lines.iter().any(|line| fields.iter().all(|(name, value)| line[name] == *value))
}

fn assert_has(text: &str, fields: &[(&str, Value)]) {
    assert!(has(&lines(text), fields), "{fields:?} in:\n{text}");
}

/// The service with one person, and the id.
fn service() -> (Service, String) {
    let service = Service::start();
    let person = service.create_person(&json!({
        "name": PERSONAL[0], "work_email": PERSONAL[1], "current_job_title": PERSONAL[2],
        "job_id": "job_rust",
    }));
    let id = person["id"].as_str().unwrap().to_owned();
    (service, id)
}

#[test]
fn without_a_level_there_is_no_log() {
    let program = Program::new();
    program.fails(&["jobs", "--url", "http://127.0.0.1:1", "--deadline", "100ms"]);
    program.ok(&["local", "stats"]);
    assert!(!default_file(&program).exists());
}

#[test]
fn an_unknown_level_or_a_file_that_cannot_be_written_is_a_usage_error() {
    let program = Program::new();
    for arguments in [&["jobs"] as &[&str], &["local", "stats"], &["serve"], &[]] {
        let output = program.command(arguments).env("SHORTLIST_LOG", "loud").output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains("off, error, warn, info, debug or trace, not \"loud\""), "{error}");
    }
    let (code, error) = program.fails(&["local", "stats", "--log-file", "/nowhere/a.log"]);
    assert!(code == 2 && error.contains("/nowhere/a.log cannot be written"), "{error}");
}

#[test]
fn a_command_logs_its_requests_without_personal_data() {
    let (program, (service, id)) = (Program::new(), service());
    let url = format!("http://{}", service.address);
    let run = |level: &str, arguments: &[&str]| {
        let _ = std::fs::remove_file(default_file(&program));
        let all = [arguments, &["--url", &url]].concat();
        let mut command = program.command(&all);
        let output = command.env("SHORTLIST_KEY", KEY).env("SHORTLIST_LOG", level).output();
        let code = output.unwrap().status.code().unwrap();
        (code, std::fs::read_to_string(default_file(&program)).unwrap())
    };
    let filter = ["candidates", "job_rust", "--filter", "Lovelace"];
    for arguments in [&["person", &id] as &[&str], &filter, &["candidates", "job_rust"]] {
        let (code, log) = run("debug", arguments);
        assert_eq!(code, 0, "{log}");
        for secret in PERSONAL.iter().chain([&KEY]) {
            assert!(!log.contains(secret), "{arguments:?}: {secret} in {log}");
        }
        assert_has(&log, &[("message", json!("start")), ("version", json!("0.1.0"))]);
        assert_has(&log, &[("message", json!("request answered")), ("status", json!(200))]);
        assert_has(&log, &[("message", json!("end")), ("code", json!(0))]);
        let mode = default_file(&program).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
    }
    let (_, log) = run("debug", &["person", &id]);
    let path = json!(format!("/v1/persons/{id}"));
    assert_has(&log, &[("message", json!("request queued")), ("path", path)]);
    let (code, log) = run("debug", &["person", "Lovelace"]);
    assert!(code == 4 && !log.contains("Lovelace"), "{log}");
    assert_has(&log, &[("path", json!("/v1/persons/…"))]);
    let (code, log) = run("warn", &["person", "per_none"]);
    assert_eq!(code, 4);
    assert_has(&log, &[("message", json!("request failed")), ("status", json!(404))]);
    assert!(!has(&lines(&log), &[("level", json!("DEBUG"))]), "{log}");
}

#[test]
fn a_file_of_ones_own_choice_is_written_to_at_debug() {
    let (program, (service, id)) = (Program::new(), service());
    let url = format!("http://{}", service.address);
    let mut command = program.command(&["person", &id, "--url", &url, "--log-file", "a.log"]);
    assert!(command.env("SHORTLIST_KEY", KEY).output().unwrap().status.success());
    let log = std::fs::read_to_string(program.home.path().join("a.log")).unwrap();
    assert_has(&log, &[("level", json!("DEBUG")), ("message", json!("request sent"))]);
    assert!(!default_file(&program).exists());
}

#[test]
fn the_terminal_logs_messages_effects_and_requests() {
    let (program, relay) = (Program::new(), Relay::start(3));
    relay.service.patch("/v1/persons/per_0", &json!({"current_job_title": PERSONAL[2]}));
    let mut command = shortlist(&program, &["--url", &relay.url()]);
    command.env("SHORTLIST_LOG", "debug");
    let mut screen = Screen::wide(command);
    screen.wait_for_text("Enter the API key");
    screen.type_keys(&format!("{KEY}<enter>"));
    screen.wait_for_text(PERSONAL[2]);
    screen.type_keys("j/Countess<enter>");
    screen.quit();
    let log = std::fs::read_to_string(default_file(&program)).unwrap();
    for secret in [KEY, PERSONAL[2], "Engineer"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    for fields in [
        [("command", json!("Terminal")), ("message", json!("start"))],
        [("workspace", json!("Server")), ("message", json!("workspace"))],
        [("columns", json!(140)), ("rows", json!(40))],
        [("kind", json!("Act.Down")), ("message", json!("message"))],
        [("kind", json!("Typed")), ("message", json!("message"))],
        [("kind", json!("Http.Fetch")), ("message", json!("effect"))],
        [("path", json!("/v1/jobs")), ("message", json!("request queued"))],
        [("code", json!(0)), ("message", json!("terminal closed"))],
    ] {
        assert_has(&log, &fields);
    }
}

#[test]
fn on_trace_the_log_has_everything_but_the_key() {
    let (program, relay) = (Program::new(), Relay::start(3));
    relay.service.patch("/v1/persons/per_0", &json!({"current_job_title": PERSONAL[2]}));
    let mut command = shortlist(&program, &["--url", &relay.url()]);
    command.env("SHORTLIST_LOG", "trace");
    let mut screen = Screen::wide(command);
    screen.wait_for_text("Enter the API key");
    screen.type_keys(&format!("{KEY}<enter>"));
    screen.wait_for_text(PERSONAL[2]);
    screen.quit();
    let log = std::fs::read_to_string(default_file(&program)).unwrap();
    assert!(log.contains(PERSONAL[2]), "{log}");
    assert!(!log.contains(KEY), "{log}");
    // Not letter by letter either.
    assert!(!log.contains("Typed('"), "{log}");
}
