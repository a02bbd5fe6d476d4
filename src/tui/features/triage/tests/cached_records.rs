//! People as they were read before, until the server answers.

use super::*;
use crate::tui::app::fixture::timestamp;
use crate::wire::{Person, PersonId};

fn person() -> PersonId {
    "job_sales_per_2".into()
}

/// The card of somebody whose person the server has not sent yet.
fn unread() -> FakeServer {
    let mut stage = opened();
    stage.state.people = crate::tui::app::record_cache::RecordCache::new(9);
    stage.sought.clear();
    stage.wait(200);
    stage
}

fn recall(stage: &mut FakeServer) {
    let record = Person { id: person(), name: "Łukasz W.".to_owned(), ..Person::default() };
    let at = timestamp("2026-11-12T08:00:00Z");
    stage.send(Message::RecalledPerson(Box::new(record), at));
}

fn name(stage: &FakeServer) -> Option<&str> {
    Some(&*stage.state.person()?.record.as_ref()?.name)
}

#[test]
fn the_cache_is_queried_once_for_the_selected_person() {
    let mut stage = unread();
    stage.wait(200).wait(200);
    assert_eq!(stage.sought, [person()]);
}

#[test]
fn a_cached_record_shows_its_age_until_the_server_responds() {
    let mut stage = unread();
    recall(&mut stage);
    assert_eq!(name(&stage), Some("Łukasz W."));
    assert_eq!(stage.state.as_of().as_deref(), Some("as of 3 d ago"));
    let lines = |stage: &FakeServer| {
        let card = stage.state.card(100).expect("there is a card");
        format!("{:?}", card.lines(0, 30))
    };
    assert!(lines(&stage).contains("as of 3 d ago"));
    stage.settle();
    assert_eq!(name(&stage), Some("Guðrún Þórðardóttir"));
    assert_eq!(stage.state.as_of(), None);
    recall(&mut stage);
    assert_eq!(name(&stage), Some("Guðrún Þórðardóttir"), "the newer one stays");
}

#[test]
fn in_the_panes_it_says_how_old_it_is() {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[Action::Go(Pane::Candidates)]).settle();
    let (_, id) = stage.state.selected().expect("somebody is selected");
    stage.state.people = crate::tui::app::record_cache::RecordCache::new(9);
    let record = Person { id, ..Person::default() };
    let at = timestamp("2026-11-12T08:00:00Z");
    stage.send(Message::RecalledPerson(Box::new(record), at));
    let sheet = format!("{:?}", stage.state.candidate_sheet());
    assert!(sheet.contains("the person as of 3 d ago"), "{sheet}");
}

#[test]
fn the_editor_waits_for_a_fresh_record() {
    let mut stage = unread();
    recall(&mut stage);
    stage.act(&[Action::EditPerson]);
    assert!(stage.state.editor.as_deref().is_some_and(|editor| editor.reading));
    stage.settle();
    assert!(stage.state.editor.as_deref().is_some_and(|editor| !editor.reading));
}
