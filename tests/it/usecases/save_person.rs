//! Changing a person over servers that lose, ignore, extend, clear and
//! interfere: what is told, and exactly what was sent.

use std::sync::Mutex;

use serde_json::{Value as Json, json};

use crate::support::quirky_server::{JOB, Manners, OTHER_JOB, Odd, Turn};
use crate::support::scripted_server::{client, hasty, refusing};
use shortlist::client::Client;
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, Form, JobChoice, PersonField, Plan, Report, ResponseKind, SaveStep,
    ServerQuirks, Settlement,
};
use shortlist::usecases::{Certainty, SaveResult, WriteError, save};
use shortlist::wire::{Contact, PersonId};

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

fn contacts(entries: &[(&str, &str)]) -> FieldValue {
    let contact = |(kind, value): &(&str, &str)| Contact {
        contact_data_type: (*kind).to_owned(),
        value: (*value).to_owned(),
        ..Contact::default()
    };
    FieldValue::Contacts(entries.iter().map(contact).collect())
}

/// What was typed over the record of `per_1` as it is now.
async fn plan(client: &Client, typed: &[(PersonField, FieldValue)]) -> Plan {
    let person = client.read_person(&PersonId::from("per_1")).await.unwrap().record;
    let mut form = Form::update(&person);
    for (field, value) in typed {
        form.set(*field, value.clone());
    }
    form.plan().unwrap()
}

/// Saves it, with the steps that were told.
async fn told(
    client: &Client,
    plan: &Plan,
    habits: ServerQuirks,
) -> (Result<SaveResult, WriteError>, Vec<SaveStep>) {
    let steps = Mutex::new(Vec::new());
    let saved = save(client, plan, habits, &|step| steps.lock().unwrap().push(step)).await;
    (saved, steps.into_inner().unwrap())
}

/// Reads a form, changes it, saves it: what came of it.
async fn saved(
    server: &Odd,
    typed: &[(PersonField, FieldValue)],
) -> Result<SaveResult, WriteError> {
    let client = server.client();
    let plan = plan(&client, typed).await;
    told(&client, &plan, ServerQuirks::default()).await.0
}

async fn report(server: &Odd, typed: &[(PersonField, FieldValue)]) -> Report {
    match saved(server, typed).await.unwrap() {
        SaveResult::Done(report) => *report,
        other => panic!("{other:?}"),
    }
}

fn verdicts(report: &Report) -> Vec<(PersonField, FieldOutcome)> {
    report.lines.iter().map(|line| (line.field, line.verdict)).collect()
}

fn title() -> [(PersonField, FieldValue); 1] {
    [(PersonField::CurrentJobTitle, text("Countess"))]
}

const READ: &str = "GET /v1/persons/per_1";
const SENT: &str = "PATCH /v1/persons/per_1";

#[tokio::test]
async fn only_what_was_changed_is_sent_and_each_field_is_seen_again() {
    let server = Odd::start(Manners { etags: true, ..Manners::default() });
    let client = server.client();
    let typed = [
        (PersonField::CurrentJobTitle, text("Countess")),
        (PersonField::LastName, text("")),
        (
            PersonField::Emails,
            contacts(&[("personal", "ada@home.example"), ("club", "ada@club.example")]),
        ),
        (PersonField::Address, text("Ockham Park")),
        (PersonField::SocialUrl, text("https://social.example/in/countess/")),
        (
            PersonField::JobId,
            FieldValue::Job(Some(JobChoice { id: OTHER_JOB.into(), name: "Sales".into() })),
        ),
    ];
    let plan = plan(&client, &typed).await;
    let (saved, steps) = told(&client, &plan, ServerQuirks::default()).await;
    let SaveResult::Done(report) = saved.unwrap() else { panic!("it was sent") };
    assert_eq!(steps, [SaveStep::Reading, SaveStep::Sending, SaveStep::Proving]);
    assert_eq!(server.asked(), [READ, READ, SENT, READ]);
    let emails = json!([
        {"contact_data_type": "personal", "value": "ada@home.example"},
        {"contact_data_type": "club", "value": "ada@club.example"},
    ]);
    let body = json!({
        "last_name": null, "current_job_title": "Countess", "emails": emails,
        "social_url": "https://social.example/in/countess/", "address": "Ockham Park",
        "job_id": OTHER_JOB,
    });
    assert_eq!(server.sent("PATCH"), [(Some("\"v1\"".to_owned()), body)]);
    assert!(report.is_as_meant(), "{report:?}");
    assert_eq!(report.answered, ResponseKind::Done("Person updated".to_owned()));
    let unseen = |field| field == PersonField::Address;
    for (field, verdict) in verdicts(&report) {
        assert_eq!(
            verdict,
            if unseen(field) { FieldOutcome::Unseen } else { FieldOutcome::Seen },
            "{field:?}"
        );
    }
    assert_eq!(server.person("per_1")["jobs"].as_array().unwrap().len(), 2);
    assert_eq!(server.unseen("per_1")["address"], "Ockham Park");
}

#[tokio::test]
async fn an_answer_that_is_lost_is_settled_by_reading_again() {
    for (turn, settled, shown) in [
        (Turn::DoneAndLost, Settlement::Applied, "Countess"),
        (Turn::Lost, Settlement::NotApplied, "Engineer"),
        (Turn::DoneBut("502 Oh", json!({})), Settlement::Applied, "Countess"),
        (Turn::DoneBut("200 OK", json!("what?")), Settlement::Applied, "Countess"),
        (Turn::Says("500 Oh", json!({})), Settlement::NotApplied, "Engineer"),
    ] {
        let server = Odd::start(Manners::default());
        server.turns("PATCH", [turn.clone()]);
        let client = server.client();
        let plan = plan(&client, &title()).await;
        let (saved, steps) = told(&client, &plan, ServerQuirks::default()).await;
        let Ok(SaveResult::Done(report)) = saved else { panic!("{turn:?}: {saved:?}") };
        assert_eq!(steps, [SaveStep::Reading, SaveStep::Sending, SaveStep::Settling], "{turn:?}");
        assert!(
            matches!(&report.answered, ResponseKind::Lost(words) if !words.is_empty()),
            "{turn:?}"
        );
        assert_eq!(report.settled(), settled, "{turn:?}");
        assert_eq!(report.now.current_job_title, shown, "{turn:?}");
        assert_eq!(server.bodies("PATCH"), [json!({"current_job_title": "Countess"})], "{turn:?}");
        // A server that seems to have done nothing is looked at again.
        let looks = if settled == Settlement::Applied { 1 } else { 3 };
        assert_eq!(server.asked().len(), 3 + looks, "{turn:?}");
    }
}

#[tokio::test]
async fn a_lost_answer_about_what_is_never_shown_cannot_be_settled() {
    let server = Odd::start(Manners::default());
    server.turns("PATCH", [Turn::DoneAndLost]);
    let report = report(&server, &[(PersonField::Address, text("Ockham Park"))]).await;
    assert_eq!(report.settled(), Settlement::Unknowable);
    assert_eq!(verdicts(&report), [(PersonField::Address, FieldOutcome::Unseen)]);
    assert_eq!(server.bodies("PATCH"), [json!({"address": "Ockham Park"})]);
}

#[tokio::test]
async fn a_page_elsewhere_with_the_same_handle_proves_nothing_when_the_answer_is_lost() {
    let server = Odd::start(Manners::default());
    server.turns("PATCH", [Turn::Lost]);
    let report =
        report(&server, &[(PersonField::SocialUrl, text("https://other.example/ada"))]).await;
    assert_eq!(report.settled(), Settlement::Unknowable, "{report:?}");
}

#[tokio::test]
async fn where_nothing_can_be_read_any_more_the_fate_is_told_as_unknown() {
    let server = Odd::start(Manners::default());
    let client = server.rough.client_with(hasty);
    let plan = plan(&client, &title()).await;
    server.turns("PATCH", [Turn::Last(Box::new(Turn::DoneAndLost))]);
    let error = told(&client, &plan, ServerQuirks::default()).await.0.unwrap_err();
    assert!(matches!(error.fate, Certainty::Unknown(_)) && error.maybe(), "{error:?}");
    assert!(
        error.to_string().starts_with("it may have been saved: the answer was lost ("),
        "{error}"
    );
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[tokio::test]
async fn what_the_server_says_is_done_but_cannot_be_read_is_told_so() {
    let server = Odd::start(Manners::default());
    let client = server.rough.client_with(hasty);
    let plan = plan(&client, &title()).await;
    server.turns("PATCH", [Turn::Last(Box::new(Turn::Usual))]);
    let error = told(&client, &plan, ServerQuirks::default()).await.0.unwrap_err();
    assert!(
        matches!(&error.fate, Certainty::Unproven(said) if said == "Person updated"),
        "{error:?}"
    );
    assert!(error.failed().maybe);
    // When it is back, nothing is sent a second time.
    server.becomes(|manners| manners.gone = false);
    let again = told(&client, &plan, ServerQuirks::default()).await.0.unwrap();
    assert!(matches!(again, SaveResult::Already(person) if person.current_job_title == "Countess"));
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[tokio::test]
async fn a_server_that_says_yes_and_does_nothing_is_found_out() {
    let server = Odd::start(Manners { ignores: true, ..Manners::default() });
    let typed =
        [title()[0].clone(), (PersonField::Emails, contacts(&[("work", "ada@kestrel.example")]))];
    let report = report(&server, &typed).await;
    let kept = [
        (PersonField::CurrentJobTitle, FieldOutcome::Kept),
        (PersonField::Emails, FieldOutcome::Kept),
    ];
    assert_eq!(verdicts(&report), kept);
    assert_eq!(report.learned, ServerQuirks::default(), "that it removed nothing teaches nothing");
    assert!(!report.is_as_meant());
    assert_eq!(server.asked(), [READ, READ, SENT, READ, READ]);
}

#[tokio::test]
async fn a_server_that_extends_lists_is_recognised_and_then_sent_only_what_is_new() {
    let server = Odd::start(Manners { extends: true, ..Manners::default() });
    let mine = contacts(&[("work", "ada@new.example"), ("personal", "ada@home.example")]);
    let report = report(&server, &[(PersonField::Emails, mine)]).await;
    assert!(report.learned.extends_lists && !report.learned.clears_omitted, "{report:?}");
    assert_eq!(verdicts(&report), [(PersonField::Emails, FieldOutcome::Other)]);

    let client = server.client();
    let mut phones = vec![("mobile", "+44 20 7946 0001"), ("home", "+44 20 7946 0002")];
    let adding = plan(&client, &[(PersonField::PhoneNumbers, contacts(&phones))]).await;
    let SaveResult::Done(added) = told(&client, &adding, report.learned).await.0.unwrap() else {
        panic!("it was sent")
    };
    assert!(added.is_as_meant(), "{added:?}");
    let new = json!([{"contact_data_type": "home", "value": "+44 20 7946 0002"}]);
    assert_eq!(server.bodies("PATCH")[1], json!({"phone_numbers": new}));

    // What it cannot do is not sent at all.
    phones.truncate(1);
    let removing = plan(&client, &[(PersonField::PhoneNumbers, contacts(&phones))]).await;
    let SaveResult::Done(unsent) = told(&client, &removing, report.learned).await.0.unwrap() else {
        panic!("it is told")
    };
    assert_eq!(unsent.answered, ResponseKind::Unsent);
    assert_eq!(verdicts(&unsent), [(PersonField::PhoneNumbers, FieldOutcome::Kept)]);
    assert_eq!(server.bodies("PATCH").len(), 2);
}

#[tokio::test]
async fn a_server_that_clears_what_is_left_out_is_recognised_and_then_sent_everything() {
    let server = Odd::start(Manners { clears: true, ..Manners::default() });
    let report = report(&server, &title()).await;
    assert!(report.learned.clears_omitted && !report.learned.extends_lists, "{report:?}");
    let cleared: Vec<PersonField> = report.unasked.iter().map(|unasked| unasked.field).collect();
    let all = [
        PersonField::FirstName,
        PersonField::LastName,
        PersonField::CompanyName,
        PersonField::Emails,
        PersonField::PhoneNumbers,
        PersonField::SocialUrl,
    ];
    assert_eq!(cleared, all);

    server.elsewhere("per_1", &json!({"first_name": "Ada", "work_email": "ada@kestrel.example"}));
    let client = server.client();
    let again = plan(&client, &[(PersonField::LastName, text("King"))]).await;
    let SaveResult::Done(report) = told(&client, &again, report.learned).await.0.unwrap() else {
        panic!("it was sent")
    };
    assert!(report.is_as_meant(), "{report:?}");
    let emails = json!([{"contact_data_type": "work", "value": "ada@kestrel.example"}]);
    let whole = json!({"name": "Ada Lovelace", "first_name": "Ada", "last_name": "King",
                       "current_job_title": "Countess", "emails": emails});
    assert_eq!(server.bodies("PATCH")[1], whole);
}

#[tokio::test]
async fn what_somebody_else_changed_before_the_reading_is_shown_and_nothing_is_sent() {
    for etags in [true, false] {
        let server = Odd::start(Manners { etags, ..Manners::default() });
        let client = server.client();
        let plan =
            plan(&client, &[title()[0].clone(), (PersonField::LastName, text("King"))]).await;
        server.elsewhere("per_1", &json!({"current_job_title": "Poet", "last_name": "King"}));
        let SaveResult::Clash { now, clashes } =
            told(&client, &plan, ServerQuirks::default()).await.0.unwrap()
        else {
            panic!("it clashes")
        };
        assert_eq!(now.current_job_title, "Poet");
        assert_eq!(clashes.len(), 1, "the same change by two is none: {clashes:?}");
        let clash = &clashes[0];
        let values = [&clash.base, &clash.theirs, &clash.mine].map(FieldValue::told);
        assert_eq!(values, ["Engineer", "Poet", "Countess"]);
        assert_eq!(server.asked(), [READ, READ]);
    }
}

#[tokio::test]
async fn what_somebody_else_changes_between_reading_and_sending_is_caught_by_its_mark() {
    let server = Odd::start(Manners { etags: true, ..Manners::default() });
    server.turns("PATCH", [Turn::After("per_1", json!({"current_job_title": "Poet"}))]);
    let client = server.client();
    let plan = plan(&client, &title()).await;
    let (saved, steps) = told(&client, &plan, ServerQuirks::default()).await;
    assert!(matches!(saved, Ok(SaveResult::Clash { .. })), "{saved:?}");
    assert_eq!(steps, [SaveStep::Reading, SaveStep::Sending, SaveStep::Reading]);
    assert_eq!(server.person("per_1")["current_job_title"], "Poet");
    assert_eq!(server.asked(), [READ, READ, SENT, READ]);
}

#[tokio::test]
async fn a_change_of_another_field_in_between_is_no_reason_to_ask() {
    let server = Odd::start(Manners { etags: true, ..Manners::default() });
    server.turns("PATCH", [Turn::After("per_1", json!({"last_name": "King"}))]);
    let report = report(&server, &title()).await;
    assert!(report.is_as_meant(), "{report:?}");
    let body = json!({"current_job_title": "Countess"});
    let marks = [(Some("\"v1\"".to_owned()), body.clone()), (Some("\"v2\"".to_owned()), body)];
    assert_eq!(server.sent("PATCH"), marks);
    let person = server.person("per_1");
    assert_eq!([&person["last_name"], &person["current_job_title"]], ["King", "Countess"]);
}

#[tokio::test]
async fn without_marks_a_change_in_between_is_told_afterwards() {
    let server = Odd::start(Manners::default());
    server.turns("PATCH", [Turn::After("per_1", json!({"last_name": "King"}))]);
    let report = report(&server, &title()).await;
    assert_eq!(verdicts(&report), [(PersonField::CurrentJobTitle, FieldOutcome::Seen)]);
    let unasked: Vec<(PersonField, String)> =
        report.unasked.iter().map(|field| (field.field, field.now.told())).collect();
    assert_eq!(unasked, [(PersonField::LastName, "King".to_owned())]);
    assert_eq!(server.sent("PATCH"), [(None, json!({"current_job_title": "Countess"}))]);
}

#[tokio::test]
async fn a_server_that_never_takes_its_own_mark_is_an_error_after_three_times() {
    let server = Odd::start(Manners { etags: true, ..Manners::default() });
    let no = Turn::Says("412 Precondition Failed", json!({"success": false, "error": "stale"}));
    server.turns("PATCH", [no.clone(), no.clone(), no.clone(), no]);
    let error = saved(&server, &title()).await.unwrap_err();
    assert_eq!((error.error.status(), error.maybe()), (Some(412), false));
    assert_eq!(server.bodies("PATCH").len(), 3);
}

#[tokio::test]
async fn a_mark_that_was_weakened_is_left_out_when_nothing_changed() {
    let server = Odd::start(Manners { weak_etags: true, ..Manners::default() });
    let report = report(&server, &title()).await;
    assert!(report.is_as_meant(), "{report:?}");
    let marks: Vec<Option<String>> = server.sent("PATCH").into_iter().map(|sent| sent.0).collect();
    assert_eq!(marks, [Some("W/\"v1\"".to_owned()), None]);
}

#[tokio::test]
async fn what_is_there_already_is_not_sent() {
    let server = Odd::start(Manners::default());
    let client = server.client();
    let job = JobChoice { id: JOB.into(), name: "Rust Engineer".into() };
    let typed = [title()[0].clone(), (PersonField::JobId, FieldValue::Job(Some(job)))];
    let plan = plan(&client, &typed).await;
    server.elsewhere("per_1", &json!({"current_job_title": "Countess"}));
    let saved = told(&client, &plan, ServerQuirks::default()).await.0.unwrap();
    assert!(matches!(saved, SaveResult::Already(_)), "{saved:?}");
    assert_eq!(server.bodies("PATCH"), [Json::Null; 0]);
}

#[tokio::test]
async fn a_refusal_is_final_and_its_messages_are_put_at_their_fields() {
    for status in ["400 No", "401 No", "403 No", "404 No", "409 No", "422 No", "429 No"] {
        let server = Odd::start(Manners::default());
        let said = json!({"success": false, "error": "no", "errors": [
            {"field": "emails[1].value", "message": "not an \u{1b}address"},
            {"field": "body.current_job_title", "message": "too grand"},
            {"field": "stars", "message": "unknown"},
        ]});
        server.turns("PATCH", [Turn::Says(status, said)]);
        let error = saved(&server, &title()).await.unwrap_err();
        assert!(matches!(error.fate, Certainty::NotDone), "{status}");
        let failed = error.failed();
        assert!(!failed.maybe);
        let fields: Vec<(PersonField, Option<usize>, &str)> =
            failed.fields.iter().map(|at| (at.field, at.entry, at.told.as_str())).collect();
        let expected = [
            (PersonField::Emails, Some(1), "not an \\u{1b}address"),
            (PersonField::CurrentJobTitle, None, "too grand"),
        ];
        assert_eq!(fields, expected, "{status}");
        assert!(failed.failure.told.contains("stars: unknown"), "{}", failed.failure.told);
        assert_eq!(server.asked(), [READ, READ, SENT], "{status}");
    }
}

#[tokio::test]
async fn a_person_who_is_gone_and_a_server_that_is_gone_are_told_before_anything_is_sent() {
    let server = Odd::start(Manners::default());
    let there = server.client();
    let mut plan = plan(&there, &title()).await;
    let (_held, address) = refusing();
    let nowhere = client(address, hasty);
    let error = told(&nowhere, &plan, ServerQuirks::default()).await.0.unwrap_err();
    assert!(!error.maybe() && error.to_string().starts_with("the server cannot be reached"));

    plan.person = "per_9".into();
    let error = told(&there, &plan, ServerQuirks::default()).await.0.unwrap_err();
    assert_eq!((error.error.status(), error.maybe()), (Some(404), false));
    assert_eq!(server.bodies("PATCH"), [Json::Null; 0]);
    assert!(server.asked().iter().all(|asked| asked.starts_with("GET")));
}
