//! What must hold while lists are read, read again, or cannot be read.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::{ListPage, Urgency};
use crate::recruiting::table::ListField;
use crate::tui::app::fixture::{FakeServer, crowd, jobs, timestamp};
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::tui::features::requests::state::{RequestId, RequestUpdate};
use crate::wire::{CandidateItem, Items, JobItem};

/// The first pages of a long list are there, the rest is out.
fn half_read(count: usize) -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(count);
    for _ in 0..3 {
        stage.answer();
    }
    stage.wait(200);
    stage
}

fn many_jobs(count: usize) -> Vec<JobItem> {
    let one = jobs()[0].clone();
    let job = |at: usize| {
        let day = format!("2026-{:02}-{:02}T09:00:00Z", 1 + at / 28, 1 + at % 28);
        let created_at = Some(timestamp(&day));
        JobItem { id: format!("job_{at}").into(), created_at, ..one.clone() }
    };
    (0..count).map(job).collect()
}

#[test]
fn reading_again_before_the_first_reading_is_done_empties_nothing() {
    let mut stage = half_read(1000);
    stage.act(&[Action::Refresh]);
    stage.wait(1000);
    assert_eq!(stage.state.candidates_picture(), ListStatus::Rows);
    stage.fail_all(FailureKind::Network);
    stage.wait(1000);
    assert_eq!(stage.state.candidates_picture(), ListStatus::Rows, "nor does being offline");
}

#[test]
fn a_job_that_was_entered_stays_selected_while_more_jobs_come() {
    let mut stage = FakeServer::new(120, 40);
    stage.jobs = many_jobs(250);
    stage.answer();
    stage.wait(100);
    let before = stage.state.job.clone();
    stage.act(&[Action::Open, Action::Filter]).type_text("kes").settle();
    assert_eq!(stage.state.job, before);
}

#[test]
fn after_a_long_pause_everything_is_asked_for_again() {
    let mut stage = FakeServer::new(120, 40);
    stage.send(Message::Paused(90_000));
    stage.fail_all(FailureKind::Busy);
    stage.wait(91_000);
    assert_eq!(stage.state.paused_until, None);
    assert!(!stage.asked.is_empty());
    stage.fail_all(FailureKind::Busy);
    assert!(stage.state.paused_until.is_some(), "a server that does not say how long");
    stage.wait(11_000).settle();
    assert_eq!(stage.state.jobs.len(), 4);
}

#[test]
fn news_of_requests_put_no_long_list_in_order() {
    let mut stage = half_read(3000);
    stage.act(&[Action::Open, Action::Sort(ListField::Name)]).wait(200);
    let before = stage.state.opened().unwrap().list.version;
    for at in 0..20 {
        stage.answer();
        stage.send(Message::Request(RequestId(at), RequestUpdate::Queued { asked: "GET".into() }));
    }
    let after = stage.state.opened().unwrap().list.version;
    assert!(after - before <= 2, "{} orders in no time", after - before);
}

#[test]
fn what_was_asked_for_beforehand_is_waited_for_when_it_is_looked_at() {
    let mut stage = half_read(500);
    stage.act(&[Action::Open, Action::Bottom]);
    stage.wait(1000);
    let page = Slot::Roster("job_rust".into(), 400);
    assert_eq!(stage.state.asked[&page].urgency, Urgency::Seen);
    stage.wait(1000);
    let picture = stage.state.patience(|slot| *slot == page);
    assert!(matches!(picture, ListStatus::Loading(_)), "{picture:?}");
}

#[test]
fn a_refresh_is_not_answered_by_what_was_asked_before_it() {
    let mut stage = FakeServer::new(120, 40);
    let before = stage.fetched.len();
    stage.act(&[Action::Refresh]);
    assert!(stage.fetched.len() > before);
}

#[test]
fn stages_hold_no_more_than_what_is_loaded() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(300);
    stage.settle();
    stage.candidates.truncate(150);
    stage.act(&[Action::Refresh]).wait(100);
    while stage.answer() {
        let roll = &stage.state.opened().unwrap().list.roll;
        let counts = crate::tui::app::selectors::stage_counts(roll);
        let sum: usize = counts.iter().map(|(_, _, count)| count).sum();
        assert_eq!(sum, roll.loaded());
    }
}

#[test]
fn a_list_of_records_that_nobody_can_read_is_not_called_empty() {
    let mut stage = FakeServer::new(120, 40);
    let (slot, _, ticket) = stage.asked.remove(0);
    let items = Items { good: Vec::<JobItem>::new(), bad: vec![0, 1, 2] };
    let outcome = Ok(Answer::Jobs(ListPage { items, total: Some(3) }));
    stage.send(Message::Arrived { slot, ticket, outcome }).settle();
    assert_eq!(stage.state.jobs_picture(), ListStatus::Unreadable(3));
}

#[test]
fn a_record_that_cannot_be_read_any_more_leaves_its_place() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Refresh]).wait(200);
    let at = stage.asked.iter().position(|(slot, ..)| matches!(slot, Slot::Roster(..))).unwrap();
    let (slot, _, ticket) = stage.asked.remove(at);
    let mut good: Vec<CandidateItem> = stage.candidates.clone();
    good.remove(1);
    let items = Items { good, bad: vec![1] };
    let outcome = Ok(Answer::Roster(ListPage { items, total: Some(7) }));
    stage.send(Message::Arrived { slot, ticket, outcome }).settle();
    let extent = stage.state.extent(&stage.state.opened().unwrap().list);
    assert_eq!((extent.loaded, extent.unreadable), (6, 1));
}

#[test]
fn a_filter_by_age_holds_for_the_age_that_the_details_tell() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("age>14d");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    for _ in 0..7 {
        stage.act(&[Action::Down]).settle();
    }
    assert_eq!(stage.state.opened().unwrap().list.len(), 0, "all are in their stage for nine days");
}

#[test]
fn marks_survive_a_walk_over_many_jobs() {
    let mut stage = FakeServer::new(120, 40);
    stage.jobs = many_jobs(40);
    stage.settle();
    stage.act(&[Action::Open, Action::Mark, Action::Mark, Action::Go(Pane::Jobs)]);
    for _ in 0..30 {
        stage.act(&[Action::Down]);
    }
    for _ in 0..30 {
        stage.act(&[Action::Up]);
    }
    stage.settle();
    assert_eq!(stage.state.opened().unwrap().list.marks.len(), 2);
}

#[test]
fn on_the_board_the_next_card_is_there_already() {
    let mut stage = FakeServer::new(140, 40);
    stage.candidates = crowd(50);
    stage.settle();
    stage.act(&[Action::Board]).settle();
    stage.act(&[Action::Down]).settle();
    stage.act(&[Action::Down]);
    assert!(stage.state.candidate().unwrap().record.is_some());
}

#[test]
fn the_board_has_the_names_of_the_stages_as_they_are_now() {
    let mut stage = FakeServer::settled(140, 40);
    stage.act(&[Action::Board]).settle();
    stage.act(&[Action::Refresh]);
    stage.wait(60_000);
    let at = stage.asked.iter().position(|(slot, ..)| matches!(slot, Slot::Job(_))).unwrap();
    let (slot, limit, ticket) = stage.asked.remove(at);
    let mut reply = stage.reply(&slot, limit);
    if let Answer::Job(job) = &mut reply {
        job.pipeline_stages[0].name = "Inbound".into();
    }
    stage.send(Message::Arrived { slot, ticket, outcome: Ok(reply) }).settle();
    let columns = &stage.state.opened().unwrap().board.columns;
    assert!(columns.iter().any(|column| column.name == "Inbound"));
}

#[test]
fn nothing_is_asked_for_panes_that_are_not_on_the_screen() {
    let mut stage = FakeServer::new(60, 20);
    stage.settle();
    assert!(stage.fetched.iter().all(|slot| matches!(slot, Slot::Jobs(_))), "{:?}", stage.fetched);
    stage.act(&[Action::Open]).settle();
    assert!(stage.fetched.contains(&Slot::Job("job_rust".into())));
}

#[test]
fn when_the_last_job_is_gone_no_job_is_shown() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open]);
    stage.jobs.clear();
    stage.act(&[Action::Refresh]).settle();
    assert_eq!((stage.state.job.as_ref(), stage.state.focus), (None, Pane::Jobs));
}
