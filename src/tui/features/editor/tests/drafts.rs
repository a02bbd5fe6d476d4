//! Unsaved edits survive.

use super::*;
use crate::tui::features::editor::state::EditorStep;

#[test]
fn letters_stay_in_their_field_when_the_lists_above_it_come() {
    let mut stage = stage();
    stage.act(&[Action::Bottom, Action::EditPerson]);
    assert!(editor(&stage).reading);
    let is_headline = |editor: &Editor| {
        editor.here().is_some_and(|here| here.field == PersonField::SocialHeadline)
    };
    while !is_headline(editor(&stage)) {
        stage.act(&[Action::Edit(TextEdit::Next)]);
    }
    stage.type_text("Hel").settle();
    assert!(!editor(&stage).reading && is_headline(editor(&stage)));
    stage.type_text("lo");
    let (_, plan) = send(&mut stage);
    assert_eq!(plan.wanted, BTreeMap::from([(PersonField::SocialHeadline, text("Hello"))]));
}

/// Title and address are sent; the server keeps `title`.
fn both(stage: &mut FakeServer, title: &str, answered: ResponseKind) {
    stage.act(&[Action::EditPerson]);
    while editor(stage).here().is_some_and(|here| here.field != PersonField::CurrentJobTitle) {
        stage.act(&[Action::Edit(TextEdit::Next)]);
    }
    stage.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("Principal");
    stage.act(&[Action::Fill(FormAction::Review), Action::Back]);
    while editor(stage).here().is_some_and(|here| here.field != PersonField::Address) {
        stage.act(&[Action::Edit(TextEdit::Next)]);
    }
    stage.type_text("Laugavegur 1");
    let (ticket, plan) = send(stage);
    let before = record(stage);
    let now = Person { current_job_title: title.to_owned(), ..before.clone() };
    let report = Report::new(before, &plan.wanted, now, answered);
    stage.send(Message::Saved { ticket, outcome: SaveOutcome::Done(Box::new(report)) });
    stage.act(&[Action::Open]);
}

#[test]
fn only_what_was_saved_leaves_the_form() {
    let done = || ResponseKind::Done(String::new());
    let lost = || ResponseKind::Lost("cut".to_owned());
    let (title, address) = (PersonField::CurrentJobTitle, PersonField::Address);
    for (shown, answered, left) in [
        ("Principal", done(), vec![]),
        ("Staff Engineer", done(), vec![title]),
        ("Principal", lost(), vec![]),
        ("Staff Engineer", lost(), vec![title, address]),
    ] {
        let mut stage = stage();
        both(&mut stage, shown, answered.clone());
        let typed = stage.state.editor.as_deref().map(|editor| editor.form.typed.clone());
        let typed: Vec<PersonField> = typed.into_iter().flat_map(BTreeMap::into_keys).collect();
        assert_eq!(typed, left, "{shown} {answered:?}");
        assert_eq!(stage.state.memory.drafts.len(), usize::from(!left.is_empty()));
    }
}

#[test]
fn a_stop_that_comes_too_late_tells_what_was_saved() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, plan) = send(&mut stage);
    stage.act(&[Action::Back]);
    assert!(stage.others.contains(&Effect::StopWriting(ticket)));
    apply(&mut stage, ticket, &plan, ResponseKind::Done(String::new()));
    assert!(matches!(editor(&stage).step, EditorStep::Report { .. }));
    assert_eq!(stage.state.edits.len(), 1);
}

#[test]
fn a_stop_in_time_leads_back_to_the_form() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    stage.act(&[Action::Back]);
    fail(&mut stage, ticket, FailureKind::Cancelled, Vec::new());
    assert!(editor(&stage).is_typing() && editor(&stage).failed.is_none());
    assert_eq!(editor(&stage).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn an_answer_requested_before_the_change_does_not_bring_back_the_old_value() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, plan) = send(&mut stage);
    stage.state.people.place(&"per_0".into()).expire();
    stage.wait(200);
    assert!(stage.asked.iter().any(|(slot, ..)| *slot == Slot::Person("per_0".into())));
    apply(&mut stage, ticket, &plan, ResponseKind::Done(String::new()));
    assert!(!stage.asked.iter().any(|(slot, ..)| *slot == Slot::Person("per_0".into())));
}

#[test]
fn what_could_not_be_written_is_tried_again_and_at_the_end() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    stage.wait(400);
    let id = editor(&stage).draft.clone();
    stage.send(Message::DraftKept(id.clone(), Err("the disk is full".to_owned())));
    stage.others.clear();
    stage.wait(6_000);
    assert_eq!(drafts(&stage).len(), 1);
    stage.send(Message::DraftKept(id, Err("the disk is full".to_owned())));
    stage.others.clear();
    stage.send(Message::Ending);
    assert_eq!(drafts(&stage).len(), 1);
}

#[test]
fn what_comes_back_from_outside_goes_to_disk_at_once() {
    let mut stage = stage();
    stage.act(&[Action::EditOutside]);
    for (written, unread) in [("current_job_title = \"Principal\"", None), ("oops", Some("oops"))] {
        stage.others.clear();
        stage.send(Message::EditedOutside(Ok(written.to_owned())));
        let kept = stage.others.iter().find_map(|effect| match effect {
            Effect::KeepDraft(draft) => Some(draft),
            _ => None,
        });
        let kept = kept.unwrap_or_else(|| panic!("{:?}", stage.others));
        assert_eq!(kept.form.typed[&PersonField::CurrentJobTitle], text("Principal"));
        assert_eq!(kept.text.as_deref(), unread);
    }
}

#[test]
fn a_server_that_replaces_lists_after_all_is_sent_the_whole_list_again() {
    let mut stage = stage();
    stage.state.memory.habits.extends_lists = true;
    stage.act(&[Action::EditField(PersonField::Emails), Action::Fill(FormAction::AddEntry)]);
    stage.type_text("g@home.example");
    let (ticket, plan) = send(&mut stage);
    let before = record(&stage);
    let FieldValue::Contacts(wanted) = &plan.wanted[&PersonField::Emails] else { panic!() };
    let now = Person { emails: vec![wanted[1].clone()], ..before.clone() };
    let report = Report::new(before, &plan.wanted, now, ResponseKind::Done(String::new()));
    stage.send(Message::Saved { ticket, outcome: SaveOutcome::Done(Box::new(report)) });
    assert!(stage.others.iter().any(|effect| matches!(effect, Effect::Unlearn(_))));
    assert!(!stage.state.memory.habits.extends_lists);
    stage.act(&[Action::Open]);
    let (_, again) = send(&mut stage);
    assert_eq!(again.wanted, plan.wanted);
}
