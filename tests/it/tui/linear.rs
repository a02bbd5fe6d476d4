//! `--linear`: the terminal UI as lines, through pipes and in a terminal.

use std::process::Output;

use serde_json::Value;

use crate::support::harness::{Program, run_with_stdin};
use crate::support::http::KEY;
use crate::support::pty::{Screen, WIDE, shortlist};
use crate::support::scripted_server::refusing_address;
use crate::support::triage_fixture::TriageFixture;

/// Runs the program with these lines as its input. Returns what it printed.
fn run(fixture: &TriageFixture, lines: &[&str]) -> String {
    // Histories that are read in the background would change what a row says.
    fixture.program.configure("history_prefetch = false\n");
    let url = fixture.url();
    let mut command = fixture.program.command(&["--linear", "--url", &url]);
    let output = run_with_stdin(command.env("SHORTLIST_KEY", KEY), input(lines).as_bytes());
    transcript(&output)
}

fn input(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

/// What a successful run printed, which must be plain lines.
fn transcript(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let is_drawn = |letter: &char| {
        letter.is_control() && *letter != '\n' || ('\u{2190}'..='\u{2bff}').contains(letter)
    };
    let drawn: Vec<char> = text.chars().filter(is_drawn).collect();
    assert!(drawn.is_empty(), "{drawn:?}\n{text}");
    // A slow machine makes the program say that it waits.
    let is_waiting = |line: &&str| matches!(*line, "Loading." | "Opening the workspace.");
    text.lines().filter(|line| !is_waiting(line)).collect::<Vec<_>>().join("\n") + "\n"
}

/// The transcript without dates and durations, which depend on the day.
fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
        let mut kept: Vec<&str> = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let next = words.get(at + 1).map(|next| next.trim_end_matches([',', '.']));
            let is_date = words.get(at + 2).is_some_and(|year| is_number(year.trim_matches(',')));
            let is_month = next.is_some_and(|next| {
                "JanFebMarAprMayJunJulAugSepOctNovDec".contains(next) && next.len() == 3
            });
            if is_number(word) && is_month && is_date {
                kept.push("DATE");
                at += 3;
                continue;
            }
            let is_time = matches!(next, Some("day" | "days" | "d" | "y" | "mo"));
            let is_days = word.strip_suffix('d').is_some_and(is_number);
            kept.push(match word {
                word if is_number(word) && is_time || is_days => "N",
                word if word.starts_with("127.0.0.1:") => "SERVER",
                word => word,
            });
            at += 1;
        }
        kept.join(" ")
    };
    // How many are overdue is counted later.
    let text = text.replace(", 1 overdue so far", "").replace(", 1 overdue", "");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The verdicts by candidate.
fn verdicts(fixture: &TriageFixture) -> Vec<(String, String, Value)> {
    let text = |verdict: &Value, key: &str| verdict[key].as_str().unwrap_or_default().to_owned();
    let entry = |entry: &Value| {
        (text(entry, "candidate_id"), text(entry, "verdict"), entry["reason"].clone())
    };
    let mut all: Vec<_> = fixture.verdicts().iter().map(entry).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[test]
fn a_transcript_triages_five_candidates_and_edits_one() {
    let fixture = TriageFixture::new();
    let text = run(
        &fixture,
        &[
            "list",
            "open 1",
            "/ rust 0",
            "cancel",
            "2",
            "open",
            "e t Staff Engineer",
            "cancel",
            "inbox",
            "",
            "advance",
            "wait",
            "reason too far away",
            "note Speaks Dutch",
            "d",
            "u",
            "d",
            "a",
            "where",
            "quit",
        ],
    );
    insta::assert_snapshot!(without_times(&text));
    let given =
        |id: &str, verdict: &str, reason: Value| (id.to_owned(), verdict.to_owned(), reason);
    assert_eq!(
        verdicts(&fixture),
        [
            given("can_rust_09", "advance", Value::Null),
            given("can_rust_10", "decline", Value::Null),
            given("can_rust_11", "decline", "too far away".into()),
            given("can_rust_12", "wait", Value::Null),
            given("can_rust_13", "advance", Value::Null),
        ]
    );
    let noted = fixture.verdicts().into_iter().find(|entry| entry["candidate_id"] == "can_rust_10");
    assert!(noted.unwrap()["notes"].to_string().contains("Speaks Dutch"));
    let person: Value =
        serde_json::from_str(&fixture.ok(&["person", "per_rust_01", "--json"])).unwrap();
    assert_eq!(person["current_job_title"], "Staff Engineer");
}

#[test]
fn a_form_is_filled_in_line_by_line_and_reviewed_before_it_is_sent() {
    let fixture = TriageFixture::new();
    let text = run(
        &fixture,
        &[
            "open 1",
            "1",
            "e e",
            "4",
            "Chief of Staff",
            "5",
            ".clear",
            "6",
            "",
            "2",
            ".cancel",
            "save",
            "back to the form",
            "save",
            "save",
            "quit",
        ],
    );
    insta::assert_snapshot!(without_times(&text));
    let person: Value =
        serde_json::from_str(&fixture.ok(&["person", "per_rust_00", "--json"])).unwrap();
    assert_eq!(person["current_job_title"], "Chief of Staff");
    assert_eq!(person["current_company_name"], "");
}

#[test]
fn every_dialog_is_read_as_lines() {
    let fixture = TriageFixture::new();
    let names = [
        "todo",
        "funnel",
        "duplicates",
        "today",
        "changes",
        "requests",
        "messages",
        "history",
        "full-record",
        "notes",
        "mail",
    ];
    let mut lines = vec!["open 1", "1", "note Speaks Dutch", "a 1", "1"];
    for name in &names {
        lines.extend([name, "down", "list", "read", "cancel"]);
    }
    lines.extend(["palette rust 0", ".list", ".cancel", "mark 1", "mark 2", "compare", "cancel"]);
    lines.extend(["help", "help all", "help verdict", "quit"]);
    let text = run(&fixture, &lines);
    for expected in [
        "\nTo do in the ATS: 1\n",
        "\nFunnel: Rust Engineer\n",
        "\nRecent places: ",
        "\nFull record\n",
        "\nNotes on RUST 00: 1\n",
        "\nSubject: ",
        "\nCompare candidates\n",
        "\nCommands here: go there (enter), close (q), copy (y), export (x)",
        "1. candidate, RUST 0",
        "advance (a): Advance: record the verdict on this machine",
        "decline (d): Decline: record the verdict on this machine. Works in: candidates and details",
    ] {
        assert!(text.contains(expected), "{expected:?}\n{text}");
    }
    assert!(!text.contains("not a command here"), "{text}");
}

#[test]
fn a_line_that_cannot_be_carried_out_changes_nothing_and_says_why() {
    let fixture = TriageFixture::new();
    let text = run(
        &fixture,
        &["open 1", "advanse", "advance now", "400", "decline 0", "stage-add", "zoom", "s", "%"],
    );
    for expected in [
        "advanse is not a command here. Did you mean advance?",
        "That command takes no text: now",
        "There is no row 400: 14 rows",
        "There is no row 0: 14 rows",
        "stage-add does not work here; it works in: editing a job",
        "That changes how a screen looks",
        "s is the beginning of: s n: Sort by name",
    ] {
        assert!(text.contains(expected), "{expected:?}\n{text}");
    }
    assert_eq!(fixture.verdicts(), [] as [Value; 0]);
}

#[test]
fn the_end_of_the_input_keeps_what_was_typed() {
    let fixture = TriageFixture::new();
    run(&fixture, &["open 1", "1", "e e", "4", "Chief of Staff"]);
    let text = run(&fixture, &["discard-form", "discard", "quit"]);
    assert!(text.contains("\nUnsaved changes to RUST 00 from "), "{text}");
    assert!(text.contains("4. title: Chief of Staff (changed)"), "{text}");
    let text = run(&fixture, &["drafts", "quit"]);
    assert!(text.contains("No unsaved edits"), "{text}");
}

#[test]
fn quitting_with_unsaved_changes_asks_first() {
    let fixture = TriageFixture::new();
    let lines = ["open 1", "1", "e e", "4", "Chief", "quit", "maybe", "no", "4", ".quit", "yes"];
    let text = run(&fixture, &lines);
    assert_eq!(text.matches("The form has unsaved changes").count(), 2, "{text}");
    assert!(text.contains("quit, yes or no: maybe\nType yes or no\n"), "{text}");
    assert!(text.ends_with("quit, yes or no: yes\n"), "{text}");
}

#[test]
fn without_a_server_and_without_a_terminal_it_says_so_and_ends() {
    let program = Program::new();
    let output = run_with_stdin(&mut program.command(&["--linear", "--offline"]), b"where\n");
    let text = transcript(&output);
    assert!(text.contains("Offline, because of --offline. Verdicts are stored"), "{text}");
}

#[test]
fn a_script_sees_in_the_exit_code_that_there_was_no_server() {
    let program = Program::new();
    let (_socket, address) = refusing_address();
    let url = format!("http://{address}");
    for (key, lines, code) in
        [(Some("k"), "where\n", 6), (Some("k"), "quit\n", 6), (None, "where\n", 2)]
    {
        let mut command = program.command(&["--linear", "--url", &url]);
        command.envs(key.map(|key| ("SHORTLIST_KEY", key)));
        let output = run_with_stdin(&mut command, lines.as_bytes());
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{lines:?}: {text}");
    }
}

#[test]
fn another_filter_starts_the_list_from_the_beginning() {
    let program = Program::new();
    let lines = "list\nfilter is:open\nlist\nquit\n";
    let output = run_with_stdin(&mut program.command(&["--linear"]), lines.as_bytes());
    let text = transcript(&output);
    let (_, after) = text.split_once("filter is:open\n").unwrap();
    assert!(after.contains("\n2 of 16: "), "{text}");
}

/// The program in a terminal that knows no sequences, with or without the key in its environment.
fn start(fixture: &TriageFixture, has_key: bool) -> Screen {
    fixture.program.configure("history_prefetch = false\n");
    let mut command = shortlist(&fixture.program, &["--linear", "--url", &fixture.url()]);
    command.env("TERM", "dumb");
    if has_key {
        command.env("SHORTLIST_KEY", KEY);
    }
    Screen::start(WIDE.0, WIDE.1, command)
}

#[test]
fn the_key_is_asked_for_without_echo() {
    let fixture = TriageFixture::new();
    let mut screen = start(&fixture, false);
    screen.wait_for_text("API key, not shown: ");
    screen.type_keys(&format!("{KEY}<enter>"));
    screen.wait_for_text("jobs> ");
    screen.type_keys("open 1<enter>");
    screen.wait_for_text("Rust Engineer> ");
    screen.type_keys("quit<enter>");
    assert_eq!(screen.exit(), 0);
    let raw = String::from_utf8(screen.raw()).unwrap();
    assert!(!raw.contains(KEY), "{raw}");
    assert!(raw.contains("jobs> open 1\r\n"), "what is typed is echoed again: {raw}");
    assert!(!raw.contains('\x1b'), "{raw}");
    assert_eq!(screen.leftover_changes(), [""; 0]);
}

#[test]
fn ctrl_c_cancels_what_is_open_and_a_second_one_quits() {
    let fixture = TriageFixture::new();
    let mut screen = start(&fixture, true);
    screen.wait_for_text("jobs> ");
    screen.type_keys("open 1<enter>note<enter>");
    screen.wait_for_text("note: ");
    screen.type_keys("<c-c>");
    screen.wait_for_text("Canceled. Press Ctrl-C again to quit.");
    screen.type_keys("where<enter>");
    screen.wait_for_text("127.0.0.1:");
    screen.type_keys("<c-c>");
    screen.wait_for("two cancellations", |screen| {
        screen.contents().matches("Canceled. Press Ctrl-C again").count() == 2
    });
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 130);
    assert_eq!(screen.leftover_changes(), [""; 0]);
}

#[test]
fn a_signal_that_ends_it_keeps_what_was_typed() {
    let fixture = TriageFixture::new();
    let mut screen = start(&fixture, true);
    screen.wait_for_text("jobs> ");
    screen.type_keys("open 1<enter>e e<enter>4<enter>Chief<enter>");
    screen.wait_for_text("title: Chief (changed)");
    screen.signal("TERM");
    assert_eq!(screen.exit(), 143);
    let text = run(&fixture, &["where", "quit", "yes"]);
    assert!(text.contains("4. title: Chief (changed)"), "{text}");
}
