//! Unsaved edits survive partial saves, cancelled saves and failed writes.

use super::*;
use crate::recruiting::person::{DraftId, SaveStep};
use crate::tui::app::effect::{HttpEffect, StorageEffect};
use crate::tui::features::editor::state::EditorStep;

#[test]
fn letters_stay_in_their_field_when_the_lists_above_load() {
    let mut server = stage();
    server.act(&[Action::Bottom, Action::EditPerson]);
    assert!(editor(&server).is_loading);
    let is_headline = |editor: &Editor| {
        editor.current_line().is_some_and(|here| here.field == PersonField::SocialHeadline)
    };
    while !is_headline(editor(&server)) {
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    server.type_text("Hel").settle();
    assert!(!editor(&server).is_loading && is_headline(editor(&server)));
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
    server.act(&[Action::Form(FormAction::Review), Action::Back]);
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
    assert!(matches!(editor(&server).step, EditorStep::Report { .. }));
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
fn an_unsaved_edit_is_announced_and_reopened_at_the_next_start() {
    let mut before = stage();
    retitle(&mut before, "Principal");
    before.wait(400);
    let draft = drafts(&before)[0].clone();
    let mut server = FakeServer::loaded(120, 40);
    let restored = Restored { drafts: vec![draft], session: "t".to_owned(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    assert_eq!(message(&server), "unsaved edit of Guðrún Þórðardóttir from 12:04");
    server.settle();
    assert!(!editor(&server).is_loading);
    assert_eq!(editor(&server).draft_written_at, Some(timestamp(TODAY)));
    assert_eq!(send(&mut server).1.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

/// Closes the form of an edit that the server accepted but does not show yet.
fn leave(server: &mut FakeServer, ticket: Ticket) {
    server.send(Message::Saving { ticket, step: SaveStep::Awaiting });
    server.act(&[Action::Back]);
    assert!(server.state.editor.is_none());
}

fn deleted_drafts(server: &FakeServer) -> Vec<&DraftId> {
    let deleted = server.others.iter().filter_map(|effect| match effect {
        Effect::Storage(StorageEffect::DeleteDraft(id) | StorageEffect::DiscardDraft(id)) => {
            Some(id)
        }
        _ => None,
    });
    deleted.collect()
}

#[test]
fn the_result_of_a_closed_form_leaves_the_next_edit_of_the_person_alone() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    let awaited = editor(&server).draft.clone();
    leave(&mut server, ticket);
    retitle(&mut server, "Director");
    server.wait(400);
    let next = editor(&server).draft.clone();
    assert_ne!(next, awaited);
    server.others.clear();
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    assert_eq!(deleted_drafts(&server), [&awaited]);
    let stored = &server.state.edit_session.drafts;
    assert_eq!(stored.iter().map(|draft| &draft.id).collect::<Vec<_>>(), [&next]);
    assert_eq!(stored[0].form.typed[&PersonField::CurrentJobTitle], text("Director"));
}

#[test]
fn the_result_of_a_closed_create_leaves_the_next_create_alone() {
    let mut server = stage();
    server.act(&[Action::CreatePerson]).send(Message::IdGenerated("fresh".to_owned()));
    server.type_text("Ida Rhodes");
    server.act(&[Action::Form(FormAction::Review), Action::Open]);
    let Far::Sending { ticket, .. } = editor(&server).step else { panic!() };
    let awaited = editor(&server).draft.clone();
    leave(&mut server, ticket);
    server.act(&[Action::CreatePerson]).send(Message::IdGenerated("other".to_owned()));
    server.type_text("Jean Bartik").wait(400);
    assert_ne!(editor(&server).draft, awaited);
    let failure = Failure::new(FailureKind::Server, "no such list");
    let failed = WriteFailure { failure, fields: Vec::new(), is_uncertain: true };
    server.send(Message::Created { ticket, result: Err(failed) });
    let names = server.state.edit_session.drafts.iter().map(|draft| draft.form.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Jean Bartik", "Ida Rhodes"]);
}

#[test]
fn the_draft_of_an_awaited_edit_can_be_neither_opened_nor_discarded() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, _) = send(&mut server);
    leave(&mut server, ticket);
    server.others.clear();
    let discard = Action::SaveFlow(SaveFlowAction::Discard);
    server.act(&[Action::Drafts, Action::Open, discard, discard]);
    assert!(server.state.editor.is_none() && deleted_drafts(&server).is_empty());
    assert_eq!(server.state.edit_session.drafts.len(), 1);
    let expected = "this edit was sent, and its result is pending; a message will report it";
    assert_eq!(message(&server), expected);
}

/// The server accepted the change and does not show it.
fn save_late(server: &mut FakeServer) {
    retitle(server, "Principal");
    let (ticket, plan) = send(server);
    let (before, response) = (record(server), ResponseKind::Accepted(String::new()));
    let report = Report::new(before.clone(), &plan.wanted, before, response);
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
    server.act(&[Action::Open, Action::Edit(TextEdit::Cancel), Action::Open]).wait(400);
}

#[test]
fn the_draft_of_a_change_that_was_shown_late_goes_once_it_is_visible() {
    let mut server = stage();
    save_late(&mut server);
    assert!(server.state.editor.is_none());
    assert!(matches!(&server.state.edit_session.drafts[..], [draft] if draft.sent));
    server.act(&[Action::Refresh]).settle();
    assert_eq!(server.state.edit_session.drafts.len(), 1, "the record still has the old value");

    server.people = vec![Person { current_job_title: "Principal".to_owned(), ..record(&server) }];
    let id = server.state.edit_session.drafts[0].id.clone();
    server.others.clear();
    server.act(&[Action::Refresh]).settle();
    assert!(server.state.edit_session.drafts.is_empty());
    assert!(server.others.contains(&Effect::Storage(StorageEffect::DeleteDraft(id))));
    assert!(message(&server).ends_with("the server shows the change now"));
}

#[test]
fn a_save_without_an_answer_goes_on_in_the_background() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    server.send(Message::Saving { ticket, step: SaveStep::Sending });
    server.act(&[Action::Back]);
    assert!(server.state.editor.is_none() && server.state.edit_session.awaiting.len() == 1);
    let id = server.state.edit_session.drafts[0].id.clone();
    server.send(Message::DraftSaved(id, Err("the disk is full".to_owned())));
    server.others.clear();
    let failure = Failure::new(FailureKind::Timeout, "no answer");
    let failed = WriteFailure { failure, fields: Vec::new(), is_uncertain: true };
    server.send(Message::Saved { ticket, result: Err(failed) });
    assert!(server.state.editor.is_none() && server.state.edit_session.awaiting.is_empty());
    assert!(message(&server).ends_with("may have been saved: no answer"));
    let [draft] = drafts(&server)[..] else { panic!("the draft is written again") };
    assert_eq!(draft.form.typed, plan.wanted);
}
