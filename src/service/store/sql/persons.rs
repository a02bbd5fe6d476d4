//! Creating and updating persons, inside the caller's transaction.

use super::associations::{self, AssociationTarget, JobStart};
use super::candidates::{self, CandidateSelector, StoredCandidate};
use super::{Db, audit, jobs, read, rows};
use crate::service::store::association::job_not_found;
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::copy_person;
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::ids;
use crate::service::store::model::{NewPerson, PersonCreation, PersonEdit};
use crate::service::store::record::PersonRecord;
use crate::service::store::values::params;
use crate::wire::{JobAssociation, JobId, Person, PersonId};

pub(crate) fn create(
    db: &Db<'_>,
    new: NewPerson,
    context: &WriteContext,
) -> Result<PersonCreation, StoreError> {
    let target = associations::resolve(db, &new.association)?;
    // The audit log first: other writers wait from the moment the candidate is added.
    let person = db.together(|| {
        let person = find_or_insert(db, new.record)?;
        record_change(db, context, AuditOperation::CreatePerson, &person.record().id)?;
        Ok(person)
    })?;
    match person {
        PersonForCreate::New(record) => associate_new(db, record, target, context),
        PersonForCreate::Existing { person_pk, record } => {
            associate_existing(db, person_pk, record, target, context)
        }
    }
}

fn associate_new(
    db: &Db<'_>,
    record: PersonRecord,
    target: AssociationTarget,
    context: &WriteContext,
) -> Result<PersonCreation, StoreError> {
    let (mut candidate_id, mut client_contact_id, mut jobs) = (None, None, Vec::new());
    match target {
        AssociationTarget::None => {}
        AssociationTarget::Job(job) => {
            let added = associations::add_candidate(db, job, &record, context.now)?;
            candidate_id = Some(added.candidate_id.clone());
            jobs.push(added);
        }
        AssociationTarget::Client(client_pk) => {
            let person_pk = rows::person_key(db, &record.id)?;
            client_contact_id = Some(associations::add_contact(db, client_pk, person_pk)?);
        }
    }
    let person = record.clone().into_person(jobs);
    Ok(PersonCreation { record, person, candidate_id, client_contact_id })
}

fn associate_existing(
    db: &Db<'_>,
    person_pk: i64,
    record: PersonRecord,
    target: AssociationTarget,
    context: &WriteContext,
) -> Result<PersonCreation, StoreError> {
    let (mut candidate_id, mut client_contact_id) = (None, None);
    match target {
        AssociationTarget::None => {}
        AssociationTarget::Job(job) => {
            let id = associations::attach(db, job, person_pk, &record, context.now)?;
            candidate_id = Some(id);
        }
        AssociationTarget::Client(client_pk) => {
            client_contact_id = Some(associations::add_contact(db, client_pk, person_pk)?);
        }
    }
    let person = record.clone().into_person(read::associations(db, person_pk)?);
    Ok(PersonCreation { record, person, candidate_id, client_contact_id })
}

/// The person that a create is about.
enum PersonForCreate {
    New(PersonRecord),
    /// One with the same external ID, locked.
    Existing {
        person_pk: i64,
        record: PersonRecord,
    },
}

impl PersonForCreate {
    const fn record(&self) -> &PersonRecord {
        match self {
            Self::New(record) | Self::Existing { record, .. } => record,
        }
    }
}

fn find_or_insert(db: &Db<'_>, mut record: PersonRecord) -> Result<PersonForCreate, StoreError> {
    if let Some(existing) = with_external_id(db, &record)? {
        return Ok(existing);
    }
    record.id = PersonId::new(ids::new_id("per")?);
    if record.external_source_id.is_none() {
        // No other writer can have the same ID: the outcome is not waited for.
        rows::insert_new_person(db, &record)?;
        return Ok(PersonForCreate::New(record));
    }
    if rows::insert_person(db, &record)?.is_some() {
        return Ok(PersonForCreate::New(record));
    }
    // Another writer was faster.
    with_external_id(db, &record)?
        .ok_or_else(|| StoreError::Conflict(format!("the person {} already exists", record.id)))
}

/// Locks the person before it reads the record, so that no other writer changes it.
fn with_external_id(
    db: &Db<'_>,
    record: &PersonRecord,
) -> Result<Option<PersonForCreate>, StoreError> {
    let Some(external_id) = &record.external_source_id else { return Ok(None) };
    let Some(id) = rows::person_id_by_external_id(db, external_id)? else { return Ok(None) };
    db.lock_person(&id)?;
    let found = rows::person_by_external_id(db, external_id)?;
    Ok(found.map(|(person_pk, record)| PersonForCreate::Existing { person_pk, record }))
}

fn record_change(
    db: &Db<'_>,
    context: &WriteContext,
    operation: AuditOperation,
    id: &PersonId,
) -> Result<(), StoreError> {
    let subject = AuditSubject { operation, record_id: id.as_str(), person_id: Some(id) };
    audit::record(db, context, &subject)
}

/// Returns the person as a read does after the update.
pub(crate) fn update<E: From<StoreError>>(
    db: &Db<'_>,
    id: &PersonId,
    context: &WriteContext,
    edit: impl FnOnce(&mut PersonEdit) -> Result<(), E>,
) -> Result<Person, E> {
    db.lock_person(id)?;
    let Some(CurrentPerson { person_pk, record, jobs, candidates }) = current_person(db, id)?
    else {
        return Err(read::missing_person(db, id)?.into());
    };
    let current = record.clone().into_person(jobs);
    let mut person = PersonEdit { current, record, attach_to: None };
    edit(&mut person)?;
    db.together(|| {
        rows::update_person(db, &person.record, Some(&person.current))?;
        candidates::rewrite(db, candidates, |candidate| copy_person(candidate, &person.record))?;
        record_change(db, context, AuditOperation::UpdatePerson, id)
    })?;
    let jobs = match person.attach_to {
        Some(job) => {
            let job = JobStart::read(db, job_pk(db, &job)?)?;
            associations::attach(db, job, person_pk, &person.record, context.now)?;
            read::associations(db, person_pk)?
        }
        None => person.current.jobs,
    };
    Ok(person.record.into_person(jobs))
}

/// Everything that an update reads and changes.
pub(crate) struct CurrentPerson {
    pub(crate) person_pk: i64,
    pub(crate) record: PersonRecord,
    pub(crate) jobs: Vec<JobAssociation>,
    pub(crate) candidates: Vec<StoredCandidate>,
}

fn current_person(db: &Db<'_>, id: &PersonId) -> Result<Option<CurrentPerson>, StoreError> {
    if let Db::Postgres(session) = db {
        return session.current_person(id);
    }
    let Some((person_pk, record)) = rows::person_without_contacts(db, id)? else {
        return Ok(None);
    };
    let jobs = read::associations(db, person_pk)?;
    let candidates = candidates::stored(db, CandidateSelector::Person(person_pk))?;
    Ok(Some(CurrentPerson { person_pk, record, jobs, candidates }))
}

/// Keeps that there was a person with this ID, and who has their records now.
pub(super) fn add_tombstone(
    db: &Db<'_>,
    id: &PersonId,
    merged_into: Option<&PersonId>,
    context: &WriteContext,
) -> Result<(), StoreError> {
    // An import may have brought back a person who was deleted before.
    db.write(
        "INSERT INTO deleted_person (id, at, merged_into) VALUES (?1, ?2, ?3)
         ON CONFLICT (id) DO UPDATE SET at = excluded.at, merged_into = excluded.merged_into",
        params![id.as_str(), context.now.micros(), merged_into.map(PersonId::as_str)],
    )?;
    Ok(())
}

fn job_pk(db: &Db<'_>, id: &JobId) -> Result<i64, StoreError> {
    jobs::by_id(db, id.as_str())?.ok_or_else(|| job_not_found(id))
}
