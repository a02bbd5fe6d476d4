//! Snapshots of the editor at every step.

mod safe;

use insta::assert_snapshot;
use proptest::prelude::*;

use super::editor;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::{
    Conflict, CreatedPerson, Draft, DraftId, FieldError, FieldValue, Form, FormKind, JobChoice,
    PersonField, Report, ResponseKind, SaveStep, WriteFailure,
};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::clock::Moment;
use crate::tui::app::fixture::{FakeServer, timestamp};
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::view::tests::{
    body, cells, cells_at, header_text, render_with, text, text_in,
};
use crate::tui::features::editor::state::save_flow::editor_inner;
use crate::tui::features::editor::state::{
    ConflictSide, Editor, EditorQuestion, EditorStep as At, LineCell,
};
use crate::wire::{Contact, Person};

pub(crate) type OpenEditor = fn(&mut FakeServer) -> Editor;

/// Every step, by the name of its snapshot.
const ALL: [(&str, OpenEditor); 19] = [
    ("form", |server| editor_with_changes(server)),
    ("form_prose", |server| {
        let mut editor = editor_with_changes(server);
        editor.go(13, LineCell::Value);
        editor
    }),
    ("form_add", |server| {
        let mut editor = editor_with_changes(server);
        editor.go(7, LineCell::Value);
        editor
    }),
    ("form_kind", |server| {
        let mut editor = editor_with_changes(server);
        editor.go(6, LineCell::Kind);
        editor
    }),
    ("form_end", |server| {
        let mut editor = editor_with_changes(server);
        editor.go(usize::MAX, LineCell::Value);
        editor
    }),
    ("form_failed", editor_with_errors),
    ("form_draft", |server| {
        let mut editor = editor_with_changes(server);
        editor.draft_written_at = Some(timestamp("2026-11-15T14:02:00Z"));
        editor.changed_on_server = conflicts();
        editor.draft_error = Some("no space is left on the disk".into());
        editor
    }),
    ("create", |server| {
        let mut editor = create_editor(server);
        editor.step = At::Filling;
        editor
    }),
    ("in_place", |server| {
        let mut editor = Editor::new(DraftId("d".into()), editor_with_changes(server).form);
        editor.only_field = Some(PersonField::CurrentJobTitle);
        editor.go(0, LineCell::Value);
        editor
    }),
    ("ask_leave", |server| with_question(server, EditorQuestion::Leave)),
    ("ask_enrich", |server| with_question(server, EditorQuestion::Enrich)),
    ("review", |server| {
        with_step(
            editor_with_changes(server),
            At::Review { scroll: 0, at: 0, duplicates: Vec::new(), compared_count: 150 },
        )
    }),
    ("review_create", create_editor),
    ("sending", |server| {
        let sending = At::Sending {
            ticket: Ticket(1),
            step: SaveStep::Sending,
            searches_first: false,
            since: Moment(0),
        };
        with_step(editor_with_changes(server), sending)
    }),
    ("verifying", |server| {
        let sending = At::Sending {
            ticket: Ticket(1),
            step: SaveStep::Settling,
            searches_first: false,
            since: Moment(0),
        };
        with_step(editor_with_changes(server), sending)
    }),
    ("conflict", |server| {
        let (conflicts, now) = (conflicts(), Box::new(person(server)));
        let sides = vec![Some(ConflictSide::Theirs), None];
        with_step(editor_with_changes(server), At::Conflict { conflicts, sides, at: 1, now })
    }),
    ("report", |server| {
        let report = Box::new(report(server, ResponseKind::Accepted("Person updated".into())));
        with_step(editor_with_changes(server), At::Report { scroll: 0, report })
    }),
    ("report_lost", |server| {
        let report = Box::new(report(server, ResponseKind::Lost("no answer within 30 s".into())));
        with_step(editor_with_changes(server), At::Report { scroll: 0, report })
    }),
    ("created", |server| {
        let person = CreatedPerson {
            id: "per_new".into(),
            name: "Gudrun Thordardottir".into(),
            candidate: None,
            job: Some(job()),
            was_recovered: true,
            warnings: vec!["no candidate came back, although a job was given".into()],
            person: None,
        };
        with_step(create_editor(server), At::Created(Box::new(person)))
    }),
];

fn opener(name: &str) -> OpenEditor {
    ALL.iter().find(|(other, _)| *other == name).unwrap().1
}

fn person(server: &FakeServer) -> Person {
    match server.reply(&Slot::Person("per_0".into()), 1) {
        Answer::Person(person) => *person,
        other => panic!("{other:?}"),
    }
}

fn job() -> JobChoice {
    JobChoice { id: "job_sales".into(), name: "Head of Sales".into() }
}

fn contact(kind: &str, value: &str) -> Contact {
    Contact { contact_data_type: kind.into(), value: value.into(), ..Contact::default() }
}

pub(crate) fn editor_with_changes(server: &mut FakeServer) -> Editor {
    let person = person(server);
    let mut form = Form::update(&person.id, &person);
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Principal Engineer".into()));
    let emails =
        vec![contact("work", "gudrun@umbra.example"), contact("private", "g@thordar.example")];
    form.set(PersonField::Emails, FieldValue::Contacts(emails));
    form.set(PersonField::Address, FieldValue::Text("Laugavegur 1\n101 Reykjavík".into()));
    form.set(PersonField::JobId, FieldValue::Job(Some(job())));
    form.set(PersonField::EnrichRecord, FieldValue::Switch(true));
    let mut editor = Editor::new(DraftId("d".into()), form);
    editor.go(3, LineCell::Value);
    editor
}

fn with_step(mut editor: Editor, step: At) -> Editor {
    editor.step = step;
    editor
}

fn with_question(server: &mut FakeServer, question: EditorQuestion) -> Editor {
    with_step(editor_with_changes(server), At::Question(question))
}

fn editor_with_errors(server: &mut FakeServer) -> Editor {
    let mut editor = editor_with_changes(server);
    let field_error =
        |field, entry, message: &str| FieldError { field, entry, message: message.into() };
    editor.field_errors = vec![
        field_error(PersonField::Emails, Some(1), "is no address that can be written to"),
        field_error(PersonField::CurrentJobTitle, None, "must not be longer than 12 characters"),
    ];
    let failure = Failure::new(
        FailureKind::Invalid,
        "the server returned an error (422): two fields are wrong",
    );
    let fields = editor.field_errors.clone();
    editor.failure =
        Some(WriteFailure { fields, is_sent: true, ..WriteFailure::not_sent(failure) });
    editor
}

fn create_editor(_: &mut FakeServer) -> Editor {
    let external_id = "0a0b4c7e-7f0e-4f7d-9d5e-1f2a3b4c5d6e";
    let mut form = Form::create(FormKind::Create, Some(job()), external_id.into());
    form.set(PersonField::Name, FieldValue::Text("Gudrun Thordardottir".into()));
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Staff Engineer".into()));
    form.set(PersonField::CompanyName, FieldValue::Text("Kestrel".into()));
    form.set(PersonField::Emails, FieldValue::Texts(vec!["gudrun@kestrel.example".into()]));
    let duplicate = PossibleDuplicate {
        person: "per_0".into(),
        name: "Guðrún Þórðardóttir".into(),
        headline: "Staff Engineer at Kestrel".into(),
        jobs: vec!["Senior Rust Engineer".into(), "Data Analyst".into()],
        job_ids: [].into(),
        reasons: vec!["the same email: gudrun@kestrel.example".into()],
        candidacy: None,
    };
    let editor = Editor::new(DraftId("d".into()), form);
    with_step(
        editor,
        At::Review { scroll: 0, at: 0, duplicates: vec![duplicate], compared_count: 150 },
    )
}

fn conflicts() -> Vec<Conflict> {
    let text = |text: &str| FieldValue::Text(text.into());
    let title = Conflict {
        field: PersonField::CurrentJobTitle,
        base: text("Staff Engineer"),
        theirs: text("Lead Engineer for storage and everything that belongs to it"),
        mine: text("Principal Engineer"),
        is_stale: false,
    };
    let base = contact("work", "gudrun@kestrel.example");
    let emails = Conflict {
        field: PersonField::Emails,
        base: FieldValue::Contacts(vec![base.clone()]),
        theirs: FieldValue::Contacts(vec![base.clone(), contact("private", "gudrun@home.example")]),
        mine: FieldValue::Contacts(vec![contact("old work", "gudrun@kestrel.example")]),
        is_stale: false,
    };
    vec![title, emails]
}

/// One field of each outcome, and an unrequested change.
fn report(server: &mut FakeServer, response: ResponseKind) -> Report {
    let before = person(server);
    let mut now = before.clone();
    now.current_job_title = "Principal Engineer".into();
    now.emails.push(contact("private", "g@thordar.example"));
    now.last_name = String::new();
    now.jobs.pop();
    let mut wanted = editor_with_changes(server).form.typed;
    wanted.insert(PersonField::CompanyName, FieldValue::Text("Umbra".into()));
    wanted.insert(
        PersonField::Emails,
        FieldValue::Contacts(vec![contact("private", "g@thordar.example")]),
    );
    wanted.remove(&PersonField::EnrichRecord);
    Report::new(before, &wanted, now, response)
}

pub(crate) fn server_with_editor(size: (u16, u16), open: OpenEditor) -> FakeServer {
    let mut server = FakeServer::loaded(size.0, size.1);
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    let editor = open(&mut server);
    server.state.editor = Some(Box::new(editor));
    server
}

/// The editor without the panes.
fn draw(server: &FakeServer) -> String {
    let buf =
        render_with(server.state.size, ThemeName::Dark, Symbols::unicode(), |context, frame| {
            editor(&server.state, context, frame);
        });
    text_in(server.state.layout.main, &buf)
}

#[test]
fn every_step_has_a_snapshot_at_two_sizes() {
    for (name, open) in ALL {
        for size in [(100, 30), (40, 12)] {
            let server = server_with_editor(size, open);
            assert_snapshot!(format!("editor_{name}_{}x{}", size.0, size.1), draw(&server));
        }
    }
}

#[test]
fn an_in_place_field_is_drawn_below_its_row() {
    let server = server_with_editor((120, 40), opener("in_place"));
    assert_snapshot!("editor_in_place", body(&server.state));
}

#[test]
fn the_cursor_line_is_always_visible() {
    for size in [(40, 10), (40, 12), (80, 24), (100, 30), (120, 40), (200, 60)] {
        for open in [editor_with_errors, editor_with_changes, create_editor] {
            let mut server = server_with_editor(size, open);
            let lines = server.state.editor.as_ref().unwrap().lines().len();
            for at in (0..lines).chain((0..lines).rev()) {
                let (inner, clock) = (editor_inner(&server.state).unwrap(), server.state.clock);
                let editor = server.state.editor.as_mut().unwrap();
                editor.step = At::Filling;
                editor.go(at, LineCell::Value);
                editor.first = editor.first_line(&clock, (inner.width, inner.height));
                let screen = draw(&server);
                let editor = server.state.editor.as_ref().unwrap();
                let is_cursor_line = |line: &str| line.contains("│▌");
                assert_eq!(
                    screen.lines().filter(|line| is_cursor_line(line)).count(),
                    1,
                    "{screen}"
                );
                let rows = screen.lines().skip_while(|line| !is_cursor_line(line));
                // A multi-line field has more than one.
                let rows = rows.take(if editor.text.is_prose() { 3 } else { 1 });
                let rows = rows.collect::<Vec<_>>().join(" ");
                let text = editor.text.text().lines().next_back().unwrap_or_default();
                let end: Vec<char> = text.chars().rev().take(6).collect();
                let end: String = end.into_iter().rev().collect();
                assert!(rows.contains(&end), "{size:?} {end} in {screen}");
            }
        }
    }
}

#[test]
fn a_rejected_field_is_marked_at_its_line_and_above() {
    for size in [(40, 10), (80, 24), (120, 40)] {
        let screen = body(&server_with_editor(size, editor_with_errors).state);
        let words = screen.split(['│', '\n', ' ']).filter(|word| !word.is_empty());
        let words = words.collect::<Vec<_>>().join(" ");
        assert!(words.contains("the server returned an error (422)"), "{size:?}: {screen}");
        assert!(words.contains("must not be longer than 12 characters"), "{size:?}: {screen}");
    }
}

#[test]
fn unsaved_edits_and_writes_in_flight_are_reported_at_the_top() {
    let mut server = server_with_editor((100, 30), opener("sending"));
    let form = server.state.editor.as_ref().unwrap().form.clone();
    let at = timestamp("2026-11-15T14:02:00Z");
    let draft = Draft::new(DraftId("d".into()), form, at);
    server.state.edit_session.drafts = vec![draft];
    let header = header_text(&server.state);
    assert!(header.contains("saving · 1 unsaved edit"), "{header}");
}

#[test]
fn states_differ_without_colours_and_without_unicode() {
    for (name, open) in ALL {
        for size in [(80, 24), (40, 10)] {
            let server = server_with_editor(size, open);
            let buf = render_with(size, ThemeName::Plain, Symbols::ascii(), |context, frame| {
                editor(&server.state, context, frame);
            });
            let screen = text(&buf);
            let is_ours = |letter: &char| !"Guðrún Þórðardóttir Reykjavík".contains(*letter);
            assert!(
                screen.chars().filter(is_ours).all(|letter| letter.is_ascii()),
                "{name}: {screen}"
            );
        }
    }
}
