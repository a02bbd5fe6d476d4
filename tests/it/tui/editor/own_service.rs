//! The editor on our own service.

use serde_json::json;

use crate::support::edit_fixture::{CONFLICT, wait_for_saved, wait_until_loaded};
use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist_on};
use crate::support::relay::Relay;

fn start_at_candidates(program: &Program, relay: &Relay) -> Screen {
    let mut screen = Screen::wide(shortlist_on(program, &relay.url(), &[]));
    wait_until_loaded(&screen);
    screen.type_keys("3");
    screen.wait_for_text("▸3 Candidates");
    screen
}

/// `If-Match` and body of the updates so far.
fn updates(relay: &Relay) -> Vec<(Option<String>, serde_json::Value)> {
    let log = relay.http.log();
    let updates = log.requests.iter().filter(|request| request.method == "PATCH");
    updates.map(|request| (request.header("if-match").map(str::to_owned), request.json())).collect()
}

#[test]
fn an_edit_is_sent_with_its_etag_and_compared_with_edits_of_other_users() {
    let (program, relay) = (Program::new(), Relay::start(3));
    let id = json!("per_0");
    let mut screen = start_at_candidates(&program, &relay);
    screen.type_keys("et!<enter>");
    wait_for_saved(&screen);
    screen.wait_for_text("Engineer 0!");
    screen.type_keys("et?");
    screen.wait_for_text("Engineer 0!?");
    relay.service.patch("/v1/persons/per_0", &json!({"current_job_title": "Poet"}));
    screen.type_keys("<enter>");
    screen.wait_for_texts(&[CONFLICT, "Poet"]);
    assert_eq!(updates(&relay).len(), 1);
    screen.type_keys("m<enter><enter>");
    wait_for_saved(&screen);
    assert_eq!(relay.service.read_person(&id)["current_job_title"], "Engineer 0!?");
    let updates = updates(&relay);
    let bodies: Vec<_> = updates.iter().map(|(_, body)| body.clone()).collect();
    let titles = ["Engineer 0!", "Engineer 0!?"];
    assert_eq!(bodies, titles.map(|title| json!({"current_job_title": title})));
    assert!(updates.iter().all(|(etag, _)| etag.is_some()), "{updates:?}");
    screen.quit();
}

#[test]
fn a_refusal_of_the_service_is_shown_at_its_list_entry() {
    let (program, relay) = (Program::new(), Relay::start(3));
    let mut screen = start_at_candidates(&program, &relay);
    screen.type_keys("ep<a-n>+44 20 7946 0001<a-n>12");
    screen.wait_for_text("! A complete number has at least 7 digits");
    screen.type_keys("<enter>");
    screen.wait_for_text("See the marked fields");
    screen.wait_for_text("✗ ");
    // The cursor is on that entry.
    screen.type_keys("3456789<enter>");
    wait_for_saved(&screen);
    let phones = relay.service.read_person(&json!("per_0"))["phones"].clone();
    let values: Vec<_> = phones.as_array().unwrap().iter().map(|phone| &phone["value"]).collect();
    assert_eq!(values, ["+44 20 7946 0001", "123456789"]);
    assert_eq!(updates(&relay).len(), 2);
    screen.quit();
}

#[test]
fn a_job_is_picked_by_name_and_added_to_the_others() {
    let (program, relay) = (Program::new(), Relay::start(3));
    let mut screen = start_at_candidates(&program, &relay);
    // From the name down to the job.
    screen.type_keys("ee");
    screen.wait_for_text("Edit Ada 0");
    screen.type_keys(&"<down>".repeat(11));
    screen.type_keys("<enter>kestrel<enter>");
    screen.wait_for_text("*job              HEAD OF SALES");
    screen.type_keys("<c-s>");
    screen.wait_for_text("Added to their other jobs; this cannot be undone");
    screen.type_keys("<enter>");
    wait_for_saved(&screen);
    assert_eq!(updates(&relay)[0].1, json!({"job_id": "job_sales_2"}));
    let jobs = relay.service.read_person(&json!("per_0"))["jobs"].clone();
    assert_eq!(jobs.as_array().unwrap().len(), 2);
    screen.quit();
}
