//! Notes belong to the person: they show in every job, and are edited and deleted in the list.

use crate::support::pty::Screen;
use crate::support::triage_fixture::{TriageFixture, wait_for_log};

#[test]
fn a_note_is_edited_and_deleted_and_a_kill_loses_neither() {
    let fixture = TriageFixture::with_jobs(&[("job_rust", "Rust Engineer", 4)]);
    let notes = || fixture.verdicts()[0]["notes"].clone();
    let mut screen = Screen::wide(fixture.command());
    screen.wait_for_text("RUST 03");
    wait_for_log(&mut screen, "4 waiting");
    screen.type_keys("3ggwggncall Ada<enter>");
    screen.wait_for_text("call Ada");
    screen.type_keys("nlikes Rust<enter>");
    screen.wait_for_text("likes Rust");
    screen.type_keys("N");
    screen.wait_for_text("Notes on RUST 00: 2");
    screen.type_keys("je<c-u>call Grace<enter>");
    screen.wait_for_text("call Grace");
    screen.type_keys("ggd");
    screen.wait_for_text("Deleted the note");
    screen.wait_for_text("Notes on RUST 00: 1");
    screen.kill();
    assert_eq!(notes(), serde_json::json!(["call Grace"]));

    let mut screen = Screen::wide(fixture.command());
    screen.wait_for_text("RUST 03");
    wait_for_log(&mut screen, "3 waiting");
    screen.type_keys("3ggN");
    screen.wait_for_text("Notes on RUST 00: 1");
    screen.type_keys("uu");
    screen.wait_for_text("Notes on RUST 00: 2");
    assert_eq!(notes(), serde_json::json!(["call Grace", "likes Rust"]));
}
