//! Making and changing persons, each inside the one transaction of its caller.

use rusqlite::{Connection, OptionalExtension};

use super::super::{NewPerson, PersonCreation, PersonEdit, RecordKind, StoreError, ids};
use super::place::{self, Spot};
use super::written::{self, Of};
use super::{read, rows};
use crate::service::store::record::PersonRecord;
use crate::wire::{JobId, PersonId, Timestamp};

/// Makes the person, unless the external id is known, and places them.
pub(in super::super) fn make(
    db: &Connection,
    new: NewPerson,
    now: Timestamp,
) -> Result<PersonCreation, StoreError> {
    let spot = place::resolve(db, &new.placing)?;
    let known = match &new.record.external_source_id {
        Some(id) => rows::person_by_external_id(db, id)?,
        None => None,
    };
    let (person_pk, record) = known.map_or_else(|| insert(db, new.record), Ok)?;
    let mut made = PersonCreation { record, candidate_id: None, client_contact_id: None };
    match spot {
        Spot::Nowhere => {}
        Spot::Job(job) => {
            made.candidate_id = Some(place::attach(db, job, person_pk, &made.record, now)?);
        }
        Spot::Client(client) => {
            made.client_contact_id = Some(place::contact(db, client, person_pk)?);
        }
    }
    Ok(made)
}

fn insert(db: &Connection, mut record: PersonRecord) -> Result<(i64, PersonRecord), StoreError> {
    record.id = PersonId::new(ids::fresh("per")?);
    Ok((rows::insert_person(db, &record)?, record))
}

/// Changes the person as the caller says, and every list they stand in.
pub(in super::super) fn edit<E: From<StoreError>>(
    db: &Connection,
    id: &PersonId,
    now: Timestamp,
    change: impl FnOnce(&mut PersonEdit) -> Result<(), E>,
) -> Result<(), E> {
    let (person_pk, record) = rows::person_by_id(db, id)?
        .ok_or_else(|| StoreError::not_found(RecordKind::Person, id.as_str()))?;
    let shown = read::shown(db, person_pk, record.clone())?;
    let mut draft = PersonEdit { shown, record, attach: None };
    change(&mut draft)?;
    rows::update_person(db, &draft.record)?;
    let now_shown = place::of_person(&draft.record);
    written::change(db, Of::Person(person_pk), |candidate| {
        candidate.name.clone_from(&now_shown.name);
        candidate.current_job_title.clone_from(&now_shown.current_job_title);
        candidate.current_company_name.clone_from(&now_shown.current_company_name);
        candidate.current_company_id.clone_from(&now_shown.current_company_id);
    })?;
    if let Some(job) = draft.attach {
        place::attach(db, job_pk(db, &job)?, person_pk, &draft.record, now)?;
    }
    Ok(())
}

fn job_pk(db: &Connection, id: &JobId) -> Result<i64, StoreError> {
    db.prepare_cached("SELECT job_pk FROM job WHERE id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| place::no_such_job(id))
}
