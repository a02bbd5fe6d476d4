//! Candidate records read in the background, and the histories and funnel built from them.

use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::Urgency;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::{FakeServer, many_candidates, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::tui::features::funnel::selectors::next_count_at;
use crate::wire::{Candidate, CandidateId};

/// Everything but the background records is loaded; prefetching is on.
fn prefetching_server(count: usize) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(count);
    server.settle();
    server.state.rules.prefetch_histories = true;
    server
}

/// Candidates whose background requests are in flight.
fn idle(server: &FakeServer) -> Vec<&str> {
    let in_flight = server.state.fetching.in_flight.iter();
    in_flight
        .filter(|(_, in_flight)| in_flight.urgency == Urgency::Idle)
        .filter_map(|(slot, _)| match slot {
            Slot::Candidate(id) => Some(id.as_str()),
            _ => None,
        })
        .collect()
}

/// Answers all requests, background ones included. Returns their number.
fn answer_all(server: &mut FakeServer) -> usize {
    server.wait(200);
    let mut answers = 0;
    while server.answer() {
        server.wait(10);
        answers += 1;
        assert!(answers < 5_000, "prefetching never ends");
    }
    answers
}

fn read_count(server: &FakeServer) -> usize {
    server.state.open_job().unwrap().histories.read_count()
}

#[test]
fn histories_are_prefetched_only_if_configured() {
    let mut server = FakeServer::loaded(120, 40);
    server.wait(5_000);
    assert!(server.in_flight.is_empty());
    server.state.rules.prefetch_histories = true;
    server.wait(200);
    assert_eq!(idle(&server).len(), 2, "two background requests at a time");
}

#[test]
fn every_history_is_read_once_and_the_cache_keeps_viewed_records() {
    let mut server = prefetching_server(60);
    let before = server.state.candidates.records().count();
    answer_all(&mut server);
    assert_eq!(read_count(&server), 60);
    assert_eq!(server.state.candidates.records().count(), before);
    assert!(!server.state.has_estimated_ages());
    let mut slots: Vec<_> =
        server.fetched.iter().filter(|slot| matches!(slot, Slot::Candidate(_))).collect();
    let all = slots.len();
    slots.sort();
    slots.dedup();
    assert_eq!((slots.len(), all), (60, 60), "no candidate is requested twice");
    assert!(server.state.is_settled());
}

#[test]
fn visible_candidates_come_first_then_the_overdue_then_the_oldest() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(70);
    server.settle();
    server.state.rules.prefetch_histories = true;
    server.state.rules.limits = vec![("applied".into(), 2)];
    let visible: Vec<String> = {
        let list = &server.state.open_job().unwrap().list;
        let rows = list.window().filter_map(|index| list.at(index));
        rows.map(|row| list.pages.rows.id(row).to_owned()).collect()
    };
    let from = server.fetched.len();
    answer_all(&mut server);
    let order: Vec<usize> = server.fetched[from..]
        .iter()
        .filter_map(|slot| match slot {
            Slot::Candidate(id) => server.candidates.iter().position(|item| item.id == *id),
            _ => None,
        })
        .collect();
    let position = |at: usize| order.iter().position(|other| *other == at);
    let last_visible =
        visible.iter().filter_map(|id| position(id.strip_prefix("can_")?.parse().ok()?)).max();
    // The fourth of every seven is in Applied for up to three days, perhaps over the limit of two.
    assert!(position(45) > last_visible, "visible candidates come first");
    assert!(position(45) < position(48), "the overdue one comes before the oldest one");
    assert!(position(48) < position(46), "added in July comes before added in September");
    assert!(position(46) < position(47), "rejected candidates come last");
}

#[test]
fn a_selected_candidate_is_fetched_again_with_priority() {
    let mut server = prefetching_server(60);
    server.wait(200);
    let waiting = idle(&server)[0].to_owned();
    let slot = Slot::Candidate(CandidateId::from(waiting.as_str()));
    let before = server.state.fetching.in_flight[&slot].ticket;
    let row = {
        let open = server.state.open_job().unwrap();
        open.list.pages.rows.find(&waiting).unwrap()
    };
    server.state.open_job_mut().unwrap().list.select(row);
    server.wait(200);
    let in_flight = server.state.fetching.in_flight[&slot];
    assert_eq!(in_flight.urgency, Urgency::Visible);
    assert!(in_flight.ticket != before, "it is sent again, ahead of background requests");
    let idle_before = idle(&server).len();
    server.answer();
    assert!(idle(&server).len() <= idle_before, "no background request while a visible one waits");
}

#[test]
fn only_new_or_moved_candidates_are_read_again_after_a_refresh() {
    let mut server = prefetching_server(30);
    answer_all(&mut server);
    let from = server.fetched.len();
    server.candidates[21].current_pipeline_stage_id = "st_4".into();
    server.candidates[21].current_pipeline_stage_name = "Offer".into();
    server.candidates.push(many_candidates(31).pop().unwrap());
    server.act(&[Action::Go(Pane::Candidates), Action::Refresh]);
    answer_all(&mut server);
    let mut read: Vec<&str> = server.fetched[from..]
        .iter()
        .filter_map(|slot| match slot {
            Slot::Candidate(id) => Some(id.as_str()),
            _ => None,
        })
        .filter(|id| *id != "can_0" && *id != "can_1" && *id != "can_2")
        .collect();
    read.sort_unstable();
    assert_eq!(read, ["can_21", "can_30"]);
}

#[test]
fn a_failed_history_is_not_fetched_again_and_again() {
    let mut server = prefetching_server(30);
    server.wait(200);
    let from = server.fetched.len();
    server.fail_all(FailureKind::NotFound).wait(200);
    assert_eq!(server.fetched.len(), from + 2, "the next two candidates are requested");
    for _ in 0..20 {
        server.fail_all(FailureKind::Server).wait(200);
    }
    assert!(server.fetched.len() < from + 8, "repeated failures stop the prefetching");
    let failed = server.fetched.len();
    server.act(&[Action::Go(Pane::Candidates), Action::Refresh]);
    answer_all(&mut server);
    assert!(server.fetched.len() > failed);
    assert_eq!(read_count(&server), 28, "all but the two that were not found");
}

#[test]
fn nothing_is_prefetched_while_the_server_asks_for_a_pause() {
    let mut server = prefetching_server(30);
    server.send(Message::Paused(5_000)).wait(1_000);
    assert!(idle(&server).is_empty());
    server.wait(5_000);
    assert_eq!(idle(&server).len(), 2);
}

#[test]
fn the_cache_is_read_once_and_saves_requests() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(30);
    server.settle();
    let job = server.state.job.clone().unwrap();
    assert_eq!(server.job_cache_reads.iter().filter(|read| **read == job).count(), 1);
    let date = timestamp("2026-11-10T00:00:00Z");
    let record = |at: usize| {
        let slot = Slot::Candidate(server.candidates[at].id.clone());
        let Answer::Candidate(record) = server.reply(&slot, 1) else { unreachable!() };
        record
    };
    let mut records: Vec<(Box<Candidate>, _)> = (0..20).map(|at| (record(at), date)).collect();
    records[19].0.current_pipeline_stage_id = "elsewhere".into();
    server.send(Message::CachedCandidates { job, records });
    assert_eq!(read_count(&server), 19, "one candidate changed stage since");
    server.state.rules.prefetch_histories = true;
    let from = server.fetched.len();
    answer_all(&mut server);
    assert_eq!(server.fetched.len() - from, 11);
}

#[test]
fn the_funnel_reads_all_of_its_job_and_grows_with_it() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(40);
    server.settle();
    server.act(&[Action::Triage(TriageAction::Funnel)]);
    assert_eq!(idle(&server).len(), 4, "the open funnel reads histories even with prefetching off");
    answer_all(&mut server);
    server.wait(1_000);
    let facts = server.state.open_job().unwrap().figures.facts().unwrap();
    assert_eq!((facts.read, read_count(&server)), (40, 40));
    assert_eq!(next_count_at(&server.state), None, "no recount is scheduled");
}

#[test]
fn enter_goes_to_a_stuck_candidate() {
    let mut server = FakeServer::new(120, 40);
    server.state.rules.limits = vec![("recruiter".into(), 5)];
    server.settle();
    server.act(&[Action::Triage(TriageAction::Funnel)]);
    answer_all(&mut server);
    server.wait(1_000);
    server.act(&[Action::Down, Action::Up]);
    let name = server.state.open_job().unwrap().figures.facts().unwrap().stuck[0].candidate.clone();
    server.act(&[Action::Open]);
    assert!(server.state.dialogs.is_empty());
    assert_eq!(server.state.selected().unwrap().0, name);
    server.act(&[Action::Previous]);
    assert_eq!(server.state.focus, Pane::Jobs, "Previous returns to the jobs");
}

#[test]
fn the_funnel_is_copied_and_exported() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Triage(TriageAction::Funnel), Action::Copy]);
    let copied = server.others.iter().find_map(|effect| match effect {
        Effect::Terminal(TerminalEffect::Copy(text)) => Some(text.as_str()),
        _ => None,
    });
    let copied = copied.unwrap();
    assert!(copied.contains("# Funnel: Senior Rust Engineer"), "{copied}");
    assert!(copied.contains("Histories loaded: 3 of 7"), "{copied}");
    server.act(&[Action::Triage(TriageAction::Export)]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Export(_))));
}

#[test]
fn a_candidate_is_overdue_only_if_the_stage_date_is_known() {
    let mut server = FakeServer::loaded(120, 40);
    server.state.rules.limits = vec![("screen".into(), 5)];
    let open = server.state.open_job().unwrap();
    let row = |id: &str| open.list.pages.rows.find(id).unwrap();
    // Two are in Recruiter screen, one in the first stage, and their histories are loaded.
    let is_dated = ["can_0", "can_1"].map(|id| open.since(row(id)).is_some());
    let overdue = ["can_0", "can_1", "can_2"].map(|id| server.days_overdue(row(id)));
    assert_eq!((is_dated, overdue), ([true, true], [Some(4), Some(4), Some(2)]));
    let mut server = FakeServer::new(120, 40);
    server.state.rules.limits = vec![("screen".into(), 5)];
    while !server.state.open_job().is_some_and(|open| open.list.pages.is_complete()) {
        server.wait(200).answer();
    }
    let open = server.state.open_job().unwrap();
    let row = open.list.pages.rows.find("can_1").unwrap();
    assert_eq!((open.since(row), server.days_overdue(row)), (None, None));
}
