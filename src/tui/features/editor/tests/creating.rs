//! A person is created only once.

use super::*;
use crate::tui::features::editor::state::EditorStep;

fn creating() -> (FakeServer, Ticket, Draft) {
    let mut stage = stage();
    stage.act(&[Action::CreatePerson]);
    assert_eq!(stage.others, [Effect::FreshId]);
    stage.send(Message::FreshId("fresh".to_owned())).type_text("Ida Rhodes");
    let (ticket, draft) = create(&mut stage);
    (stage, ticket, draft)
}

fn create(stage: &mut FakeServer) -> (Ticket, Draft) {
    stage.others.clear();
    stage.act(&[Action::Fill(FormAction::Review), Action::Open]);
    created(stage)
}

fn created(stage: &FakeServer) -> (Ticket, Draft) {
    let create = stage.others.iter().find_map(|effect| match effect {
        Effect::Create { ticket, draft } => Some((*ticket, (**draft).clone())),
        _ => None,
    });
    create.unwrap_or_else(|| panic!("nothing was sent: {:?}", stage.others))
}

#[test]
fn a_create_carries_an_external_id_to_find_the_person_again() {
    let (_, _, draft) = creating();
    let body = draft.form.body();
    assert_eq!(body["name"], "Ida Rhodes");
    assert_eq!(body["external_source_id"], "fresh");
    assert_eq!(body["job_id"], "job_rust");
    assert_eq!(body.len(), 3);
    assert!(!draft.sent, "it was not sent before");
}

#[test]
fn a_create_of_unknown_outcome_is_sent_again_only_after_a_confirmation() {
    let (mut stage, ticket, _) = creating();
    let failure = Failure::new(FailureKind::Silence, "no answer came");
    let failed = WriteFailure { failure, fields: Vec::new(), maybe: true };
    stage.send(Message::Born { ticket, born: CreateOutcome::Failed(failed.clone()) });
    assert!(editor(&stage).is_typing());
    stage.others.clear();
    stage.act(&[Action::Fill(FormAction::Review), Action::Open]);
    let (ticket, draft) = created(&stage);
    assert!(draft.sent, "they are looked for, and not sent");
    stage.send(Message::Born { ticket, born: CreateOutcome::Failed(failed) });
    stage.others.clear();
    stage.act(&[Action::Fill(FormAction::Review), Action::Open]);
    assert!(matches!(editor(&stage).step, EditorStep::Asking(EditorQuestion::SendAgain)));
    assert!(!stage.others.iter().any(|effect| matches!(effect, Effect::Create { .. })));
    stage.act(&[Action::Open]);
    assert_eq!(created(&stage).1.form.body()["external_source_id"], "fresh");
}

#[test]
fn a_created_person_is_opened() {
    let (mut stage, ticket, draft) = creating();
    let FieldValue::Job(job) = draft.form.value(PersonField::JobId).into_owned() else { panic!() };
    let created = CreatedPerson {
        id: "per_3".into(),
        name: "Ida Rhodes".to_owned(),
        candidate: Some("can_3".into()),
        job,
        found: false,
        warnings: Vec::new(),
        person: None,
    };
    stage.send(Message::Born { ticket, born: CreateOutcome::Made(Box::new(created)) });
    stage.act(&[Action::Open]).settle();
    assert_eq!(stage.state.selected().map(|(candidate, _)| candidate), Some("can_3".into()));
    assert_eq!(stage.state.edits[0].state, EditStatus::Final);
}

#[test]
fn the_old_way_to_create_is_the_profiles_choice() {
    let mut stage = stage();
    stage.state.memory.creates_v0 = true;
    stage.act(&[Action::CreatePerson]).send(Message::FreshId("fresh".to_owned()));
    assert_eq!(editor(&stage).form.kind, FormKind::CreateV0);
}

#[test]
fn a_create_for_another_job_is_not_searched_for_in_this_one() {
    let (mut stage, ticket, _) = creating();
    let failure = Failure::new(FailureKind::Network, "the connection broke");
    let failed = WriteFailure { failure, fields: Vec::new(), maybe: false };
    stage.send(Message::Born { ticket, born: CreateOutcome::Failed(failed) });
    stage.others.clear();
    stage.act(&[Action::Fill(FormAction::Review), Action::Open]);
    assert!(created(&stage).1.sent, "they are looked for first");
    let (mut stage, ticket, _) = creating();
    let failure = Failure::new(FailureKind::Network, "the connection broke");
    let failed = WriteFailure { failure, fields: Vec::new(), maybe: false };
    stage.send(Message::Born { ticket, born: CreateOutcome::Failed(failed) });
    let job = crate::recruiting::person::JobChoice {
        id: "job_sales".into(),
        name: "Head of Sales".into(),
    };
    let editor = stage.state.editor.as_deref_mut().unwrap();
    editor.form.set(PersonField::JobId, FieldValue::Job(Some(job)));
    stage.act(&[Action::Fill(FormAction::Review), Action::Open]);
    let far = &stage.state.editor.as_deref().unwrap().step;
    assert!(matches!(far, EditorStep::Asking(EditorQuestion::SendAgain)), "{far:?}");
}
