//! What creating and updating a person means. Pure: bodies in, records out.

use super::api_error::{ApiError, ErrorCode, FieldError};
use super::contacts::{self, contact, handle};
use super::fields::{self, FieldRule};
use super::store::record::PersonRecord;
use super::store::{AssociationRequest, NewPerson};
use crate::wire::{Contact, CreatePerson, CreatePersonV0, JobId, Patch, UpdatePerson};

/// What version 1 of create asks for.
pub fn from_v1(body: CreatePerson) -> Result<NewPerson, ApiError> {
    let mut emails = plain(body.emails, contacts::PLAIN_EMAIL);
    let mut phones = plain(body.phone_numbers, contacts::PLAIN_PHONE);
    let also = |entries: &mut Vec<Contact>, kind: &str, value: Option<String>| {
        if let Some(value) = given(value) {
            contacts::add(entries, contact(kind, value));
        }
    };
    also(&mut emails, "work_email", body.work_email);
    also(&mut emails, "personal_email", body.personal_email);
    also(&mut phones, "mobile_phone", body.mobile_phone);
    also(&mut phones, "work_phone", body.work_phone);
    let social_url = body.social_url.unwrap_or_default();
    complete(NewPerson {
        record: PersonRecord {
            name: body.name.unwrap_or_default(),
            first_name: body.first_name.unwrap_or_default(),
            last_name: body.last_name.unwrap_or_default(),
            social_public_id: handle(&social_url).unwrap_or_default(),
            social_url,
            social_location: body.social_location.unwrap_or_default(),
            current_job_title: body.current_job_title.unwrap_or_default(),
            current_company_name: body.company_name.unwrap_or_default(),
            notes: body.notes.unwrap_or_default(),
            external_source_id: given(body.external_source_id),
            emails,
            phones,
            ..PersonRecord::default()
        },
        placing: AssociationRequest {
            job_id: body.job_id.filter(|id| !id.is_empty()),
            job_name: given(body.job_name),
            client_id: body.client_id.filter(|id| !id.is_empty()),
            client_name: given(body.client_name),
        },
    })
}

/// What version 0 of create asks for: version 1 with one address and one number
/// said apart.
pub fn from_v0(body: CreatePersonV0) -> Result<NewPerson, ApiError> {
    let join = |one: Option<String>, more: Option<Vec<String>>| {
        given(one).into_iter().chain(more.unwrap_or_default()).collect()
    };
    from_v1(CreatePerson {
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

fn plain(values: Option<Vec<String>>, kind: &str) -> Vec<Contact> {
    let mut entries = Vec::new();
    for value in values.unwrap_or_default() {
        contacts::add(&mut entries, contact(kind, value));
    }
    entries
}

fn given(value: Option<String>) -> Option<String> {
    value.filter(|text| !text.trim().is_empty())
}

/// Fills in the whole name from its parts, and asks for something to know the
/// person by.
fn complete(mut new: NewPerson) -> Result<NewPerson, ApiError> {
    let person = &mut new.record;
    if person.name.trim().is_empty() {
        let parts = [person.first_name.trim(), person.last_name.trim()];
        person.name =
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    }
    if is_known_by_something(person) {
        return Ok(new);
    }
    Err(ApiError::of_field(
        ErrorCode::Invalid,
        "name",
        "give at least one of name, first_name, last_name, social_url or an e-mail",
    ))
}

fn is_known_by_something(person: &PersonRecord) -> bool {
    let names = [&person.name, &person.first_name, &person.last_name, &person.social_public_id];
    names.into_iter().any(|name| !name.trim().is_empty()) || !person.emails.is_empty()
}

/// Holds a person from a file against the rules that hold for one from a
/// request.
pub fn check(person: &PersonRecord) -> Result<(), FieldError> {
    let mut errors = Vec::new();
    fields::examine_text(FieldRule::Url, &person.social_url, "social_url", &mut errors);
    for (index, entry) in person.emails.iter().enumerate() {
        let place = format!("emails[{index}].value");
        fields::examine_text(FieldRule::Email, &entry.value, &place, &mut errors);
    }
    for (index, entry) in person.phones.iter().enumerate() {
        let place = format!("phones[{index}].value");
        fields::examine_text(FieldRule::Phone, &entry.value, &place, &mut errors);
    }
    if !is_known_by_something(person) {
        let message = "a person must have a name, an e-mail or a handle".to_owned();
        errors.push(FieldError { field: "name".to_owned(), message });
    }
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// Changes a person as an update says: what is left out stays, null or an empty
/// text clears, arrays replace, and the fields for one kind of contact come
/// after the arrays. Gives the job to attach, if any.
pub fn apply(person: &mut PersonRecord, body: UpdatePerson) -> Result<Option<JobId>, ApiError> {
    let set = |field: &mut String, change: Patch<String>| match change {
        Patch::Keep => {}
        Patch::Clear => field.clear(),
        Patch::Set(value) => *field = value,
    };
    if !body.social_url.is_keep() {
        set(&mut person.social_url, body.social_url);
        person.social_public_id = handle(&person.social_url).unwrap_or_default();
    }
    set(&mut person.name, body.name);
    set(&mut person.first_name, body.first_name);
    set(&mut person.last_name, body.last_name);
    set(&mut person.current_job_title, body.current_job_title);
    set(&mut person.current_company_name, body.company_name);
    set(&mut person.social_location, body.social_location);
    set(&mut person.social_headline, body.social_headline);
    set(&mut person.address, body.address);
    replace(&mut person.emails, body.emails);
    replace(&mut person.phones, body.phone_numbers);
    one_of_kind(&mut person.emails, "work_email", body.work_email);
    one_of_kind(&mut person.emails, "personal_email", body.personal_email);
    one_of_kind(&mut person.phones, "mobile_phone", body.mobile_phone);
    one_of_kind(&mut person.phones, "work_phone", body.work_phone);
    if !is_known_by_something(person) {
        return Err(ApiError::of_field(
            ErrorCode::Invalid,
            "name",
            "a person must keep a name, an e-mail or a handle",
        ));
    }
    match body.job_id {
        Patch::Set(job) if !job.is_empty() => Ok(Some(job)),
        _ => Ok(None),
    }
}

fn replace(entries: &mut Vec<Contact>, change: Patch<Vec<Contact>>) {
    match change {
        Patch::Keep => {}
        Patch::Clear => entries.clear(),
        Patch::Set(given) => {
            *entries = given
                .into_iter()
                .map(|entry| contact(&entry.contact_data_type, entry.value))
                .collect();
        }
    }
}

fn one_of_kind(entries: &mut Vec<Contact>, kind: &str, change: Patch<String>) {
    match change {
        Patch::Keep => {}
        Patch::Set(value) if !value.is_empty() => contacts::upsert(entries, kind, value),
        Patch::Clear | Patch::Set(_) => contacts::remove(entries, kind),
    }
}

#[cfg(test)]
mod tests;
