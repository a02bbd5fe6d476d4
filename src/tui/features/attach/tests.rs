use std::collections::BTreeMap;

use super::outcome::{AttachOutcome, assess};
use super::state::{AT_ONCE, AttachBatch, AttachProgress};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::{
    Conflict, FieldValue, JobChoice, PersonField, Report, ResponseKind, SaveOutcome, SaveStep,
    WriteFailure,
};
use crate::tui::app::request::Ticket;
use crate::tui::features::job_picker::state::PickedPeople;
use crate::wire::{JobAssociation, Person};

fn job() -> JobChoice {
    JobChoice { id: "job_new".into(), name: "Data Analyst".into() }
}

fn in_for(jobs: &[&str]) -> Person {
    let association = |job: &&str| JobAssociation {
        candidate_id: format!("can_{job}").into(),
        job_name: format!("the job {job}"),
        job_id: (*job).into(),
        ..JobAssociation::default()
    };
    Person { jobs: jobs.iter().map(association).collect(), ..Person::default() }
}

/// What the server did to a person with these jobs.
fn done(before: Person, now: Person, answered: ResponseKind) -> SaveOutcome {
    let wanted = BTreeMap::from([(PersonField::JobId, FieldValue::Job(Some(job())))]);
    SaveOutcome::Done(Box::new(Report::new(before, &wanted, now, answered)))
}

fn failed(kind: FailureKind, maybe: bool) -> SaveOutcome {
    let failure = Failure::new(kind, "it did not work");
    SaveOutcome::Failed(WriteFailure { failure, fields: Vec::new(), maybe })
}

fn other(message: &str) -> AttachOutcome {
    AttachOutcome::Other(message.to_owned())
}

fn not(message: &str) -> AttachOutcome {
    AttachOutcome::Failed(message.to_owned())
}

fn check(table: Vec<(&str, SaveOutcome, AttachOutcome, bool)>) {
    for (name, saved, outcome, pauses) in table {
        let assessment = assess(&saved);
        assert_eq!((assessment.outcome, assessment.pause.is_some()), (outcome, pauses), "{name}");
    }
}

#[test]
fn what_the_server_did_has_its_meaning() {
    let ok = || ResponseKind::Done("ok".into());
    let lost = || ResponseKind::Lost("timed out".into());
    let both = || in_for(&["job_old", "job_new"]);
    let old = || in_for(&["job_old"]);
    let renamed = Person { name: "Somebody else".into(), ..both() };
    check(vec![
        ("as meant", done(old(), both(), ok()), AttachOutcome::Attached, false),
        ("the answer lost, applied", done(old(), both(), lost()), AttachOutcome::Attached, false),
        (
            "the answer lost, not applied",
            done(old(), old(), lost()),
            not("not attached, no clear answer came: timed out"),
            false,
        ),
        (
            "200, nothing changed",
            done(old(), old(), ok()),
            other("sent, but the server shows no such job"),
            false,
        ),
        (
            "the old association gone",
            done(old(), in_for(&["job_new"]), ok()),
            other("attached, but no longer in for the job job_old"),
            true,
        ),
        (
            "another field changed",
            done(old(), renamed, ok()),
            other("attached, but changed without being asked: name"),
            true,
        ),
    ]);
}

#[test]
fn what_was_not_carried_out_has_its_meaning() {
    let unknown = AttachOutcome::Unknown("nobody knows whether attached: it did not work".into());
    check(vec![
        ("in for it before", SaveOutcome::Already(Box::default()), AttachOutcome::Already, false),
        (
            "changed meanwhile",
            SaveOutcome::Clash { now: Box::default(), clashes: Vec::<Conflict>::new() },
            not("somebody else changed them meanwhile: nothing was sent"),
            false,
        ),
        ("gone", failed(FailureKind::Missing, false), not("it did not work"), false),
        ("the key refused", failed(FailureKind::Key, false), AttachOutcome::Waiting, true),
        ("offline", failed(FailureKind::Network, false), AttachOutcome::Waiting, true),
        ("told to wait", failed(FailureKind::Waiting, false), AttachOutcome::Waiting, true),
        ("silence after it was sent", failed(FailureKind::Silence, true), unknown.clone(), false),
        ("offline after it was sent", failed(FailureKind::Network, true), unknown, true),
    ]);
}

#[test]
fn the_first_person_goes_alone_then_a_few_at_a_time() {
    let people = (0..9).map(|at| (format!("per_{at}").into(), format!("Person {at}"))).collect();
    let mut batch = AttachBatch::new(job(), PickedPeople { all: people, hidden: 0 });
    assert_eq!(batch.next(), None, "nobody said yes");
    batch.progress = AttachProgress::Running;
    let send = |batch: &mut AttachBatch| {
        while let Some(at) = batch.next() {
            batch.rows[at].outcome = AttachOutcome::Out(Ticket(at as u64), SaveStep::Reading);
        }
        batch.counts().out
    };
    assert_eq!(send(&mut batch), 1);
    batch.rows[0].outcome = AttachOutcome::Failed("no".into());
    assert_eq!(send(&mut batch), 1, "a failure says nothing of what it does");
    batch.rows[1].outcome = AttachOutcome::Attached;
    assert_eq!(send(&mut batch), AT_ONCE);
    assert_eq!(batch.place_of(Ticket(3)), Some(3));
    assert_eq!(batch.progress(), "attaching 2 of 9, 1 failed");
    for row in &mut batch.rows {
        row.outcome = AttachOutcome::Already;
    }
    assert_eq!(batch.summary(), "attached 0 of 9 to Data Analyst, 9 candidates there already");
}
