//! People whose contacts are read while the pairs are shown.

use super::*;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::paging::Urgency;
use crate::wire::PersonId;

const OPEN: Action = Action::Triage(TriageAction::Duplicates);

/// The people that are out now.
fn out(stage: &FakeServer) -> Vec<PersonId> {
    let person = |(slot, ..): &(Slot, usize, Ticket)| match slot {
        Slot::Person(id) => Some(id.clone()),
        _ => None,
    };
    stage.asked.iter().filter_map(person).collect()
}

/// The agency, and nobody's name is like another's.
fn strangers() -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.people = people();
    stage.settle();
    stage
}

#[test]
fn everybody_is_read_a_few_at_a_time_and_pairs_come_with_them() {
    let mut stage = strangers();
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
    assert_eq!(stage.state.people.records().count(), held, "the shelf is for who is looked at");
    assert!(shown(&stage).coverage().ends_with("contacts read of 7 of 7 people"));
    // Opened again, nobody is read again.
    stage.act(&[Action::Back, OPEN]);
    assert_eq!((out(&stage).len(), shown(&stage).read), (0, 7));
}

#[test]
fn it_ends_when_it_is_closed() {
    let mut stage = strangers();
    stage.act(&[OPEN, Action::Back]);
    let still = out(&stage).len();
    assert!(still > 0);
    while stage.answer() {
        assert!(out(&stage).len() < still, "no more are asked for");
    }
}

#[test]
fn who_cannot_be_read_is_not_asked_for_again_unless_it_passes() {
    for (trouble, again) in [(FailureKind::Missing, false), (FailureKind::Busy, true)] {
        let mut stage = strangers();
        stage.act(&[OPEN]);
        let id = Slot::Person(out(&stage)[0].clone());
        stage.fail_all(trouble);
        stage.wait(11_000).wait(11_000).settle();
        let asked = stage.fetched.iter().filter(|slot| **slot == id).count();
        assert_eq!(asked > 1, again, "{trouble:?} {asked}");
    }
}

#[test]
fn of_very_many_only_some_are_read_and_that_is_said() {
    let mut stage = FakeServer::new(120, 40);
    let one = stage.candidates[0].clone();
    let somebody = people()[0].clone();
    for at in 0..MOST + 100 {
        let (id, person): (String, String) = (format!("can_{at}"), format!("per_{at}"));
        // No two of these are alike.
        let name: String =
            at.to_string().chars().map(|digit| digit.to_string().repeat(3)).collect();
        let (social_public_id, emails, phones) = (person.clone(), Vec::new(), Vec::new());
        let name = format!("Jan {name}");
        let row = CandidateItem { name, person_id: person.as_str().into(), ..one.clone() };
        stage.candidates.push(CandidateItem { id: id.into(), ..row });
        let id = person.into();
        stage.people.push(Person { id, social_public_id, emails, phones, ..somebody.clone() });
    }
    stage.candidates.drain(..7);
    stage.settle();
    stage.act(&[OPEN]).settle();
    let idle = stage.fetched.iter().filter(|slot| matches!(slot, Slot::Person(_))).count();
    // Those that the panes and the first pairs want are read beside.
    assert!((MOST..MOST + 200).contains(&idle), "{idle}");
    let told = shown(&stage).coverage();
    assert!(
        told.ends_with("of 2,100 people, 2,000 at a time: opened again, it reads on"),
        "{told}"
    );
    assert!(!stage.state.asked.values().any(|asked| asked.urgency == Urgency::Idle));
}
