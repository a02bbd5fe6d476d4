//! The cursor, the marks and the scroll follow the record.

use crate::keymap::action::{Action, CopyField, Pane, TextEdit};
use crate::tui::app::fixture::{FakeServer, many_candidates};

fn line(server: &FakeServer) -> usize {
    let list = &server.state.open_job().unwrap().list;
    list.index() - list.top
}

#[test]
fn the_last_row_of_a_long_list_is_the_true_last_row() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(2345);
    server.answer();
    server.answer();
    server.answer();
    server.act(&[Action::Open, Action::Bottom]);
    assert_eq!(server.state.open_job().unwrap().list.index(), 2344);
    server.wait(200);
    let next = server
        .in_flight
        .iter()
        .find(|(slot, ..)| matches!(slot, crate::tui::app::request::Slot::CandidatePage(_, 2300)));
    assert!(next.is_some(), "{:?}", server.in_flight);
    server.settle();
    // Rejected candidates come last.
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2343");
}

#[test]
fn rows_inserted_removed_renamed_and_moved_leave_the_cursor_on_its_record_and_line() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(300);
    server.settle();
    server.act(&[Action::Open]);
    for _ in 0..150 {
        server.act(&[Action::Down]);
    }
    server.act(&[Action::Up, Action::Up, Action::Mark]);
    let (selected, before) = (server.state.selected(), line(&server));
    let mut now = many_candidates(330)[300..].to_vec();
    now.extend(server.candidates.iter().filter(|item| item.id.as_str() != "can_3").cloned());
    now.swap(60, 200);
    now[250].name = "Renamed".into();
    server.candidates = now;
    server.act(&[Action::Refresh]);
    while !server.in_flight.is_empty() {
        server.answer();
        server.wait(10);
        assert!(
            server.state.open_job().unwrap().list.len() >= 299,
            "rows stay while the list reloads"
        );
        assert_eq!(server.state.selected(), selected, "the cursor never leaves its record");
    }
    server.settle();
    assert_eq!(server.state.selected(), selected);
    assert_eq!(line(&server), before, "the record stays on its line of the screen");
    let list = &server.state.open_job().unwrap().list;
    let marked: Vec<&str> = list.marks.iter().map(|row| list.pages.rows.id(*row)).collect();
    assert_eq!(marked, ["can_172"]);
    let messages: Vec<&str> =
        server.state.notices.newest_first().map(|n| n.text.as_str()).collect();
    assert!(messages.iter().any(|text| text.contains("is no longer in the list")), "{messages:?}");
}

#[test]
fn a_record_removed_under_the_cursor_is_named_and_the_next_selected() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Down, Action::Down]);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2");
    server.candidates.remove(2);
    server.act(&[Action::Refresh]).settle();
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_3");
    let messages: Vec<&str> =
        server.state.notices.newest_first().map(|notice| notice.text.as_str()).collect();
    let expected = ["Refreshed: 1 removed", "Łukasz Wiśniewski is no longer in the list"];
    assert_eq!(messages[..2], expected);
}

#[test]
fn a_rename_keeps_the_days_in_the_stage_and_a_move_does_not() {
    for (stage_id, is_known) in [("st_2", true), ("st_4", false)] {
        let mut server = FakeServer::loaded(120, 40);
        let row = server.state.open_job().unwrap().list.at(1).unwrap();
        assert!(server.state.open_job().unwrap().since(row).is_some());
        server.act(&[Action::Open, Action::Bottom]).settle();
        server.candidates[1].name = "Renamed".into();
        server.candidates[1].current_pipeline_stage_id = stage_id.into();
        server.act(&[Action::Refresh]).settle();
        assert_eq!(server.state.open_job().unwrap().since(row).is_some(), is_known, "{stage_id}");
    }
}

#[test]
fn a_changed_row_is_fresh_for_a_moment() {
    let mut server = FakeServer::loaded(120, 40);
    server.candidates[1].current_job_title = "Principal".into();
    server.act(&[Action::Refresh]).settle();
    let list = &server.state.open_job().unwrap().list;
    let row = list.at(1).unwrap();
    assert!(list.is_fresh(row, server.state.clock.moment));
    assert!(!list.is_fresh(list.at(0).unwrap(), server.state.clock.moment));
    server.wait(3000);
    assert!(!server.state.open_job().unwrap().list.is_fresh(row, server.state.clock.moment));
}

#[test]
fn new_rows_are_fresh_like_changed_rows() {
    for (count, last_first) in [(30_usize, false), (250, false), (250, true)] {
        let mut server = FakeServer::new(120, 40);
        server.candidates = many_candidates(count);
        server.settle();
        server.act(&[Action::Open]);
        let mut more = many_candidates(count + 2);
        let newcomers = more.split_off(count);
        server.candidates[1].name = "Renamed".into();
        server.candidates.splice(0..0, newcomers);
        server.act(&[Action::Refresh]).wait(100);
        while !server.in_flight.is_empty() {
            server.answer_at(if last_first { server.in_flight.len() - 1 } else { 0 });
        }
        let open = server.state.open_job().unwrap();
        let now = server.state.clock.moment;
        let rows = &open.list.pages.rows;
        let fresh = rows.rows().filter(|row| open.list.is_fresh(*row, now));
        let fresh: Vec<&str> = fresh.map(|row| rows.id(row)).collect();
        let new = [count, count + 1].map(|at| format!("can_{at}"));
        assert_eq!(fresh, ["can_1", &new[0], &new[1]], "{count} {last_first}");
    }
}

#[test]
fn a_candidate_that_leaves_the_filter_under_the_cursor_is_named() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("stage:applied");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    let notices = |server: &FakeServer| server.state.notices.newest_first().count();
    assert_eq!(notices(&server), 0, "a filter excludes rows on purpose");
    let name = server.candidates[2].name.clone();
    assert_eq!(server.state.selected().unwrap().0, server.candidates[2].id);
    server.candidates[2].current_pipeline_stage_name = "Offer".into();
    server.candidates[2].current_pipeline_stage_id = "st_4".into();
    server.act(&[Action::Refresh]).settle();
    assert_ne!(server.state.selected().unwrap().0, server.candidates[2].id);
    let message = &server.state.notices.newest_first().next().unwrap().text;
    assert_eq!(message, &format!("{name} is no longer in this list"));
}

#[test]
fn marks_survive_a_filter_and_those_it_hides_are_counted() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Mark, Action::Mark, Action::Filter]).type_text("kestrel");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    assert_eq!(server.state.open_job().unwrap().list.hidden_marks(), 1);
    server.act(&[Action::CopyField(CopyField::Id)]);
    let message = &server.state.notices.newest_first().next().unwrap().text;
    assert_eq!(message, "Copied 2 IDs, 1 of them hidden by the filter");
}

#[test]
fn a_range_marks_everything_on_the_way() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[
        Action::Open,
        Action::Down,
        Action::MarkRange,
        Action::Down,
        Action::Down,
        Action::MarkRange,
    ]);
    server.act(&[Action::Down]);
    assert_eq!(server.state.open_job().unwrap().list.marks.len(), 3);
    server.act(&[Action::MarkInvert]);
    assert_eq!(server.state.open_job().unwrap().list.marks.len(), 4);
}

#[test]
fn on_the_board_the_same_cursor_moves_by_stage() {
    let mut server = FakeServer::loaded(140, 40);
    server.act(&[Action::Board]);
    assert!(server.state.layout.board);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_0");
    server.act(&[Action::Down]);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_1", "the next in that stage");
    server.act(&[Action::Right]);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_4", "the next stage");
    server.act(&[Action::Left, Action::Left]);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2");
    server.act(&[Action::Open]);
    assert_eq!(server.state.focus, Pane::Candidate);
    server.act(&[Action::Back, Action::Back]);
    assert!(!server.state.layout.board);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2");
}
