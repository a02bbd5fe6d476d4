//! The cursor, the marks and the scroll follow the record.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::tui::app::fixture::{FakeServer, crowd};

fn line(stage: &FakeServer) -> usize {
    let list = &stage.state.opened().unwrap().list;
    list.index() - list.top
}

#[test]
fn the_last_row_of_a_long_list_is_the_true_last_row() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(2345);
    stage.answer();
    stage.answer();
    stage.answer();
    stage.act(&[Action::Open, Action::Bottom]);
    assert_eq!(stage.state.opened().unwrap().list.index(), 2344);
    stage.wait(200);
    let next = stage
        .asked
        .iter()
        .find(|(slot, ..)| matches!(slot, crate::tui::app::request::Slot::Roster(_, 2300)));
    assert!(next.is_some(), "{:?}", stage.asked);
    stage.settle();
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2344");
}

#[test]
fn rows_inserted_removed_renamed_and_moved_leave_the_cursor_on_its_record_and_line() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(300);
    stage.settle();
    stage.act(&[Action::Open]);
    for _ in 0..150 {
        stage.act(&[Action::Down]);
    }
    stage.act(&[Action::Up, Action::Up, Action::Mark]);
    let (selected, before) = (stage.state.selected(), line(&stage));
    let mut now = crowd(330)[300..].to_vec();
    now.extend(stage.candidates.iter().filter(|item| item.id.as_str() != "can_3").cloned());
    now.swap(60, 200);
    now[250].name = "Renamed".into();
    stage.candidates = now;
    stage.act(&[Action::Refresh]);
    while !stage.asked.is_empty() {
        stage.answer();
        stage.wait(10);
        assert!(stage.state.opened().unwrap().list.len() >= 299, "it is never empty");
        assert_eq!(stage.state.selected(), selected, "the cursor never leaves its record");
    }
    stage.settle();
    assert_eq!(stage.state.selected(), selected);
    assert_eq!(line(&stage), before, "on the same line");
    let list = &stage.state.opened().unwrap().list;
    let marked: Vec<&str> = list.marks.iter().map(|row| list.roll.rows.id(*row)).collect();
    assert_eq!(marked, ["can_148"]);
    let told: Vec<&str> = stage.state.notices.newest_first().map(|n| n.text.as_str()).collect();
    assert!(told.iter().any(|text| text.contains("is no longer in the list")), "{told:?}");
}

#[test]
fn a_record_that_vanished_under_the_cursor_is_named_and_the_next_one_selected() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Down, Action::Down]);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2");
    stage.candidates.remove(2);
    stage.act(&[Action::Refresh]).settle();
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_3");
    let told = stage.state.notices.newest_first().next().unwrap();
    assert_eq!(told.text, "Łukasz Wiśniewski is no longer in the list");
}

#[test]
fn another_name_leaves_the_days_in_the_stage_known_and_another_stage_does_not() {
    for (stage_id, known) in [("st_2", true), ("st_4", false)] {
        let mut stage = FakeServer::settled(120, 40);
        let row = stage.state.opened().unwrap().list.at(1).unwrap();
        assert!(stage.state.opened().unwrap().since(row).is_some());
        stage.act(&[Action::Open, Action::Bottom]).settle();
        stage.candidates[1].name = "Renamed".into();
        stage.candidates[1].current_pipeline_stage_id = stage_id.into();
        stage.act(&[Action::Refresh]).settle();
        assert_eq!(stage.state.opened().unwrap().since(row).is_some(), known, "{stage_id}");
    }
}

#[test]
fn what_changed_is_fresh_for_a_moment() {
    let mut stage = FakeServer::settled(120, 40);
    stage.candidates[1].current_job_title = "Principal".into();
    stage.act(&[Action::Refresh]).settle();
    let list = &stage.state.opened().unwrap().list;
    let row = list.at(1).unwrap();
    assert!(list.is_fresh(row, stage.state.clock.moment));
    assert!(!list.is_fresh(list.at(0).unwrap(), stage.state.clock.moment));
    stage.wait(3000);
    assert!(!stage.state.opened().unwrap().list.is_fresh(row, stage.state.clock.moment));
}

#[test]
fn newcomers_are_fresh_beside_those_who_changed() {
    for (count, last_first) in [(30_usize, false), (250, false), (250, true)] {
        let mut stage = FakeServer::new(120, 40);
        stage.candidates = crowd(count);
        stage.settle();
        stage.act(&[Action::Open]);
        let mut more = crowd(count + 2);
        let newcomers = more.split_off(count);
        stage.candidates[1].name = "Renamed".into();
        stage.candidates.splice(0..0, newcomers);
        stage.act(&[Action::Refresh]).wait(100);
        while !stage.asked.is_empty() {
            stage.answer_at(if last_first { stage.asked.len() - 1 } else { 0 });
        }
        let open = stage.state.opened().unwrap();
        let now = stage.state.clock.moment;
        let fresh: Vec<usize> = (0..open.list.len())
            .filter(|index| open.list.at(*index).is_some_and(|row| open.list.is_fresh(row, now)))
            .collect();
        assert_eq!(fresh, [0, 1, 3], "{count} {last_first}");
    }
}

#[test]
fn who_leaves_the_filter_under_the_cursor_is_named() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("stage:applied");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    let notices = |stage: &FakeServer| stage.state.notices.newest_first().count();
    assert_eq!(notices(&stage), 0, "whoever filters knows that others are left out");
    let name = stage.candidates[2].name.clone();
    assert_eq!(stage.state.selected().unwrap().0, stage.candidates[2].id);
    stage.candidates[2].current_pipeline_stage_name = "Offer".into();
    stage.candidates[2].current_pipeline_stage_id = "st_4".into();
    stage.act(&[Action::Refresh]).settle();
    assert_ne!(stage.state.selected().unwrap().0, stage.candidates[2].id);
    let told = &stage.state.notices.newest_first().next().unwrap().text;
    assert_eq!(told, &format!("{name} is no longer in the filter"));
}

#[test]
fn marks_survive_a_filter_and_those_it_hides_are_counted() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Mark, Action::Mark, Action::Filter]).type_text("kestrel");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(stage.state.opened().unwrap().list.hidden_marks(), 1);
    stage.act(&[Action::Copy]);
    let told = &stage.state.notices.newest_first().next().unwrap().text;
    assert_eq!(told, "copied 2 ids, 1 of them hidden by the filter");
}

#[test]
fn a_range_marks_everything_on_the_way() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[
        Action::Open,
        Action::Down,
        Action::MarkRange,
        Action::Down,
        Action::Down,
        Action::MarkRange,
    ]);
    stage.act(&[Action::Down]);
    assert_eq!(stage.state.opened().unwrap().list.marks.len(), 3);
    stage.act(&[Action::MarkInvert]);
    assert_eq!(stage.state.opened().unwrap().list.marks.len(), 4);
}

#[test]
fn on_the_board_the_same_cursor_moves_by_stage() {
    let mut stage = FakeServer::settled(140, 40);
    stage.act(&[Action::Board]);
    assert!(stage.state.layout.board);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_0");
    stage.act(&[Action::Down]);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_1", "the next in that stage");
    stage.act(&[Action::Right]);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_4", "the next stage");
    stage.act(&[Action::Left, Action::Left]);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2");
    stage.act(&[Action::Open]);
    assert_eq!(stage.state.focus, Pane::Candidate);
    stage.act(&[Action::Back, Action::Back]);
    assert!(!stage.state.layout.board);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2");
}
