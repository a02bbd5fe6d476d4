//! `shortlist doctor`: green on the demo, and what it says where something is wrong.

use serde_json::{Value, json};

use crate::support::harness::{Program, run_with_stdin};
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist};
use crate::support::relay::Relay;
use crate::support::scripted_server::{ok, page};

/// The exit code and the report.
fn doctor(program: &Program, arguments: &[&str]) -> (i32, Value) {
    let all = [&["doctor", "--json"], arguments].concat();
    let mut command = program.command(&all);
    let output = command.env("SHORTLIST_KEY", KEY).env("LANG", "C.UTF-8").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let home = program.home.path().display().to_string();
    for private in [KEY, home.as_str(), "Engineer 0"] {
        assert!(!text.contains(private), "{private} in {text}");
    }
    (output.status.code().unwrap(), serde_json::from_str(&text).unwrap())
}

fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    let sections = report["sections"].as_array().unwrap();
    let mut checks = sections.iter().flat_map(|section| section["checks"].as_array().unwrap());
    checks.find(|check| check["name"] == name).unwrap_or_else(|| panic!("no {name} in {report}"))
}

#[track_caller]
fn assert_check(report: &Value, name: &str, status: &str, value: &str) {
    let check = check(report, name);
    assert_eq!(check["status"], status, "{check}");
    assert!(check["value"].as_str().unwrap().contains(value), "{check}");
}

#[test]
fn the_demo_is_healthy() {
    let program = Program::new();
    program.ok(&["jobs"]);
    let (code, report) = doctor(&program, &[]);
    assert_eq!((code, &report["status"]), (0, &json!("ok")), "{report}");
    for name in ["jobs", "paging", "job", "candidates", "candidate", "person"] {
        assert_check(&report, name, "ok", "conforms to the API");
    }
    assert_check(&report, "database", "ok", "no errors");
    assert_check(&report, "entity tags", "ok", "conditional reads work");
    assert_check(&report, "latency", "ok", "ms");
    assert_check(&report, "terminal", "skipped", "is not a terminal");
    let text = program.ok(&["doctor"]);
    assert!(text.contains("\napi: ok\n") && text.contains("~/.local/share/shortlist"), "{text}");
    program.ok(&["sync"]);
    let (_, report) = doctor(&program, &[]);
    assert_check(&report, "copy", "ok", "read 0 h ago");
    assert_check(&report, "local file", "ok", "version");
}

#[test]
fn nothing_is_created() {
    let program = Program::new();
    let (code, report) = doctor(&program, &[]);
    assert_eq!(code, 0, "{report}");
    assert_check(&report, "database", "ok", "not created yet");
    assert_check(&report, "local file", "ok", "not created yet");
    let data = program.home.path().join(".local/share/shortlist");
    assert_eq!(data.read_dir().unwrap().count(), 0);
}

#[test]
fn a_server_that_cannot_be_reached_stops_no_other_check() {
    let program = Program::new();
    let url = ["--url", "http://127.0.0.1:1", "--deadline", "1s"];
    let (code, report) = doctor(&program, &url);
    assert_eq!(code, 1, "{report}");
    assert_check(&report, "TCP", "problem", "refused");
    assert_check(&report, "jobs", "problem", "cannot reach the server");
    assert_check(&report, "local file", "ok", "not created yet");
    let (code, report) = doctor(&program, &["--profile", "none"]);
    assert_eq!(code, 1, "{report}");
    assert_check(&report, "workspace", "problem", "no profile `none`");
}

#[test]
fn deviations_of_a_server_are_named() {
    let program = Program::new();
    let relay = Relay::intercepting(3, |request| {
        let row = |id: &str| json!({"id": id, "name": "Clerk", "candidate_count": "3"});
        match request.target.as_str() {
            "/v1/jobs?limit=2&offset=0" => Some(page(&[row("job_rust"), row("job_b")], 9, 0, 2)),
            target if target.starts_with("/v1/jobs?") => {
                Some(page(&[row("job_x"), row("job_y")], 9, 7, 2))
            }
            "/v1/jobs/job_rust" => Some(ok(r#"{"data": {"id": "job_other"}}"#)),
            _ => None,
        }
    });
    let (code, report) = doctor(&program, &["--url", &relay.url()]);
    assert_eq!((code, &report["status"]), (0, &json!("warning")), "{report}");
    assert_check(&report, "jobs", "warning", "`candidate_count` is not a number");
    assert_check(&report, "paging", "warning", "the order of the list is not stable");
    assert_check(&report, "paging", "warning", "2 rows instead of 0 at offset 1009");
    assert_check(&report, "job", "warning", "`success` is not true");
    let methods: Vec<String> =
        relay.http.log().requests.iter().map(|request| request.method.clone()).collect();
    assert!(methods.iter().all(|method| method == "GET"), "{methods:?}");
}

#[test]
fn without_a_key_only_the_way_to_the_server_is_checked() {
    let (program, relay) = (Program::new(), Relay::start(1));
    let mut command = program.command(&["doctor", "--url", &relay.url()]);
    let output = run_with_stdin(&mut command, b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("or set SHORTLIST_KEY"), "{text}");
    assert_eq!(relay.http.log().requests.len(), 0);
}

#[test]
fn mistakes_in_the_config_are_problems_with_their_position() {
    let program = Program::new();
    program.configure("mouse = 3\n");
    let (code, report) = doctor(&program, &[]);
    assert_eq!(code, 1, "{report}");
    assert_check(&report, "mistake", "problem", "~/.config/shortlist/config.toml:2:");
}

#[test]
fn a_terminal_is_asked_for_widths_and_keyboard_and_left_clean() {
    let program = Program::new();
    // The answers are there before the questions: a slow machine changes nothing.
    let answers = b"\x1b[1;3R\x1b[1;9R\x1b[?5u\x1b[?62c";
    let mut screen = Screen::start(40, 100, shortlist(&program, &["doctor"]));
    screen.send(answers);
    assert_eq!(screen.exit(), 0);
    let lines = screen.lines().join("\n");
    for text in [
        "TERM=xterm-256color",
        "100 columns, 40 rows",
        "kitty protocol, flags 5",
        "2 cells, as expected",
        "8 cells, ",
    ] {
        assert!(lines.contains(text), "{text} in:\n{lines}");
    }
    assert!(!lines.contains('😀') && !lines.contains("62c"), "{lines}");
    assert_eq!(screen.leftover_changes(), [""; 0]);
}

#[test]
fn a_terminal_that_does_not_answer_is_not_waited_for() {
    let program = Program::new();
    let mut screen = Screen::start(40, 100, shortlist(&program, &["doctor"]));
    assert_eq!(screen.exit(), 0);
    let lines = screen.lines().join("\n");
    assert!(lines.contains("no answer within 1 s"), "{lines}");
    assert_eq!(screen.leftover_changes(), [""; 0]);
}
