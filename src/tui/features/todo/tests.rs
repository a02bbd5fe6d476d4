mod apply;

use super::document::document;
use super::list::list;
use super::state::{TodoCounts, TodoDialog, TodoList, TodoRow};
use super::web;
use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
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

fn entry(number: u32, job: &str, candidate: &str, stage: (&str, &str), act: EntryKind) -> LogEntry {
    let (stage_id, stage_name) = (stage.0.to_owned(), stage.1.to_owned());
    let (name, job_name) = (format!("Name of {candidate}"), format!("Name of {job}"));
    let seen = Snapshot { name, job_name, stage_id, stage_name, ..Snapshot::default() };
    let person = candidate.replace("can", "per").as_str().into();
    LogEntry {
        id: EntryId(format!("w-{number}.0")),
        step: UndoGroup(format!("w-{number}")),
        // Each an hour after the other, three days before today.
        at: Timestamp::from_micros(1_794_400_000_000_000 + i64::from(number) * 3_600_000_000)
            .unwrap(),
        subject: Subject { candidate: candidate.into(), person, job: job.into() }.into(),
        seen: seen.into(),
        act,
        source: None,
    }
}

fn give(verdict: Verdict, reason: Option<&str>) -> EntryKind {
    EntryKind::Verdict { verdict, reason: reason.map(str::to_owned) }
}

/// Verdicts of three jobs, one of them never read; in one, the server has moved on.
pub(crate) fn log() -> Vec<LogEntry> {
    let (applied, screen) = (("st_1", "Applied"), ("st_2", "Recruiter screen"));
    let advance = || give(Verdict::Advance, None);
    let note = EntryKind::Note { text: "Speaks at conferences; call after four.".to_owned() };
    vec![
        entry(1, "job_rust", "can_0", screen, give(Verdict::Decline, Some("asks too much"))),
        entry(2, "job_rust", "can_1", screen, advance()),
        entry(3, "job_rust", "can_2", applied, advance()),
        entry(4, "job_rust", "can_2", applied, note),
        // Done: in a later stage, and in one for rejections.
        entry(5, "job_rust", "can_4", screen, advance()),
        entry(6, "job_rust", "can_5", screen, give(Verdict::Decline, None)),
        // Waits where they were.
        entry(7, "job_rust", "can_3", applied, give(Verdict::Wait, None)),
        // The server made an offer.
        entry(8, "job_rust", "can_6", screen, give(Verdict::Decline, None)),
        entry(9, "job_rust", "can_gone", screen, advance()),
        entry(10, "job_sales", "can_y", screen, advance()),
        entry(11, "job_sales", "can_z", screen, give(Verdict::Wait, None)),
    ]
}

/// All of it in the book, before the lists of all jobs are read.
pub(crate) fn stage(width: u16, height: u16) -> FakeServer {
    let mut stage = FakeServer::settled(width, height);
    let session = "w".to_owned();
    let memory = Restored { session, log: log(), ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    stage
}

fn names(rows: &[TodoRow]) -> Vec<(&str, &str)> {
    rows.iter().map(|row| (row.subject.candidate.as_str(), row.what.as_str())).collect()
}

fn counts(state: &State) -> (usize, usize, usize) {
    let TodoCounts { todo, disagrees, unread } = state.todo_counts();
    (todo, disagrees, unread)
}

/// The counts that are kept say the same as the whole list.
fn agree(state: &State) {
    let todos = list(state);
    let all = (todos.count(), todos.disagrees.len(), todos.unread.len());
    assert_eq!(counts(state), all);
}

fn shown(state: &State) -> &TodoDialog {
    match &state.over {
        Some(Dialog::Todo(todo)) => todo,
        other => panic!("not the list: {other:?}"),
    }
}

#[test]
fn the_list_is_grouped_by_job_and_names_the_moves() {
    let stage = stage(120, 40);
    let todos = list(&stage.state);
    assert_eq!(todos.jobs.len(), 1);
    assert_eq!(todos.jobs[0].name, "Senior Rust Engineer");
    let expected = [
        ("can_1", "move to Client interview"),
        ("can_2", "move to Recruiter screen"),
        ("can_0", "move to Rejected"),
    ];
    assert_eq!(names(&todos.jobs[0].rows), expected);
    assert_eq!(todos.jobs[0].rows[1].notes.len(), 1);
    assert_eq!(todos.jobs[0].heading(), "Senior Rust Engineer, Northwind");
    let disputed = [("can_gone", "no longer in the job"), ("can_6", "moved on to Offer")];
    assert_eq!(names(&todos.disagrees), disputed);
    assert_eq!(names(&todos.unread), [("can_y", "move on")]);
    assert_eq!(todos.unread[0].stage, "Recruiter screen");
    assert_eq!(counts(&stage.state), (3, 2, 1));
}

#[test]
fn opening_it_reads_the_lists_that_were_never_read() {
    let mut stage = stage(120, 40);
    assert_eq!(stage.state.todo_jobs(), [], "while nobody asks, nothing is read");
    stage.fetched.clear();
    stage.act(&[TODO]);
    assert_eq!(stage.state.todo_jobs(), ["job_sales".into()]);
    stage.settle();
    let of_sales =
        |slot: &Slot| matches!(slot, Slot::Roster(job, _) if job.as_str() == "job_sales");
    assert!(stage.fetched.iter().any(of_sales), "{:?}", stage.fetched);
    assert_eq!(counts(&stage.state), (3, 4, 0), "they are not in that job");
    assert_eq!(stage.state.todo_jobs(), []);
    agree(&stage.state);
    assert_eq!(shown(&stage.state).todos, list(&stage.state), "what is shown follows");
}

#[test]
fn changes_on_the_server_appear_after_a_refresh() {
    let mut stage = stage(120, 40);
    stage.act(&[TODO, Action::Down, Action::Down]);
    stage.settle();
    let selected = |stage: &FakeServer| {
        let todo = shown(&stage.state);
        todo.todos.rows().nth(todo.at).unwrap().subject.candidate.to_string()
    };
    assert_eq!(selected(&stage), "can_0");
    stage.candidates[1].current_pipeline_stage_id = "st_3".into();
    stage.candidates[1].current_pipeline_stage_name = "Client interview".into();
    stage.candidates[2].current_pipeline_stage_id = "st_5".into();
    stage.candidates[2].current_pipeline_stage_name = "Rejected".into();
    stage.act(&[Action::Back, Action::Refresh]).settle();
    assert_eq!(counts(&stage.state), (1, 5, 0));
    agree(&stage.state);
}

#[test]
fn the_counts_follow_every_verdict_and_every_undo() {
    let mut stage = stage(120, 40);
    let screen = ("st_2", "Recruiter screen");
    for (number, act) in [
        (20, give(Verdict::Advance, None)),
        (21, give(Verdict::Wait, None)),
        (22, EntryKind::Undo { step: UndoGroup("w-20".to_owned()) }),
        (23, EntryKind::Redo { step: UndoGroup("w-20".to_owned()) }),
        (24, EntryKind::Undo { step: UndoGroup("w-2".to_owned()) }),
        (25, EntryKind::Star),
        (26, give(Verdict::Decline, None)),
    ] {
        stage.send(Message::Logged(vec![entry(number, "job_rust", "can_0", screen, act)]));
        agree(&stage.state);
    }
    stage.state.book.retract(&UndoGroup("w-26".to_owned()));
    stage.wait(1);
    agree(&stage.state);
}

#[test]
fn enter_goes_to_the_candidate() {
    let mut stage = stage(120, 40);
    stage.act(&[TODO, Action::Bottom, Action::Top, Action::Down, Action::Open]).settle();
    assert!(stage.state.over.is_none());
    assert_eq!(stage.state.focus, Pane::Candidate);
    assert_eq!(stage.state.selected().unwrap().0.as_str(), "can_2");
}

#[test]
fn it_is_copied_as_markdown_and_exported_under_a_name() {
    let mut stage = stage(120, 40);
    stage.act(&[TODO, Action::Copy]);
    let Some(Effect::Copy(copied)) = stage.others.pop() else { panic!("{:?}", stage.others) };
    insta::assert_snapshot!(copied);

    stage.act(&[EXPORT, Action::Edit(TextEdit::Complete), Action::Edit(TextEdit::Accept)]);
    let Some(Effect::Export { path, text, replace }) = stage.others.pop() else {
        panic!("{:?}", stage.others)
    };
    assert_eq!((path.as_str(), replace), ("todo-2026-11-15.csv", false));
    assert_eq!(text, document(&stage.state, &list(&stage.state)).render(DocumentFormat::Csv));
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(stage.others.is_empty(), "it is written once");
    stage.send(Message::Exported(Err(ExportError::Taken(path))));
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(stage.others.pop(), Some(Effect::Export { replace: true, .. })));
    stage.send(Message::Exported(Ok("wrote it".to_owned())));
    assert_eq!(shown(&stage.state).at, 0, "what lay below is back");
}

#[test]
fn a_spreadsheet_of_it_has_the_same_columns_whatever_is_to_do() {
    let head = |paper: crate::recruiting::document::Document| {
        paper.render(DocumentFormat::Csv).lines().next().map(str::to_owned).unwrap()
    };
    let expected =
        "Job,Client,Candidate,Verdict,Standing,Decided in,What,Reason,Days,Notes,Id".to_owned();
    let stage = stage(120, 40);
    let all = list(&stage.state);
    assert_eq!(head(document(&stage.state, &all)), expected);
    let some = [
        TodoList { jobs: all.jobs.clone(), ..TodoList::default() },
        TodoList { disagrees: all.disagrees.clone(), ..TodoList::default() },
        TodoList { unread: all.unread.clone(), ..TodoList::default() },
    ];
    for todos in some {
        assert_eq!(head(document(&stage.state, &todos)), expected);
    }
    let json = document(&stage.state, &all).render(DocumentFormat::Json);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = &read["parts"][0]["rows"][1];
    assert_eq!((&row["job"], &row["days"]), (&"Senior Rust Engineer".into(), &3.into()));
    assert_eq!(row["notes"], "Speaks at conferences; call after four.");
}

#[test]
fn a_name_without_a_known_ending_is_not_taken() {
    let mut stage = stage(120, 40);
    stage.act(&[TODO, EXPORT, Action::Edit(TextEdit::EraseAll)]).type_text("todo.doc");
    let why = |stage: &FakeServer| match &stage.state.over {
        Some(Dialog::Export(export)) => export.why_not().map(str::to_owned),
        other => panic!("{other:?}"),
    };
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(why(&stage).unwrap().contains(".md, .csv, .json or .html"));
    stage.act(&[Action::Edit(TextEdit::Erase)]);
    assert_eq!(why(&stage), None, "another name is another chance");
    assert!(stage.others.is_empty());
    stage.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("no/such/todo.md");
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    stage.send(Message::Exported(Err(ExportError::Failed(
        "is there already/x: no folder".to_owned(),
    ))));
    assert_eq!(
        why(&stage).as_deref(),
        Some("is there already/x: no folder"),
        "whatever it is called"
    );
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    assert_eq!(shown(&stage.state).at, 0);
}

#[test]
fn the_page_of_a_candidate_is_opened_with_plain_ids() {
    let subject =
        Subject { candidate: "a/b?{job_id}".into(), person: "é".into(), job: "j".into() };
    let pattern = "https://x.example/{job_id}/{candidate_id}?p={person_id}";
    let page = web::page(pattern, &subject);
    assert_eq!(page, "https://x.example/j/a%2Fb%3F%7Bjob_id%7D?p=%C3%A9");

    let mut stage = stage(120, 40);
    stage.act(&[TODO, WEB]);
    assert!(stage.others.is_empty(), "it is told how to set it");
    stage.state.memory.web_url = Some(pattern.to_owned());
    stage.act(&[WEB]);
    let url = "https://x.example/job_rust/can_1?p=per_1".to_owned();
    assert_eq!(stage.others, [Effect::OpenLink(url.clone())]);
    stage.send(Message::LinkOpened(Err((url.clone(), "no browser".to_owned()))));
    assert_eq!(stage.others.last(), Some(&Effect::Copy(url)));
    stage.act(&[Action::Back, Action::Go(Pane::Candidates), WEB]);
    assert!(matches!(stage.others.last(), Some(Effect::OpenLink(_))));
}

#[test]
fn stages_of_a_server_are_not_moved_from_here() {
    let mut stage = stage(120, 40);
    stage.act(&[APPLY]);
    assert!(stage.state.over.is_none());
    stage.act(&[TODO, Action::Triage(TriageAction::Apply)]);
    shown(&stage.state);
    assert!(stage.others.is_empty());
}

#[test]
fn a_page_without_verdicts_changes_nothing() {
    let mut stage = stage(120, 40);
    let job = stage.state.decided_jobs().pop().unwrap();
    let before = (stage.state.tally.changes, stage.state.todo_counts());
    let strangers: Vec<crate::wire::CandidateId> = vec!["nobody".into()];
    stage.state.tally.doubt_some(&job, strangers.iter());
    stage.wait(0);
    assert_eq!((stage.state.tally.changes, stage.state.todo_counts()), before);
    let own = stage.state.book.all().find(|own| own.subject.job == job && own.verdict.is_some());
    let known = own.map(|own| own.subject.candidate.clone()).unwrap();
    stage.state.tally.doubt_some(&job, std::iter::once(&known));
    stage.wait(0);
    assert_eq!((stage.state.tally.changes, stage.state.todo_counts()), (before.0 + 1, before.1));
}
