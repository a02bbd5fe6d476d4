//! Cached people are shown until the server responds.

use super::*;
use crate::recruiting::person::{FieldValue, PersonField};
use crate::tui::app::fixture::timestamp;
use crate::tui::features::card::selectors::card;
use crate::tui::features::editor::state::Editor;
use crate::wire::{Person, PersonId};

fn person() -> PersonId {
    "job_sales_per_2".into()
}

/// The inbox on a card whose person is not loaded yet.
fn server_without_people() -> FakeServer {
    let mut server = open_inbox();
    server.state.people = crate::tui::app::record_cache::RecordCache::new(9);
    server.person_cache_reads.clear();
    server.wait(200);
    server
}

fn send_cached_person(server: &mut FakeServer) {
    let record = Person { id: person(), name: "Łukasz W.".to_owned(), ..Person::default() };
    let at = timestamp("2026-11-12T08:00:00Z");
    server.send(Message::CachedPerson(Box::new(record), at));
}

fn name(server: &FakeServer) -> Option<&str> {
    Some(&*server.state.person()?.whole()?.name)
}

#[test]
fn the_cache_is_queried_once_for_the_selected_person() {
    let mut server = server_without_people();
    server.wait(200).wait(200);
    assert_eq!(server.person_cache_reads, [person()]);
}

#[test]
fn a_cached_record_shows_its_age_until_the_server_responds() {
    let mut server = server_without_people();
    send_cached_person(&mut server);
    assert_eq!(name(&server), Some("Łukasz W."));
    assert_eq!(server.state.as_of().as_deref(), Some("as of 3 d ago"));
    let lines = |server: &FakeServer| {
        let card = card(&server.state, 100).expect("there is a card");
        format!("{:?}", card.lines(0, 30))
    };
    assert!(lines(&server).contains("as of 3 d ago"));
    server.settle();
    assert_eq!(name(&server), Some("Guðrún Þórðardóttir"));
    assert_eq!(server.state.as_of(), None);
    send_cached_person(&mut server);
    assert_eq!(
        name(&server),
        Some("Guðrún Þórðardóttir"),
        "a cached record does not replace a newer one"
    );
}

#[test]
fn a_cached_record_shows_its_age_in_the_panes() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    let (_, id) = server.state.selected().expect("a selected candidate");
    server.state.people = crate::tui::app::record_cache::RecordCache::new(9);
    let record = Person { id, ..Person::default() };
    let at = timestamp("2026-11-12T08:00:00Z");
    server.send(Message::CachedPerson(Box::new(record), at));
    let text = format!("{:?}", server.state.candidate_rich_text());
    assert!(text.contains("as of 3 d ago"), "{text}");
}

#[test]
fn the_editor_takes_the_fresh_record_when_it_arrives() {
    let mut server = server_without_people();
    send_cached_person(&mut server);
    server.act(&[Action::EditPerson]);
    let name = |server: &FakeServer| {
        let editor: &Editor = server.state.editor.as_deref().unwrap();
        editor.form.value(PersonField::Name).into_owned()
    };
    assert_eq!(name(&server), FieldValue::Text("Łukasz W.".to_owned()));
    server.settle();
    assert_eq!(name(&server), FieldValue::Text("Guðrún Þórðardóttir".to_owned()));
}
