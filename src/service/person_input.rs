//! Turns the bodies of create and update into records, and validates persons.
//! Pure: no database, no clock.

#[cfg(test)]
mod tests;

use super::api_error::{ApiError, ErrorCode, InvalidField};
use super::contacts::{self, contact, social_handle};
use super::fields::{Errors, FieldRule, MAX_ENTRIES};
use super::store::record::PersonRecord;
use super::store::{AssociationRequest, NewPerson};
use crate::wire::{Contact, CreatePerson, CreatePersonV0, JobId, Patch, UpdatePerson};

pub(super) fn new_person(body: CreatePerson) -> Result<NewPerson, ApiError> {
    let mut emails = unique_contacts(body.emails, contacts::DEFAULT_EMAIL_TYPE);
    let mut phones = unique_contacts(body.phone_numbers, contacts::DEFAULT_PHONE_TYPE);
    let add = |contacts: &mut Vec<Contact>, contact_type: &str, value: Option<String>| {
        if let Some(value) = non_blank(value) {
            contacts::add_unique(contacts, contact(contact_type, value));
        }
    };
    add(&mut emails, "work_email", body.work_email);
    add(&mut emails, "personal_email", body.personal_email);
    add(&mut phones, "mobile_phone", body.mobile_phone);
    add(&mut phones, "work_phone", body.work_phone);
    let social_url = body.social_url.unwrap_or_default();
    complete(NewPerson {
        record: PersonRecord {
            name: body.name.unwrap_or_default(),
            first_name: body.first_name.unwrap_or_default(),
            last_name: body.last_name.unwrap_or_default(),
            social_public_id: social_handle(&social_url).unwrap_or_default(),
            social_url,
            social_location: body.social_location.unwrap_or_default(),
            current_job_title: body.current_job_title.unwrap_or_default(),
            current_company_name: body.company_name.unwrap_or_default(),
            notes: body.notes.unwrap_or_default(),
            external_source_id: non_blank(body.external_source_id),
            emails,
            phones,
            ..PersonRecord::default()
        },
        association: AssociationRequest {
            job_id: body.job_id.filter(|id| !id.is_empty()),
            job_name: non_blank(body.job_name),
            client_id: body.client_id.filter(|id| !id.is_empty()),
            client_name: non_blank(body.client_name),
        },
    })
}

/// Version 0 has a separate field for one email address and one phone number.
pub(super) fn new_person_v0(body: CreatePersonV0) -> Result<NewPerson, ApiError> {
    let join = |first: Option<String>, others: Option<Vec<String>>| {
        non_blank(first).into_iter().chain(others.unwrap_or_default()).collect()
    };
    new_person(CreatePerson {
        name: body.name,
        first_name: body.first_name,
        last_name: body.last_name,
        social_url: body.social_url,
        current_job_title: body.current_job_title,
        social_location: body.social_location,
        company_name: body.company_name,
        emails: Some(join(body.email, body.emails)),
        phone_numbers: Some(join(body.phone_number, body.phone_numbers)),
        notes: body.notes,
        job_id: body.job_id,
        job_name: body.job_name,
        client_name: body.client_name,
        client_id: body.client_id,
        external_source_id: body.external_source_id,
        ..CreatePerson::default()
    })
}

fn unique_contacts(values: Option<Vec<String>>, contact_type: &str) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for value in values.unwrap_or_default() {
        contacts::add_unique(&mut contacts, contact(contact_type, value));
    }
    contacts
}

fn non_blank(value: Option<String>) -> Option<String> {
    value.filter(|text| !text.trim().is_empty())
}

/// Joins the name from its parts and requires something that identifies the
/// person.
fn complete(mut new: NewPerson) -> Result<NewPerson, ApiError> {
    let person = &mut new.record;
    if person.name.trim().is_empty() {
        person.name = person.joined_name();
    }
    if person.is_identifiable() {
        return Ok(new);
    }
    Err(ApiError::field(
        ErrorCode::Invalid,
        "name",
        "give at least one of name, first_name, last_name, social_url or an email",
    ))
}

pub(crate) fn validate(person: &PersonRecord) -> Result<(), InvalidField> {
    let mut errors = Errors::default();
    for (field, name) in [
        ("name", &person.name),
        ("first_name", &person.first_name),
        ("last_name", &person.last_name),
        ("current_company_name", &person.current_company_name),
    ] {
        errors.check_text(FieldRule::Name, name, field);
    }
    let empty = String::new();
    for (field, text) in [
        ("external_source_id", person.external_source_id.as_ref().unwrap_or(&empty)),
        ("social_location", &person.social_location),
        ("social_headline", &person.social_headline),
        ("current_job_title", &person.current_job_title),
        ("address", &person.address),
        ("notes", &person.notes),
    ] {
        errors.check_text(FieldRule::Text, text, field);
    }
    for (field, contacts) in [("emails", &person.emails), ("phones", &person.phones)] {
        if contacts.len() > MAX_ENTRIES {
            errors.push(field, format!("must have at most {MAX_ENTRIES} entries"));
        }
    }
    errors.check_text(FieldRule::Url, &person.social_url, "social_url");
    for (index, contact) in person.emails.iter().enumerate() {
        errors.check_text(FieldRule::Email, &contact.value, &format!("emails[{index}].value"));
    }
    for (index, contact) in person.phones.iter().enumerate() {
        errors.check_text(FieldRule::Phone, &contact.value, &format!("phones[{index}].value"));
    }
    if !person.is_identifiable() {
        errors.push("name", "a person must have a name, an email or a handle");
    }
    errors.0.into_iter().next().map_or(Ok(()), Err)
}

/// Applies an update and returns the job to attach, if any. Absent fields stay,
/// null or an empty string clears, arrays replace, and the shorthand fields for
/// one contact type apply after the arrays.
pub(super) fn apply_update(
    person: &mut PersonRecord,
    body: UpdatePerson,
) -> Result<Option<JobId>, ApiError> {
    let set = |field: &mut String, change: Patch<String>| match change {
        Patch::Keep => {}
        Patch::Clear => field.clear(),
        Patch::Set(value) => *field = value,
    };
    if !body.social_url.is_keep() {
        set(&mut person.social_url, body.social_url);
        person.social_public_id = social_handle(&person.social_url).unwrap_or_default();
    }
    set(&mut person.name, body.name);
    set(&mut person.first_name, body.first_name);
    set(&mut person.last_name, body.last_name);
    set(&mut person.current_job_title, body.current_job_title);
    set(&mut person.current_company_name, body.company_name);
    set(&mut person.social_location, body.social_location);
    set(&mut person.social_headline, body.social_headline);
    set(&mut person.address, body.address);
    replace_contacts(&mut person.emails, body.emails);
    replace_contacts(&mut person.phones, body.phone_numbers);
    set_contact(&mut person.emails, "work_email", body.work_email);
    set_contact(&mut person.emails, "personal_email", body.personal_email);
    set_contact(&mut person.phones, "mobile_phone", body.mobile_phone);
    set_contact(&mut person.phones, "work_phone", body.work_phone);
    if !person.is_identifiable() {
        return Err(ApiError::field(
            ErrorCode::Invalid,
            "name",
            "a person must keep a name, an email or a handle",
        ));
    }
    match body.job_id {
        Patch::Set(job) if !job.is_empty() => Ok(Some(job)),
        _ => Ok(None),
    }
}

fn replace_contacts(contacts: &mut Vec<Contact>, change: Patch<Vec<Contact>>) {
    match change {
        Patch::Keep => {}
        Patch::Clear => contacts.clear(),
        Patch::Set(new) => {
            *contacts =
                new.into_iter().map(|new| contact(&new.contact_data_type, new.value)).collect();
        }
    }
}

fn set_contact(contacts: &mut Vec<Contact>, contact_type: &str, change: Patch<String>) {
    match change {
        Patch::Keep => {}
        Patch::Set(value) if !value.is_empty() => contacts::upsert(contacts, contact_type, value),
        Patch::Clear | Patch::Set(_) => contacts::remove(contacts, contact_type),
    }
}
