//! What the everyday tasks cost in keys, typed from the four panes.

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;
use serde_json::Value;

use crate::support::pty::Screen;
use crate::support::triage_fixture::{TriageFixture, wait_for_log};

/// The program with the focus on the first candidate of the job "Rust Engineer".
fn start_at_candidates(fixture: &TriageFixture) -> Screen {
    let mut screen = Screen::wide(fixture.command());
    screen.wait_for_text("Rust Engineer");
    wait_for_log(&mut screen, " of 34");
    screen.type_keys("1/rust<enter>");
    screen.wait_for_text("2 Rust Engineer");
    screen.type_keys("3gg");
    screen.wait_for_texts(&["▌", "RUST 00", "4 RUST 00"]);
    screen
}

fn read(fixture: &TriageFixture, arguments: &[&str]) -> Value {
    serde_json::from_str(&fixture.ok(&[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn correcting_a_title_takes_two_keys_the_text_and_enter() {
    let fixture = TriageFixture::new();
    let mut screen = start_at_candidates(&fixture);
    screen.type_keys("et");
    screen.wait_for_text("Engineer 0");
    screen.type_keys("!<enter>");
    screen.wait_for_text("Saved and verified");
    assert_eq!(read(&fixture, &["person", "per_rust_00"])["current_job_title"], "Engineer 0!");
    screen.type_keys("u");
    screen.wait_until_gone("Engineer 0!");
}

#[test]
fn adding_a_person_to_another_job_takes_seven_keys() {
    let fixture = TriageFixture::new();
    let mut screen = start_at_candidates(&fixture);
    screen.type_keys("Jhead");
    screen.wait_for_text("Head of Sales");
    screen.type_keys("<enter>");
    screen.wait_for_texts(&["RUST 00", "Head of Sales"]);
    screen.type_keys("<enter>");
    screen.wait_for_text("Added RUST 00 to Head of Sales");
    let person = read(&fixture, &["person", "per_rust_00"]);
    let jobs: Vec<&str> = person["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|job| job["job_id"].as_str())
        .collect();
    assert_eq!(jobs, ["job_rust", "job_sales"]);
}

#[test]
fn declining_with_a_reason_takes_two_keys() {
    let fixture = TriageFixture::new();
    std::fs::create_dir_all(fixture.program.home.path().join(".config/shortlist")).unwrap();
    let config = fixture.program.home.path().join(".config/shortlist/config.toml");
    std::fs::write(config, "reasons = [\"too junior\", \"location\"]").unwrap();
    let mut screen = start_at_candidates(&fixture);
    screen.type_keys("x");
    screen.wait_for_text("location");
    screen.type_keys("2");
    screen.wait_for_text("Declined RUST 00");
    let [verdict] = &fixture.verdicts()[..] else { panic!("{:?}", fixture.verdicts()) };
    assert_eq!((&verdict["verdict"], &verdict["reason"]), (&"decline".into(), &"location".into()));
}

#[test]
fn copying_the_emails_of_five_marked_people_takes_two_keys() {
    let fixture = TriageFixture::new();
    let mut screen = start_at_candidates(&fixture);
    screen.type_keys("<space><space><space><space><space>");
    screen.wait_for_text("5 marked");
    screen.type_keys("ye");
    screen.wait_for_text("Copied 5 email addresses");
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    let addresses: Vec<String> =
        (0..5).map(|number| format!("rust_{number:02}@kestrel.example")).collect();
    let mut sequence = String::new();
    CopyToClipboard::to_clipboard_from(addresses.join(", ")).write_ansi(&mut sequence).unwrap();
    let raw = String::from_utf8(screen.raw()).unwrap();
    assert!(raw.contains(&sequence));
    assert_eq!(raw.matches("\x1b]52;c;").count(), 1, "one copy");
    let (_, links) = raw.split_once("\x1b]8;;").unwrap();
    assert!(links.contains("\x1b]8;;\x1b\\"), "a link of the terminal ends");
}
