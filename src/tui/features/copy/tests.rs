//! Copying parts of records.

use crate::keymap::action::{Action, CopyField, Pane};
use crate::recruiting::failure::FailureKind;
use crate::tui::features::compare::tests::{copied, messages, open_candidates};

const EMAILS: Action = Action::CopyField(CopyField::Emails);

#[test]
fn the_selected_person_is_copied_in_every_form() {
    for (field, text, message) in [
        (CopyField::Emails, "person0@mail.example", "Copied 1 email address"),
        (CopyField::Phones, "+354 555 0100", "Copied 1 phone number"),
        (CopyField::Link, "https://www.linkedin.com/in/handle-0", "Copied 1 profile link"),
        (CopyField::Name, "Guðrún Þórðardóttir", "Copied Guðrún Þórðardóttir"),
        (CopyField::Id, "can_0", "Copied can_0"),
        (
            CopyField::Line,
            "Guðrún Þórðardóttir – Staff Engineer at Kestrel – person0@mail.example – +354 555 0100",
            "Copied 1 line",
        ),
    ] {
        let mut server = open_candidates();
        while server.state.selected().is_some_and(|(id, _)| id.as_str() != "can_0") {
            server.act(&[Action::Down]).settle();
        }
        server.act(&[Action::CopyField(field)]).settle();
        assert_eq!(copied(&server).as_deref(), Some(text));
        assert_eq!(messages(&server)[0], message);
    }
}

#[test]
fn marked_people_are_read_first_and_those_without_an_address_are_named() {
    let mut server = open_candidates();
    let none = server.people[3].name.clone();
    server.people[3].emails.clear();
    let second = server.people[4].emails[0].clone();
    server.people[1].emails.push(second);
    server.act(&[Action::Mark; 7]).act(&[EMAILS]);
    assert_eq!(copied(&server), None);
    assert!(messages(&server)[0].starts_with("Reading "), "{:?}", messages(&server));
    server.settle();
    let text = copied(&server).unwrap();
    assert_eq!(text.matches(", ").count(), 5, "one address each: {text}");
    assert_eq!(messages(&server)[0], format!("Copied 6 email addresses, none for {none}"));
    server.act(&[Action::CopyField(CopyField::Phones)]).settle();
    assert_eq!(copied(&server).unwrap().lines().count(), 7, "each after the name");
    server.act(&[Action::CopyField(CopyField::Id)]);
    assert_eq!(messages(&server)[0], "Copied 7 IDs");
}

#[test]
fn a_record_that_cannot_be_read_is_not_called_empty() {
    let mut server = open_candidates();
    server.act(&[Action::Mark; 7]).act(&[EMAILS]);
    server.wait(200);
    while !server.in_flight.is_empty() {
        server.fail_all(FailureKind::NotFound).wait(200);
    }
    let message = &messages(&server)[0];
    assert!(message.contains("could not load: ") && !message.contains("none for"), "{message}");
}

#[test]
fn escape_cancels_a_copy_that_waits() {
    let mut server = open_candidates();
    server.act(&[Action::Mark; 7]).act(&[EMAILS, Action::Back]).settle();
    assert_eq!(copied(&server), None);
    assert_eq!(messages(&server)[0], "Copy canceled");
    assert!(server.state.has_marks(), "the marks stay");
}

#[test]
fn a_job_has_a_name_and_an_id() {
    let mut server = open_candidates();
    server.act(&[Action::Go(Pane::Jobs), Action::CopyField(CopyField::Name)]);
    assert_eq!(copied(&server).as_deref(), Some("Senior Rust Engineer"));
    server.act(&[EMAILS]);
    assert_eq!(messages(&server)[0], "No candidate is selected");
}
