//! Pairs among all loaded people.

mod reading;

use insta::assert_snapshot;

use super::contacts::{MAX_READS, index_loaded_contacts};
use super::state::{DuplicatePair, Duplicates};
use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::duplicates::reason::ReasonKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{ComputeEffect, Effect, TerminalEffect};
use crate::tui::app::fixture::{FakeServer, people};
use crate::tui::app::message::Message;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::view::tests::{SIZES, popup_text};
use crate::tui::features::compare::facts::names;
use crate::tui::features::compare::tests::view::open_candidates;
use crate::wire::{CandidateItem, Person};

const COMPARE: Action = Action::Triage(TriageAction::Compare);

/// A server with two people whose names differ by one letter.
fn duplicates_server() -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.people = people();
    server.candidates[5].name = "Chloe O'Brian".into();
    server.settle();
    server
}

fn dialog(server: &FakeServer) -> &Duplicates {
    let Some(Dialog::Duplicates(duplicates)) = server.state.dialogs.top() else {
        panic!("{:?}", server.state.dialogs.top())
    };
    duplicates
}

#[test]
fn similar_names_come_at_once_and_shared_contacts_as_records_are_read() {
    let mut server = duplicates_server();
    server.act(&[Action::Triage(TriageAction::Duplicates)]);
    // The panes read the first three people already.
    let reasons: Vec<String> =
        dialog(&server).pairs.iter().map(DuplicatePair::describe_reasons).collect();
    assert_eq!(reasons, ["the same email: Person0@Mail.example", "names differ by one letter"]);
    assert_eq!(dialog(&server).people, 7);
    assert!(server.in_flight.iter().any(|(slot, ..)| *slot == Slot::Person("per_6".into())));
    server.settle();
    // The user looks at the rest of the people.
    server.act(&[Action::Back, Action::Go(Pane::Candidates)]);
    for _ in 0..7 {
        server.act(&[Action::Down]).settle();
    }
    server.act(&[Action::Triage(TriageAction::Duplicates)]).settle();
    let reasons: Vec<String> =
        dialog(&server).pairs.iter().map(DuplicatePair::describe_reasons).collect();
    assert_eq!(
        reasons,
        [
            "the same email: Person0@Mail.example",
            "the same phone: 0171 5550123",
            "names differ by one letter"
        ]
    );
    assert_eq!(dialog(&server).coverage(), "1 job loaded; contacts of 7 of 7 people");
}

#[test]
fn enter_goes_to_the_candidate_on_the_selected_side() {
    for (side, expected) in [(Action::Left, 0), (Action::Right, 1)] {
        let mut server = duplicates_server();
        server.act(&[Action::Triage(TriageAction::Duplicates), Action::Bottom, side]);
        let pair = dialog(&server).pairs[dialog(&server).at].clone();
        let candidate = [pair.first, pair.second][expected].candidate.clone();
        server.act(&[Action::Open]).settle();
        assert!(server.state.dialogs.is_empty());
        assert_eq!(server.state.selected().map(|(id, _)| id), Some(candidate));
    }
}

#[test]
fn a_pair_opens_side_by_side_and_back_returns_to_it() {
    let mut server = duplicates_server();
    server.act(&[Action::Triage(TriageAction::Duplicates), Action::Bottom, COMPARE]).settle();
    let Some(Dialog::Compare(compare)) = server.state.dialogs.top() else {
        panic!("no comparison")
    };
    assert!(compare.is_duplicate_check);
    assert_eq!(names(&server.state, compare), ["Chloe O'Brian", "Chloe O’Brien"]);
    server.act(&[Action::Back]);
    assert_eq!(
        dialog(&server).pairs[dialog(&server).at].describe_reasons(),
        "names differ by one letter"
    );
    server.act(&[Action::Copy]);
    let copied = server.others.iter().rev().find_map(|effect| match effect {
        Effect::Terminal(TerminalEffect::Copy(text)) => Some(text.clone()),
        _ => None,
    });
    assert!(copied.unwrap().contains("check them before you merge anything"));
    server.act(&[Action::Back]);
    assert!(server.state.dialogs.is_empty());
}

#[test]
fn the_key_prompt_lies_over_the_comparison_and_both_dialogs_come_back() {
    for last in [TextEdit::Accept, TextEdit::Cancel] {
        let mut server = duplicates_server();
        server.act(&[Action::Triage(TriageAction::Duplicates), Action::Bottom, COMPARE]);
        let at = server.state.dialogs.iter().count();
        server.send(Message::KeyNeeded("the server rejected the key (401)".into()));
        assert!(matches!(server.state.dialogs.top(), Some(Dialog::Key { .. })));
        server.send(Message::KeyNeeded("the server rejected the key (401)".into()));
        assert_eq!(server.state.dialogs.iter().count(), at + 1, "it opens once");
        server.type_text("sl_new").act(&[Action::Edit(last)]);
        assert!(matches!(server.state.dialogs.top(), Some(Dialog::Compare(_))), "{last:?}");
        server.act(&[Action::Back]);
        assert!(!dialog(&server).pairs.is_empty());
        server.act(&[Action::Back]);
        assert!(server.state.dialogs.is_empty());
    }
}

#[test]
fn the_same_person_in_two_jobs_is_no_pair() {
    let mut server = duplicates_server();
    server.candidates[5].name = "Anna Schmidt".into();
    server.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
    server.act(&[Action::Refresh]).settle();
    server.act(&[Action::Triage(TriageAction::Duplicates)]);
    let is_by_name = |pair: &&DuplicatePair| !pair.strongest().is_some_and(ReasonKind::is_contact);
    let pair = dialog(&server).pairs.iter().find(is_by_name);
    assert!(pair.is_none_or(|pair| pair.first.person != pair.second.person));
    assert!(server.state.open.len() > 1);
    assert_eq!(dialog(&server).people, 7);
}

#[test]
fn the_search_for_names_is_an_effect_and_its_result_is_checked_again() {
    let mut server = duplicates_server();
    server.holds_searches = true;
    server.act(&[Action::Triage(TriageAction::Duplicates)]);
    assert!(dialog(&server).name_search.is_some());
    let count = |server: &FakeServer| {
        let pairs = dialog(server).pairs.iter().map(DuplicatePair::describe_reasons);
        pairs.filter(|why| why.contains("names differ")).count()
    };
    assert_eq!((count(&server), dialog(&server).people), (0, 7));
    let Some(Effect::Compute(ComputeEffect::FindSimilarNames(ticket, names))) = server.others.pop()
    else {
        panic!("no search was started")
    };
    let matches = names.find_pairs();
    // One person is renamed meanwhile.
    let mut other = duplicates_server();
    other.holds_searches = true;
    other.act(&[Action::Triage(TriageAction::Duplicates)]);
    other.candidates[5].name = "Anna Schmidt".into();
    let job = other.state.job.clone().unwrap();
    other.state.open.get_mut(&job).unwrap().list.pages.refresh();
    other.settle();
    other.send(Message::SimilarNames {
        ticket: dialog(&other).name_search.unwrap(),
        matches: matches.clone(),
    });
    assert_eq!(count(&other), 0);
    // The result arrives also below another dialog; the result of another search is ignored.
    server.send(Message::SimilarNames { ticket: Ticket(0), matches: matches.clone() });
    assert!(dialog(&server).name_search.is_some());
    server.act(&[COMPARE]);
    server.send(Message::SimilarNames { ticket, matches }).act(&[Action::Back]);
    assert_eq!((count(&server), dialog(&server).name_search), (1, None));
}

#[test]
fn the_cursor_stays_on_the_first_pair_until_it_is_moved() {
    let cursor_after = |moves: &[Action]| {
        let mut server = duplicates_server();
        let mut people = RecordCache::new(9);
        std::mem::swap(&mut server.state.people, &mut people);
        server.act(&[Action::Triage(TriageAction::Duplicates)]).act(moves);
        let before = dialog(&server).pairs[dialog(&server).at].describe_reasons();
        // The records arrive later and add a stronger pair.
        std::mem::swap(&mut server.state.people, &mut people);
        index_loaded_contacts(&mut server.state);
        let mut duplicates = dialog(&server).clone();
        duplicates.rebuild(&server.state);
        (before, duplicates.at)
    };
    let by_name = "names differ by one letter".to_owned();
    assert_eq!(cursor_after(&[]), (by_name.clone(), 0));
    assert_eq!(cursor_after(&[Action::Top]), (by_name, 1));
}

#[test]
fn possible_duplicates_are_listed() {
    for (width, height) in SIZES {
        let mut server = open_candidates((width, height));
        server.act(&[Action::Triage(TriageAction::Duplicates), Action::Down]).settle().wait(20_000);
        assert_snapshot!(format!("duplicates_{width}x{height}"), popup_text(&server.state));
    }
}
