//! People of an import: methods of the batch, which `import` calls for each record.

use std::mem;

use super::batch::{ImportBatch, changed_fields, require_id};
use crate::service::store::candidate::copy_person;
use crate::service::store::error::StoreError;
use crate::service::store::ids;
use crate::service::store::import_entry::rows::PersonRow;
use crate::service::store::import_report::RecordOutcome;
use crate::service::store::record::{ClientContactRecord, MAX_CONTACTS, PersonRecord};
use crate::service::store::sql::candidates::{self, CandidateSelector};
use crate::service::store::sql::{associations, persons, read, rows};
use crate::service::store::values::params;
use crate::wire::PersonId;

/// What a record says of other records.
struct MergedParts {
    contacts: Vec<ClientContactRecord>,
    merged_ids: Vec<PersonId>,
    external_ids: Vec<String>,
}

impl MergedParts {
    fn take(person: &mut PersonRecord) -> Self {
        Self {
            contacts: mem::take(&mut person.client_contacts),
            merged_ids: mem::take(&mut person.merged_ids),
            external_ids: mem::take(&mut person.merged_external_ids),
        }
    }
}

impl ImportBatch<'_> {
    pub(super) fn write_person(
        &mut self,
        mut person: PersonRecord,
    ) -> Result<RecordOutcome, StoreError> {
        require_id("id", person.id.as_str())?;
        let by_id = rows::person_by_id(self.db, &person.id)?;
        let by_external_id = match &person.external_source_id {
            Some(id) => rows::person_by_external_id(self.db, id)?,
            None => None,
        };
        if let (Some((one, _)), Some((other, _))) = (&by_id, &by_external_id)
            && one != other
        {
            return Err(other_person_has(person.external_source_id.as_deref()));
        }
        let parts = MergedParts::take(&mut person);
        let (person_pk, outcome) = match by_id.or(by_external_id) {
            None if self.stays_away(&person.id)? => return Ok(RecordOutcome::Skipped),
            None => (self.insert_person(&person)?, RecordOutcome::Added),
            Some((_, stored)) if self.was_merged(&person, &stored)? => {
                return Ok(RecordOutcome::Skipped);
            }
            Some((person_pk, _)) if self.has_absorbed_others(person_pk, &parts.merged_ids) => {
                return Ok(RecordOutcome::Skipped);
            }
            Some((person_pk, stored)) => {
                if stored.id != person.id {
                    let id = person.id.as_str().to_owned();
                    self.state.person_aliases.insert(id, stored.id.clone());
                    person.id = stored.id.clone();
                }
                (person_pk, self.update_person(person_pk, &stored, &mut person)?)
            }
        };
        let fields = self.write_parts(person_pk, &person.id, &parts)?;
        if outcome != RecordOutcome::Unchanged || fields.is_empty() {
            return Ok(outcome);
        }
        self.record_change(person.id.as_str(), Some(&person.id), &fields)?;
        Ok(RecordOutcome::Changed(fields))
    }

    /// Also forgets that a person with this ID was deleted.
    fn insert_person(&self, person: &PersonRecord) -> Result<i64, StoreError> {
        if self.state.options.include_deleted {
            let sql = "DELETE FROM deleted_person WHERE id = ?1";
            self.db.write(sql, params![person.id.as_str()])?;
        }
        rows::insert_person(self.db, person)?
            .ok_or_else(|| other_person_has(person.external_source_id.as_deref()))
    }

    /// Whether the record is from before a merge into the stored person, whose contacts and careers
    /// it would undo.
    fn has_absorbed_others(&self, person_pk: i64, known: &[PersonId]) -> bool {
        let is_known = |id: &String| known.iter().any(|known| known.as_str() == id);
        self.merged_ids.get(&person_pk).is_some_and(|merged| !merged.iter().all(is_known))
    }

    /// Returns the names of the fields that have something new.
    fn write_parts(
        &mut self,
        person_pk: i64,
        id: &PersonId,
        parts: &MergedParts,
    ) -> Result<Vec<String>, StoreError> {
        let mut fields = Vec::new();
        if self.write_contacts(person_pk, &parts.contacts)? {
            fields.push("client_contacts".to_owned());
        }
        if self.write_merged_ids(person_pk, &parts.external_ids)? {
            fields.push("merged_external_ids".to_owned());
        }
        for merged in &parts.merged_ids {
            require_id("merged_ids", merged.as_str())?;
            let is_person = rows::person_by_id(self.db, merged)?.is_some();
            if !is_person && read::merged_into(self.db, merged)?.as_ref() != Some(id) {
                persons::add_tombstone(self.db, merged, Some(id), self.context)?;
                fields.push("merged_ids".to_owned());
            }
        }
        Ok(fields)
    }

    fn update_person(
        &self,
        person_pk: i64,
        stored: &PersonRecord,
        person: &mut PersonRecord,
    ) -> Result<RecordOutcome, StoreError> {
        // Import adds contacts of clients; it takes none away.
        person.client_contacts.clone_from(&stored.client_contacts);
        person.external_source_id =
            person.external_source_id.take().or_else(|| stored.external_source_id.clone());
        let fields = changed_fields(stored, person)?;
        if fields.is_empty() {
            return Ok(RecordOutcome::Unchanged);
        }
        rows::update_person(self.db, person, None)?;
        let copied = ["name", "current_job_title", "current_company_name"];
        if fields.iter().any(|field| copied.contains(&field.as_str())) {
            candidates::update(self.db, CandidateSelector::Person(person_pk), |candidate| {
                copy_person(candidate, person);
            })?;
        }
        self.record_change(person.id.as_str(), Some(&person.id), &fields)?;
        Ok(RecordOutcome::Changed(fields))
    }

    /// Returns whether one is new.
    fn write_contacts(
        &mut self,
        person_pk: i64,
        contacts: &[ClientContactRecord],
    ) -> Result<bool, StoreError> {
        let mut has_new = false;
        for (index, contact) in contacts.iter().enumerate() {
            let path = |field: &str| format!("client_contacts[{index}].{field}");
            let (id, client_id) = (contact.id.as_str(), contact.client_id.as_str());
            require_id(&path("id"), id)?;
            let client_pk = self.client(client_id, &contact.client_name, &path("client_name"))?;
            if self.is_contact(person_pk, client_pk)? {
                continue;
            }
            if !associations::insert_contact(self.db, id, person_pk, client_pk)? {
                let message = "this contact already exists";
                return Err(StoreError::duplicate_record(path("id"), message));
            }
            has_new = true;
        }
        Ok(has_new)
    }

    fn is_contact(&self, person_pk: i64, client_pk: i64) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM client_contact WHERE person_pk = ?1 AND client_pk = ?2";
        self.db.exists(query, params![person_pk, client_pk])
    }

    /// Returns whether one is new.
    fn write_merged_ids(&self, person_pk: i64, ids: &[String]) -> Result<bool, StoreError> {
        let mut has_new = false;
        for id in ids {
            match rows::person_by_external_id(self.db, id)? {
                Some((owner, _)) if owner == person_pk => {}
                Some(_) => return Err(other_person_has(Some(id))),
                None => {
                    self.db.write(
                        "INSERT INTO external_alias (external_source_id, person_pk)
                         VALUES (?1, ?2)",
                        params![id, person_pk],
                    )?;
                    has_new = true;
                }
            }
        }
        Ok(has_new)
    }

    /// Whether the person was merged into the stored one.
    fn was_merged(&self, person: &PersonRecord, stored: &PersonRecord) -> Result<bool, StoreError> {
        match &person.external_source_id {
            Some(id) if stored.external_source_id.as_ref() != Some(id) => self.is_alias(id),
            _ => Ok(false),
        }
    }

    fn is_alias(&self, external_id: &str) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM external_alias WHERE external_source_id = ?1";
        self.db.exists(query, params![external_id])
    }

    /// Whether a person with this ID was merged, or deleted and is not to come back.
    pub(super) fn stays_away(&self, id: &PersonId) -> Result<bool, StoreError> {
        Ok(read::merged_into(self.db, id)?.is_some() || self.stays_deleted(id.as_str())?)
    }

    /// Whether the person with this ID was deleted and is not to come back.
    pub(super) fn stays_deleted(&self, id: &str) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM deleted_person WHERE id = ?1 AND merged_into IS NULL";
        Ok(!self.state.options.include_deleted && self.db.exists(query, params![id])?)
    }

    pub(super) fn write_person_row(
        &mut self,
        row: &PersonRow,
    ) -> Result<RecordOutcome, StoreError> {
        if self.is_alias(&row.external_id)? {
            return Ok(RecordOutcome::Unchanged);
        }
        let Some((person_pk, stored)) = self.person_by_reference(&row.external_id)? else {
            if self.stays_deleted(&row.external_id)? {
                return Ok(RecordOutcome::Skipped);
            }
            let mut person = PersonRecord::default();
            row.apply(&mut person);
            if !person.is_identifiable() {
                let message = "a new person needs a name, an email or a profile link";
                return Err(StoreError::invalid_record("name", message));
            }
            check_contacts(&person)?;
            person.id = PersonId::new(ids::new_id("per")?);
            person.external_source_id = Some(row.external_id.clone());
            self.insert_person(&person)?;
            return Ok(RecordOutcome::Added);
        };
        let mut person = stored.clone();
        row.apply(&mut person);
        check_contacts(&person)?;
        self.update_person(person_pk, &stored, &mut person)
    }

    /// The person with that external ID, else with that ID, also if they were merged into another.
    pub(super) fn person_by_reference(
        &self,
        reference: &str,
    ) -> Result<Option<(i64, PersonRecord)>, StoreError> {
        if let Some(found) = rows::person_by_external_id(self.db, reference)? {
            return Ok(Some(found));
        }
        let id = PersonId::from(reference.to_owned());
        match rows::person_by_id(self.db, &id)? {
            Some(found) => Ok(Some(found)),
            None => match read::merged_into(self.db, &id)? {
                Some(id) => rows::person_by_id(self.db, &id),
                None => Ok(None),
            },
        }
    }
}

fn check_contacts(person: &PersonRecord) -> Result<(), StoreError> {
    for (field, contacts) in [("emails", &person.emails), ("phones", &person.phones)] {
        if contacts.len() > MAX_CONTACTS {
            let message = format!("the person would have more than {MAX_CONTACTS}");
            return Err(StoreError::invalid_record(field, message));
        }
    }
    Ok(())
}

fn other_person_has(external_id: Option<&str>) -> StoreError {
    let message = format!("another person has {}", external_id.unwrap_or_default());
    StoreError::duplicate_record("external_source_id", message)
}
