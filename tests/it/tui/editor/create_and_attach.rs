//! Creating people and attaching them to jobs in the TUI.

use serde_json::json;

use crate::support::edit_fixture::{
    EditFixture, REPORT, REVIEW, review_and_send, send, wait_until_loaded,
};
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist};
use crate::support::quirky_server::{JOB, OTHER_JOB, Quirks, Reaction};
use crate::support::scripted_server::latch;

/// Opens the form of a new person and types the name in one go.
fn open_new(screen: &mut Screen, name: &str) {
    screen.type_keys(&format!("c{name}"));
    screen.wait_for_text(&format!("New person: {name}"));
}

#[test]
fn a_new_person_is_checked_for_duplicates_created_once_and_opened() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Ada Lovelace");
    screen.type_keys("<c-s>");
    screen.wait_for_texts(&[
        REVIEW,
        "Possible duplicate",
        "Checked against the 3 people known on this machine",
    ]);
    screen.type_keys("<esc>");
    screen.wait_until_gone(REVIEW);
    assert_eq!(fixture.server.bodies("POST").len(), 0);
    screen.type_keys("<c-u>Grace Hopper");
    screen.wait_for_text("New person: Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_for_text(REVIEW);
    assert!(!screen.shows("Possible duplicate") && !screen.shows("POST"));
    screen.type_keys("<enter>");
    screen.wait_for_text("Created Grace Hopper");
    screen.wait_for_text("Candidate for Rust Engineer");
    screen.type_keys("<enter>");
    screen.wait_for_text("▸4 Grace Hopper");
    let bodies = fixture.server.bodies("POST");
    let [body] = bodies.as_slice() else { panic!("{bodies:?}") };
    let external_id = body["external_source_id"].as_str().unwrap();
    assert_eq!(external_id.len(), 36, "{external_id}");
    let expected =
        json!({"name": "Grace Hopper", "job_id": JOB, "external_source_id": external_id});
    assert_eq!(*body, expected);
    assert_eq!(fixture.server.person_count(), 4);
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn a_profile_can_create_people_with_version_0() {
    let fixture = EditFixture::new();
    let config = format!("[profiles.old]\nurl = '{}'\ncreate = 'v0'\n", fixture.server.url());
    fixture.program.configure(&config);
    let mut command = shortlist(&fixture.program, &["--profile", "old"]);
    command.env("SHORTLIST_KEY", KEY);
    let mut screen = Screen::wide(command);
    wait_until_loaded(&screen);
    open_new(&mut screen, "Grace Hopper");
    screen.type_keys("<c-s>");
    screen.wait_for_text(REVIEW);
    screen.type_keys("<enter>");
    screen.wait_for_text("Created Grace Hopper");
    assert_eq!(fixture.server.bodies("POST").len(), 1);
    assert_eq!(
        fixture.server.requests().iter().filter(|request| *request == "POST /v0/persons").count(),
        1
    );
    screen.quit();
}

#[test]
fn a_missing_candidate_is_reported_as_a_warning() {
    let fixture = EditFixture::with_quirks(Quirks { ignores_jobs: true, ..Quirks::default() });
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Grace Hopper");
    review_and_send(&mut screen);
    screen.wait_for_text("Created Grace Hopper");
    screen.wait_for_text("The server did not confirm a candidacy for Rust Engineer");
    screen.type_keys("<enter>");
    screen.wait_until_gone("Created Grace Hopper");
    assert_eq!(fixture.server.bodies("POST").len(), 1);
    screen.quit();
}

#[test]
fn a_create_with_a_lost_answer_is_found_and_never_sent_twice() {
    let fixture = EditFixture::new();
    fixture.server.react_to("POST", [Reaction::ApplyAndReset]);
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Grace Hopper");
    review_and_send(&mut screen);
    screen.wait_for_text("The server did not confirm it, but the person was found by external ID");
    assert_eq!(fixture.server.bodies("POST").len(), 1);
    assert_eq!(fixture.server.person_count(), 4);
    screen.type_keys("<enter>");
    screen.wait_for_text("▸4 Grace Hopper");
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn a_create_with_an_unknown_outcome_is_looked_up_before_it_is_sent_again() {
    let fixture = EditFixture::new();
    // The answer is lost and the server goes down.
    fixture.server.react_to("POST", [Reaction::ThenGoDown(Box::new(Reaction::ApplyAndReset))]);
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Grace Hopper");
    review_and_send(&mut screen);
    screen.wait_for_text("May have been created: ");
    screen.wait_for_text("New person: Grace Hopper");
    screen.quit();
    fixture.server.change_quirks(|quirks| quirks.is_down = false);
    let mut restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Grace Hopper from ");
    restarted.wait_for_text("May have been sent before: saving looks for the person first");
    restarted.wait_for_text("4/4 ·");
    // The person is in the list, so that the review shows a possible duplicate.
    send(&mut restarted);
    restarted.wait_for_text("s add anyway");
    restarted.type_keys("s");
    restarted
        .wait_for_text("The server did not confirm it, but the person was found by external ID");
    assert_eq!(fixture.server.bodies("POST").len(), 1, "the person is found, not sent again");
    assert_eq!(fixture.server.person_count(), 4);
    restarted.quit();
}

#[test]
fn a_failed_create_stays_in_the_form() {
    let fixture = EditFixture::new();
    let at_field = json!({"success": false, "error": "not valid",
        "errors": [{"field": "name", "message": "that is no name"}]});
    fixture
        .server
        .react_to("POST", [Reaction::Reply("422 Unprocessable Entity", at_field), Reaction::Reset]);
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Grace Hopper");
    // First refused, then reset and not in the list, then searched for once more.
    for (message, posts) in [
        ("✗ that is no name", 1),
        ("Saving again first checks whether the server has them.", 2),
        ("Saving again asks first", 2),
    ] {
        review_and_send(&mut screen);
        screen.wait_for_text(message);
        screen.wait_for_text("*name             Grace Hopper");
        assert_eq!(
            (fixture.server.bodies("POST").len(), fixture.server.person_count()),
            (posts, 3),
            "{message}"
        );
    }
    screen.wait_for_text("the person was not created");
    fixture.wait_for_draft("Grace Hopper");
    review_and_send(&mut screen);
    screen.wait_for_text("Send Grace Hopper again?");
    assert_eq!(
        fixture.server.bodies("POST").len(),
        2,
        "a create is sent again only after confirmation"
    );
    screen.type_keys("<enter>s");
    screen.wait_for_text("Created Grace Hopper");
    let bodies = fixture.server.bodies("POST");
    assert!(bodies.len() == 3 && bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
    assert_eq!(fixture.server.person_count(), 4);
    screen.quit();
}

#[test]
fn enrichment_is_enabled_only_after_a_question() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Grace Hopper");
    // Moves to the last line.
    screen.type_keys(&"<down>".repeat(30));
    screen.type_keys("<enter>");
    screen.wait_for_text("enrich           no");
    screen.type_keys(&"<down>".repeat(9));
    screen.type_keys("<enter>");
    screen.wait_for_text("Let the server look up Grace Hopper in other sources?");
    screen.wait_for_text("The server may overwrite fields, charge money and finish later");
    screen.type_keys("<esc>");
    screen.wait_until_gone("Let the server look");
    screen.wait_for_text("enrich           no");
    screen.type_keys("<enter>");
    screen.wait_for_text("Let the server look");
    screen.type_keys("<enter>");
    screen.wait_for_text("enrich           yes");
    review_and_send(&mut screen);
    screen.wait_for_text("Created Grace Hopper");
    assert_eq!(fixture.server.bodies("POST")[0]["enrich_record"], true);
    screen.quit();
}

/// Marks this many candidates, picks the other job and starts.
fn attach(screen: &mut Screen, count: usize) {
    screen.type_keys(&format!("gg{}J", " ".repeat(count)));
    screen.wait_for_text("Umbra");
    screen.type_keys("sales<enter>");
    screen.wait_for_text("enter adds them");
    screen.type_keys("<enter>");
}

#[test]
fn of_three_people_only_the_failed_one_is_retried() {
    let fixture = EditFixture::new();
    let error = json!({"success": false, "error": "the shelf fell over"});
    fixture
        .server
        .react_to("PATCH", [Reaction::Normal, Reaction::Reply("500 Oh", error), Reaction::Normal]);
    let mut screen = fixture.start_at_candidates();
    attach(&mut screen, 3);
    screen.wait_for_text("3 of 3");
    screen.wait_for_text("Done; r retries what failed or is unknown");
    screen.wait_for_text("the server failed (500)");
    assert_eq!(fixture.patches(), vec![json!({"job_id": OTHER_JOB}); 3]);
    let targets = || -> Vec<String> {
        fixture
            .server
            .requests()
            .into_iter()
            .filter(|request| request.starts_with("PATCH"))
            .collect()
    };
    let failed = targets()[1].clone();
    screen.type_keys("r");
    screen.wait_for_text("Added 3 of 3 to Head of Sales");
    screen.wait_until_gone("the server failed (500)");
    assert_eq!(targets()[3..], [failed]);
    for person in ["per_1", "per_2", "per_3"] {
        let jobs = fixture.server.person(person)["jobs"].clone();
        assert_eq!((&jobs[0]["job_id"], &jobs[1]["job_id"]), (&json!(JOB), &json!(OTHER_JOB)));
        assert_eq!(jobs.as_array().unwrap().len(), 2);
    }
    // A second time nothing is sent. The marks are still there.
    screen.type_keys("<esc>");
    attach(&mut screen, 3);
    screen.wait_for_text("3 already");
    assert_eq!(fixture.patches().len(), 4);
    screen.quit();
}

#[test]
fn a_refused_attachment_that_was_applied_is_reported_as_attached() {
    let fixture = EditFixture::new();
    let refused = || json!({"success": false, "error": "no"});
    let reactions =
        [Reaction::ApplyAndReply("422 No", refused()), Reaction::Reply("422 No", refused())];
    fixture.server.react_to("PATCH", reactions);
    let mut screen = fixture.start_at_candidates();
    attach(&mut screen, 2);
    screen.wait_for_texts(&[
        "1 added",
        "1 failed",
        "probably not added: the server returned an error",
    ]);
    assert_eq!(fixture.patches().len(), 2);
    screen.quit();
}

#[test]
fn a_refused_create_that_was_applied_is_found() {
    let fixture = EditFixture::new();
    let refused = json!({"success": false, "error": "we do not like her"});
    fixture.server.react_to("POST", [Reaction::ApplyAndReply("200 OK", refused)]);
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Grace Hopper");
    review_and_send(&mut screen);
    screen.wait_for_texts(&["Created Grace Hopper", "found by external ID", "we do not like her"]);
    assert_eq!((fixture.server.bodies("POST").len(), fixture.server.person_count()), (1, 4));
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[tokio::test]
async fn attaching_can_be_paused_and_resumed() {
    let fixture = EditFixture::new();
    fixture.server.add_people(6, "Ada Byron");
    let (open, closed) = latch();
    // The first is sent alone to learn how the server behaves, then four at a time.
    fixture
        .server
        .react_to("PATCH", [vec![Reaction::Normal], vec![Reaction::WaitFor(closed); 4]].concat());
    let mut screen = fixture.start_at_candidates();
    attach(&mut screen, 9);
    fixture.server.wait_for_requests("PATCH", 5).await;
    screen.type_keys("p");
    screen.wait_for_text("paused: you paused it");
    drop(open);
    screen.wait_for_text("5 of 9");
    screen.wait_for_text("5 added");
    assert_eq!(fixture.patches().len(), 5);
    screen.type_keys("p");
    screen.wait_for_text("Added 9 of 9 to Head of Sales");
    assert_eq!(fixture.patches(), vec![json!({"job_id": OTHER_JOB}); 9]);
    screen.wait_until_gone("paused");
    assert!(!screen.shows(REPORT));
    screen.quit();
}

#[test]
fn seven_keys_put_a_person_forward_for_another_job_and_blind_enters_do_not() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("ggJ<enter><enter>");
    screen.wait_for_text("Choose a job first");
    screen.type_keys("<esc>");
    screen.wait_until_gone("to which job?");
    assert_eq!(fixture.patches().len(), 0);
    screen.type_keys("Jsale<enter>");
    screen.wait_for_texts(&["Ada Lovelace to Head of Sales", "This cannot be undone."]);
    screen.type_keys("<enter>");
    screen.wait_for_text("Added Ada Lovelace to Head of Sales");
    assert_eq!(fixture.patches(), [json!({"job_id": OTHER_JOB})]);
    screen.quit();
}

#[test]
fn a_possible_duplicate_is_opened_or_attached_instead() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_new(&mut screen, "Ada Lovelase");
    screen.type_keys("<c-s>");
    screen.wait_for_texts(&["Possible duplicate", "Names differ by one letter"]);
    screen.wait_for_texts(&["enter open existing", "s add anyway"]);
    assert!(!screen.shows("add instead"), "she is a candidate for this job already");
    screen.type_keys("<enter>");
    screen.wait_for_texts(&["▸4 Ada Lovelace", "Kept your changes to Ada Lovelase"]);
    // The form comes back; the existing person is attached to its job.
    screen.type_keys("c");
    screen.wait_for_text("New person: Ada Lovelase");
    screen.type_keys(&"<down>".repeat(14));
    screen.type_keys("<enter>sales<enter>");
    screen.wait_for_text("*job              Head of Sales");
    screen.type_keys("<c-s>");
    screen.wait_for_text("a add instead");
    screen.type_keys("a");
    screen.wait_for_text("Ada Lovelace to Head of Sales");
    screen.type_keys("<enter>");
    screen.wait_for_text("Added Ada Lovelace to Head of Sales");
    assert_eq!(fixture.patches(), [json!({"job_id": OTHER_JOB})]);
    assert_eq!((fixture.server.bodies("POST").len(), fixture.server.person_count()), (0, 3));
    screen.quit();
}
