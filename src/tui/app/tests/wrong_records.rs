//! A record of another candidate, person or job is a failure: it is shown and stored nowhere.

use crate::recruiting::failure::FailureKind;
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::fixture::{FakeServer, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot};
use crate::wire::{Candidate, Items, Page};

/// Nothing but the lists is answered.
fn server_with_lists() -> FakeServer {
    let mut server = FakeServer::new(140, 40);
    while let Some(at) = server
        .in_flight
        .iter()
        .position(|(slot, ..)| matches!(slot, Slot::Jobs(_) | Slot::CandidatePage(..)))
    {
        server.answer_at(at);
        server.wait(200);
    }
    server
}

/// The record of the selected candidate arrives, changed.
fn answer_with(change: impl Fn(&mut Candidate)) -> FakeServer {
    let mut server = server_with_lists();
    let (id, _) = server.state.selected().unwrap();
    let slot = Slot::Candidate(id);
    let at = server.in_flight.iter().position(|(other, ..)| *other == slot).unwrap();
    let (slot, limit, ticket) = server.in_flight.remove(at);
    let Answer::Candidate(mut record) = server.reply(&slot, limit) else { unreachable!() };
    change(&mut record);
    let outcome = Ok(Answer::Candidate(record));
    server.cached.clear();
    server.send(Message::Fetched { slot, ticket, outcome });
    server
}

#[test]
fn a_record_of_another_person_or_job_is_a_server_error() {
    let of_other_person = |record: &mut Candidate| record.person_id = "per_9".into();
    let of_other_job = |record: &mut Candidate| record.job_id = "job_9".into();
    for (server, message) in [
        (
            answer_with(of_other_person),
            "the server sent the record of another person: expected per_0, received per_9",
        ),
        (
            answer_with(of_other_job),
            "the server sent the record of another job: expected job_rust, received job_9",
        ),
    ] {
        let (id, _) = server.state.selected().unwrap();
        let loaded = server.state.candidates.get(&id).unwrap();
        let failure = loaded.failure.as_ref().unwrap();
        assert_eq!((failure.kind, &*failure.message), (FailureKind::Unusable, message));
        assert!(!loaded.is_loaded() && server.cached.is_empty(), "{message}");
        let open = server.state.open_job().unwrap();
        assert_eq!(open.since(open.list.row().unwrap()), None, "no date is shown");
    }
}

#[test]
fn a_record_without_a_person_or_job_is_accepted() {
    let server = answer_with(|record| {
        (record.person_id, record.job_id) = Default::default();
    });
    let (id, _) = server.state.selected().unwrap();
    assert!(server.state.candidates.get(&id).unwrap().is_loaded());
    assert!(matches!(server.cached.as_slice(), [CachedRecord::Candidate(_)]));
}

#[test]
fn a_cached_record_of_another_person_or_job_is_ignored() {
    let accepted = |change: fn(&mut Candidate)| {
        let mut server = server_with_lists();
        let (id, _) = server.state.selected().unwrap();
        let Answer::Candidate(mut record) = server.reply(&Slot::Candidate(id), 1) else {
            unreachable!()
        };
        change(&mut record);
        let job = server.state.job.clone().unwrap();
        let records = vec![(record, timestamp("2026-11-10T00:00:00Z"))];
        server.send(Message::CachedCandidates { job, records });
        let open = server.state.open_job().unwrap();
        open.since(open.list.row().unwrap()).is_some()
    };
    assert!(accepted(|_| {}));
    assert!(!accepted(|record| record.person_id = "per_9".into()));
    assert!(!accepted(|record| record.job_id = "job_9".into()));
}

#[test]
fn rows_of_another_job_are_counted_apart() {
    let mut server = FakeServer::new(140, 40);
    server.answer();
    let is_page = |slot: &Slot| matches!(slot, Slot::CandidatePage(..));
    let at = server.in_flight.iter().position(|(slot, ..)| is_page(slot)).unwrap();
    let (slot, _, ticket) = server.in_flight.remove(at);
    let good = server.candidates[..4].to_vec();
    let items = Items { good, bad: vec![4, 5, 6], empty: 0, foreign: vec![5, 6] };
    let outcome = Ok(Answer::candidates(Page::new(items, Some(7))));
    server.send(Message::Fetched { slot, ticket, outcome });
    let progress = server.state.load_progress(&server.state.open_job().unwrap().list);
    assert_eq!((progress.loaded, progress.unreadable, progress.foreign), (4, 3, 2));
    let screen = crate::tui::app::view::tests::screen(&server.state);
    assert!(screen.contains("1 unreadable") && screen.contains("2 from another job"), "{screen}");
}
