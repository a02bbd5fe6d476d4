//! People made, and put forward for jobs, by typing into the real program.

use serde_json::json;

use crate::support::edit_fixture::{DONE, Desk, REVIEW, quit, send, shows};
use crate::support::harness::KEY;
use crate::support::pty::{Screen, WIDE, shortlist};
use crate::support::quirky_server::{JOB, Manners, OTHER_JOB, Turn};
use crate::support::scripted_server::latch;

/// The form of somebody new, with a name in it that was typed in one go.
fn begin(screen: &mut Screen, name: &str) {
    screen.type_keys(&format!("c{name}"));
    screen.wait_text(&format!("New person: {name}"));
}

#[test]
fn somebody_new_is_compared_made_once_and_opened() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    begin(&mut screen, "Ada Lovelace");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.wait_text("Somebody who may be the same is there already:");
    screen.wait_text("there already: per_1");
    screen.type_keys("<esc>");
    screen.wait_gone(REVIEW);
    assert_eq!(desk.odd.bodies("POST").len(), 0);
    screen.type_keys("<c-u>Grace Hopper");
    screen.wait_text("New person: Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_text("POST /v1/persons");
    assert!(!shows(&screen, "may be the same"));
    screen.type_keys("<enter>");
    screen.wait_text("Grace Hopper is there");
    screen.wait_text("put forward for Rust Engineer");
    screen.type_keys("<enter>");
    screen.wait_text("▸4 Grace Hopper");
    let bodies = desk.odd.bodies("POST");
    let [body] = bodies.as_slice() else { panic!("{bodies:?}") };
    let outside = body["external_source_id"].as_str().unwrap();
    assert_eq!(outside.len(), 36, "{outside}");
    let all = json!({"name": "Grace Hopper", "job_id": JOB, "external_source_id": outside});
    assert_eq!(*body, all);
    assert_eq!(desk.odd.count(), 4);
    quit(screen);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[test]
fn a_profile_that_says_so_makes_people_the_old_way() {
    let desk = Desk::plain();
    let config = format!("[profiles.old]\nurl = '{}'\ncreate = 'v0'\n", desk.url());
    desk.program.configure(&config);
    let mut command = shortlist(&desk.program, &["--profile", "old"]);
    command.env("SHORTLIST_KEY", KEY);
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("● this one");
    begin(&mut screen, "Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_text("POST /v0/persons");
    screen.type_keys("<enter>");
    screen.wait_text("Grace Hopper is there");
    assert_eq!(desk.odd.bodies("POST").len(), 1);
    assert_eq!(desk.odd.asked().iter().filter(|asked| *asked == "POST /v0/persons").count(), 1);
    quit(screen);
}

#[test]
fn a_missing_candidate_is_a_warning() {
    let desk = Desk::new(Manners { forgets_jobs: true, ..Manners::default() });
    let mut screen = desk.sit();
    begin(&mut screen, "Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    screen.wait_text("Grace Hopper is there");
    screen.wait_text("the server did not say that they stand in for Rust Engineer now");
    screen.type_keys("<enter>");
    screen.wait_gone("Grace Hopper is there");
    assert_eq!(desk.odd.bodies("POST").len(), 1);
    quit(screen);
}

#[test]
fn a_creation_whose_answer_was_lost_is_found_and_never_sent_twice() {
    let desk = Desk::plain();
    desk.odd.turns("POST", [Turn::DoneAndLost]);
    let mut screen = desk.sit();
    begin(&mut screen, "Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    screen.wait_text("the answer was lost, but they were found by their outside id");
    assert_eq!(desk.odd.bodies("POST").len(), 1);
    assert_eq!(desk.odd.count(), 4);
    screen.type_keys("<enter>");
    screen.wait_text("▸4 Grace Hopper");
    quit(screen);
    assert_eq!(desk.on_disk(), [""; 0]);
}

#[test]
fn what_cannot_be_told_of_a_creation_is_said_and_asked_before_it_is_sent_again() {
    let desk = Desk::plain();
    // No answer, and then nobody to ask.
    desk.odd.turns("POST", [Turn::Last(Box::new(Turn::DoneAndLost))]);
    let mut screen = desk.sit();
    begin(&mut screen, "Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    screen.wait_text("they may have been created");
    screen.wait_text("It may have been carried out.");
    screen.wait_text("New person: Grace Hopper");
    quit(screen);
    desk.odd.becomes(|manners| manners.gone = false);
    let mut again = desk.start();
    again.wait_text("unsaved edit of Grace Hopper from ");
    again.wait_text("it may have been sent before: it is looked for first");
    again.wait_text("● this one");
    again.type_keys("<c-s>");
    again.wait_text(REVIEW);
    again.type_keys("<enter>");
    again.wait_text("the answer was lost, but they were found by their outside id");
    assert_eq!(desk.odd.bodies("POST").len(), 1, "found, not sent again");
    assert_eq!(desk.odd.count(), 4);
    quit(again);
}

#[test]
fn a_creation_that_did_not_come_about_stays_in_the_form() {
    let desk = Desk::plain();
    let at_field = json!({"success": false, "error": "not valid",
        "errors": [{"field": "name", "message": "that is no name"}]});
    desk.odd.turns("POST", [Turn::Says("422 Unprocessable Entity", at_field), Turn::Lost]);
    let mut screen = desk.sit();
    begin(&mut screen, "Grace Hopper");
    // Refused; lost, and not in the list; looked for once more.
    for (words, sent) in [
        ("✗ that is no name", 1),
        ("Saving again looks first whether it is there already.", 2),
        ("Saving again asks first", 2),
    ] {
        send(&mut screen);
        screen.wait_text(words);
        screen.wait_text("*name             Grace Hopper");
        assert_eq!((desk.odd.bodies("POST").len(), desk.odd.count()), (sent, 3), "{words}");
    }
    screen.wait_text("most likely they were");
    desk.wait_on_disk("Grace Hopper");
    send(&mut screen);
    screen.wait_text("Send Grace Hopper again?");
    assert_eq!(desk.odd.bodies("POST").len(), 2, "not unasked");
    screen.type_keys("<enter>");
    screen.wait_text("Grace Hopper is there");
    let bodies = desk.odd.bodies("POST");
    assert!(bodies.len() == 3 && bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
    assert_eq!(desk.odd.count(), 4);
    quit(screen);
}

#[test]
fn somebody_may_be_looked_up_elsewhere_only_after_a_question() {
    let desk = Desk::plain();
    let mut screen = desk.sit();
    begin(&mut screen, "Grace Hopper");
    // The last line but none.
    screen.type_keys(&"<down>".repeat(30));
    screen.type_keys("<enter>");
    screen.wait_text("Let the server look Grace Hopper up elsewhere?");
    screen.wait_text("it may overwrite fields, cost money and finish later");
    screen.type_keys("<esc>");
    screen.wait_gone("Let the server look");
    screen.wait_text("enrich           no");
    screen.type_keys("<enter>");
    screen.wait_text("Let the server look");
    screen.type_keys("<enter>");
    screen.wait_text("enrich           yes");
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    screen.wait_text("Grace Hopper is there");
    assert_eq!(desk.odd.bodies("POST")[0]["enrich_record"], true);
    quit(screen);
}

/// Marks so many, picks the other job, and begins.
fn attach(screen: &mut Screen, count: usize) {
    screen.type_keys(&format!("gg{}J", " ".repeat(count)));
    screen.wait_text("Umbra");
    screen.type_keys("sales<enter>");
    screen.wait_text("enter begins");
    screen.type_keys("<enter>");
}

#[test]
fn of_three_one_fails_and_only_that_one_is_tried_again() {
    let desk = Desk::plain();
    let broken = json!({"success": false, "error": "the shelf fell over"});
    desk.odd.turns("PATCH", [Turn::Usual, Turn::Says("500 Oh", broken), Turn::Usual]);
    let mut screen = desk.sit();
    attach(&mut screen, 3);
    screen.wait_text("3 of 3");
    screen.wait_text("done; r tries the failed again");
    screen.wait_text("the server failed (500)");
    assert_eq!(desk.patches(), vec![json!({"job_id": OTHER_JOB}); 3]);
    let targets = || -> Vec<String> {
        desk.odd.asked().into_iter().filter(|asked| asked.starts_with("PATCH")).collect()
    };
    let failed = targets()[1].clone();
    screen.type_keys("r");
    screen.wait_text("3 attached");
    screen.wait_gone("the server failed (500)");
    assert_eq!(targets()[3..], [failed]);
    for person in ["per_1", "per_2", "per_3"] {
        let jobs = desk.odd.person(person)["jobs"].clone();
        assert_eq!((&jobs[0]["job_id"], &jobs[1]["job_id"]), (&json!(JOB), &json!(OTHER_JOB)));
        assert_eq!(jobs.as_array().unwrap().len(), 2);
    }
    screen.type_keys("q");
    screen.wait_gone("3 of 3");
    // Once more: everybody is there, and nothing is sent.
    screen.type_keys("<esc>");
    attach(&mut screen, 3);
    screen.wait_text("3 already in");
    assert_eq!(desk.patches().len(), 4);
    quit(screen);
}

#[tokio::test]
async fn attaching_is_paused_and_goes_on_where_it_was() {
    let desk = Desk::plain();
    desk.odd.crowd(6, "Ada Byron");
    let (open, held) = latch();
    // The first goes alone, to see what the server does; then four at a time.
    desk.odd.turns("PATCH", [vec![Turn::Usual], vec![Turn::Held(held); 4]].concat());
    let mut screen = desk.sit();
    attach(&mut screen, 9);
    let out = |count| {
        move |log: &crate::support::scripted_server::Log| {
            log.asked.iter().filter(|asked| asked.method == "PATCH").count() == count
        }
    };
    desk.odd.rough.until(out(5)).await;
    screen.type_keys("p");
    screen.wait_text("paused: you paused it");
    drop(open);
    screen.wait_text("5 of 9");
    screen.wait_text("5 attached");
    assert_eq!(desk.patches().len(), 5);
    screen.type_keys("p");
    screen.wait_text("9 attached");
    assert_eq!(desk.patches(), vec![json!({"job_id": OTHER_JOB}); 9]);
    screen.type_keys("q");
    screen.wait_gone("9 of 9");
    assert!(!shows(&screen, DONE));
    quit(screen);
}
