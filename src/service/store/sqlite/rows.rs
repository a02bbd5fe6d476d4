//! Conversions between rows and records.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, named_params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::service::store::error::StoreError;
use crate::service::store::record::{ClientContactRecord, PersonRecord};
use crate::wire::record::Extra;
use crate::wire::{Job, PersonId, Timestamp};

pub(super) fn text<T: From<String>>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    row.get::<_, String>(column).map(T::from)
}

pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?;
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    Ok(serde_json::to_string(value)?)
}

/// The columns that [`job`] reads, of `job j` and `client cl`.
pub(super) const JOB_COLUMNS: &str =
    "j.job_pk, j.id, j.name, j.created_at, j.is_archived, cl.name, cl.id,
    j.status_name, j.status_id, j.candidate_count";

/// The primary key and the job, without its stages.
pub(super) fn job(row: &Row<'_>) -> rusqlite::Result<(i64, Job)> {
    let job = Job {
        id: text(row, 1)?,
        name: row.get(2)?,
        created_at: Timestamp::from_micros(row.get(3)?),
        is_archived: row.get(4)?,
        client_company_name: row.get(5)?,
        client_company_id: text(row, 6)?,
        job_status_name: row.get(7)?,
        job_status_id: text(row, 8)?,
        candidate_count: row.get(9)?,
        ..Job::default()
    };
    Ok((row.get(0)?, job))
}

const SELECT_PERSON: &str = "SELECT person_pk, id, name, first_name, last_name, social_url,
    social_public_id, social_location, social_headline, current_job_title,
    current_company_name, address, notes, external_source_id, emails, phones,
    work_experience, education_experience, certifications FROM person";

pub(super) fn person_by_id(
    db: &Connection,
    id: &PersonId,
) -> Result<Option<(i64, PersonRecord)>, StoreError> {
    find_person(db, &format!("{SELECT_PERSON} WHERE id = ?1"), id.as_str())
}

/// Also finds who has the records of a merged person with that ID.
pub(super) fn person_by_external_id(
    db: &Connection,
    id: &str,
) -> Result<Option<(i64, PersonRecord)>, StoreError> {
    let query = format!(
        "{SELECT_PERSON} WHERE person_pk = coalesce(
             (SELECT person_pk FROM person WHERE external_source_id = ?1),
             (SELECT person_pk FROM external_alias WHERE external_source_id = ?1))"
    );
    find_person(db, &query, id)
}

fn find_person(
    db: &Connection,
    query: &str,
    key: &str,
) -> Result<Option<(i64, PersonRecord)>, StoreError> {
    let row = db.prepare_cached(query)?.query_row([key], person).optional()?;
    row.map(|(pk, record)| with_contacts(db, pk, record)).transpose()
}

/// Passes every person with their primary key to `visit`, in order of insertion.
pub(super) fn each_person<E: From<StoreError>>(
    db: &Connection,
    mut visit: impl FnMut(i64, PersonRecord) -> Result<(), E>,
) -> Result<(), E> {
    let mut query =
        db.prepare(&format!("{SELECT_PERSON} ORDER BY person_pk")).map_err(StoreError::from)?;
    let mut rows = query.query([]).map_err(StoreError::from)?;
    while let Some(row) = rows.next().map_err(StoreError::from)? {
        let (pk, record) = person(row).map_err(StoreError::from)?;
        visit(pk, with_contacts(db, pk, record)?.1)?;
    }
    Ok(())
}

fn person(row: &Row<'_>) -> rusqlite::Result<(i64, PersonRecord)> {
    let record = PersonRecord {
        id: text(row, 1)?,
        name: row.get(2)?,
        first_name: row.get(3)?,
        last_name: row.get(4)?,
        social_url: row.get(5)?,
        social_public_id: row.get(6)?,
        social_location: row.get(7)?,
        social_headline: row.get(8)?,
        current_job_title: row.get(9)?,
        current_company_name: row.get(10)?,
        address: row.get(11)?,
        notes: row.get(12)?,
        external_source_id: row.get(13)?,
        merged_ids: Vec::new(),
        merged_external_ids: Vec::new(),
        emails: json(row, 14)?,
        phones: json(row, 15)?,
        work_experience: json(row, 16)?,
        education_experience: json(row, 17)?,
        certifications: json(row, 18)?,
        client_contacts: Vec::new(),
        extra: Extra::new(),
    };
    Ok((row.get(0)?, record))
}

fn with_contacts(
    db: &Connection,
    person_pk: i64,
    mut record: PersonRecord,
) -> Result<(i64, PersonRecord), StoreError> {
    let mut query = db.prepare_cached(
        "SELECT cc.id, cl.id, cl.name FROM client_contact cc JOIN client cl USING (client_pk)
         WHERE cc.person_pk = ?1 ORDER BY cc.contact_pk",
    )?;
    let contacts = query.query_map([person_pk], |row| {
        Ok(ClientContactRecord {
            id: text(row, 0)?,
            client_id: text(row, 1)?,
            client_name: row.get(2)?,
            extra: Extra::new(),
        })
    })?;
    record.client_contacts = contacts.collect::<Result<_, _>>()?;
    Ok((person_pk, record))
}

pub(super) fn insert_person(db: &Connection, record: &PersonRecord) -> Result<i64, StoreError> {
    write_person(
        db,
        "INSERT INTO person (id, name, first_name, last_name, social_url, social_public_id,
             social_location, social_headline, current_job_title, current_company_name, address,
             notes, external_source_id, emails, phones, work_experience, education_experience,
             certifications)
         VALUES (:id, :name, :first_name, :last_name, :social_url, :social_public_id,
             :social_location, :social_headline, :title, :company, :address, :notes,
             :external_id, :emails, :phones, :work, :education, :certifications)",
        record,
    )?;
    Ok(db.last_insert_rowid())
}

pub(super) fn update_person(db: &Connection, record: &PersonRecord) -> Result<(), StoreError> {
    write_person(
        db,
        "UPDATE person SET name = :name, first_name = :first_name, last_name = :last_name,
             social_url = :social_url, social_public_id = :social_public_id,
             social_location = :social_location, social_headline = :social_headline,
             current_job_title = :title, current_company_name = :company, address = :address,
             notes = :notes, external_source_id = :external_id, emails = :emails,
             phones = :phones, work_experience = :work, education_experience = :education,
             certifications = :certifications
         WHERE id = :id",
        record,
    )
}

fn write_person(db: &Connection, sql: &str, record: &PersonRecord) -> Result<(), StoreError> {
    db.prepare_cached(sql)?.execute(named_params! {
        ":id": record.id.as_str(),
        ":name": record.name,
        ":first_name": record.first_name,
        ":last_name": record.last_name,
        ":social_url": record.social_url,
        ":social_public_id": record.social_public_id,
        ":social_location": record.social_location,
        ":social_headline": record.social_headline,
        ":title": record.current_job_title,
        ":company": record.current_company_name,
        ":address": record.address,
        ":notes": record.notes,
        ":external_id": record.external_source_id,
        ":emails": to_json(&record.emails)?,
        ":phones": to_json(&record.phones)?,
        ":work": to_json(&record.work_experience)?,
        ":education": to_json(&record.education_experience)?,
        ":certifications": to_json(&record.certifications)?,
    })?;
    Ok(())
}
