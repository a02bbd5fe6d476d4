//! The dialog of a job: what its keys send, what follows, how it looks.

mod clicks;
mod failed_saves;
mod new_job;

use insta::assert_snapshot;

use self::new_job::{name_new_job, templates};
use super::state::{JobDialog, JobStep, SAVING};
use crate::keymap::action::{Action, JobAction, Pane, TextEdit};
use crate::recruiting::job_change::{ChangedJob, JobChange, JobRequest, NewStageKind};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::view::tests::{popup_text, popups, server};
use crate::tui::features::triage::tests::last_message;
use crate::wire::{Job, StageId};

const EDIT: Action = Action::Job(JobAction::Edit);
const ADD: Action = Action::Job(JobAction::Add);
const ADD_STAGE: Action = Action::Job(JobAction::AddStage);
const ARCHIVE: Action = Action::Job(JobAction::ToggleArchived);
const RENAME: Action = Action::Job(JobAction::Rename);
const RETIRE: Action = Action::Job(JobAction::RetireStage);
const UP: Action = Action::Job(JobAction::StageUp);
const DOWN: Action = Action::Job(JobAction::StageDown);
const ENTER: Action = Action::Edit(TextEdit::Accept);
const ERASE: Action = Action::Edit(TextEdit::EraseAll);
const NEXT: Action = Action::Edit(TextEdit::Next);

fn make_local(server: &mut FakeServer) {
    (server.state.local_data.is_restored, server.state.local_data.can_apply) = (true, true);
    server.state.local_data.job_templates = templates();
    server.act(&[Action::Go(Pane::Jobs)]).settle();
}

/// The dialog of the first job, in a workspace on this machine.
fn open(server: &mut FakeServer) {
    make_local(server);
    server.act(&[EDIT]);
}

fn local() -> FakeServer {
    let mut server = server(120, 40);
    open(&mut server);
    server
}

fn dialog(server: &FakeServer) -> Option<&JobDialog> {
    match server.state.dialogs.top() {
        Some(Dialog::EditJob(dialog)) => Some(dialog),
        _ => None,
    }
}

/// Moves the cursor to a row.
fn select(server: &mut FakeServer, row: usize) {
    server.act(&[Action::Top]).act(&vec![Action::Down; row]);
}

/// The requests that were sent.
fn sent(server: &FakeServer) -> Vec<JobRequest> {
    let requests = server.others.iter().filter_map(|effect| match effect {
        Effect::Storage(StorageEffect::ChangeJob { request, .. }) => Some(request.clone()),
        _ => None,
    });
    requests.collect()
}

fn loaded(server: &FakeServer) -> Job {
    server.state.open[&"job_rust".into()].job.display().unwrap().clone()
}

/// Answers the request sent last.
fn answer(server: &mut FakeServer, outcome: Result<ChangedJob, &str>) {
    let Some(Effect::Storage(StorageEffect::ChangeJob { ticket, .. })) = server.others.pop() else {
        panic!("no change was sent: {:?}", server.others)
    };
    let outcome = outcome.map(Box::new).map_err(str::to_owned);
    server.send(Message::JobChanged { ticket, outcome });
}

/// The job after a change that the database made.
fn changed(server: &FakeServer, change: impl FnOnce(&mut Job)) -> ChangedJob {
    let before = loaded(server);
    let mut after = before.clone();
    change(&mut after);
    ChangedJob { before: Some(before), after, moved_candidates: 0 }
}

fn ids(ids: &[&str]) -> Vec<StageId> {
    ids.iter().map(|id| StageId::from(*id)).collect()
}

fn add_stage(after: Option<&str>, kind: NewStageKind) -> JobChange {
    JobChange::AddStage { name: "Task".to_owned(), after: after.map(StageId::from), kind }
}

fn retire(stage: &str, move_to: &str) -> JobChange {
    JobChange::RetireStage { stage: stage.into(), move_to: Some(move_to.into()) }
}

/// The row, the keys before a text, the text, the keys after it, and the change.
type KeyCase<'a> = (usize, &'a [Action], &'a str, &'a [Action], JobChange);

#[test]
fn each_key_sends_its_change_for_the_selected_row() {
    use NewStageKind::{Interview, Plain, Rejection};
    let cases: [KeyCase<'_>; 17] = [
        (0, &[Action::Open, ERASE], "Go Dev", &[ENTER], JobChange::Rename("Go Dev".to_owned())),
        (0, &[RENAME, ERASE], " Go ", &[ENTER], JobChange::Rename("Go".to_owned())),
        (1, &[Action::Open], "Initech", &[ENTER], JobChange::SetClient("Initech".to_owned())),
        (1, &[Action::Open], "umb", &[NEXT, ENTER], JobChange::SetClient("Umbra".to_owned())),
        (2, &[Action::Open], "", &[NEXT, ENTER], JobChange::SetStatus("Closed".to_owned())),
        (3, &[Action::Open], "", &[], JobChange::SetArchived(true)),
        (6, &[ARCHIVE], "", &[], JobChange::SetArchived(true)),
        (0, &[ADD_STAGE], "Task", &[ENTER], add_stage(None, Plain)),
        (5, &[ADD_STAGE], "Task", &[ENTER], add_stage(Some("st_2"), Plain)),
        (5, &[ADD_STAGE, NEXT], "Task", &[ENTER], add_stage(Some("st_2"), Interview)),
        (5, &[ADD_STAGE], "Task", &[NEXT, NEXT, ENTER], add_stage(Some("st_2"), Rejection)),
        (8, &[ADD_STAGE], "Task", &[ENTER], add_stage(Some("st_5"), Rejection)),
        (8, &[ADD_STAGE, NEXT], "Task", &[ENTER], add_stage(Some("st_5"), Plain)),
        (
            5,
            &[RENAME, ERASE],
            "Phone screen",
            &[ENTER],
            JobChange::RenameStage { stage: "st_2".into(), name: "Phone screen".to_owned() },
        ),
        (
            5,
            &[UP],
            "",
            &[],
            JobChange::ReorderStages(ids(&["st_2", "st_1", "st_3", "st_4", "st_5"])),
        ),
        (
            5,
            &[DOWN],
            "",
            &[],
            JobChange::ReorderStages(ids(&["st_1", "st_3", "st_2", "st_4", "st_5"])),
        ),
        // The stage after it is offered first.
        (5, &[RETIRE, Action::Down], "", &[Action::Open], retire("st_2", "st_4")),
    ];
    for (row, before, text, after, expected) in cases {
        let mut server = local();
        select(&mut server, row);
        server.act(before).type_text(text).act(after);
        let expected = JobRequest::Change("job_rust".into(), expected);
        assert_eq!(sent(&server), [expected], "row {row}: {before:?} {text}");
        let outcome = changed(&server, |job| job.job_status_name.push('x'));
        answer(&mut server, Ok(outcome));
        assert!(matches!(dialog(&server).unwrap().step, JobStep::List));
    }
}

#[test]
fn keys_that_cannot_act_say_why() {
    let cases: [(usize, &[Action], &str); 6] = [
        (0, &[RETIRE], "Select a stage first"),
        (0, &[UP], "Select a stage first"),
        (4, &[UP], "It is the first stage"),
        (8, &[DOWN], "It is the last stage"),
        (0, &[Action::Open, ERASE, ENTER], "Type a name first"),
        (0, &[Action::Open, NEXT], "No suggestions here"),
    ];
    for (row, actions, expected) in cases {
        let mut server = local();
        select(&mut server, row);
        server.act(actions);
        assert_eq!(last_message(&server), expected, "row {row}: {actions:?}");
        assert_eq!(sent(&server), []);
    }
}

#[test]
fn an_empty_stage_is_retired_by_a_second_press() {
    let mut server = local();
    server
        .state
        .open
        .get_mut(&"job_rust".into())
        .unwrap()
        .job
        .whole_mut()
        .unwrap()
        .pipeline_stages[3]
        .id = "st_new".into();
    select(&mut server, 7);
    server.act(&[RETIRE]);
    assert_eq!(sent(&server), []);
    assert!(last_message(&server).contains("again to retire the stage Offer"));
    server.act(&[RETIRE]);
    let change = JobChange::RetireStage { stage: "st_new".into(), move_to: None };
    assert_eq!(sent(&server), [JobRequest::Change("job_rust".into(), change)]);
}

#[test]
fn the_result_is_shown_at_once_and_all_lists_are_read_again() {
    let mut server = local();
    select(&mut server, 5);
    server.act(&[RENAME, ERASE]).type_text("Phone screen").act(&[ENTER]);
    server.fetched.clear();
    let outcome =
        changed(&server, |job| "Phone screen".clone_into(&mut job.pipeline_stages[1].name));
    answer(&mut server, Ok(outcome));
    assert_eq!(
        last_message(&server),
        "Renamed the stage Recruiter screen to Phone screen · u undoes"
    );
    assert_eq!(loaded(&server).pipeline_stages[1].name, "Phone screen");
    server.settle();
    for name in ["Jobs(", "Job(", "CandidatePage("] {
        let is_read = |slot: &Slot| format!("{slot:?}").starts_with(name);
        assert!(server.fetched.iter().any(is_read), "{name}: {:?}", server.fetched);
    }
    assert_eq!(dialog(&server).unwrap().at, 5, "the cursor stays");
}

#[test]
fn a_failure_says_why_and_one_change_is_saved_at_a_time() {
    let mut server = local();
    server.act(&[ARCHIVE, ARCHIVE]);
    assert_eq!(last_message(&server), SAVING);
    server.act(&[Action::Undo]);
    assert_eq!(last_message(&server), SAVING);
    assert_eq!(sent(&server).len(), 1);
    answer(&mut server, Err("no job has the ID job_rust"));
    assert_eq!(last_message(&server), "No job has the ID job_rust");
    server.act(&[ARCHIVE]);
    let outcome = changed(&server, |_| {});
    answer(&mut server, Ok(outcome));
    assert_eq!(last_message(&server), "No change");
}

#[test]
fn undo_and_redo_send_the_change_back_and_forth() {
    let mut server = local();
    let archive =
        |is_archived| JobRequest::Change("job_rust".into(), JobChange::SetArchived(is_archived));
    server.act(&[ARCHIVE]);
    let outcome = changed(&server, |job| job.is_archived = true);
    answer(&mut server, Ok(outcome));
    assert_eq!(last_message(&server), "Archived the job Senior Rust Engineer · u undoes");
    server.act(&[Action::Back, Action::Undo]);
    assert_eq!(sent(&server), [archive(false)]);
    answer(&mut server, Err("the disk is full"));
    assert_eq!(last_message(&server), "Not undone: the disk is full");
    server.act(&[Action::Undo]);
    let outcome = changed(&server, |job| job.is_archived = false);
    answer(&mut server, Ok(outcome));
    assert_eq!(last_message(&server), "Reopened the job Senior Rust Engineer · ctrl-r redoes");
    server.act(&[Action::Redo]);
    assert_eq!(sent(&server), [archive(true)]);
    let outcome = changed(&server, |job| job.is_archived = true);
    answer(&mut server, Ok(outcome));
    server.act(&[Action::Undo]);
    assert_eq!(sent(&server), [archive(false)]);
}

#[test]
fn a_retired_stage_cannot_be_restored_and_undo_says_so_once() {
    let mut server = local();
    server.act(&[ARCHIVE]);
    let outcome = changed(&server, |job| job.is_archived = true);
    answer(&mut server, Ok(outcome));
    select(&mut server, 5);
    server.wait(1_000).act(&[RETIRE, Action::Open]);
    let mut outcome = changed(&server, |job| _ = job.pipeline_stages.remove(1));
    outcome.moved_candidates = 2;
    answer(&mut server, Ok(outcome));
    let words = "Retired the stage Recruiter screen and moved 2 candidates to Client interview";
    assert_eq!(last_message(&server), format!("{words} · cannot be undone"));
    server.act(&[Action::Undo]);
    assert_eq!(
        last_message(&server),
        format!("Cannot be undone: {words} · press u again to undo the change before it")
    );
    assert_eq!(sent(&server), []);
    server.act(&[Action::Undo]);
    assert_eq!(sent(&server).len(), 1);
}

#[test]
fn on_a_server_the_keys_say_why_they_do_nothing() {
    let mut server = server(120, 40);
    for action in [EDIT, ADD] {
        make_local(&mut server);
        server.state.local_data.is_restored = false;
        server.act(&[action]);
        assert!(last_message(&server).contains("still opening"));
        server.state.local_data.is_restored = true;
        server.state.local_data.can_apply = false;
        server.act(&[action]);
        assert!(last_message(&server).contains("only in a workspace on this machine"));
        assert!(server.state.dialogs.is_empty() && !server.state.can(action));
    }
}

#[test]
fn the_stage_selected_in_the_job_details_is_selected_in_the_dialog() {
    let mut server = server(120, 40);
    make_local(&mut server);
    server.act(&[Action::Go(Pane::Job), Action::Down, Action::Down, EDIT, RENAME]);
    assert!(popup_text(&server.state).contains("Rename the stage Recruiter screen"));
}

/// The name of the snapshot, and what opens the dialog.
type ViewCase = (&'static str, fn(&mut FakeServer));

#[test]
fn the_dialog_renders() {
    let cases: [ViewCase; 7] = [
        ("edit_job", open),
        ("edit_job_stage", |server| {
            open(server);
            select(server, 5);
        }),
        ("add_stage", |server| {
            open(server);
            select(server, 8);
            server.act(&[ADD_STAGE]).type_text("Declined");
        }),
        ("edit_job_client", |server| {
            open(server);
            select(server, 1);
            server.act(&[Action::Open, NEXT]);
        }),
        ("add_job_name", |server| {
            make_local(server);
            server.act(&[ADD]);
        }),
        ("add_job_template", name_new_job),
        ("edit_job_retire", |server| {
            open(server);
            select(server, 5);
            server.act(&[RETIRE]);
        }),
    ];
    for (name, open) in cases {
        for (name, text) in popups(name, open) {
            assert_snapshot!(name, text);
        }
    }
}
