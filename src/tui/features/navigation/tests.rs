//! Moving between panes and back.

use crate::keymap::action::{Action, Pane};
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::{Message, MouseAction, MouseInput};

fn quits(stage: &FakeServer) -> bool {
    stage.others.contains(&Effect::Quit)
}

#[test]
fn q_goes_up_level_by_level_and_quits_only_at_the_top() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Open, Action::Quit]);
    assert_eq!(stage.state.focus, Pane::Candidates);
    stage.act(&[Action::Quit]);
    assert_eq!(stage.state.focus, Pane::Jobs);
    assert!(!quits(&stage));
    stage.act(&[Action::Quit]);
    assert!(quits(&stage));
}

#[test]
fn the_program_opens_on_a_job_with_candidates_whatever_was_pressed_before() {
    for early in [&[][..], &[Action::Down], &[Action::Down, Action::Up]] {
        let mut stage = FakeServer::new(120, 40);
        stage.jobs[0].candidate_count = Some(0);
        stage.act(early).settle();
        assert_eq!(stage.state.jobs.index(), 1, "{early:?}");
        stage.act(&[Action::Up]).settle();
        assert_eq!(stage.state.jobs.index(), 0, "{early:?}");
    }
}

#[test]
fn esc_never_quits() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Open, Action::Zoom]);
    for _ in 0..20 {
        stage.act(&[Action::Back]);
    }
    assert_eq!((stage.state.focus, stage.state.zoom), (Pane::Jobs, false));
    assert!(!quits(&stage));
}

#[test]
fn on_a_narrow_screen_a_job_opens_its_pipeline_first() {
    let mut stage = FakeServer::settled(60, 20);
    stage.act(&[Action::Open]);
    assert_eq!(stage.state.focus, Pane::Job);
    stage.act(&[Action::Open]).settle();
    assert_eq!(stage.state.focus, Pane::Candidates);
    stage.act(&[Action::Open]);
    assert_eq!(stage.state.focus, Pane::Candidate);
    stage.act(&[Action::Quit, Action::Quit, Action::Quit]);
    assert_eq!(stage.state.focus, Pane::Jobs);
}

#[test]
fn back_and_forward_are_one_key_each() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Down, Action::Down, Action::Open]);
    stage.act(&[Action::Previous]).settle();
    assert_eq!(stage.state.focus, Pane::Candidates);
    stage.act(&[Action::Previous]).settle();
    assert_eq!(stage.state.focus, Pane::Jobs);
    stage.act(&[Action::Previous]);
    let told = &stage.state.notices.newest_first().next().unwrap().text;
    assert_eq!(told, "there is no place before this one");
    stage.act(&[Action::Forward, Action::Forward]).settle();
    assert_eq!(stage.state.focus, Pane::Candidate);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2");
}

#[test]
fn a_place_picked_from_the_list_is_the_one_that_is_shown_there() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Open, Action::Back]);
    let shown: Vec<_> = stage.state.history.newest_first().map(|place| place.pane).collect();
    assert_eq!(shown, [Pane::Candidates, Pane::Jobs]);
    stage.act(&[Action::History, Action::Down, Action::Open]);
    assert_eq!(stage.state.focus, Pane::Jobs);
    stage.act(&[Action::Forward]).settle();
    assert_eq!(stage.state.focus, Pane::Candidates);
}

#[test]
fn a_click_selects_and_focuses_and_a_second_one_opens() {
    let mut stage = FakeServer::settled(120, 40);
    let area = stage.state.layout.pane(Pane::Candidates).unwrap();
    let click = |what| MouseInput { what, x: area.body.x + 4, y: area.body.y + 2 };
    stage.send(Message::Mouse(click(MouseAction::Once)));
    assert_eq!(stage.state.focus, Pane::Candidates);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2");
    stage.send(Message::Mouse(click(MouseAction::Twice)));
    assert_eq!(stage.state.focus, Pane::Candidate);
    stage.act(&[Action::Mouse]).send(Message::Mouse(click(MouseAction::Once)));
    assert_eq!(stage.state.focus, Pane::Candidate, "the mouse is the terminal's now");
}

#[test]
fn the_wheel_scrolls_what_is_under_it_and_no_further_than_its_end() {
    let mut stage = FakeServer::settled(120, 24);
    stage.act(&[Action::Open]);
    let area = stage.state.layout.pane(Pane::Candidate).unwrap();
    for _ in 0..100 {
        let wheel = MouseInput { what: MouseAction::WheelDown, x: area.body.x, y: area.body.y };
        stage.send(Message::Mouse(wheel));
    }
    let lines = stage.state.candidate_sheet().len();
    let scroll = stage.state.opened().unwrap().detail_scroll;
    assert_eq!(scroll, lines - usize::from(area.body.height));
    assert_eq!(stage.state.focus, Pane::Candidates, "the keys stay where they were");
}

#[test]
fn a_resize_keeps_the_selection_on_the_screen() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Bottom]);
    for size in [(1, 1), (300, 100), (40, 10), (80, 24), (0, 0), (120, 40)] {
        stage.send(Message::Resized(size.0, size.1));
        let list = &stage.state.opened().unwrap().list;
        assert_eq!(list.index(), 6, "{size:?}");
        if let Some(area) = stage.state.layout.pane(Pane::Candidates) {
            assert!(
                list.window().contains(&6) && list.height == usize::from(area.body.height),
                "{size:?}"
            );
        }
    }
}

/// A job whose third and fourth of five stages are empty.
fn board_with_gaps(width: u16, height: u16) -> FakeServer {
    let mut stage = FakeServer::new(width, height);
    let is_there = |id: &str| !["st_3", "st_4"].contains(&id);
    stage.candidates.retain(|item| is_there(item.current_pipeline_stage_id.as_str()));
    stage.settle().act(&[Action::Go(Pane::Candidates), Action::Board]).settle();
    stage
}

#[test]
fn empty_stages_are_passed_one_at_a_time_on_the_board() {
    let mut stage = board_with_gaps(80, 24);
    let seen = |stage: &FakeServer| -> Vec<usize> {
        let area = stage.state.layout.pane(Pane::Candidates).unwrap().body;
        stage.state.opened().unwrap().board.shown(area).into_iter().map(|(at, _)| at).collect()
    };
    let selected = |stage: &FakeServer| stage.state.selected().unwrap().0.as_str().to_owned();
    assert_eq!((selected(&stage), seen(&stage)), ("can_0".into(), vec![0, 1, 2]));
    stage.act(&[Action::Right]);
    assert_eq!((selected(&stage), seen(&stage)), ("can_0".into(), vec![0, 1, 2]));
    stage.act(&[Action::Right]);
    assert_eq!((selected(&stage), seen(&stage)), ("can_0".into(), vec![1, 2, 3]));
    stage.act(&[Action::Right]);
    assert_eq!((selected(&stage), seen(&stage)), ("can_5".into(), vec![2, 3, 4]));
    stage.act(&[Action::Left, Action::Left, Action::Left]);
    assert_eq!((selected(&stage), seen(&stage)), ("can_0".into(), vec![1, 2, 3]));
    stage.act(&[Action::Left]);
    assert_eq!((selected(&stage), seen(&stage)), ("can_2".into(), vec![0, 1, 2]));
}

#[test]
fn on_an_empty_stage_no_candidate_is_affected() {
    for key in [Action::Open, Action::Mark, Action::Copy, Action::Down, Action::LikeThis] {
        let mut stage = board_with_gaps(80, 24);
        stage.act(&[Action::Right, key]);
        let told = &stage.state.notices.newest_first().next().unwrap().text;
        assert!(told.starts_with("nobody is in this stage"), "{key:?}: {told}");
        assert_eq!((stage.state.focus, stage.others.len()), (Pane::Candidates, 0));
        assert!(stage.state.opened().unwrap().list.marks.is_empty());
    }
}
