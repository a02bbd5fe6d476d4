use std::collections::BTreeMap;

use super::outcome::{AttachOutcome, assess};
use super::state::{AttachBatch, AttachProgress, MAX_IN_FLIGHT};
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

fn person_with_jobs(jobs: &[&str]) -> Person {
    let association = |job: &&str| JobAssociation {
        candidate_id: format!("can_{job}").into(),
        job_name: format!("the job {job}"),
        job_id: (*job).into(),
        ..JobAssociation::default()
    };
    Person { jobs: jobs.iter().map(association).collect(), ..Person::default() }
}

/// The report of a save that changed `before` to `now`.
fn report_outcome(before: Person, now: Person, response: ResponseKind) -> SaveOutcome {
    let wanted = BTreeMap::from([(PersonField::JobId, FieldValue::Job(Some(job())))]);
    SaveOutcome::Saved(Box::new(Report::new(before, &wanted, now, response)))
}

fn failure_outcome(kind: FailureKind, maybe: bool) -> Result<SaveOutcome, WriteFailure> {
    let failure = Failure::new(kind, "it did not work");
    Err(WriteFailure { is_uncertain: maybe, ..WriteFailure::not_sent(failure) })
}

fn other(message: &str) -> AttachOutcome {
    AttachOutcome::Other(message.to_owned())
}

fn not_attached(message: &str) -> AttachOutcome {
    AttachOutcome::Failed(message.to_owned())
}

fn check(table: Vec<(&str, Result<SaveOutcome, WriteFailure>, AttachOutcome, bool)>) {
    for (name, saved, outcome, pauses) in table {
        let assessment = assess(&saved);
        assert_eq!((assessment.outcome, assessment.pause.is_some()), (outcome, pauses), "{name}");
    }
}

#[test]
fn each_report_becomes_an_outcome() {
    let ok = || ResponseKind::Accepted("ok".into());
    let lost = || ResponseKind::Lost("timed out".into());
    let both = || person_with_jobs(&["job_old", "job_new"]);
    let old = || person_with_jobs(&["job_old"]);
    let renamed = Person { name: "Somebody else".into(), ..both() };
    check(vec![
        ("as meant", Ok(report_outcome(old(), both(), ok())), AttachOutcome::Attached, false),
        (
            "the answer lost, applied",
            Ok(report_outcome(old(), both(), lost())),
            AttachOutcome::Attached,
            false,
        ),
        (
            "refused, applied",
            Ok(report_outcome(old(), both(), ResponseKind::Refused("no".into()))),
            AttachOutcome::Attached,
            false,
        ),
        (
            "the answer lost, not applied",
            Ok(report_outcome(old(), old(), lost())),
            AttachOutcome::Unknown(
                "may have been saved: timed out; the record does not show the change yet".into(),
            ),
            false,
        ),
        (
            "200, nothing changed",
            Ok(report_outcome(old(), old(), ok())),
            AttachOutcome::Unknown(
                "the server accepted the change but does not show it yet".into(),
            ),
            false,
        ),
        (
            "the old association gone",
            Ok(report_outcome(old(), person_with_jobs(&["job_new"]), ok())),
            other("added; no longer a candidate for the job job_old"),
            true,
        ),
        (
            "another field changed",
            Ok(report_outcome(old(), renamed, ok())),
            other("added; also changed by the server: name"),
            true,
        ),
    ]);
}

#[test]
fn each_failure_becomes_an_outcome() {
    let unknown = AttachOutcome::Unknown("may have been added: it did not work".into());
    check(vec![
        (
            "in for it before",
            Ok(SaveOutcome::AlreadySaved(Box::default())),
            AttachOutcome::Already,
            false,
        ),
        (
            "changed meanwhile",
            Ok(SaveOutcome::Conflict {
                current: Box::default(),
                conflicts: Vec::<Conflict>::new(),
            }),
            not_attached(
                "not saved: another user changed the same fields meanwhile; nothing was overwritten",
            ),
            false,
        ),
        (
            "gone",
            failure_outcome(FailureKind::NotFound, false),
            not_attached("not added: it did not work"),
            false,
        ),
        (
            "the key refused",
            failure_outcome(FailureKind::InvalidKey, false),
            AttachOutcome::Waiting,
            true,
        ),
        ("offline", failure_outcome(FailureKind::Network, false), AttachOutcome::Waiting, true),
        (
            "told to wait",
            failure_outcome(FailureKind::RateLimited, false),
            AttachOutcome::Waiting,
            true,
        ),
        (
            "silence after it was sent",
            failure_outcome(FailureKind::Timeout, true),
            unknown.clone(),
            false,
        ),
        ("offline after it was sent", failure_outcome(FailureKind::Network, true), unknown, true),
    ]);
}

#[test]
fn the_first_person_is_sent_alone_then_a_few_at_a_time() {
    let people = (0..9).map(|at| (format!("per_{at}").into(), format!("Person {at}"))).collect();
    let mut batch = AttachBatch::new(job(), PickedPeople { all: people, hidden: 0 });
    assert_eq!(batch.next(), None, "nothing is sent before the confirmation");
    batch.progress = AttachProgress::Running;
    let send = |batch: &mut AttachBatch| {
        while let Some(at) = batch.next() {
            batch.rows[at].outcome = AttachOutcome::InFlight(Ticket(at as u64), SaveStep::Reading);
        }
        batch.counts().in_flight
    };
    assert_eq!(send(&mut batch), 1);
    batch.rows[0].outcome = AttachOutcome::Failed("no".into());
    assert_eq!(send(&mut batch), 1, "after a failed first person the next one goes alone");
    batch.rows[1].outcome = AttachOutcome::Attached;
    assert_eq!(send(&mut batch), MAX_IN_FLIGHT);
    assert_eq!(batch.index_of(Ticket(3)), Some(3));
    assert_eq!(batch.describe_progress(), "Adding 2 of 9, 1 failed");
    for row in &mut batch.rows {
        row.outcome = AttachOutcome::Already;
    }
    assert_eq!(batch.summary(), "Added 0 of 9 to Data Analyst, 9 already candidates there");
}
