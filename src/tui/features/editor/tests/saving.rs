//! What is sent at once, what is reviewed first, and what is offered along with a change.

use super::*;
use crate::recruiting::person::{JobChoice, ServerQuirks};
use crate::tui::features::editor::state::EditorStep;

fn contacts() -> FieldValue {
    FieldValue::Contacts(Vec::new())
}

fn job() -> FieldValue {
    FieldValue::Job(Some(JobChoice { id: "job_sales".into(), name: "Head of Sales".into() }))
}

#[test]
fn one_field_is_sent_at_once_and_anything_else_is_reviewed() {
    let plain = ServerQuirks::default();
    let extends = ServerQuirks { extends_lists: true, ..plain };
    let clears = ServerQuirks { clears_omitted: true, ..plain };
    let title = || (PersonField::CurrentJobTitle, text("Principal"));
    let name = || (PersonField::Name, text("Guðrún Jónsdóttir"));
    let last_name = || (PersonField::LastName, text("Jónsdóttir"));
    for (changes, quirks, is_reviewed) in [
        (vec![title()], plain, false),
        (vec![title(), (PersonField::CompanyName, text("Umbra"))], plain, true),
        (vec![name(), last_name()], plain, false),
        (vec![name(), last_name(), title()], plain, true),
        (vec![(PersonField::Emails, contacts())], plain, false),
        (vec![(PersonField::Emails, contacts())], extends, true),
        (vec![title()], extends, false),
        (vec![title()], clears, true),
        (vec![(PersonField::JobId, job())], plain, true),
        (vec![(PersonField::EnrichRecord, FieldValue::Switch(true))], plain, true),
    ] {
        let mut server = stage();
        server.state.local_data.quirks = quirks;
        server.act(&[Action::EditPerson]);
        for (field, value) in &changes {
            server.state.editor.as_deref_mut().unwrap().form.set(*field, value.clone());
        }
        server.act(&[Action::Form(FormAction::Save)]);
        let step = &editor(&server).step;
        assert_eq!(matches!(step, EditorStep::Review { .. }), is_reviewed, "{changes:?}");
        assert_eq!(matches!(step, EditorStep::Sending { .. }), !is_reviewed, "{changes:?}");
    }
}

#[test]
fn spaces_around_a_value_are_neither_a_change_nor_sent() {
    let mut server = stage();
    retitle(&mut server, " Staff Engineer ");
    server.act(&[Action::Form(FormAction::Save)]);
    assert_eq!(message(&server), "Nothing has changed");
    server.type_text("II ");
    let (_, plan) = send(&mut server);
    assert_eq!(plan.wanted[&PersonField::CurrentJobTitle], text("Staff EngineerII"));
}

#[test]
fn a_cleared_field_that_the_server_does_not_return_stays_a_change() {
    let mut server = stage();
    server.act(&[Action::EditField(PersonField::Address), Action::Form(FormAction::Clear)]);
    let (_, plan) = send(&mut server);
    assert_eq!(plan.wanted, BTreeMap::from([(PersonField::Address, text(""))]));
}

#[test]
fn the_parts_of_a_name_change_along_only_on_request() {
    let mut server = stage();
    let accept = Action::Form(FormAction::AcceptSuggestion);
    server.act(&[Action::EditField(PersonField::Name), Action::Edit(TextEdit::EraseWord)]);
    server.type_text("Jónsdóttir");
    assert_eq!(editor(&server).form.typed.len(), 1, "nothing changes unasked");
    server.act(&[accept]);
    let lines: Vec<PersonField> = editor(&server).lines().iter().map(|line| line.field).collect();
    assert_eq!(lines, [PersonField::Name, PersonField::LastName], "what is sent is visible");
    server.act(&[Action::Form(FormAction::Undo)]);
    assert_eq!(editor(&server).form.typed.len(), 1);
    server.act(&[accept]);
    let (_, plan) = send(&mut server);
    let wanted = [
        (PersonField::Name, text("Guðrún Jónsdóttir")),
        (PersonField::LastName, text("Jónsdóttir")),
    ];
    assert_eq!(plan.wanted, BTreeMap::from(wanted));
}

#[test]
fn an_untouched_field_is_not_called_wrong_before_the_first_save() {
    let mut server = stage();
    server.act(&[Action::CreatePerson]).send(Message::IdGenerated("fresh".to_owned()));
    let remarks = |server: &FakeServer| {
        let layout = editor(server).form_layout(&server.state.clock, (100, 30));
        format!("{:?} {:?}", layout.head, layout.rows)
    };
    assert!(!remarks(&server).contains("Enter a name"));
    server.act(&[Action::Edit(TextEdit::Next), Action::Form(FormAction::Save)]);
    server.act(&[Action::Edit(TextEdit::Next); 2]).type_text("Engineer");
    server.act(&[Action::Form(FormAction::Save)]);
    assert!(editor(&server).is_typing() && remarks(&server).contains("Enter a name"));
}

#[test]
fn with_the_offline_flag_a_change_is_not_sent_and_waits() {
    let mut server = stage();
    let title = "Test".to_owned();
    server.send(Message::Opened { title, welcome: Vec::new(), is_offline: true });
    retitle(&mut server, "CTO");
    server.others.clear();
    server.act(&[Action::Form(FormAction::Save)]);
    assert!(message(&server).contains("waiting to be sent"), "{}", message(&server));
    assert!(!server.others.iter().any(|effect| matches!(effect, Effect::Http(_))));
    let draft = &server.state.edit_session.drafts[0];
    assert!(draft.waiting && draft.kept);
    assert_eq!(*draft.form.value(PersonField::CurrentJobTitle), text("CTO"));
}
