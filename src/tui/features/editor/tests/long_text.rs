//! A person with long texts is shown cut and edited whole.

use super::*;
use crate::keymap::action::Pane;
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::table::Row;
use crate::text::excerpt;
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::fixture::people;
use crate::wire::Contact;

/// Every person has a megabyte in an address.
fn stage_with_long_texts() -> (FakeServer, FieldValue) {
    let mut server = FakeServer::new(120, 40);
    server.people = people();
    let addresses = [("work", "x".repeat(1 << 20)), ("home", "ada@home.example".to_owned())];
    let contact = |(kind, value): (&str, String)| Contact {
        contact_data_type: kind.to_owned(),
        value,
        ..Contact::default()
    };
    let addresses = addresses.map(contact).to_vec();
    for person in &mut server.people {
        person.emails.clone_from(&addresses);
    }
    let restored = Restored { session: "s".to_owned(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    server.settle().act(&[Action::Open]).settle();
    (server, FieldValue::Contacts(addresses))
}

#[test]
fn the_editor_reads_all_of_a_person_whose_long_texts_are_not_kept() {
    let (mut server, addresses) = stage_with_long_texts();
    let is_whole =
        |server: &FakeServer| server.state.person().is_some_and(|it| it.whole().is_some());
    assert!(server.state.person().unwrap().is_loaded() && !is_whole(&server));
    let is_person = |record: &CachedRecord| matches!(record, CachedRecord::Person(_));
    assert!(!server.cached.iter().any(is_person), "nor is it kept on disk");

    server.act(&[Action::EditField(PersonField::Emails)]);
    assert!(editor(&server).is_loading(), "the form waits for the whole record");
    server.settle();
    assert_eq!(editor(&server).form.base[&PersonField::Emails], addresses);
    assert!(!is_whole(&server), "only the form has it");
}

#[test]
fn a_draft_leaves_out_long_texts_that_were_not_changed_until_it_is_opened_again() {
    let (mut server, addresses) = stage_with_long_texts();
    server.act(&[Action::EditField(PersonField::CurrentJobTitle)]).settle();
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("Principal").wait(400);
    let [draft] = drafts(&server)[..] else { panic!("one draft") };
    assert_eq!(draft.form.typed[&PersonField::CurrentJobTitle], text("Principal"));
    assert!(draft.form.base.contains_key(&PersonField::CurrentJobTitle));
    assert!(!draft.form.base.contains_key(&PersonField::Emails));
    assert_eq!(editor(&server).form.base[&PersonField::Emails], addresses);

    server.act(&[Action::Edit(TextEdit::Cancel), Action::Open]);
    assert!(server.state.editor.is_none());
    server.act(&[Action::EditPerson]).settle();
    assert!(!editor(&server).is_loading());
    assert_eq!(editor(&server).form.base[&PersonField::Emails], addresses);
    let (_, plan) = send(&mut server);
    assert_eq!(plan.wanted, BTreeMap::from([(PersonField::CurrentJobTitle, text("Principal"))]));
    assert!(plan.base.keys().eq([&PersonField::CurrentJobTitle]));
}

#[test]
fn the_log_of_edits_keeps_no_report_with_long_texts() {
    let (mut server, _) = stage_with_long_texts();
    server.act(&[Action::EditField(PersonField::CurrentJobTitle)]).settle();
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("Principal");
    let (ticket, plan) = send(&mut server);
    let before = server.people[0].clone();
    let now = Person { current_job_title: "Principal".to_owned(), ..before.clone() };
    let response = ResponseKind::Accepted(String::new());
    let report = Report::new(before, &plan.wanted, now, response);
    server.send(Message::Saved { ticket, result: Ok(SaveOutcome::Saved(Box::new(report))) });
    assert!(server.state.editor.is_none());
    let [edit] = &server.state.edit_log.edits[..] else { panic!("one edit") };
    assert!(edit.report.is_none() && edit.status == EditStatus::Applied);
    assert_eq!(edit.after[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn nothing_is_typed_into_a_form_that_waits_for_long_texts() {
    let (mut server, _) = stage_with_long_texts();
    server.act(&[Action::EditField(PersonField::CurrentJobTitle)]).type_text("X");
    let clear = Action::Form(FormAction::Clear);
    server.act(&[Action::Edit(TextEdit::EraseAll), clear]);
    assert!(editor(&server).is_loading() && editor(&server).form.is_untouched());
    assert!(message(&server).starts_with("The record is still loading"));
    server.settle().type_text("X");
    assert!(!editor(&server).form.is_untouched());
}

#[test]
fn the_beginning_of_a_text_in_a_row_is_no_base_for_a_change() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    let pages = &mut server.state.open_job_mut().unwrap().list.pages;
    for row in (0..pages.loaded()).map(Row::at) {
        let mut item = pages.rows.item(row);
        item.current_job_title = excerpt(&"t".repeat(1_500), 1_000);
        pages.rows.put(&item);
    }
    server.act(&[Action::Bottom, Action::EditField(PersonField::CurrentJobTitle)]).type_text("X");
    let form = &editor(&server).form;
    assert!(editor(&server).is_loading() && form.is_untouched());
    assert_eq!(*form.value(PersonField::CurrentJobTitle), text(""));
}
