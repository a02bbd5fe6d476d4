//! What triage asks of the background: verdicts on disk, records kept for the
//! next time, files, stages moved, and nobody waiting behind what nobody waits for.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use serde_json::json;

use crate::support::scripted_server::{Asked, Rough, Step, latch, record};
use shortlist::client::{Client, SecretString};
use shortlist::recruiting::paging::Urgency;
use shortlist::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use shortlist::tui::app::effect::{Effect, StageMove};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Slot, Ticket};
use shortlist::tui::app::restored::Restored;
use shortlist::tui::features::export::state::ExportError;
use shortlist::tui::features::inbox::state::InboxPosition;
use shortlist::tui::runtime::executor::Executor;
use shortlist::tui::runtime::storage_thread::local_store::LocalStore;
use shortlist::tui::runtime::workspace::{
    MoveResults, OpenError, StageMover, Workspace, WorkspaceOpener,
};
use shortlist::wire::Timestamp;

/// A workspace that is open already.
struct Open {
    client: Client,
    memory: LocalStore,
    mover: Option<Arc<dyn StageMover>>,
}

impl WorkspaceOpener for Open {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let opened = Workspace {
            client: self.client.clone(),
            title: String::new(),
            welcome: Vec::new(),
            memory: self.memory.clone(),
            mover: self.mover.clone(),
            guard: Box::new(()),
        };
        Box::pin(async { Ok(opened) })
    }
}

fn at(file: &Path) -> LocalStore {
    LocalStore {
        file: Ok(file.to_owned()),
        server: "test".to_owned(),
        creates_v0: false,
        web_url: Some("https://a.example/{candidate_id}".to_owned()),
        caches: true,
    }
}

/// A place for a file, which goes when it is dropped.
fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("local.db");
    (folder, file)
}

/// A background for a server, and what this machine remembers of it.
async fn begin(rough: &Rough, memory: LocalStore) -> (Executor, Restored) {
    opened(Open { client: rough.client(), memory, mover: None }).await
}

async fn opened(door: Open) -> (Executor, Restored) {
    let mut worker = Executor::new(door);
    worker.open(None);
    loop {
        if let Message::Remembered(memory) = worker.next().await {
            return (worker, *memory);
        }
    }
}

fn advance(step: &str) -> Effect {
    let entry = LogEntry {
        id: EntryId(format!("{step}.0")),
        step: UndoGroup(step.to_owned()),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: Subject { candidate: "can_1".into(), person: "per_1".into(), job: "job_1".into() }
            .into(),
        seen: Snapshot { stage_id: "applied".to_owned(), ..Snapshot::default() }.into(),
        act: EntryKind::Verdict { verdict: Verdict::Advance, reason: None },
        source: None,
    };
    let place = Some(InboxPosition { candidate: Some("can_2".into()), ..InboxPosition::default() });
    Effect::Append { step: entry.step.clone(), entries: vec![entry], place }
}

const fn fetch(slot: Slot, ticket: u64, urgency: Urgency) -> Effect {
    Effect::Fetch { slot, limit: 1, ticket: Ticket(ticket), urgency }
}

fn candidate(number: usize) -> Slot {
    Slot::Candidate(format!("can_{number}").into())
}

/// Any candidate that is asked for.
fn somebody(asked: &Asked) -> Vec<Step> {
    let id = asked.target.rsplit('/').next().unwrap_or_default();
    record(&json!({"id": id, "person_id": "per_1", "job_id": "job_1", "name": "Ada",
                   "current_pipeline_stage_id": "applied"}))
}

/// The next message of this kind.
async fn until<T>(worker: &mut Executor, wanted: impl Fn(Message) -> Option<T>) -> T {
    loop {
        if let Some(found) = wanted(worker.next().await) {
            return found;
        }
    }
}

#[tokio::test]
async fn a_verdict_is_on_disk_when_it_is_told_and_there_the_next_time() {
    let rough = Rough::always(Vec::new());
    let (_folder, file) = place();
    let (mut worker, memory) = begin(&rough, at(&file)).await;
    assert_eq!((memory.log.len(), memory.applies), (0, false));
    assert_eq!(memory.web_url.as_deref(), Some("https://a.example/{candidate_id}"));
    assert_eq!(worker.carry_out(advance("a-1")), None);
    assert_eq!(worker.unwritten(), 1);
    assert_eq!(worker.written().await, Message::Appended(UndoGroup("a-1".to_owned()), Ok(())));
    assert_eq!(worker.unwritten(), 0);
    // Not even let go of.
    let (mut other, memory) = begin(&rough, at(&file)).await;
    assert_eq!(memory.log[0].step.0, "a-1");
    assert_eq!(memory.place.unwrap().candidate, Some("can_2".into()));
    other.carry_out(advance("b-1"));
    assert_eq!(other.finish().await, [""; 0], "the end waits for it");
    // A refresh begins with the first jobs.
    worker.carry_out(fetch(Slot::Jobs(0), 1, Urgency::Seen));
    let steps = until(&mut worker, |message| match message {
        Message::Logged(entries) => Some(entries),
        _ => None,
    });
    let steps: Vec<_> = steps.await.into_iter().map(|entry| entry.step.0).collect();
    assert_eq!(steps, ["b-1"]);
}

#[tokio::test]
async fn a_verdict_that_cannot_be_written_says_why_at_once() {
    let rough = Rough::always(Vec::new());
    let (_folder, file) = place();
    let mut early = Executor::new(Open { client: rough.client(), memory: at(&file), mover: None });
    early.carry_out(advance("a-1"));
    let told = |message| match message {
        Message::Appended(_, Err(told)) => told,
        other => panic!("{other:?}"),
    };
    assert_eq!(told(early.written().await), "nothing is kept: the workspace is not open");

    let nowhere = LocalStore { file: Err("there is no home".to_owned()), ..at(&file) };
    let (mut worker, memory) = begin(&rough, nowhere).await;
    assert_eq!(memory.log, []);
    worker.carry_out(advance("a-1"));
    assert_eq!(told(worker.written().await), "there is no home");
    worker.carry_out(advance("a-2"));
    worker.carry_out(advance("a-3"));
    let last = worker.finish().await;
    assert_eq!(last, ["the last 2 things you decided are not on disk: there is no home"]);
}

#[tokio::test]
async fn what_is_read_for_its_dates_alone_delays_nobody_who_waits() {
    let (open, held) = latch();
    // Slow with everybody but the one whom a person looks at.
    let rough = Rough::start(move |asked| {
        let wait = Step::Wait(held.clone());
        let slow = !asked.target.ends_with("/can_now");
        slow.then_some(wait).into_iter().chain(somebody(asked)).collect()
    });
    let (_folder, file) = place();
    let (mut worker, _) = begin(&rough, at(&file)).await;
    for number in 0..40 {
        let urgency = if number % 2 == 0 { Urgency::Idle } else { Urgency::Rest };
        worker.carry_out(fetch(candidate(number), 1, urgency));
    }
    // As many as are let out at once, all of them unanswered.
    rough.until(|log| log.in_flight == 7).await;
    worker.carry_out(fetch(Slot::Candidate("can_now".into()), 2, Urgency::Seen));
    let first = until(&mut worker, |message| match message {
        Message::Arrived { slot, outcome, .. } => Some((slot, outcome.is_ok())),
        _ => None,
    });
    assert_eq!(first.await, (Slot::Candidate("can_now".into()), true));
    let log = rough.log();
    assert_eq!(log.asked.len(), 8, "the eighth place was kept free");
    assert!(log.asked[7].target.ends_with("/can_now"), "{:?}", log.asked[7].target);

    drop(open);
    let mut arrived = 0;
    while arrived < 40 {
        if let Message::Arrived { outcome, .. } = worker.next().await {
            assert!(outcome.is_ok());
            arrived += 1;
        }
    }
}

#[tokio::test]
async fn who_waits_goes_before_all_that_were_queued_earlier() {
    let (open, held) = latch();
    let rough = Rough::start(move |asked| {
        [Step::Wait(held.clone())].into_iter().chain(somebody(asked)).collect()
    });
    let client = rough.client_with(|options| options.max_in_flight = 1);
    let (_folder, file) = place();
    let (mut worker, _) = opened(Open { client, memory: at(&file), mover: None }).await;
    for number in 0..10 {
        worker.carry_out(fetch(candidate(number), 1, Urgency::Idle));
    }
    rough.until(|log| log.in_flight == 1).await;
    worker.carry_out(fetch(Slot::Person("per_seen".into()), 2, Urgency::Seen));
    worker.carry_out(fetch(Slot::Candidate("can_near".into()), 3, Urgency::Near));
    // Both are in the queue when it is told so.
    let mut queued = 0;
    while queued < 12 {
        let message = worker.next().await;
        queued += usize::from(format!("{message:?}").contains("Queued"));
    }
    drop(open);
    rough.until(|log| log.asked.len() == 12).await;
    let asked: Vec<String> = rough.log().asked.iter().map(|asked| asked.target.clone()).collect();
    assert!(asked[1].ends_with("/per_seen") && asked[2].ends_with("/can_near"), "{asked:?}");
}

#[tokio::test]
async fn a_record_that_came_is_kept_for_the_next_time_unless_that_is_not_wanted() {
    let rough = Rough::start(somebody);
    let (_folder, file) = place();
    for (caches, before, after) in [(false, 0, 0), (true, 0, 1), (false, 0, 0), (true, 1, 1)] {
        let memory = LocalStore { caches, ..at(&file) };
        let (mut worker, _) = begin(&rough, memory).await;
        for (fetches, count) in [(true, before), (false, after)] {
            worker.carry_out(Effect::Recall("job_1".into()));
            let records = until(&mut worker, |message| match message {
                Message::Recalled { records, .. } => Some(records),
                _ => None,
            });
            let records = records.await;
            assert_eq!(records.len(), count, "{caches} {fetches}");
            if fetches {
                worker.carry_out(fetch(candidate(1), 1, Urgency::Seen));
                let came = |message| matches!(message, Message::Arrived { .. }).then_some(());
                until(&mut worker, came).await;
            }
        }
        assert_eq!(worker.finish().await, [""; 0]);
    }
}

#[tokio::test]
async fn a_file_is_written_and_not_overwritten_unasked() {
    let rough = Rough::always(Vec::new());
    let (folder, file) = place();
    let (mut worker, _) = begin(&rough, at(&file)).await;
    let path = folder.path().join("todo.md");
    let export = |text: &str, replace| Effect::Export {
        path: path.display().to_string(),
        text: text.to_owned(),
        replace,
    };
    for (text, replace, is_written) in [("1", false, true), ("2", false, false), ("3", true, true)]
    {
        worker.carry_out(export(text, replace));
        let exported = until(&mut worker, |message| match message {
            Message::Exported(outcome) => Some(outcome),
            _ => None,
        });
        match exported.await {
            Ok(told) => assert!(is_written && told.starts_with("written: "), "{told}"),
            Err(why) => assert!(!is_written && matches!(why, ExportError::Taken(_)), "{why}"),
        }
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "3");
    worker.carry_out(export("4", false));
    let last = worker.finish().await;
    assert!(last.len() == 1 && last[0].ends_with("is there already"), "{last:?}");
}

#[tokio::test]
async fn an_address_that_is_none_is_not_opened() {
    let rough = Rough::always(Vec::new());
    let (_folder, file) = place();
    let (mut worker, _) = begin(&rough, at(&file)).await;
    worker.carry_out(Effect::OpenLink("file:///etc/passwd".to_owned()));
    let opened = until(&mut worker, |message| match message {
        Message::LinkOpened(outcome) => Some(outcome),
        _ => None,
    });
    let (url, why) = opened.await.unwrap_err();
    assert_eq!(url, "file:///etc/passwd");
    assert_eq!(why, "only http and https addresses are opened");
}

/// Moves whoever is asked for, but not from `screen`.
struct Hand;

impl StageMover for Hand {
    fn move_all(&self, moves: Vec<StageMove>) -> Pin<Box<dyn Future<Output = MoveResults> + Send>> {
        let end = |StageMove { candidate, from, .. }: StageMove| {
            let is_free = from.as_str() != "screen";
            (candidate, is_free.then_some(()).ok_or_else(|| "Ada is in B by now".to_owned()))
        };
        Box::pin(std::future::ready(moves.into_iter().map(end).collect()))
    }
}

#[tokio::test]
async fn stages_are_moved_where_the_database_is_ones_own_and_nowhere_else() {
    let rough = Rough::always(Vec::new());
    let (_folder, file) = place();
    let mv = |candidate: &str, from: &str| StageMove {
        candidate: candidate.into(),
        from: from.into(),
        to: "offer".into(),
    };
    let apply = || Effect::Apply {
        ticket: Ticket(7),
        moves: vec![mv("can_1", "applied"), mv("can_2", "screen")],
    };
    let applied = |message| match message {
        Message::Applied { ticket: Ticket(7), moves } => Some(moves),
        _ => None,
    };
    let (mut elsewhere, memory) = begin(&rough, at(&file)).await;
    assert!(!memory.applies);
    elsewhere.carry_out(apply());
    let moves = until(&mut elsewhere, applied).await;
    assert!(moves.len() == 2 && moves.iter().all(|(_, outcome)| outcome.is_err()), "{moves:?}");
    assert_eq!(rough.log().asked.len(), 0, "nothing is asked of the server");

    let hand: Arc<dyn StageMover> = Arc::new(Hand);
    let door = Open { client: rough.client(), memory: at(&file), mover: Some(hand) };
    let (mut here, memory) = opened(door).await;
    assert!(memory.applies);
    here.carry_out(apply());
    let moves = until(&mut here, applied).await;
    assert_eq!(moves[0], ("can_1".into(), Ok(())));
    assert!(moves[1].1.is_err());
    here.carry_out(apply());
    assert_eq!(here.finish().await, ["not moved: Ada is in B by now"]);
}

#[tokio::test]
async fn what_another_window_decided_comes_with_the_next_page_and_when_it_is_asked_for() {
    let rough = Rough::always(Vec::new());
    let (_folder, file) = place();
    let (mut one, _) = begin(&rough, at(&file)).await;
    let (mut other, _) = begin(&rough, at(&file)).await;
    let page = fetch(Slot::Roster("job_1".into(), 0), 1, Urgency::Rest);
    for (step, effect) in [("a-1", page), ("a-2", Effect::Tail)] {
        other.carry_out(advance(step));
        assert_eq!(other.written().await, Message::Appended(UndoGroup(step.to_owned()), Ok(())));
        assert_eq!(one.carry_out(effect), None);
        let news = until(&mut one, |message| match message {
            Message::Logged(entries) => Some(entries),
            _ => None,
        });
        let steps: Vec<_> = news.await.into_iter().map(|entry| entry.step.0).collect();
        assert_eq!(steps, [step]);
    }
}
