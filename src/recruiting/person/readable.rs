//! Reads the writable fields from a record.

use super::fields::{PersonField, Readback};
use super::value::{FieldValue, is_same_kind};
use crate::wire::Person;

/// None for a write-only field.
pub(crate) fn read_field(person: &Person, field: PersonField) -> Option<FieldValue> {
    let text = |text: &String| Some(FieldValue::Text(text.clone()));
    match field {
        PersonField::Name => text(&person.name),
        PersonField::FirstName => text(&person.first_name),
        PersonField::LastName => text(&person.last_name),
        PersonField::CurrentJobTitle => text(&person.current_job_title),
        PersonField::CompanyName => text(&person.current_company_name),
        PersonField::SocialUrl => text(&person.social_public_id),
        PersonField::Emails => Some(FieldValue::Contacts(person.emails.clone())),
        PersonField::PhoneNumbers => Some(FieldValue::Contacts(person.phones.clone())),
        PersonField::ExternalSourceId => {
            Some(FieldValue::Text(person.external_source_id.clone().unwrap_or_default()))
        }
        _ => {
            debug_assert!(field.spec().readback != Readback::AsIs);
            let (list, kind) = field.entry_of()?;
            let list = if list == PersonField::Emails { &person.emails } else { &person.phones };
            let entry = list.iter().find(|entry| is_same_kind(&entry.contact_data_type, kind));
            Some(FieldValue::Text(entry.map_or_else(String::new, |entry| entry.value.clone())))
        }
    }
}
