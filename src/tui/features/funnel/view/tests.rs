//! Snapshots of the funnel, and of overdue candidates in the panes.

use serde_json::json;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::{FakeServer, many_candidates, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{SIZES, body, popup_cells, popup_text, text_in};
use crate::wire::Candidate;

/// For each stage of the fixture, the path that leads there: the stages and the days spent in each.
const PATHS: [&[(&str, i64)]; 5] = [
    &[("st_1", 0)],
    &[("st_1", 4), ("st_2", 0)],
    &[("st_1", 3), ("st_2", 6), ("st_3", 0)],
    &[("st_1", 2), ("st_2", 5), ("st_3", 9), ("st_4", 0)],
    &[("st_1", 5), ("st_2", 7), ("st_5", 0)],
];
const NAMES: [&str; 5] = ["Applied", "Recruiter screen", "Client interview", "Offer", "Rejected"];

/// The record of a candidate, with a history that leads to the current stage.
fn record(server: &FakeServer, at: usize) -> Box<Candidate> {
    let item = &server.candidates[at];
    let name = &item.current_pipeline_stage_name;
    let index = NAMES.iter().position(|other| other == name).unwrap();
    let mut ago = i64::try_from(at * 3 % 50).unwrap();
    let now = timestamp("2026-11-15T12:04:00Z").to_utc();
    let mut history = Vec::new();
    for (id, days) in PATHS[index].iter().rev() {
        ago += days;
        let date = (now - chrono::TimeDelta::days(ago)).to_rfc3339();
        history.insert(0, json!({"stage_id": id, "stage_name": id, "stage_date": date}));
    }
    let mut value = serde_json::to_value(item).unwrap();
    value["current_pipeline_stage_date"] = history.last().unwrap()["stage_date"].clone();
    value["pipeline_stage_history"] = json!(history);
    Box::new(serde_json::from_value(value).unwrap())
}

/// Loads the histories of the first thirty candidates from the cache.
fn with_histories(mut server: FakeServer) -> FakeServer {
    server.state.actions = Keymap::default().action_infos();
    server.state.rules.limits = vec![("screen".into(), 10)];
    server.settle();
    let job = server.state.job.clone().unwrap();
    let date = timestamp("2026-11-14T08:00:00Z");
    let records = (0..30).map(|at| (record(&server, at), date)).collect();
    server.send(Message::CachedCandidates { job, records });
    server.wait(2_000);
    server
}

fn server_with_funnel(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(40);
    server.settle();
    server.send(Message::Resized(width, height));
    with_histories(server)
}

#[test]
fn the_funnel_has_a_snapshot_at_three_sizes() {
    for (width, height) in SIZES {
        let mut server = server_with_funnel(width, height);
        server.act(&[Action::Triage(TriageAction::Funnel)]);
        insta::assert_snapshot!(format!("funnel_{width}x{height}"), popup_text(&server.state));
        server.act(&[Action::PageDown; 9]).act(&[Action::Down, Action::Down]);
        insta::assert_snapshot!(format!("funnel_end_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn enter_goes_to_the_candidate_who_is_long_in_a_stage() {
    let mut server = server_with_funnel(120, 40);
    server.act(&[Action::Triage(TriageAction::Funnel)]);
    let job = server.state.job.clone().unwrap();
    let stuck = |server: &FakeServer| {
        let facts = server.state.open[&job].figures.facts().unwrap();
        facts.stuck.iter().map(|stuck| stuck.candidate.clone()).collect::<Vec<_>>()
    };
    let stuck = stuck(&server);
    assert!(stuck.len() > 1, "{stuck:?}");
    // The first of them is selected as soon as it is on the screen.
    server.act(&[Action::PageDown; 9]).act(&[Action::PageUp; 9]);
    let visible = popup_text(&server.state).contains("Overdue");
    assert!(visible);
    server.act(&[Action::Down, Action::Open]).settle();
    assert!(server.state.dialogs.is_empty());
    assert_eq!(server.state.selected().unwrap().0, stuck[1]);
    assert_eq!(server.state.focus, Pane::Candidates);
}

#[test]
fn an_empty_funnel_says_so() {
    let mut server = FakeServer::new(80, 24);
    server.candidates.clear();
    server.settle();
    server.act(&[Action::Triage(TriageAction::Funnel)]).wait(1_000);
    let output = popup_text(&server.state);
    assert!(output.contains("Histories loaded: 0 of 0"), "{output}");
    assert!(output.contains("No candidates"), "{output}");
}

#[test]
fn the_funnel_is_drawn_without_unicode_too() {
    let mut server = FakeServer::in_ascii(80, 24);
    server.candidates = server.candidates.iter().cycle().take(30).cloned().collect();
    for (at, item) in server.candidates.iter_mut().enumerate() {
        item.id = format!("can_{at}").into();
    }
    let mut server = with_histories(server);
    server.act(&[Action::Triage(TriageAction::Funnel)]);
    let buf = popup_cells(&server.state, (80, 24), ThemeName::Plain, Symbols::ascii());
    let output = text_in(server.state.layout.main, &buf);
    assert!(output.is_ascii(), "{output}");
    insta::assert_snapshot!("funnel_ascii", output);
}

#[test]
fn an_overdue_candidate_has_a_sign_in_list_board_and_detail() {
    let mut server = server_with_funnel(120, 40);
    server.act(&[Action::Open]).settle();
    let list = body(&server.state);
    assert!(list.contains("!24d"), "{list}");
    assert!(list.contains("median 4 d"), "{list}");
    assert!(list.contains("30 of 40 histories loaded"), "{list}");
    server.act(&[Action::Board]).settle();
    let board = body(&server.state);
    assert!(board.contains("!24d"), "{board}");
    let row = {
        let rows = &server.state.open_job().unwrap().list.pages.rows;
        rows.find("can_14").unwrap()
    };
    server.act(&[Action::Board]);
    // The two rejected candidates before this one come last.
    server.act(&[Action::Down; 12]).wait(10);
    assert_eq!(server.days_overdue(row), Some(32), "42 days with a limit of 10");
    let detail = body(&server.state);
    assert!(detail.contains("! 32 d over the limit of 10 d"), "{detail}");
}
