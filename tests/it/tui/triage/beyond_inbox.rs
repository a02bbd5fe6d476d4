//! Triage beside the inbox: in the list, blind, on a database of one's own, and
//! when somebody is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, on_server, shortlist};
use crate::support::relay::Relay;
use crate::support::scripted_server::answer;
use crate::support::triage_fixture::{Office, USUAL, entries, open_inbox, wait_for_log};

#[test]
fn stages_of_ones_own_database_are_moved_after_a_preview_each_with_its_history() {
    let program = Program::new();
    let at = "sqlite:own.db";
    let lines: Vec<String> = entries(&[("job_rust", "Rust Engineer", 5)])
        .iter()
        .map(|entry| serde_json::to_string(entry).unwrap())
        .collect();
    std::fs::write(program.home.path().join("own.jsonl"), lines.join("\n")).unwrap();
    program.ok(&["db", "import", "own.jsonl", "--database", at]);
    let mut screen = Screen::start(USUAL.0, USUAL.1, shortlist(&program, &["--database", at]));
    screen.wait_text("Rust Engineer");
    screen.type_keys("i");
    screen.wait_text("5 waiting");
    screen.type_keys("adw");
    screen.wait_text(" 3 of 5");
    screen.type_keys("q");
    screen.wait_text("1 Jobs");
    screen.type_keys("P");
    screen.wait_text("Move 2 in your database?");
    let read = |id: &str| -> Value {
        let told = program.ok(&["candidate", id, "--json", "--database", at]);
        serde_json::from_str(&told).unwrap()
    };
    assert_eq!(read("can_rust_04")["current_pipeline_stage_name"], "Applied", "nothing yet");
    screen.type_keys("<enter>");
    screen.wait_text("2 moved");
    for (id, stage) in [("can_rust_04", "Screen"), ("can_rust_03", "Rejected")] {
        let told = read(id);
        assert_eq!(told["current_pipeline_stage_name"], stage);
        let history = told["pipeline_stage_history"].as_array().unwrap();
        assert_eq!(
            (history.len(), &history[1]["stage_name"]),
            (2, &told["current_pipeline_stage_name"])
        );
    }
    assert_eq!(read("can_rust_02")["current_pipeline_stage_name"], "Applied", "who waits stays");
}

#[test]
fn on_a_server_nothing_is_moved_and_it_is_said_why() {
    let office = Office::new();
    let mut screen = office.start();
    screen.type_keys("P");
    screen.wait_text("can only be moved");
}

#[test]
fn blind_nothing_on_the_screen_says_who_it_is() {
    let office = Office::new();
    for (rows, columns) in [(44, 160), USUAL, (24, 80), (10, 40)] {
        let mut screen = Screen::start(rows, columns, office.command());
        screen.wait_text("Data");
        open_inbox(&mut screen, " of 34");
        // It stays blind through restarts.
        screen.wait_text(if rows == 44 { "RUST " } else { "Candidate " });
        if rows == 44 {
            screen.type_keys("B");
            screen.wait_gone("RUST ");
        }
        for step in ["<enter>", "j", "j", "k", "n", "-"] {
            screen.type_keys(step);
        }
        screen.wait_text("-");
        let seen = screen.last(vt100::Screen::contents);
        for hidden in ["RUST ", "SALES ", "DATA ", "Bergen", "@kestrel", "handle-", "2013", "2017"]
        {
            assert!(!seen.contains(hidden), "{hidden} at {columns}x{rows}:\n{seen}");
        }
        screen.type_keys("<c-c>");
        screen.exit();
    }
}

#[test]
fn all_that_are_marked_are_decided_on_at_once_and_the_hidden_ones_are_counted() {
    let office = Office::of(&[("job_rust", "Rust Engineer", 8)]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, office.command());
    screen.wait_text("RUST 07");
    wait_for_log(&mut screen, "8 waiting");
    screen.type_keys("3<space><space><space>/07<enter>");
    screen.wait_text("1 match");
    screen.type_keys("d");
    screen.wait_text("Decline 3 candidates?");
    screen.wait_text("hidden");
    screen.type_keys("<enter>");
    screen.wait_gone("Decline 3 candidates?");
    assert_eq!(office.verdicts().len(), 3);
    screen.type_keys("u");
    screen.wait_text("taken back: decline of 3 candidates");
    assert_eq!(office.verdicts().len(), 0);
}

#[test]
fn who_is_gone_from_the_server_can_be_forgotten_here() {
    let gone = Arc::new(AtomicBool::new(false));
    let is_gone = Arc::clone(&gone);
    let relay = Relay::crowd_but(5, move |asked| {
        let is_theirs = asked.target.starts_with("/v1/candidates/can_0");
        (is_theirs && is_gone.load(Ordering::Relaxed)).then(|| {
            answer(
                "404 Not Found",
                "Content-Type: application/json\r\n",
                r#"{"success":false,"error":"no such candidate"}"#,
            )
        })
    });
    let program = Program::new();
    let mut screen = Screen::start(WIDE.0, WIDE.1, on_server(&program, &relay.url(), &[]));
    wait_for_log(&mut screen, "4 waiting");
    screen.wait_text("● now");
    screen.type_keys("3nremember me<enter>");
    screen.wait_text("remember me");
    gone.store(true, Ordering::Relaxed);
    screen.type_keys("R");
    screen.wait_text("is gone from the server");
    screen.type_keys("K");
    screen.wait_text("Forget them on this machine?");
    screen.type_keys("<enter>");
    screen.wait_gone("remember me");
    screen.type_keys("<c-c>");
    screen.exit();
    let folder = program.home.path().join(".local/share/shortlist");
    assert!(holds(&folder, b"can_1"), "others are kept");
    assert!(!holds(&folder, b"remember me"), "nothing of it is left");
}

/// Whether a file below a folder holds these bytes.
fn holds(folder: &std::path::Path, text: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return holds(&path, text);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text)
    })
}
