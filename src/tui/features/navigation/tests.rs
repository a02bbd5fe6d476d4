//! Moving between panes and back, and the history of locations.

use insta::assert_snapshot;

use crate::keymap::action::{Action, CopyField, Pane};
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::view::tests::{popup_text, popups, server};

fn has_quit(server: &FakeServer) -> bool {
    server.others.contains(&Effect::Terminal(TerminalEffect::Quit))
}

#[test]
fn q_goes_up_level_by_level_and_quits_only_at_the_top() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Open, Action::Quit]);
    assert_eq!(server.state.focus, Pane::Candidates);
    server.act(&[Action::Quit]);
    assert_eq!(server.state.focus, Pane::Jobs);
    assert!(!has_quit(&server));
    server.act(&[Action::Quit]);
    assert!(has_quit(&server));
}

#[test]
fn the_program_opens_on_a_job_with_candidates_whatever_was_pressed_before() {
    for early in [&[][..], &[Action::Down], &[Action::Down, Action::Up]] {
        let mut server = FakeServer::new(120, 40);
        server.jobs[0].candidate_count = Some(0);
        server.act(early).settle();
        assert_eq!(server.state.jobs.index(), 1, "{early:?}");
        server.act(&[Action::Up]).settle();
        assert_eq!(server.state.jobs.index(), 0, "{early:?}");
    }
}

#[test]
fn esc_never_quits() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Open, Action::Zoom]);
    for _ in 0..20 {
        server.act(&[Action::Back]);
    }
    assert_eq!((server.state.focus, server.state.zoom), (Pane::Jobs, false));
    assert!(!has_quit(&server));
}

#[test]
fn on_a_narrow_screen_a_job_opens_its_pipeline_first() {
    let mut server = FakeServer::loaded(60, 20);
    server.act(&[Action::Open]);
    assert_eq!(server.state.focus, Pane::Job);
    server.act(&[Action::Open]).settle();
    assert_eq!(server.state.focus, Pane::Candidates);
    server.act(&[Action::Open]);
    assert_eq!(server.state.focus, Pane::Candidate);
    server.act(&[Action::Quit, Action::Quit, Action::Quit]);
    assert_eq!(server.state.focus, Pane::Jobs);
}

#[test]
fn back_and_forward_are_one_key_each() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Down, Action::Down, Action::Open]);
    server.act(&[Action::Previous]).settle();
    assert_eq!(server.state.focus, Pane::Candidates);
    server.act(&[Action::Previous]).settle();
    assert_eq!(server.state.focus, Pane::Jobs);
    server.act(&[Action::Previous]);
    let message = &server.state.notices.newest_first().next().unwrap().text;
    assert_eq!(message, "No earlier place");
    server.act(&[Action::Forward, Action::Forward]).settle();
    assert_eq!(server.state.focus, Pane::Candidate);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2");
}

#[test]
fn a_location_picked_from_the_list_is_opened() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Open, Action::Back]);
    let panes: Vec<_> =
        server.state.navigation.history.newest_first().map(|location| location.pane).collect();
    assert_eq!(panes, [Pane::Candidates, Pane::Jobs]);
    server.act(&[Action::History, Action::Down, Action::Open]);
    assert_eq!(server.state.focus, Pane::Jobs);
    server.act(&[Action::Forward]).settle();
    assert_eq!(server.state.focus, Pane::Candidates);
}

#[test]
fn a_click_selects_and_focuses_and_a_second_one_opens() {
    let mut server = FakeServer::loaded(120, 40);
    let area = server.state.layout.pane(Pane::Candidates).unwrap();
    let click = |action| MouseInput { action, x: area.body.x + 4, y: area.body.y + 2 };
    server.send(Message::Mouse(click(MouseAction::Click)));
    assert_eq!(server.state.focus, Pane::Candidates);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2");
    server.send(Message::Mouse(click(MouseAction::DoubleClick)));
    assert_eq!(server.state.focus, Pane::Candidate);
    server.act(&[Action::Mouse]).send(Message::Mouse(click(MouseAction::Click)));
    assert_eq!(server.state.focus, Pane::Candidate, "without mouse capture a click does nothing");
}

#[test]
fn the_wheel_scrolls_the_pane_under_it_to_its_end() {
    let mut server = FakeServer::loaded(120, 24);
    server.act(&[Action::Open]);
    let area = server.state.layout.pane(Pane::Candidate).unwrap();
    for _ in 0..100 {
        let wheel = MouseInput { action: MouseAction::WheelDown, x: area.body.x, y: area.body.y };
        server.send(Message::Mouse(wheel));
    }
    let lines = server.state.candidate_rich_text().len();
    let scroll = server.state.open_job().unwrap().detail.scroll;
    assert_eq!(scroll, lines - usize::from(area.body.height));
    assert_eq!(server.state.focus, Pane::Candidates, "the wheel does not move the focus");
}

#[test]
fn a_resize_keeps_the_selection_on_the_screen() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Bottom]);
    for size in [(1, 1), (300, 100), (40, 10), (80, 24), (0, 0), (120, 40)] {
        server.send(Message::Resized(size.0, size.1));
        let list = &server.state.open_job().unwrap().list;
        assert_eq!(list.index(), 6, "{size:?}");
        if let Some(area) = server.state.layout.pane(Pane::Candidates) {
            assert!(
                list.window().contains(&6) && list.height == usize::from(area.body.height),
                "{size:?}"
            );
        }
    }
}

/// A job whose third and fourth of five stages are empty.
fn board_with_gaps(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::new(width, height);
    let has_candidates = |id: &str| !["st_3", "st_4"].contains(&id);
    server.candidates.retain(|item| has_candidates(item.current_pipeline_stage_id.as_str()));
    server.settle().act(&[Action::Go(Pane::Candidates), Action::Board]).settle();
    server
}

#[test]
fn empty_stages_are_passed_one_at_a_time_on_the_board() {
    let mut server = board_with_gaps(80, 24);
    let visible = |server: &FakeServer| -> Vec<usize> {
        let area = server.state.layout.pane(Pane::Candidates).unwrap().body;
        server
            .state
            .open_job()
            .unwrap()
            .board
            .visible_columns(area)
            .into_iter()
            .map(|(at, _)| at)
            .collect()
    };
    let selected = |server: &FakeServer| server.state.selected().unwrap().0.as_str().to_owned();
    assert_eq!((selected(&server), visible(&server)), ("can_0".into(), vec![0, 1, 2, 3]));
    server.act(&[Action::Right]);
    assert_eq!((selected(&server), visible(&server)), ("can_0".into(), vec![0, 1, 2, 3]));
    server.act(&[Action::Right]);
    assert_eq!((selected(&server), visible(&server)), ("can_0".into(), vec![0, 1, 2, 3]));
    server.act(&[Action::Right]);
    assert_eq!((selected(&server), visible(&server)), ("can_5".into(), vec![1, 2, 3, 4]));
    server.act(&[Action::Left, Action::Left, Action::Left]);
    assert_eq!((selected(&server), visible(&server)), ("can_0".into(), vec![1, 2, 3, 4]));
    server.act(&[Action::Left]);
    assert_eq!((selected(&server), visible(&server)), ("can_2".into(), vec![0, 1, 2, 3]));
}

#[test]
fn on_an_empty_stage_no_candidate_is_affected() {
    for key in [
        Action::Open,
        Action::Mark,
        Action::CopyField(CopyField::Id),
        Action::Down,
        Action::LikeThis,
    ] {
        let mut server = board_with_gaps(80, 24);
        server.act(&[Action::Right, key]);
        let message = &server.state.notices.newest_first().next().unwrap().text;
        assert!(message.starts_with("No candidates in this stage"), "{key:?}: {message}");
        assert_eq!((server.state.focus, server.others.len()), (Pane::Candidates, 0));
        assert!(server.state.open_job().unwrap().list.marks.is_empty());
    }
}

pub(crate) fn open_history(server: &mut FakeServer) {
    server.act(&[Action::Open, Action::Open, Action::Go(Pane::Jobs), Action::Down]).settle();
    server.act(&[Action::Open, Action::History, Action::Down]);
}

#[test]
fn the_history_lists_the_visited_locations() {
    for (name, text) in popups("history", open_history) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn an_empty_history_says_so() {
    let mut server = server(80, 24);
    server.act(&[Action::History]);
    assert!(popup_text(&server.state).contains("No other places yet"));
}
