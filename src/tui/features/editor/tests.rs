//! The editor never loses input and sends only changed fields.

mod creating;
mod drafts;
mod random_keys;
mod undo;

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::state::{Editor, EditorQuestion, EditorStep as Far};
use crate::keymap::action::{Action, FormAction, SaveFlowAction, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::person::{
    Conflict, CreateOutcome, CreatedPerson, Draft, FieldError, FieldValue, Form, FormKind,
    PersonField, Plan, Report, ResponseKind, SaveOutcome, WriteFailure,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::{FakeServer, TODAY, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::restored::Restored;
use crate::wire::Person;

/// The first candidate is selected and loaded.
fn stage() -> FakeServer {
    let mut stage = FakeServer::settled(120, 40);
    let memory = Restored { session: "s".to_owned(), ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    stage.act(&[Action::Open]).settle();
    stage.others.clear();
    stage
}

fn editor(stage: &FakeServer) -> &Editor {
    stage.state.editor.as_deref().expect("an editor")
}

fn message(stage: &FakeServer) -> &str {
    stage.state.notices.newest_first().next().map_or("", |notice| notice.text.as_str())
}

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

fn retitle(stage: &mut FakeServer, title: &str) {
    stage.act(&[Action::EditField(PersonField::CurrentJobTitle), Action::Edit(TextEdit::EraseAll)]);
    stage.type_text(title);
}

/// Returns what the program sends.
fn send(stage: &mut FakeServer) -> (Ticket, Plan) {
    stage.others.clear();
    stage.act(&[Action::Fill(FormAction::Review), Action::Open]);
    sent(stage)
}

fn sent(stage: &FakeServer) -> (Ticket, Plan) {
    let save = stage.others.iter().find_map(|effect| match effect {
        Effect::Save { ticket, plan, .. } => Some((*ticket, (**plan).clone())),
        _ => None,
    });
    save.unwrap_or_else(|| panic!("nothing was sent: {:?}", stage.others))
}

fn drafts(stage: &FakeServer) -> Vec<&Draft> {
    let kept = stage.others.iter().filter_map(|effect| match effect {
        Effect::KeepDraft(draft) => Some(&**draft),
        _ => None,
    });
    kept.collect()
}

fn record(stage: &FakeServer) -> Person {
    stage.state.person().and_then(|loaded| loaded.record.clone()).expect("a record")
}

/// The server carries the plan out.
fn apply(stage: &mut FakeServer, ticket: Ticket, plan: &Plan, answered: ResponseKind) {
    let before = record(stage);
    let mut now = before.clone();
    for (field, value) in &plan.wanted {
        match (field, value) {
            (PersonField::CurrentJobTitle, FieldValue::Text(text)) => {
                now.current_job_title.clone_from(text);
            }
            (PersonField::CompanyName, FieldValue::Text(text)) => {
                now.current_company_name.clone_from(text);
            }
            (PersonField::Emails, FieldValue::Contacts(list)) => now.emails.clone_from(list),
            _ => {}
        }
    }
    let report = Report::new(before, &plan.wanted, now, answered);
    stage.send(Message::Saved { ticket, outcome: SaveOutcome::Done(Box::new(report)) });
}

fn fail(stage: &mut FakeServer, ticket: Ticket, kind: FailureKind, fields: Vec<FieldError>) {
    let failed = WriteFailure { failure: Failure::new(kind, "no"), fields, maybe: false };
    stage.send(Message::Saved { ticket, outcome: SaveOutcome::Failed(failed) });
}

#[test]
fn only_what_was_changed_is_sent() {
    let mut stage = stage();
    retitle(&mut stage, "Principal Engineer");
    let (_, plan) = send(&mut stage);
    assert_eq!(
        plan.wanted,
        BTreeMap::from([(PersonField::CurrentJobTitle, text("Principal Engineer"))])
    );
    assert_eq!(plan.base.get(&PersonField::CurrentJobTitle), Some(&text("Staff Engineer")));
}

#[test]
fn what_is_typed_back_to_what_it_was_is_no_change() {
    let mut stage = stage();
    retitle(&mut stage, "Staff Engineer");
    stage.act(&[Action::Fill(FormAction::Review)]);
    assert_eq!(message(&stage), "nothing was changed yet");
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    assert!(stage.state.editor.is_none());
}

#[test]
fn every_field_of_the_update_has_its_line() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]);
    let mut fields: Vec<PersonField> =
        editor(&stage).lines().iter().map(|line| line.field).collect();
    fields.dedup();
    assert_eq!(fields.len(), 17);
    assert_eq!(editor(&stage).here().map(|line| line.field), Some(PersonField::Name));
}

#[test]
fn what_is_typed_is_on_disk_within_a_second() {
    let mut stage = stage();
    retitle(&mut stage, "Prin");
    stage.wait(999);
    let kept = drafts(&stage).last().map(|draft| draft.form.typed.clone());
    assert_eq!(kept, Some(BTreeMap::from([(PersonField::CurrentJobTitle, text("Prin"))])));
    stage.others.clear();
    stage.wait(5_000);
    assert_eq!(stage.others, [], "nothing is written while nobody types");
    stage.type_text("c").send(Message::Ending);
    assert_eq!(drafts(&stage)[0].form.typed[&PersonField::CurrentJobTitle], text("Princ"));
}

#[test]
fn letters_typed_before_the_record_is_read_stay() {
    let mut stage = stage();
    stage.act(&[
        Action::Bottom,
        Action::EditField(PersonField::CompanyName),
        Action::Edit(TextEdit::EraseAll),
    ]);
    stage.type_text("Nile");
    assert!(editor(&stage).reading);
    stage.act(&[Action::Fill(FormAction::Review)]);
    assert!(message(&stage).contains("still being read"), "{}", message(&stage));
    stage.settle();
    assert!(!editor(&stage).reading);
    stage.type_text("!");
    let (_, plan) = send(&mut stage);
    assert_eq!(plan.wanted, BTreeMap::from([(PersonField::CompanyName, text("Nile!"))]));
    assert_eq!(plan.base.get(&PersonField::CompanyName), Some(&text("Kestrel")));
}

#[test]
fn a_list_is_not_touched_before_it_is_known() {
    let mut stage = stage();
    stage.act(&[Action::Bottom, Action::EditField(PersonField::Emails)]).type_text("a@b.example");
    assert!(editor(&stage).form.is_untouched());
    assert!(message(&stage).contains("still being read"), "{}", message(&stage));
}

#[test]
fn a_list_goes_out_whole() {
    let mut stage = stage();
    stage.act(&[Action::EditField(PersonField::Emails), Action::Fill(FormAction::AddEntry)]);
    stage.type_text("g@home.example").act(&[Action::Fill(FormAction::PartBefore)]);
    stage
        .act(&[Action::Edit(TextEdit::EraseAll)])
        .type_text("private")
        .act(&[Action::Fill(FormAction::EntryUp)]);
    let (_, plan) = send(&mut stage);
    assert_eq!(
        plan.wanted[&PersonField::Emails].told(),
        "g@home.example (private), gudrun@kestrel.example (work)"
    );
}

#[test]
fn a_refused_field_says_why_where_it_stands() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]).type_text("x");
    let (ticket, _) = send(&mut stage);
    let trouble = FieldError { field: PersonField::Name, entry: None, told: "too odd".to_owned() };
    fail(&mut stage, ticket, FailureKind::Input, vec![trouble]);
    assert!(editor(&stage).is_typing());
    assert_eq!(editor(&stage).here().map(|line| line.field), Some(PersonField::Name));
    assert_eq!(editor(&stage).troubles.len(), 1);
    assert_eq!(editor(&stage).form.typed[&PersonField::Name], text("Guðrún Þórðardóttirx"));
    stage.type_text("y");
    assert_eq!(editor(&stage).troubles, [], "another text is not the one that was refused");
}

#[test]
fn whatever_goes_wrong_the_form_stays_as_it_was() {
    for kind in [
        FailureKind::Network,
        FailureKind::Server,
        FailureKind::Forbidden,
        FailureKind::Missing,
        FailureKind::Waiting,
        FailureKind::Silence,
    ] {
        let mut stage = stage();
        retitle(&mut stage, "Principal");
        let (ticket, _) = send(&mut stage);
        fail(&mut stage, ticket, kind, Vec::new());
        assert!(editor(&stage).is_typing(), "{kind:?}");
        assert!(editor(&stage).failed.is_some(), "{kind:?}");
        assert_eq!(editor(&stage).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
        assert_eq!(stage.state.memory.drafts.len(), 1, "{kind:?}");
    }
}

#[test]
fn a_rejected_key_opens_the_key_dialog_over_the_form() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    fail(&mut stage, ticket, FailureKind::Key, Vec::new());
    assert!(matches!(stage.state.over, Some(Dialog::Key { .. })));
    stage.type_text("sesame").act(&[Action::Edit(TextEdit::Accept)]);
    assert!(stage.state.over.is_none());
    stage.type_text("!");
    assert_eq!(send(&mut stage).1.wanted[&PersonField::CurrentJobTitle], text("Principal!"));
}

fn clash(stage: &mut FakeServer, ticket: Ticket) {
    let mut now = record(stage);
    now.current_job_title = "Director".to_owned();
    let clash = Conflict {
        field: PersonField::CurrentJobTitle,
        base: text("Staff Engineer"),
        theirs: text("Director"),
        mine: text("Principal"),
    };
    let outcome = SaveOutcome::Clash { now: Box::new(now), clashes: vec![clash] };
    stage.send(Message::Saved { ticket, outcome });
}

#[test]
fn nothing_is_sent_until_every_conflict_is_decided() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    clash(&mut stage, ticket);
    stage.others.clear();
    stage.act(&[Action::Open]);
    assert_eq!(message(&stage), "1 to choose yet; esc goes back to the form");
    stage.act(&[Action::Decide(SaveFlowAction::Mine), Action::Open]);
    assert!(
        matches!(editor(&stage).step, Far::Review { .. }),
        "it is shown again before it is sent"
    );
    stage.act(&[Action::Open]);
    let (_, plan) = sent(&stage);
    assert_eq!(plan.base[&PersonField::CurrentJobTitle], text("Director"));
    assert_eq!(plan.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn theirs_stays_when_it_is_chosen() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    clash(&mut stage, ticket);
    stage.others.clear();
    stage.act(&[Action::Decide(SaveFlowAction::Theirs), Action::Open]);
    assert!(stage.state.editor.is_none());
    assert!(!stage.others.iter().any(|effect| matches!(effect, Effect::Save { .. })));
    assert_eq!(stage.state.memory.drafts, []);
}

#[test]
fn a_saved_title_is_seen_in_the_list_and_the_draft_goes() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, plan) = send(&mut stage);
    apply(&mut stage, ticket, &plan, ResponseKind::Done("ok".to_owned()));
    assert!(matches!(editor(&stage).step, Far::Report { .. }));
    assert!(stage.others.iter().any(|effect| matches!(effect, Effect::ForgetDraft(_))));
    stage.act(&[Action::Open]);
    assert!(stage.state.editor.is_none());
    let open = stage.state.opened().unwrap();
    assert_eq!(open.list.roll.rows.title(open.list.row().unwrap()), "Principal");
}

#[test]
fn what_was_not_carried_out_stays_in_the_form_and_on_disk() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, plan) = send(&mut stage);
    let before = record(&stage);
    let report =
        Report::new(before.clone(), &plan.wanted, before, ResponseKind::Lost("cut".to_owned()));
    stage.send(Message::Saved { ticket, outcome: SaveOutcome::Done(Box::new(report)) });
    stage.act(&[Action::Open]);
    assert!(editor(&stage).is_typing());
    assert_eq!(stage.state.memory.drafts.len(), 1);
    assert_eq!(stage.state.edits[0].state, EditStatus::Unsaved);
}

#[test]
fn an_unsaved_edit_is_announced_and_reopened_at_the_next_start() {
    let mut before = stage();
    retitle(&mut before, "Principal");
    before.wait(400);
    let draft = drafts(&before)[0].clone();
    let mut stage = FakeServer::settled(120, 40);
    let memory = Restored { drafts: vec![draft], session: "t".to_owned(), ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    assert_eq!(message(&stage), "unsaved edit of Guðrún Þórðardóttir from 12:04");
    stage.settle();
    assert!(!editor(&stage).reading);
    assert_eq!(editor(&stage).from, Some(timestamp(TODAY)));
    assert_eq!(send(&mut stage).1.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn enriching_needs_a_confirmation() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]);
    let lines = editor(&stage).lines();
    let line = lines.iter().position(|line| line.field == PersonField::EnrichRecord).unwrap();
    stage.act(&vec![Action::Edit(TextEdit::Next); line]);
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(editor(&stage).step, Far::Asking(EditorQuestion::Enrich)));
    stage.act(&[Action::Back]);
    assert!(editor(&stage).form.is_untouched());
    stage.act(&[Action::Edit(TextEdit::Accept), Action::Open]);
    assert_eq!(editor(&stage).form.typed[&PersonField::EnrichRecord], FieldValue::Switch(true));
}

proptest! {
    #[test]
    fn every_change_in_a_form_can_be_undone(
        steps in proptest::collection::vec(0..14_usize, 1..60)
    ) {
        let mut stage = stage();
        stage.act(&[Action::EditPerson]);
        let before = editor(&stage).form.clone();
        for step in steps {
            match step {
                0 => _ = stage.type_text("é"),
                1 => _ = stage.type_text("a b"),
                2 => _ = stage.act(&[Action::Edit(TextEdit::Erase)]),
                3 => _ = stage.act(&[Action::Edit(TextEdit::EraseWord)]),
                4 => _ = stage.act(&[Action::Edit(TextEdit::Next)]),
                5 => _ = stage.act(&[Action::Edit(TextEdit::Before)]),
                6 => _ = stage.act(&[Action::Fill(FormAction::AddEntry)]),
                7 => _ = stage.act(&[Action::Fill(FormAction::RemoveEntry)]),
                8 => _ = stage.act(&[Action::Fill(FormAction::EntryUp)]),
                9 => _ = stage.act(&[Action::Fill(FormAction::Clear)]),
                10 => _ = stage.act(&[Action::Fill(FormAction::Reset)]),
                11 => _ = stage.act(&[Action::Edit(TextEdit::Complete)]),
                12 => _ = stage.act(&[Action::Fill(FormAction::SelectAll)]),
                _ => _ = stage.send(Message::Pasted("one\ntwo".to_owned())),
            }
        }
        let after = editor(&stage).form.clone();
        for _ in 0..200 {
            stage.act(&[Action::Fill(FormAction::Undo)]);
        }
        prop_assert_eq!(&editor(&stage).form, &before);
        for _ in 0..200 {
            stage.act(&[Action::Fill(FormAction::Redo)]);
        }
        prop_assert_eq!(&editor(&stage).form, &after);
        let json = serde_json::to_string(&after).unwrap();
        prop_assert_eq!(serde_json::from_str::<Form>(&json).unwrap(), after);
    }
}
