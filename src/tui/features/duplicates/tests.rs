//! The pairs of all that is loaded.

mod reading;

use super::contacts::MAX_READS;
use super::state::{DuplicatePair, Duplicates};
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::duplicates::reason::ReasonKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::{FakeServer, people};
use crate::tui::app::message::Message;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::request::{Slot, Ticket};
use crate::wire::{CandidateItem, Person};

/// A server with two people whose names differ by one letter.
fn server() -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.people = people();
    stage.candidates[5].name = "Chloe O'Brian".into();
    stage.settle();
    stage
}

fn shown(stage: &FakeServer) -> &Duplicates {
    let Some(Dialog::Duplicates(found)) = &stage.state.over else {
        panic!("{:?}", stage.state.over)
    };
    found
}

#[test]
fn similar_names_come_at_once_and_shared_contacts_as_records_are_read() {
    let mut stage = server();
    stage.act(&[Action::Triage(TriageAction::Duplicates)]);
    // The panes read the first three people already.
    let whys: Vec<String> = shown(&stage).pairs.iter().map(DuplicatePair::why).collect();
    assert_eq!(whys, ["the same e-mail: Person0@Mail.example", "names differ by one letter"]);
    assert_eq!(shown(&stage).people, 7);
    assert!(stage.asked.iter().any(|(slot, ..)| *slot == Slot::Person("per_6".into())));
    stage.settle();
    // The user looks at the rest of the people.
    stage.act(&[Action::Back, Action::Go(Pane::Candidates)]);
    for _ in 0..7 {
        stage.act(&[Action::Down]).settle();
    }
    stage.act(&[Action::Triage(TriageAction::Duplicates)]).settle();
    let whys: Vec<String> = shown(&stage).pairs.iter().map(DuplicatePair::why).collect();
    assert_eq!(
        whys,
        [
            "the same e-mail: Person0@Mail.example",
            "the same phone: 0171 5550123",
            "names differ by one letter"
        ]
    );
    assert_eq!(
        shown(&stage).coverage(),
        "over the one job read so far; contacts read of 7 of 7 people"
    );
}

#[test]
fn a_pair_opens_side_by_side_and_back_returns_to_it() {
    let mut stage = server();
    stage.act(&[Action::Triage(TriageAction::Duplicates), Action::Bottom, Action::Open]).settle();
    let Some(Dialog::Compare(compare)) = &stage.state.over else { panic!("no comparison") };
    assert!(compare.contacts);
    assert_eq!(stage.state.compared_names(compare), ["Chloe O'Brian", "Chloe O’Brien"]);
    stage.act(&[Action::Back]);
    assert_eq!(shown(&stage).pairs[shown(&stage).at].why(), "names differ by one letter");
    stage.act(&[Action::Copy]);
    let copied = stage.others.iter().rev().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text.clone()),
        _ => None,
    });
    assert!(copied.unwrap().contains("nobody was merged"));
    stage.act(&[Action::Back]);
    assert!(stage.state.over.is_none());
}

#[test]
fn the_same_person_in_two_jobs_is_no_pair() {
    let mut stage = server();
    stage.candidates[5].name = "Anna Schmidt".into();
    stage.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
    stage.act(&[Action::Refresh]).settle();
    stage.act(&[Action::Triage(TriageAction::Duplicates)]);
    let named = |pair: &&DuplicatePair| !pair.best().is_some_and(ReasonKind::is_contact);
    let same = shown(&stage).pairs.iter().find(named);
    assert!(same.is_none_or(|pair| pair.one.person != pair.other.person));
    assert!(stage.state.open.len() > 1);
    assert_eq!(shown(&stage).people, 7);
}

#[test]
fn the_search_for_names_is_an_effect_and_its_result_is_checked_again() {
    let mut stage = server();
    stage.holds_searches = true;
    stage.act(&[Action::Triage(TriageAction::Duplicates)]);
    assert!(shown(&stage).looking.is_some());
    let count = |stage: &FakeServer| {
        let pairs = shown(stage).pairs.iter().map(DuplicatePair::why);
        pairs.filter(|why| why.contains("names differ")).count()
    };
    assert_eq!((count(&stage), shown(&stage).people), (0, 7));
    let Some(Effect::Alike(ticket, names)) = stage.others.pop() else {
        panic!("no search was started")
    };
    let found = names.find_pairs();
    // One person is renamed meanwhile.
    let mut other = server();
    other.holds_searches = true;
    other.act(&[Action::Triage(TriageAction::Duplicates)]);
    other.candidates[5].name = "Anna Schmidt".into();
    let job = other.state.job.clone().unwrap();
    other.state.open.get_mut(&job).unwrap().list.roll.refresh();
    other.settle();
    other.send(Message::Alike { ticket: shown(&other).looking.unwrap(), found: found.clone() });
    assert_eq!(count(&other), 0);
    // The result arrives also below another dialog; the result of another search is ignored.
    stage.send(Message::Alike { ticket: Ticket(0), found: found.clone() });
    assert!(shown(&stage).looking.is_some());
    stage.act(&[Action::Open]);
    stage.send(Message::Alike { ticket, found }).act(&[Action::Back]);
    assert_eq!((count(&stage), shown(&stage).looking), (1, None));
}

#[test]
fn the_cursor_stays_on_the_first_pair_until_it_is_moved() {
    let cursor_after = |moves: &[Action]| {
        let mut stage = server();
        let mut people = RecordCache::new(9);
        std::mem::swap(&mut stage.state.people, &mut people);
        stage.act(&[Action::Triage(TriageAction::Duplicates)]).act(moves);
        let before = shown(&stage).pairs[shown(&stage).at].why();
        // The records come later, and with them a pair that is stronger.
        std::mem::swap(&mut stage.state.people, &mut people);
        stage.state.learn_contacts();
        let mut found = shown(&stage).clone();
        found.rebuild(&stage.state);
        (before, found.at)
    };
    let by_name = "names differ by one letter".to_owned();
    assert_eq!(cursor_after(&[]), (by_name.clone(), 0));
    assert_eq!(cursor_after(&[Action::Top]), (by_name, 1));
}
