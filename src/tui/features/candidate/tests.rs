//! The candidate pane while its records load, and when that fails.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::{FakeServer, people};
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::view::tests::{body, screen};

#[test]
fn slow_or_failed_details_are_reported_in_their_pane() {
    let mut server = FakeServer::new(120, 30);
    while server.in_flight.iter().all(|(slot, ..)| !matches!(slot, Slot::Person(_))) {
        assert!(server.answer());
        server.wait(200);
    }
    server.in_flight.sort_by_key(|(slot, ..)| !matches!(slot, Slot::Candidate(_)));
    server.fail_oldest(Failure::new(FailureKind::Server, "the server failed (500): out of memory"));
    server.wait(600);
    assert_snapshot!("details", body(&server.state));
}

#[test]
fn a_failed_read_is_reported_in_full_at_every_size() {
    let sizes = [(120, 40), (80, 24), (40, 12)];
    let panes = [(Pane::Job, "the pipeline"), (Pane::Candidate, "the history")];
    for ((width, height), (pane, label)) in
        sizes.into_iter().flat_map(|size| panes.map(|pane| (size, pane)))
    {
        let mut server = FakeServer::new(width, height);
        server.settle();
        server.act(&[Action::Go(Pane::Candidates)]).settle();
        server.act(&[Action::Go(pane)]).settle();
        server.act(&[Action::Refresh]);
        let error = Failure::new(FailureKind::Server, "the server failed (500): out of memory");
        for (slot, _, ticket) in std::mem::take(&mut server.in_flight) {
            server.send(Message::Fetched { slot, ticket, outcome: Err(error.clone()) });
        }
        server.wait(1000);
        let rendered = screen(&server.state).replace(['│', '╮', '╯', '\n'], " ");
        let rendered = rendered.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = format!("Could not read {label}");
        assert!(
            rendered.contains(&expected),
            "{expected} is not on the screen at {width}x{height}:\n{rendered}"
        );
        assert!(rendered.contains("R retries now"), "at {width}x{height}:\n{rendered}");
    }
}

#[test]
fn unread_details_say_so_while_offline() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Refresh]).fail_all(FailureKind::Network);
    server.act(&[Action::Open, Action::Bottom]).wait(600);
    assert_snapshot!("details_offline", body(&server.state));
}

#[test]
fn enter_opens_the_links_of_the_card_and_goes_to_another_job() {
    let mut server = FakeServer::new(120, 60);
    server.people = people();
    server.settle();
    server.act(&[Action::Go(Pane::Candidates), Action::Top, Action::Go(Pane::Candidate)]).settle();
    let mut opened = Vec::new();
    while server.state.job.as_ref().is_some_and(|job| job.as_str() == "job_rust") {
        server.others.clear();
        server.act(&[Action::Down, Action::Open]).settle();
        opened.extend(server.others.iter().filter_map(|effect| match effect {
            Effect::Terminal(TerminalEffect::OpenLink(url)) => Some(url.clone()),
            Effect::Terminal(TerminalEffect::Copy(text)) => Some(text.clone()),
            _ => None,
        }));
        assert!(opened.len() < 9, "{opened:?}");
    }
    let schemes = opened.iter().map(|text| text.split(':').next().unwrap_or_default());
    assert_eq!(schemes.collect::<Vec<_>>(), ["mailto", "+354 555 0100", "https"]);
    assert_eq!(server.state.job, Some("job_data".into()));
    assert_eq!(server.state.focus, Pane::Candidate);
    server.act(&[Action::Previous]).settle();
    assert_eq!(server.state.job, Some("job_rust".into()), "and back");
}
