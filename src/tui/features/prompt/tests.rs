//! Snapshots of the triage prompts.

use insta::assert_snapshot;

use super::state::{Prompt, PromptKind, PromptSubjects};
use crate::recruiting::table::Row;
use crate::recruiting::triage::Verdict;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::popup_text;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests;

fn server_with_prompt(
    kind: PromptKind,
    rows: &[usize],
    hidden: usize,
    typed: &str,
    size: (u16, u16),
) -> FakeServer {
    let mut server = tests::server(size.0, size.1, InboxSide::Card);
    let open = &server.state.open[&"job_rust".into()];
    let subject = |row: &usize| {
        let row = Row::at(*row);
        (open.subject(row), server.state.snapshot(open, row))
    };
    let subjects = PromptSubjects {
        all: rows.iter().map(subject).collect(),
        hidden,
        ..PromptSubjects::default()
    };
    let mut prompt = Prompt::new(kind, subjects);
    prompt.field.set(typed);
    server.state.dialogs.open(Dialog::Prompt(Box::new(prompt)));
    server
}

fn set_error(server: &mut FakeServer, error: &str) {
    if let Some(Dialog::Prompt(prompt)) = server.state.dialogs.top_mut() {
        prompt.error = Some(error.to_owned());
    }
}

#[test]
fn every_prompt_shows_its_effect() {
    let all: [(&str, PromptKind, &[usize], usize, &str); 8] = [
        ("reason", PromptKind::Reason, &[0], 0, ""),
        ("note", PromptKind::Note, &[0], 0, "asks for 20 % more"),
        ("tags", PromptKind::Tags, &[1], 0, "re"),
        ("snooze", PromptKind::Snooze, &[0], 0, "mon call her back"),
        ("snooze_half", PromptKind::Snooze, &[4], 0, "mo nday"),
        ("verdict", PromptKind::Verdict(Verdict::Decline), &[0, 1, 2, 3, 4, 5, 6, 0, 1, 2], 3, ""),
        ("star", PromptKind::Star, &[0, 1], 1, ""),
        ("tags_of_many", PromptKind::Tags, &[0, 1, 2], 2, "-"),
    ];
    for (name, kind, rows, hidden, typed) in all {
        for (width, height) in [(100, 30), (80, 24), (40, 10)] {
            let server = server_with_prompt(kind, rows, hidden, typed, (width, height));
            assert_snapshot!(format!("prompt_{name}_{width}x{height}"), popup_text(&server.state));
        }
    }
}

#[test]
fn a_verdict_for_marked_rows_shows_overridden_and_excluded_candidates() {
    for (width, height) in [(100, 30), (80, 24), (40, 10)] {
        let kind = PromptKind::Verdict(Verdict::Advance);
        let mut server = server_with_prompt(kind, &[0, 1, 2], 1, "", (width, height));
        if let Some(Dialog::Prompt(prompt)) = server.state.dialogs.top_mut() {
            prompt.subjects.with_other_verdict = 2;
            prompt.subjects.excluded = vec![prompt.subjects.all[2].clone()];
            prompt.subjects.excluded[0].1.stage_name = "Rejected".to_owned();
        }
        assert_snapshot!(format!("prompt_overridden_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn an_input_error_appears_below_the_input() {
    for (width, height) in [(80, 24), (40, 10)] {
        let mut server =
            server_with_prompt(PromptKind::Snooze, &[0], 0, "yesterday", (width, height));
        set_error(&mut server, "a day is 3d, 2w, 1m, mon, tomorrow or 2026-12-01");
        assert_snapshot!(format!("prompt_error_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn the_forget_prompt_lists_what_is_deleted() {
    for (width, height) in [(80, 24), (40, 10)] {
        let server = server_with_prompt(PromptKind::Forget, &[0], 0, "", (width, height));
        assert_snapshot!(format!("forget_{width}x{height}"), popup_text(&server.state));
    }
}
