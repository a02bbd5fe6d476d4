//! A person with long texts is shown cut and edited whole.

use super::*;
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::fixture::people;
use crate::wire::Contact;

#[test]
fn the_editor_reads_all_of_a_person_whose_long_texts_are_not_kept() {
    let mut server = FakeServer::new(120, 40);
    server.people = people();
    let long = "x".repeat(1 << 20);
    let addresses = [("work", &*long), ("home", "ada@home.example")];
    let contact = |(kind, value): (&str, &str)| Contact {
        contact_data_type: kind.to_owned(),
        value: value.to_owned(),
        ..Contact::default()
    };
    for person in &mut server.people {
        person.emails = addresses.map(contact).to_vec();
    }
    server.settle().act(&[Action::Open]).settle();
    let person = server.state.person().unwrap();
    assert!(person.is_loaded() && person.whole().is_none());
    let is_person = |record: &CachedRecord| matches!(record, CachedRecord::Person(_));
    assert!(!server.cached.iter().any(is_person), "nor is it kept on disk");

    server.act(&[Action::EditField(PersonField::Emails)]);
    assert!(editor(&server).is_loading, "the form waits for the whole record");
    server.settle();
    let base = &editor(&server).form.base[&PersonField::Emails];
    assert_eq!(base, &FieldValue::Contacts(addresses.map(contact).to_vec()));
}
