//! What was typed outlives the program, the terminal and a second window.

use serde_json::json;

use crate::support::edit_fixture::{
    CLASH, Desk, REVIEW, open, quit, save, send, shows, told, wait_sendable,
};
use crate::support::pty::Screen;
use crate::support::quirky_server::Turn;
use crate::support::scripted_server::{Log, latch};

/// Somebody typed a title, and it is seen.
fn typed(desk: &Desk, title: &str) -> Screen {
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(&format!("<c-u>{title}"));
    screen.wait_text(&format!("*title            {title}"));
    screen
}

/// The next start says so, and has every letter.
fn offered(desk: &Desk, title: &str) -> Screen {
    let screen = desk.start();
    screen.wait_for("unsaved edit of Ada Lovelace from HH:MM", |screen| {
        let contents = screen.contents();
        let from = contents.split_once("unsaved edit of Ada Lovelace from ");
        from.is_some_and(|(_, time)| {
            let time: Vec<char> = time.chars().take(5).collect();
            let is_digit = |at: usize| time.get(at).is_some_and(char::is_ascii_digit);
            [0, 1, 3, 4].into_iter().all(is_digit) && time.get(2) == Some(&':')
        })
    });
    wait_sendable(&screen, &format!("*title            {title}"));
    screen
}

#[test]
fn a_kill_loses_nothing_that_is_on_disk() {
    let desk = Desk::plain();
    let mut screen = typed(&desk, "Gräfin der Zahlen 佐藤");
    desk.wait_on_disk("Gräfin der Zahlen 佐藤");
    screen.signal("KILL");
    screen.exit();
    let mut again = offered(&desk, "Gräfin der Zahlen 佐藤");
    assert_eq!(desk.patches().len(), 0);
    save(&mut again, "Saved, and seen.");
    assert_eq!(desk.patches(), [json!({"current_job_title": "Gräfin der Zahlen 佐藤"})]);
    quit(again);
    let screen = desk.sit();
    assert!(!screen.lines().concat().contains("unsaved"));
    quit(screen);
}

#[test]
fn however_it_ends_right_after_the_last_key_nothing_is_lost() {
    for end in ["TERM", "HUP", "INT", "the terminal goes", "ctrl-c"] {
        let desk = Desk::plain();
        let mut screen = typed(&desk, "Countess of Numbers");
        match end {
            "the terminal goes" => assert_eq!(screen.hang_up(), 129, "{end}"),
            "ctrl-c" => {
                screen.type_keys("<c-c>");
                assert_eq!(screen.exit(), 0, "{end}");
            }
            signal => {
                screen.signal(signal);
                screen.exit();
            }
        }
        let mut again = offered(&desk, "Countess of Numbers");
        save(&mut again, "Saved, and seen.");
        assert_eq!(desk.patches(), [json!({"current_job_title": "Countess of Numbers"})], "{end}");
        quit(again);
    }
}

#[test]
fn an_unsaved_edit_is_compared_with_the_record_as_it_is_now() {
    let desk = Desk::plain();
    let mut screen = typed(&desk, "Countess");
    desk.wait_on_disk("Countess");
    screen.signal("KILL");
    screen.exit();
    desk.odd.elsewhere("per_1", &json!({"current_job_title": "Poet"}));
    let mut again = offered(&desk, "Countess");
    again.wait_text("somebody else changed since it was begun: title");
    again.wait_text("somebody else changed it since: now \"Poet\"");
    send(&mut again);
    again.wait_text(CLASH);
    assert_eq!(desk.patches().len(), 0);
    again.type_keys("m<enter>");
    again.wait_text(REVIEW);
    again.type_keys("<enter>");
    told(&again, "Saved, and seen.");
    assert_eq!(desk.patches(), [json!({"current_job_title": "Countess"})]);
    quit(again);
}

#[test]
fn a_draft_is_not_sent_before_its_record_was_read() {
    let desk = Desk::plain();
    let mut screen = typed(&desk, "Countess");
    screen.type_keys("<esc>");
    screen.wait_text("What becomes of what you typed?");
    screen.type_keys("<enter>");
    screen.wait_text("the edit of Ada Lovelace is kept");
    let (open, held) = latch();
    desk.odd.turns("GET", vec![Turn::Held(held); 20]);
    screen.type_keys("ge");
    screen.wait_text("Unsaved edits: 1");
    screen.type_keys("<enter>");
    screen.wait_text("the record is still being read; what you type now is kept");
    screen.type_keys("<c-s>");
    screen.wait_text("the record is still being read; what you typed is kept");
    drop(open);
    wait_sendable(&screen, "*title            Countess");
    assert_eq!(desk.patches().len(), 0);
    save(&mut screen, "Saved, and seen.");
    quit(screen);
}

/// Waits until so many requests of a method have come.
async fn came(desk: &Desk, method: &str, count: usize) {
    let of = |log: &Log| log.asked.iter().filter(|asked| asked.method == method).count();
    desk.odd.rough.until(|log| of(log) == count).await;
}

#[tokio::test]
async fn a_change_that_was_on_its_way_when_it_was_killed_is_not_sent_twice() {
    let desk = Desk::plain();
    let (_open, held) = latch();
    desk.odd.turns("PATCH", [Turn::Held(held)]);
    let mut screen = typed(&desk, "Countess");
    send(&mut screen);
    came(&desk, "PATCH", 1).await;
    screen.signal("KILL");
    screen.exit();
    let mut again = offered(&desk, "Countess");
    send(&mut again);
    again.wait_text("The server has it so already: nothing was sent.");
    assert_eq!(desk.patches().len(), 1);
    quit(again);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[tokio::test]
async fn a_change_that_is_on_its_way_is_waited_for_at_the_end() {
    let desk = Desk::plain();
    let (open, held) = latch();
    desk.odd.turns("PATCH", [Turn::Held(held)]);
    let mut screen = typed(&desk, "Countess");
    send(&mut screen);
    came(&desk, "PATCH", 1).await;
    screen.signal("TERM");
    screen.wait_gone("Edit Ada");
    drop(open);
    assert_eq!(screen.exit(), 143);
    assert_eq!(desk.patches().len(), 1);
    assert_eq!(desk.odd.person("per_1")["current_job_title"], "Countess");
    // It ended as it was meant to: there is nothing to offer.
    assert_eq!(desk.on_disk(), [""; 0]);
    let again = desk.sit();
    assert!(!shows(&again, "unsaved edit") && !shows(&again, "1 draft"));
    quit(again);
}

#[tokio::test]
async fn a_creation_that_was_on_its_way_when_it_was_killed_is_found_and_not_sent_twice() {
    let desk = Desk::plain();
    let (_open, held) = latch();
    desk.odd.turns("POST", [Turn::Held(held)]);
    let mut screen = desk.sit();
    screen.type_keys("cGrace Hopper");
    screen.wait_text("New person: Grace Hopper");
    send(&mut screen);
    came(&desk, "POST", 1).await;
    screen.signal("KILL");
    screen.exit();
    let mut again = desk.start();
    again.wait_text("unsaved edit of Grace Hopper from ");
    again.wait_text("it may have been sent before: it is looked for first");
    send(&mut again);
    again.wait_text("found by their outside id");
    assert_eq!((desk.odd.bodies("POST").len(), desk.odd.count()), (1, 4));
    quit(again);
}

#[test]
fn two_windows_on_one_person_know_of_each_other_and_lose_nothing() {
    let desk = Desk::plain();
    let mut first = typed(&desk, "Countess");
    desk.wait_on_disk("Countess");
    let mut second = desk.sit();
    assert!(!second.lines().concat().contains("unsaved"), "it is the first one's");
    open(&mut second, "Ada Lovelace");
    second.wait_text("another window has an unsaved edit of Ada Lovelace, too");
    second.type_keys("<c-u>Duchess");
    second.wait_text("*title            Duchess");
    desk.wait_on_disk("Duchess");
    assert_eq!(desk.on_disk().len(), 2);

    save(&mut first, "Saved, and seen.");
    send(&mut second);
    second.wait_text(CLASH);
    for words in ["Engineer", "Countess", "Duchess", "Nothing was sent."] {
        second.wait_text(words);
    }
    assert_eq!(desk.patches(), [json!({"current_job_title": "Countess"})]);
    second.type_keys("m<enter>");
    second.wait_text(REVIEW);
    second.type_keys("<enter>");
    told(&second, "Saved, and seen.");
    let bodies = ["Countess", "Duchess"].map(|title| json!({"current_job_title": title}));
    assert_eq!(desk.patches(), bodies);
    quit(first);
    quit(second);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[test]
fn a_third_window_is_offered_only_what_no_other_has() {
    let desk = Desk::plain();
    let mut first = typed(&desk, "Countess");
    desk.wait_on_disk("Countess");
    let second = typed(&desk, "Duchess");
    desk.wait_on_disk("Duchess");
    first.signal("KILL");
    first.exit();
    let third = offered(&desk, "Countess");
    third.wait_text("1 draft");
    assert!(!third.lines().concat().contains("Duchess"));
    quit(third);
    quit(second);
    assert_eq!(desk.on_disk().len(), 2);
    let both = desk.start();
    both.wait_text("2 drafts");
    both.wait_text("1 more");
    quit(both);
    assert_eq!(desk.patches().len(), 0);
}

#[test]
fn a_window_that_was_there_before_is_told_of_the_other_as_well() {
    let desk = Desk::plain();
    let (mut first, mut second) = (desk.sit(), desk.sit());
    open(&mut first, "Ada Lovelace");
    first.type_keys("!");
    desk.wait_on_disk("Engineer!");
    open(&mut second, "Ada Lovelace");
    second.type_keys("?");
    second.wait_text("another window has an unsaved edit of Ada Lovelace, too");
    quit(first);
    quit(second);
}
