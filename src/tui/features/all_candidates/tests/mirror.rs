//! Rows from the mirror, and reopening the list.

use super::{coverage, filter, ids, opened};
use crate::keymap::action::{Action, Pane};
use crate::recruiting::coverage::{Coverage, Share};
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::table::{CandidateRows, RowBuffer as _};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::{FakeServer, candidates, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::mirror_message::MirrorMessage;
use crate::tui::app::mirrored::MirroredJob;
use crate::tui::app::restored::Restored;
use crate::tui::features::palette::state::PaletteTarget;
use crate::wire::{CandidateItem, PipelineStage};

/// What an earlier session read of a job: the candidates with these numbers.
fn mirrored(server: &FakeServer, job: &str, numbers: &[usize]) -> MirroredJob {
    let item = server.jobs.iter().find(|item| item.id.as_str() == job).unwrap().clone();
    let own = server.candidates_by_job.get(&item.id).cloned().unwrap_or_else(candidates);
    let pipeline = PipelineStage {
        id: "st_2".into(),
        name: "Recruiter screen".to_owned(),
        is_interviewing_stage: true,
        ..PipelineStage::default()
    };
    MirroredJob {
        item,
        pipeline: vec![pipeline],
        candidates: vec![CandidateRows::of(numbers.iter().map(|at| &own[*at]))],
        read_at: timestamp("2026-11-14T09:12:00Z"),
        is_complete: true,
        figures: None,
        is_last: true,
    }
}

#[test]
fn jobs_of_earlier_sessions_are_listed_and_fresh_rows_replace_them() {
    let mut server = FakeServer::triage(120, 40);
    let mut sales = mirrored(&server, "job_sales", &[0, 1]);
    let mut rows = sales.candidates[0].items();
    rows[1].name = "An older name".to_owned();
    rows.push(CandidateItem { id: "can_gone".into(), ..rows[0].clone() });
    sales.candidates = vec![CandidateRows::of(&rows)];
    let mut rust = mirrored(&server, "job_rust", &[0]);
    let mut rows = rust.candidates[0].items();
    rows[0].name = "Older than this session".to_owned();
    rust.candidates = vec![CandidateRows::of(&rows)];
    server.mirror = vec![sales, rust];
    server.act(&[Action::AllCandidates]).settle();
    assert_eq!(coverage(&server), (10, 2, 4));
    let has_name = |server: &FakeServer, name: &str| {
        let rows = &server.state.open_job().unwrap().list.pages.rows;
        rows.rows().any(|row| rows.name(row) == name)
    };
    assert!(has_name(&server, "An older name"));
    assert!(!has_name(&server, "Older than this session"));
    filter(&mut server, "job:sales is:interview");
    assert_eq!(ids(&server).len(), 3, "by the pipeline of the mirror");

    filter(&mut server, "");
    server.act(&[Action::Go(Pane::Jobs), Action::Down, Action::Down]).settle();
    assert_eq!(server.state.job, Some("job_sales".into()));
    server.act(&[Action::AllCandidates]).settle();
    assert_eq!(coverage(&server), (14, 2, 4), "the list of the job was read");
    assert!(!has_name(&server, "An older name"));
    assert!(!ids(&server).contains(&"can_gone".to_owned()));
}

#[test]
fn the_mirror_is_asked_once_and_may_answer_in_parts() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::AllCandidates]).settle();
    let late = mirrored(&server, "job_data", &[2, 3]);
    server.mirror = vec![mirrored(&server, "job_sales", &[0])];
    server.send(Message::AllCandidates { jobs: vec![late], is_done: true }).settle();
    server.act(&[Action::Go(Pane::Jobs), Action::AllCandidates]).settle();
    assert_eq!(server.mirror.len(), 1, "not asked again");
    assert_eq!(coverage(&server), (9, 2, 4));
}

#[test]
fn the_palette_finds_people_in_jobs_that_were_not_opened() {
    let mut server = FakeServer::triage(120, 40);
    let restored = Restored { mirror: Some(MirrorSettings::default()), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    let mut sales = mirrored(&server, "job_sales", &[0]);
    let mut rows = sales.candidates[0].items();
    (rows[0].id, rows[0].name) = ("can_uma".into(), "Uma Thorne".to_owned());
    sales.candidates = vec![CandidateRows::of(&rows)];
    server.mirror = vec![sales];
    server.act(&[Action::Palette]).type_text("thorne").settle().wait(1000);
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("closed") };
    let target = PaletteTarget::Candidate("job_sales".into(), "can_uma".into());
    assert_eq!(palette.hits.first().map(|hit| &hit.target), Some(&target));
}

#[test]
fn a_job_that_is_gone_takes_its_candidates_along() {
    let mut server = opened(120, 40);
    server.act(&[Action::Refresh]).settle();
    server.jobs.retain(|job| job.id.as_str() != "job_sales");
    server.act(&[Action::Refresh]).settle();
    assert_eq!(coverage(&server), (14, 3, 3));
}

#[test]
fn the_program_reopens_on_the_list() {
    let mut before = opened(120, 40);
    before.act(&[Action::Down, Action::Down]).settle();
    let screen = before.screens.last().cloned().unwrap();
    let mut after = FakeServer::new(120, 40);
    after.mirror = vec![mirrored(&before, "job_rust", &[0, 1, 2, 3, 4, 5, 6])];
    let restored = Restored { screen, ..Restored::default() };
    after.send(Message::Restored(Box::new(restored))).settle();
    assert!(after.state.is_all_selected());
    assert_eq!(after.state.selected(), before.state.selected());
}

#[test]
fn a_job_that_the_server_does_not_list_is_not_taken_from_the_mirror() {
    let mut server = FakeServer::triage(120, 40);
    let mut old = mirrored(&server, "job_sales", &[0]);
    old.item.id = "job_gone".into();
    server.mirror = vec![old];
    server.act(&[Action::AllCandidates]).settle();
    assert_eq!(coverage(&server), (7, 1, 4));
}

#[test]
fn jobs_that_a_sync_reads_are_listed_before_it_ends() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::AllCandidates]).settle();
    server.mirror = vec![mirrored(&server, "job_sales", &[0])];
    let stored = Coverage { all_jobs: Share { part: 2, whole: 4 }, ..Coverage::default() };
    server.send(Message::Mirror(MirrorMessage::Coverage(stored))).settle();
    assert_eq!(coverage(&server), (8, 2, 4));
}
