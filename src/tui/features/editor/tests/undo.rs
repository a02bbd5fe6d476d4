//! Undo of saved edits and discarded drafts.

use super::*;
use crate::recruiting::person::{OwnEdit, to_toml};
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::features::editor::state::EditorStep;

/// Changes the title.
fn save_title(server: &mut FakeServer) {
    retitle(server, "Principal");
    let (ticket, plan) = send(server);
    apply(server, ticket, &plan, ResponseKind::Accepted(String::new()));
    assert!(server.state.editor.is_none());
}

#[test]
fn a_saved_edit_is_undone_and_redone_with_one_key() {
    let mut server = stage();
    save_title(&mut server);
    for (action, wanted, status) in [
        (Action::Undo, "Staff Engineer", EditStatus::Undone),
        (Action::Redo, "Principal", EditStatus::Applied),
        (Action::Undo, "Staff Engineer", EditStatus::Undone),
    ] {
        server.others.clear();
        server.act(&[action]);
        let (ticket, plan) = sent_save(&server);
        assert_eq!(plan.wanted, BTreeMap::from([(PersonField::CurrentJobTitle, text(wanted))]));
        apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
        assert_eq!(server.state.edit_log.edits.len(), 1);
        assert_eq!(server.state.edit_log.edits[0].status, status);
    }
    server.act(&[Action::Undo]);
    assert_eq!(message(&server), "Nothing to undo");
}

#[test]
fn a_save_knows_the_last_edit_of_its_fields() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    assert!(plan.own_edits.is_empty());
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    let own_edit = |before, after| {
        let edit = OwnEdit { before: text(before), after: text(after) };
        BTreeMap::from([(PersonField::CurrentJobTitle, edit)])
    };
    server.others.clear();
    server.act(&[Action::Undo]);
    let (ticket, plan) = sent_save(&server);
    assert_eq!(plan.own_edits, own_edit("Staff Engineer", "Principal"));
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    retitle(&mut server, "Director");
    let (_, plan) = send(&mut server);
    assert_eq!(plan.own_edits, own_edit("Principal", "Staff Engineer"), "the undo was the last");
}

#[test]
fn undo_says_that_a_write_only_field_cannot_be_restored() {
    let mut server = stage();
    server.act(&[Action::EditField(PersonField::Address)]).type_text("Laugavegur 1");
    let (ticket, plan) = send(&mut server);
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    server.others.clear();
    server.act(&[Action::Undo]);
    assert_eq!(server.others, []);
    assert!(message(&server).contains("cannot be undone"), "{}", message(&server));
}

#[test]
fn discarding_asks_once_and_can_be_undone() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert!(matches!(editor(&server).step, EditorStep::Question(EditorQuestion::Leave)));
    server.act(&[Action::SaveFlow(SaveFlowAction::Discard)]);
    assert!(server.state.editor.is_none() && server.state.edit_session.drafts.is_empty());
    assert!(
        matches!(server.others.last(), Some(Effect::Storage(StorageEffect::DiscardDraft(_)))),
        "discarded, not deleted"
    );
    server.others.clear();
    server.act(&[Action::Undo]);
    assert!(matches!(server.others[0], Effect::Storage(StorageEffect::RestoreDraft(_))));
    assert_eq!(editor(&server).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn leaving_keeps_the_draft_and_editing_again_reopens_it() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Open]);
    assert!(server.state.editor.is_none());
    assert_eq!(drafts(&server).len(), 1);
    server.act(&[Action::EditPerson]);
    assert_eq!(editor(&server).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn another_window_that_edits_the_same_person_is_reported() {
    let mut server = stage();
    server.act(&[Action::EditPerson]);
    let person = editor(&server).form.person.clone().unwrap();
    assert!(
        server.others.contains(&Effect::Storage(StorageEffect::CheckOtherEditors(person.clone())))
    );
    server.send(Message::EditedElsewhere("somebody else".into()));
    assert_ne!(message(&server), "Another window has unsaved changes to Guðrún Þórðardóttir, too");
    server.send(Message::EditedElsewhere(person));
    assert_eq!(message(&server), "Another window has unsaved changes to Guðrún Þórðardóttir, too");
}

#[test]
fn a_change_that_the_server_normalized_is_undone_without_a_conflict() {
    let mut server = stage();
    retitle(&mut server, "principal");
    let (ticket, plan) = send(&mut server);
    let before = record(&server);
    let now = Person { current_job_title: "Principal".to_owned(), ..before.clone() };
    let response = ResponseKind::Accepted(String::new());
    let report = Report::new(before, &plan.wanted, now, response);
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
    server.act(&[Action::Open]);
    server.others.clear();
    server.act(&[Action::Undo]);
    assert_eq!(sent_save(&server).1.base[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn the_form_of_a_refused_undo_waits_for_the_values_that_it_does_not_know() {
    let mut server = stage();
    save_title(&mut server);
    let person = record(&server);
    // Nothing of the record is kept: it has long texts, or made room for others.
    server.state.people = RecordCache::new(400);
    server.others.clear();
    server.act(&[Action::Undo]);
    let (ticket, _) = sent_save(&server);
    fail(&mut server, ticket, FailureKind::Invalid, Vec::new());
    assert!(editor(&server).is_loading());
    while editor(&server).current_line().is_some_and(|here| here.field != PersonField::Emails) {
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    server.type_text("x");
    assert!(!editor(&server).form.typed.contains_key(&PersonField::Emails));
    server.people = vec![person.clone()];
    server.settle();
    let form = &editor(&server).form;
    assert!(!editor(&server).is_loading());
    assert_eq!(form.base[&PersonField::Emails], FieldValue::Contacts(person.emails));
    assert_eq!(form.typed[&PersonField::CurrentJobTitle], text("Staff Engineer"));
}

#[test]
fn a_failed_undo_that_was_changed_outside_is_an_edit_of_its_own() {
    let mut server = stage();
    save_title(&mut server);
    server.others.clear();
    server.act(&[Action::Undo]);
    let (ticket, _) = sent_save(&server);
    fail(&mut server, ticket, FailureKind::Invalid, Vec::new());
    let outside = to_toml(&editor(&server).form).replace("Staff Engineer", "Director");
    server.send(Message::EditedExternally(Ok(outside)));
    server.others.clear();
    server.act(&[Action::Open]);
    let (ticket, plan) = sent_save(&server);
    assert_eq!(plan.wanted[&PersonField::CurrentJobTitle], text("Director"));
    apply(&mut server, ticket, &plan, ResponseKind::Accepted(String::new()));
    let statuses = server.state.edit_log.edits.iter().map(|edit| edit.status);
    assert_eq!(statuses.collect::<Vec<_>>(), [EditStatus::Applied; 2]);
}
