//! The triage log, the inbox position, the seen marks and the record cache.

use super::*;
use crate::recruiting::table::{CandidateRows, RowBuffer as _};
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};
use crate::storage::Storage;
use crate::storage::mirror::{MirrorSession, MirrorWrite, PageWrite};
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::last_screen::{SavedPlace, SavedScreen};
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::runtime::storage_thread::command;
use crate::wire::{Candidate, CandidateItem, JobAssociation, JobId, Person};

fn subject(number: usize) -> Subject {
    Subject {
        candidate: format!("can_{number}").into(),
        person: format!("per_{number}").into(),
        job: "job_1".into(),
    }
}

fn entry(group: &str, number: usize, kind: EntryKind) -> LogEntry {
    LogEntry {
        id: EntryId(format!("{group}.{number}")),
        group: UndoGroup(group.to_owned()),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: subject(number).into(),
        snapshot: Snapshot { name: "Ada".to_owned(), ..Snapshot::default() }.into(),
        kind,
        source: None,
    }
}

fn advance(group: &str, number: usize) -> LogEntry {
    entry(
        group,
        number,
        EntryKind::Verdict { verdict: Verdict::Advance, reason: Some("yes".to_owned()) },
    )
}

fn append(entry: LogEntry, position: Option<InboxPosition>) -> StorageCommand {
    StorageCommand::Append { groups: vec![entry.group.clone()], entries: vec![entry], position }
}

fn position_at(candidate: &str) -> InboxPosition {
    InboxPosition { candidate: Some(candidate.into()), ..InboxPosition::default() }
}

fn appended(group: &str) -> Message {
    Message::Appended(UndoGroup(group.to_owned()), Ok(()))
}

fn candidate(number: usize, stage: &str) -> Box<Candidate> {
    let Subject { candidate: id, person: person_id, job: job_id } = subject(number);
    let current_pipeline_stage_id = stage.into();
    Box::new(Candidate { id, person_id, job_id, current_pipeline_stage_id, ..Candidate::default() })
}

fn cache(record: CachedRecord) -> StorageCommand {
    StorageCommand::Cache(record, Timestamp::parse("2026-03-04T14:02:00Z").unwrap())
}

fn cached_candidates(
    thread: &StorageThread,
    receiver: &Receiver<Message>,
) -> Vec<(String, String)> {
    thread.send(StorageCommand::LoadCachedCandidates("job_1".into()));
    loop {
        if let Message::CachedCandidates { records, .. } = receiver.recv().unwrap() {
            let mut candidates: Vec<_> = records
                .iter()
                .map(|(record, _)| {
                    (record.id.to_string(), record.current_pipeline_stage_id.to_string())
                })
                .collect();
            candidates.sort();
            return candidates;
        }
    }
}

#[test]
fn verdicts_and_the_inbox_position_are_restored() {
    let (_folder, path) = temp_path();
    let (mut thread, receiver) = start_thread(local_store(&path));
    assert_eq!(restored(&receiver).log, []);
    thread.send(append(advance("a-1", 1), Some(position_at("can_2"))));
    assert_eq!(receiver.recv().unwrap(), appended("a-1"));
    thread.send(StorageCommand::SaveInboxPosition(position_at("can_3")));
    thread.send(StorageCommand::MarkSeen(vec![subject(1), subject(2)]));
    thread.end(TIMEOUT);
    assert_eq!(receiver.try_recv().ok(), None, "entries of this window are not reported");
    let restored = restore_from(&path);
    assert_eq!(restored.log, [advance("a-1", 1)]);
    assert_eq!(restored.inbox_position, Some(position_at("can_3")));
    let mut seen: Vec<_> =
        restored.seen_marks.iter().map(|(candidate, _)| candidate.to_string()).collect();
    seen.sort();
    assert_eq!(seen, ["can_1", "can_2"]);
}

#[test]
fn entries_of_another_window_are_reported_with_the_next_command() {
    let (_folder, path) = temp_path();
    let (first, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    let (second, second_receiver) = start_thread(local_store(&path));
    restored(&second_receiver);
    for group in ["a-1", "a-2"] {
        first.send(append(advance(group, 1), None));
        assert_eq!(receiver.recv().unwrap(), appended(group));
    }
    second.send(append(advance("b-1", 2), None));
    assert_eq!(second_receiver.recv().unwrap(), appended("b-1"));
    let theirs = vec![advance("a-1", 1), advance("a-2", 1)];
    assert_eq!(second_receiver.recv().unwrap(), Message::Logged(theirs));
    for command in [StorageCommand::Tail, StorageCommand::MarkSeen(vec![subject(9)])] {
        let group = format!("b-{command:?}");
        second.send(append(advance(&group, 3), None));
        assert_eq!(second_receiver.recv().unwrap(), appended(&group));
        first.send(command);
        let Message::Logged(entries) = receiver.recv().unwrap() else { panic!("no entries") };
        assert_eq!(entries.last(), Some(&advance(&group, 3)));
    }
}

#[test]
fn a_failed_append_is_reported_and_the_next_may_succeed() {
    let (folder, path) = temp_path();
    std::fs::write(folder.path().join("local"), "").unwrap();
    let (thread, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    thread.send(append(advance("a-1", 1), None));
    let Message::Appended(group, Err(error)) = receiver.recv().unwrap() else {
        panic!("the entry was written")
    };
    assert_eq!(group.0, "a-1");
    assert!(error.contains("the directory cannot be created"), "{error}");
    std::fs::remove_file(folder.path().join("local")).unwrap();
    thread.send(append(advance("a-2", 1), None));
    assert_eq!(receiver.recv().unwrap(), appended("a-2"));

    let nowhere = LocalStore { file: Err("there is no home".to_owned()), ..local_store(&path) };
    let (thread, receiver) = start_thread(nowhere);
    restored(&receiver);
    thread.send(append(advance("a-3", 1), None));
    let failed = Message::Appended(UndoGroup("a-3".to_owned()), Err("there is no home".to_owned()));
    assert_eq!(receiver.recv().unwrap(), failed);
}

#[test]
fn the_last_screen_is_restored_unless_nothing_is_cached() {
    let (_folder, path) = temp_path();
    let screen = |job: &str| {
        let place = SavedPlace { job: Some(job.into()), ..SavedPlace::default() };
        SavedScreen { place: Some(place), ..SavedScreen::default() }
    };
    let (mut thread, receiver) = start_thread(local_store(&path));
    assert_eq!(restored(&receiver).screen, SavedScreen::default());
    thread.send(StorageCommand::SaveScreen(Box::new(screen("job_1"))));
    thread.send(StorageCommand::SaveScreen(Box::new(screen("job_2"))));
    thread.end(TIMEOUT);
    assert_eq!(restore_from(&path).screen, screen("job_2"));

    for (cache, before, after) in [
        (CacheMode::Off, SavedScreen::default(), screen("job_2")),
        (CacheMode::Lists, screen("job_2"), screen("job_3")),
    ] {
        let (mut thread, receiver) = start_thread(store_with_cache(&path, cache));
        assert_eq!(restored(&receiver).screen, before);
        thread.send(StorageCommand::SaveScreen(Box::new(screen("job_3"))));
        thread.end(TIMEOUT);
        assert_eq!(restore_from(&path).screen, after);
    }

    let (mut thread, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    thread.send(StorageCommand::SaveScreen(Box::new(screen("job_4"))));
    thread.send(StorageCommand::ForgetPerson("per_1".into()));
    thread.end(TIMEOUT);
    assert_eq!(restore_from(&path).screen.place, None, "it may name the person");
}

/// The commands in the order of their execution.
fn describe_queue(commands: Vec<StorageCommand>) -> Vec<String> {
    let mut queue = VecDeque::new();
    for command in commands {
        command::enqueue(&mut queue, command);
    }
    let descriptions = queue.iter().map(|command| match command {
        StorageCommand::Append { groups, entries, position } => {
            let ids: Vec<&str> = groups.iter().map(|group| group.0.as_str()).collect();
            let at = position.as_ref().and_then(|position| position.candidate.as_ref());
            format!("append {} ({}) {at:?}", ids.join(" "), entries.len())
        }
        StorageCommand::SaveDraft(draft, _) => format!("keep {}", draft.id.0),
        StorageCommand::ForgetPerson(person) => format!("forget {person}"),
        StorageCommand::SaveInboxPosition(position) => format!("place {:?}", position.candidate),
        StorageCommand::Cache(..) => "cache".to_owned(),
        StorageCommand::Tail => "tail".to_owned(),
        other => panic!("{other:?}"),
    });
    descriptions.map(|text| text.replace("Some(CandidateId(\"", "").replace("\"))", "")).collect()
}

#[test]
fn appends_go_first_and_together_but_not_before_a_deletion() {
    let record = || cache(CachedRecord::Candidate(candidate(1, "sta_1")));
    assert_eq!(
        describe_queue(vec![
            save_draft("a", "Ada"),
            record(),
            StorageCommand::Tail,
            append(advance("a-1", 1), None),
            StorageCommand::Tail,
            record(),
            append(advance("a-2", 1), Some(position_at("can_2"))),
            append(advance("a-3", 1), None),
        ]),
        ["append a-1 a-2 a-3 (3) can_2", "keep a", "cache", "tail", "cache"]
    );
    assert_eq!(
        describe_queue(vec![
            record(),
            append(advance("a-1", 1), None),
            StorageCommand::ForgetPerson("per_1".into()),
            record(),
            append(advance("a-2", 1), None),
        ]),
        ["append a-1 (1) None", "cache", "forget per_1", "append a-2 (1) None", "cache"]
    );
}

#[test]
fn an_older_position_is_never_written_after_a_newer() {
    assert_eq!(
        describe_queue(vec![
            StorageCommand::SaveInboxPosition(position_at("can_1")),
            append(advance("a-1", 1), Some(position_at("can_2"))),
            StorageCommand::SaveInboxPosition(position_at("can_3")),
            StorageCommand::SaveInboxPosition(position_at("can_4")),
        ]),
        ["append a-1 (1) can_2", "place can_4"]
    );
}

#[test]
fn cached_records_are_loaded_in_their_last_stage() {
    let (_folder, path) = temp_path();
    let (mut thread, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    assert_eq!(cached_candidates(&thread, &receiver), []);
    for number in 0..100 {
        thread.send(cache(CachedRecord::Candidate(candidate(number, "sta_1"))));
    }
    thread.send(cache(CachedRecord::Candidate(candidate(7, "sta_2"))));
    let records = cached_candidates(&thread, &receiver);
    assert_eq!(records.len(), 100);
    assert!(records.contains(&("can_7".to_owned(), "sta_2".to_owned())));

    let person = Box::new(Person { id: "per_1".into(), name: "Ada".into(), ..Person::default() });
    thread.send(cache(CachedRecord::Person(person.clone())));
    thread.send(StorageCommand::LoadCachedPerson("per_0".into()));
    thread.send(StorageCommand::LoadCachedPerson("per_1".into()));
    let Message::CachedPerson(loaded, _) = receiver.recv().unwrap() else { panic!("no person") };
    assert_eq!(loaded, person);
    thread.send(cache(CachedRecord::Candidate(candidate(100, "sta_1"))));
    thread.end(TIMEOUT);

    let (restarted, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    restarted.send(StorageCommand::LoadCachedPeople);
    assert_eq!(receiver.recv().unwrap(), Message::CachedPeople(vec![*person]));
    assert_eq!(
        cached_candidates(&restarted, &receiver).len(),
        101,
        "`end` writes the buffered records"
    );
    let (uncached, receiver) = start_thread(store_with_cache(&path, CacheMode::Lists));
    restored(&receiver);
    uncached.send(StorageCommand::LoadCachedPeople);
    uncached.send(cache(CachedRecord::Candidate(candidate(200, "sta_1"))));
    assert_eq!(
        cached_candidates(&uncached, &receiver),
        [],
        "a disabled cache is neither read nor written"
    );
    drop(uncached);
    let (after, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    assert_eq!(cached_candidates(&after, &receiver).len(), 101);
}

#[test]
fn without_records_only_the_jobs_that_were_added_are_own_changes() {
    let (_folder, path) = temp_path();
    let (mut thread, receiver) = start_thread(store_with_cache(&path, CacheMode::Lists));
    restored(&receiver);
    let with_jobs = |ids: &[&str]| {
        let job = |id: &&str| JobAssociation { job_id: (*id).into(), ..JobAssociation::default() };
        let jobs = ids.iter().map(job).collect();
        Box::new(Person { id: "per_1".into(), jobs, ..Person::default() })
    };
    let (before, now) = (Some(with_jobs(&["job_1"])), with_jobs(&["job_1", "job_2"]));
    thread.send(cache(CachedRecord::OwnPerson { before, now }));
    thread.send(cache(CachedRecord::Person(with_jobs(&["job_3"]))));
    thread.end(TIMEOUT);
    let (mut storage, mut session) = (Storage::open(&path).unwrap(), MirrorSession::default());
    let server = local_store(&path).server;
    let listed = CandidateItem { person_id: "per_1".into(), ..CandidateItem::default() };
    for (pass, rows) in [(1, &[] as &[CandidateItem]), (2, &[listed])] {
        // The lists are read before and after the person was added.
        let read_at = Timestamp::parse(&format!("2026-03-0{}T12:00:00Z", pass + 3)).unwrap();
        for job in ["job_1", "job_2", "job_3"].map(JobId::from) {
            let (count, rows) = (rows.len() as u64, CandidateRows::of(rows));
            let page = PageWrite { pass, position: 0, rows, total: Some(count), read_at };
            let end = MirrorWrite::EndWalk { job: job.clone(), pass, rows: count };
            let writes = vec![MirrorWrite::CandidatePage(job, page), end];
            storage.mirror(&server, &mut session, writes).unwrap();
        }
    }
    let changes = storage.changes(&server, None, 10).unwrap().changes;
    let own = changes.iter().filter(|change| change.is_own).map(|change| change.job.as_str());
    assert_eq!((changes.len(), own.collect::<Vec<_>>()), (3, vec!["job_2"]));
}

#[test]
fn a_forgotten_person_is_not_restored() {
    let (_folder, path) = temp_path();
    let (mut thread, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    thread.send(append(advance("a-1", 1), None));
    thread.send(append(advance("a-2", 2), None));
    for number in [1, 2] {
        thread.send(cache(CachedRecord::Candidate(candidate(number, "sta_1"))));
    }
    thread.send(StorageCommand::ForgetPerson("per_1".into()));
    while receiver.recv().unwrap() != Message::Forgotten("per_1".into(), Ok(())) {}
    assert_eq!(cached_candidates(&thread, &receiver), [("can_2".to_owned(), "sta_1".to_owned())]);
    thread.end(TIMEOUT);
    let mut triage = TriageState::default();
    for entry in restore_from(&path).log {
        triage.add(entry);
    }
    assert!(triage.candidate("can_1").is_none() && triage.candidate("can_2").is_some());
}
