//! The log, the place in the inbox, who was looked at, and the records that came.

use super::*;
use crate::app::inbox::Place;
use crate::app::triage::{Act, AsSeen, Book, Entry, EntryId, StepId, Subject, Verdict};
use crate::wire::{Candidate, Person};

fn subject(number: usize) -> Subject {
    Subject {
        candidate: format!("can_{number}").into(),
        person: format!("per_{number}").into(),
        job: "job_1".into(),
    }
}

/// A step, as a window takes it.
fn entry(step: &str, number: usize, act: Act) -> Entry {
    Entry {
        id: EntryId(format!("{step}.{number}")),
        step: StepId(step.to_owned()),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: subject(number).into(),
        seen: AsSeen { name: "Ada".to_owned(), ..AsSeen::default() }.into(),
        act,
        source: None,
    }
}

fn advance(step: &str, number: usize) -> Entry {
    entry(step, number, Act::Verdict { verdict: Verdict::Advance, reason: Some("yes".to_owned()) })
}

fn append(entry: Entry, place: Option<Place>) -> Order {
    Order::Append { steps: vec![entry.step.clone()], entries: vec![entry], place }
}

fn place_at(candidate: &str) -> Place {
    Place { candidate: Some(candidate.into()), ..Place::default() }
}

fn appended(step: &str) -> Message {
    Message::Appended(StepId(step.to_owned()), Ok(()))
}

fn candidate(number: usize, stage: &str) -> Box<Candidate> {
    let Subject { candidate: id, person: person_id, job: job_id } = subject(number);
    let current_pipeline_stage_id = stage.into();
    Box::new(Candidate { id, person_id, job_id, current_pipeline_stage_id, ..Candidate::default() })
}

fn came(record: Record) -> Order {
    Order::Cache(record, Timestamp::parse("2026-03-04T14:02:00Z").unwrap())
}

/// What is recalled of the job.
fn recalled(keeper: &Keeper, heard: &Receiver<Message>) -> Vec<(String, String)> {
    keeper.order(Order::Recall("job_1".into()));
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
    keeper.order(append(advance("a-1", 1), Some(place_at("can_2"))));
    assert_eq!(heard.recv().unwrap(), appended("a-1"));
    keeper.order(Order::KeepPlace(place_at("can_3")));
    keeper.order(Order::Looked(vec![subject(1), subject(2)]));
    keeper.end(super::super::super::LAST);
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
        one.order(append(advance(step, 1), None));
        assert_eq!(heard.recv().unwrap(), appended(step));
    }
    other.order(append(advance("b-1", 2), None));
    assert_eq!(answers.recv().unwrap(), appended("b-1"));
    let theirs = vec![advance("a-1", 1), advance("a-2", 1)];
    assert_eq!(answers.recv().unwrap(), Message::Logged(theirs));
    for word in [Order::Tail, Order::Looked(vec![subject(9)])] {
        let step = format!("b-{word:?}");
        other.order(append(advance(&step, 3), None));
        assert_eq!(answers.recv().unwrap(), appended(&step));
        one.order(word);
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
    keeper.order(append(advance("a-1", 1), None));
    let Message::Appended(step, Err(told)) = heard.recv().unwrap() else { panic!("it was") };
    assert_eq!(step.0, "a-1");
    assert!(told.contains("the directory cannot be made"), "{told}");
    std::fs::remove_file(folder.path().join("local")).unwrap();
    keeper.order(append(advance("a-2", 1), None));
    assert_eq!(heard.recv().unwrap(), appended("a-2"));

    let nowhere = Memories { file: Err("there is no home".to_owned()), ..at(&path) };
    let (keeper, heard) = self::keeper(nowhere);
    memory(&heard);
    keeper.order(append(advance("a-3", 1), None));
    let failed = Message::Appended(StepId("a-3".to_owned()), Err("there is no home".to_owned()));
    assert_eq!(heard.recv().unwrap(), failed);
}

/// The orders as they would be carried out.
fn queued(orders: Vec<Order>) -> Vec<String> {
    let mut waiting = VecDeque::new();
    for order in orders {
        orders::take_in(&mut waiting, order);
    }
    let told = waiting.iter().map(|order| match order {
        Order::Append { steps, entries, place } => {
            let steps: Vec<&str> = steps.iter().map(|step| step.0.as_str()).collect();
            let at = place.as_ref().and_then(|place| place.candidate.as_ref());
            format!("append {} ({}) {at:?}", steps.join(" "), entries.len())
        }
        Order::Keep(draft, _) => format!("keep {}", draft.id.0),
        Order::ForgetPerson(person) => format!("forget {person}"),
        Order::KeepPlace(place) => format!("place {:?}", place.candidate),
        Order::Cache(..) => "cache".to_owned(),
        Order::Tail => "tail".to_owned(),
        other => panic!("{other:?}"),
    });
    told.map(|told| told.replace("Some(CandidateId(\"", "").replace("\"))", "")).collect()
}

#[test]
fn steps_go_first_and_together_but_not_before_somebody_is_forgotten() {
    let record = || came(Record::Candidate(candidate(1, "sta_1")));
    assert_eq!(
        queued(vec![
            keep("a", "Ada"),
            record(),
            Order::Tail,
            append(advance("a-1", 1), None),
            Order::Tail,
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
            Order::ForgetPerson("per_1".into()),
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
            Order::KeepPlace(place_at("can_1")),
            append(advance("a-1", 1), Some(place_at("can_2"))),
            Order::KeepPlace(place_at("can_3")),
            Order::KeepPlace(place_at("can_4")),
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
        keeper.order(came(Record::Candidate(candidate(number, "sta_1"))));
    }
    keeper.order(came(Record::Candidate(candidate(7, "sta_2"))));
    let records = recalled(&keeper, &heard);
    assert_eq!(records.len(), 100);
    assert!(records.contains(&("can_7".to_owned(), "sta_2".to_owned())));

    let person = Box::new(Person { id: "per_1".into(), name: "Ada".into(), ..Person::default() });
    keeper.order(came(Record::Person(person.clone())));
    keeper.order(Order::RecallPerson("per_0".into()));
    keeper.order(Order::RecallPerson("per_1".into()));
    let Message::RecalledPerson(found, _) = heard.recv().unwrap() else { panic!("nobody") };
    assert_eq!(found, person);
    keeper.order(came(Record::Candidate(candidate(100, "sta_1"))));
    keeper.end(super::super::super::LAST);

    let (again, heard) = self::keeper(at(&path));
    memory(&heard);
    assert_eq!(recalled(&again, &heard).len(), 101, "the end writes what waits");
    let (uncached, heard) = self::keeper(Memories { caches: false, ..at(&path) });
    memory(&heard);
    uncached.order(came(Record::Candidate(candidate(200, "sta_1"))));
    assert_eq!(recalled(&uncached, &heard), [], "neither read nor written");
    drop(uncached);
    let (after, heard) = self::keeper(at(&path));
    memory(&heard);
    assert_eq!(recalled(&after, &heard).len(), 101);
}

#[test]
fn somebody_who_is_forgotten_is_not_there_the_next_time() {
    let (_folder, path) = place();
    let (mut keeper, heard) = keeper(at(&path));
    memory(&heard);
    keeper.order(append(advance("a-1", 1), None));
    keeper.order(append(advance("a-2", 2), None));
    for number in [1, 2] {
        keeper.order(came(Record::Candidate(candidate(number, "sta_1"))));
    }
    keeper.order(Order::ForgetPerson("per_1".into()));
    while heard.recv().unwrap() != Message::Forgotten("per_1".into(), Ok(())) {}
    assert_eq!(recalled(&keeper, &heard), [("can_2".to_owned(), "sta_1".to_owned())]);
    keeper.end(super::super::super::LAST);
    let mut book = Book::default();
    for entry in found(&path).log {
        book.add(entry);
    }
    assert!(book.own("can_1").is_none() && book.own("can_2").is_some());
}
