//! The editor: what is typed is never lost, and only what was changed is sent.

mod chaos;
mod creating;
mod keeping;
mod taking_back;

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::app::Effect;
use crate::app::action::{Action, Decide, Edit, Fill};
use crate::app::edit::{
    Answered, Birth, Born, Clash, Draft, Failed, Field, FieldTrouble, Form, FormKind, Outcome,
    Plan, Report, Value,
};
use crate::app::editor::{Editor, Question, Stage as Far};
use crate::app::edits::Standing;
use crate::app::failure::{Failure, Trouble};
use crate::app::fixture::{Stage, TODAY, timestamp};
use crate::app::message::{Memory, Message, Slot, Ticket};
use crate::app::over::Over;
use crate::wire::Person;

/// The candidates, the first of them selected and read.
fn stage() -> Stage {
    let mut stage = Stage::settled(120, 40);
    let memory = Memory { session: "s".to_owned(), ..Memory::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    stage.act(&[Action::Open]).settle();
    stage.others.clear();
    stage
}

fn editor(stage: &Stage) -> &Editor {
    stage.state.editor.as_deref().expect("an editor")
}

fn told(stage: &Stage) -> &str {
    stage.state.notices.newest_first().next().map_or("", |notice| notice.text.as_str())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// The title in place becomes another.
fn retitle(stage: &mut Stage, title: &str) {
    stage.act(&[Action::EditField(Field::CurrentJobTitle), Action::Edit(Edit::EraseAll)]);
    stage.type_text(title);
}

/// Sends what is in the form; what goes out.
fn send(stage: &mut Stage) -> (Ticket, Plan) {
    stage.others.clear();
    stage.act(&[Action::Fill(Fill::Review), Action::Open]);
    sent(stage)
}

fn sent(stage: &Stage) -> (Ticket, Plan) {
    let save = stage.others.iter().find_map(|effect| match effect {
        Effect::Save { ticket, plan, .. } => Some((*ticket, (**plan).clone())),
        _ => None,
    });
    save.unwrap_or_else(|| panic!("nothing was sent: {:?}", stage.others))
}

fn drafts(stage: &Stage) -> Vec<&Draft> {
    let kept = stage.others.iter().filter_map(|effect| match effect {
        Effect::KeepDraft(draft) => Some(&**draft),
        _ => None,
    });
    kept.collect()
}

/// The record as the server holds it.
fn record(stage: &Stage) -> Person {
    stage.state.person().and_then(|loaded| loaded.record.clone()).expect("a record")
}

/// The server does as it was told.
fn apply(stage: &mut Stage, ticket: Ticket, plan: &Plan, answered: Answered) {
    let before = record(stage);
    let mut now = before.clone();
    for (field, value) in &plan.wanted {
        match (field, value) {
            (Field::CurrentJobTitle, Value::Text(text)) => now.current_job_title.clone_from(text),
            (Field::CompanyName, Value::Text(text)) => now.current_company_name.clone_from(text),
            (Field::Emails, Value::Contacts(list)) => now.emails.clone_from(list),
            _ => {}
        }
    }
    let report = Report::new(before, &plan.wanted, now, answered);
    stage.send(Message::Saved { ticket, outcome: Outcome::Done(Box::new(report)) });
}

fn fail(stage: &mut Stage, ticket: Ticket, kind: Trouble, fields: Vec<FieldTrouble>) {
    let failed = Failed { failure: Failure::new(kind, "no"), fields, maybe: false };
    stage.send(Message::Saved { ticket, outcome: Outcome::Failed(failed) });
}

#[test]
fn only_what_was_changed_is_sent() {
    let mut stage = stage();
    retitle(&mut stage, "Principal Engineer");
    let (_, plan) = send(&mut stage);
    assert_eq!(plan.wanted, BTreeMap::from([(Field::CurrentJobTitle, text("Principal Engineer"))]));
    assert_eq!(plan.base.get(&Field::CurrentJobTitle), Some(&text("Staff Engineer")));
}

#[test]
fn what_is_typed_back_to_what_it_was_is_no_change() {
    let mut stage = stage();
    retitle(&mut stage, "Staff Engineer");
    stage.act(&[Action::Fill(Fill::Review)]);
    assert_eq!(told(&stage), "nothing was changed yet");
    stage.act(&[Action::Edit(Edit::Leave)]);
    assert!(stage.state.editor.is_none());
}

#[test]
fn every_field_of_the_update_has_its_line() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]);
    let mut fields: Vec<Field> = editor(&stage).lines().iter().map(|line| line.field).collect();
    fields.dedup();
    assert_eq!(fields.len(), 17);
    assert_eq!(editor(&stage).here().map(|line| line.field), Some(Field::Name));
}

#[test]
fn what_is_typed_is_on_disk_within_a_second() {
    let mut stage = stage();
    retitle(&mut stage, "Prin");
    stage.wait(999);
    let kept = drafts(&stage).last().map(|draft| draft.form.typed.clone());
    assert_eq!(kept, Some(BTreeMap::from([(Field::CurrentJobTitle, text("Prin"))])));
    stage.others.clear();
    stage.wait(5_000);
    assert_eq!(stage.others, [], "nothing is written while nobody types");
    stage.type_text("c").send(Message::Ending);
    assert_eq!(drafts(&stage)[0].form.typed[&Field::CurrentJobTitle], text("Princ"));
}

#[test]
fn letters_typed_before_the_record_is_read_stay() {
    let mut stage = stage();
    stage.act(&[
        Action::Bottom,
        Action::EditField(Field::CompanyName),
        Action::Edit(Edit::EraseAll),
    ]);
    stage.type_text("Nile");
    assert!(editor(&stage).reading);
    stage.act(&[Action::Fill(Fill::Review)]);
    assert!(told(&stage).contains("still being read"), "{}", told(&stage));
    stage.settle();
    assert!(!editor(&stage).reading);
    stage.type_text("!");
    let (_, plan) = send(&mut stage);
    assert_eq!(plan.wanted, BTreeMap::from([(Field::CompanyName, text("Nile!"))]));
    assert_eq!(plan.base.get(&Field::CompanyName), Some(&text("Kestrel")));
}

#[test]
fn a_list_is_not_touched_before_it_is_known() {
    let mut stage = stage();
    stage.act(&[Action::Bottom, Action::EditField(Field::Emails)]).type_text("a@b.example");
    assert!(editor(&stage).form.is_untouched());
    assert!(told(&stage).contains("still being read"), "{}", told(&stage));
}

#[test]
fn a_list_goes_out_whole() {
    let mut stage = stage();
    stage.act(&[Action::EditField(Field::Emails), Action::Fill(Fill::AddEntry)]);
    stage.type_text("g@home.example").act(&[Action::Fill(Fill::PartBefore)]);
    stage
        .act(&[Action::Edit(Edit::EraseAll)])
        .type_text("private")
        .act(&[Action::Fill(Fill::EntryUp)]);
    let (_, plan) = send(&mut stage);
    assert_eq!(
        plan.wanted[&Field::Emails].told(),
        "g@home.example (private), gudrun@kestrel.example (work)"
    );
}

#[test]
fn a_refused_field_says_why_where_it_stands() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]).type_text("x");
    let (ticket, _) = send(&mut stage);
    let trouble = FieldTrouble { field: Field::Name, entry: None, told: "too odd".to_owned() };
    fail(&mut stage, ticket, Trouble::Input, vec![trouble]);
    assert!(editor(&stage).is_typing());
    assert_eq!(editor(&stage).here().map(|line| line.field), Some(Field::Name));
    assert_eq!(editor(&stage).troubles.len(), 1);
    assert_eq!(editor(&stage).form.typed[&Field::Name], text("Guðrún Þórðardóttirx"));
    stage.type_text("y");
    assert_eq!(editor(&stage).troubles, [], "another text is not the one that was refused");
}

#[test]
fn whatever_goes_wrong_the_form_stays_as_it_was() {
    for kind in [
        Trouble::Network,
        Trouble::Server,
        Trouble::Forbidden,
        Trouble::Missing,
        Trouble::Waiting,
        Trouble::Silence,
    ] {
        let mut stage = stage();
        retitle(&mut stage, "Principal");
        let (ticket, _) = send(&mut stage);
        fail(&mut stage, ticket, kind, Vec::new());
        assert!(editor(&stage).is_typing(), "{kind:?}");
        assert!(editor(&stage).failed.is_some(), "{kind:?}");
        assert_eq!(editor(&stage).form.typed[&Field::CurrentJobTitle], text("Principal"));
        assert_eq!(stage.state.memory.drafts.len(), 1, "{kind:?}");
    }
}

#[test]
fn a_refused_key_is_asked_for_over_the_form() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    fail(&mut stage, ticket, Trouble::Key, Vec::new());
    assert!(matches!(stage.state.over, Some(Over::Key { .. })));
    stage.type_text("sesame").act(&[Action::Edit(Edit::Accept)]);
    assert!(stage.state.over.is_none());
    stage.type_text("!");
    assert_eq!(send(&mut stage).1.wanted[&Field::CurrentJobTitle], text("Principal!"));
}

fn clash(stage: &mut Stage, ticket: Ticket) {
    let mut now = record(stage);
    now.current_job_title = "Director".to_owned();
    let clash = Clash {
        field: Field::CurrentJobTitle,
        base: text("Staff Engineer"),
        theirs: text("Director"),
        mine: text("Principal"),
    };
    let outcome = Outcome::Clash { now: Box::new(now), clashes: vec![clash] };
    stage.send(Message::Saved { ticket, outcome });
}

#[test]
fn nothing_is_sent_until_every_clash_is_decided() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    clash(&mut stage, ticket);
    stage.others.clear();
    stage.act(&[Action::Open]);
    assert_eq!(told(&stage), "1 to choose yet; esc goes back to the form");
    stage.act(&[Action::Decide(Decide::Mine), Action::Open]);
    assert!(
        matches!(editor(&stage).stage, Far::Review { .. }),
        "it is shown again before it is sent"
    );
    stage.act(&[Action::Open]);
    let (_, plan) = sent(&stage);
    assert_eq!(plan.base[&Field::CurrentJobTitle], text("Director"));
    assert_eq!(plan.wanted[&Field::CurrentJobTitle], text("Principal"));
}

#[test]
fn theirs_stays_when_it_is_chosen() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, _) = send(&mut stage);
    clash(&mut stage, ticket);
    stage.others.clear();
    stage.act(&[Action::Decide(Decide::Theirs), Action::Open]);
    assert!(stage.state.editor.is_none());
    assert!(!stage.others.iter().any(|effect| matches!(effect, Effect::Save { .. })));
    assert_eq!(stage.state.memory.drafts, []);
}

#[test]
fn a_saved_title_is_seen_in_the_list_and_the_draft_goes() {
    let mut stage = stage();
    retitle(&mut stage, "Principal");
    let (ticket, plan) = send(&mut stage);
    apply(&mut stage, ticket, &plan, Answered::Done("ok".to_owned()));
    assert!(matches!(editor(&stage).stage, Far::Told { .. }));
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
        Report::new(before.clone(), &plan.wanted, before, Answered::Lost("cut".to_owned()));
    stage.send(Message::Saved { ticket, outcome: Outcome::Done(Box::new(report)) });
    stage.act(&[Action::Open]);
    assert!(editor(&stage).is_typing());
    assert_eq!(stage.state.memory.drafts.len(), 1);
    assert_eq!(stage.state.edits[0].state, Standing::Unsaved);
}

#[test]
fn an_unsaved_edit_is_told_and_opened_at_the_next_start() {
    let mut before = stage();
    retitle(&mut before, "Principal");
    before.wait(400);
    let draft = drafts(&before)[0].clone();
    let mut stage = Stage::settled(120, 40);
    let memory = Memory { drafts: vec![draft], session: "t".to_owned(), ..Memory::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    assert_eq!(told(&stage), "unsaved edit of Guðrún Þórðardóttir from 12:04");
    stage.settle();
    assert!(!editor(&stage).reading);
    assert_eq!(editor(&stage).from, Some(timestamp(TODAY)));
    assert_eq!(send(&mut stage).1.wanted[&Field::CurrentJobTitle], text("Principal"));
}

#[test]
fn enriching_is_asked_about() {
    let mut stage = stage();
    stage.act(&[Action::EditPerson]);
    let lines = editor(&stage).lines();
    let line = lines.iter().position(|line| line.field == Field::EnrichRecord).unwrap();
    stage.act(&vec![Action::Edit(Edit::Next); line]);
    stage.act(&[Action::Edit(Edit::Accept)]);
    assert!(matches!(editor(&stage).stage, Far::Asking(Question::Enrich)));
    stage.act(&[Action::Back]);
    assert!(editor(&stage).form.is_untouched());
    stage.act(&[Action::Edit(Edit::Accept), Action::Open]);
    assert_eq!(editor(&stage).form.typed[&Field::EnrichRecord], Value::Switch(true));
}

proptest! {
    #[test]
    fn everything_done_in_a_form_can_be_taken_back(
        steps in proptest::collection::vec(0..14_usize, 1..60)
    ) {
        let mut stage = stage();
        stage.act(&[Action::EditPerson]);
        let before = editor(&stage).form.clone();
        for step in steps {
            match step {
                0 => _ = stage.type_text("é"),
                1 => _ = stage.type_text("a b"),
                2 => _ = stage.act(&[Action::Edit(Edit::Erase)]),
                3 => _ = stage.act(&[Action::Edit(Edit::EraseWord)]),
                4 => _ = stage.act(&[Action::Edit(Edit::Next)]),
                5 => _ = stage.act(&[Action::Edit(Edit::Before)]),
                6 => _ = stage.act(&[Action::Fill(Fill::AddEntry)]),
                7 => _ = stage.act(&[Action::Fill(Fill::RemoveEntry)]),
                8 => _ = stage.act(&[Action::Fill(Fill::EntryUp)]),
                9 => _ = stage.act(&[Action::Fill(Fill::Clear)]),
                10 => _ = stage.act(&[Action::Fill(Fill::Reset)]),
                11 => _ = stage.act(&[Action::Edit(Edit::Complete)]),
                12 => _ = stage.act(&[Action::Fill(Fill::SelectAll)]),
                _ => _ = stage.send(Message::Pasted("one\ntwo".to_owned())),
            }
        }
        let after = editor(&stage).form.clone();
        for _ in 0..200 {
            stage.act(&[Action::Fill(Fill::Undo)]);
        }
        prop_assert_eq!(&editor(&stage).form, &before);
        for _ in 0..200 {
            stage.act(&[Action::Fill(Fill::Redo)]);
        }
        prop_assert_eq!(&editor(&stage).form, &after);
        let json = serde_json::to_string(&after).unwrap();
        prop_assert_eq!(serde_json::from_str::<Form>(&json).unwrap(), after);
    }
}
