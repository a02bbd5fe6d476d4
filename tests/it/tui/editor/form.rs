//! People edited by typing into the real program: what is on the screen, and
//! what was sent.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::support::edit_fixture::{
    CLASH, DONE, Desk, REVIEW, open, quit, save, seat, send, shows, told, wait_sendable,
};
use crate::support::pty::{Screen, WIDE};
use crate::support::quirky_server::Manners;

#[test]
fn a_title_is_corrected_in_three_steps_and_only_it_is_sent() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(" II");
    screen.wait_text("*title            Engineer II");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    for words in ["PATCH /v1/persons/per_1", "Only this field is sent:", "Engineer II"] {
        screen.wait_text(words);
    }
    assert_eq!(desk.patches().len(), 0, "nothing is sent before it was seen");
    let before = desk.odd.asked().len();
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    screen.wait_text("saved and seen: Engineer II");
    let asked = desk.odd.asked().split_off(before);
    let [read, sent, proven, ..] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!([&**read, &**proven], ["GET /v1/persons/per_1"; 2]);
    assert_eq!(sent, "PATCH /v1/persons/per_1");
    screen.type_keys("<enter>");
    screen.wait_text("▌  Ada Lovelace        Engineer II");
    screen.wait_gone("draft");
    assert_eq!(desk.patches(), [json!({"current_job_title": "Engineer II"})]);
    quit(screen);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[test]
fn a_field_is_edited_in_place_by_its_initial() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    for (keys, title, words, body) in [
        ("et", "Edit title: Ada", "Saved, and seen.", json!({"current_job_title": "Engineer!"})),
        ("en", "Edit name: Ada", "Saved, and seen.", json!({"name": "Ada Lovelace!"})),
        ("ec", "Edit company: Ada", "Saved, and seen.", json!({"company_name": "Kestrel!"})),
        ("ea", "Edit address: Ada", "This server never shows", json!({"address": "!"})),
        ("eh", "Edit headline: Ada", "This server never shows", json!({"social_headline": "!"})),
    ] {
        screen.type_keys(keys);
        screen.wait_text(title);
        screen.type_keys("!<enter>");
        screen.wait_text(REVIEW);
        screen.type_keys("<enter>");
        told(&screen, words);
        screen.type_keys("<enter>");
        screen.wait_gone(DONE);
        assert_eq!(desk.patches().last(), Some(&body));
    }
    assert_eq!(desk.patches().len(), 5);
    assert_eq!(desk.odd.unseen("per_1")["address"], "!");
    quit(screen);
}

#[test]
fn a_list_is_added_to_moved_renamed_and_shortened_and_sent_whole() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    screen.type_keys("em");
    screen.wait_text("Edit e-mails: Ada");
    screen.type_keys("<a-n>ada@union.example");
    screen.wait_text("ada@union.example");
    // To the top, and its kind is a word of one's own.
    screen.type_keys("<a-up><a-up><s-tab><c-u>union");
    screen.wait_text("union         ada@union.example");
    screen.type_keys("<down><down><a-d>");
    screen.wait_gone("personal      ada@home.example");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.wait_text("ada@home.example");
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    let whole = json!([
        {"contact_data_type": "union", "value": "ada@union.example"},
        {"contact_data_type": "work", "value": "ada@kestrel.example"},
    ]);
    assert_eq!(desk.patches(), [json!({"emails": whole})]);
    assert_eq!(desk.odd.person("per_1")["emails"], whole);
    quit(screen);
}

#[test]
fn any_script_is_typed_and_pasted_and_taken_back() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    screen.type_keys("en");
    screen.wait_text("Edit name: Ada");
    screen.type_keys("<c-u>");
    screen.send("\u{1b}[200~佐藤 健太郎\u{1b}[201~".as_bytes());
    screen.wait_text("佐藤 健太郎");
    screen.type_keys(" שלום<a-u>");
    screen.wait_gone("שלום");
    screen.type_keys(" Þór");
    screen.wait_text("Þór");
    screen.type_keys("<enter>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    assert_eq!(desk.patches(), [json!({"name": "佐藤 健太郎 Þór"})]);
    quit(screen);
}

#[test]
fn what_is_wrong_is_said_while_typing_and_only_what_cannot_be_is_held_back() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    screen.type_keys("em");
    screen.wait_text("Edit e-mails: Ada");
    screen.type_keys("<c-u>nowhere<c-s>");
    screen.wait_text("e-mails: ");
    assert!(!shows(&screen, REVIEW));
    screen.type_keys("@kestrel.example<c-s>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    screen.type_keys("ep");
    screen.wait_text("Edit phones: Ada");
    screen.type_keys("<c-u>12");
    screen.wait_text("! a whole number has 7 digits or more");
    save(&mut screen, "Saved, and seen.");
    assert_eq!(desk.odd.person("per_1")["emails"][0]["value"], "nowhere@kestrel.example");
    assert_eq!(desk.odd.person("per_1")["phones"][0]["value"], "12");
    assert_eq!(desk.patches().len(), 2);
    quit(screen);
}

/// What the person's own editor does to the file it is given.
fn edits_by(desk: &Desk, line: &str) {
    let path = desk.program.home.path().join("editor");
    std::fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o700)).unwrap();
}

#[test]
fn the_record_is_edited_outside_with_the_same_checks_on_return() {
    let desk = Desk::plain();
    edits_by(&desk, r#"sed -i 's/"Engineer"/"Countess"/' "$1""#);
    let mut command = desk.command();
    command.env("EDITOR", "./editor");
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    seat(&mut screen);
    screen.type_keys("E");
    screen.wait_text(REVIEW);
    screen.wait_text("Countess");
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);

    edits_by(&desk, r#"sed -i 's/"Countess"/"Duchess"/' "$1"; echo oops >> "$1""#);
    screen.type_keys("E");
    screen.wait_text("what came back from your editor cannot be read");
    desk.wait_on_disk("Duchess");
    screen.type_keys("<c-s>");
    screen.wait_text("alt-e opens the text from outside again, alt-o drops it");
    edits_by(&desk, r#"sed -i '/^oops/d' "$1""#);
    screen.type_keys("<a-e>");
    screen.wait_text(REVIEW);
    screen.wait_text("Duchess");
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    let bodies = ["Countess", "Duchess"].map(|title| json!({"current_job_title": title}));
    assert_eq!(desk.patches(), bodies);
    quit(screen);
}

#[test]
fn a_saved_edit_is_taken_back_and_made_again_with_one_request_each() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(" II");
    // Down to the address, which no server shows again.
    screen.type_keys(&"<down>".repeat(14));
    screen.type_keys("1 Main St");
    screen.wait_text("*address          1 Main St");
    save(&mut screen, "Saved. What this server shows of it was seen.");
    screen.type_keys("u");
    told(&screen, "Saved, and seen.");
    screen.wait_text("cannot be taken back through this interface: address");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    screen.type_keys(":edits");
    screen.wait_text("the edits of this session");
    screen.type_keys("<enter>");
    screen.wait_text("Edits of this session: 1");
    screen.wait_text("taken back · ");
    screen.type_keys("q");
    screen.wait_gone("Edits of this session");
    screen.type_keys("<c-r>");
    told(&screen, "saved and seen: Engineer II");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    screen.type_keys("U");
    screen.wait_text("Edits of this session: 1");
    assert!(!shows(&screen, "taken back · "));
    let bodies = [
        json!({"current_job_title": "Engineer II", "address": "1 Main St"}),
        json!({"current_job_title": "Engineer"}),
        json!({"current_job_title": "Engineer II"}),
    ];
    assert_eq!(desk.patches(), bodies);
    quit(screen);
}

#[test]
fn an_undo_does_not_overwrite_what_somebody_else_wrote_since() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(" II");
    save(&mut screen, "Saved, and seen.");
    desk.odd.elsewhere("per_1", &json!({"current_job_title": "Poet"}));
    screen.type_keys("u");
    screen.wait_text(CLASH);
    for words in ["Engineer II", "Poet", "Nothing was sent."] {
        screen.wait_text(words);
    }
    screen.type_keys("t<enter>");
    screen.wait_text("theirs stays");
    assert_eq!(desk.patches().len(), 1);
    assert_eq!(desk.odd.person("per_1")["current_job_title"], "Poet");
    quit(screen);
}

#[test]
fn what_is_left_is_kept_listed_discarded_and_had_back() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(" of Numbers");
    screen.wait_text("1 draft");
    screen.type_keys("<esc>");
    screen.wait_text("What becomes of what you typed?");
    screen.type_keys("<enter>");
    screen.wait_text("the edit of Ada Lovelace is kept");
    desk.wait_on_disk("Engineer of Numbers");
    screen.type_keys("ge");
    screen.wait_text("Unsaved edits: 1");
    screen.type_keys("<enter>");
    screen.wait_text("*title            Engineer of Numbers");
    screen.wait_text("unsaved edit from");
    screen.type_keys("<esc>");
    screen.wait_text("What becomes of what you typed?");
    screen.type_keys("d");
    screen.wait_text("the edit of Ada Lovelace was discarded; u brings it back");
    screen.wait_gone("1 draft");
    screen.type_keys("u");
    screen.wait_text("*title            Engineer of Numbers");
    screen.wait_text("1 draft");
    desk.wait_on_disk("Engineer of Numbers");
    quit(screen);
    let mut again = desk.start();
    again.wait_text("unsaved edit of Ada Lovelace from ");
    assert_eq!(desk.patches().len(), 0, "nothing was sent in all that");
    wait_sendable(&again, "*title            Engineer of Numbers");
    send(&mut again);
    told(&again, "Saved, and seen.");
    again.wait_gone("1 draft");
    quit(again);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[test]
fn an_untouched_form_is_left_without_a_word_and_without_a_draft() {
    let desk = Desk::new(Manners { clears: true, ..Manners::default() });
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys("x<bs><c-s>");
    screen.wait_text("nothing was changed yet");
    screen.type_keys("<esc>");
    screen.wait_gone("Edit Ada");
    quit(screen);
    assert_eq!((desk.patches().len(), desk.on_disk().len()), (0, 0));
}
