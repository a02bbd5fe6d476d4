mod apply;

use super::document::document;
use super::list::list;
use super::state::{TodoCounts, TodoDialog, TodoList, TodoRow};
use super::todo_counts::{decided_jobs, todo_count, todo_counts, todo_jobs};
use super::web;
use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect, TerminalEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::restored::Restored;
use crate::tui::app::state::State;
use crate::tui::features::export::state::ExportError;
use crate::wire::Timestamp;

const TODO: Action = Action::Triage(TriageAction::Todo);
const APPLY: Action = Action::Triage(TriageAction::Apply);
const EXPORT: Action = Action::Triage(TriageAction::Export);
const WEB: Action = Action::Triage(TriageAction::Web);

fn entry(
    number: u32,
    job: &str,
    candidate: &str,
    stage: (&str, &str),
    kind: EntryKind,
) -> LogEntry {
    let (stage_id, stage_name) = (stage.0.to_owned(), stage.1.to_owned());
    let (name, job_name) = (format!("Name of {candidate}"), format!("Name of {job}"));
    let snapshot = Snapshot { name, job_name, stage_id, stage_name, ..Snapshot::default() };
    let person = candidate.replace("can", "per").as_str().into();
    LogEntry {
        id: EntryId(format!("w-{number}.0")),
        group: UndoGroup(format!("w-{number}")),
        // One hour apart, three days before today.
        at: Timestamp::from_micros(1_794_400_000_000_000 + i64::from(number) * 3_600_000_000)
            .unwrap(),
        subject: Subject { candidate: candidate.into(), person, job: job.into() }.into(),
        snapshot: snapshot.into(),
        kind,
        source: None,
    }
}

pub(crate) fn snooze(number: u32, candidate: &str, until: &str) -> LogEntry {
    let until = until.parse().unwrap();
    let kind = EntryKind::Snooze { until, note: Some("ask again".to_owned()) };
    entry(number, "job_rust", candidate, ("st_1", "Applied"), kind)
}

fn verdict_entry(verdict: Verdict, reason: Option<&str>) -> EntryKind {
    EntryKind::Verdict { verdict, reason: reason.map(str::to_owned) }
}

/// Verdicts in two jobs, some of them carried out; the server contradicts one.
pub(crate) fn log() -> Vec<LogEntry> {
    let (applied, screen) = (("st_1", "Applied"), ("st_2", "Recruiter screen"));
    let advance = || verdict_entry(Verdict::Advance, None);
    let note = EntryKind::Note { text: "Speaks at conferences; call after four.".to_owned() };
    vec![
        entry(
            1,
            "job_rust",
            "can_0",
            screen,
            verdict_entry(Verdict::Decline, Some("asks too much")),
        ),
        entry(2, "job_rust", "can_1", screen, advance()),
        entry(3, "job_rust", "can_2", applied, advance()),
        entry(4, "job_rust", "can_2", applied, note),
        // Carried out: now in a later stage, and in a rejection stage.
        entry(5, "job_rust", "can_4", screen, advance()),
        entry(6, "job_rust", "can_5", screen, verdict_entry(Verdict::Decline, None)),
        // A wait needs no move.
        entry(7, "job_rust", "can_3", applied, verdict_entry(Verdict::Wait, None)),
        // Declined, but moved to Offer on the server.
        entry(8, "job_rust", "can_6", screen, verdict_entry(Verdict::Decline, None)),
        entry(9, "job_rust", "can_gone", screen, advance()),
        entry(10, "job_sales", "can_y", screen, advance()),
        entry(11, "job_sales", "can_z", screen, verdict_entry(Verdict::Wait, None)),
    ]
}

/// A server whose log holds these entries; the list of `job_sales` is not loaded.
pub(crate) fn server(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::loaded(width, height);
    let session = "w".to_owned();
    let restored = Restored { session, log: log(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    server
}

fn tasks(rows: &[TodoRow]) -> Vec<(&str, &str)> {
    rows.iter().map(|row| (row.subject.candidate.as_str(), row.task.as_str())).collect()
}

fn counts(state: &State) -> (usize, usize, usize) {
    let TodoCounts { todo, disagrees, unread, .. } = todo_counts(state);
    (todo, disagrees, unread)
}

/// Checks the incremental counts against the whole list.
fn assert_counts_match(state: &State) {
    let todos = list(state);
    let all = (todos.count(), todos.disagrees.len(), todos.unread.len());
    assert_eq!(counts(state), all);
    let unchecked = todos.jobs.iter().flat_map(|job| &job.rows).filter(|row| !row.is_checked);
    assert_eq!(todo_counts(state).unchecked, unchecked.count());
    assert_eq!(todo_count(state), todos.count(), "the footer counts the rows under the jobs");
}

fn todo_dialog(state: &State) -> &TodoDialog {
    match state.dialogs.top() {
        Some(Dialog::Todo(todo)) => todo,
        other => panic!("not the list: {other:?}"),
    }
}

#[test]
fn the_list_is_grouped_by_job_and_names_the_moves() {
    let server = server(120, 40);
    let todos = list(&server.state);
    assert_eq!(todos.jobs.len(), 2);
    assert_eq!(tasks(&todos.jobs[0].rows), [("can_y", "move on")], "known from the log");
    assert_eq!(todos.jobs[0].rows[0].stage, "Recruiter screen");
    let jobs = &todos.jobs[1..];
    assert_eq!(jobs[0].name, "Senior Rust Engineer");
    let expected = [
        ("can_1", "move to Client interview"),
        ("can_2", "move to Recruiter screen"),
        ("can_0", "move to Rejected"),
    ];
    assert_eq!(tasks(&jobs[0].rows), expected);
    assert_eq!(jobs[0].rows[1].notes.len(), 1);
    assert_eq!(jobs[0].heading(), "Senior Rust Engineer, Northwind");
    let disputed = [("can_gone", "no longer in the job"), ("can_6", "moved on to Offer")];
    assert_eq!(tasks(&todos.disagrees), disputed);
    assert_eq!(counts(&server.state), (4, 2, 0));
    assert_counts_match(&server.state);
}

#[test]
fn opening_the_dialog_loads_missing_lists() {
    let mut server = server(120, 40);
    assert_eq!(todo_jobs(&server.state), [], "a closed to-do list reads nothing");
    server.fetched.clear();
    server.act(&[TODO]);
    assert_eq!(todo_jobs(&server.state), ["job_sales".into()]);
    server.settle();
    let is_sales =
        |slot: &Slot| matches!(slot, Slot::CandidatePage(job, _) if job.as_str() == "job_sales");
    assert!(server.fetched.iter().any(is_sales), "{:?}", server.fetched);
    assert_eq!(counts(&server.state), (3, 4, 0), "the candidates are not in the loaded list");
    assert_eq!(todo_jobs(&server.state), []);
    assert_counts_match(&server.state);
    assert_eq!(
        todo_dialog(&server.state).todos,
        list(&server.state),
        "the open dialog follows the list"
    );
}

#[test]
fn changes_on_the_server_appear_after_a_refresh() {
    let mut server = server(120, 40);
    server.act(&[TODO, Action::Down, Action::Down, Action::Down]);
    server.settle();
    let selected = |server: &FakeServer| {
        let todo = todo_dialog(&server.state);
        todo.todos.rows().nth(todo.at).unwrap().subject.candidate.to_string()
    };
    assert_eq!(selected(&server), "can_0");
    server.candidates[1].current_pipeline_stage_id = "st_3".into();
    server.candidates[1].current_pipeline_stage_name = "Client interview".into();
    server.candidates[2].current_pipeline_stage_id = "st_5".into();
    server.candidates[2].current_pipeline_stage_name = "Rejected".into();
    server.act(&[Action::Back, Action::Refresh]).settle();
    assert_eq!(counts(&server.state), (1, 5, 0));
    assert_counts_match(&server.state);
}

#[test]
fn the_counts_follow_every_verdict_and_every_undo() {
    let mut server = server(120, 40);
    let screen = ("st_2", "Recruiter screen");
    for (number, kind) in [
        (20, verdict_entry(Verdict::Advance, None)),
        (21, verdict_entry(Verdict::Wait, None)),
        (22, EntryKind::Undo { group: UndoGroup("w-20".to_owned()) }),
        (23, EntryKind::Redo { group: UndoGroup("w-20".to_owned()) }),
        (24, EntryKind::Undo { group: UndoGroup("w-2".to_owned()) }),
        (25, EntryKind::Star),
        (26, verdict_entry(Verdict::Decline, None)),
    ] {
        server.send(Message::Logged(vec![entry(number, "job_rust", "can_0", screen, kind)]));
        assert_counts_match(&server.state);
    }
    server.state.triage.retract(&UndoGroup("w-26".to_owned()));
    server.wait(1);
    assert_counts_match(&server.state);
}

#[test]
fn at_the_start_the_log_alone_is_counted() {
    let mut server = FakeServer::new(120, 40);
    let restored = Restored { session: "w".to_owned(), log: log(), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    assert_counts_match(&server.state);
    // All verdicts but the two that wait.
    assert_eq!(counts(&server.state), (8, 0, 0));
    assert_eq!(todo_counts(&server.state).unchecked, 8);
    while server.answer() {
        assert_counts_match(&server.state);
    }
    server.settle().act(&[TODO]).settle();
    assert_counts_match(&server.state);
    assert_eq!(todo_counts(&server.state).unchecked, 0);
}

#[test]
fn enter_goes_to_the_candidate() {
    let mut server = server(120, 40);
    server.act(&[TODO, Action::Bottom, Action::Top, Action::Down, Action::Down, Action::Open]);
    server.settle();
    assert!(server.state.dialogs.is_empty());
    assert_eq!(server.state.focus, Pane::Candidate);
    assert_eq!(server.state.selected().unwrap().0.as_str(), "can_2");
}

#[test]
fn it_is_copied_as_markdown_and_exported_under_a_name() {
    let mut server = server(120, 40);
    server.act(&[TODO, Action::Copy]);
    let Some(Effect::Terminal(TerminalEffect::Copy(copied))) = server.others.pop() else {
        panic!("{:?}", server.others)
    };
    insta::assert_snapshot!(copied);

    server.act(&[EXPORT, Action::Edit(TextEdit::Complete), Action::Edit(TextEdit::Accept)]);
    let Some(Effect::Storage(StorageEffect::Export { path, text, replace })) = server.others.pop()
    else {
        panic!("{:?}", server.others)
    };
    assert_eq!((path.as_str(), replace), ("todo-2026-11-15.csv", false));
    assert_eq!(text, document(&server.state, &list(&server.state)).render(DocumentFormat::Csv));
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(server.others.is_empty(), "a second enter does not write again");
    server.send(Message::Exported(Err(ExportError::AlreadyExists(path))));
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(
        server.others.pop(),
        Some(Effect::Storage(StorageEffect::Export { replace: true, .. }))
    ));
    server.send(Message::Exported(Ok("wrote it".to_owned())));
    assert_eq!(todo_dialog(&server.state).at, 0, "the to-do list returns");
}

#[test]
fn the_csv_always_has_the_same_columns() {
    let head = |document: crate::recruiting::document::Document| {
        document.render(DocumentFormat::Csv).lines().next().map(str::to_owned).unwrap()
    };
    let expected =
        "Job,Client,Candidate,Verdict,Status,Decided in,Task,Reason,Days,Notes,ID".to_owned();
    let server = server(120, 40);
    let all = list(&server.state);
    assert_eq!(head(document(&server.state, &all)), expected);
    let some = [
        TodoList { jobs: all.jobs.clone(), ..TodoList::default() },
        TodoList { disagrees: all.disagrees.clone(), ..TodoList::default() },
    ];
    for todos in some {
        assert_eq!(head(document(&server.state, &todos)), expected);
    }
    let json = document(&server.state, &all).render(DocumentFormat::Json);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = &read["parts"][1]["rows"][1];
    assert_eq!((&row["job"], &row["days"]), (&"Senior Rust Engineer".into(), &3.into()));
    assert_eq!(row["notes"], "Speaks at conferences; call after four.");
}

#[test]
fn a_file_name_without_a_known_extension_is_refused() {
    let mut server = server(120, 40);
    server.act(&[TODO, EXPORT, Action::Edit(TextEdit::EraseAll)]).type_text("todo.doc");
    let export_error = |server: &FakeServer| match server.state.dialogs.top() {
        Some(Dialog::Export(export)) => export.error().map(str::to_owned),
        other => panic!("{other:?}"),
    };
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(export_error(&server).unwrap().contains(".md, .csv, .json or .html"));
    server.act(&[Action::Edit(TextEdit::Erase)]);
    assert_eq!(export_error(&server), None, "typing clears the error");
    assert!(server.others.is_empty());
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("no/such/todo.md");
    server.act(&[Action::Edit(TextEdit::Accept)]);
    server.send(Message::Exported(Err(ExportError::Failed(
        "is there already/x: no folder".to_owned(),
    ))));
    assert_eq!(
        export_error(&server).as_deref(),
        Some("is there already/x: no folder"),
        "the text of an error does not make it an overwrite warning"
    );
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert_eq!(todo_dialog(&server.state).at, 0);
}

#[test]
fn ids_are_encoded_in_the_web_address_of_a_candidate() {
    let subject =
        Subject { candidate: "a/b?{job_id}".into(), person: "é".into(), job: "j".into() };
    let pattern = "https://x.example/{job_id}/{candidate_id}?p={person_id}";
    let page = web::page(pattern, &subject);
    assert_eq!(page, "https://x.example/j/a%2Fb%3F%7Bjob_id%7D?p=%C3%A9");

    let mut server = server(120, 40);
    server.act(&[TODO, Action::Down, WEB]);
    assert!(server.others.is_empty(), "without `web_url` nothing opens");
    server.state.local_data.web_url = Some(pattern.to_owned());
    server.act(&[WEB]);
    let url = "https://x.example/job_rust/can_1?p=per_1".to_owned();
    assert_eq!(server.others, [Effect::Terminal(TerminalEffect::OpenLink(url.clone()))]);
    server.send(Message::LinkOpened(Err((url.clone(), "no browser".to_owned()))));
    assert_eq!(server.others.last(), Some(&Effect::Terminal(TerminalEffect::Copy(url))));
    server.act(&[Action::Back, Action::Go(Pane::Candidates), WEB]);
    assert!(matches!(server.others.last(), Some(Effect::Terminal(TerminalEffect::OpenLink(_)))));
}

#[test]
fn stages_on_a_remote_server_cannot_be_moved() {
    let mut server = server(120, 40);
    server.act(&[APPLY]);
    assert!(server.state.dialogs.is_empty());
    server.act(&[TODO, Action::Triage(TriageAction::Apply)]);
    todo_dialog(&server.state);
    assert!(server.others.is_empty());
}

#[test]
fn a_page_without_verdicts_changes_nothing() {
    let mut server = server(120, 40);
    let job = decided_jobs(&server.state).pop().unwrap();
    let before = (server.state.todo_counter.changes, todo_counts(&server.state));
    let strangers: Vec<crate::wire::CandidateId> = vec!["nobody".into()];
    server.state.todo_counter.invalidate_candidates(&job, strangers.iter());
    server.wait(0);
    assert_eq!((server.state.todo_counter.changes, todo_counts(&server.state)), before);
    let triage = server
        .state
        .triage
        .all()
        .find(|triage| triage.subject.job == job && triage.verdict.is_some());
    let candidate = triage.map(|triage| triage.subject.candidate.clone()).unwrap();
    server.state.todo_counter.invalidate_candidates(&job, std::iter::once(&candidate));
    server.wait(0);
    assert_eq!(
        (server.state.todo_counter.changes, todo_counts(&server.state)),
        (before.0 + 1, before.1)
    );
}
