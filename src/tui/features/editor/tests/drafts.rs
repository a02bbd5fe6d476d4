//! Unsaved edits survive partial saves, cancelled saves and failed writes.

use super::*;
use crate::tui::app::effect::{HttpEffect, StorageEffect};
use crate::tui::features::editor::state::EditorStep;

#[test]
fn letters_stay_in_their_field_when_the_lists_above_load() {
    let mut server = stage();
    server.act(&[Action::Bottom, Action::EditPerson]);
    assert!(editor(&server).is_loading());
    let is_headline = |editor: &Editor| {
        editor.current_line().is_some_and(|here| here.field == PersonField::SocialHeadline)
    };
    while !is_headline(editor(&server)) {
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    // It also loads behind a question.
    server.type_text("Hel").act(&[Action::Edit(TextEdit::Cancel)]).settle();
    assert!(matches!(editor(&server).step, EditorStep::Question(EditorQuestion::Leave)));
    server.act(&[Action::Back]);
    assert!(!editor(&server).is_loading() && is_headline(editor(&server)));
    server.type_text("lo");
    let (_, plan) = send(&mut server);
    assert_eq!(plan.wanted, BTreeMap::from([(PersonField::SocialHeadline, text("Hello"))]));
}

/// Title and address are sent; the server keeps `title`.
fn save_title_and_address(server: &mut FakeServer, title: &str, response: ResponseKind) {
    server.act(&[Action::EditPerson]);
    while editor(server)
        .current_line()
        .is_some_and(|here| here.field != PersonField::CurrentJobTitle)
    {
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("Principal");
    while editor(server).current_line().is_some_and(|here| here.field != PersonField::Address) {
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    server.type_text("Laugavegur 1");
    let (ticket, plan) = send(server);
    let before = record(server);
    let now = Person { current_job_title: title.to_owned(), ..before.clone() };
    let report = Report::new(before, &plan.wanted, now, response);
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
    server.act(&[Action::Open]);
}

#[test]
fn only_saved_fields_leave_the_form() {
    let done = || ResponseKind::Accepted(String::new());
    let lost = || ResponseKind::Lost("cut".to_owned());
    let (title, address) = (PersonField::CurrentJobTitle, PersonField::Address);
    for (stored, response, left) in [
        ("Principal", done(), vec![]),
        ("Staff Engineer", done(), vec![title]),
        ("Principal", lost(), vec![]),
        ("Staff Engineer", lost(), vec![title, address]),
    ] {
        let mut server = stage();
        save_title_and_address(&mut server, stored, response.clone());
        let typed = server.state.editor.as_deref().map(|editor| editor.form.typed.clone());
        let typed: Vec<PersonField> = typed.into_iter().flat_map(BTreeMap::into_keys).collect();
        assert_eq!(typed, left, "{stored} {response:?}");
        assert_eq!(server.state.edit_session.drafts.len(), usize::from(!left.is_empty()));
    }
}

#[test]
fn a_late_cancel_still_reports_what_was_saved() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    server.act(&[Action::Back]);
    assert!(server.others.contains(&Effect::Http(HttpEffect::StopWriting(ticket))));
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    assert!(message(&server).starts_with("Saved and verified"));
    assert_eq!(server.state.edit_log.edits.len(), 1);
}

#[test]
fn a_cancel_in_time_returns_to_the_form() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, _) = send(&mut server);
    server.act(&[Action::Back]);
    fail(&mut server, ticket, FailureKind::Cancelled, Vec::new());
    assert!(editor(&server).is_typing() && editor(&server).failure.is_none());
    assert_eq!(editor(&server).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn an_answer_requested_before_the_change_does_not_bring_back_the_old_value() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    server.state.people.entry(&"per_0".into()).expire();
    server.wait(200);
    assert!(server.in_flight.iter().any(|(slot, ..)| *slot == Slot::Person("per_0".into())));
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    assert!(!server.in_flight.iter().any(|(slot, ..)| *slot == Slot::Person("per_0".into())));
}

#[test]
fn a_failed_draft_write_is_retried_and_repeated_at_exit() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    server.wait(400);
    let id = editor(&server).draft.clone();
    server.send(Message::DraftSaved(id.clone(), Err("the disk is full".to_owned())));
    server.others.clear();
    server.wait(6_000);
    assert_eq!(drafts(&server).len(), 1);
    server.send(Message::DraftSaved(id, Err("the disk is full".to_owned())));
    server.others.clear();
    server.send(Message::Ending);
    assert_eq!(drafts(&server).len(), 1);
}

#[test]
fn text_from_the_external_editor_is_written_at_once() {
    let mut server = stage();
    server.act(&[Action::EditExternally]);
    for (written, unread) in [("current_job_title = \"Principal\"", None), ("oops", Some("oops"))] {
        server.others.clear();
        server.send(Message::EditedExternally(Ok(written.to_owned())));
        let draft = server.others.iter().find_map(|effect| match effect {
            Effect::Storage(StorageEffect::SaveDraft(draft)) => Some(draft),
            _ => None,
        });
        let draft = draft.unwrap_or_else(|| panic!("{:?}", server.others));
        assert_eq!(draft.form.typed[&PersonField::CurrentJobTitle], text("Principal"));
        assert_eq!(draft.text.as_deref(), unread);
    }
}

#[test]
fn a_server_that_replaces_lists_after_all_is_sent_the_whole_list_again() {
    let mut server = stage();
    server.state.local_data.quirks.extends_lists = true;
    server.act(&[Action::EditField(PersonField::Emails), Action::Form(FormAction::AddEntry)]);
    server.type_text("g@home.example");
    let (ticket, plan) = send(&mut server);
    let before = record(&server);
    let FieldValue::Contacts(wanted) = &plan.wanted[&PersonField::Emails] else { panic!() };
    let now = Person { emails: vec![wanted[1].clone()], ..before.clone() };
    let report = Report::new(before, &plan.wanted, now, ResponseKind::Accepted(String::new()));
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
    assert!(
        server
            .others
            .iter()
            .any(|effect| matches!(effect, Effect::Storage(StorageEffect::ForgetQuirks(_))))
    );
    assert!(!server.state.local_data.quirks.extends_lists);
    server.act(&[Action::Open]);
    let (_, retry) = send(&mut server);
    assert_eq!(retry.wanted, plan.wanted);
}

#[test]
fn an_edit_is_sent_once_its_draft_can_be_written() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open]).settle();
    retitle(&mut server, "Principal");
    server.act(&[Action::Form(FormAction::Save)]);
    assert_eq!(message(&server), "Your own data is still loading; saving continues in a moment");
    server.others.clear();
    let restored = Restored { session: "s".to_owned(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    let [draft] = drafts(&server)[..] else { panic!("one draft") };
    assert!(draft.id.0.starts_with("s-") && draft.form.typed == sent_save(&server).1.wanted);
    let is_write = |effect: &&Effect| {
        matches!(
            effect,
            Effect::Storage(StorageEffect::SaveDraft(_)) | Effect::Http(HttpEffect::Save { .. })
        )
    };
    let first = server.others.iter().find(is_write);
    assert!(matches!(first, Some(Effect::Storage(_))), "the draft is written first");
}

#[test]
fn a_review_that_opened_before_the_restore_is_sent_only_after_it() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open]).settle();
    server.act(&[Action::EditExternally]);
    let written = "current_job_title = \"Principal\"".to_owned();
    server.send(Message::EditedExternally(Ok(written)));
    server.others.clear();
    server.act(&[Action::Open]);
    assert_eq!(message(&server), "Your own data is still loading; try again in a moment");
    let is_save = |effect: &Effect| matches!(effect, Effect::Http(HttpEffect::Save { .. }));
    assert!(!server.others.iter().any(is_save));
    let restored = Restored { session: "s".to_owned(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored))).act(&[Action::Open]);
    assert_eq!(sent_save(&server).1.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn an_unsaved_edit_is_announced_and_reopened_at_the_next_start() {
    let mut before = stage();
    retitle(&mut before, "Principal");
    before.wait(400);
    let draft = drafts(&before)[0].clone();
    let mut server = FakeServer::loaded(120, 40);
    let restored = Restored { drafts: vec![draft], session: "t".to_owned(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    assert_eq!(message(&server), "Unsaved changes to Guðrún Þórðardóttir from 12:04");
    server.settle();
    assert!(!editor(&server).is_loading());
    assert_eq!(editor(&server).draft_written_at, Some(timestamp(TODAY)));
    assert_eq!(send(&mut server).1.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn editing_one_field_of_a_person_with_a_draft_goes_to_that_field() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Open]);
    assert!(server.state.editor.is_none());
    server.act(&[Action::EditField(PersonField::CompanyName)]);
    let here = editor(&server).current_line().unwrap();
    assert_eq!(here.field, PersonField::CompanyName);
    assert_eq!(editor(&server).text.text(), "Kestrel");
}
