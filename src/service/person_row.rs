//! Columns of a table of people, under the rules of the API. `cli/db/import` calls it for each cell.

use super::contacts::{self, contact, social_handle};
use super::fields::{Errors, FieldRule};
use super::store::import_entry::rows::PersonRow;
use crate::wire::Contact;

/// What a column says about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PersonColumn {
    ExternalId,
    Name,
    FirstName,
    LastName,
    Emails,
    WorkEmail,
    PersonalEmail,
    Phones,
    MobilePhone,
    WorkPhone,
    SocialUrl,
    Location,
    Headline,
    JobTitle,
    Company,
    Address,
    Notes,
}

/// Sets one value of the row. The error says what is wrong with the text.
pub(crate) fn set(row: &mut PersonRow, column: PersonColumn, text: &str) -> Result<(), String> {
    use PersonColumn as Column;
    let rule = match column {
        Column::Name | Column::FirstName | Column::LastName | Column::Company => FieldRule::Name,
        Column::Emails | Column::WorkEmail | Column::PersonalEmail => FieldRule::Email,
        Column::Phones | Column::MobilePhone | Column::WorkPhone => FieldRule::Phone,
        Column::SocialUrl => FieldRule::Url,
        Column::ExternalId
        | Column::Location
        | Column::Headline
        | Column::JobTitle
        | Column::Address
        | Column::Notes => FieldRule::Text,
    };
    let list = |value: &str| value.split([';', ',', '\n']).map(|it| it.trim().to_owned()).collect();
    let values: Vec<String> = match column {
        Column::Emails | Column::Phones => list(text),
        _ => vec![text.to_owned()],
    };
    let values: Vec<String> = values.into_iter().filter(|value| !value.is_empty()).collect();
    values.iter().try_for_each(|value| check(rule, value))?;
    let with_type = |contact_type: &str| -> Vec<Contact> {
        values.iter().map(|value| contact(contact_type, value.clone())).collect()
    };
    let record = &mut row.values;
    match column {
        Column::Emails => row.more_emails = with_type(contacts::DEFAULT_EMAIL_TYPE),
        Column::Phones => row.more_phones = with_type(contacts::DEFAULT_PHONE_TYPE),
        Column::WorkEmail => record.emails.extend(with_type("work")),
        Column::PersonalEmail => record.emails.extend(with_type("personal")),
        Column::MobilePhone => record.phones.extend(with_type("mobile")),
        Column::WorkPhone => record.phones.extend(with_type("work")),
        Column::SocialUrl => {
            record.social_public_id = social_handle(text).unwrap_or_default();
            text.clone_into(&mut record.social_url);
        }
        Column::ExternalId => text.clone_into(&mut row.external_id),
        Column::Name => text.clone_into(&mut record.name),
        Column::FirstName => text.clone_into(&mut record.first_name),
        Column::LastName => text.clone_into(&mut record.last_name),
        Column::Location => text.clone_into(&mut record.social_location),
        Column::Headline => text.clone_into(&mut record.social_headline),
        Column::JobTitle => text.clone_into(&mut record.current_job_title),
        Column::Company => text.clone_into(&mut record.current_company_name),
        Column::Address => text.clone_into(&mut record.address),
        Column::Notes => text.clone_into(&mut record.notes),
    }
    Ok(())
}

fn check(rule: FieldRule, text: &str) -> Result<(), String> {
    let mut errors = Errors::default();
    errors.check_text(rule, text, "");
    errors.0.into_iter().next().map_or(Ok(()), |error| Err(error.message))
}
