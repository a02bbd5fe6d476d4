//! A record from disk can be edited and saved while the server's is being read.

use super::*;
use crate::tui::app::record_cache::RecordCache;
use crate::wire::{Contact, PersonId};

/// The selected person is known from disk, with another title than on the server.
fn stage_with_stored_person(title: &str) -> (FakeServer, PersonId) {
    let mut server = stage();
    let (_, id) = server.state.selected().unwrap();
    let stored = server.state.person().unwrap().whole().unwrap().clone();
    let stored = Person { current_job_title: title.to_owned(), ..stored };
    server.state.people = RecordCache::new(400);
    server.state.people.entry(&id).restore(stored, timestamp(TODAY));
    (server, id)
}

fn save_emails(server: &mut FakeServer, address: &str) -> Plan {
    server.act(&[Action::EditField(PersonField::Emails), Action::Edit(TextEdit::EraseAll)]);
    server.type_text(address);
    server.act(&[Action::Edit(TextEdit::Accept)]);
    sent_save(server).1
}

#[test]
fn an_address_can_be_replaced_before_the_record_is_read() {
    let (mut server, _) = stage_with_stored_person("Engineer");
    let stored = server.state.person().unwrap().whole().unwrap().emails.clone();
    let plan = save_emails(&mut server, "ada@home.example");
    // The save compares this with the record of the server.
    assert_eq!(plan.base[&PersonField::Emails], FieldValue::Contacts(stored));
    let FieldValue::Contacts(wanted) = &plan.wanted[&PersonField::Emails] else { panic!() };
    assert_eq!(wanted[0].value, "ada@home.example");
    assert!(!editor(&server).is_loading(), "the save reads the record");
}

#[test]
fn fields_that_were_not_changed_follow_the_server_and_a_changed_one_keeps_its_base() {
    let (mut server, _) = stage_with_stored_person("Old title");
    server.act(&[Action::EditPerson]);
    assert_eq!(*editor(&server).form.value(PersonField::CurrentJobTitle), text("Old title"));
    server.settle();
    let title = server.state.person().unwrap().whole().unwrap().current_job_title.clone();
    assert_eq!(*editor(&server).form.value(PersonField::CurrentJobTitle), text(&title));

    let (mut server, _) = stage_with_stored_person("Old title");
    retitle(&mut server, "Principal");
    server.settle();
    let form = editor(&server);
    assert_eq!(form.form.base[&PersonField::CurrentJobTitle], text("Old title"));
    let changed: Vec<PersonField> =
        form.changed_on_server.iter().map(|conflict| conflict.field).collect();
    assert_eq!(changed, [PersonField::CurrentJobTitle], "no other user's change is overwritten");
}

#[test]
fn a_record_that_cannot_be_read_does_not_stop_a_form_with_a_record_from_disk() {
    let (mut server, _) = stage_with_stored_person("Engineer");
    server.act(&[Action::EditField(PersonField::Emails)]);
    server.fail_all(FailureKind::Server);
    assert!(editor(&server).load_error.is_some());
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("ada@home.example");
    let (_, plan) = send(&mut server);
    assert!(plan.wanted.contains_key(&PersonField::Emails));
}

/// The selected person is known from disk, with these emails; a colleague put one before them.
fn stage_with_stored_emails(stored: &[&str]) -> FakeServer {
    let (mut server, id) = stage_with_stored_person("Engineer");
    let contact = |value: &&str| Contact {
        value: (*value).to_owned(),
        contact_data_type: "work".to_owned(),
        ..Contact::default()
    };
    let contacts = |values: &[&str]| values.iter().map(contact).collect::<Vec<_>>();
    let current = [&["new@agency.example"], stored].concat();
    let whole = server.state.person().unwrap().whole().unwrap().clone();
    server.people.push(Person { emails: contacts(&current), ..whole.clone() });
    let record = Person { emails: contacts(stored), ..whole };
    server.state.people = RecordCache::new(400);
    server.state.people.entry(&id).restore(record, timestamp(TODAY));
    server
}

#[test]
fn an_undone_change_that_comes_back_keeps_the_base_it_was_made_on() {
    let mut server = stage_with_stored_emails(&["a@home.example"]);
    server.act(&[Action::EditField(PersonField::Emails), Action::Edit(TextEdit::EraseAll)]);
    server.type_text("b@home.example");
    while !editor(&server).form.is_untouched() {
        server.act(&[Action::Form(FormAction::Undo)]);
    }
    server.settle();
    while !editor(&server).redo_stack.is_empty() {
        server.act(&[Action::Form(FormAction::Redo)]);
    }
    let (_, plan) = send(&mut server);
    let FieldValue::Contacts(base) = &plan.base[&PersonField::Emails] else { panic!() };
    assert_eq!(base.len(), 1, "the save finds that a colleague added an address");
}

#[test]
fn the_cursor_follows_its_entry_and_the_end_of_its_text() {
    let mut server = stage_with_stored_emails(&["a@home.example", "b@home.example"]);
    server.act(&[Action::EditField(PersonField::Emails), Action::Edit(TextEdit::Next)]);
    assert_eq!(editor(&server).text.text(), "b@home.example");
    server.settle();
    assert_eq!(editor(&server).text.text(), "b@home.example");
    assert_eq!(editor(&server).line, 2, "below the new address");

    let (mut server, _) = stage_with_stored_person("Eng");
    server.act(&[Action::EditField(PersonField::CurrentJobTitle)]).settle();
    let title = editor(&server).text.text().to_owned();
    assert_ne!(title, "Eng");
    server.type_text(" II");
    assert_eq!(editor(&server).text.text(), format!("{title} II"));
}

/// The selected person is not known yet, and their title is corrected and saved at once.
fn stage_with_early_save() -> FakeServer {
    let mut server = stage();
    server.state.people = RecordCache::new(400);
    retitle(&mut server, "Principal");
    server.act(&[Action::Form(FormAction::Save)]);
    assert!(message(&server).contains("saving continues when it arrives"));
    assert!(!editor(&server).is_sending());
    server
}

#[test]
fn a_save_that_comes_before_the_record_follows_it() {
    let mut server = stage_with_early_save();
    server.wait(200);
    while server.answer() {}
    assert_eq!(sent_save(&server).1.wanted[&PersonField::CurrentJobTitle], text("Principal"));
}

#[test]
fn a_save_that_comes_before_the_record_does_not_take_what_is_typed_later() {
    let mut server = stage_with_early_save();
    server.type_text("!").settle();
    assert!(editor(&server).is_typing() && !editor(&server).is_loading());
}

#[test]
fn a_save_that_comes_before_a_record_that_fails_is_not_made_later() {
    let mut server = stage_with_early_save();
    server.fail_all(FailureKind::Server);
    assert!(editor(&server).is_typing() && editor(&server).load_error.is_some());
    assert_eq!(server.state.edit_session.pending, None);
}

#[test]
fn an_early_save_over_another_value_than_that_of_the_row_is_reviewed() {
    let mut server = stage_with_early_save();
    let (_, id) = server.state.selected().unwrap();
    let item = server.state.current_row().map(|(open, row)| open.list.pages.rows.item(row));
    server.people.push(Person {
        id,
        name: item.unwrap().name,
        current_job_title: "Vice President".to_owned(),
        ..Person::default()
    });
    server.wait(200);
    while server.answer() {}
    assert!(matches!(editor(&server).step, Far::Review { .. }));
    let changed = editor(&server).changed_on_server.iter().map(|conflict| conflict.field);
    assert!(changed.eq([PersonField::CurrentJobTitle]));
}

#[test]
fn an_early_save_is_not_made_while_the_user_leaves_the_form() {
    let mut server = stage_with_early_save();
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert!(editor(&server).is_question());
    server.wait(200);
    while server.answer() {}
    assert!(editor(&server).is_question());
    assert_eq!(server.state.edit_session.pending, None);
}
