use crate::app::action::{Action, Pane};
use crate::app::fixture::{Stage, crowd};
use crate::app::message::Slot;

#[test]
fn opening_the_workspace_asks_for_the_jobs_and_then_for_what_the_first_one_shows() {
    let mut stage = Stage::new(120, 40);
    assert_eq!(
        stage.asked.iter().map(|(slot, ..)| slot.clone()).collect::<Vec<_>>(),
        [Slot::Jobs(0)]
    );
    stage.answer();
    let asked: Vec<Slot> = stage.asked.iter().map(|(slot, ..)| slot.clone()).collect();
    assert_eq!(asked, [Slot::Job("job_rust".into()), Slot::Roster("job_rust".into(), 0)]);
    stage.settle();
    assert_eq!(stage.state.jobs.len(), 4);
    assert_eq!(stage.state.opened().unwrap().list.len(), 7);
    assert!(stage.state.candidate().unwrap().record.is_some());
}

#[test]
fn a_filter_narrows_the_candidates_as_it_is_typed() {
    let mut stage = Stage::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("lukasz").settle();
    let list = &stage.state.opened().unwrap().list;
    assert_eq!(list.len(), 1);
    assert_eq!(list.roll.rows.name(list.row().unwrap()), "Łukasz Wiśniewski");
    assert_eq!(stage.state.focus, Pane::Candidates);
}

#[test]
fn the_last_row_of_a_long_list_is_the_true_last_row() {
    let mut stage = Stage::new(120, 40);
    stage.candidates = crowd(2345);
    stage.answer();
    stage.answer();
    stage.answer();
    stage.act(&[Action::Open, Action::Bottom]);
    assert_eq!(stage.state.opened().unwrap().list.index(), 2344);
    stage.wait(200);
    let next = stage.asked.iter().find(|(slot, ..)| matches!(slot, Slot::Roster(_, 2300)));
    assert!(next.is_some(), "{:?}", stage.asked);
    stage.settle();
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2344");
}
