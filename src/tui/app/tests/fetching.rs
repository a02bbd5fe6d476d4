//! What is asked for, when, and what is let go.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::ListPage;
use crate::tui::app::fixture::{FakeServer, crowd};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::wire::Items;

fn slots(stage: &FakeServer) -> Vec<Slot> {
    stage.asked.iter().map(|(slot, ..)| slot.clone()).collect()
}

#[test]
fn opening_the_workspace_asks_for_the_jobs_and_then_for_what_the_first_one_shows() {
    let mut stage = FakeServer::new(120, 40);
    assert_eq!(slots(&stage), [Slot::Jobs(0)]);
    stage.answer();
    assert_eq!(slots(&stage), [Slot::Job("job_rust".into()), Slot::Roster("job_rust".into(), 0)]);
    stage.settle();
    assert_eq!(stage.state.jobs.len(), 4);
    assert_eq!(stage.state.opened().unwrap().list.len(), 7);
    assert!(stage.state.candidate().unwrap().record.is_some());
    assert!(stage.state.person().unwrap().record.is_some());
}

#[test]
fn nothing_is_asked_before_the_workspace_is_open() {
    let mut stage = FakeServer::new(120, 40);
    stage.state = crate::tui::app::state::State::new((120, 40));
    stage.asked.clear();
    stage.wait(500);
    assert_eq!(slots(&stage), []);
}

#[test]
fn holding_the_down_key_over_many_rows_asks_for_three_details_at_most() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(400);
    stage.settle();
    stage.act(&[Action::Open]);
    let before = stage.fetched.len();
    for _ in 0..300 {
        stage.act(&[Action::Down]).wait(30);
    }
    stage.settle();
    let detail = |slot: &&Slot| matches!(slot, Slot::Candidate(_) | Slot::Person(_));
    let asked = stage.fetched[before..].iter().filter(detail);
    assert!(asked.count() <= 3, "{:?}", &stage.fetched[before..]);
    stage.act(&[Action::Down]);
    assert!(stage.state.candidate().unwrap().record.is_some(), "the next one was read, too");
}

#[test]
fn a_filter_reads_ahead_however_fast_it_was_typed() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]);
    stage.type_text("engineer").settle();
    stage.act(&[Action::Edit(TextEdit::Accept), Action::Down]);
    assert!(stage.state.candidate().unwrap().record.is_some());
    assert!(stage.state.person().unwrap().record.is_some());
}

#[test]
fn a_server_that_is_back_is_asked_for_a_whole_page_though_nothing_is_missing() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Bottom]).wait(100);
    stage.act(&[Action::Refresh]).settle();
    stage.state.offline = Some(crate::tui::app::state::Offline {
        since: stage.state.clock.date,
        failure: Failure::new(FailureKind::Network, "gone"),
        probe_at: stage.state.clock.moment,
        wait: std::time::Duration::from_secs(2),
    });
    stage.wait(100).settle();
    assert!(stage.state.offline.is_none());
    assert_eq!(stage.state.jobs.roll.page_size(), 100);
}

#[test]
fn one_step_down_shows_a_detail_that_is_there_already() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Down]);
    assert!(stage.state.candidate().unwrap().record.is_some());
    assert!(stage.state.person().unwrap().record.is_some());
}

#[test]
fn leaving_a_job_cancels_what_was_asked_for_it() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(1000);
    stage.answer();
    stage.answer();
    stage.answer();
    stage.wait(100);
    assert!(
        slots(&stage)
            .iter()
            .any(|slot| matches!(slot, Slot::Roster(job, _) if job.as_str() == "job_rust"))
    );
    stage.act(&[Action::Down]);
    assert_eq!(slots(&stage), [], "everything was for the job that was left");
    stage.wait(100);
    assert!(slots(&stage).contains(&Slot::Job("job_sales".into())));
}

#[test]
fn an_answer_to_a_question_no_longer_asked_is_ignored() {
    let mut stage = FakeServer::settled(120, 40);
    let nobody = Answer::Jobs(ListPage {
        items: Items { good: Vec::new(), bad: Vec::new() },
        total: Some(0),
    });
    stage.send(Message::Arrived { slot: Slot::Jobs(0), ticket: Ticket(1), outcome: Ok(nobody) });
    assert_eq!(stage.state.jobs.len(), 4);
}

#[test]
fn the_rest_of_a_long_list_is_read_a_few_pages_at_a_time() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(5000);
    for _ in 0..40 {
        stage.wait(100);
        let out = slots(&stage).iter().filter(|slot| matches!(slot, Slot::Roster(..))).count();
        assert!(out <= 9, "{out} pages out");
        stage.answer();
    }
    stage.settle();
    assert!(stage.state.opened().unwrap().list.roll.is_complete());
}

#[test]
fn a_server_that_is_gone_is_tried_again_by_itself_and_everything_comes_back() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Refresh]);
    stage.fail_all(FailureKind::Network);
    assert!(stage.state.offline.is_some());
    assert_eq!(stage.state.opened().unwrap().list.len(), 7, "what was loaded can be browsed");
    assert_eq!(slots(&stage), [], "nothing more is asked for now");
    stage.wait(2100);
    assert_eq!(slots(&stage).len(), 1, "one question, to see");
    stage.fail_all(FailureKind::Network);
    stage.wait(2100);
    assert_eq!(slots(&stage), [], "the second wait is longer");
    stage.wait(2100).settle();
    assert!(stage.state.offline.is_none());
    assert!(stage.state.jobs.roll.is_complete());
    assert!(stage.state.opened().unwrap().list.roll.is_complete());
}

#[test]
fn browsing_while_the_server_is_gone_asks_no_more_often() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(400);
    stage.settle();
    stage.act(&[Action::Open, Action::Refresh]).wait(100).fail_all(FailureKind::Network);
    let before = stage.fetched.len();
    for _ in 0..300 {
        stage.act(&[Action::Down]).wait(100);
    }
    assert_eq!(stage.fetched[before..], [Slot::Jobs(0)], "the one that is out is not let go");
    for trouble in [FailureKind::Network, FailureKind::Silence, FailureKind::Cancelled] {
        stage.fail_all(trouble);
        let asked = stage.fetched.len();
        stage.wait(1900).act(&[Action::Down]).wait(50);
        assert_eq!(stage.fetched.len(), asked, "{trouble:?} is waited after");
        stage.wait(15_000);
        assert_eq!(slots(&stage), [Slot::Jobs(0)], "{trouble:?}");
    }
}

#[test]
fn what_is_read_when_the_server_is_back_is_known_in_the_list_too() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Down, Action::Down, Action::Down, Action::Down]);
    stage.wait(100).fail_all(FailureKind::Network);
    stage.act(&[Action::Down]).wait(2100).settle();
    let open = stage.state.opened().unwrap();
    assert!(stage.state.candidate().unwrap().record.is_some());
    assert!(open.since(open.list.row().unwrap()).is_some());
}

#[test]
fn a_server_that_says_no_is_there_again() {
    for trouble in
        [FailureKind::Server, FailureKind::Forbidden, FailureKind::Missing, FailureKind::Waiting]
    {
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[Action::Refresh]).wait(100).fail_all(FailureKind::Network);
        assert!(stage.state.offline.is_some());
        stage.wait(2100).fail_all(trouble);
        assert!(stage.state.offline.is_none(), "{trouble:?}");
        assert!(!slots(&stage).contains(&Slot::Jobs(0)), "{trouble:?} is not asked for again");
    }
}

#[test]
fn a_refused_key_stops_everything_until_there_is_another() {
    let mut stage = FakeServer::new(120, 40);
    stage.answer();
    stage.fail_all(FailureKind::Key);
    stage.wait(5000);
    assert_eq!(slots(&stage), []);
    stage.act(&[Action::Edit(TextEdit::Leave), Action::Refresh]);
    assert!(stage.state.over.is_some(), "it is asked for again");
    stage.type_text("sesame").act(&[Action::Edit(TextEdit::Accept)]);
    let used = stage.others.iter().any(
        |effect| matches!(effect, crate::tui::app::effect::Effect::UseKey(key) if key.expose() == "sesame"),
    );
    assert!(used, "{:?}", stage.others);
    assert!(!format!("{:?}", stage.others).contains("sesame"), "a key is never printed");
    stage.settle();
    assert_eq!(stage.state.opened().unwrap().list.len(), 7);
}

#[test]
fn esc_gives_up_what_takes_long_in_the_focused_pane() {
    let mut stage = FakeServer::new(120, 40);
    stage.wait(400).act(&[Action::Back]);
    assert_eq!(slots(&stage), []);
    let (_, failure) = stage.state.jobs.roll.gaps().unwrap();
    assert_eq!(failure.kind, FailureKind::Cancelled);
    stage.act(&[Action::Refresh]).settle();
    assert_eq!(stage.state.jobs.len(), 4);
}

#[test]
fn one_page_that_fails_leaves_the_others_and_r_fills_it() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(700);
    stage.answer();
    stage.answer();
    stage.answer();
    stage.act(&[Action::Go(Pane::Candidates)]).wait(100);
    let (slot, _, ticket) = stage
        .asked
        .iter()
        .find(|(slot, ..)| matches!(slot, Slot::Roster(_, 300)))
        .cloned()
        .unwrap();
    stage.asked.retain(|(other, ..)| *other != slot);
    let outcome = Err(Failure::new(FailureKind::Server, "the server failed (500)"));
    stage.send(Message::Arrived { slot, ticket, outcome }).settle();
    let list = &stage.state.opened().unwrap().list;
    assert_eq!((list.roll.loaded(), list.len()), (600, 700));
    stage.act(&[Action::Refresh]).settle();
    assert_eq!(stage.state.opened().unwrap().list.roll.loaded(), 700);
}
