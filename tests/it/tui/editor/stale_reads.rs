//! Editing, undoing, creating and attaching on a server whose reads lag behind its writes.

use crate::support::edit_fixture::{
    EditFixture, REPORT, close_report, go_to_candidates, open_form, review_and_send, save, send,
    wait_for_report,
};
use crate::support::pty::Screen;
use crate::support::quirky_server::{OTHER_JOB, Quirks};

const TITLE: &str = "Countess";
const AWAITING: &str = "server accepted the change but does not show it yet";

/// The program with time enough for a test to let the server catch up.
fn start(fixture: &EditFixture) -> Screen {
    let mut screen = Screen::wide(fixture.command_verifying_for("2m"));
    go_to_candidates(&mut screen);
    screen
}

fn lag(fixture: &EditFixture) {
    fixture.server.change_quirks(|quirks| quirks.stale_reads = usize::MAX);
}

fn type_title(screen: &mut Screen) {
    open_form(screen, "Ada Lovelace");
    screen.type_keys(&format!("<c-u>{TITLE}"));
}

/// Saves a title on a server that never shows it, until it catches up.
fn save_invisible_title() -> (EditFixture, Screen) {
    let fixture = EditFixture::with_quirks(Quirks { stale_reads: usize::MAX, ..Quirks::default() });
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    wait_for_report(&screen, "The server accepted the change but does not show it yet");
    (fixture, screen)
}

#[test]
fn an_edit_goes_on_in_the_background_until_the_server_shows_it() {
    let fixture = EditFixture::new();
    let mut screen = start(&fixture);
    type_title(&mut screen);
    lag(&fixture);
    send(&mut screen);
    screen.wait_for_texts(&[AWAITING, "continue in the background"]);
    screen.type_keys("<esc>");
    screen.wait_for_texts(&[
        "Saving continues in the background",
        "▸3 Candidates",
        "result pending",
        "1 unsaved edit",
    ]);
    // The panes work, and undo does not reach for an older edit.
    screen.type_keys("j");
    screen.wait_for_text("4 Bo ─");
    screen.type_keys("u");
    screen.wait_for_text("Cannot undo or redo yet");
    fixture.server.catch_up();
    screen.wait_for_text("Ada Lovelace: saved and verified");
    screen.wait_until_gone("1 unsaved edit");
    assert_eq!(fixture.patches().len(), 1);
    screen.type_keys("U");
    screen.wait_for_text("Edits of this session: 1");
    screen.type_keys("q");
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn an_edit_that_stays_invisible_is_not_called_lost_and_keeps_its_draft() {
    let (fixture, mut screen) = save_invisible_title();
    screen.wait_for_texts(&["sent, not visible yet: Engineer", &format!("requested: {TITLE}")]);
    assert!(!screen.shows("ot saved"));
    fixture.wait_for_draft(TITLE);
    fixture.server.catch_up();
    close_report(&mut screen);
    // Sending it again finds it saved.
    send(&mut screen);
    screen.wait_for_text("Already saved: the server has these values");
    assert_eq!(fixture.patches().len(), 1);
    screen.quit();
}

#[test]
fn the_draft_of_an_edit_that_stayed_invisible_goes_once_the_server_shows_it() {
    let (fixture, mut screen) = save_invisible_title();
    close_report(&mut screen);
    // The form keeps the change; leaving it keeps the draft.
    screen.type_keys("<esc>");
    screen.wait_for_text("enter keep");
    screen.type_keys("<enter>");
    screen.wait_for_texts(&["▸3 Candidates", "1 unsaved edit"]);
    fixture.server.catch_up();
    screen.type_keys("R");
    screen.wait_for_text("Ada Lovelace: the server shows the change now");
    screen.wait_until_gone("1 unsaved edit");
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn an_undo_waits_until_the_server_shows_it() {
    let fixture = EditFixture::new();
    let mut screen = start(&fixture);
    type_title(&mut screen);
    save(&mut screen);
    lag(&fixture);
    screen.type_keys("u");
    screen.wait_for_texts(&["Undo: Ada Lovelace", AWAITING]);
    fixture.server.catch_up();
    screen.wait_for_text("Undone and verified");
    screen.wait_until_gone("Undo: Ada Lovelace");
    screen.type_keys("U");
    screen.wait_for_text("undone · ");
    assert_eq!(fixture.server.person("per_1")["current_job_title"], "Engineer");
    screen.type_keys("q");
    screen.quit();
}

#[test]
fn an_edit_that_is_not_visible_yet_can_be_undone() {
    let (fixture, mut screen) = save_invisible_title();
    close_report(&mut screen);
    screen.type_keys("<esc>");
    screen.wait_for_text("Keep your unsaved changes?");
    screen.type_keys("<enter>");
    screen.wait_for_text("Kept your changes to Ada Lovelace");
    // The record still shows the old title, and the undo is sent all the same.
    screen.type_keys("u");
    screen.wait_for_text(REPORT);
    assert_eq!(fixture.patches().len(), 2);
    assert_eq!(fixture.server.person("per_1")["current_job_title"], "Engineer");
    screen.quit();
}

#[test]
fn a_create_goes_on_in_the_background_until_the_server_shows_the_record() {
    let fixture = EditFixture::new();
    let mut screen = start(&fixture);
    screen.type_keys("cGrace Hopper");
    screen.wait_for_text("New person: Grace Hopper");
    lag(&fixture);
    review_and_send(&mut screen);
    screen.wait_for_text("The server accepted the new person but does not show the record yet");
    screen.type_keys("<esc>");
    screen.wait_for_texts(&["Saving continues in the background", "▸3 Candidates"]);
    fixture.server.catch_up();
    screen.wait_for_text("Grace Hopper: created");
    screen.wait_until_gone("1 unsaved edit");
    assert_eq!((fixture.server.bodies("POST").len(), fixture.server.person_count()), (1, 4));
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn an_attachment_waits_until_the_server_shows_it() {
    for is_visible in [true, false] {
        let fixture = EditFixture::new();
        let mut screen =
            Screen::wide(fixture.command_verifying_for(if is_visible { "2m" } else { "500ms" }));
        go_to_candidates(&mut screen);
        lag(&fixture);
        screen.type_keys("ggJ");
        screen.wait_for_text("Umbra");
        screen.type_keys("sales<enter>");
        screen.wait_for_text("enter adds the person");
        screen.type_keys("<enter>");
        if is_visible {
            screen.wait_for_text("accepted, not visible yet, checking again");
            fixture.server.catch_up();
            screen.wait_for_text("Added Ada Lovelace to Head of Sales");
        } else {
            screen.wait_for_texts(&["1 unknown", AWAITING]);
        }
        assert_eq!(fixture.patches().len(), 1);
        let jobs = fixture.server.person("per_1")["jobs"].clone();
        assert_eq!(jobs[1]["job_id"], OTHER_JOB);
        screen.quit();
    }
}

#[test]
fn quitting_before_the_server_shows_an_edit_says_so_and_keeps_the_draft() {
    let fixture = EditFixture::new();
    let mut screen = start(&fixture);
    type_title(&mut screen);
    lag(&fixture);
    send(&mut screen);
    screen.wait_for_text(AWAITING);
    screen.type_keys("<esc>");
    screen.wait_for_text("Saving continues in the background");
    screen.type_keys("<c-c>");
    screen.wait_for_text("the server accepted the change to Ada Lovelace but did not show it yet");
    assert_eq!(fixture.drafts_on_disk().len(), 1);
}
