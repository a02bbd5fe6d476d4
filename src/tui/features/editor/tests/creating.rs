//! A person is created only once.

use super::*;
use crate::tui::app::effect::{ComputeEffect, HttpEffect, StorageEffect};
use crate::tui::features::editor::state::EditorStep;

fn start_create() -> (FakeServer, Ticket, Draft) {
    let mut server = stage();
    server.act(&[Action::CreatePerson]);
    let load = Effect::Storage(StorageEffect::LoadCachedPeople);
    assert_eq!(server.others, [Effect::Compute(ComputeEffect::GenerateId), load]);
    server.send(Message::IdGenerated("fresh".to_owned())).type_text("Ida Rhodes");
    let (ticket, draft) = send_create(&mut server);
    (server, ticket, draft)
}

fn send_create(server: &mut FakeServer) -> (Ticket, Draft) {
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    sent_create(server)
}

fn sent_create(server: &FakeServer) -> (Ticket, Draft) {
    let create = server.others.iter().find_map(|effect| match effect {
        Effect::Http(HttpEffect::Create { ticket, draft }) => Some((*ticket, (**draft).clone())),
        _ => None,
    });
    create.unwrap_or_else(|| panic!("nothing was sent: {:?}", server.others))
}

#[test]
fn a_create_carries_an_external_id_to_find_the_person_again() {
    let (_, _, draft) = start_create();
    let body = draft.form.body();
    assert_eq!(body["name"], "Ida Rhodes");
    assert_eq!(body["external_source_id"], "fresh");
    assert_eq!(body["job_id"], "job_rust");
    assert_eq!(body.len(), 3);
    assert!(!draft.sent, "the draft is not marked as sent before the first request");
}

#[test]
fn a_create_that_is_saved_before_the_restore_goes_on_after_it() {
    for is_id_late in [false, true] {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Open]).settle();
        server.act(&[Action::CreatePerson]);
        let id = || Message::IdGenerated("fresh".to_owned());
        if !is_id_late {
            server.send(id());
        }
        server.type_text("Ida Rhodes").act(&[Action::Form(FormAction::Save)]);
        assert!(editor(&server).is_typing());
        let restored = Restored { session: "s".to_owned(), ..Restored::default() };
        server.send(Message::Restored(Box::new(restored)));
        assert!(matches!(editor(&server).step, EditorStep::Review { .. }), "{is_id_late}");
        server.others.clear();
        server.act(&[Action::Open]).send(id());
        assert_eq!(sent_create(&server).1.form.body()["external_source_id"], "fresh");
    }
}

#[test]
fn a_create_of_unknown_outcome_is_sent_again_only_after_a_confirmation() {
    let (mut server, ticket, _) = start_create();
    let failure = Failure::new(FailureKind::Timeout, "no response");
    let failed = WriteFailure { is_uncertain: true, ..WriteFailure::not_sent(failure) };
    server.send(Message::Created { ticket, result: Err(failed.clone()) });
    assert!(editor(&server).is_typing());
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    let (ticket, draft) = sent_create(&server);
    assert!(draft.sent, "the mark makes the next attempt search first");
    server.send(Message::Created { ticket, result: Err(failed) });
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    assert!(matches!(editor(&server).step, EditorStep::Question(EditorQuestion::SendAgain)));
    assert!(
        !server
            .others
            .iter()
            .any(|effect| matches!(effect, Effect::Http(HttpEffect::Create { .. })))
    );
    server.act(&[Action::Open]);
    let is_create = |effect: &Effect| matches!(effect, Effect::Http(HttpEffect::Create { .. }));
    assert!(!server.others.iter().any(is_create), "enter alone does not send it again");
    server.act(&[Action::SaveFlow(SaveFlowAction::SendAnyway)]);
    assert_eq!(sent_create(&server).1.form.body()["external_source_id"], "fresh");
}

#[test]
fn a_created_person_is_opened() {
    let (mut server, ticket, draft) = start_create();
    let FieldValue::Job(job) = draft.form.value(PersonField::JobId).into_owned() else { panic!() };
    let created = CreatedPerson {
        id: "per_3".into(),
        name: "Ida Rhodes".to_owned(),
        candidate: Some("can_3".into()),
        job,
        was_recovered: false,
        warnings: Vec::new(),
        person: None,
    };
    server.send(Message::Created { ticket, result: Ok(Box::new(created)) });
    server.act(&[Action::Open]).settle();
    assert_eq!(server.state.selected().map(|(candidate, _)| candidate), Some("can_3".into()));
    assert_eq!(server.state.edit_log.edits[0].status, EditStatus::Final);
}

#[test]
fn the_profile_decides_whether_v0_creates() {
    let mut server = stage();
    server.state.local_data.creates_v0 = true;
    server.act(&[Action::CreatePerson]).send(Message::IdGenerated("fresh".to_owned()));
    assert_eq!(editor(&server).form.kind, FormKind::CreateV0);
}

#[test]
fn the_profile_counts_for_a_form_that_was_opened_before_it_was_known() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::CreatePerson]).send(Message::IdGenerated("fresh".to_owned()));
    server.type_text("Ida");
    let restored = Restored { session: "s".to_owned(), creates_v0: true, ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    server.type_text(" Rhodes");
    let form = &editor(&server).form;
    assert_eq!((form.kind, form.name.as_str()), (FormKind::CreateV0, "Ida Rhodes"));
}

#[test]
fn a_create_that_was_never_sent_is_not_searched_for() {
    for kind in [FailureKind::Network, FailureKind::Cancelled] {
        let (mut server, ticket, _) = start_create();
        let failed = WriteFailure::not_sent(Failure::new(kind, "no connection"));
        server.send(Message::Created { ticket, result: Err(failed.clone()) });
        assert!(!editor(&server).maybe_sent, "{kind:?}");
        let sent = |server: &mut FakeServer, mark| {
            server.others.clear();
            server.act(&[Action::Form(FormAction::Save), Action::Open]);
            let (ticket, draft) = sent_create(server);
            assert_eq!(draft.sent, mark);
            ticket
        };
        let ticket = sent(&mut server, false);
        let lost = WriteFailure { is_sent: true, is_uncertain: true, ..failed.clone() };
        server.send(Message::Created { ticket, result: Err(lost) });
        let ticket = sent(&mut server, true);
        server.send(Message::Created { ticket, result: Err(failed) });
        assert!(editor(&server).maybe_sent, "the attempt before was sent");
    }
}

#[test]
fn a_create_for_another_job_is_not_searched_for_in_this_one() {
    let (mut server, ticket, _) = start_create();
    let failure = Failure::new(FailureKind::Network, "the connection broke");
    let failed = WriteFailure { is_sent: true, ..WriteFailure::not_sent(failure) };
    server.send(Message::Created { ticket, result: Err(failed) });
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    assert!(sent_create(&server).1.sent, "the mark makes the retry search first");
    let (mut server, ticket, _) = start_create();
    let failure = Failure::new(FailureKind::Network, "the connection broke");
    let failed = WriteFailure { is_sent: true, ..WriteFailure::not_sent(failure) };
    server.send(Message::Created { ticket, result: Err(failed) });
    let job = crate::recruiting::person::JobChoice {
        id: "job_sales".into(),
        name: "Head of Sales".into(),
    };
    let editor = server.state.editor.as_deref_mut().unwrap();
    editor.form.set(PersonField::JobId, FieldValue::Job(Some(job)));
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    let step = &server.state.editor.as_deref().unwrap().step;
    assert!(matches!(step, EditorStep::Question(EditorQuestion::SendAgain)), "{step:?}");
}
