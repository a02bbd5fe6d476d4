//! The small questions.

use insta::assert_snapshot;

use super::state::{Prompt, PromptKind, PromptSubject};
use crate::recruiting::table::Row;
use crate::recruiting::triage::Verdict;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::dialog::tests::screen;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests;

fn asked(
    about: PromptKind,
    rows: &[usize],
    hidden: usize,
    typed: &str,
    size: (u16, u16),
) -> FakeServer {
    let mut stage = tests::stage(size.0, size.1, InboxSide::Card);
    let open = &stage.state.open[&"job_rust".into()];
    let one = |row: &usize| {
        let row = Row::at(*row);
        (open.subject(row), stage.state.as_seen(open, row))
    };
    let whom =
        PromptSubject { all: rows.iter().map(one).collect(), hidden, ..PromptSubject::default() };
    let mut asking = Prompt::new(about, whom);
    asking.field.set(typed);
    stage.state.over = Some(Dialog::Asking(Box::new(asking)));
    stage
}

fn wrong(stage: &mut FakeServer, why: &str) {
    if let Some(Dialog::Asking(asking)) = &mut stage.state.over {
        asking.wrong = Some(why.to_owned());
    }
}

#[test]
fn every_prompt_shows_its_effect() {
    let all: [(&str, PromptKind, &[usize], usize, &str); 8] = [
        ("reason", PromptKind::Reason(Verdict::Decline), &[0], 0, ""),
        ("note", PromptKind::Note, &[0], 0, "asks for 20 % more"),
        ("tags", PromptKind::Tags, &[1], 0, "re"),
        ("snooze", PromptKind::Snooze, &[0], 0, "mon call her back"),
        ("snooze_half", PromptKind::Snooze, &[4], 0, "mo nday"),
        ("verdict", PromptKind::Verdict(Verdict::Decline), &[0, 1, 2, 3, 4, 5, 6, 0, 1, 2], 3, ""),
        ("star", PromptKind::Star, &[0, 1], 1, ""),
        ("tags_of_many", PromptKind::Tags, &[0, 1, 2], 2, "-"),
    ];
    for (name, about, rows, hidden, typed) in all {
        for (width, height) in [(100, 30), (80, 24), (40, 10)] {
            let stage = asked(about, rows, hidden, typed, (width, height));
            assert_snapshot!(format!("asking_{name}_{width}x{height}"), screen(&stage.state));
        }
    }
}

#[test]
fn a_verdict_for_all_that_are_marked_says_whom_it_overrules_and_leaves_out() {
    for (width, height) in [(100, 30), (80, 24), (40, 10)] {
        let about = PromptKind::Verdict(Verdict::Advance);
        let mut stage = asked(about, &[0, 1, 2], 1, "", (width, height));
        if let Some(Dialog::Asking(asking)) = &mut stage.state.over {
            asking.whom.others = 2;
            asking.whom.out = vec![asking.whom.all[2].clone()];
            asking.whom.out[0].1.stage_name = "Rejected".to_owned();
        }
        assert_snapshot!(format!("asking_overruled_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn an_input_error_appears_below_the_input() {
    for (width, height) in [(80, 24), (40, 10)] {
        let mut stage = asked(PromptKind::Snooze, &[0], 0, "yesterday", (width, height));
        wrong(&mut stage, "a day is 3d, 2w, 1m, mon, tomorrow or 2026-12-01");
        assert_snapshot!(format!("asking_wrong_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn the_delete_dialog_lists_what_is_deleted() {
    for (width, height) in [(80, 24), (40, 10)] {
        let mut stage = tests::stage(width, height, InboxSide::Card);
        let subject = stage.state.open[&"job_rust".into()].subject(Row::at(0));
        stage.state.over = Some(Dialog::Forget(subject, "Guðrún Þórðardóttir".into()));
        assert_snapshot!(format!("forget_{width}x{height}"), screen(&stage.state));
    }
}
