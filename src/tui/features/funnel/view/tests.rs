//! The funnel, and who is overdue, as they are seen.

use serde_json::json;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, TriageAction};
use crate::theme::{Name, Symbols};
use crate::tui::app::fixture::{FakeServer, crowd, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::view::dialog::tests::{drawn, screen};
use crate::tui::app::view::tests::text;
use crate::wire::Candidate;

/// How those in a stage of the fixture came there: the stage, and how many days
/// before each next step.
const WAYS: [&[(&str, i64)]; 5] = [
    &[("st_1", 0)],
    &[("st_1", 4), ("st_2", 0)],
    &[("st_1", 3), ("st_2", 6), ("st_3", 0)],
    &[("st_1", 2), ("st_2", 5), ("st_3", 9), ("st_4", 0)],
    &[("st_1", 5), ("st_2", 7), ("st_5", 0)],
];
const NAMES: [&str; 5] = ["Applied", "Recruiter screen", "Client interview", "Offer", "Rejected"];

/// The record of a candidate of the crowd, who is in the stage for some days.
fn record(stage: &FakeServer, at: usize) -> Box<Candidate> {
    let item = &stage.candidates[at];
    let name = &item.current_pipeline_stage_name;
    let place = NAMES.iter().position(|other| other == name).unwrap();
    let mut ago = i64::try_from(at * 3 % 50).unwrap();
    let now = timestamp("2026-11-15T12:04:00Z").to_utc();
    let mut history = Vec::new();
    for (id, days) in WAYS[place].iter().rev() {
        ago += days;
        let date = (now - chrono::TimeDelta::days(ago)).to_rfc3339();
        history.insert(0, json!({"stage_id": id, "stage_name": id, "stage_date": date}));
    }
    let mut whole = serde_json::to_value(item).unwrap();
    whole["current_pipeline_stage_date"] = history.last().unwrap()["stage_date"].clone();
    whole["pipeline_stage_history"] = json!(history);
    Box::new(serde_json::from_value(whole).unwrap())
}

/// A job of forty of whom thirty were read, on a screen of this size.
fn filled(mut stage: FakeServer) -> FakeServer {
    stage.state.actions = Keymap::default().doables();
    stage.state.rules.limits = vec![("screen".into(), 10)];
    stage.settle();
    let job = stage.state.job.clone().unwrap();
    let date = timestamp("2026-11-14T08:00:00Z");
    let records = (0..30).map(|at| (record(&stage, at), date)).collect();
    stage.send(Message::Recalled { job, records });
    stage.wait(2_000);
    stage
}

fn crowded(width: u16, height: u16) -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(40);
    stage.settle();
    stage.send(Message::Resized(width, height));
    filled(stage)
}

#[test]
fn the_funnel_has_its_picture_on_a_wide_a_usual_and_a_small_screen() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut stage = crowded(width, height);
        stage.act(&[Action::Triage(TriageAction::Funnel)]);
        insta::assert_snapshot!(format!("funnel_{width}x{height}"), screen(&stage.state));
        stage.act(&[Action::PageDown; 9]).act(&[Action::Down, Action::Down]);
        insta::assert_snapshot!(format!("funnel_end_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn a_funnel_of_nothing_says_so() {
    let mut stage = FakeServer::new(80, 24);
    stage.candidates.clear();
    stage.settle();
    stage.act(&[Action::Triage(TriageAction::Funnel)]).wait(1_000);
    let shown = screen(&stage.state);
    assert!(shown.contains("histories read: 0 of 0"), "{shown}");
    assert!(shown.contains("nobody is in this job"), "{shown}");
}

#[test]
fn the_funnel_is_drawn_without_unicode_too() {
    let mut stage = FakeServer::in_ascii(80, 24);
    stage.candidates = stage.candidates.iter().cycle().take(30).cloned().collect();
    for (at, item) in stage.candidates.iter_mut().enumerate() {
        item.id = format!("can_{at}").into();
    }
    let mut stage = filled(stage);
    stage.act(&[Action::Triage(TriageAction::Funnel)]);
    let shown = text(&drawn(&stage.state, (80, 24), Name::Plain, Symbols::ascii()));
    assert!(shown.is_ascii(), "{shown}");
    insta::assert_snapshot!("funnel_ascii", shown);
}

#[test]
fn who_is_overdue_has_a_sign_in_the_list_on_the_board_and_in_the_detail() {
    let mut stage = crowded(120, 40);
    stage.act(&[Action::Open]).settle();
    let list = crate::tui::app::view::tests::screen(&stage.state);
    assert!(list.contains("!24d"), "{list}");
    assert!(list.contains("median 4 d"), "{list}");
    assert!(list.contains("of 30 of 40 histories read"), "{list}");
    stage.act(&[Action::Board]).settle();
    let board = crate::tui::app::view::tests::screen(&stage.state);
    assert!(board.contains("!24d"), "{board}");
    let row = {
        let rows = &stage.state.opened().unwrap().list.roll.rows;
        rows.find("can_14").unwrap()
    };
    stage.act(&[Action::Board]);
    stage.act(&[Action::Down; 14]).wait(10);
    let open = stage.state.opened().unwrap();
    assert_eq!(stage.state.overdue(open, row), Some(32), "42 days, and 10 are the limit");
    let detail = crate::tui::app::view::tests::screen(&stage.state);
    assert!(detail.contains("! 32 d over the limit of 10 d for this stage"), "{detail}");
}
