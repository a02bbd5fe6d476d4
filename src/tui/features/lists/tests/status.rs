//! Loading, partial, empty, failed and stale look different.

use chrono::{Duration, FixedOffset};
use insta::assert_snapshot;

use crate::client::{RequestEvent, RequestId};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::{Keymap, Rebinding};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::app::fixture::queued_request;
use crate::tui::app::fixture::{FakeServer, TODAY, many_candidates, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::tui::app::view::tests::{body, screen};
use crate::wire::{Items, Page, Timestamp};

fn later(server: &mut FakeServer, minutes: i64) {
    server.moment += u64::try_from(minutes).unwrap() * 60_000;
    let date = timestamp(TODAY).to_utc().to_utc() + Duration::minutes(minutes);
    let zone = FixedOffset::east_opt(0).unwrap();
    let date = Timestamp::from(date);
    server.send(Message::Time(Clock { moment: Moment(server.moment), date, zone }));
}

/// The first hundred of three thousand candidates are loaded, and the last is selected.
pub(crate) fn partial_list() -> FakeServer {
    let mut server = FakeServer::new(120, 30);
    server.candidates = many_candidates(3000);
    server.answer();
    while server
        .in_flight
        .iter()
        .all(|(slot, ..)| *slot != Slot::CandidatePage("job_rust".into(), 200))
    {
        assert!(server.answer());
        server.wait(100);
    }
    server.act(&[Action::Open, Action::Bottom]).wait(500);
    server
}

/// The second of three pages of candidates failed.
pub(crate) fn list_with_gap() -> FakeServer {
    let mut server = FakeServer::new(100, 24);
    server.candidates = many_candidates(300);
    server.answer();
    server.act(&[Action::Open]);
    for _ in 0..100 {
        let page = |slot: &Slot| matches!(slot, Slot::CandidatePage(_, 100));
        let Some((slot, ..)) = server.in_flight.first() else {
            server.wait(200);
            continue;
        };
        if page(slot) {
            server.fail_oldest(Failure::new(FailureKind::Server, "the server failed (500)"));
        } else {
            assert!(server.answer());
        }
        server.wait(50);
    }
    server.act(&[Action::Down; 104]);
    server
}

/// The third of seven candidates could not be read.
pub(crate) fn list_with_unreadable_record() -> FakeServer {
    let mut server = FakeServer::new(100, 14);
    server.answer();
    server.act(&[Action::Open]);
    let index = server
        .in_flight
        .iter()
        .position(|(slot, ..)| matches!(slot, Slot::CandidatePage(..)))
        .unwrap();
    let (slot, _, ticket) = server.in_flight.remove(index);
    let mut good = server.candidates.clone();
    good.remove(2);
    let items = Items { good, bad: vec![2], empty: 0, foreign: Vec::new() };
    let outcome = Ok(Answer::candidates(Page::new(items, Some(7))));
    server.send(Message::Fetched { slot, ticket, outcome });
    server
}

#[test]
fn opening_says_how_far_it_is() {
    let mut server = FakeServer::new(80, 12);
    server.send(Message::Opening("filling the demo database: 40 %".to_owned()));
    assert_snapshot!("opening", body(&server.state));
}

#[test]
fn loading_is_shown_after_a_delay() {
    let mut server = FakeServer::new(80, 12);
    server.wait(200);
    assert!(!screen(&server.state).contains("loading"));
    server.send(Message::Request(RequestId::from(1), queued_request("GET /jobs")));
    server.send(Message::Request(RequestId::from(1), RequestEvent::Sent { attempt: 1 }));
    server.wait(1000);
    assert_snapshot!("loading_jobs", body(&server.state));
    server.answer();
    server.act(&[Action::Open]).wait(800);
    assert_snapshot!("loading_candidates", body(&server.state));
}

#[test]
fn a_partial_list_is_marked_as_partial() {
    let mut server = partial_list();
    assert_snapshot!("partial", body(&server.state));
    server.act(&[Action::Sort(ListField::Age), Action::Filter]).type_text("stage:offer");
    server.act(&[Action::Edit(TextEdit::Accept)]).wait(500);
    assert_snapshot!("partial_filtered", body(&server.state));
}

#[test]
fn results_from_a_partial_list_say_so_on_every_screen() {
    for (width, height, caption, note) in [
        (
            120,
            40,
            &["100/50,000", "≥0 shown (1 similar)", "≤"][..],
            "No matches in 100 loaded · 1 similar",
        ),
        (80, 24, &["100/50,000", "≥0", "≤"], "0 of 100 · 1 similar"),
        (40, 10, &["100/50,000 · ≥0 · ≤"], "0 of 100 · 1 similar"),
    ] {
        let mut server = FakeServer::new(120, 40);
        server.candidates = many_candidates(100);
        for other in server.candidates.iter_mut().skip(9) {
            "Ada".clone_into(&mut other.name);
        }
        server.total = Some(50_000);
        for _ in 0..3 {
            server.answer();
        }
        server.send(Message::Resized(width, height));
        server.act(&[Action::Go(Pane::Candidates), Action::Sort(ListField::Age), Action::Filter]);
        server.type_text("wisniewsky").act(&[Action::Edit(TextEdit::Accept)]).wait(500);
        let rendered = screen(&server.state);
        let head = rendered.lines().find(|line| line.contains("Candidates")).unwrap();
        assert!(caption.iter().all(|fact| head.contains(fact)), "{caption:?} in {rendered}");
        assert!(rendered.contains(note), "{note} in {rendered}");
    }
}

#[test]
fn an_empty_list_states_the_reason() {
    let mut server = FakeServer::new(80, 12);
    server.candidates.clear();
    server.settle();
    server.act(&[Action::Open]).settle();
    assert_snapshot!("empty", body(&server.state));
    let mut server = FakeServer::loaded(80, 12);
    server.act(&[Action::Open, Action::Filter]).type_text("xyzzy").settle();
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_snapshot!("empty_filtered", body(&server.state));
}

#[test]
fn a_list_that_ends_before_its_total_says_so_on_every_screen() {
    for (width, height, caption, warning) in [
        (120, 40, "7/4,000,000 sent", "! the server reports more rows than it sent"),
        (80, 24, "7/4,000,000 sent", "! not all sent"),
        (40, 10, "7/4,000,000", "! not all sent"),
    ] {
        let mut server = FakeServer::new(width, height);
        server.total = Some(4_000_000);
        server.settle().act(&[Action::Go(Pane::Candidates)]).settle();
        let rendered = screen(&server.state);
        assert!(rendered.contains(caption), "{caption} in {rendered}");
        assert!(rendered.contains(warning), "{warning} in {rendered}");
        assert!(!rendered.contains("unreadable") && !rendered.contains("loaded"), "{rendered}");
    }
    let mut server = FakeServer::new(80, 12);
    server.candidates.clear();
    server.total = Some(5);
    server.settle().act(&[Action::Open]).settle();
    let rendered = screen(&server.state);
    for text in ["! The server reports 5 candidates", "sent none"] {
        assert!(rendered.contains(text), "{text} in {rendered}");
    }
}

#[test]
fn a_failure_says_what_happened_and_what_to_press() {
    let mut server = FakeServer::new(80, 12);
    server.fail_oldest(Failure::new(
        FailureKind::Server,
        "the server failed (502): <html> bad gateway, request 9f3",
    ));
    assert_snapshot!("failed", body(&server.state));
}

#[test]
fn a_failure_names_the_current_keys() {
    let mut server = FakeServer::new(80, 12);
    server.fail_all(FailureKind::Unusable);
    assert!(screen(&server.state).contains("R retries, ! shows the requests"));
    let line = Rebinding { action: "refresh".into(), keys: vec!["ctrl-y".into()] };
    let none = Rebinding { action: "requests".into(), keys: Vec::new() };
    server.state.actions = Keymap::with_bindings(&[line, none]).0.action_infos();
    let rendered = screen(&server.state);
    assert!(rendered.contains("ctrl-y retries, `requests` in the"), "{rendered}");
}

#[test]
fn a_page_that_failed_is_a_gap_in_the_list() {
    assert_snapshot!("gap", body(&list_with_gap().state));
}

#[test]
fn old_data_says_how_old_it_is() {
    let mut server = FakeServer::loaded(100, 14);
    server.act(&[Action::Open]).settle();
    later(&mut server, 32);
    assert_snapshot!("stale", body(&server.state));
}

#[test]
fn unreadable_records_are_counted_and_keep_their_position() {
    assert_snapshot!("unreadable", body(&list_with_unreadable_record().state));
}

#[test]
fn a_failure_to_load_the_jobs_is_shown_once() {
    let mut server = FakeServer::new(120, 30);
    server.fail_oldest(Failure::new(FailureKind::Server, "the server failed (500)"));
    assert_eq!(screen(&server.state).matches("the server failed").count(), 1);
}

#[test]
fn cancel_is_offered_where_the_key_works() {
    let mut server = FakeServer::new(120, 40);
    server.answer();
    server.wait(200).wait(400);
    let offers = |server: &FakeServer| screen(&server.state).matches("esc cancels").count();
    assert!(screen(&server.state).contains("Loading candidates"));
    assert_eq!(offers(&server), 0, "the job list has the focus");
    server.act(&[Action::Go(Pane::Candidates)]);
    assert_eq!(offers(&server), 1);
    server.act(&[Action::Help]);
    assert_eq!(offers(&server), 0, "the key closes the help first");
}

#[test]
fn a_cancelled_request_is_not_shown_as_failed() {
    let mut server = FakeServer::new(100, 24);
    server.fail_all(FailureKind::Cancelled);
    let rendered = screen(&server.state);
    assert!(rendered.contains("! Reading jobs was canceled") && rendered.contains("R retries"));
    assert!(!rendered.contains("Could not load"), "{rendered}");

    let mut server = FakeServer::new(100, 24);
    server.candidates = many_candidates(300);
    server.answer();
    server.act(&[Action::Open]);
    while !server.in_flight.iter().any(|(slot, ..)| matches!(slot, Slot::CandidatePage(_, 100))) {
        server.answer();
        server.wait(200);
    }
    server.fail_all(FailureKind::Cancelled).wait(200);
    let rendered = screen(&server.state);
    assert!(rendered.contains("2 pages canceled: R"), "{rendered}");
    assert!(rendered.contains("Reading the history was canceled"), "{rendered}");
    assert!(!rendered.contains("failed"), "{rendered}");
}

#[test]
fn a_forbidden_read_says_what_to_do() {
    let mut server = FakeServer::new(120, 40);
    server.fail_all(FailureKind::Forbidden);
    let words: Vec<String> = screen(&server.state).split_whitespace().map(str::to_owned).collect();
    let rendered = words.join(" ");
    assert!(rendered.contains("This API key may not read it. R retries"), "{rendered}");
}
