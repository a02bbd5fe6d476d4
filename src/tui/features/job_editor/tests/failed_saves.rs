//! A change that cannot be saved leaves the form as it was.

use super::new_job::name_new_job;
use super::*;

const FULL: &str = "the disk is full, or the database has reached its maximum size";

#[test]
fn a_form_stays_until_it_is_saved_and_can_be_sent_again() {
    let mut server = local();
    select(&mut server, 5);
    server.act(&[ADD_STAGE, NEXT]).type_text("Task").act(&[ENTER]);
    let text = popup_text(&server.state);
    assert!(text.contains("▸ Task") && text.contains("Saving"), "{text}");
    server.type_text("s").act(&[ERASE]);
    assert_eq!(last_message(&server), SAVING);
    answer(&mut server, Err(FULL));
    assert!(last_message(&server).starts_with("The disk is full"));
    let text = popup_text(&server.state);
    assert!(text.contains("Add an interview stage") && text.contains("▸ Task"), "{text}");
    server.type_text("s").act(&[ENTER]);
    let change = JobChange::AddStage {
        name: "Tasks".to_owned(),
        after: Some("st_2".into()),
        kind: NewStageKind::Interview,
    };
    assert_eq!(sent(&server), [JobRequest::Change("job_rust".into(), change)]);
    let outcome = changed(&server, |job| job.job_status_name.push('x'));
    answer(&mut server, Ok(outcome));
    assert!(matches!(dialog(&server).unwrap().step, JobStep::List));
}

#[test]
fn a_new_job_and_a_retired_stage_can_be_sent_again() {
    let mut server = server(120, 40);
    name_new_job(&mut server);
    server.act(&[Action::Down, Action::Open]);
    answer(&mut server, Err(FULL));
    assert!(popup_text(&server.state).contains("Pipeline 2 of 2 for Go Developer"));
    server.act(&[Action::Open]);
    assert_eq!(sent(&server).len(), 1);

    let mut server = local();
    select(&mut server, 5);
    server.act(&[RETIRE, Action::Down, Action::Open]);
    answer(&mut server, Err(FULL));
    server.act(&[Action::Open]);
    let change = retire("st_2", "st_4");
    assert_eq!(sent(&server), [JobRequest::Change("job_rust".into(), change)]);
}

#[test]
fn the_cursor_follows_a_stage_only_if_it_moved() {
    let mut server = local();
    select(&mut server, 5);
    server.act(&[DOWN]);
    answer(&mut server, Err(FULL));
    assert_eq!(dialog(&server).unwrap().at, 5);
    server.act(&[DOWN]);
    let swap = |job: &mut Job| {
        job.pipeline_stages.swap(1, 2);
        for (order, stage) in (1..).zip(&mut job.pipeline_stages) {
            stage.stage_order = Some(order);
        }
    };
    let outcome = changed(&server, swap);
    answer(&mut server, Ok(outcome));
    assert_eq!(dialog(&server).unwrap().at, 6);
    server.act(&[Action::Undo]);
    let outcome = changed(&server, swap);
    answer(&mut server, Ok(outcome));
    assert_eq!(dialog(&server).unwrap().at, 5);
}

#[test]
fn a_form_that_was_left_does_not_close_the_next_one() {
    let mut server = local();
    server.act(&[RENAME, ERASE]).type_text("Go").act(&[ENTER]);
    server.act(&[Action::Edit(TextEdit::Cancel), ADD_STAGE]);
    let outcome = changed(&server, |job| "Go".clone_into(&mut job.name));
    answer(&mut server, Ok(outcome));
    assert!(popup_text(&server.state).contains("Add a stage"));
}
