//! Snapshots of the editor at every step.

mod safe;

use insta::assert_snapshot;
use proptest::prelude::*;

use super::editor;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::{
    Conflict, CreatedPerson, Draft, DraftId, FieldError, FieldValue, Form, FormKind, JobChoice,
    PersonField, Report, ResponseKind, SaveStep, WriteFailure,
};
use crate::theme::{Name, Symbols};
use crate::tui::app::clock::Moment;
use crate::tui::app::fixture::{FakeServer, timestamp};
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::view::tests::{cells, cells_of, drawn_by, text};
use crate::tui::features::editor::state::{
    ConflictSide, Editor, EditorQuestion, EditorStep as At, LineCell,
};
use crate::wire::{Contact, Person};

type Opens = fn(&mut FakeServer) -> Editor;

/// Every step, by the name of its snapshot.
const ALL: [(&str, Opens); 19] = [
    ("form", |stage| edited(stage)),
    ("form_prose", |stage| {
        let mut editor = edited(stage);
        editor.go(17, LineCell::Value);
        editor
    }),
    ("form_add", |stage| {
        let mut editor = edited(stage);
        editor.go(7, LineCell::Value);
        editor
    }),
    ("form_kind", |stage| {
        let mut editor = edited(stage);
        editor.go(6, LineCell::Kind);
        editor
    }),
    ("form_end", |stage| {
        let mut editor = edited(stage);
        editor.go(usize::MAX, LineCell::Value);
        editor
    }),
    ("form_failed", refused),
    ("form_draft", |stage| {
        let mut editor = edited(stage);
        editor.from = Some(timestamp("2026-11-15T14:02:00Z"));
        editor.moved = conflicts();
        editor.unkept = Some("no space is left on the disk".into());
        editor
    }),
    ("create", |stage| {
        let mut editor = created(stage);
        editor.step = At::Filling;
        editor
    }),
    ("in_place", |stage| {
        let mut editor = Editor::new(DraftId("d".into()), edited(stage).form);
        editor.only = Some(PersonField::CurrentJobTitle);
        editor.go(0, LineCell::Value);
        editor
    }),
    ("ask_leave", |stage| asking(stage, EditorQuestion::Leave)),
    ("ask_enrich", |stage| asking(stage, EditorQuestion::Enrich)),
    ("review", |stage| {
        at(edited(stage), At::Review { scroll: 0, duplicates: Vec::new(), among: 150 })
    }),
    ("review_create", created),
    ("sending", |stage| {
        let sending = At::Sending {
            ticket: Ticket(1),
            step: SaveStep::Sending,
            looks: false,
            since: Moment(0),
        };
        at(edited(stage), sending)
    }),
    ("settling", |stage| {
        let sending = At::Sending {
            ticket: Ticket(1),
            step: SaveStep::Settling,
            looks: false,
            since: Moment(0),
        };
        at(edited(stage), sending)
    }),
    ("clash", |stage| {
        let (conflicts, now) = (conflicts(), Box::new(person(stage)));
        let sides = vec![Some(ConflictSide::Theirs), None];
        at(edited(stage), At::Conflict { conflicts, sides, at: 1, now })
    }),
    ("told", |stage| {
        let report = Box::new(report(stage, ResponseKind::Done("Person updated".into())));
        at(edited(stage), At::Report { scroll: 0, report })
    }),
    ("told_lost", |stage| {
        let report = Box::new(report(stage, ResponseKind::Lost("no answer within 30 s".into())));
        at(edited(stage), At::Report { scroll: 0, report })
    }),
    ("born", |stage| {
        let person = CreatedPerson {
            id: "per_new".into(),
            name: "Gudrun Thordardottir".into(),
            candidate: None,
            job: Some(job()),
            found: true,
            warnings: vec!["no candidate came back, although a job was given".into()],
            person: None,
        };
        at(created(stage), At::Created(Box::new(person)))
    }),
];

fn named(name: &str) -> Opens {
    ALL.iter().find(|(other, _)| *other == name).unwrap().1
}

fn person(stage: &FakeServer) -> Person {
    match stage.reply(&Slot::Person("per_0".into()), 1) {
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

fn edited(stage: &mut FakeServer) -> Editor {
    let mut form = Form::update(&person(stage));
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

fn at(mut editor: Editor, stage: At) -> Editor {
    editor.step = stage;
    editor
}

fn asking(stage: &mut FakeServer, question: EditorQuestion) -> Editor {
    at(edited(stage), At::Asking(question))
}

fn refused(stage: &mut FakeServer) -> Editor {
    let mut editor = edited(stage);
    let trouble = |field, entry, message: &str| FieldError { field, entry, told: message.into() };
    editor.troubles = vec![
        trouble(PersonField::Emails, Some(1), "is no address that can be written to"),
        trouble(PersonField::CurrentJobTitle, None, "must not be longer than 12 characters"),
    ];
    let failure =
        Failure::new(FailureKind::Input, "the server refused (422): two fields are wrong");
    editor.failed = Some(WriteFailure { failure, fields: editor.troubles.clone(), maybe: false });
    editor
}

fn created(_: &mut FakeServer) -> Editor {
    let outside = "0a0b4c7e-7f0e-4f7d-9d5e-1f2a3b4c5d6e";
    let mut form = Form::create(FormKind::Create, Some(job()), outside.into());
    form.set(PersonField::Name, FieldValue::Text("Gudrun Thordardottir".into()));
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Staff Engineer".into()));
    form.set(PersonField::CompanyName, FieldValue::Text("Kestrel".into()));
    form.set(PersonField::Emails, FieldValue::Texts(vec!["gudrun@kestrel.example".into()]));
    let twin = PossibleDuplicate {
        person: "per_0".into(),
        name: "Guðrún Þórðardóttir".into(),
        beside: "Staff Engineer at Kestrel".into(),
        jobs: vec!["Senior Rust Engineer".into(), "Data Analyst".into()],
        why: vec!["the same e-mail: gudrun@kestrel.example".into()],
    };
    let editor = Editor::new(DraftId("d".into()), form);
    at(editor, At::Review { scroll: 0, duplicates: vec![twin], among: 150 })
}

fn conflicts() -> Vec<Conflict> {
    let text = |text: &str| FieldValue::Text(text.into());
    let title = Conflict {
        field: PersonField::CurrentJobTitle,
        base: text("Staff Engineer"),
        theirs: text("Lead Engineer for storage and everything that belongs to it"),
        mine: text("Principal Engineer"),
    };
    let base = contact("work", "gudrun@kestrel.example");
    let emails = Conflict {
        field: PersonField::Emails,
        base: FieldValue::Contacts(vec![base.clone()]),
        theirs: FieldValue::Contacts(vec![base.clone(), contact("private", "gudrun@home.example")]),
        mine: FieldValue::Contacts(vec![contact("old work", "gudrun@kestrel.example")]),
    };
    vec![title, emails]
}

/// One field of each outcome, and an unrequested change.
fn report(stage: &mut FakeServer, answered: ResponseKind) -> Report {
    let before = person(stage);
    let mut now = before.clone();
    now.current_job_title = "Principal Engineer".into();
    now.emails.push(contact("private", "g@thordar.example"));
    now.last_name = String::new();
    now.jobs.pop();
    let mut wanted = edited(stage).form.typed;
    wanted.insert(PersonField::CompanyName, FieldValue::Text("Umbra".into()));
    wanted.insert(
        PersonField::Emails,
        FieldValue::Contacts(vec![contact("private", "g@thordar.example")]),
    );
    wanted.remove(&PersonField::EnrichRecord);
    Report::new(before, &wanted, now, answered)
}

fn opened(size: (u16, u16), open: Opens) -> FakeServer {
    let mut stage = FakeServer::settled(size.0, size.1);
    stage.act(&[Action::Go(Pane::Candidates)]).settle();
    let editor = open(&mut stage);
    stage.state.editor = Some(Box::new(editor));
    stage
}

/// The editor without the panes.
fn seen(stage: &FakeServer) -> String {
    let buf = drawn_by(stage.state.size, Name::Dark, Symbols::unicode(), |look, frame| {
        editor(&stage.state, look, frame);
    });
    text(&buf)
}

#[test]
fn each_stage_has_its_picture_on_a_usual_and_a_small_screen() {
    for (name, open) in ALL {
        for size in [(100, 30), (40, 12)] {
            let stage = opened(size, open);
            assert_snapshot!(format!("editor_{name}_{}x{}", size.0, size.1), seen(&stage));
        }
    }
}

#[test]
fn a_field_in_place_stands_below_its_row_and_leaves_the_row() {
    let stage = opened((120, 40), named("in_place"));
    assert_snapshot!("editor_in_place", crate::tui::app::view::tests::screen(&stage.state));
}

#[test]
fn the_cursor_line_is_always_visible() {
    for size in [(40, 10), (40, 12), (80, 24), (100, 30), (120, 40), (200, 60)] {
        for open in [refused, edited, created] {
            let mut stage = opened(size, open);
            let lines = stage.state.editor.as_ref().unwrap().lines().len();
            for at in (0..lines).chain((0..lines).rev()) {
                let (inner, clock) = (stage.state.editor_inner().unwrap(), stage.state.clock);
                let editor = stage.state.editor.as_mut().unwrap();
                editor.step = At::Filling;
                editor.go(at, LineCell::Value);
                editor.first = editor.first_line(&clock, (inner.width, inner.height));
                let shown = seen(&stage);
                let editor = stage.state.editor.as_ref().unwrap();
                let is_here = |line: &str| line.contains("│▌");
                assert_eq!(shown.lines().filter(|line| is_here(line)).count(), 1, "{shown}");
                let rows = shown.lines().skip_while(|line| !is_here(line));
                // A multi-line field has more than one.
                let rows = rows.take(if editor.text.is_prose() { 3 } else { 1 });
                let rows = rows.collect::<Vec<_>>().join(" ");
                let text = editor.text.text().lines().next_back().unwrap_or_default();
                let end: Vec<char> = text.chars().rev().take(6).collect();
                let end: String = end.into_iter().rev().collect();
                assert!(rows.contains(&end), "{size:?} {end} in {shown}");
            }
        }
    }
}

#[test]
fn a_rejected_field_is_marked_at_its_line_and_above() {
    for size in [(40, 10), (80, 24), (120, 40)] {
        let shown = crate::tui::app::view::tests::screen(&opened(size, refused).state);
        let words = shown.split(['│', '\n', ' ']).filter(|word| !word.is_empty());
        let words = words.collect::<Vec<_>>().join(" ");
        assert!(words.contains("the server refused (422)"), "{size:?}: {shown}");
        assert!(words.contains("must not be longer than 12 characters"), "{size:?}: {shown}");
    }
}

#[test]
fn unsaved_edits_and_writes_in_flight_are_reported_at_the_top() {
    let mut stage = opened((100, 30), named("sending"));
    let form = stage.state.editor.as_ref().unwrap().form.clone();
    let at = timestamp("2026-11-15T14:02:00Z");
    let draft = Draft { id: DraftId("d".into()), form, at, text: None, sent: false };
    stage.state.memory.drafts = vec![draft];
    let shown = crate::tui::app::view::tests::screen(&stage.state);
    assert!(shown.lines().next().unwrap().contains("saving · 1 draft"), "{shown}");
}

#[test]
fn states_differ_without_colours_and_without_unicode() {
    for (name, open) in ALL {
        for size in [(80, 24), (40, 10)] {
            let stage = opened(size, open);
            let buf = drawn_by(size, Name::Plain, Symbols::ascii(), |look, frame| {
                editor(&stage.state, look, frame);
            });
            let shown = text(&buf);
            let is_ours = |letter: &char| !"Guðrún Þórðardóttir Reykjavík".contains(*letter);
            assert!(
                shown.chars().filter(is_ours).all(|letter| letter.is_ascii()),
                "{name}: {shown}"
            );
        }
    }
}

#[test]
fn the_edits_of_a_session_and_the_unsaved_ones_are_listed() {
    let mut stage = opened((100, 30), edited);
    let editor = stage.state.editor.take().unwrap();
    let at = timestamp("2026-11-15T11:40:00Z");
    let done = |name: &str, message: &str, is_fine: bool, state: EditStatus| SavedEdit {
        person: "per_0".into(),
        name: name.into(),
        at,
        before: std::collections::BTreeMap::default(),
        after: editor.form.typed.clone(),
        told: message.into(),
        is_fine,
        state,
        report: None,
    };
    stage.state.edits = vec![
        done("Guðrún Þórðardóttir", "saved, and seen", true, EditStatus::TakenBack),
        done("佐藤 健太郎", "saved, but something else was changed, too", false, EditStatus::Made),
        done("Zoë Müller", "put forward", true, EditStatus::Final),
    ];
    let form = editor.form.clone();
    let draft = Draft { id: DraftId("d".into()), form, at, text: None, sent: true };
    let older = Draft { at: timestamp("2026-11-12T08:00:00Z"), sent: false, ..draft.clone() };
    stage.state.memory.drafts = vec![draft, older];
    for size in [(100, 6), (40, 6)] {
        let buf = drawn_by(size, Name::Dark, Symbols::unicode(), |look, frame| {
            let (area, buf) = (frame.area(), frame.buffer_mut());
            let half = ratatui::layout::Rect { height: 3, ..area };
            crate::tui::features::edit_log::view::edits(&stage.state, 1, look, half, buf);
            let rest = ratatui::layout::Rect { y: 3, height: 3, ..area };
            crate::tui::features::edit_log::view::drafts(&stage.state, 0, look, rest, buf);
        });
        assert_snapshot!(format!("edits_and_drafts_{}", size.0), text(&buf));
    }
}
