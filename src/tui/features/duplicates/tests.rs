//! Names held against each other, by tables and against a plain evaluator; pairs
//! of what is loaded.

mod reading;

use proptest::prelude::*;

use super::contacts::MOST;
use super::pairs::DuplicatePair;
use super::state::Duplicates;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::duplicates::contact_key::number;
use crate::recruiting::duplicates::names;
use crate::recruiting::duplicates::names::{NameSimilarity, alike};
use crate::recruiting::query::{EditDistance, words};
use crate::recruiting::table::fold;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::{FakeServer, people};
use crate::tui::app::message::Message;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::request::{Slot, Ticket};
use crate::wire::{CandidateItem, Person};

fn found(names: &[&str]) -> Vec<(usize, usize, NameSimilarity)> {
    let folded: Vec<Vec<u8>> = names.iter().map(|name| fold(name)).collect();
    alike(&folded.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[test]
fn names_are_alike_whatever_their_order_and_accents() {
    use crate::recruiting::duplicates::names::NameSimilarity::{Near, Same, Turned};
    for (one, other, likeness) in [
        ("Jan Kowalski", "jan  kowalski", Some(Same)),
        ("Zoë Müller", "Zoe Muller", Some(Same)),
        ("Jan Kowalski", "Kowalski, Jan", Some(Turned)),
        ("Jan Kowalski", "Jan Kowalsky", Some(Near)),
        ("Jan Kowalski", "Kowalsky, Jan", Some(Near)),
        ("Jan Kowalski", "Jan Kowlaski", Some(Near)),
        ("Jan Kowalski", "Jan Kowalskii", Some(Near)),
        ("Anna Lee", "Ana Lee", Some(Near)),
        ("Jan Kowalski", "Jon Kowalsky", None),
        ("Li Na", "Li Ma", None),
        ("Anna", "Anna Maria", None),
        ("", "", None),
        ("佐藤 健太郎", "健太郎 佐藤", Some(Turned)),
    ] {
        let expected: Vec<_> = likeness.map(|likeness| (0, 1, likeness)).into_iter().collect();
        assert_eq!(found(&[one, other]), expected, "{one} {other}");
    }
}

#[test]
fn of_many_with_one_name_each_is_held_against_the_first() {
    assert_eq!(found(&["Jan Kowalski"; 40]).len(), 39);
}

#[test]
fn a_number_is_the_same_with_and_without_country_and_trunk() {
    let table = [
        ("+49 (0)171 555 01 23", "0171 5550123"),
        ("0049-171-5550123", "171/555.01.23"),
        ("+354 555 0101", "5550101"),
    ];
    for (one, other) in table {
        let (one, other) = (number(one).unwrap(), number(other).unwrap());
        assert!(one.is_same(&other) && other.is_same(&one), "{one:?} {other:?}");
    }
    assert!(number("555 010").is_none());
    for other in ["0171 5550124", "0172 5550123"] {
        let (one, other) = (number("0171 5550123").unwrap(), number(other).unwrap());
        assert!(!one.is_same(&other), "{other:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_by_hashes_is_what_everybody_against_everybody_finds(
        names in prop::collection::vec("[ab]{2,4} [ab]{2,4}", 2..14)
    ) {
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        let key = |name: &str| -> Vec<u8> {
            let mut sorted: Vec<&[u8]> = words(name.as_bytes()).collect();
            sorted.sort_unstable();
            sorted.join(&b' ')
        };
        let mut near = Vec::new();
        for one in 0..names.len() {
            for other in one + 1..names.len() {
                let (a, b) = (key(&names[one]), key(&names[other]));
                let is_first = |at: usize| (0..at).all(|before| key(&names[before]) != key(&names[at]));
                let slips = EditDistance::whole(&a).unwrap();
                let close = a != b && a.len().min(b.len()) >= names::SHORT && slips.is_within(1, &b);
                if close && is_first(one) && is_first(other) {
                    near.push((one, other));
                }
            }
        }
        let hashed: Vec<(usize, usize)> = found(&texts)
            .into_iter()
            .filter(|(.., likeness)| *likeness == NameSimilarity::Near)
            .map(|(one, other, _)| (one, other))
            .collect();
        prop_assert_eq!(hashed, near);
    }
}

/// The agency with two people whose names are nearly the same.
fn office() -> FakeServer {
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
fn names_are_found_at_once_and_contacts_as_they_are_read_the_strongest_first() {
    let mut stage = office();
    stage.act(&[Action::Triage(TriageAction::Duplicates)]);
    // The panes had the first three people read already.
    let whys: Vec<String> = shown(&stage).pairs.iter().map(DuplicatePair::why).collect();
    assert_eq!(whys, ["the same e-mail: Person0@Mail.example", "names differ by one letter"]);
    assert_eq!(shown(&stage).people, 7);
    assert!(stage.asked.iter().any(|(slot, ..)| *slot == Slot::Person("per_6".into())));
    stage.settle();
    // Reading everybody by hand: the rest of the people come by.
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
fn a_pair_is_shown_side_by_side_and_one_comes_back_to_it() {
    let mut stage = office();
    stage.act(&[Action::Triage(TriageAction::Duplicates), Action::Bottom, Action::Open]).settle();
    let Some(Dialog::Compare(compare)) = &stage.state.over else { panic!("no comparing") };
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
    let mut stage = office();
    stage.candidates[5].name = "Somebody Else".into();
    stage.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
    stage.act(&[Action::Refresh]).settle();
    stage.act(&[Action::Triage(TriageAction::Duplicates)]);
    let named = |pair: &&DuplicatePair| pair.hints[0].rank >= 3;
    let same = shown(&stage).pairs.iter().find(named);
    assert!(same.is_none_or(|pair| pair.one.person != pair.other.person));
    assert!(stage.state.open.len() > 1);
    assert_eq!(shown(&stage).people, 7);
}

#[test]
fn names_are_held_against_each_other_elsewhere_and_come_when_they_come() {
    let mut stage = office();
    stage.holds_searches = true;
    stage.act(&[Action::Triage(TriageAction::Duplicates)]);
    assert!(shown(&stage).looking.is_some());
    let names = |stage: &FakeServer| {
        let pairs = shown(stage).pairs.iter().map(DuplicatePair::why);
        pairs.filter(|why| why.contains("names differ")).count()
    };
    assert_eq!((names(&stage), shown(&stage).people), (0, 7));
    let Some(Effect::Alike(ticket, crowd)) = stage.others.pop() else { panic!("none is asked") };
    let found = crowd.alike();
    // One of them is called something else meanwhile.
    let mut other = office();
    other.holds_searches = true;
    other.act(&[Action::Triage(TriageAction::Duplicates)]);
    other.candidates[5].name = "Somebody Else".into();
    let job = other.state.job.clone().unwrap();
    other.state.open.get_mut(&job).unwrap().list.roll.refresh();
    other.settle();
    other.send(Message::Alike { ticket: shown(&other).looking.unwrap(), found: found.clone() });
    assert_eq!(names(&other), 0);
    // They come even if something lies over them; those of another search do not.
    stage.send(Message::Alike { ticket: Ticket(0), found: found.clone() });
    assert!(shown(&stage).looking.is_some());
    stage.act(&[Action::Open]);
    stage.send(Message::Alike { ticket, found }).act(&[Action::Back]);
    assert_eq!((names(&stage), shown(&stage).looking), (1, None));
}

#[test]
fn the_cursor_is_on_the_first_pair_until_it_is_moved() {
    let chosen = |moves: &[Action]| {
        let mut stage = office();
        let mut people = RecordCache::new(9);
        std::mem::swap(&mut stage.state.people, &mut people);
        stage.act(&[Action::Triage(TriageAction::Duplicates)]).act(moves);
        let before = shown(&stage).pairs[shown(&stage).at].why();
        // The records come later, and with them a pair that is stronger.
        std::mem::swap(&mut stage.state.people, &mut people);
        stage.state.learn_contacts();
        let mut found = shown(&stage).clone();
        found.look_at_records(&stage.state);
        (before, found.at)
    };
    let by_name = "names differ by one letter".to_owned();
    assert_eq!(chosen(&[]), (by_name.clone(), 0));
    assert_eq!(chosen(&[Action::Top]), (by_name, 1));
}
