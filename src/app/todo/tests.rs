mod apply;

use super::*;
use crate::app::State;
use crate::app::action::{Action, Edit, Pane, Triage};
use crate::app::effect::Effect;
use crate::app::export::ExportError;
use crate::app::fixture::Stage;
use crate::app::message::{Memory, Message, Slot};
use crate::app::over::Over;
use crate::app::paper::Format;
use crate::app::triage::{Act, AsSeen, Entry, EntryId, StepId, Subject, Verdict};
use crate::wire::Timestamp;

const TODO: Action = Action::Triage(Triage::Todo);
const APPLY: Action = Action::Triage(Triage::Apply);
const EXPORT: Action = Action::Triage(Triage::Export);
const WEB: Action = Action::Triage(Triage::Web);

fn entry(number: u32, job: &str, candidate: &str, stage: (&str, &str), act: Act) -> Entry {
    let (stage_id, stage_name) = (stage.0.to_owned(), stage.1.to_owned());
    let (name, job_name) = (format!("Name of {candidate}"), format!("Name of {job}"));
    let seen = AsSeen { name, job_name, stage_id, stage_name, ..AsSeen::default() };
    let person = candidate.replace("can", "per").as_str().into();
    Entry {
        id: EntryId(format!("w-{number}.0")),
        step: StepId(format!("w-{number}")),
        // Each an hour after the other, three days before today.
        at: Timestamp::from_micros(1_794_400_000_000_000 + i64::from(number) * 3_600_000_000)
            .unwrap(),
        subject: Subject { candidate: candidate.into(), person, job: job.into() }.into(),
        seen: seen.into(),
        act,
        source: None,
    }
}

fn give(verdict: Verdict, reason: Option<&str>) -> Act {
    Act::Verdict { verdict, reason: reason.map(str::to_owned) }
}

/// Verdicts of three jobs, one of them never read; in one, the server has moved on.
pub(crate) fn log() -> Vec<Entry> {
    let (applied, screen) = (("st_1", "Applied"), ("st_2", "Recruiter screen"));
    let advance = || give(Verdict::Advance, None);
    let note = Act::Note { text: "Speaks at conferences; call after four.".to_owned() };
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
pub(crate) fn stage(width: u16, height: u16) -> Stage {
    let mut stage = Stage::settled(width, height);
    let session = "w".to_owned();
    let memory = Memory { session, log: log(), ..Memory::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    stage
}

fn names(rows: &[TodoRow]) -> Vec<(&str, &str)> {
    rows.iter().map(|row| (row.subject.candidate.as_str(), row.what.as_str())).collect()
}

fn counts(state: &State) -> (usize, usize, usize) {
    let Counts { todo, disagrees, unread } = state.todo_counts();
    (todo, disagrees, unread)
}

/// The counts that are kept say the same as the whole list.
fn agree(state: &State) {
    let todos = list(state);
    let all = (todos.count(), todos.disagrees.len(), todos.unread.len());
    assert_eq!(counts(state), all);
}

fn shown(state: &State) -> &Todo {
    match &state.over {
        Some(Over::Todo(todo)) => todo,
        other => panic!("not the list: {other:?}"),
    }
}

#[test]
fn it_is_listed_by_job_with_what_to_do() {
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
fn what_the_server_does_meanwhile_is_seen_with_the_next_reading() {
    let mut stage = stage(120, 40);
    stage.act(&[TODO, Action::Down, Action::Down]);
    stage.settle();
    let selected = |stage: &Stage| {
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
        (22, Act::Undo { step: StepId("w-20".to_owned()) }),
        (23, Act::Redo { step: StepId("w-20".to_owned()) }),
        (24, Act::Undo { step: StepId("w-2".to_owned()) }),
        (25, Act::Star),
        (26, give(Verdict::Decline, None)),
    ] {
        stage.send(Message::Logged(vec![entry(number, "job_rust", "can_0", screen, act)]));
        agree(&stage.state);
    }
    stage.state.book.retract(&StepId("w-26".to_owned()));
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

    stage.act(&[EXPORT, Action::Edit(Edit::Complete), Action::Edit(Edit::Accept)]);
    let Some(Effect::Export { path, text, replace }) = stage.others.pop() else {
        panic!("{:?}", stage.others)
    };
    assert_eq!((path.as_str(), replace), ("todo-2026-11-15.csv", false));
    assert_eq!(text, paper(&stage.state, &list(&stage.state)).render(Format::Csv));
    stage.act(&[Action::Edit(Edit::Accept)]);
    assert!(stage.others.is_empty(), "it is written once");
    stage.send(Message::Exported(Err(ExportError::Taken(path))));
    stage.act(&[Action::Edit(Edit::Accept)]);
    assert!(matches!(stage.others.pop(), Some(Effect::Export { replace: true, .. })));
    stage.send(Message::Exported(Ok("wrote it".to_owned())));
    assert_eq!(shown(&stage.state).at, 0, "what lay below is back");
}

#[test]
fn a_spreadsheet_of_it_has_the_same_columns_whatever_is_to_do() {
    let head = |paper: crate::app::paper::Paper| {
        paper.render(Format::Csv).lines().next().map(str::to_owned).unwrap()
    };
    let expected =
        "Job,Client,Candidate,Verdict,Standing,Decided in,What,Reason,Days,Notes,Id".to_owned();
    let stage = stage(120, 40);
    let all = list(&stage.state);
    assert_eq!(head(paper(&stage.state, &all)), expected);
    let some = [
        Todos { jobs: all.jobs.clone(), ..Todos::default() },
        Todos { disagrees: all.disagrees.clone(), ..Todos::default() },
        Todos { unread: all.unread.clone(), ..Todos::default() },
    ];
    for todos in some {
        assert_eq!(head(paper(&stage.state, &todos)), expected);
    }
    let json = paper(&stage.state, &all).render(Format::Json);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = &read["parts"][0]["rows"][1];
    assert_eq!((&row["job"], &row["days"]), (&"Senior Rust Engineer".into(), &3.into()));
    assert_eq!(row["notes"], "Speaks at conferences; call after four.");
}

#[test]
fn a_name_without_a_known_ending_is_not_taken() {
    let mut stage = stage(120, 40);
    stage.act(&[TODO, EXPORT, Action::Edit(Edit::EraseAll)]).type_text("todo.doc");
    let why = |stage: &Stage| match &stage.state.over {
        Some(Over::Export(export)) => export.why_not().map(str::to_owned),
        other => panic!("{other:?}"),
    };
    stage.act(&[Action::Edit(Edit::Accept)]);
    assert!(why(&stage).unwrap().contains(".md, .csv, .json or .html"));
    stage.act(&[Action::Edit(Edit::Erase)]);
    assert_eq!(why(&stage), None, "another name is another chance");
    assert!(stage.others.is_empty());
    stage.act(&[Action::Edit(Edit::EraseAll)]).type_text("no/such/todo.md");
    stage.act(&[Action::Edit(Edit::Accept)]);
    stage.send(Message::Exported(Err(ExportError::Failed(
        "is there already/x: no folder".to_owned(),
    ))));
    assert_eq!(
        why(&stage).as_deref(),
        Some("is there already/x: no folder"),
        "whatever it is called"
    );
    stage.act(&[Action::Edit(Edit::Leave)]);
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
    stage.act(&[TODO, Action::Triage(Triage::Apply)]);
    shown(&stage.state);
    assert!(stage.others.is_empty());
}

#[test]
fn a_page_with_nobody_who_was_decided_on_changes_nothing() {
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
