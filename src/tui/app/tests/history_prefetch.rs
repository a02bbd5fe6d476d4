//! Details that are read in the background, and what is made of them.

use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::Urgency;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::{FakeServer, crowd, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::wire::{Candidate, CandidateId};

/// Everything is read but what nobody waits for.
fn ageing(count: usize) -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(count);
    stage.settle();
    stage.state.rules.ageing = true;
    stage
}

/// Who is asked for in the background now.
fn idle(stage: &FakeServer) -> Vec<&str> {
    let asked = stage.state.asked.iter();
    asked
        .filter(|(_, asked)| asked.urgency == Urgency::Idle)
        .filter_map(|(slot, _)| match slot {
            Slot::Candidate(id) => Some(id.as_str()),
            _ => None,
        })
        .collect()
}

/// Answers everything, though the program does not wait for it.
fn answer_all(stage: &mut FakeServer) -> usize {
    stage.wait(200);
    let mut answers = 0;
    while stage.answer() {
        stage.wait(10);
        answers += 1;
        assert!(answers < 5_000, "it never ends");
    }
    answers
}

fn read(stage: &FakeServer) -> usize {
    stage.state.opened().unwrap().histories.read()
}

#[test]
fn nothing_is_read_in_the_background_unless_it_is_wanted() {
    let mut stage = FakeServer::settled(120, 40);
    stage.wait(5_000);
    assert!(stage.asked.is_empty());
    stage.state.rules.ageing = true;
    stage.wait(200);
    assert_eq!(idle(&stage).len(), 2, "a few at a time");
}

#[test]
fn everybody_is_read_once_and_the_shelf_stays_for_those_one_looks_at() {
    let mut stage = ageing(60);
    let before = stage.state.candidates.records().count();
    answer_all(&mut stage);
    assert_eq!(read(&stage), 60);
    assert_eq!(stage.state.candidates.records().count(), before);
    assert!(!stage.state.rests_on_bounds());
    let mut slots: Vec<_> =
        stage.fetched.iter().filter(|slot| matches!(slot, Slot::Candidate(_))).collect();
    let all = slots.len();
    slots.sort();
    slots.dedup();
    assert_eq!((slots.len(), all), (60, 60), "nobody twice");
    assert!(stage.state.is_at_rest());
}

#[test]
fn those_on_the_screen_come_first_then_who_may_be_overdue_then_the_oldest() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(70);
    stage.settle();
    stage.state.rules.ageing = true;
    stage.state.rules.limits = vec![("applied".into(), 2)];
    let seen: Vec<String> = {
        let list = &stage.state.opened().unwrap().list;
        let rows = list.window().filter_map(|index| list.at(index));
        rows.map(|row| list.roll.rows.id(row).to_owned()).collect()
    };
    let from = stage.fetched.len();
    answer_all(&mut stage);
    let order: Vec<usize> = stage.fetched[from..]
        .iter()
        .filter_map(|slot| match slot {
            Slot::Candidate(id) => stage.candidates.iter().position(|item| item.id == *id),
            _ => None,
        })
        .collect();
    let place = |at: usize| order.iter().position(|other| *other == at);
    let last_seen =
        seen.iter().filter_map(|id| place(id.strip_prefix("can_")?.parse().ok()?)).max();
    // The fourth of each seven is in Applied for at most three days, over the limit.
    assert!(place(45) > last_seen, "not on the screen");
    assert!(place(45) < place(48), "before the oldest one");
    assert!(place(48) < place(46), "who came in July before those of September");
    assert!(place(46) < place(47), "those who are out come last");
}

#[test]
fn what_somebody_wants_goes_before_and_is_asked_for_anew() {
    let mut stage = ageing(60);
    stage.wait(200);
    let waiting = idle(&stage)[0].to_owned();
    let slot = Slot::Candidate(CandidateId::from(waiting.as_str()));
    let before = stage.state.asked[&slot].ticket;
    let row = {
        let open = stage.state.opened().unwrap();
        open.list.roll.rows.find(&waiting).unwrap()
    };
    stage.state.opened_mut().unwrap().list.select(row);
    stage.wait(200);
    let asked = stage.state.asked[&slot];
    assert_eq!(asked.urgency, Urgency::Seen);
    assert!(asked.ticket != before, "it does not wait behind others");
    let idle_before = idle(&stage).len();
    stage.answer();
    assert!(idle(&stage).len() <= idle_before, "nothing new while somebody waits");
}

#[test]
fn only_who_is_new_or_moved_is_read_again_after_a_refresh() {
    let mut stage = ageing(30);
    answer_all(&mut stage);
    let from = stage.fetched.len();
    stage.candidates[21].current_pipeline_stage_id = "st_4".into();
    stage.candidates[21].current_pipeline_stage_name = "Offer".into();
    stage.candidates.push(crowd(31).pop().unwrap());
    stage.act(&[Action::Go(Pane::Candidates), Action::Refresh]);
    answer_all(&mut stage);
    let mut read: Vec<&str> = stage.fetched[from..]
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
fn what_fails_is_not_asked_for_again_and_again() {
    let mut stage = ageing(30);
    stage.wait(200);
    let from = stage.fetched.len();
    stage.fail_all(FailureKind::Missing).wait(200);
    assert_eq!(stage.fetched.len(), from + 2, "the next ones");
    for _ in 0..20 {
        stage.fail_all(FailureKind::Server).wait(200);
    }
    assert!(stage.fetched.len() < from + 8, "a server that fails is left alone");
    let failed = stage.fetched.len();
    stage.act(&[Action::Go(Pane::Candidates), Action::Refresh]);
    answer_all(&mut stage);
    assert!(stage.fetched.len() > failed);
    assert_eq!(read(&stage), 28, "but for two that are gone");
}

#[test]
fn nothing_is_read_in_the_background_while_the_server_wants_a_pause() {
    let mut stage = ageing(30);
    stage.send(Message::Paused(5_000)).wait(1_000);
    assert!(idle(&stage).is_empty());
    stage.wait(5_000);
    assert_eq!(idle(&stage).len(), 2);
}

#[test]
fn the_cache_is_asked_once_and_saves_the_asking() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(30);
    stage.settle();
    let job = stage.state.job.clone().unwrap();
    assert_eq!(stage.recalled.iter().filter(|recalled| **recalled == job).count(), 1);
    let date = timestamp("2026-11-10T00:00:00Z");
    let record = |at: usize| {
        let slot = Slot::Candidate(stage.candidates[at].id.clone());
        let Answer::Candidate(record) = stage.reply(&slot, 1) else { unreachable!() };
        record
    };
    let mut records: Vec<(Box<Candidate>, _)> = (0..20).map(|at| (record(at), date)).collect();
    records[19].0.current_pipeline_stage_id = "elsewhere".into();
    stage.send(Message::Recalled { job, records });
    assert_eq!(read(&stage), 19, "one moved since");
    stage.state.rules.ageing = true;
    let from = stage.fetched.len();
    answer_all(&mut stage);
    assert_eq!(stage.fetched.len() - from, 11);
}

#[test]
fn the_funnel_reads_all_of_its_job_and_grows_with_it() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(40);
    stage.settle();
    stage.act(&[Action::Triage(TriageAction::Funnel)]);
    assert_eq!(idle(&stage).len(), 4, "though nothing else is read in the background");
    answer_all(&mut stage);
    stage.wait(1_000);
    let facts = stage.state.opened().unwrap().figures.facts().unwrap();
    assert_eq!((facts.read, read(&stage)), (40, 40));
    assert_eq!(stage.state.counts_at(), None, "nothing is counted again by itself");
}

#[test]
fn enter_goes_to_one_who_is_stuck() {
    let mut stage = FakeServer::new(120, 40);
    stage.state.rules.limits = vec![("recruiter".into(), 5)];
    stage.settle();
    stage.act(&[Action::Triage(TriageAction::Funnel), Action::Open]);
    assert!(matches!(stage.state.over, Some(Dialog::Funnel(_))), "nobody is selected");
    answer_all(&mut stage);
    stage.wait(1_000);
    stage.act(&[Action::Down, Action::Down, Action::Up]);
    let name = stage.state.opened().unwrap().figures.facts().unwrap().stuck[0].candidate.clone();
    stage.act(&[Action::Open]);
    assert!(stage.state.over.is_none());
    assert_eq!(stage.state.selected().unwrap().0, name);
    stage.act(&[Action::Previous]);
    assert_eq!(stage.state.focus, Pane::Jobs, "and back");
}

#[test]
fn the_funnel_is_copied_and_exported() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Triage(TriageAction::Funnel), Action::Copy]);
    let copied = stage.others.iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text.as_str()),
        _ => None,
    });
    let copied = copied.unwrap();
    assert!(copied.contains("# Funnel: Senior Rust Engineer"), "{copied}");
    assert!(copied.contains("histories read: 3 of 7"), "{copied}");
    stage.act(&[Action::Triage(TriageAction::Export)]);
    assert!(matches!(stage.state.over, Some(Dialog::Export(_))));
}

#[test]
fn who_is_over_the_limit_is_overdue_only_when_that_is_known() {
    let mut stage = FakeServer::settled(120, 40);
    stage.state.rules.limits = vec![("screen".into(), 5)];
    let open = stage.state.opened().unwrap();
    let row = |id: &str| open.list.roll.rows.find(id).unwrap();
    // Both are in the screen; of the second only the day is known when they came.
    let known = ["can_0", "can_1"].map(|id| open.since(row(id)).is_some());
    let over = ["can_0", "can_1", "can_2"].map(|id| stage.state.overdue(open, row(id)));
    assert_eq!((known, over), ([true, true], [Some(4), Some(4), None]));
    let mut stage = FakeServer::new(120, 40);
    stage.state.rules.limits = vec![("screen".into(), 5)];
    while !stage.state.opened().is_some_and(|open| open.list.roll.is_complete()) {
        stage.wait(200).answer();
    }
    let open = stage.state.opened().unwrap();
    let row = open.list.roll.rows.find("can_1").unwrap();
    assert_eq!((open.since(row), stage.state.overdue(open, row)), (None, None));
}
