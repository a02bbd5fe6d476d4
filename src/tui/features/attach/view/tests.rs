//! Snapshots of the job picker and the attach dialog.

use std::collections::BTreeMap;

use crate::keymap::action::{Action, AttachAction, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::{
    FieldValue, JobChoice, PersonField, Report, ResponseKind, SaveOutcome, SaveStep, WriteFailure,
};
use crate::theme::{Name, Symbols};
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;
use crate::tui::app::view::dialog::tests::{screen, stage};
use crate::tui::app::view::tests::text;
use crate::wire::{JobAssociation, Person};

pub(crate) fn picks(stage: &mut FakeServer, count: usize) {
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    stage.act(&[Action::AttachJob]);
}

/// The filter hides one of them.
pub(crate) fn asks(stage: &mut FakeServer, count: usize) {
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    stage.act(&[Action::Filter]).type_text("-company:kestrel");
    stage.act(&[Action::Edit(TextEdit::Accept), Action::AttachJob]).type_text("sales");
    stage.act(&[Action::Edit(TextEdit::Accept)]).wait(20_000);
}

/// Every row ends differently.
pub(crate) fn runs(stage: &mut FakeServer) {
    stage.act(&[Action::Open]);
    end(stage, attached());
    let failure = Failure::new(
        FailureKind::Missing,
        "the server does not know them (404): they may have been removed by somebody else meanwhile",
    );
    let failed = WriteFailure { failure, fields: Vec::new(), maybe: false };
    end(stage, SaveOutcome::Failed(failed));
    end(stage, SaveOutcome::Already(Box::default()));
    if let Some(ticket) = out(stage).first() {
        stage.send(Message::Saving { ticket: *ticket, step: SaveStep::Proving });
    }
    stage.act(&[Action::Down]).wait(20_000);
}

/// The oldest request in flight ends.
fn end(stage: &mut FakeServer, outcome: SaveOutcome) {
    if let Some(ticket) = out(stage).first().copied() {
        let is_it = |effect: &Effect| matches!(effect, Effect::Save { ticket: other, .. } if *other == ticket);
        stage.others.retain(|effect| !is_it(effect));
        stage.send(Message::Saved { ticket, outcome });
    }
}

fn out(stage: &FakeServer) -> Vec<Ticket> {
    let ticket = |effect: &Effect| match effect {
        Effect::Save { ticket, .. } => Some(*ticket),
        _ => None,
    };
    stage.others.iter().filter_map(ticket).collect()
}

fn attached() -> SaveOutcome {
    let job = JobChoice { id: "job_sales".into(), name: "Head of Sales".into() };
    let association = JobAssociation { job_id: job.id.clone(), ..JobAssociation::default() };
    let now = Person { jobs: vec![association], ..Person::default() };
    let wanted = BTreeMap::from([(PersonField::JobId, FieldValue::Job(Some(job)))]);
    let answered = ResponseKind::Done("ok".into());
    SaveOutcome::Done(Box::new(Report::new(Person::default(), &wanted, now, answered)))
}

#[test]
fn every_progress_of_a_batch_has_a_snapshot() {
    for (width, height) in [(100, 30), (40, 12)] {
        let mut stage = stage(width, height);
        let picture = |stage: &FakeServer, name: &str| {
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&stage.state));
        };
        picks(&mut stage, 1);
        picture(&stage, "pick_one");
        stage.act(&[Action::Edit(TextEdit::Leave), Action::Back]);
        asks(&mut stage, 7);
        picture(&stage, "attach_asked");
        runs(&mut stage);
        picture(&stage, "attach_running");
        for maybe in [true, false] {
            let failure = Failure::new(FailureKind::Network, "the server cannot be reached");
            end(
                &mut stage,
                SaveOutcome::Failed(WriteFailure { failure, fields: Vec::new(), maybe }),
            );
        }
        stage.wait(20_000);
        picture(&stage, "attach_paused");
        stage.act(&[Action::Batch(AttachAction::Cancel)]);
        while !out(&stage).is_empty() {
            end(&mut stage, attached());
        }
        stage.wait(20_000);
        picture(&stage, "attach_over");
    }
}

#[test]
fn the_footer_shows_the_progress_of_a_batch() {
    for (size, message) in [
        ((100, 30), " attaching 3 of 7, 1 failed A shows  "),
        ((40, 12), " attaching 3 of 7, 1 failed A shows"),
    ] {
        let mut stage = stage(size.0, size.1);
        asks(&mut stage, 7);
        runs(&mut stage);
        let last = |stage: &FakeServer| {
            let shown = text(&crate::tui::app::view::tests::cells(
                &stage.state,
                Name::Dark,
                Symbols::unicode(),
            ));
            shown.lines().last().unwrap().to_owned()
        };
        assert!(!last(&stage).contains("attaching"), "it is on the screen already");
        stage.act(&[Action::Back]).wait(20_000);
        assert!(last(&stage).starts_with(message), "{}", last(&stage));
    }
}

#[test]
fn the_picker_tells_how_many_jobs_it_knows() {
    let mut stage = FakeServer::new(100, 30);
    let job = stage.jobs[0].clone();
    let many = (0..900).map(|at| {
        let mut job = job.clone();
        job.id = format!("job_{at}").into();
        job
    });
    stage.jobs = many.collect();
    stage.answer();
    stage.answer();
    stage.wait(200);
    while stage.state.selected().is_none() {
        stage.answer();
    }
    picks(&mut stage, 1);
    let shown = screen(&stage.state);
    assert!(shown.contains(" of 900 jobs loaded "), "{shown}");
    stage.settle();
    assert!(!screen(&stage.state).contains("loaded"));
}
