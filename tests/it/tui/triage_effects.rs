//! The effects of triage, executed without a screen: verdicts on disk, cached
//! records, exports, moved stages, and the priority of requests.

mod own_database;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use shortlist::recruiting::mirror_settings::CacheMode;
use shortlist::recruiting::paging::Urgency;
use shortlist::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use shortlist::tui::app::effect::{CachedRecord, Effect, HttpEffect, StorageEffect};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Answer, Slot, Ticket};
use shortlist::tui::app::restored::Restored;
use shortlist::tui::features::export::state::ExportError;
use shortlist::tui::features::inbox::state::InboxPosition;
use shortlist::tui::runtime::executor::Executor;
use shortlist::wire::Timestamp;

use crate::support::scripted_server::{ReceivedRequest, ScriptedServer, Step, latch, record};
use crate::support::workspace::TestWorkspace;

/// A workspace on a server, with its own data in this file.
fn workspace(server: &ScriptedServer, file: &Path) -> TestWorkspace {
    let mut workspace = TestWorkspace::new(server.client(), Ok(file.to_owned()));
    workspace.local_store.web_url = Some("https://a.example/{candidate_id}".to_owned());
    workspace
}

/// A file in a folder that is deleted when dropped.
fn temporary_file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("local.db");
    (folder, file)
}

/// The executor of an open workspace, and what it restored from disk.
async fn open(workspace: TestWorkspace) -> (Executor, Restored) {
    let mut executor = Executor::new(Arc::new(workspace), None);
    executor.open(None);
    loop {
        if let Message::Restored(restored) = executor.next().await {
            return (executor, *restored);
        }
    }
}

fn advance(step: &str) -> StorageEffect {
    let entry = LogEntry {
        id: EntryId(format!("{step}.0")),
        group: UndoGroup(step.to_owned()),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: Subject { candidate: "can_1".into(), person: "per_1".into(), job: "job_1".into() }
            .into(),
        snapshot: Snapshot { stage_id: "applied".to_owned(), ..Snapshot::default() }.into(),
        kind: EntryKind::Verdict { verdict: Verdict::Advance, reason: None },
        source: None,
    };
    let position =
        Some(InboxPosition { candidate: Some("can_2".into()), ..InboxPosition::default() });
    StorageEffect::Append { group: entry.group.clone(), entries: vec![entry], position }
}

const fn fetch(slot: Slot, ticket: u64, urgency: Urgency) -> HttpEffect {
    HttpEffect::Fetch { slot, limit: 1, ticket: Ticket(ticket), urgency, is_bulk: false }
}

fn candidate(number: usize) -> Slot {
    Slot::Candidate(format!("can_{number}").into())
}

/// Answers every request with the candidate of that id.
fn respond(request: &ReceivedRequest) -> Vec<Step> {
    let id = request.target.rsplit('/').next().unwrap_or_default();
    record(&json!({"id": id, "person_id": "per_1", "job_id": "job_1", "name": "Ada",
                   "current_pipeline_stage_id": "applied"}))
}

/// Waits for the next message that the filter accepts.
async fn next<T>(executor: &mut Executor, filter: impl Fn(Message) -> Option<T>) -> T {
    loop {
        if let Some(message) = filter(executor.next().await) {
            return message;
        }
    }
}

fn logged(message: Message) -> Option<Vec<String>> {
    let Message::Logged(entries) = message else { return None };
    Some(entries.into_iter().map(|entry| entry.group.0).collect())
}

#[tokio::test]
async fn a_verdict_is_on_disk_when_it_is_confirmed_and_restored_later() {
    let server = ScriptedServer::always(Vec::new());
    let (_folder, file) = temporary_file();
    let (mut executor, restored) = open(workspace(&server, &file)).await;
    assert_eq!((restored.log.len(), restored.can_apply), (0, false));
    assert_eq!(restored.web_url.as_deref(), Some("https://a.example/{candidate_id}"));
    executor.carry_out_storage(advance("a-1"));
    assert_eq!(executor.unwritten_count(), 1);
    assert_eq!(
        executor.next_written().await,
        Message::Appended(UndoGroup("a-1".to_owned()), Ok(()))
    );
    assert_eq!(executor.unwritten_count(), 0);
    // While the first executor is still running.
    let (mut other, restored) = open(workspace(&server, &file)).await;
    assert_eq!(restored.log[0].group.0, "a-1");
    assert_eq!(restored.inbox_position.unwrap().candidate, Some("can_2".into()));
    other.carry_out_storage(advance("b-1"));
    assert_eq!(other.finish().await, [""; 0], "finishing waits for the write");
    // A refresh starts with the first jobs.
    executor.carry_out_http(fetch(Slot::Jobs(0), 1, Urgency::Visible));
    assert_eq!(next(&mut executor, logged).await, ["b-1"]);
}

#[tokio::test]
async fn a_verdict_that_cannot_be_written_reports_why() {
    let server = ScriptedServer::always(Vec::new());
    let (_folder, file) = temporary_file();
    let mut early = Executor::new(Arc::new(workspace(&server, &file)), None);
    early.carry_out_storage(advance("a-1"));
    let error = |message| match message {
        Message::Appended(_, Err(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error(early.next_written().await), "the workspace is not open");

    let without_file = TestWorkspace::new(server.client(), Err("there is no home".to_owned()));
    let (mut executor, restored) = open(without_file).await;
    assert_eq!(restored.log, []);
    executor.carry_out_storage(advance("a-1"));
    assert_eq!(error(executor.next_written().await), "there is no home");
    executor.carry_out_storage(advance("a-2"));
    executor.carry_out_storage(advance("a-3"));
    let errors = executor.finish().await;
    assert_eq!(errors, ["your last 2 changes are not on disk: there is no home"]);
}

#[tokio::test]
async fn background_reads_never_delay_a_visible_record() {
    let (release, closed) = latch();
    // Slow for all but the visible candidate.
    let server = ScriptedServer::start(move |request| {
        let wait = Step::Wait(closed.clone());
        let is_slow = !request.target.ends_with("/can_now");
        is_slow.then_some(wait).into_iter().chain(respond(request)).collect()
    });
    let (_folder, file) = temporary_file();
    let (mut executor, _) = open(workspace(&server, &file)).await;
    for number in 0..40 {
        let urgency = if number % 2 == 0 { Urgency::Idle } else { Urgency::Rest };
        executor.carry_out_http(fetch(candidate(number), 1, urgency));
    }
    // The limit of background requests, all unanswered.
    server.wait_until(|log| log.in_flight == 7).await;
    executor.carry_out_http(fetch(Slot::Candidate("can_now".into()), 2, Urgency::Visible));
    let first = next(&mut executor, |message| match message {
        Message::Fetched { slot, outcome, .. } => Some((slot, outcome.is_ok())),
        _ => None,
    });
    assert_eq!(first.await, (Slot::Candidate("can_now".into()), true));
    let log = server.log();
    assert_eq!(log.requests.len(), 8, "one permit is reserved for visible requests");
    assert!(log.requests[7].target.ends_with("/can_now"), "{:?}", log.requests[7].target);

    drop(release);
    let mut arrived = 0;
    while arrived < 40 {
        if let Message::Fetched { outcome, .. } = executor.next().await {
            assert!(outcome.is_ok());
            arrived += 1;
        }
    }
}

#[tokio::test]
async fn visible_records_go_before_earlier_background_requests() {
    let (release, closed) = latch();
    let server = ScriptedServer::start(move |request| {
        [Step::Wait(closed.clone())].into_iter().chain(respond(request)).collect()
    });
    let client = server.client_with(|options| options.max_in_flight = 1);
    let (_folder, file) = temporary_file();
    let (mut executor, _) = open(TestWorkspace { client, ..workspace(&server, &file) }).await;
    for number in 0..10 {
        executor.carry_out_http(fetch(candidate(number), 1, Urgency::Idle));
    }
    server.wait_until(|log| log.in_flight == 1).await;
    executor.carry_out_http(fetch(Slot::Person("per_seen".into()), 2, Urgency::Visible));
    executor.carry_out_http(fetch(Slot::Candidate("can_near".into()), 3, Urgency::Near));
    // Wait until both are queued.
    let mut queued = 0;
    while queued < 12 {
        let message = executor.next().await;
        queued += usize::from(format!("{message:?}").contains("Queued"));
    }
    drop(release);
    server.wait_until(|log| log.requests.len() == 12).await;
    let requests = server.requests();
    assert!(
        requests[1].ends_with("/per_seen") && requests[2].ends_with("/can_near"),
        "{requests:?}"
    );
}

#[tokio::test]
async fn records_are_cached_unless_the_cache_is_off() {
    let server = ScriptedServer::start(respond);
    let (_folder, file) = temporary_file();
    for (cache, before, after) in [
        (CacheMode::Off, 0, 0),
        (CacheMode::All, 0, 1),
        (CacheMode::Lists, 0, 0),
        (CacheMode::All, 1, 1),
    ] {
        let mut workspace = workspace(&server, &file);
        workspace.local_store.mirror.cache = cache;
        let (mut executor, _) = open(workspace).await;
        for (fetches, count) in [(true, before), (false, after)] {
            executor.carry_out_storage(StorageEffect::LoadCachedCandidates("job_1".into()));
            let records = next(&mut executor, |message| match message {
                Message::CachedCandidates { records, .. } => Some(records),
                _ => None,
            });
            let records = records.await;
            assert_eq!(records.len(), count, "{cache:?} {fetches}");
            if fetches {
                executor.carry_out_http(fetch(candidate(1), 1, Urgency::Visible));
                let record = next(&mut executor, |message| match message {
                    Message::Fetched { outcome: Ok(Answer::Candidate(record)), .. } => Some(record),
                    _ => None,
                });
                let record = CachedRecord::Candidate(record.await);
                executor.carry_out_storage(StorageEffect::Cache(record));
            }
        }
        assert_eq!(executor.finish().await, [""; 0]);
    }
}

#[tokio::test]
async fn an_export_does_not_overwrite_a_file_without_permission() {
    let server = ScriptedServer::always(Vec::new());
    let (folder, file) = temporary_file();
    let (mut executor, _) = open(workspace(&server, &file)).await;
    let path = folder.path().join("todo.md");
    let export = |text: &str, replace| StorageEffect::Export {
        path: path.display().to_string(),
        text: text.to_owned(),
        replace,
    };
    for (text, replace, is_written) in [("1", false, true), ("2", false, false), ("3", true, true)]
    {
        executor.carry_out_storage(export(text, replace));
        let exported = next(&mut executor, |message| match message {
            Message::Exported(outcome) => Some(outcome),
            _ => None,
        });
        match exported.await {
            Ok(message) => assert!(is_written && message.starts_with("Exported to "), "{message}"),
            Err(error) => {
                assert!(!is_written && matches!(error, ExportError::AlreadyExists(_)), "{error}");
            }
        }
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "3");
    executor.carry_out_storage(export("4", false));
    let errors = executor.finish().await;
    assert!(errors.len() == 1 && errors[0].ends_with("exists already"), "{errors:?}");
}

#[tokio::test]
async fn only_web_addresses_are_opened() {
    let server = ScriptedServer::always(Vec::new());
    let (_folder, file) = temporary_file();
    let (mut executor, _) = open(workspace(&server, &file)).await;
    executor.open_link("file:///etc/passwd".to_owned());
    let opened = next(&mut executor, |message| match message {
        Message::LinkOpened(outcome) => Some(outcome),
        _ => None,
    });
    let (url, error) = opened.await.unwrap_err();
    assert_eq!(url, "file:///etc/passwd");
    assert_eq!(error, "Only http, https and mailto links can be opened");
}

#[tokio::test]
async fn verdicts_of_another_window_are_read_with_the_next_page_and_on_request() {
    let server = ScriptedServer::always(Vec::new());
    let (_folder, file) = temporary_file();
    let (mut first, _) = open(workspace(&server, &file)).await;
    let (mut second, _) = open(workspace(&server, &file)).await;
    let page = fetch(Slot::CandidatePage("job_1".into(), 0), 1, Urgency::Rest);
    for (step, effect) in
        [("a-1", Effect::Http(page)), ("a-2", Effect::Storage(StorageEffect::Tail))]
    {
        second.carry_out_storage(advance(step));
        assert_eq!(
            second.next_written().await,
            Message::Appended(UndoGroup(step.to_owned()), Ok(()))
        );
        match effect {
            Effect::Http(effect) => first.carry_out_http(effect),
            Effect::Storage(effect) => first.carry_out_storage(effect),
            effect => panic!("{effect:?}"),
        }
        assert_eq!(next(&mut first, logged).await, [step]);
    }
}
