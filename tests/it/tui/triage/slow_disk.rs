//! While another process holds the local database, the screen goes on and says what is not saved.

use std::path::PathBuf;

use rusqlite::Connection;

use crate::support::pty::Screen;
use crate::support::triage_fixture::{SIZE, TriageFixture, open_inbox};

/// A transaction of another process; no one else can write until it is dropped.
fn lock_database(fixture: &TriageFixture) -> Connection {
    let files = std::fs::read_dir(fixture.program.local_folder()).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let is_database = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "db");
    let connection = Connection::open(files.find(is_database).unwrap()).unwrap();
    connection.busy_timeout(crate::support::TIMEOUT).unwrap();
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    connection
}

/// The inbox with a verdict that cannot be saved.
fn give_pending_verdict(fixture: &TriageFixture) -> (Screen, Connection) {
    let mut screen = fixture.start();
    open_inbox(&mut screen, "34 waiting");
    let lock = lock_database(fixture);
    screen.type_keys("a");
    screen.wait_for_texts(&["unsaved: adv", " 0 of 34, 1 not saved yet"]);
    (screen, lock)
}

#[test]
fn a_verdict_is_pending_until_the_disk_responds_and_keys_go_on() {
    let fixture = TriageFixture::new();
    let (mut screen, lock) = give_pending_verdict(&fixture);
    screen.type_keys("?");
    screen.wait_for_text("╭ Help ");
    screen.type_keys("?");
    screen.wait_for_text("Saving is delayed · 1 change not saved yet");
    assert_eq!(fixture.verdicts().len(), 0);
    drop(lock);
    screen.wait_for(" 1 of 34", |screen| {
        let contents = screen.contents();
        contents.contains(" 1 of 34") && !contents.contains("not saved yet")
    });
    screen.wait_until_gone("Saving is delayed");
    assert_eq!(fixture.verdicts().len(), 1);
    screen.quit();
}

#[test]
fn a_verdict_that_cannot_be_saved_is_withdrawn_with_the_reason() {
    let fixture = TriageFixture::new();
    let (mut screen, lock) = give_pending_verdict(&fixture);
    let (rows, columns) = (SIZE.0 + 4, SIZE.1 + 20);
    screen.resize(rows, columns);
    screen.wait_for("a frame of the new size", |screen| {
        screen.rows(0, columns).last().is_some_and(|row| !row.trim().is_empty())
    });
    // Storage waits for the other process for a few seconds.
    screen.wait_for_text("so your change was");
    screen.wait_for(" 0 of 34, nothing unsaved", |screen| {
        let contents = screen.contents();
        contents.contains(" 0 of 34") && !contents.contains("not saved yet")
    });
    screen.wait_until_gone("Saving is delayed");
    drop(lock);
    assert_eq!(fixture.verdicts().len(), 0);
    screen.type_keys("a");
    screen.wait_for_text(" 1 of 34");
    assert_eq!(fixture.verdicts().len(), 1);
    screen.quit();
}

#[test]
fn a_verdict_is_saved_when_the_disk_responds_after_the_program_was_asked_to_end() {
    let fixture = TriageFixture::new();
    let (mut screen, lock) = give_pending_verdict(&fixture);
    screen.wait_for_text("Saving is delayed");
    screen.signal("TERM");
    screen.wait_for_text("waiting for the disk to save your last changes");
    drop(lock);
    assert_eq!(screen.exit(), 143);
    assert_eq!(fixture.verdicts().len(), 1);
}

#[test]
fn the_program_ends_although_the_disk_does_not_respond_and_says_what_is_not_saved() {
    for (code, is_signal) in [(0, false), (143, true)] {
        let fixture = TriageFixture::new();
        let (mut screen, lock) = give_pending_verdict(&fixture);
        screen.wait_for_text("Saving is delayed");
        if is_signal {
            screen.signal("TERM");
        } else {
            screen.type_keys("<c-c>");
        }
        assert_eq!(screen.exit(), code);
        let output = screen.lines().concat();
        // The storage may give up before the program does.
        let is_reported =
            ["may not be saved", "is not on disk"].iter().any(|words| output.contains(words));
        assert!(output.contains("your last change") && is_reported, "{output}");
        screen.assert_clean();
        drop(lock);
        assert_eq!(fixture.verdicts().len(), 0);
    }
}
