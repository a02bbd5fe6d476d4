//! Lists while they load, reload or fail to load.

use crate::client::RequestId;
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::Urgency;
use crate::recruiting::table::ListField;
use crate::tui::app::fixture::queued_request;
use crate::tui::app::fixture::{FakeServer, jobs, many_candidates, timestamp};
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::wire::{CandidateItem, Items, JobItem, Page};

/// The first pages of a long list are loaded, the rest is in flight.
fn half_read(count: usize) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(count);
    for _ in 0..3 {
        server.answer();
    }
    server.wait(200);
    server
}

fn many_jobs(count: usize) -> Vec<JobItem> {
    let template = jobs()[0].clone();
    let job = |at: usize| {
        let day = format!("2026-{:02}-{:02}T09:00:00Z", 1 + at / 28, 1 + at % 28);
        let created_at = Some(timestamp(&day));
        JobItem { id: format!("job_{at}").into(), created_at, ..template.clone() }
    };
    (0..count).map(job).collect()
}

#[test]
fn a_refresh_during_the_first_load_empties_nothing() {
    let mut server = half_read(1000);
    server.act(&[Action::Refresh]);
    server.wait(1000);
    assert_eq!(server.state.candidates_status(), ListStatus::Rows);
    server.fail_all(FailureKind::Network);
    server.wait(1000);
    assert_eq!(
        server.state.candidates_status(),
        ListStatus::Rows,
        "going offline keeps the rows, too"
    );
}

#[test]
fn an_opened_job_stays_selected_while_more_jobs_load() {
    let mut server = FakeServer::new(120, 40);
    server.jobs = many_jobs(250);
    server.answer();
    server.wait(100);
    let before = server.state.job.clone();
    server.act(&[Action::Open, Action::Filter]).type_text("kes").settle();
    assert_eq!(server.state.job, before);
}

#[test]
fn after_a_long_pause_everything_is_fetched_again() {
    let mut server = FakeServer::new(120, 40);
    server.send(Message::Paused(90_000));
    server.fail_all(FailureKind::Busy);
    server.wait(91_000);
    assert_eq!(server.state.connection.paused_until, None);
    assert!(!server.in_flight.is_empty());
    server.fail_all(FailureKind::Busy);
    assert!(
        server.state.connection.paused_until.is_some(),
        "pauses even if the server names no time"
    );
    server.wait(11_000).settle();
    assert_eq!(server.state.jobs.len(), 4);
}

#[test]
fn request_events_do_not_reorder_a_long_list() {
    let mut server = half_read(3000);
    server.act(&[Action::Open, Action::Sort(ListField::Name)]).wait(200);
    let before = server.state.open_job().unwrap().list.version;
    for at in 0..20 {
        server.answer();
        server.send(Message::Request(RequestId::from(at), queued_request("GET")));
    }
    let after = server.state.open_job().unwrap().list.version;
    assert!(after - before <= 2, "the list was sorted {} times", after - before);
}

#[test]
fn a_prefetched_page_becomes_urgent_when_it_is_visible() {
    let mut server = half_read(500);
    server.act(&[Action::Open, Action::Bottom]);
    server.wait(1000);
    let page = Slot::CandidatePage("job_rust".into(), 400);
    assert_eq!(server.state.fetching.in_flight[&page].urgency, Urgency::Visible);
    server.wait(1000);
    let status = server.state.loading_status(|slot| *slot == page);
    assert!(matches!(status, ListStatus::Loading(_)), "{status:?}");
}

#[test]
fn a_refresh_ignores_requests_sent_before_it() {
    let mut server = FakeServer::new(120, 40);
    let before = server.fetched.len();
    server.act(&[Action::Refresh]);
    assert!(server.fetched.len() > before);
}

#[test]
fn stage_counts_never_exceed_the_loaded_rows() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(300);
    server.settle();
    server.candidates.truncate(150);
    server.act(&[Action::Refresh]).wait(100);
    while server.answer() {
        let pages = &server.state.open_job().unwrap().list.pages;
        let counts = crate::tui::features::job::selectors::stage_counts(pages);
        let sum: usize = counts.iter().map(|(_, _, count)| count).sum();
        assert_eq!(sum, pages.loaded());
    }
}

#[test]
fn a_list_of_unreadable_records_is_not_empty() {
    let mut server = FakeServer::new(120, 40);
    let (slot, _, ticket) = server.in_flight.remove(0);
    let items =
        Items { good: Vec::<JobItem>::new(), bad: vec![0, 1, 2], empty: 0, foreign: Vec::new() };
    let outcome = Ok(Answer::jobs(Page::new(items, Some(3))));
    server.send(Message::Fetched { slot, ticket, outcome }).settle();
    let unreadable = ListStatus::Unreadable { count: 3, are_empty: false, stopped: None };
    assert_eq!(server.state.jobs_status(), unreadable);
}

#[test]
fn a_record_that_becomes_unreadable_is_removed() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Refresh]).wait(200);
    let at = server
        .in_flight
        .iter()
        .position(|(slot, ..)| matches!(slot, Slot::CandidatePage(..)))
        .unwrap();
    let (slot, _, ticket) = server.in_flight.remove(at);
    let mut good: Vec<CandidateItem> = server.candidates.clone();
    good.remove(1);
    let items = Items { good, bad: vec![1], empty: 0, foreign: Vec::new() };
    let outcome = Ok(Answer::candidates(Page::new(items, Some(7))));
    server.send(Message::Fetched { slot, ticket, outcome }).settle();
    let progress = server.state.load_progress(&server.state.open_job().unwrap().list);
    assert_eq!((progress.loaded, progress.unreadable), (6, 1));
}

#[test]
fn an_age_filter_uses_the_age_from_the_details() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("age>14d");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    for _ in 0..7 {
        server.act(&[Action::Down]).settle();
    }
    assert_eq!(
        server.state.open_job().unwrap().list.len(),
        0,
        "every candidate entered the stage nine days ago"
    );
}

#[test]
fn marks_survive_browsing_many_jobs() {
    let mut server = FakeServer::new(120, 40);
    server.jobs = many_jobs(40);
    server.settle();
    server.act(&[Action::Open, Action::Mark, Action::Mark, Action::Go(Pane::Jobs)]);
    for _ in 0..30 {
        server.act(&[Action::Down]);
    }
    for _ in 0..30 {
        server.act(&[Action::Up]);
    }
    server.settle();
    assert_eq!(server.state.open_job().unwrap().list.marks.len(), 2);
}

#[test]
fn on_the_board_the_next_card_is_prefetched() {
    let mut server = FakeServer::new(140, 40);
    server.candidates = many_candidates(50);
    server.settle();
    server.act(&[Action::Board]).settle();
    server.act(&[Action::Down]).settle();
    server.act(&[Action::Down]);
    assert!(server.state.candidate().unwrap().is_loaded());
}

#[test]
fn the_board_has_the_current_stage_names() {
    let mut server = FakeServer::loaded(140, 40);
    server.act(&[Action::Board]).settle();
    server.act(&[Action::Refresh]);
    server.wait(60_000);
    let at = server.in_flight.iter().position(|(slot, ..)| matches!(slot, Slot::Job(_))).unwrap();
    let (slot, limit, ticket) = server.in_flight.remove(at);
    let mut reply = server.reply(&slot, limit);
    if let Answer::Job(job) = &mut reply {
        job.pipeline_stages[0].name = "Inbound".into();
    }
    server.send(Message::Fetched { slot, ticket, outcome: Ok(reply) }).settle();
    let columns = &server.state.open_job().unwrap().board.columns;
    assert!(columns.iter().any(|column| column.name == "Inbound"));
}

#[test]
fn nothing_is_fetched_for_hidden_panes() {
    let mut server = FakeServer::new(60, 20);
    server.settle();
    assert!(
        server.fetched.iter().all(|slot| matches!(slot, Slot::Jobs(_))),
        "{:?}",
        server.fetched
    );
    server.act(&[Action::Open]).settle();
    assert!(server.fetched.contains(&Slot::Job("job_rust".into())));
}

#[test]
fn when_the_last_job_is_removed_no_job_is_shown() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open]);
    server.jobs.clear();
    server.act(&[Action::Refresh]).settle();
    assert_eq!((server.state.job.as_ref(), server.state.focus), (None, Pane::Jobs));
}
