use super::*;
use crate::app::edit::{Answered, Clash, Failed, Field, Outcome, Report, Step, Value};
use crate::app::failure::{Failure, Trouble};
use crate::wire::{JobAssociation, Person};
use std::collections::BTreeMap;

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

/// What the server did to somebody who was in for these.
fn done(before: Person, now: Person, answered: Answered) -> Outcome {
    let wanted = BTreeMap::from([(Field::JobId, Value::Job(Some(job())))]);
    Outcome::Done(Box::new(Report::new(before, &wanted, now, answered)))
}

fn failed(kind: Trouble, maybe: bool) -> Outcome {
    let failure = Failure::new(kind, "it did not work");
    Outcome::Failed(Failed { failure, fields: Vec::new(), maybe })
}

fn other(told: &str) -> Fate {
    Fate::Other(told.to_owned())
}

fn not(told: &str) -> Fate {
    Fate::Failed(told.to_owned())
}

fn check(table: Vec<(&str, Outcome, Fate, bool)>) {
    for (name, outcome, fate, pauses) in table {
        let judged = judge(&outcome);
        assert_eq!((judged.fate, judged.pause.is_some()), (fate, pauses), "{name}");
    }
}

#[test]
fn what_the_server_did_has_its_meaning() {
    let ok = || Answered::Done("ok".into());
    let lost = || Answered::Lost("timed out".into());
    let both = || in_for(&["job_old", "job_new"]);
    let old = || in_for(&["job_old"]);
    let renamed = Person { name: "Somebody else".into(), ..both() };
    check(vec![
        ("as meant", done(old(), both(), ok()), Fate::Attached, false),
        ("the answer lost, applied", done(old(), both(), lost()), Fate::Attached, false),
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
    let unknown = Fate::Unknown("nobody knows whether attached: it did not work".into());
    check(vec![
        ("in for it before", Outcome::Already(Box::default()), Fate::Already, false),
        (
            "changed meanwhile",
            Outcome::Clash { now: Box::default(), clashes: Vec::<Clash>::new() },
            not("somebody else changed them meanwhile: nothing was sent"),
            false,
        ),
        ("gone", failed(Trouble::Missing, false), not("it did not work"), false),
        ("the key refused", failed(Trouble::Key, false), Fate::Waiting, true),
        ("offline", failed(Trouble::Network, false), Fate::Waiting, true),
        ("told to wait", failed(Trouble::Waiting, false), Fate::Waiting, true),
        ("silence after it was sent", failed(Trouble::Silence, true), unknown.clone(), false),
        ("offline after it was sent", failed(Trouble::Network, true), unknown, true),
    ]);
}

#[test]
fn one_goes_alone_until_the_server_is_known_then_a_few() {
    let people = (0..9).map(|at| (format!("per_{at}").into(), format!("Person {at}"))).collect();
    let mut batch = Batch::new(job(), People { all: people, hidden: 0 });
    assert_eq!(batch.next(), None, "nobody said yes");
    batch.course = Course::Running;
    let send = |batch: &mut Batch| {
        while let Some(at) = batch.next() {
            batch.rows[at].fate = Fate::Out(Ticket(at as u64), Step::Reading);
        }
        batch.counts().out
    };
    assert_eq!(send(&mut batch), 1);
    batch.rows[0].fate = Fate::Failed("no".into());
    assert_eq!(send(&mut batch), 1, "a failure says nothing of what it does");
    batch.rows[1].fate = Fate::Attached;
    assert_eq!(send(&mut batch), AT_ONCE);
    assert_eq!(batch.place_of(Ticket(3)), Some(3));
    assert_eq!(batch.progress(), "attaching 2 of 9, 1 failed");
    for row in &mut batch.rows {
        row.fate = Fate::Already;
    }
    assert_eq!(batch.summary(), "attached 0 of 9 to Data Analyst, 9 candidates there already");
}
