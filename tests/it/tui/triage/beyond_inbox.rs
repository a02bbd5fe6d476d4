//! Triage beside the inbox: in the list, in blind mode, on an own database, and
//! of candidates that the server deleted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist, shortlist_on};
use crate::support::relay::Relay;
use crate::support::scripted_server::answer;
use crate::support::triage_fixture::{SIZE, TriageFixture, entries, open_inbox, wait_for_log};

#[test]
fn on_an_own_database_stages_are_moved_after_a_preview() {
    let program = Program::new();
    let at = "sqlite:own.db";
    let lines: Vec<String> = entries(&[("job_rust", "Rust Engineer", 5)])
        .iter()
        .map(|entry| serde_json::to_string(entry).unwrap())
        .collect();
    std::fs::write(program.home.path().join("own.jsonl"), lines.join("\n")).unwrap();
    program.ok(&["db", "import", "own.jsonl", "--database", at]);
    let mut screen = Screen::start(SIZE.0, SIZE.1, shortlist(&program, &["--database", at]));
    screen.wait_for_text("Rust Engineer");
    screen.type_keys("i");
    screen.wait_for_text("5 waiting");
    screen.type_keys("adw");
    screen.wait_for_text(" 3 of 5");
    screen.type_keys("q");
    screen.wait_for_text("1 Jobs");
    screen.type_keys("P");
    screen.wait_for_text("Move 2 candidates in your database?");
    let read = |id: &str| -> Value {
        let output = program.ok(&["candidate", id, "--json", "--database", at]);
        serde_json::from_str(&output).unwrap()
    };
    assert_eq!(read("can_rust_04")["current_pipeline_stage_name"], "Applied", "not moved yet");
    screen.wait_for_text("undoes it");
    screen.type_keys("<enter>");
    screen.wait_for_text("Moved 2 candidates · u undoes");
    for (id, stage) in [("can_rust_04", "Screen"), ("can_rust_03", "Rejected")] {
        let candidate = read(id);
        assert_eq!(candidate["current_pipeline_stage_name"], stage);
        let history = candidate["pipeline_stage_history"].as_array().unwrap();
        assert_eq!(
            (history.len(), &history[1]["stage_name"]),
            (2, &candidate["current_pipeline_stage_name"])
        );
    }
    assert_eq!(
        read("can_rust_02")["current_pipeline_stage_name"],
        "Applied",
        "a waiting candidate stays in the stage"
    );
    // Someone else moves a candidate on; undo leaves that one alone.
    program.ok(&["db", "move", "can_rust_04", "Interview", "--database", at]);
    screen.type_keys("u");
    screen.wait_for_text("Moved RUST 03 back to Applied");
    screen.wait_for_text("not moved");
    let candidate = read("can_rust_03");
    assert_eq!(candidate["current_pipeline_stage_name"], "Applied");
    let history = candidate["pipeline_stage_history"].as_array().unwrap();
    assert_eq!(history.len(), 3, "the move back is in the history");
    assert_eq!(read("can_rust_04")["current_pipeline_stage_name"], "Interview");
    screen.type_keys("<c-r>");
    screen.wait_for_text("Moved RUST 03 to Rejected again");
    assert_eq!(read("can_rust_03")["current_pipeline_stage_name"], "Rejected");
}

#[test]
fn on_a_server_moving_stages_is_refused() {
    let fixture = TriageFixture::new();
    let mut screen = fixture.start();
    screen.type_keys("P");
    screen.wait_for_text("are moved in the ATS");
}

#[test]
fn blind_mode_hides_who_a_candidate_is() {
    let fixture = TriageFixture::new();
    for (rows, columns) in [(44, 160), SIZE, (24, 80), (10, 40)] {
        let mut screen = Screen::start(rows, columns, fixture.command());
        screen.wait_for_text("Data");
        open_inbox(&mut screen, " of 34");
        // Blind mode survives a restart.
        screen.wait_for_text(if rows == 44 { "RUST " } else { "Candidate " });
        if rows == 44 {
            screen.type_keys("B");
            screen.wait_until_gone("RUST ");
        }
        for keys in ["<enter>", "j", "j", "k", "n", "-"] {
            screen.type_keys(keys);
        }
        screen.wait_for_text("-");
        let contents = screen.with_last_frame(vt100::Screen::contents);
        for hidden in ["RUST ", "SALES ", "DATA ", "Bergen", "@kestrel", "handle-", "2013", "2017"]
        {
            assert!(!contents.contains(hidden), "{hidden} at {columns}x{rows}:\n{contents}");
        }
        screen.type_keys("<c-c>");
        screen.exit();
    }
}

#[test]
fn a_verdict_on_marked_candidates_counts_the_hidden_ones() {
    let fixture = TriageFixture::with_jobs(&[("job_rust", "Rust Engineer", 8)]);
    let mut screen = Screen::wide(fixture.command());
    screen.wait_for_text("RUST 07");
    wait_for_log(&mut screen, "8 waiting");
    screen.type_keys("3<space><space><space>/07<enter>");
    screen.wait_for_text("1 match");
    screen.type_keys("d");
    screen.wait_for_text("Decline 3 candidates?");
    screen.wait_for_text("hidden");
    screen.type_keys("<enter>");
    screen.wait_until_gone("Decline 3 candidates?");
    assert_eq!(fixture.verdicts().len(), 3);
    screen.type_keys("u");
    screen.wait_for_text("Undone: the verdict decline on 3 candidates");
    assert_eq!(fixture.verdicts().len(), 0);
}

#[test]
fn a_candidate_that_the_server_deleted_can_be_forgotten() {
    let deleted = Arc::new(AtomicBool::new(false));
    let is_deleted = Arc::clone(&deleted);
    let relay = Relay::intercepting(5, move |request| {
        let is_candidate = request.target.starts_with("/v1/candidates/can_0");
        (is_candidate && is_deleted.load(Ordering::Relaxed)).then(|| {
            answer(
                "404 Not Found",
                "Content-Type: application/json\r\n",
                r#"{"success":false,"error":"no such candidate"}"#,
            )
        })
    });
    let program = Program::new();
    let mut screen = Screen::wide(shortlist_on(&program, &relay.url(), &[]));
    wait_for_log(&mut screen, "4 waiting");
    screen.wait_for_text("▸ now");
    screen.type_keys("3nremember me<enter>");
    screen.wait_for_text("remember me");
    deleted.store(true, Ordering::Relaxed);
    screen.type_keys("R");
    screen.wait_for_text("is no longer on the server");
    screen.type_keys("K");
    screen.wait_for_text("This cannot be undone.");
    screen.type_keys("<enter>");
    screen.wait_for_text("Type \"forget\" to delete the data");
    screen.type_keys("forget<enter>");
    screen.wait_until_gone("remember me");
    screen.type_keys("<c-c>");
    screen.exit();
    let folder = program.home.path().join(".local/share/shortlist");
    assert!(contains_bytes(&folder, b"can_1"), "the data of other candidates is kept");
    assert!(!contains_bytes(&folder, b"remember me"), "the note is deleted");
}

/// Whether a file below a folder contains these bytes.
fn contains_bytes(folder: &std::path::Path, text: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return contains_bytes(&path, text);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text)
    })
}
