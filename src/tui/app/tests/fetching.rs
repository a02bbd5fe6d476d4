//! Which requests are sent, when, and which are cancelled.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::effect::HttpEffect;
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::wire::{Items, Page};

fn slots(server: &FakeServer) -> Vec<Slot> {
    server.in_flight.iter().map(|(slot, ..)| slot.clone()).collect()
}

#[test]
fn opening_the_workspace_fetches_the_jobs_and_then_the_first_job() {
    let mut server = FakeServer::new(120, 40);
    assert_eq!(slots(&server), [Slot::Jobs(0)]);
    server.answer();
    assert_eq!(
        slots(&server),
        [Slot::Job("job_rust".into()), Slot::CandidatePage("job_rust".into(), 0)]
    );
    server.settle();
    assert_eq!(server.state.jobs.len(), 4);
    assert_eq!(server.state.open_job().unwrap().list.len(), 7);
    assert!(server.state.candidate().unwrap().is_loaded());
    assert!(server.state.person().unwrap().is_loaded());
}

#[test]
fn nothing_is_fetched_before_the_workspace_is_open() {
    let mut server = FakeServer::new(120, 40);
    server.state = crate::tui::app::state::State::new((120, 40));
    server.in_flight.clear();
    server.wait(500);
    assert_eq!(slots(&server), []);
}

#[test]
fn holding_the_down_key_fetches_at_most_three_details() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(400);
    server.settle();
    server.act(&[Action::Open]);
    let before = server.fetched.len();
    for _ in 0..300 {
        server.act(&[Action::Down]).wait(30);
    }
    server.settle();
    let detail = |slot: &&Slot| matches!(slot, Slot::Candidate(_) | Slot::Person(_));
    let details = server.fetched[before..].iter().filter(detail);
    assert!(details.count() <= 3, "{:?}", &server.fetched[before..]);
    server.act(&[Action::Down]);
    assert!(
        server.state.candidate().unwrap().is_loaded(),
        "the record of the next row was loaded ahead"
    );
}

#[test]
fn a_filter_reads_ahead_however_fast_it_was_typed() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]);
    server.type_text("engineer").settle();
    server.act(&[Action::Edit(TextEdit::Accept), Action::Down]);
    assert!(server.state.candidate().unwrap().is_loaded());
    assert!(server.state.person().unwrap().is_loaded());
}

#[test]
fn a_probe_fetches_a_whole_page_even_if_nothing_is_missing() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Bottom]).wait(100);
    server.act(&[Action::Refresh]).settle();
    server.state.connection.offline = Some(crate::tui::app::connection::status::Offline {
        since: server.state.clock.date,
        failure: Failure::new(FailureKind::Network, "gone"),
        probe_at: Some(server.state.clock.moment),
        wait: std::time::Duration::from_secs(2),
    });
    server.wait(100).settle();
    assert!(server.state.connection.offline.is_none());
    assert_eq!(server.state.jobs.pages.page_size(), 100);
}

#[test]
fn a_step_down_shows_a_prefetched_detail() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Down]);
    assert!(server.state.candidate().unwrap().is_loaded());
    assert!(server.state.person().unwrap().is_loaded());
}

#[test]
fn leaving_a_job_cancels_its_requests() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(1000);
    server.answer();
    server.answer();
    server.answer();
    server.wait(100);
    assert!(
        slots(&server)
            .iter()
            .any(|slot| matches!(slot, Slot::CandidatePage(job, _) if job.as_str() == "job_rust"))
    );
    server.act(&[Action::Down]);
    assert_eq!(slots(&server), [], "requests for the job that was left are cancelled");
    server.wait(100);
    assert!(slots(&server).contains(&Slot::Job("job_sales".into())));
}

#[test]
fn a_stale_answer_is_ignored() {
    let mut server = FakeServer::loaded(120, 40);
    let empty = Answer::jobs(Page::new(Items::all_good(Vec::new()), Some(0)));
    server.send(Message::Fetched { slot: Slot::Jobs(0), ticket: Ticket(1), outcome: Ok(empty) });
    assert_eq!(server.state.jobs.len(), 4);
}

#[test]
fn the_rest_of_a_long_list_is_read_a_few_pages_at_a_time() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(5000);
    for _ in 0..40 {
        server.wait(100);
        let count =
            slots(&server).iter().filter(|slot| matches!(slot, Slot::CandidatePage(..))).count();
        assert!(count <= 9, "{count} pages in flight");
        server.answer();
    }
    server.settle();
    assert!(server.state.open_job().unwrap().list.pages.is_complete());
}

#[test]
fn an_unreachable_server_is_retried_and_everything_recovers() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Refresh]);
    server.fail_all(FailureKind::Network);
    assert!(server.state.connection.offline.is_some());
    assert_eq!(server.state.open_job().unwrap().list.len(), 7, "loaded rows stay available");
    assert_eq!(slots(&server), [], "no request before the first probe");
    server.wait(2100);
    assert_eq!(slots(&server).len(), 1, "a single probe");
    server.fail_all(FailureKind::Network);
    server.wait(2100);
    assert_eq!(slots(&server), [], "the second wait is longer");
    server.wait(2100).settle();
    assert!(server.state.connection.offline.is_none());
    assert!(server.state.jobs.pages.is_complete());
    assert!(server.state.open_job().unwrap().list.pages.is_complete());
}

#[test]
fn browsing_offline_sends_no_more_requests() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(400);
    server.settle();
    server.act(&[Action::Open, Action::Refresh]).wait(100).fail_all(FailureKind::Network);
    let before = server.fetched.len();
    for _ in 0..300 {
        server.act(&[Action::Down]).wait(100);
    }
    assert_eq!(
        server.fetched[before..],
        [Slot::Jobs(0)],
        "one probe, which browsing does not cancel"
    );
    for kind in [FailureKind::Network, FailureKind::Timeout, FailureKind::Cancelled] {
        server.fail_all(kind);
        let fetched = server.fetched.len();
        server.wait(1900).act(&[Action::Down]).wait(50);
        assert_eq!(server.fetched.len(), fetched, "no request right after {kind:?}");
        server.wait(15_000);
        assert_eq!(slots(&server), [Slot::Jobs(0)], "{kind:?}");
    }
}

#[test]
fn details_read_after_an_outage_update_the_list() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Down, Action::Down, Action::Down, Action::Down]);
    server.wait(100).fail_all(FailureKind::Network);
    server.act(&[Action::Down]).wait(2100).settle();
    let open = server.state.open_job().unwrap();
    assert!(server.state.candidate().unwrap().is_loaded());
    assert!(open.since(open.list.row().unwrap()).is_some());
}

#[test]
fn an_error_response_ends_offline_mode() {
    for kind in [
        FailureKind::Server,
        FailureKind::Forbidden,
        FailureKind::NotFound,
        FailureKind::RateLimited,
    ] {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Refresh]).wait(100).fail_all(FailureKind::Network);
        assert!(server.state.connection.offline.is_some());
        server.wait(2100).fail_all(kind);
        assert!(server.state.connection.offline.is_none(), "{kind:?}");
        assert!(!slots(&server).contains(&Slot::Jobs(0)), "no retry after {kind:?}");
    }
}

#[test]
fn a_refused_key_stops_everything_until_there_is_another() {
    let mut server = FakeServer::new(120, 40);
    server.answer();
    server.fail_all(FailureKind::InvalidKey);
    server.wait(5000);
    assert_eq!(slots(&server), []);
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Refresh]);
    assert!(!server.state.dialogs.is_empty(), "a refresh prompts for the key again");
    server.type_text("sesame").act(&[Action::Edit(TextEdit::Accept)]);
    let used = server.others.iter().any(
        |effect| matches!(effect, crate::tui::app::effect::Effect::Http(HttpEffect::UseKey(key)) if key.expose() == "sesame"),
    );
    assert!(used, "{:?}", server.others);
    assert!(!format!("{:?}", server.others).contains("sesame"), "a key is never printed");
    server.settle();
    assert_eq!(server.state.open_job().unwrap().list.len(), 7);
}

#[test]
fn esc_cancels_slow_requests_of_the_focused_pane() {
    let mut server = FakeServer::new(120, 40);
    server.wait(400).act(&[Action::Back]);
    assert_eq!(slots(&server), []);
    let (_, failure) = server.state.jobs.pages.gaps().unwrap();
    assert_eq!(failure.kind, FailureKind::Cancelled);
    server.act(&[Action::Refresh]).settle();
    assert_eq!(server.state.jobs.len(), 4);
}

#[test]
fn a_failed_page_leaves_the_others_and_refresh_fills_it() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(700);
    server.answer();
    server.answer();
    server.answer();
    server.act(&[Action::Go(Pane::Candidates)]).wait(100);
    let (slot, _, ticket) = server
        .in_flight
        .iter()
        .find(|(slot, ..)| matches!(slot, Slot::CandidatePage(_, 300)))
        .cloned()
        .unwrap();
    server.in_flight.retain(|(other, ..)| *other != slot);
    let outcome = Err(Failure::new(FailureKind::Unusable, "it is not JSON"));
    server.send(Message::Fetched { slot, ticket, outcome }).settle();
    let list = &server.state.open_job().unwrap().list;
    assert_eq!((list.pages.loaded(), list.len()), (600, 700));
    server.act(&[Action::Refresh]).settle();
    assert_eq!(server.state.open_job().unwrap().list.pages.loaded(), 700);
}
