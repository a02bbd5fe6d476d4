//! Drafts survive the program, the terminal and a second window.

use serde_json::json;

use crate::support::edit_fixture::{
    CONFLICT, EditFixture, confirm_review, open_form, review_and_send, save, send, title_line,
    wait_for_saved, wait_sendable,
};
use crate::support::pty::Screen;
use crate::support::quirky_server::Reaction;
use crate::support::scripted_server::latch;

/// Starts the program again, which opens the draft with this title.
fn restart_with_draft(fixture: &EditFixture, title: &str) -> Screen {
    let screen = fixture.start();
    screen.wait_for("Unsaved changes to Ada Lovelace from HH:MM", |screen| {
        let contents = screen.contents();
        let from = contents.split_once("Unsaved changes to Ada Lovelace from ");
        from.is_some_and(|(_, time)| {
            let time: Vec<char> = time.chars().take(5).collect();
            let is_digit = |at: usize| time.get(at).is_some_and(char::is_ascii_digit);
            [0, 1, 3, 4].into_iter().all(is_digit) && time.get(2) == Some(&':')
        })
    });
    wait_sendable(&screen, &title_line(title));
    screen
}

#[test]
fn a_kill_loses_no_draft_that_is_on_disk() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_with_title("Gräfin der Zahlen 佐藤");
    fixture.wait_for_draft("Gräfin der Zahlen 佐藤");
    screen.kill();
    let mut restarted = restart_with_draft(&fixture, "Gräfin der Zahlen 佐藤");
    assert_eq!(fixture.patches().len(), 0);
    save(&mut restarted);
    assert_eq!(fixture.patches(), [json!({"current_job_title": "Gräfin der Zahlen 佐藤"})]);
    restarted.quit();
    let screen = fixture.start_at_candidates();
    assert!(!screen.shows("Unsaved"));
    screen.quit();
}

#[test]
fn no_draft_is_lost_however_the_program_ends_after_the_last_key() {
    for end in ["TERM", "HUP", "INT", "the terminal closes", "ctrl-c"] {
        let fixture = EditFixture::new();
        let mut screen = fixture.start_with_title("Countess of Numbers");
        match end {
            "the terminal closes" => assert_eq!(screen.hang_up(), 129, "{end}"),
            "ctrl-c" => {
                screen.type_keys("<c-c>");
                assert_eq!(screen.exit(), 0, "{end}");
            }
            signal => {
                screen.signal(signal);
                screen.exit();
            }
        }
        let mut restarted = restart_with_draft(&fixture, "Countess of Numbers");
        save(&mut restarted);
        assert_eq!(
            fixture.patches(),
            [json!({"current_job_title": "Countess of Numbers"})],
            "{end}"
        );
        restarted.quit();
    }
}

#[test]
fn a_draft_is_compared_with_the_current_record() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_with_title("Countess");
    fixture.wait_for_draft("Countess");
    screen.kill();
    fixture.server.edit_as_other_user("per_1", &json!({"current_job_title": "Poet"}));
    let mut restarted = restart_with_draft(&fixture, "Countess");
    restarted.wait_for_text("Changed by another user since you started: title");
    restarted.wait_for_text("Another user changed it: now \"Poet\"");
    review_and_send(&mut restarted);
    restarted.wait_for_text(CONFLICT);
    assert_eq!(fixture.patches().len(), 0);
    restarted.type_keys("m<enter>");
    confirm_review(&mut restarted);
    wait_for_saved(&restarted);
    assert_eq!(fixture.patches(), [json!({"current_job_title": "Countess"})]);
    restarted.quit();
}

#[test]
fn a_draft_is_sent_only_after_its_record_is_read() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_with_title("Countess");
    screen.type_keys("<esc>");
    screen.wait_for_text("Keep your unsaved changes?");
    screen.type_keys("<enter>");
    screen.wait_for_text("Kept your changes to Ada Lovelace");
    let (open, closed) = latch();
    fixture.server.react_to("GET", vec![Reaction::WaitFor(closed); 20]);
    screen.type_keys("ge");
    screen.wait_for_text("Unsaved edits: 1");
    screen.type_keys("<enter>");
    screen.wait_for_text("The record is still loading; you can type already");
    screen.type_keys("<c-s>");
    screen.wait_for_text("The record is still loading; saving continues when it arrives");
    assert_eq!(fixture.patches().len(), 0);
    drop(open);
    wait_for_saved(&screen);
    assert_eq!(fixture.patches(), [json!({"current_job_title": "Countess"})]);
    screen.quit();
}

#[tokio::test]
async fn an_update_in_flight_at_a_kill_is_not_sent_twice() {
    let fixture = EditFixture::new();
    let (_open, closed) = latch();
    fixture.server.react_to("PATCH", [Reaction::WaitFor(closed)]);
    let mut screen = fixture.start_with_title("Countess");
    send(&mut screen);
    fixture.server.wait_for_requests("PATCH", 1).await;
    screen.kill();
    // The draft opens before the record is read, which would settle it at once.
    let (open, closed) = latch();
    fixture.server.react_to("GET", vec![Reaction::WaitFor(closed); 20]);
    let mut restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Ada Lovelace");
    drop(open);
    wait_sendable(&restarted, &title_line("Countess"));
    send(&mut restarted);
    restarted.wait_for_text("Already saved: the server has these values");
    assert_eq!(fixture.patches().len(), 1);
    restarted.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[tokio::test]
async fn the_program_waits_for_an_update_in_flight_before_it_ends() {
    let fixture = EditFixture::new();
    let (open, closed) = latch();
    fixture.server.react_to("PATCH", [Reaction::WaitFor(closed)]);
    let mut screen = fixture.start_with_title("Countess");
    send(&mut screen);
    fixture.server.wait_for_requests("PATCH", 1).await;
    screen.signal("TERM");
    screen.wait_until_gone("Edit Ada");
    drop(open);
    assert_eq!(screen.exit(), 143);
    assert_eq!(fixture.patches().len(), 1);
    assert_eq!(fixture.server.person("per_1")["current_job_title"], "Countess");
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
    let restarted = fixture.start_at_candidates();
    assert!(!restarted.shows("Unsaved changes") && !restarted.shows("1 unsaved edit"));
    restarted.quit();
}

#[tokio::test]
async fn a_create_in_flight_at_a_kill_is_found_and_not_sent_twice() {
    let fixture = EditFixture::new();
    let (_open, closed) = latch();
    fixture.server.react_to("POST", [Reaction::WaitFor(closed)]);
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("cGrace Hopper");
    screen.wait_for_text("New person: Grace Hopper");
    review_and_send(&mut screen);
    fixture.server.wait_for_requests("POST", 1).await;
    screen.kill();
    let mut restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Grace Hopper from ");
    restarted.wait_for_text("May have been sent before: saving looks for the person first");
    // The review shows the person as a possible duplicate.
    restarted.wait_for_text("4/4 ·");
    send(&mut restarted);
    restarted.wait_for_text("s add anyway");
    restarted.type_keys("s");
    restarted.wait_for_text("the person was found by external ID");
    assert_eq!((fixture.server.bodies("POST").len(), fixture.server.person_count()), (1, 4));
    restarted.quit();
}

#[test]
fn two_windows_on_one_person_know_of_each_other_and_lose_no_edit() {
    let fixture = EditFixture::new();
    let mut first = fixture.start_with_title("Countess");
    fixture.wait_for_draft("Countess");
    let mut second = fixture.start_at_candidates();
    assert!(!second.shows("Unsaved"), "the draft belongs to the first window");
    open_form(&mut second, "Ada Lovelace");
    second.wait_for_text("Another window has unsaved changes to Ada Lovelace, too");
    second.type_keys("<c-u>Duchess");
    second.wait_for_text(&title_line("Duchess"));
    fixture.wait_for_draft("Duchess");
    assert_eq!(fixture.drafts_on_disk().len(), 2);

    save(&mut first);
    send(&mut second);
    second.wait_for_texts(&[
        CONFLICT,
        "Engineer",
        "Countess",
        "Duchess",
        "nothing was overwritten",
    ]);
    assert_eq!(fixture.patches(), [json!({"current_job_title": "Countess"})]);
    second.type_keys("m<enter>");
    confirm_review(&mut second);
    wait_for_saved(&second);
    let bodies = ["Countess", "Duchess"].map(|title| json!({"current_job_title": title}));
    assert_eq!(fixture.patches(), bodies);
    first.quit();
    second.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn a_third_window_opens_only_drafts_that_no_other_window_has() {
    let fixture = EditFixture::new();
    let mut first = fixture.start_with_title("Countess");
    fixture.wait_for_draft("Countess");
    let second = fixture.start_with_title("Duchess");
    fixture.wait_for_draft("Duchess");
    first.kill();
    let third = restart_with_draft(&fixture, "Countess");
    third.wait_for_text("1 unsaved edit");
    assert!(!third.shows("Duchess"));
    third.quit();
    second.quit();
    assert_eq!(fixture.drafts_on_disk().len(), 2);
    let both = fixture.start();
    both.wait_for_text("2 unsaved edits");
    both.wait_for_text("1 more");
    both.quit();
    assert_eq!(fixture.patches().len(), 0);
}

#[test]
fn an_older_window_is_also_warned_of_the_other() {
    let fixture = EditFixture::new();
    let (mut first, mut second) = (fixture.start_at_candidates(), fixture.start_at_candidates());
    open_form(&mut first, "Ada Lovelace");
    first.type_keys("!");
    fixture.wait_for_draft("Engineer!");
    open_form(&mut second, "Ada Lovelace");
    second.type_keys("?");
    second.wait_for_text("Another window has unsaved changes to Ada Lovelace, too");
    first.quit();
    second.quit();
}
