//! Conversions between rows and records.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Db, Row};
use crate::service::store::error::StoreError;
use crate::service::store::record::{ClientContactRecord, PersonRecord};
use crate::service::store::values::{Value, params};
use crate::wire::record::Extra;
use crate::wire::{Job, Person, PersonId, Timestamp};

pub(crate) fn text<T: From<String>>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    row.get::<String>(column).map(T::from)
}

pub(crate) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    Ok(serde_json::from_str(row.str(column)?)?)
}

pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    Ok(serde_json::to_string(value)?)
}

/// The columns that [`job`] reads, of `job j` and `client cl`.
pub(crate) const JOB_COLUMNS: &str =
    "j.job_pk, j.id, j.name, j.created_at, j.is_archived, cl.name, cl.id,
    j.status_name, j.status_id, j.candidate_count";

/// The primary key and the job, without its stages.
pub(crate) fn job(row: &Row<'_>) -> Result<(i64, Job), StoreError> {
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

/// The columns that [`person`] reads.
pub(crate) const PERSON_COLUMNS: &str = "person_pk, id, name, first_name, last_name, social_url,
    social_public_id, social_location, social_headline, current_job_title,
    current_company_name, address, notes, external_source_id, emails, phones,
    work_experience, education_experience, certifications";

pub(super) fn person_by_id(
    db: &Db<'_>,
    id: &PersonId,
) -> Result<Option<(i64, PersonRecord)>, StoreError> {
    let found = person_without_contacts(db, id)?;
    found.map(|(pk, record)| with_contacts(db, pk, record)).transpose()
}

/// The person as the API shows them: without the clients whose contact they are.
pub(super) fn person_without_contacts(
    db: &Db<'_>,
    id: &PersonId,
) -> Result<Option<(i64, PersonRecord)>, StoreError> {
    let query = format!("SELECT {PERSON_COLUMNS} FROM person WHERE id = ?1");
    db.query_opt(&query, params![id.as_str()], person)
}

/// Also finds who has the records of a merged person with that ID.
const KEY_BY_EXTERNAL_ID: &str = "coalesce(
    (SELECT person_pk FROM person WHERE external_source_id = ?1),
    (SELECT person_pk FROM external_alias WHERE external_source_id = ?1))";

pub(super) fn person_by_external_id(
    db: &Db<'_>,
    id: &str,
) -> Result<Option<(i64, PersonRecord)>, StoreError> {
    let query =
        format!("SELECT {PERSON_COLUMNS} FROM person WHERE person_pk = {KEY_BY_EXTERNAL_ID}");
    let found = db.query_opt(&query, params![id], person)?;
    found.map(|(pk, record)| with_contacts(db, pk, record)).transpose()
}

pub(super) fn person_id_by_external_id(
    db: &Db<'_>,
    id: &str,
) -> Result<Option<PersonId>, StoreError> {
    let query = format!("SELECT id FROM person WHERE person_pk = {KEY_BY_EXTERNAL_ID}");
    db.query_opt(&query, params![id], |row| text(row, 0))
}

/// Passes every person with their primary key to `visit`, in order of insertion.
pub(super) fn each_person<E: From<StoreError>>(
    db: &Db<'_>,
    mut visit: impl FnMut(i64, PersonRecord) -> Result<(), E>,
) -> Result<(), E> {
    let query = format!("SELECT {PERSON_COLUMNS} FROM person ORDER BY person_pk");
    db.each(&query, params![], |row| {
        let (pk, record) = person(row)?;
        visit(pk, with_contacts(db, pk, record)?.1)
    })
}

pub(crate) fn person(row: &Row<'_>) -> Result<(i64, PersonRecord), StoreError> {
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
    db: &Db<'_>,
    person_pk: i64,
    mut record: PersonRecord,
) -> Result<(i64, PersonRecord), StoreError> {
    let query =
        "SELECT cc.id, cl.id, cl.name FROM client_contact cc JOIN client cl USING (client_pk)
         WHERE cc.person_pk = ?1 ORDER BY cc.contact_pk";
    record.client_contacts = db.query(query, params![person_pk], |row| {
        Ok(ClientContactRecord {
            id: text(row, 0)?,
            client_id: text(row, 1)?,
            client_name: row.get(2)?,
            extra: Extra::new(),
        })
    })?;
    Ok((person_pk, record))
}

const INSERT_PERSON: &str = "INSERT INTO person (id, name, first_name, last_name, social_url,
         social_public_id, social_location, social_headline, current_job_title,
         current_company_name, address, notes, external_source_id, emails, phones, work_experience,
         education_experience, certifications)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";

/// Returns `None` if another writer has just stored a person with the same ID or external ID.
pub(super) fn insert_person(db: &Db<'_>, record: &PersonRecord) -> Result<Option<i64>, StoreError> {
    let sql = format!("{INSERT_PERSON} ON CONFLICT DO NOTHING RETURNING person_pk");
    with_columns(record, None, |columns| db.query_opt(&sql, columns, |row| row.get(0)))
}

/// Inserts a person with a new ID and no external ID.
pub(super) fn insert_new_person(db: &Db<'_>, record: &PersonRecord) -> Result<(), StoreError> {
    with_columns(record, None, |columns| db.write(INSERT_PERSON, columns))
}

pub(super) fn person_key(db: &Db<'_>, id: &PersonId) -> Result<i64, StoreError> {
    let query = "SELECT person_pk FROM person WHERE id = ?1";
    db.query_one(query, params![id.as_str()], |row| row.get(0))
}

/// Leaves the lists as they are that are those of `before`: they are most of a person, and an engine
/// need not compress them again.
pub(super) fn update_person(
    db: &Db<'_>,
    record: &PersonRecord,
    before: Option<&Person>,
) -> Result<(), StoreError> {
    let sql = "UPDATE person SET name = ?2, first_name = ?3, last_name = ?4, social_url = ?5,
             social_public_id = ?6, social_location = ?7, social_headline = ?8,
             current_job_title = ?9, current_company_name = ?10, address = ?11, notes = ?12,
             external_source_id = ?13, emails = coalesce(?14, emails),
             phones = coalesce(?15, phones), work_experience = coalesce(?16, work_experience),
             education_experience = coalesce(?17, education_experience),
             certifications = coalesce(?18, certifications)
         WHERE id = ?1";
    with_columns(record, before, |columns| db.write(sql, columns))
}

/// Passes the columns that all of these statements write. Lists that are those of `before` are null.
fn with_columns<T>(
    record: &PersonRecord,
    before: Option<&Person>,
    run: impl FnOnce(&[Value<'_>]) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    run(params![
        record.id.as_str(),
        record.name,
        record.first_name,
        record.last_name,
        record.social_url,
        record.social_public_id,
        record.social_location,
        record.social_headline,
        record.current_job_title,
        record.current_company_name,
        record.address,
        record.notes,
        record.external_source_id,
        json_if_changed(&record.emails, before.map(|it| &it.emails))?,
        json_if_changed(&record.phones, before.map(|it| &it.phones))?,
        json_if_changed(&record.work_experience, before.map(|it| &it.work_experience))?,
        json_if_changed(&record.education_experience, before.map(|it| &it.education_experience))?,
        json_if_changed(&record.certifications, before.map(|it| &it.certifications))?,
    ])
}

fn json_if_changed<T: Serialize + PartialEq>(
    list: &T,
    before: Option<&T>,
) -> Result<Option<String>, StoreError> {
    if before == Some(list) { Ok(None) } else { to_json(list).map(Some) }
}
