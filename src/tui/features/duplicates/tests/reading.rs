//! Contacts are read while the screen is open.

use super::*;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::Urgency;
use crate::tui::features::duplicates::contacts::is_reading_contacts;
use crate::wire::PersonId;

const OPEN: Action = Action::Triage(TriageAction::Duplicates);

/// The people being read.
fn in_flight(server: &FakeServer) -> Vec<PersonId> {
    let person = |(slot, ..): &(Slot, usize, Ticket)| match slot {
        Slot::Person(id) => Some(id.clone()),
        _ => None,
    };
    server.in_flight.iter().filter_map(person).collect()
}

/// A server without similar names.
fn server_without_namesakes() -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.people = people();
    server.settle();
    server
}

#[test]
fn all_people_are_read_a_few_at_a_time_and_pairs_appear() {
    let mut server = server_without_namesakes();
    server.act(&[OPEN]);
    let before = dialog(&server).read;
    assert!(before < 7, "{before}");
    assert!((1..=4).contains(&in_flight(&server).len()), "{:?}", in_flight(&server));
    assert!(is_reading_contacts(&server.state));
    let cached = server.state.people.records().count();
    let mut max_in_flight = 0;
    let mut read = vec![before];
    while server.answer() {
        max_in_flight = max_in_flight.max(in_flight(&server).len());
        read.push(dialog(&server).read);
    }
    assert!(max_in_flight <= 4, "{max_in_flight}");
    assert!(read.is_sorted() && read.last() == Some(&7), "{read:?}");
    let reasons: Vec<String> =
        dialog(&server).pairs.iter().map(DuplicatePair::describe_reasons).collect();
    assert!(reasons.contains(&"the same phone: 0171 5550123".to_owned()), "{reasons:?}");
    assert_eq!(server.state.people.records().count(), cached, "the cache is for records on screen");
    assert!(dialog(&server).coverage().ends_with("contacts of 7 of 7 people"));
    // Opening the screen again reads nothing again.
    server.act(&[Action::Back, OPEN]);
    assert_eq!((in_flight(&server).len(), dialog(&server).read), (0, 7));
}

#[test]
fn closing_the_screen_stops_the_reads() {
    let mut server = server_without_namesakes();
    server.act(&[OPEN, Action::Back]);
    let before = in_flight(&server).len();
    assert!(before > 0);
    while server.answer() {
        assert!(in_flight(&server).len() < before, "no further requests");
    }
}

#[test]
fn a_failed_read_is_repeated_only_if_the_failure_passes() {
    for (failure, is_repeated) in [(FailureKind::NotFound, false), (FailureKind::Busy, true)] {
        let mut server = server_without_namesakes();
        server.act(&[OPEN]);
        let id = Slot::Person(in_flight(&server)[0].clone());
        server.fail_all(failure);
        server.wait(11_000).wait(11_000).settle();
        let reads = server.fetched.iter().filter(|slot| **slot == id).count();
        assert_eq!(reads > 1, is_repeated, "{failure:?} {reads}");
    }
}

#[test]
fn a_long_list_is_read_in_part_and_the_screen_says_so() {
    let mut server = FakeServer::new(120, 40);
    let candidate = server.candidates[0].clone();
    let template = people()[0].clone();
    for at in 0..MAX_READS + 100 {
        let (id, person): (String, String) = (format!("can_{at}"), format!("per_{at}"));
        // No two of these are similar.
        let name: String =
            at.to_string().chars().map(|digit| digit.to_string().repeat(3)).collect();
        let (social_public_id, emails, phones) = (person.clone(), Vec::new(), Vec::new());
        let name = format!("Jan {name}");
        let row = CandidateItem { name, person_id: person.as_str().into(), ..candidate.clone() };
        server.candidates.push(CandidateItem { id: id.into(), ..row });
        let id = person.into();
        server.people.push(Person { id, social_public_id, emails, phones, ..template.clone() });
    }
    server.candidates.drain(..7);
    server.settle();
    server.act(&[OPEN]).settle();
    let idle = server.fetched.iter().filter(|slot| matches!(slot, Slot::Person(_))).count();
    // The panes and the first pairs read some more.
    assert!((MAX_READS..MAX_READS + 200).contains(&idle), "{idle}");
    let coverage = dialog(&server).coverage();
    assert!(
        coverage.ends_with("of 2,100 people, 2,000 at a time: reopen to load more"),
        "{coverage}"
    );
    assert!(
        !server.state.fetching.in_flight.values().any(|request| request.urgency == Urgency::Idle)
    );
}
