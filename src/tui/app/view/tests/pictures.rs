//! Loading, partial, empty, failed, stale and offline are six pictures.

use chrono::{Duration, FixedOffset};
use insta::assert_snapshot;

use super::screen;
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::ListPage;
use crate::recruiting::table::ListField;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::app::fixture::{FakeServer, TODAY, crowd, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::tui::features::requests::state::{RequestId, RequestUpdate};
use crate::wire::{Items, Timestamp};

fn failure(kind: FailureKind, told: &str) -> Failure {
    Failure { kind, told: told.to_owned() }
}

/// The oldest question fails.
fn fail(stage: &mut FakeServer, failure: Failure) {
    let (slot, _, ticket) = stage.asked.remove(0);
    stage.send(Message::Arrived { slot, ticket, outcome: Err(failure) });
}

/// So many minutes later.
fn later(stage: &mut FakeServer, minutes: i64) {
    stage.moment += u64::try_from(minutes).unwrap() * 60_000;
    let date = timestamp(TODAY).to_utc().to_utc() + Duration::minutes(minutes);
    let zone = FixedOffset::east_opt(0).unwrap();
    let date = Timestamp::from(date);
    stage.send(Message::Time(Clock { moment: Moment(stage.moment), date, zone }));
}

#[test]
fn opening_says_how_far_it_is() {
    let mut stage = FakeServer::new(80, 12);
    stage.send(Message::Opening("filling the demo database: 40 %".to_owned()));
    assert_snapshot!("opening", screen(&stage.state));
}

#[test]
fn loading_is_told_after_a_moment() {
    let mut stage = FakeServer::new(80, 12);
    stage.wait(200);
    assert!(!screen(&stage.state).contains("loading"));
    stage.send(Message::Request(RequestId(1), RequestUpdate::Queued { asked: "GET /jobs".into() }));
    stage.send(Message::Request(RequestId(1), RequestUpdate::Sent(1)));
    stage.wait(1000);
    assert_snapshot!("loading_jobs", screen(&stage.state));
    stage.answer();
    stage.act(&[Action::Open]).wait(800);
    assert_snapshot!("loading_candidates", screen(&stage.state));
}

#[test]
fn details_that_take_long_or_fail_say_so_in_their_pane() {
    let mut stage = FakeServer::new(120, 30);
    while stage.asked.iter().all(|(slot, ..)| !matches!(slot, Slot::Person(_))) {
        assert!(stage.answer());
        stage.wait(200);
    }
    stage.asked.sort_by_key(|(slot, ..)| !matches!(slot, Slot::Candidate(_)));
    fail(&mut stage, failure(FailureKind::Server, "the server failed (500): out of memory"));
    stage.wait(600);
    assert_snapshot!("details", screen(&stage.state));
}

#[test]
fn what_could_not_be_read_says_so_whole_at_every_size() {
    let sizes = [(120, 40), (80, 24), (40, 12)];
    let panes = [(Pane::Job, "the pipeline"), (Pane::Candidate, "the history")];
    for ((width, height), (pane, what)) in
        sizes.into_iter().flat_map(|size| panes.map(|pane| (size, pane)))
    {
        let mut stage = FakeServer::new(width, height);
        stage.settle();
        stage.act(&[Action::Go(Pane::Candidates)]).settle();
        stage.act(&[Action::Go(pane)]).settle();
        stage.act(&[Action::Refresh]);
        let wrong = failure(FailureKind::Server, "the server failed (500): out of memory");
        for (slot, _, ticket) in std::mem::take(&mut stage.asked) {
            stage.send(Message::Arrived { slot, ticket, outcome: Err(wrong.clone()) });
        }
        stage.wait(10_000);
        let seen = screen(&stage.state).replace(['│', '╮', '╯', '\n'], " ");
        let seen = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = format!("{what} could not be read");
        assert!(seen.contains(&told), "{told} is not seen at {width}x{height}:\n{seen}");
        assert!(seen.contains("R tries again"), "at {width}x{height}:\n{seen}");
    }
}

#[test]
fn what_was_never_read_says_so_while_the_server_is_gone() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Refresh]).fail_all(FailureKind::Network);
    stage.act(&[Action::Open, Action::Bottom]).wait(600);
    assert_snapshot!("details_offline", screen(&stage.state));
}

#[test]
fn a_part_of_a_list_is_told_to_be_a_part() {
    let mut stage = FakeServer::new(120, 30);
    stage.candidates = crowd(3000);
    stage.answer();
    while stage.asked.iter().all(|(slot, ..)| *slot != Slot::Roster("job_rust".into(), 200)) {
        assert!(stage.answer());
        stage.wait(100);
    }
    stage.act(&[Action::Open, Action::Bottom]).wait(500);
    assert_snapshot!("partial", screen(&stage.state));
    stage.act(&[Action::Sort(ListField::Age), Action::Filter]).type_text("stage:offer");
    stage.act(&[Action::Edit(TextEdit::Accept)]).wait(500);
    assert_snapshot!("partial_filtered", screen(&stage.state));
}

#[test]
fn what_rests_on_a_part_says_so_on_every_screen() {
    for (width, height, caption, note) in [
        (
            120,
            40,
            "100/50,000 · ≥0 shown (1 similar) · ▲ age · ≤",
            "0 match of 100 loaded · 1 similar",
        ),
        (80, 24, "100/50,000 · ≥0 · ≤", "0 of 100 · 1 similar"),
        (40, 10, "100/50,000 · ≥0 · ≤", "0 of 100 · 1 similar"),
    ] {
        let mut stage = FakeServer::new(120, 40);
        stage.candidates = crowd(100);
        for other in stage.candidates.iter_mut().skip(9) {
            "Ada".clone_into(&mut other.name);
        }
        stage.total = Some(50_000);
        for _ in 0..3 {
            stage.answer();
        }
        stage.send(Message::Resized(width, height));
        stage.act(&[Action::Go(Pane::Candidates), Action::Sort(ListField::Age), Action::Filter]);
        stage.type_text("wisniewsky").act(&[Action::Edit(TextEdit::Accept)]).wait(500);
        let shown = screen(&stage.state);
        assert!(shown.contains(caption), "{caption} in {shown}");
        assert!(shown.contains(note), "{note} in {shown}");
    }
}

#[test]
fn nothing_is_told_with_its_reason() {
    let mut stage = FakeServer::new(80, 12);
    stage.candidates.clear();
    stage.settle();
    stage.act(&[Action::Open]).settle();
    assert_snapshot!("empty", screen(&stage.state));
    let mut stage = FakeServer::settled(80, 12);
    stage.act(&[Action::Open, Action::Filter]).type_text("xyzzy").settle();
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_snapshot!("empty_filtered", screen(&stage.state));
}

#[test]
fn what_failed_says_what_happened_and_what_to_press() {
    let mut stage = FakeServer::new(80, 12);
    fail(
        &mut stage,
        failure(FailureKind::Server, "the server failed (502): <html> bad gateway, request 9f3"),
    );
    assert_snapshot!("failed", screen(&stage.state));
}

#[test]
fn a_page_that_failed_is_a_gap_in_the_list() {
    let mut stage = FakeServer::new(100, 24);
    stage.candidates = crowd(300);
    stage.answer();
    stage.act(&[Action::Open]);
    for _ in 0..100 {
        let page = |slot: &Slot| matches!(slot, Slot::Roster(_, 100));
        let Some((slot, ..)) = stage.asked.first() else {
            stage.wait(200);
            continue;
        };
        if page(slot) {
            fail(&mut stage, failure(FailureKind::Server, "the server failed (500)"));
        } else {
            assert!(stage.answer());
        }
        stage.wait(50);
    }
    stage.act(&[Action::Down; 104]);
    assert_snapshot!("gap", screen(&stage.state));
}

#[test]
fn old_data_says_how_old_it_is() {
    let mut stage = FakeServer::settled(100, 14);
    stage.act(&[Action::Open]).settle();
    later(&mut stage, 32);
    assert_snapshot!("stale", screen(&stage.state));
}

#[test]
fn offline_is_a_banner_and_what_is_loaded_stays() {
    let mut stage = FakeServer::settled(110, 24);
    stage.act(&[Action::Refresh]);
    fail(&mut stage, failure(FailureKind::Network, "connection refused"));
    assert_snapshot!("offline", screen(&stage.state));
}

#[test]
fn on_a_narrow_screen_the_banner_still_says_what_comes_next() {
    let mut stage = FakeServer::settled(40, 10);
    stage.act(&[Action::Refresh]);
    fail(&mut stage, failure(FailureKind::Network, "connection refused by a proxy of some length"));
    let second = |stage: &FakeServer| screen(&stage.state).lines().nth(1).unwrap().to_owned();
    let told = second(&stage);
    assert!(told.starts_with(" ! offline · tries again in 2 s · "), "{told}");
    stage.send(Message::KeyNeeded("the server refused the key (401): it was revoked".into()));
    stage.state.over = None;
    let told = second(&stage);
    assert!(told.starts_with(" ! R asks for the key · "), "{told}");
}

#[test]
fn a_server_that_asks_to_wait_counts_down() {
    let mut stage = FakeServer::settled(80, 10);
    stage.send(Message::Paused(7000)).wait(1500);
    let shown = screen(&stage.state);
    assert_eq!(shown.lines().nth(1), Some(" ! the server asks to wait: 6 s"));
}

#[test]
fn a_refused_key_is_told_above_everything() {
    let mut stage = FakeServer::settled(80, 10);
    stage.send(Message::KeyNeeded("the key was refused".into()));
    stage.state.over = None;
    let shown = screen(&stage.state);
    assert_eq!(shown.lines().nth(1), Some(" ! R asks for the key · the key was refused"));
}

#[test]
fn records_that_cannot_be_read_are_counted_and_have_their_place() {
    let mut stage = FakeServer::new(100, 14);
    stage.answer();
    stage.act(&[Action::Open]);
    let roster =
        stage.asked.iter().position(|(slot, ..)| matches!(slot, Slot::Roster(..))).unwrap();
    let (slot, _, ticket) = stage.asked.remove(roster);
    let mut good = stage.candidates.clone();
    good.remove(2);
    let items = Items { good, bad: vec![2] };
    let outcome = Ok(Answer::Roster(ListPage { items, total: Some(7) }));
    stage.send(Message::Arrived { slot, ticket, outcome });
    assert_snapshot!("unreadable", screen(&stage.state));
}

#[test]
fn what_keeps_the_jobs_away_is_told_once() {
    let mut stage = FakeServer::new(120, 30);
    fail(&mut stage, failure(FailureKind::Server, "the server failed (500)"));
    assert_eq!(screen(&stage.state).matches("the server failed").count(), 1);
}

#[test]
fn giving_up_is_offered_where_the_key_does_it() {
    let mut stage = FakeServer::new(120, 40);
    stage.answer();
    stage.wait(200).wait(400);
    let offers = |stage: &FakeServer| screen(&stage.state).matches("gives up").count();
    assert!(screen(&stage.state).contains("loading candidates"));
    assert_eq!(offers(&stage), 0, "the keys go to the jobs");
    stage.act(&[Action::Go(Pane::Candidates)]);
    assert_eq!(offers(&stage), 1);
    stage.act(&[Action::Help]);
    assert_eq!(offers(&stage), 0, "now it closes the help");
}

#[test]
fn clearing_a_filter_is_offered_where_the_key_does_it() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("xyzzyx").settle();
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    let offers = |stage: &FakeServer| screen(&stage.state).contains("esc clears the filter");
    assert!(offers(&stage));
    stage.act(&[Action::Go(Pane::Jobs)]);
    assert!(!offers(&stage));
}

#[test]
fn what_was_cancelled_is_not_called_failed() {
    let mut stage = FakeServer::new(100, 24);
    stage.fail_all(FailureKind::Cancelled);
    let shown = screen(&stage.state);
    assert!(shown.contains("! reading jobs was cancelled") && shown.contains("R asks again"));
    assert!(!shown.contains("could not be read"), "{shown}");

    let mut stage = FakeServer::new(100, 24);
    stage.candidates = crowd(300);
    stage.answer();
    stage.act(&[Action::Open]);
    while !stage.asked.iter().any(|(slot, ..)| matches!(slot, Slot::Roster(_, 100))) {
        stage.answer();
        stage.wait(200);
    }
    stage.fail_all(FailureKind::Cancelled).wait(200);
    let shown = screen(&stage.state);
    assert!(shown.contains("2 pages cancelled: R"), "{shown}");
    assert!(shown.contains("reading the history was cancelled"), "{shown}");
    assert!(!shown.contains("failed"), "{shown}");
}

#[test]
fn what_this_key_may_not_read_names_what_one_can_do() {
    let mut stage = FakeServer::new(120, 40);
    stage.fail_all(FailureKind::Forbidden);
    let told: Vec<String> = screen(&stage.state).split_whitespace().map(str::to_owned).collect();
    let told = told.join(" ");
    assert!(told.contains("this key may not read it; R asks again,"), "{told}");
}
