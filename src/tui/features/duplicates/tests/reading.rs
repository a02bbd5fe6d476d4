//! Contacts are read while the screen is open.

use super::*;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::Urgency;
use crate::wire::PersonId;

const OPEN: Action = Action::Triage(TriageAction::Duplicates);

/// The people being read.
fn out(stage: &FakeServer) -> Vec<PersonId> {
    let person = |(slot, ..): &(Slot, usize, Ticket)| match slot {
        Slot::Person(id) => Some(id.clone()),
        _ => None,
    };
    stage.asked.iter().filter_map(person).collect()
}

/// A server without similar names.
fn server_without_namesakes() -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.people = people();
    stage.settle();
    stage
}

#[test]
fn all_people_are_read_a_few_at_a_time_and_pairs_appear() {
    let mut stage = server_without_namesakes();
    stage.act(&[OPEN]);
    let before = shown(&stage).read;
    assert!(before < 7, "{before}");
    assert!((1..=4).contains(&out(&stage).len()), "{:?}", out(&stage));
    assert!(stage.state.reads_contacts());
    let held = stage.state.people.records().count();
    let mut most = 0;
    let mut read = vec![before];
    while stage.answer() {
        most = most.max(out(&stage).len());
        read.push(shown(&stage).read);
    }
    assert!(most <= 4, "{most}");
    assert!(read.is_sorted() && read.last() == Some(&7), "{read:?}");
    let whys: Vec<String> = shown(&stage).pairs.iter().map(DuplicatePair::why).collect();
    assert!(whys.contains(&"the same phone: 0171 5550123".to_owned()), "{whys:?}");
    assert_eq!(stage.state.people.records().count(), held, "the cache is for records on screen");
    assert!(shown(&stage).coverage().ends_with("contacts read of 7 of 7 people"));
    // Opening the screen again reads nothing again.
    stage.act(&[Action::Back, OPEN]);
    assert_eq!((out(&stage).len(), shown(&stage).read), (0, 7));
}

#[test]
fn closing_the_screen_stops_the_reads() {
    let mut stage = server_without_namesakes();
    stage.act(&[OPEN, Action::Back]);
    let still = out(&stage).len();
    assert!(still > 0);
    while stage.answer() {
        assert!(out(&stage).len() < still, "no further requests");
    }
}

#[test]
fn a_failed_read_is_repeated_only_if_the_failure_passes() {
    for (failure, is_repeated) in [(FailureKind::Missing, false), (FailureKind::Busy, true)] {
        let mut stage = server_without_namesakes();
        stage.act(&[OPEN]);
        let id = Slot::Person(out(&stage)[0].clone());
        stage.fail_all(failure);
        stage.wait(11_000).wait(11_000).settle();
        let reads = stage.fetched.iter().filter(|slot| **slot == id).count();
        assert_eq!(reads > 1, is_repeated, "{failure:?} {reads}");
    }
}

#[test]
fn of_very_many_people_only_some_are_read_and_the_screen_says_so() {
    let mut stage = FakeServer::new(120, 40);
    let one = stage.candidates[0].clone();
    let template = people()[0].clone();
    for at in 0..MAX_READS + 100 {
        let (id, person): (String, String) = (format!("can_{at}"), format!("per_{at}"));
        // No two of these are similar.
        let name: String =
            at.to_string().chars().map(|digit| digit.to_string().repeat(3)).collect();
        let (social_public_id, emails, phones) = (person.clone(), Vec::new(), Vec::new());
        let name = format!("Jan {name}");
        let row = CandidateItem { name, person_id: person.as_str().into(), ..one.clone() };
        stage.candidates.push(CandidateItem { id: id.into(), ..row });
        let id = person.into();
        stage.people.push(Person { id, social_public_id, emails, phones, ..template.clone() });
    }
    stage.candidates.drain(..7);
    stage.settle();
    stage.act(&[OPEN]).settle();
    let idle = stage.fetched.iter().filter(|slot| matches!(slot, Slot::Person(_))).count();
    // The panes and the first pairs read some more.
    assert!((MAX_READS..MAX_READS + 200).contains(&idle), "{idle}");
    let told = shown(&stage).coverage();
    assert!(
        told.ends_with("of 2,100 people, 2,000 at a time: opened again, it reads on"),
        "{told}"
    );
    assert!(!stage.state.asked.values().any(|request| request.urgency == Urgency::Idle));
}
