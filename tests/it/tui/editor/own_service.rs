//! The same editor on the real service.

use serde_json::json;

use crate::support::edit_fixture::{CLASH, DONE, REVIEW, quit, told};
use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, on_server};
use crate::support::relay::Relay;

fn sit(program: &Program, relay: &Relay) -> Screen {
    let mut screen = Screen::start(WIDE.0, WIDE.1, on_server(program, &relay.url(), &[]));
    screen.wait_text("● this one");
    screen.type_keys("3");
    screen.wait_text("▸3 Candidates");
    screen
}

/// The updates so far: the mark of each, and its body.
fn sent(relay: &Relay) -> Vec<(Option<String>, serde_json::Value)> {
    let log = relay.rough.log();
    let updates = log.asked.iter().filter(|asked| asked.method == "PATCH");
    updates.map(|asked| (asked.header("if-match").map(str::to_owned), asked.json())).collect()
}

#[test]
fn a_title_is_saved_with_the_mark_of_what_was_read_and_compared_with_what_others_wrote() {
    let (program, relay) = (Program::new(), Relay::crowd(3));
    let id = json!("per_0");
    let mut screen = sit(&program, &relay);
    screen.type_keys("et!<enter>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    screen.type_keys("<enter>");
    screen.wait_text("Engineer 0!");
    screen.wait_gone(DONE);
    screen.type_keys("et?");
    screen.wait_text("Engineer 0!?");
    relay.service.patch("/v1/persons/per_0", &json!({"current_job_title": "Poet"}));
    screen.type_keys("<enter><enter>");
    screen.wait_text(CLASH);
    screen.wait_text("Poet");
    assert_eq!(sent(&relay).len(), 1);
    screen.type_keys("m<enter><enter>");
    told(&screen, "Saved, and seen.");
    assert_eq!(relay.service.read(&id)["current_job_title"], "Engineer 0!?");
    let sent = sent(&relay);
    let bodies: Vec<_> = sent.iter().map(|(_, body)| body.clone()).collect();
    let titles = ["Engineer 0!", "Engineer 0!?"];
    assert_eq!(bodies, titles.map(|title| json!({"current_job_title": title})));
    assert!(sent.iter().all(|(mark, _)| mark.is_some()), "{sent:?}");
    quit(screen);
}

#[test]
fn what_the_service_refuses_stands_at_the_entry_it_means() {
    let (program, relay) = (Program::new(), Relay::crowd(3));
    let mut screen = sit(&program, &relay);
    screen.type_keys("ep<a-n>+44 20 7946 0001<a-n>12");
    screen.wait_text("! a whole number has 7 digits or more");
    screen.type_keys("<enter><enter>");
    screen.wait_text("told at its field");
    screen.wait_text("✗ ");
    // The cursor is there already.
    screen.type_keys("3456789<enter>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    let phones = relay.service.read(&json!("per_0"))["phones"].clone();
    let values: Vec<_> = phones.as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert_eq!(values, ["+44 20 7946 0001", "123456789"]);
    assert_eq!(sent(&relay).len(), 2);
    quit(screen);
}

#[test]
fn a_job_is_picked_by_name_and_the_old_one_stays() {
    let (program, relay) = (Program::new(), Relay::crowd(3));
    let mut screen = sit(&program, &relay);
    // From the name, past company, e-mails, phones and the network to the job.
    screen.type_keys("ee");
    screen.wait_text("Edit Ada 0");
    screen.type_keys(&"<down>".repeat(15));
    screen.type_keys("<enter>kestrel<enter>");
    screen.wait_text("*job              HEAD OF SALES");
    screen.type_keys("<c-s>");
    screen.wait_text("the jobs they stand in for already stay");
    screen.type_keys("<enter>");
    told(&screen, "Saved, and seen.");
    assert_eq!(sent(&relay)[0].1, json!({"job_id": "job_sales_2"}));
    let jobs = relay.service.read(&json!("per_0"))["jobs"].clone();
    assert_eq!(jobs.as_array().unwrap().len(), 2);
    quit(screen);
}
