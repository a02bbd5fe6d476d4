//! Snapshots of the attach dialog.

use std::collections::BTreeMap;

use crate::keymap::action::{Action, AttachAction, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::{
    FieldValue, JobChoice, PersonField, Report, ResponseKind, SaveOutcome, SaveStep, WriteFailure,
};
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::request::Ticket;
use crate::tui::app::view::tests::{footer_text, popup_text, popups, server};
use crate::wire::{JobAssociation, Person};

pub(crate) fn open_small_batch(server: &mut FakeServer) {
    open_confirmation(server, 3);
}

pub(crate) fn open_running_batch(server: &mut FakeServer) {
    open_confirmation(server, 7);
    run_batch(server);
}

/// The filter hides one of them.
fn open_confirmation(server: &mut FakeServer, count: usize) {
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    server.act(&[Action::Filter]).type_text("-company:kestrel");
    server.act(&[Action::Edit(TextEdit::Accept), Action::AttachJob]).type_text("sales");
    server.act(&[Action::Edit(TextEdit::Accept)]).wait(20_000);
}

/// Every row ends differently.
fn run_batch(server: &mut FakeServer) {
    server.act(&[Action::Open]);
    finish_oldest(server, Ok(success()));
    let failure = Failure::new(
        FailureKind::NotFound,
        "the server does not know them (404): another user may have removed them meanwhile",
    );
    let failed = WriteFailure::not_sent(failure);
    finish_oldest(server, Err(failed));
    finish_oldest(server, Ok(SaveOutcome::AlreadySaved(Box::default())));
    if let Some(ticket) = in_flight(server).first() {
        server.send(Message::Saving { ticket: *ticket, step: SaveStep::Verifying });
    }
    server.act(&[Action::Down]).wait(20_000);
}

/// The oldest request in flight ends.
fn finish_oldest(server: &mut FakeServer, result: Result<SaveOutcome, WriteFailure>) {
    if let Some(ticket) = in_flight(server).first().copied() {
        let is_same = |effect: &Effect| matches!(effect, Effect::Http(HttpEffect::Save { ticket: other, .. }) if *other == ticket);
        server.others.retain(|effect| !is_same(effect));
        server.send(Message::Saved { ticket, result });
    }
}

fn in_flight(server: &FakeServer) -> Vec<Ticket> {
    let ticket = |effect: &Effect| match effect {
        Effect::Http(HttpEffect::Save { ticket, .. }) => Some(*ticket),
        _ => None,
    };
    server.others.iter().filter_map(ticket).collect()
}

fn success() -> SaveOutcome {
    let job = JobChoice { id: "job_sales".into(), name: "Head of Sales".into() };
    let association = JobAssociation { job_id: job.id.clone(), ..JobAssociation::default() };
    let now = Person { jobs: vec![association], ..Person::default() };
    let wanted = BTreeMap::from([(PersonField::JobId, FieldValue::Job(Some(job)))]);
    let response = ResponseKind::Accepted("ok".into());
    SaveOutcome::Saved(Box::new(Report::new(Person::default(), &wanted, now, response)))
}

#[test]
fn a_batch_is_confirmed_and_then_reports_every_row() {
    for (name, text) in popups("batch_confirm", open_small_batch) {
        insta::assert_snapshot!(name, text);
    }
    for (name, text) in popups("batch", open_running_batch) {
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn every_progress_of_a_batch_has_a_snapshot() {
    for (width, height) in [(100, 30), (40, 12)] {
        let mut server = server(width, height);
        let snapshot = |server: &FakeServer, name: &str| {
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), popup_text(&server.state));
        };
        open_confirmation(&mut server, 7);
        snapshot(&server, "attach_confirm");
        run_batch(&mut server);
        snapshot(&server, "attach_running");
        for maybe in [true, false] {
            let failure = Failure::new(FailureKind::Network, "the server cannot be reached");
            finish_oldest(
                &mut server,
                Err(WriteFailure { is_uncertain: maybe, ..WriteFailure::not_sent(failure) }),
            );
        }
        server.wait(20_000);
        snapshot(&server, "attach_paused");
        server.act(&[Action::Attach(AttachAction::Cancel)]);
        while !in_flight(&server).is_empty() {
            finish_oldest(&mut server, Ok(success()));
        }
        server.wait(20_000);
        snapshot(&server, "attach_finished");
    }
}

#[test]
fn the_footer_shows_the_progress_of_a_batch() {
    for (size, message) in [
        ((100, 30), " Adding 3 of 7, 1 failed A show  "),
        ((40, 12), " Adding 3 of 7, 1 failed A show"),
    ] {
        let mut server = server(size.0, size.1);
        open_confirmation(&mut server, 7);
        run_batch(&mut server);
        let footer = footer_text(&server.state);
        assert!(!footer.contains("Adding"), "the dialog shows the progress already");
        server.act(&[Action::Back]).wait(20_000);
        let footer = footer_text(&server.state);
        assert!(footer.starts_with(message), "{footer}");
    }
}
