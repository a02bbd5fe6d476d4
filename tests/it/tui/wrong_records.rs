//! The TUI on a server that sends a different record than the requested one.

use serde_json::json;

use crate::support::edit_fixture::{EditFixture, wait_for_saved};
use crate::support::pty::Screen;
use crate::support::quirky_server::Quirks;

/// The record that is sent instead: a person who is in no list.
const STRANGER: &str = "Zed Stranger";

fn start(substitute: (&'static str, &'static str)) -> (EditFixture, Screen) {
    let quirks = Quirks { substitute: Some(substitute), ..Quirks::default() };
    let fixture = EditFixture::with_quirks(quirks);
    fixture.server.create_as_other_user(&json!({"name": STRANGER, "work_email": "zed@z.example"}));
    let screen = fixture.start();
    (fixture, screen)
}

/// Whether a file of this machine's storage contains the text.
fn is_stored(fixture: &EditFixture, text: &str) -> bool {
    let files = std::fs::read_dir(fixture.program.local_folder()).unwrap().flatten();
    let mut contents = files.map(|file| std::fs::read(file.path()).unwrap());
    contents.any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
}

#[test]
fn a_person_with_another_id_is_reported_and_never_edited_or_stored() {
    let (fixture, mut screen) = start(("per_1", "per_4"));
    screen.wait_for_text("requested per_1, received per_4");
    screen.type_keys("3");
    screen.wait_for_text("▸3 Candidates");
    screen.type_keys("em");
    screen.wait_for_texts(&["Edit emails: Ada Lovelace", "you cannot save yet"]);
    screen.type_keys("<c-s>");
    // The record was read again, and is still the wrong one.
    screen.wait_for_texts(&["your changes are kept", "you cannot save yet"]);
    assert!(!screen.shows(STRANGER) && !screen.shows("zed@z.example"));
    assert!(!screen.shows("─ conflict ─"));

    // When the server sends the right record, the edit goes to the person that was opened.
    fixture.server.change_quirks(|quirks| quirks.substitute = None);
    screen.type_keys("<c-s>");
    screen.wait_for_text("ada@kestrel.example");
    screen.type_keys("<a-n>ada@new.example");
    screen.wait_for_text("ada@new.example");
    screen.type_keys("<c-s>");
    wait_for_saved(&screen);
    let writes: Vec<String> =
        fixture.server.requests().into_iter().filter(|line| !line.starts_with("GET")).collect();
    assert_eq!(writes, ["PATCH /v1/persons/per_1"]);
    screen.quit();
    assert!(is_stored(&fixture, "ada@kestrel.example"), "records are stored");
    assert!(!is_stored(&fixture, STRANGER));
}

#[test]
fn a_candidate_with_another_id_is_reported_and_its_dates_are_not_shown() {
    let (_fixture, screen) = start(("can_1", "can_2"));
    screen.wait_for_text("requested can_1, received can_2");
    screen.quit();
}
