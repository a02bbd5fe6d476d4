//! What a record shows of the fields that can be written.

use super::fields::{Field, Shown};
use super::value::{Value, same_kind};
use crate::wire::Person;

/// What a person's record shows of a field; nothing where it never shows it.
#[must_use]
pub fn shown(person: &Person, field: Field) -> Option<Value> {
    let text = |text: &String| Some(Value::Text(text.clone()));
    match field {
        Field::Name => text(&person.name),
        Field::FirstName => text(&person.first_name),
        Field::LastName => text(&person.last_name),
        Field::CurrentJobTitle => text(&person.current_job_title),
        Field::CompanyName => text(&person.current_company_name),
        Field::SocialUrl => text(&person.social_public_id),
        Field::Emails => Some(Value::Contacts(person.emails.clone())),
        Field::PhoneNumbers => Some(Value::Contacts(person.phones.clone())),
        Field::ExternalSourceId => {
            Some(Value::Text(person.external_source_id.clone().unwrap_or_default()))
        }
        _ => {
            debug_assert!(field.spec().shown != Shown::AsIs);
            let (list, kind) = field.entry_of()?;
            let list = if list == Field::Emails { &person.emails } else { &person.phones };
            let entry = list.iter().find(|entry| same_kind(&entry.contact_data_type, kind));
            Some(Value::Text(entry.map_or_else(String::new, |entry| entry.value.clone())))
        }
    }
}
