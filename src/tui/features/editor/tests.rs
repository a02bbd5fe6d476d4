//! The editor never loses input and sends only changed fields.

mod background;
mod creating;
mod drafts;
mod long_text;
mod random_keys;
mod saving;
mod stored_record;
mod undo;

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::state::{Editor, EditorQuestion, EditorStep as Far};
use crate::keymap::action::{Action, FormAction, SaveFlowAction, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::person::{
    Conflict, CreatedPerson, Draft, FieldError, FieldValue, Form, FormKind, PersonField, Plan,
    Report, ResponseKind, SaveOutcome, WriteFailure,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, HttpEffect, StorageEffect};
use crate::tui::app::fixture::{FakeServer, TODAY, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::restored::Restored;
use crate::wire::Person;

/// A server whose first candidate is selected and loaded.
fn stage() -> FakeServer {
    let mut server = FakeServer::loaded(120, 40);
    let restored = Restored { session: "s".to_owned(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    server.act(&[Action::Open]).settle();
    server.others.clear();
    server
}

fn editor(server: &FakeServer) -> &Editor {
    server.state.editor.as_deref().expect("an editor")
}

fn message(server: &FakeServer) -> &str {
    server.state.notices.newest_first().next().map_or("", |notice| notice.text.as_str())
}

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

fn retitle(server: &mut FakeServer, title: &str) {
    server
        .act(&[Action::EditField(PersonField::CurrentJobTitle), Action::Edit(TextEdit::EraseAll)]);
    server.type_text(title);
}

/// Saves the form and returns the request.
fn send(server: &mut FakeServer) -> (Ticket, Plan) {
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save), Action::Open]);
    sent_save(server)
}

fn sent_save(server: &FakeServer) -> (Ticket, Plan) {
    let save = server.others.iter().find_map(|effect| match effect {
        Effect::Http(HttpEffect::Save { ticket, plan, .. }) => Some((*ticket, (**plan).clone())),
        _ => None,
    });
    save.unwrap_or_else(|| panic!("nothing was sent: {:?}", server.others))
}

fn drafts(server: &FakeServer) -> Vec<&Draft> {
    let written = server.others.iter().filter_map(|effect| match effect {
        Effect::Storage(StorageEffect::SaveDraft(draft)) => Some(&**draft),
        _ => None,
    });
    written.collect()
}

fn record(server: &FakeServer) -> Person {
    server.state.person().and_then(|loaded| loaded.whole().cloned()).expect("a record")
}

/// The server carries the plan out.
fn apply(server: &mut FakeServer, ticket: Ticket, plan: &Plan, response: ResponseKind) {
    let before = record(server);
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
    let report = Report::new(before, &plan.wanted, now, response);
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
}

fn fail(server: &mut FakeServer, ticket: Ticket, kind: FailureKind, fields: Vec<FieldError>) {
    let failure = Failure::new(kind, "no");
    let failed = WriteFailure { fields, ..WriteFailure::not_sent(failure) };
    server.send(Message::Saved { ticket, result: Err(failed) });
}

#[test]
fn only_changed_fields_are_sent() {
    let mut server = stage();
    retitle(&mut server, "Principal Engineer");
    let (_, plan) = send(&mut server);
    assert_eq!(
        plan.wanted,
        BTreeMap::from([(PersonField::CurrentJobTitle, text("Principal Engineer"))])
    );
    assert_eq!(plan.base.get(&PersonField::CurrentJobTitle), Some(&text("Staff Engineer")));
}

#[test]
fn typing_the_original_value_again_is_no_change() {
    let mut server = stage();
    retitle(&mut server, "Staff Engineer");
    server.act(&[Action::Form(FormAction::Save)]);
    assert_eq!(message(&server), "Nothing has changed");
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert!(server.state.editor.is_none());
}

#[test]
fn every_field_of_the_update_has_its_line() {
    let mut server = stage();
    server.act(&[Action::EditPerson]);
    let mut fields: Vec<PersonField> =
        editor(&server).lines().iter().map(|line| line.field).collect();
    fields.dedup();
    assert_eq!(fields.len(), 13);
    let hidden = [PersonField::WorkEmail, PersonField::MobilePhone];
    assert!(!fields.iter().any(|field| hidden.contains(field)), "the lists have them");
    assert_eq!(editor(&server).current_line().map(|line| line.field), Some(PersonField::Name));
}

#[test]
fn input_is_on_disk_within_a_second() {
    let mut server = stage();
    retitle(&mut server, "Prin");
    server.wait(999);
    let written = drafts(&server).last().map(|draft| draft.form.typed.clone());
    assert_eq!(written, Some(BTreeMap::from([(PersonField::CurrentJobTitle, text("Prin"))])));
    server.others.clear();
    server.wait(5_000);
    assert_eq!(server.others, [], "nothing is written without typing");
    server.type_text("c").send(Message::Ending);
    assert_eq!(drafts(&server)[0].form.typed[&PersonField::CurrentJobTitle], text("Princ"));
}

#[test]
fn letters_typed_before_the_record_is_read_stay() {
    let mut server = stage();
    server.act(&[
        Action::Bottom,
        Action::EditField(PersonField::CompanyName),
        Action::Edit(TextEdit::EraseAll),
    ]);
    server.type_text("Nile");
    assert!(editor(&server).is_loading());
    server.settle();
    assert!(!editor(&server).is_loading());
    server.type_text("!");
    let (_, plan) = send(&mut server);
    assert_eq!(plan.wanted, BTreeMap::from([(PersonField::CompanyName, text("Nile!"))]));
    assert_eq!(plan.base.get(&PersonField::CompanyName), Some(&text("Kestrel")));
}

#[test]
fn a_list_is_not_changed_before_it_is_loaded() {
    let mut server = stage();
    server.act(&[Action::Bottom, Action::EditField(PersonField::Emails)]).type_text("a@b.example");
    assert!(editor(&server).form.is_untouched());
    assert!(message(&server).contains("still loading"), "{}", message(&server));
}

#[test]
fn a_list_is_sent_whole() {
    let mut server = stage();
    server.act(&[Action::EditField(PersonField::Emails), Action::Form(FormAction::AddEntry)]);
    server.type_text("g@home.example").act(&[Action::Form(FormAction::PreviousPart)]);
    server
        .act(&[Action::Edit(TextEdit::EraseAll)])
        .type_text("private")
        .act(&[Action::Form(FormAction::EntryUp)]);
    let (_, plan) = send(&mut server);
    assert_eq!(
        plan.wanted[&PersonField::Emails].describe(),
        "g@home.example (private), gudrun@kestrel.example (work)"
    );
}

#[test]
fn a_rejected_field_shows_the_reason_at_its_line() {
    let mut server = stage();
    server.act(&[Action::EditPerson]).type_text("x");
    let (ticket, _) = send(&mut server);
    let error = FieldError { field: PersonField::Name, entry: None, message: "too odd".to_owned() };
    fail(&mut server, ticket, FailureKind::Invalid, vec![error]);
    assert!(editor(&server).is_typing());
    assert_eq!(editor(&server).current_line().map(|line| line.field), Some(PersonField::Name));
    assert_eq!(editor(&server).field_errors.len(), 1);
    assert_eq!(editor(&server).form.typed[&PersonField::Name], text("Guðrún Þórðardóttirx"));
    server.type_text("y");
    assert_eq!(editor(&server).field_errors, [], "typing clears the error");
}

#[test]
fn any_failure_leaves_the_form_unchanged() {
    for kind in [
        FailureKind::Network,
        FailureKind::Server,
        FailureKind::Forbidden,
        FailureKind::NotFound,
        FailureKind::RateLimited,
        FailureKind::Timeout,
    ] {
        let mut server = stage();
        retitle(&mut server, "Principal");
        let (ticket, _) = send(&mut server);
        fail(&mut server, ticket, kind, Vec::new());
        assert!(editor(&server).is_typing(), "{kind:?}");
        assert!(editor(&server).failure.is_some(), "{kind:?}");
        assert_eq!(editor(&server).form.typed[&PersonField::CurrentJobTitle], text("Principal"));
        assert_eq!(server.state.edit_session.drafts.len(), 1, "{kind:?}");
    }
}

#[test]
fn a_rejected_key_opens_the_key_dialog_over_the_form() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, _) = send(&mut server);
    fail(&mut server, ticket, FailureKind::InvalidKey, Vec::new());
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Key { .. })));
    server.type_text("sesame").act(&[Action::Edit(TextEdit::Accept)]);
    assert!(server.state.dialogs.is_empty());
    server.type_text("!");
    assert_eq!(send(&mut server).1.wanted[&PersonField::CurrentJobTitle], text("Principal!"));
}

fn report_conflict(server: &mut FakeServer, ticket: Ticket) {
    let mut now = record(server);
    now.current_job_title = "Director".to_owned();
    let conflict = Conflict {
        field: PersonField::CurrentJobTitle,
        base: text("Staff Engineer"),
        theirs: text("Director"),
        mine: text("Principal"),
        is_stale: false,
    };
    let result = Ok(SaveOutcome::Conflict { current: Box::new(now), conflicts: vec![conflict] });
    server.send(Message::Saved { ticket, result });
}

#[test]
fn nothing_is_sent_until_every_conflict_is_decided() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, _) = send(&mut server);
    report_conflict(&mut server, ticket);
    server.others.clear();
    server.act(&[Action::Open]);
    assert_eq!(message(&server), "Choose a side for 1 more; esc goes back to the form");
    server.act(&[Action::SaveFlow(SaveFlowAction::Mine), Action::Open]);
    assert!(
        matches!(editor(&server).step, Far::Review { .. }),
        "the review opens again before sending"
    );
    server.act(&[Action::Open]);
    let (_, plan) = sent_save(&server);
    assert_eq!(plan.base[&PersonField::CurrentJobTitle], text("Director"));
    assert_eq!(plan.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn theirs_stays_when_it_is_chosen() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, _) = send(&mut server);
    report_conflict(&mut server, ticket);
    server.others.clear();
    server.act(&[Action::SaveFlow(SaveFlowAction::Theirs), Action::Open]);
    assert!(server.state.editor.is_none());
    assert!(
        !server.others.iter().any(|effect| matches!(effect, Effect::Http(HttpEffect::Save { .. })))
    );
    assert_eq!(server.state.edit_session.drafts, []);
}

#[test]
fn a_saved_title_appears_in_the_list_and_the_draft_is_deleted() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    apply(&mut server, ticket, &plan, ResponseKind::Accepted("ok".to_owned()));
    assert!(server.state.editor.is_none());
    assert!(message(&server).starts_with("Saved and verified · "), "{}", message(&server));
    assert!(
        server
            .others
            .iter()
            .any(|effect| matches!(effect, Effect::Storage(StorageEffect::DeleteDraft(_))))
    );
    let open = server.state.open_job().unwrap();
    assert_eq!(open.list.pages.rows.title(open.list.row().unwrap()), "Principal");
}

#[test]
fn unsaved_values_stay_in_the_form_and_on_disk() {
    let mut server = stage();
    retitle(&mut server, "Principal");
    let (ticket, plan) = send(&mut server);
    let before = record(&server);
    let report =
        Report::new(before.clone(), &plan.wanted, before, ResponseKind::Lost("cut".to_owned()));
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
    server.act(&[Action::Open]);
    assert!(editor(&server).is_typing());
    assert_eq!(server.state.edit_session.drafts.len(), 1);
    assert_eq!(server.state.edit_log.edits[0].status, EditStatus::NotSaved);
}

#[test]
fn enriching_needs_a_confirmation() {
    let mut server = stage();
    server.act(&[Action::EditPerson]);
    let lines = editor(&server).lines();
    let line = lines.iter().position(|line| line.field == PersonField::EnrichRecord).unwrap();
    server.act(&vec![Action::Edit(TextEdit::Next); line]);
    // It is in the folded section.
    let accept = Action::Edit(TextEdit::Accept);
    server.act(&[accept, Action::Edit(TextEdit::Next), accept]);
    assert!(matches!(editor(&server).step, Far::Question(EditorQuestion::Enrich)));
    server.act(&[Action::Back]);
    assert!(editor(&server).form.is_untouched());
    server.act(&[Action::Edit(TextEdit::Accept), Action::Open]);
    assert_eq!(editor(&server).form.typed[&PersonField::EnrichRecord], FieldValue::Switch(true));
}

proptest! {
    // A case lays out the form hundreds of times.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_change_in_a_form_can_be_undone(
        steps in proptest::collection::vec(0..14_usize, 1..60)
    ) {
        let mut server = stage();
        server.act(&[Action::EditPerson]);
        let before = editor(&server).form.clone();
        for step in steps {
            match step {
                0 => _ = server.type_text("é"),
                1 => _ = server.type_text("a b"),
                2 => _ = server.act(&[Action::Edit(TextEdit::Erase)]),
                3 => _ = server.act(&[Action::Edit(TextEdit::EraseWord)]),
                4 => _ = server.act(&[Action::Edit(TextEdit::Next)]),
                5 => _ = server.act(&[Action::Edit(TextEdit::Previous)]),
                6 => _ = server.act(&[Action::Form(FormAction::AddEntry)]),
                7 => _ = server.act(&[Action::Form(FormAction::RemoveEntry)]),
                8 => _ = server.act(&[Action::Form(FormAction::EntryUp)]),
                9 => _ = server.act(&[Action::Form(FormAction::Clear)]),
                10 => _ = server.act(&[Action::Form(FormAction::Reset)]),
                11 => _ = server.act(&[Action::Edit(TextEdit::Complete)]),
                12 => _ = server.act(&[Action::Form(FormAction::SelectAll)]),
                _ => _ = server.send(Message::Pasted("one\ntwo".to_owned())),
            }
        }
        let after = editor(&server).form.clone();
        for _ in 0..200 {
            server.act(&[Action::Form(FormAction::Undo)]);
        }
        prop_assert_eq!(&editor(&server).form, &before);
        for _ in 0..200 {
            server.act(&[Action::Form(FormAction::Redo)]);
        }
        prop_assert_eq!(&editor(&server).form, &after);
        let json = serde_json::to_string(&after).unwrap();
        prop_assert_eq!(serde_json::from_str::<Form>(&json).unwrap(), after);
    }
}
