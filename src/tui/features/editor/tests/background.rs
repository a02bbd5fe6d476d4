//! Forms that were closed while their result is pending, and changes that a server shows late.

use super::*;
use crate::recruiting::person::{DraftId, SaveStep};
use crate::tui::app::effect::StorageEffect;

/// Closes the form of an edit that the server accepted but does not show yet.
fn leave(server: &mut FakeServer, ticket: Ticket) {
    server.send(Message::Saving { ticket, step: SaveStep::Awaiting });
    server.act(&[Action::Back]);
    assert!(server.state.editor.is_none());
}

/// Sends another title and closes the form.
fn send_and_leave(server: &mut FakeServer) -> (Ticket, Plan) {
    retitle(server, "Principal");
    let (ticket, plan) = send(server);
    leave(server, ticket);
    (ticket, plan)
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
    let (ticket, plan) = send_and_leave(&mut server);
    let awaited = server.state.edit_session.awaiting[0].draft.clone();
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
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    let Far::Sending { ticket, .. } = editor(&server).step else { panic!() };
    let awaited = editor(&server).draft.clone();
    leave(&mut server, ticket);
    server.act(&[Action::CreatePerson]).send(Message::IdGenerated("other".to_owned()));
    server.type_text("Jean Bartik").wait(400);
    assert_ne!(editor(&server).draft, awaited);
    let failure = Failure::new(FailureKind::Server, "no such list");
    let failed = WriteFailure { is_uncertain: true, ..WriteFailure::not_sent(failure) };
    server.send(Message::Created { ticket, result: Err(failed) });
    let names = server.state.edit_session.drafts.iter().map(|draft| draft.form.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["Jean Bartik", "Ida Rhodes"]);
}

#[test]
fn the_draft_of_an_awaited_edit_can_be_neither_opened_nor_discarded() {
    let mut server = stage();
    send_and_leave(&mut server);
    server.others.clear();
    let discard = Action::SaveFlow(SaveFlowAction::Discard);
    server.act(&[Action::Drafts, Action::Open, discard, discard]);
    assert!(server.state.editor.is_none() && deleted_drafts(&server).is_empty());
    assert_eq!(server.state.edit_session.drafts.len(), 1);
    let expected = "Already sent: a message will report the result";
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
    let mut messages = server.state.notices.newest_first();
    assert!(messages.any(|notice| notice.text.ends_with("the server shows the change now")));
}

#[test]
fn a_save_without_an_answer_goes_on_in_the_background() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    server.send(Message::Saving { ticket, step: SaveStep::Sending });
    server.act(&[Action::Back]);
    assert!(server.state.editor.is_none() && server.state.edit_session.awaiting.len() == 1);
    let failure = Failure::new(FailureKind::Timeout, "no answer");
    let failed = WriteFailure { is_uncertain: true, ..WriteFailure::not_sent(failure) };
    server.send(Message::Saved { ticket, result: Err(failed) });
    assert!(server.state.editor.is_none() && server.state.edit_session.awaiting.is_empty());
    assert!(message(&server).ends_with("may have been saved: no answer"));
    assert_eq!(server.state.edit_session.drafts[0].form.typed, plan.wanted);
}

#[test]
fn a_failed_draft_write_of_a_closed_form_is_reported_once_and_repeated() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    server.send(Message::Saving { ticket, step: SaveStep::Sending });
    server.act(&[Action::Back]);
    let id = server.state.edit_session.drafts[0].id.clone();
    for round in 0..2 {
        server.others.clear();
        server.send(Message::DraftSaved(id.clone(), Err("the disk is full".to_owned())));
        let is_report = |text: &str| text == "the disk is full";
        let notices = server.state.notices.newest_first();
        assert_eq!(notices.filter(|notice| is_report(&notice.text)).count(), 1, "{round}");
        server.wait(5_100);
        let [draft] = drafts(&server)[..] else { panic!("it is written again") };
        assert_eq!(draft.form.typed, plan.wanted);
    }
    server.send(Message::DraftSaved(id, Ok(())));
    server.others.clear();
    server.wait(5_100);
    assert!(drafts(&server).is_empty());
}

#[test]
fn a_second_change_of_a_person_waits_for_the_result_of_the_first() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    server.send(Message::Saving { ticket, step: SaveStep::Sending });
    server.act(&[Action::Back]);
    retitle(&mut server, "Director");
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    let is_save = |effect: &Effect| matches!(effect, Effect::Http(HttpEffect::Save { .. }));
    assert!(!server.others.iter().any(is_save));
    assert!(message(&server).starts_with("Cannot save yet: "), "{}", message(&server));
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    server.act(&[Action::Form(FormAction::Save)]);
    assert_eq!(sent_save(&server).1.wanted[&PersonField::CurrentJobTitle], text("Director"));
}

#[test]
fn a_draft_with_more_than_the_accepted_change_stays() {
    let accepted = text("Principal");
    for unparsed in [None, Some("current_job_title = 3".to_owned())] {
        let mut server = stage();
        save_late(&mut server);
        server.act(&[Action::EditPerson]).settle();
        assert!(editor(&server).maybe_sent);
        if let Some(text) = unparsed {
            server.send(Message::EditedExternally(Ok(text)));
        } else {
            server.act(&[Action::Edit(TextEdit::Previous)]).type_text("X");
            assert!(!editor(&server).maybe_sent, "this was not sent");
        }
        server.act(&[Action::Edit(TextEdit::Cancel), Action::Open]).wait(400);
        let [draft] = &server.state.edit_session.drafts[..] else { panic!("one draft") };
        assert_eq!(draft.form.typed[&PersonField::CurrentJobTitle], accepted);
        server.people = vec![Person { current_job_title: "Principal".into(), ..record(&server) }];
        server.act(&[Action::Refresh]).settle();
        assert_eq!(server.state.edit_session.drafts.len(), 1);
    }
}

#[test]
fn an_open_draft_does_not_call_a_visible_change_invisible() {
    let mut server = stage();
    save_late(&mut server);
    server.people = vec![Person { current_job_title: "Principal".to_owned(), ..record(&server) }];
    server.act(&[Action::EditPerson]).settle();
    assert!(!editor(&server).maybe_sent);
    assert_eq!(editor(&server).already_saved, [PersonField::CurrentJobTitle]);
}

#[test]
fn a_draft_that_could_not_be_written_does_not_come_back_after_the_save() {
    let mut server = stage();
    let (ticket, _) = send_and_leave(&mut server);
    let id = server.state.edit_session.drafts[0].id.clone();
    server.send(Message::DraftSaved(id, Err("the disk is full".to_owned())));
    server.others.clear();
    let now = Box::new(record(&server));
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::AlreadySaved(now)) });
    server.wait(6_000);
    assert!(server.state.edit_session.drafts.is_empty() && drafts(&server).is_empty());
}

#[test]
fn nothing_of_a_forgotten_person_is_written_again() {
    let mut server = stage();
    let (ticket, plan) = send_and_leave(&mut server);
    let id = server.state.edit_session.drafts[0].id.clone();
    server.send(Message::Forgotten(plan.person, Ok(())));
    assert!(server.state.edit_session.drafts.is_empty());
    server.others.clear();
    server.send(Message::DraftSaved(id, Err("the disk is full".to_owned()))).wait(6_000);
    assert!(drafts(&server).is_empty());
    let now = server.state.clock.moment;
    assert!(server.state.wakes_at().is_none_or(|at| at > now));
    fail(&mut server, ticket, FailureKind::Timeout, Vec::new());
    server.wait(6_000);
    assert!(server.state.edit_session.drafts.is_empty() && drafts(&server).is_empty());
    assert!(message(&server).ends_with("not saved: no"));
}

#[test]
fn a_draft_that_waited_for_the_own_change_blames_nobody_else() {
    let mut server = stage();
    let (ticket, plan) = send_and_leave(&mut server);
    retitle(&mut server, "Director");
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Open]);
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    server.people = vec![Person { current_job_title: "Principal".to_owned(), ..record(&server) }];
    server.act(&[Action::EditPerson]).settle();
    assert_eq!(editor(&server).form.typed[&PersonField::CurrentJobTitle], text("Director"));
    assert_eq!(editor(&server).changed_on_server, []);
}
