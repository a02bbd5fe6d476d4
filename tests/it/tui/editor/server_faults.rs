//! What a server can do to an edit, as it is seen on the screen, and what was
//! sent meanwhile.

use serde_json::{Value, json};

use crate::support::edit_fixture::{
    CLASH, DONE, Desk, REVIEW, open, quit, save, seat, send, shows, told,
};
use crate::support::pty::{Screen, WIDE, on_server};
use crate::support::quirky_server::{Manners, Turn};
use crate::support::tcp_proxy::{Proxy, Way};

const TYPED: &str = "*title            Engineer of Numbers";

fn body() -> Value {
    json!({"current_job_title": "Engineer of Numbers"})
}

/// Somebody typed a title.
fn typed(desk: &Desk) -> Screen {
    let mut screen = desk.sit();
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(" of Numbers");
    screen.wait_text(TYPED);
    screen
}

/// The form is there with everything in it, and can be sent now.
fn is_there_and_can_be_saved(desk: &Desk, screen: &mut Screen) {
    screen.wait_text(TYPED);
    screen.wait_text("1 draft");
    desk.wait_on_disk("Engineer of Numbers");
    save(screen, "Saved, and seen.");
    screen.wait_gone("1 draft");
    assert_eq!(desk.odd.person("per_1")["current_job_title"], "Engineer of Numbers");
}

#[test]
fn an_answer_that_was_lost_is_settled_by_reading_carried_out() {
    let desk = Desk::plain();
    desk.odd.turns("PATCH", [Turn::DoneAndLost]);
    let mut screen = typed(&desk);
    send(&mut screen);
    told(&screen, "No clear answer came. The record was read again: it was carried out.");
    screen.wait_text("saved and seen: Engineer of Numbers");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    assert_eq!(desk.patches(), [body()]);
    quit(screen);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[test]
fn an_answer_that_was_lost_is_settled_by_reading_not_carried_out() {
    let desk = Desk::plain();
    desk.odd.turns("PATCH", [Turn::Lost]);
    let mut screen = typed(&desk);
    send(&mut screen);
    told(
        &screen,
        "No clear answer came. The record was read again: it was not carried out, so far.",
    );
    assert_eq!(desk.patches(), [body()], "it is not sent again by itself");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    is_there_and_can_be_saved(&desk, &mut screen);
    assert_eq!(desk.patches(), [body(), body()]);
    quit(screen);
}

#[test]
fn a_server_that_says_yes_and_does_nothing_is_found_out() {
    let desk = Desk::new(Manners { ignores: true, ..Manners::default() });
    let mut screen = typed(&desk);
    send(&mut screen);
    told(&screen, "The server said yes and kept what it had: nothing was changed.");
    screen.wait_text("asked for: Engineer of Numbers");
    desk.odd.becomes(|manners| manners.ignores = false);
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    is_there_and_can_be_saved(&desk, &mut screen);
    assert_eq!(desk.patches(), [body(), body()]);
    quit(screen);
}

#[test]
fn a_server_that_extends_lists_is_recognised_told_and_remembered() {
    let desk = Desk::new(Manners { extends: true, ..Manners::default() });
    let mut screen = desk.sit();
    let add = |screen: &mut Screen, address: &str| {
        screen.type_keys("em");
        screen.wait_text("Edit e-mails: Ada");
        screen.type_keys(&format!("<a-n>{address}"));
        screen.wait_text(address);
    };
    add(&mut screen, "ada@union.example");
    send(&mut screen);
    told(&screen, "This server adds to lists instead of replacing them.");
    screen.wait_text("the server kept something else");
    quit(screen);
    let entry = |kind: &str, value: &str| json!({"contact_data_type": kind, "value": value});
    let whole = json!({"emails": [
        entry("work", "ada@kestrel.example"), entry("personal", "ada@home.example"),
        entry("work", "ada@union.example"),
    ]});
    assert_eq!(desk.patches(), [whole]);

    let mut again = desk.sit();
    add(&mut again, "ada@court.example");
    again.type_keys("<up><a-d><c-s>");
    again.wait_text(REVIEW);
    again.wait_text("what you removed or changed will stay there");
    again.type_keys("<enter>");
    again.wait_text(DONE);
    let only = json!({"emails": [entry("work", "ada@court.example")]});
    assert_eq!(desk.patches()[1..], [only], "only what is new");
    quit(again);
}

#[test]
fn what_a_server_cleared_is_told_and_put_back() {
    let desk = Desk::new(Manners { clears: true, ..Manners::default() });
    let before = desk.odd.person("per_1");
    let mut screen = typed(&desk);
    send(&mut screen);
    told(&screen, "Saved, but something else was changed, too.");
    screen.wait_text("changed without being asked");
    screen.wait_text("This server clears what is left out of a change.");
    assert_eq!(desk.odd.person("per_1")["current_company_name"], "");
    screen.type_keys("r");
    screen.wait_text(REVIEW);
    for words in ["Kestrel", "ada@home.example", "is sent along unchanged"] {
        screen.wait_text(words);
    }
    assert_eq!(desk.patches(), [body()], "nothing is put back before it was seen");
    screen.type_keys("<enter>");
    screen.wait_text(DONE);
    let now = desk.odd.person("per_1");
    for key in ["name", "first_name", "last_name", "current_company_name", "emails", "phones"] {
        assert_eq!(now[key], before[key], "{key}");
    }
    assert_eq!(now["current_job_title"], "Engineer of Numbers", "what was meant stays");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    // The next one sends along what would be cleared.
    screen.type_keys("et!<enter>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    assert_eq!(desk.odd.person("per_1")["current_company_name"], "Kestrel");
    quit(screen);
}

#[test]
fn what_somebody_else_wrote_meanwhile_is_shown_and_nothing_is_sent_until_it_is_chosen() {
    let desk = Desk::plain();
    let mut screen = typed(&desk);
    screen.type_keys("<down> Ltd");
    screen.wait_text("*company          Kestrel Ltd");
    let theirs = json!({"current_job_title": "Poet", "company_name": "Byron", "name": "Ada L."});
    desk.odd.elsewhere("per_1", &theirs);
    send(&mut screen);
    screen.wait_text(CLASH);
    for words in ["before", "theirs, now", "mine", "Poet", "Engineer of Numbers", "Byron"] {
        screen.wait_text(words);
    }
    screen.wait_text("Choose for each field; 2 of 2 to go.");
    screen.type_keys("<enter>");
    screen.wait_text("2 to choose yet");
    screen.type_keys("m");
    screen.wait_text("1 of 2 to go");
    assert_eq!(desk.patches().len(), 0);
    screen.type_keys("t");
    screen.wait_text("All are chosen");
    screen.type_keys("<enter>");
    screen.wait_text(REVIEW);
    assert!(!shows(&screen, "Kestrel Ltd"));
    assert_eq!(desk.patches().len(), 0);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    assert_eq!(desk.patches(), [body()]);
    let now = desk.odd.person("per_1");
    assert_eq!((&now["current_company_name"], &now["name"]), (&json!("Byron"), &json!("Ada L.")));
    quit(screen);
}

#[test]
fn a_server_with_marks_refuses_what_is_outdated_and_the_clash_is_shown() {
    let desk = Desk::new(Manners { etags: true, ..Manners::default() });
    // Between our read and our write.
    desk.odd.turns("PATCH", [Turn::After("per_1", json!({"current_job_title": "Poet"}))]);
    let mut screen = typed(&desk);
    send(&mut screen);
    screen.wait_text(CLASH);
    screen.wait_text("Poet");
    assert_eq!(desk.odd.person("per_1")["current_job_title"], "Poet", "nothing overwritten");
    screen.type_keys("m<enter>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    let marks: Vec<_> = desk.odd.sent("PATCH").into_iter().map(|(mark, _)| mark).collect();
    let [first, second] = marks.as_slice() else { panic!("{marks:?}") };
    assert!(first.is_some() && second.is_some() && first != second, "{marks:?}");
    quit(screen);
}

#[test]
fn what_a_server_says_of_a_field_stands_at_the_field_and_whatever_it_says_the_form_stays() {
    let says = |status, told: &str| Turn::Says(status, json!({"success": false, "error": told}));
    let at_field = json!({"success": false, "error": "not valid",
        "errors": [{"field": "current_job_title", "message": "that is too grand"}]});
    let table = [
        (Turn::Says("422 Unprocessable Entity", at_field), "✗ that is too grand", "at its field"),
        (says("403 Forbidden", "readers only"), "readers only", "key that may do this"),
        (says("404 Not Found", "who is that"), "who is that", "may have deleted the record"),
        (says("409 Conflict", "locked by hr"), "locked by hr", "saving again looks at it anew"),
        (says("412 Precondition Failed", "faster"), "faster", "saving again looks at it anew"),
        (says("429 Too Many Requests", "too fast"), "too fast", "after the pause"),
    ];
    let desk = Desk::plain();
    let mut screen = typed(&desk);
    for (number, (turn, words, todo)) in table.into_iter().enumerate() {
        desk.odd.turns("PATCH", [turn]);
        send(&mut screen);
        screen.wait_text(words);
        screen.wait_text(todo);
        screen.wait_text("Nothing was changed.");
        screen.wait_text(TYPED);
        assert_eq!(desk.patches().len(), number + 1, "{words}: not sent again by itself");
    }
    is_there_and_can_be_saved(&desk, &mut screen);
    assert_eq!(desk.patches(), vec![body(); 7]);
    quit(screen);
}

#[test]
fn a_server_that_breaks_is_looked_at_again_and_the_form_stays() {
    let desk = Desk::plain();
    let broken = json!({"success": false, "error": "the shelf fell over"});
    desk.odd.turns("PATCH", [Turn::Says("500 Oh", broken)]);
    let mut screen = typed(&desk);
    send(&mut screen);
    told(&screen, "it was not carried out, so far.");
    screen.wait_text("the shelf fell over");
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
    is_there_and_can_be_saved(&desk, &mut screen);
    quit(screen);
}

#[test]
fn a_key_that_is_revoked_while_typing_is_asked_for_over_the_form() {
    let desk = Desk::plain();
    let mut screen = typed(&desk);
    desk.odd.takes_only("sl_another-key");
    send(&mut screen);
    screen.wait_text("The key of the server");
    screen.wait_text("no such key");
    assert_eq!(desk.patches().len(), 0);
    desk.wait_on_disk("Engineer of Numbers");
    screen.type_keys("sl_another-key<enter>");
    screen.wait_gone("The key of the server");
    screen.wait_text(TYPED);
    is_there_and_can_be_saved(&desk, &mut screen);
    assert_eq!(desk.patches(), [body()]);
    assert!(!String::from_utf8_lossy(&screen.raw()).contains("sl_another-key"));
    quit(screen);
}

#[test]
fn a_key_that_is_revoked_between_reading_and_writing_changes_nothing() {
    let desk = Desk::plain();
    let refused = json!({"success": false, "error": "no such key"});
    desk.odd.turns("PATCH", [Turn::Says("401 Unauthorized", refused)]);
    let mut screen = typed(&desk);
    send(&mut screen);
    screen.wait_text("The key of the server");
    screen.type_keys("sl_another-key<enter>");
    screen.wait_gone("The key of the server");
    is_there_and_can_be_saved(&desk, &mut screen);
    assert_eq!(desk.patches(), [body(), body()]);
    quit(screen);
}

#[tokio::test]
async fn a_server_that_is_gone_for_a_while_costs_no_letter() {
    let desk = Desk::plain();
    let proxy = Proxy::to(desk.odd.rough.address);
    let url = format!("http://{}", proxy.address);
    let command = on_server(&desk.program, &url, &["--deadline", "2s"]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    seat(&mut screen);
    open(&mut screen, "Ada Lovelace");
    screen.type_keys(" of Numbers");
    proxy.set(Way::Refuse).await;
    send(&mut screen);
    screen.wait_text("send it when the server is back");
    screen.wait_text("offline");
    screen.wait_text(TYPED);
    assert_eq!(desk.patches().len(), 0);
    screen.type_keys("!");
    screen.wait_text("Engineer of Numbers!");
    screen.type_keys("<bs>");
    screen.wait_gone("Engineer of Numbers!");
    proxy.set(Way::Open).await;
    screen.wait_text("the server answers again");
    screen.wait_gone("offline");
    is_there_and_can_be_saved(&desk, &mut screen);
    assert_eq!(desk.patches(), [body()]);
    quit(screen);
}

#[test]
fn when_nobody_can_say_whether_it_was_done_that_is_said_and_nothing_is_sent_again() {
    let desk = Desk::plain();
    desk.odd.turns("PATCH", [Turn::Last(Box::new(Turn::DoneAndLost))]);
    let mut screen = typed(&desk);
    send(&mut screen);
    screen.wait_text("it may have been saved: the answer was lost");
    screen.wait_text("It may have been carried out.");
    screen.wait_text(TYPED);
    desk.odd.becomes(|manners| manners.gone = false);
    // It is read first: what is there already is not sent.
    send(&mut screen);
    screen.wait_text("The server has it so already: nothing was sent.");
    assert_eq!(desk.patches(), [body()]);
    screen.type_keys("<enter>");
    screen.wait_gone("nothing was sent");
    quit(screen);
    assert_eq!(desk.on_disk(), [""; 0]);
}
