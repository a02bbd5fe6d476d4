//! Undo of saved edits and discarded drafts.

use super::*;
use crate::tui::features::editor::state::EditorStep;

#[test]
fn a_saved_edit_is_undone_and_redone_with_one_key() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, plan) = send(&mut stage);
    apply(&mut stage, ticket, &plan, ResponseKind::Done(String::new()));
    stage.act(&[Action::Open]);
    for (action, wanted, standing) in [
        (Action::Undo, "Staff Engineer", EditStatus::TakenBack),
        (Action::Redo, "Principal", EditStatus::Made),
        (Action::Undo, "Staff Engineer", EditStatus::TakenBack),
    ] {
        stage.others.clear();
        stage.act(&[action]);
        let (ticket, plan) = sent(&stage);
        assert_eq!(plan.wanted, BTreeMap::from([(PersonField::CurrentJobTitle, text(wanted))]));
        apply(&mut stage, ticket, &plan, ResponseKind::Done(String::new()));
        stage.act(&[Action::Open]);
        assert_eq!(stage.state.edits.len(), 1);
        assert_eq!(stage.state.edits[0].state, standing);
    }
    stage.act(&[Action::Undo]);
    assert_eq!(message(&stage), "nothing was saved that could be taken back");
}

#[test]
fn undo_says_that_a_write_only_field_cannot_be_restored() {
    let mut stage = stage();
    stage.act(&[Action::EditField(PersonField::Address)]).type_text("Laugavegur 1");
    let (ticket, plan) = send(&mut stage);
    apply(&mut stage, ticket, &plan, ResponseKind::Done(String::new()));
    stage.act(&[Action::Open]);
    stage.others.clear();
    stage.act(&[Action::Undo]);
    assert_eq!(stage.others, []);
    assert!(message(&stage).contains("cannot be taken back"), "{}", message(&stage));
}

#[test]
fn discarding_asks_once_and_can_be_undone() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    assert!(matches!(editor(&stage).step, EditorStep::Asking(EditorQuestion::Leave)));
    stage.act(&[Action::Decide(SaveFlowAction::Discard)]);
    assert!(stage.state.editor.is_none() && stage.state.memory.drafts.is_empty());
    assert!(matches!(stage.others.last(), Some(Effect::DropDraft(_))), "not forgotten");
    stage.others.clear();
    stage.act(&[Action::Undo]);
    assert!(matches!(stage.others[0], Effect::RestoreDraft(_)));
    assert_eq!(editor(&stage).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn leaving_keeps_what_was_typed_and_editing_again_finds_it() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    stage.act(&[Action::Edit(TextEdit::Leave), Action::Open]);
    assert!(stage.state.editor.is_none());
    assert_eq!(drafts(&stage).len(), 1);
    stage.act(&[Action::EditPerson]);
    assert_eq!(editor(&stage).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn another_window_that_edits_the_same_person_is_reported() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]);
    let person = editor(&stage).form.person.clone().unwrap();
    assert!(stage.others.contains(&Effect::WhoElse(person.clone())));
    stage.send(Message::AlsoEdited("somebody else".into()));
    assert_ne!(message(&stage), "another window has an unsaved edit of Guðrún Þórðardóttir, too");
    stage.send(Message::AlsoEdited(person));
    assert_eq!(message(&stage), "another window has an unsaved edit of Guðrún Þórðardóttir, too");
}

#[test]
fn a_change_that_the_server_rounded_is_taken_back_without_a_word_of_others() {
    let mut stage = stage();
    retitle(&mut stage, "principal");
    let (ticket, plan) = send(&mut stage);
    let before = record(&stage);
    let now = Person { current_job_title: "Principal".to_owned(), ..before.clone() };
    let done = ResponseKind::Done(String::new());
    let report = Report::new(before, &plan.wanted, now, done);
    stage.send(Message::Saved { ticket, outcome: SaveOutcome::Done(Box::new(report)) });
    stage.act(&[Action::Open]);
    stage.others.clear();
    stage.act(&[Action::Undo]);
    assert_eq!(sent(&stage).1.base[&PersonField::CurrentJobTitle], text("Principal"));
}
