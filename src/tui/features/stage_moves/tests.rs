//! The stage picker: what it offers, what its keys do, how it looks. `moving` tests what follows.

mod moving;

use insta::assert_snapshot;

use super::state::{StagePicker, StageTarget};
use super::targets::{common_next, stage_targets};
use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::stage::StageKind;
use crate::recruiting::triage::{Snapshot, StageMove, Subject};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{popup_text, popups, server};
use crate::tui::features::triage::tests::last_message;
use crate::wire::PipelineStage;

pub(super) const MOVE: Action = Action::Triage(TriageAction::MoveStage);
const ENTER: Action = Action::Edit(TextEdit::Accept);

/// The candidates of the first job, in a workspace on this machine.
pub(super) fn local() -> FakeServer {
    let mut server = server(120, 40);
    make_local(&mut server);
    server
}

pub(super) fn make_local(server: &mut FakeServer) {
    (server.state.local_data.is_restored, server.state.local_data.can_apply) = (true, true);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]);
}

/// Selects a candidate of the open list.
pub(super) fn select(server: &mut FakeServer, candidate: &str) {
    let list = &mut server.state.open_job_mut().unwrap().list;
    let row = list.pages.rows.find(candidate).unwrap();
    assert!(list.select(row));
    server.wait(200);
}

pub(super) fn mark(server: &mut FakeServer, candidates: &[&str]) {
    for candidate in candidates {
        select(server, candidate);
        server.act(&[Action::Mark]);
    }
}

fn picker(server: &FakeServer) -> Option<&StagePicker> {
    match server.state.dialogs.top() {
        Some(Dialog::PickStage(picker)) => Some(picker),
        _ => None,
    }
}

/// The moves that were sent, as candidate, stage before and stage after.
pub(super) fn sent(server: &FakeServer) -> Vec<(&str, &str, &str)> {
    let moves = server.others.iter().filter_map(|effect| match effect {
        Effect::Storage(StorageEffect::Apply { moves, .. }) => Some(moves),
        _ => None,
    });
    let moves = moves.flatten();
    moves.map(|step| (step.candidate.as_str(), step.from.as_str(), step.to.as_str())).collect()
}

fn stage(id: &str, name: &str, is_rejection_stage: bool) -> PipelineStage {
    PipelineStage { id: id.into(), name: name.to_owned(), is_rejection_stage, ..Default::default() }
}

/// A job and its stages.
type TestJob<'a> = (&'a str, &'a [PipelineStage]);

fn subject(job: &str, stage_id: &str) -> (Subject, Snapshot) {
    let subject = Subject { candidate: "can".into(), person: "per".into(), job: job.into() };
    (subject, Snapshot { stage_id: stage_id.to_owned(), ..Snapshot::default() })
}

#[test]
fn only_stages_that_all_jobs_have_are_offered() {
    let rust = [
        stage("r1", "Applied", false),
        stage("r2", "Screen", false),
        stage("", "No ID", false),
        stage("r3", "Screen", false),
        stage("r4", "Out", true),
    ];
    let sales = [stage("s1", "Out", false), stage("s2", "Screen", false)];
    let data = [stage("d1", "Offer", false)];
    let (a, b, c) = (("rust", &rust[..]), ("sales", &sales[..]), ("data", &data[..]));
    let cases: [(&[TestJob<'_>], &[&str]); 6] = [
        (&[], &[]),
        (&[a], &["Applied 1", "Screen 0", "Screen 0", "Out 0"]),
        (&[b], &["Out 0", "Screen 1"]),
        // In one job of them the stage of that name does not reject.
        (&[a, b], &["Screen 1"]),
        (&[b, a], &["Screen 1"]),
        (&[a, b, c], &[]),
    ];
    let subjects = [subject("rust", "r1"), subject("sales", "s2")];
    for (jobs, expected) in cases {
        let pipelines: Vec<_> =
            jobs.iter().map(|(job, stages)| ((*job).into(), stages.iter().collect())).collect();
        let targets = stage_targets(&pipelines, &subjects);
        let names: Vec<String> =
            targets.iter().map(|target| format!("{} {}", target.name, target.here)).collect();
        assert_eq!(names, expected, "{jobs:?}");
    }
}

#[test]
fn the_next_stage_is_suggested_if_all_candidates_have_the_same() {
    use StageKind::{Interview, Plain, Rejection, Withdrawal};
    let kinds = [Plain, Rejection, Interview, Plain, Withdrawal, Rejection];
    for (here, expected) in [
        ([2, 0, 0, 0, 0, 0], Some(2)),
        ([0, 0, 2, 0, 0, 0], Some(3)),
        ([0, 0, 0, 2, 0, 0], None),
        ([0, 2, 0, 0, 0, 0], None),
        ([1, 0, 1, 0, 0, 0], None),
    ] {
        let target = |(kind, here)| StageTarget {
            name: String::new(),
            kind,
            ids: std::collections::HashMap::new(),
            here,
        };
        let targets: Vec<StageTarget> = kinds.into_iter().zip(here).map(target).collect();
        assert_eq!(common_next(&targets, 2), expected, "{here:?}");
    }
}

#[test]
fn a_stage_is_picked_by_number_by_name_or_with_the_cursor() {
    let [down, up] = [TextEdit::Next, TextEdit::Previous].map(Action::Edit);
    let cases: [(&str, &[Action], &str); 7] = [
        ("", &[ENTER], "st_3"),
        ("", &[down, ENTER], "st_4"),
        ("", &[up, up, ENTER], "st_1"),
        ("4", &[], "st_4"),
        ("offer", &[ENTER], "st_4"),
        ("INT", &[ENTER], "st_3"),
        // The current stage matches first and is skipped.
        ("r", &[ENTER], "st_5"),
    ];
    for (typed, keys, expected) in cases {
        let mut server = local();
        select(&mut server, "can_0");
        server.act(&[MOVE]).type_text(typed).act(keys);
        let message = last_message(&server).to_owned();
        assert_eq!(sent(&server), [("can_0", "st_2", expected)], "{typed} {keys:?}: {message}");
        assert!(server.state.dialogs.is_empty());
    }
}

#[test]
fn what_cannot_be_picked_says_why_and_sends_nothing() {
    let already = "Guðrún Þórðardóttir is already in Recruiter screen";
    let cases: [(&str, &[Action], &str); 4] = [
        ("2", &[], already),
        ("recruiter", &[ENTER], already),
        ("xyz", &[ENTER], "No stage matches: type fewer letters"),
        ("7", &[ENTER], "No stage matches: type fewer letters"),
    ];
    for (typed, keys, expected) in cases {
        let mut server = local();
        select(&mut server, "can_0");
        server.act(&[MOVE]).type_text(typed).act(keys);
        assert_eq!(last_message(&server), expected, "{typed}");
        assert!(picker(&server).is_some() && sent(&server).is_empty(), "{typed}");
        server.act(&[Action::Edit(TextEdit::Cancel)]);
        assert!(server.state.dialogs.is_empty() && sent(&server).is_empty());
    }
    let mut server = local();
    mark(&mut server, &["can_0", "can_2"]);
    server.act(&[MOVE, ENTER]);
    let message = "Choose a stage: press its number, type part of its name or move to it";
    assert_eq!(last_message(&server), message);
    assert!(sent(&server).is_empty(), "candidates in different stages have no common next one");
}

#[test]
fn the_key_works_wherever_a_candidate_is_selected() {
    let ways: [&[Action]; 3] = [
        &[Action::Go(Pane::Candidates)],
        &[Action::Go(Pane::Candidate)],
        &[Action::Go(Pane::Candidates), Action::Board],
    ];
    for way in ways {
        let mut server = local();
        select(&mut server, "can_0");
        server.act(way).act(&[MOVE]).type_text("4");
        assert_eq!(sent(&server), [("can_0", "st_2", "st_4")], "{way:?}");
    }
    let mut server = crate::tui::features::triage::tests::open_inbox();
    server.state.local_data.can_apply = true;
    let selected = server.state.selected().unwrap().0;
    server.act(&[MOVE]).type_text("4");
    assert_eq!(sent(&server)[0].0, selected.as_str(), "the card of the inbox");
}

#[test]
fn a_place_where_nobody_can_be_moved_says_why() {
    let remote = "Candidates can be moved only in a workspace on this machine; on this server, move \
                  them in the ATS";
    let mut server = local();
    server.state.local_data.can_apply = false;
    assert!(!server.state.can(MOVE));
    server.act(&[MOVE]);
    assert_eq!(last_message(&server), remote);
    server.state.local_data.is_restored = false;
    server.act(&[MOVE]);
    assert!(last_message(&server).starts_with("The workspace is still opening"));
    assert!(server.state.dialogs.is_empty());

    let mut server = FakeServer::new(120, 40);
    make_local(&mut server);
    server.act(&[MOVE]);
    assert_eq!(last_message(&server), "No candidate is selected");
}

#[test]
fn in_the_list_of_all_candidates_stages_go_by_name() {
    let mut server = FakeServer::triage(120, 40);
    make_local(&mut server);
    server.act(&[Action::AllCandidates]).settle();
    server.act(&[Action::Refresh]).settle();
    mark(&mut server, &["job_rust_can_0", "job_sales_can_2"]);
    server.act(&[MOVE]);
    let shown = picker(&server).unwrap();
    assert_eq!(super::view::title(&server.state, shown), "Move 2 candidates in 2 jobs to a stage");
    server.type_text("off").act(&[ENTER]);
    let mut moves = sent(&server);
    moves.sort_unstable();
    let expected = [("job_rust_can_0", "st_2", "st_4"), ("job_sales_can_2", "st_1", "st_4")];
    assert_eq!(moves, expected);
}

#[test]
fn stages_that_are_missing_are_named_and_read() {
    let mut server = FakeServer::triage(120, 40);
    make_local(&mut server);
    let rust = server.state.open.get_mut(&"job_rust".into()).unwrap();
    rust.job.whole_mut().unwrap().pipeline_stages.clear();
    select(&mut server, "job_rust_can_0");
    server.act(&[MOVE]);
    assert_eq!(last_message(&server), "The stages of Senior Rust Engineer are not loaded yet");
    assert!(server.state.dialogs.is_empty());
}

fn open_single(server: &mut FakeServer) {
    make_local(server);
    select(server, "can_0");
    server.act(&[MOVE]);
}

fn open_marked(server: &mut FakeServer) {
    make_local(server);
    mark(server, &["can_0", "can_1", "can_2", "can_5"]);
    server.act(&[Action::Filter]).type_text("stage:applied").act(&[ENTER, MOVE]);
}

#[test]
fn the_picker_renders() {
    for (name, text) in popups("pick_stage", open_single) {
        assert_snapshot!(name, text);
    }
    for (name, text) in popups("pick_stage_marked", open_marked) {
        assert_snapshot!(name, text);
    }
    let mut server = local();
    select(&mut server, "can_0");
    server.act(&[MOVE]).type_text("in");
    assert_snapshot!("pick_stage_filtered", popup_text(&server.state));
}

#[test]
fn a_key_that_means_down_elsewhere_moves_nobody() {
    let mut server = local();
    select(&mut server, "can_0");
    server.act(&[MOVE]).type_text("j").act(&[ENTER]);
    assert_eq!(sent(&server), []);
}

#[test]
fn a_click_picks_the_stage_under_the_mouse() {
    use crate::tui::app::message::{MouseAction, MouseInput};
    let mut server = local();
    select(&mut server, "can_0");
    server.act(&[MOVE]);
    let inner = server.state.dialog_inner(server.state.dialogs.top().unwrap());
    let click = MouseInput { action: MouseAction::Click, x: inner.x + 4, y: inner.y + 2 + 3 };
    server.send(Message::Mouse(click));
    assert_eq!(sent(&server), [("can_0", "st_2", "st_4")]);
}
