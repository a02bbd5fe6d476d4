//! Picking a job and attaching people to it, as it is seen.

use std::collections::BTreeMap;

use super::*;
use crate::app::action::BatchStep;
use crate::app::edit::{Answered, Failed, Field, JobChoice, Outcome, Report, Step, Value};
use crate::app::effect::Effect;
use crate::app::failure::{Failure, Trouble};
use crate::app::message::Ticket;
use crate::wire::{JobAssociation, Person};

/// A job is to be picked for so many.
pub(super) fn picks(stage: &mut Stage, count: usize) {
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    stage.act(&[Action::AttachJob]);
}

/// One is asked whether so many shall be attached, one of whom the filter hides.
pub(super) fn asks(stage: &mut Stage, count: usize) {
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    stage.act(&[Action::Filter]).type_text("-company:kestrel");
    stage.act(&[Action::Edit(Edit::Accept), Action::AttachJob]).type_text("sales");
    stage.act(&[Action::Edit(Edit::Accept)]).wait(20_000);
}

/// It is begun, and each fares differently.
pub(super) fn runs(stage: &mut Stage) {
    stage.act(&[Action::Open]);
    end(stage, attached());
    let failure = Failure::new(
        Trouble::Missing,
        "the server does not know them (404): they may have been removed by somebody else meanwhile",
    );
    let failed = Failed { failure, fields: Vec::new(), maybe: false };
    end(stage, Outcome::Failed(failed));
    end(stage, Outcome::Already(Box::default()));
    if let Some(ticket) = out(stage).first() {
        stage.send(Message::Saving { ticket: *ticket, step: Step::Proving });
    }
    stage.act(&[Action::Down]).wait(20_000);
}

/// The oldest that is out comes to its end.
fn end(stage: &mut Stage, outcome: Outcome) {
    if let Some(ticket) = out(stage).first().copied() {
        let is_it = |effect: &Effect| matches!(effect, Effect::Save { ticket: other, .. } if *other == ticket);
        stage.others.retain(|effect| !is_it(effect));
        stage.send(Message::Saved { ticket, outcome });
    }
}

fn out(stage: &Stage) -> Vec<Ticket> {
    let ticket = |effect: &Effect| match effect {
        Effect::Save { ticket, .. } => Some(*ticket),
        _ => None,
    };
    stage.others.iter().filter_map(ticket).collect()
}

fn attached() -> Outcome {
    let job = JobChoice { id: "job_sales".into(), name: "Head of Sales".into() };
    let association = JobAssociation { job_id: job.id.clone(), ..JobAssociation::default() };
    let now = Person { jobs: vec![association], ..Person::default() };
    let wanted = BTreeMap::from([(Field::JobId, Value::Job(Some(job)))]);
    let answered = Answered::Done("ok".into());
    Outcome::Done(Box::new(Report::new(Person::default(), &wanted, now, answered)))
}

#[test]
fn asked_running_paused_and_over_have_their_pictures() {
    for (width, height) in [(100, 30), (40, 12)] {
        let mut stage = stage(width, height);
        let picture = |stage: &Stage, name: &str| {
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&stage.state));
        };
        picks(&mut stage, 1);
        picture(&stage, "pick_one");
        stage.act(&[Action::Edit(Edit::Leave), Action::Back]);
        asks(&mut stage, 7);
        picture(&stage, "attach_asked");
        runs(&mut stage);
        picture(&stage, "attach_running");
        for maybe in [true, false] {
            let failure = Failure::new(Trouble::Network, "the server cannot be reached");
            end(&mut stage, Outcome::Failed(Failed { failure, fields: Vec::new(), maybe }));
        }
        stage.wait(20_000);
        picture(&stage, "attach_paused");
        stage.act(&[Action::Batch(BatchStep::Cancel)]);
        while !out(&stage).is_empty() {
            end(&mut stage, attached());
        }
        stage.wait(20_000);
        picture(&stage, "attach_over");
    }
}

#[test]
fn how_far_it_is_stands_at_the_bottom_while_one_browses() {
    for (size, told) in [
        ((100, 30), " attaching 3 of 7, 1 failed A shows  "),
        ((40, 12), " attaching 3 of 7, 1 failed A shows"),
    ] {
        let mut stage = stage(size.0, size.1);
        asks(&mut stage, 7);
        runs(&mut stage);
        let last = |stage: &Stage| {
            let shown =
                text(&crate::view::tests::cells(&stage.state, Name::Dark, Symbols::unicode()));
            shown.lines().last().unwrap().to_owned()
        };
        assert!(!last(&stage).contains("attaching"), "it is on the screen already");
        stage.act(&[Action::Back]).wait(20_000);
        assert!(last(&stage).starts_with(told), "{}", last(&stage));
    }
}

#[test]
fn the_picker_tells_how_many_jobs_it_knows() {
    let mut stage = Stage::new(100, 30);
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
