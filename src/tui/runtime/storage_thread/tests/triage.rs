//! The log, the place in the inbox, who was looked at, and the records that came.

use super::*;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::runtime::storage_thread::command;
use crate::wire::{Candidate, Person};

fn subject(number: usize) -> Subject {
    Subject {
        candidate: format!("can_{number}").into(),
        person: format!("per_{number}").into(),
        job: "job_1".into(),
    }
}

/// A step, as a window takes it.
fn entry(step: &str, number: usize, act: EntryKind) -> LogEntry {
    LogEntry {
        id: EntryId(format!("{step}.{number}")),
        step: UndoGroup(step.to_owned()),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: subject(number).into(),
        seen: Snapshot { name: "Ada".to_owned(), ..Snapshot::default() }.into(),
        act,
        source: None,
    }
}

fn advance(step: &str, number: usize) -> LogEntry {
    entry(
        step,
        number,
        EntryKind::Verdict { verdict: Verdict::Advance, reason: Some("yes".to_owned()) },
    )
}

fn append(entry: LogEntry, place: Option<InboxPosition>) -> StorageCommand {
    StorageCommand::Append { steps: vec![entry.step.clone()], entries: vec![entry], place }
}

fn place_at(candidate: &str) -> InboxPosition {
    InboxPosition { candidate: Some(candidate.into()), ..InboxPosition::default() }
}

fn appended(step: &str) -> Message {
    Message::Appended(UndoGroup(step.to_owned()), Ok(()))
}

fn candidate(number: usize, stage: &str) -> Box<Candidate> {
    let Subject { candidate: id, person: person_id, job: job_id } = subject(number);
    let current_pipeline_stage_id = stage.into();
    Box::new(Candidate { id, person_id, job_id, current_pipeline_stage_id, ..Candidate::default() })
}

fn came(record: CachedRecord) -> StorageCommand {
    StorageCommand::Cache(record, Timestamp::parse("2026-03-04T14:02:00Z").unwrap())
}

/// What is recalled of the job.
fn recalled(keeper: &StorageThread, heard: &Receiver<Message>) -> Vec<(String, String)> {
    keeper.send(StorageCommand::Recall("job_1".into()));
    loop {
        if let Message::Recalled { records, .. } = heard.recv().unwrap() {
            let mut told: Vec<_> = records
                .iter()
                .map(|(record, _)| {
                    (record.id.to_string(), record.current_pipeline_stage_id.to_string())
                })
                .collect();
            told.sort();
            return told;
        }
    }
}

#[test]
fn what_was_decided_is_there_the_next_time_with_the_place() {
    let (_folder, path) = place();
    let (mut keeper, heard) = keeper(at(&path));
    assert_eq!(memory(&heard).log, []);
    keeper.send(append(advance("a-1", 1), Some(place_at("can_2"))));
    assert_eq!(heard.recv().unwrap(), appended("a-1"));
    keeper.send(StorageCommand::KeepPlace(place_at("can_3")));
    keeper.send(StorageCommand::Looked(vec![subject(1), subject(2)]));
    keeper.end(SHUTDOWN_LIMIT);
    assert_eq!(heard.try_recv().ok(), None, "one's own steps are no news");
    let memory = found(&path);
    assert_eq!(memory.log, [advance("a-1", 1)]);
    assert_eq!(memory.place, Some(place_at("can_3")));
    let mut looked: Vec<_> = memory.looked.iter().map(|(who, _)| who.to_string()).collect();
    looked.sort();
    assert_eq!(looked, ["can_1", "can_2"]);
}

#[test]
fn what_another_window_wrote_is_told_with_the_next_word() {
    let (_folder, path) = place();
    let (one, heard) = keeper(at(&path));
    memory(&heard);
    let (other, answers) = keeper(at(&path));
    memory(&answers);
    for step in ["a-1", "a-2"] {
        one.send(append(advance(step, 1), None));
        assert_eq!(heard.recv().unwrap(), appended(step));
    }
    other.send(append(advance("b-1", 2), None));
    assert_eq!(answers.recv().unwrap(), appended("b-1"));
    let theirs = vec![advance("a-1", 1), advance("a-2", 1)];
    assert_eq!(answers.recv().unwrap(), Message::Logged(theirs));
    for word in [StorageCommand::Tail, StorageCommand::Looked(vec![subject(9)])] {
        let step = format!("b-{word:?}");
        other.send(append(advance(&step, 3), None));
        assert_eq!(answers.recv().unwrap(), appended(&step));
        one.send(word);
        let Message::Logged(news) = heard.recv().unwrap() else { panic!("not told") };
        assert_eq!(news.last(), Some(&advance(&step, 3)));
    }
}

#[test]
fn a_step_that_cannot_be_written_says_why_and_the_next_may_be() {
    let (folder, path) = place();
    std::fs::write(folder.path().join("local"), "").unwrap();
    let (keeper, heard) = keeper(at(&path));
    memory(&heard);
    keeper.send(append(advance("a-1", 1), None));
    let Message::Appended(step, Err(told)) = heard.recv().unwrap() else { panic!("it was") };
    assert_eq!(step.0, "a-1");
    assert!(told.contains("the directory cannot be made"), "{told}");
    std::fs::remove_file(folder.path().join("local")).unwrap();
    keeper.send(append(advance("a-2", 1), None));
    assert_eq!(heard.recv().unwrap(), appended("a-2"));

    let nowhere = LocalStore { file: Err("there is no home".to_owned()), ..at(&path) };
    let (keeper, heard) = super::keeper(nowhere);
    memory(&heard);
    keeper.send(append(advance("a-3", 1), None));
    let failed = Message::Appended(UndoGroup("a-3".to_owned()), Err("there is no home".to_owned()));
    assert_eq!(heard.recv().unwrap(), failed);
}

/// The orders as they would be carried out.
fn queued(orders: Vec<StorageCommand>) -> Vec<String> {
    let mut waiting = VecDeque::new();
    for order in orders {
        command::take_in(&mut waiting, order);
    }
    let told = waiting.iter().map(|order| match order {
        StorageCommand::Append { steps, entries, place } => {
            let steps: Vec<&str> = steps.iter().map(|step| step.0.as_str()).collect();
            let at = place.as_ref().and_then(|place| place.candidate.as_ref());
            format!("append {} ({}) {at:?}", steps.join(" "), entries.len())
        }
        StorageCommand::Keep(draft, _) => format!("keep {}", draft.id.0),
        StorageCommand::ForgetPerson(person) => format!("forget {person}"),
        StorageCommand::KeepPlace(place) => format!("place {:?}", place.candidate),
        StorageCommand::Cache(..) => "cache".to_owned(),
        StorageCommand::Tail => "tail".to_owned(),
        other => panic!("{other:?}"),
    });
    told.map(|told| told.replace("Some(CandidateId(\"", "").replace("\"))", "")).collect()
}

#[test]
fn steps_go_first_and_together_but_not_before_somebody_is_forgotten() {
    let record = || came(CachedRecord::Candidate(candidate(1, "sta_1")));
    assert_eq!(
        queued(vec![
            keep("a", "Ada"),
            record(),
            StorageCommand::Tail,
            append(advance("a-1", 1), None),
            StorageCommand::Tail,
            record(),
            append(advance("a-2", 1), Some(place_at("can_2"))),
            append(advance("a-3", 1), None),
        ]),
        ["append a-1 a-2 a-3 (3) can_2", "keep a", "cache", "tail", "cache"]
    );
    assert_eq!(
        queued(vec![
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
fn an_older_place_is_never_written_after_a_newer_one() {
    assert_eq!(
        queued(vec![
            StorageCommand::KeepPlace(place_at("can_1")),
            append(advance("a-1", 1), Some(place_at("can_2"))),
            StorageCommand::KeepPlace(place_at("can_3")),
            StorageCommand::KeepPlace(place_at("can_4")),
        ]),
        ["append a-1 (1) can_2", "place can_4"]
    );
}

#[test]
fn records_that_came_are_recalled_each_in_its_last_stage() {
    let (_folder, path) = place();
    let (mut keeper, heard) = keeper(at(&path));
    memory(&heard);
    assert_eq!(recalled(&keeper, &heard), []);
    for number in 0..100 {
        keeper.send(came(CachedRecord::Candidate(candidate(number, "sta_1"))));
    }
    keeper.send(came(CachedRecord::Candidate(candidate(7, "sta_2"))));
    let records = recalled(&keeper, &heard);
    assert_eq!(records.len(), 100);
    assert!(records.contains(&("can_7".to_owned(), "sta_2".to_owned())));

    let person = Box::new(Person { id: "per_1".into(), name: "Ada".into(), ..Person::default() });
    keeper.send(came(CachedRecord::Person(person.clone())));
    keeper.send(StorageCommand::RecallPerson("per_0".into()));
    keeper.send(StorageCommand::RecallPerson("per_1".into()));
    let Message::RecalledPerson(found, _) = heard.recv().unwrap() else { panic!("nobody") };
    assert_eq!(found, person);
    keeper.send(came(CachedRecord::Candidate(candidate(100, "sta_1"))));
    keeper.end(SHUTDOWN_LIMIT);

    let (again, heard) = super::keeper(at(&path));
    memory(&heard);
    assert_eq!(recalled(&again, &heard).len(), 101, "the end writes what waits");
    let (uncached, heard) = super::keeper(LocalStore { caches: false, ..at(&path) });
    memory(&heard);
    uncached.send(came(CachedRecord::Candidate(candidate(200, "sta_1"))));
    assert_eq!(recalled(&uncached, &heard), [], "neither read nor written");
    drop(uncached);
    let (after, heard) = super::keeper(at(&path));
    memory(&heard);
    assert_eq!(recalled(&after, &heard).len(), 101);
}

#[test]
fn somebody_who_is_forgotten_is_not_there_the_next_time() {
    let (_folder, path) = place();
    let (mut keeper, heard) = keeper(at(&path));
    memory(&heard);
    keeper.send(append(advance("a-1", 1), None));
    keeper.send(append(advance("a-2", 2), None));
    for number in [1, 2] {
        keeper.send(came(CachedRecord::Candidate(candidate(number, "sta_1"))));
    }
    keeper.send(StorageCommand::ForgetPerson("per_1".into()));
    while heard.recv().unwrap() != Message::Forgotten("per_1".into(), Ok(())) {}
    assert_eq!(recalled(&keeper, &heard), [("can_2".to_owned(), "sta_1".to_owned())]);
    keeper.end(SHUTDOWN_LIMIT);
    let mut book = TriageState::default();
    for entry in found(&path).log {
        book.add(entry);
    }
    assert!(book.own("can_1").is_none() && book.own("can_2").is_some());
}
