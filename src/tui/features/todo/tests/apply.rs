//! What would be moved in one's own database, and what comes of it.

use super::*;
use crate::tui::app::effect::StageMove;
use crate::tui::features::todo::state::ApplyPreview;

/// The preview on the screen.
fn preview(state: &State) -> &ApplyPreview {
    match &state.over {
        Some(Dialog::Apply(apply)) => apply,
        other => panic!("no preview: {other:?}"),
    }
}

fn moves(candidate: &str, from: &str, to: &str) -> StageMove {
    StageMove { candidate: candidate.into(), from: from.into(), to: to.into() }
}

#[test]
fn the_moves_are_sent_once_and_the_lists_reloaded() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    stage.act(&[TODO, APPLY]).settle();
    stage.act(&[Action::Down, Action::Mark, Action::Open, Action::Open]);
    let [Effect::Apply { ticket, moves: sent }] = stage.others.as_slice() else {
        panic!("{:?}", stage.others)
    };
    assert_eq!(*sent, [moves("can_1", "st_2", "st_3"), moves("can_0", "st_2", "st_5")]);
    let ticket = *ticket;
    stage.candidates[1].current_pipeline_stage_id = "st_3".into();
    stage.fetched.clear();
    let outcome = vec![
        ("can_1".into(), Ok(())),
        ("can_0".into(), Err("somebody moved them meanwhile".to_owned())),
    ];
    stage.send(Message::Applied { ticket, moves: outcome });
    let failed = preview(&stage.state).steps.iter().filter_map(|step| step.outcome.clone());
    assert_eq!(failed.filter(Result::is_err).count(), 1, "who failed is told here");
    stage.settle();
    assert!(stage.fetched.iter().any(|slot| matches!(slot, Slot::Roster(..))));
    assert_eq!(stage.state.todo_count(), 2, "who was moved is done");
    stage.act(&[Action::Open]);
    assert_eq!(shown(&stage.state).todos.count(), 2, "back in the list");
}

#[test]
fn esc_leaves_before_anything_is_sent() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    stage.act(&[APPLY, Action::Back]);
    assert!(stage.state.over.is_none());
    stage.act(&[APPLY, Action::Mark, Action::Mark, Action::Mark, Action::Open]);
    assert!(stage.others.is_empty(), "nobody is left to be moved");
}

#[test]
fn candidates_without_a_target_stage_are_listed_with_the_reason() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    let offer = ("st_4", "Offer");
    let act = give(Verdict::Advance, None);
    stage.send(Message::Logged(vec![entry(30, "job_rust", "can_6", offer, act)]));
    stage.act(&[APPLY]);
    let last = preview(&stage.state).steps.iter().find(|step| step.candidate.as_str() == "can_6");
    assert_eq!(last.unwrap().to, Err("no stage comes after it"));
}

#[test]
fn the_list_reloads_after_a_move_in_the_background() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    stage.act(&[APPLY]).settle();
    stage.act(&[Action::Open]);
    let Some(Effect::Apply { ticket, moves }) = stage.others.pop() else { panic!("nothing sent") };
    stage.act(&[Action::Back]);
    let all = moves.iter().map(|step| (step.candidate.clone(), Ok(()))).collect();
    for step in moves {
        let item = stage.candidates.iter_mut().find(|item| item.id == step.candidate).unwrap();
        item.current_pipeline_stage_id = step.to;
    }
    stage.send(Message::Applied { ticket, moves: all }).settle();
    assert_eq!(stage.state.todo_count(), 0);
    assert_eq!(stage.state.todo_jobs(), []);
}

#[test]
fn the_preview_grows_while_lists_load_and_warns_before_a_partial_move() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    let mut sold = stage.candidates[0].clone();
    sold.id = "can_y".into();
    stage.rosters.insert("job_sales".into(), vec![sold]);
    stage.act(&[APPLY, Action::Mark, Action::Open]);
    assert_eq!(stage.state.todo_reading(), (1, 0));
    assert!(preview(&stage.state).is_warned && stage.others.is_empty(), "it is told first");
    stage.settle();
    let whom = |state: &State| -> Vec<(String, bool)> {
        let steps = preview(state).steps.iter();
        steps.map(|step| (step.candidate.to_string(), step.is_left_out)).collect()
    };
    let expected = [("can_y", false), ("can_1", true), ("can_2", false), ("can_0", false)]
        .map(|(id, is)| (id.to_owned(), is));
    assert_eq!(whom(&stage.state), expected);
    let apply = preview(&stage.state);
    assert_eq!(apply.steps[apply.at].candidate.as_str(), "can_2", "the cursor stays");
    assert!(!apply.is_warned, "what was told was told of fewer");
    stage.act(&[Action::Open]);
    assert!(matches!(&stage.others[..], [Effect::Apply { moves, .. }] if moves.len() == 3));
}

#[test]
fn a_second_time_moves_those_that_were_read() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    stage.act(&[APPLY, Action::Open, Action::Open]);
    assert!(matches!(&stage.others[..], [Effect::Apply { moves, .. }] if moves.len() == 3));
}

/// Others reject too, in this pipeline before oneself.
fn rejecting(stage: &mut FakeServer, names: &[&str]) {
    let record = stage.state.open.get_mut(&"job_rust".into()).unwrap().job.record.as_mut().unwrap();
    record.pipeline_stages.retain(|stage| !stage.is_rejection_stage);
    for (at, name) in names.iter().enumerate() {
        record.pipeline_stages.push(crate::wire::PipelineStage {
            id: format!("out_{at}").as_str().into(),
            name: (*name).to_owned(),
            stage_order: Some(10 + i64::try_from(at).unwrap()),
            is_rejection_stage: true,
            ..Default::default()
        });
    }
}

#[test]
fn the_rejection_stage_of_the_agency_comes_first() {
    for (names, expected) in [
        (&["Declined by client", "Withdrew", "Rejected"][..], "move to Rejected"),
        (&["Rejected by client", "Rejected"], "move to Rejected"),
        (&["Declined by client", "CV rejected"], "move to CV rejected"),
        (&["Declined by client", "Withdrew"], "move to Declined by client"),
        (&[], "the pipeline has no stage for rejections"),
    ] {
        let mut stage = stage(120, 40);
        rejecting(&mut stage, names);
        let todos = list(&stage.state);
        let row = todos.rows().find(|row| row.subject.candidate.as_str() == "can_0").unwrap();
        assert_eq!(row.what, expected);
    }
}

#[test]
fn another_stage_for_rejections_is_taken_by_hand_and_stays() {
    let mut stage = stage(120, 40);
    stage.state.memory.applies = true;
    rejecting(&mut stage, &["Declined by client", "Rejected"]);
    stage.act(&[APPLY, Action::Bottom, Action::Right]);
    let to = |stage: &FakeServer| preview(&stage.state).steps[2].to.clone().unwrap();
    assert_eq!(to(&stage), ("Declined by client".to_owned(), moves("can_0", "st_2", "out_0")));
    stage.settle();
    assert_eq!(to(&stage).0, "Declined by client", "also when more was read");
    stage.act(&[Action::Left]);
    assert_eq!(to(&stage).0, "Rejected");
    stage.act(&[Action::Top, Action::Right]);
    let first = preview(&stage.state).steps[0].to.clone().unwrap();
    assert_eq!(first.0, "Client interview", "who goes on has one way");
}

#[test]
fn a_rejection_stage_has_no_next_stage() {
    let mut stage = stage(120, 40);
    let record = stage.state.open.get_mut(&"job_rust".into()).unwrap().job.record.as_mut().unwrap();
    record.pipeline_stages.iter_mut().for_each(|stage| {
        if stage.name == "Offer" {
            stage.stage_order = Some(9);
        }
    });
    let act = give(Verdict::Advance, None);
    let rejected = ("st_5", "Rejected");
    stage.send(Message::Logged(vec![entry(30, "job_rust", "can_5", rejected, act)]));
    let todos = list(&stage.state);
    let row = todos.rows().find(|row| row.subject.candidate.as_str() == "can_5").unwrap();
    assert_eq!((row.stage.as_str(), row.what.as_str()), ("Rejected", "no stage comes after it"));
}
