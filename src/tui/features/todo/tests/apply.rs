//! The preview of stage moves in the local database, and their outcome.

use super::*;
use crate::recruiting::triage::StageMove;
use crate::tui::app::effect::StorageEffect;
use crate::tui::features::todo::state::ApplyPreview;
use crate::tui::features::todo::todo_counts::{todo_count, todo_jobs, todo_reading};

fn preview(state: &State) -> &ApplyPreview {
    match state.dialogs.top() {
        Some(Dialog::Apply(apply)) => apply,
        other => panic!("no preview: {other:?}"),
    }
}

fn stage_move(candidate: &str, from: &str, to: &str) -> StageMove {
    StageMove { candidate: candidate.into(), from: from.into(), to: to.into() }
}

#[test]
fn the_moves_are_sent_once_and_the_lists_reloaded() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    server.act(&[TODO, APPLY]).settle();
    server.act(&[Action::Down, Action::Mark, Action::Open, Action::Open]);
    let [Effect::Storage(StorageEffect::Apply { ticket, moves: sent })] = server.others.as_slice()
    else {
        panic!("{:?}", server.others)
    };
    assert_eq!(*sent, [stage_move("can_1", "st_2", "st_3"), stage_move("can_0", "st_2", "st_5")]);
    let ticket = *ticket;
    server.candidates[1].current_pipeline_stage_id = "st_3".into();
    server.fetched.clear();
    let outcome = vec![
        ("can_1".into(), Ok(())),
        ("can_0".into(), Err("somebody moved them meanwhile".to_owned())),
    ];
    server.send(Message::Applied { ticket, moves: outcome });
    let failed = preview(&server.state).steps.iter().filter_map(|step| step.outcome.clone());
    assert_eq!(failed.filter(Result::is_err).count(), 1, "the preview shows the failed move");
    server.settle();
    assert!(server.fetched.iter().any(|slot| matches!(slot, Slot::CandidatePage(..))));
    assert_eq!(todo_count(&server.state), 2, "the moved candidate leaves the to-do list");
    server.act(&[Action::Open]);
    assert_eq!(todo_dialog(&server.state).todos.count(), 2, "enter returns to the to-do list");
}

/// Sends the moves of the preview and answers that all were carried out.
fn apply_all(server: &mut FakeServer) -> Vec<StageMove> {
    server.state.local_data.can_apply = true;
    server.act(&[APPLY]).settle();
    server.act(&[Action::Open]);
    answer_moves(server, |_| Ok(()))
}

fn answer_moves(
    server: &mut FakeServer,
    outcome: impl Fn(&StageMove) -> Result<(), String>,
) -> Vec<StageMove> {
    let Some(Effect::Storage(StorageEffect::Apply { ticket, moves })) = server.others.pop() else {
        panic!("no moves were sent: {:?}", server.others)
    };
    for step in moves.iter().filter(|step| outcome(step).is_ok()) {
        let item = server.candidates.iter_mut().find(|item| item.id == step.candidate).unwrap();
        item.current_pipeline_stage_id = step.to.clone();
        item.current_pipeline_stage_name = String::new();
    }
    let all = moves.iter().map(|step| (step.candidate.clone(), outcome(step))).collect();
    server.send(Message::Applied { ticket, moves: all }).settle();
    moves
}

fn last_message(server: &FakeServer) -> &str {
    server.state.notices.newest_first().next().map_or("", |notice| &notice.text)
}

#[test]
fn undo_moves_the_candidates_back_and_redo_moves_them_again() {
    let mut server = server(120, 40);
    let before = todo_count(&server.state);
    let sent = apply_all(&mut server);
    assert!(
        last_message(&server).starts_with("Moved 3 candidates · "),
        "{}",
        last_message(&server)
    );
    server.act(&[Action::Undo]);
    let back = answer_moves(&mut server, |_| Ok(()));
    let reversed: Vec<StageMove> = sent
        .iter()
        .map(|step| stage_move(step.candidate.as_str(), step.to.as_str(), step.from.as_str()))
        .collect();
    assert_eq!(back, reversed);
    let message = last_message(&server);
    assert!(message.starts_with("Moved 3 candidates back · "), "{message}");
    assert_eq!(todo_count(&server.state), before - 1, "the list of the other job is loaded now");
    server.act(&[Action::Redo]);
    assert_eq!(answer_moves(&mut server, |_| Ok(())), sent);
    assert!(last_message(&server).starts_with("Moved 3 candidates again · "));
}

#[test]
fn undo_takes_the_last_action_first_and_a_new_verdict_ends_the_redo() {
    let mut server = server(120, 40);
    server.state.local_data.session = "now".to_owned();
    apply_all(&mut server);
    let give = Action::Triage(TriageAction::Give(Verdict::Wait));
    let mut clock = server.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-15T13:04:00Z");
    server.send(Message::Time(clock));
    server.act(&[Action::Go(Pane::Candidates), Action::Top, give, Action::Undo]);
    assert!(
        last_message(&server).starts_with("Undone: the verdict wait on "),
        "{}",
        last_message(&server)
    );
    server.others.clear();
    server.act(&[Action::Undo]);
    answer_moves(&mut server, |_| Ok(()));
    assert!(last_message(&server).starts_with("Moved 3 candidates back"));
    server.others.clear();
    server.act(&[give, Action::Redo]);
    let is_move = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::Apply { .. }));
    assert!(!server.others.iter().any(is_move), "{:?}", server.others);
}

#[test]
fn a_candidate_whom_someone_else_moved_on_is_left_alone_and_named() {
    let mut server = server(120, 40);
    apply_all(&mut server);
    server.act(&[Action::Undo]);
    answer_moves(&mut server, |step| match step.candidate.as_str() {
        "can_1" => Err("Ada is now in Offer".to_owned()),
        _ => Ok(()),
    });
    let message = last_message(&server).to_owned();
    assert!(message.starts_with("Moved 2 candidates back · "), "{message}");
    assert!(message.ends_with("; not moved: Ada is now in Offer"), "{message}");
    server.act(&[Action::Redo]);
    assert_eq!(answer_moves(&mut server, |_| Ok(())).len(), 2, "only those moved back move again");
}

#[test]
fn esc_leaves_before_anything_is_sent() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    server.act(&[APPLY, Action::Back]);
    assert!(server.state.dialogs.is_empty());
    server.act(&[APPLY, Action::Mark, Action::Mark, Action::Mark, Action::Open]);
    assert!(server.others.is_empty(), "no candidate is left to move");
}

#[test]
fn candidates_without_a_target_stage_are_listed_with_the_reason() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    let offer = ("st_4", "Offer");
    let kind = verdict_entry(Verdict::Advance, None);
    server.send(Message::Logged(vec![entry(30, "job_rust", "can_6", offer, kind)]));
    server.act(&[APPLY]);
    let last = preview(&server.state).steps.iter().find(|step| step.candidate.as_str() == "can_6");
    assert_eq!(last.unwrap().to, Err("no next stage"));
}

#[test]
fn the_list_reloads_after_a_move_in_the_background() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    server.act(&[APPLY]).settle();
    server.act(&[Action::Open]);
    let Some(Effect::Storage(StorageEffect::Apply { ticket, moves })) = server.others.pop() else {
        panic!("nothing sent")
    };
    server.act(&[Action::Back]);
    let all = moves.iter().map(|step| (step.candidate.clone(), Ok(()))).collect();
    for step in moves {
        let item = server.candidates.iter_mut().find(|item| item.id == step.candidate).unwrap();
        item.current_pipeline_stage_id = step.to;
    }
    server.send(Message::Applied { ticket, moves: all }).settle();
    assert_eq!(todo_count(&server.state), 0);
    assert_eq!(todo_jobs(&server.state), []);
}

#[test]
fn the_preview_grows_while_lists_load_and_warns_before_a_partial_move() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    let mut sales_candidate = server.candidates[0].clone();
    sales_candidate.id = "can_y".into();
    server.candidates_by_job.insert("job_sales".into(), vec![sales_candidate]);
    server.act(&[APPLY, Action::Mark, Action::Open]);
    assert_eq!(todo_reading(&server.state), (1, 0));
    assert!(preview(&server.state).is_warned && server.others.is_empty(), "a warning comes first");
    server.settle();
    let selection = |state: &State| -> Vec<(String, bool)> {
        let steps = preview(state).steps.iter();
        steps.map(|step| (step.candidate.to_string(), step.is_left_out)).collect()
    };
    let expected = [("can_y", false), ("can_1", true), ("can_2", false), ("can_0", false)]
        .map(|(id, is_left_out)| (id.to_owned(), is_left_out));
    assert_eq!(selection(&server.state), expected);
    let apply = preview(&server.state);
    assert_eq!(apply.steps[apply.at].candidate.as_str(), "can_2", "the cursor stays");
    assert!(!apply.is_warned, "new moves reset the warning");
    server.act(&[Action::Open]);
    assert!(
        matches!(&server.others[..], [Effect::Storage(StorageEffect::Apply { moves, .. })] if moves.len() == 3)
    );
}

#[test]
fn a_second_enter_moves_the_loaded_candidates() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    server.act(&[APPLY, Action::Open, Action::Open]);
    assert!(
        matches!(&server.others[..], [Effect::Storage(StorageEffect::Apply { moves, .. })] if moves.len() == 3)
    );
}

/// Replaces the rejection stages of the pipeline by stages with these names.
fn set_rejection_stages(server: &mut FakeServer, names: &[&str]) {
    let record = server.state.open.get_mut(&"job_rust".into()).unwrap().job.whole_mut().unwrap();
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
        (&[], "the pipeline has no rejection stage"),
    ] {
        let mut server = server(120, 40);
        set_rejection_stages(&mut server, names);
        let todos = list(&server.state);
        let row = todos.rows().find(|row| row.subject.candidate.as_str() == "can_0").unwrap();
        assert_eq!(row.task, expected);
    }
}

#[test]
fn a_chosen_rejection_stage_is_kept() {
    let mut server = server(120, 40);
    server.state.local_data.can_apply = true;
    set_rejection_stages(&mut server, &["Declined by client", "Rejected"]);
    server.act(&[APPLY, Action::Bottom, Action::Right]);
    let to = |server: &FakeServer| preview(&server.state).steps[2].to.clone().unwrap();
    assert_eq!(
        to(&server),
        ("Declined by client".to_owned(), stage_move("can_0", "st_2", "out_0"))
    );
    server.settle();
    assert_eq!(to(&server).0, "Declined by client", "the choice survives a rebuild of the preview");
    server.act(&[Action::Left]);
    assert_eq!(to(&server).0, "Rejected");
    server.act(&[Action::Top, Action::Right]);
    let first = preview(&server.state).steps[0].to.clone().unwrap();
    assert_eq!(first.0, "Client interview", "an advance has only one target");
}

#[test]
fn an_advance_out_of_a_rejection_stage_is_no_task() {
    let mut server = server(120, 40);
    let record = server.state.open.get_mut(&"job_rust".into()).unwrap().job.whole_mut().unwrap();
    record.pipeline_stages.iter_mut().for_each(|stage| {
        if stage.name == "Offer" {
            stage.stage_order = Some(9);
        }
    });
    let kind = verdict_entry(Verdict::Advance, None);
    let rejected = ("st_5", "Rejected");
    server.send(Message::Logged(vec![entry(30, "job_rust", "can_5", rejected, kind)]));
    let todos = list(&server.state);
    let row = todos.rows().find(|row| row.subject.candidate.as_str() == "can_5").unwrap();
    assert_eq!(
        (row.stage.as_str(), row.task.as_str()),
        ("Rejected", "in Rejected: cannot be advanced")
    );
}
