//! People of an import.

use rusqlite::OptionalExtension;

use super::batch::{Batch, changed_fields, require_id};
use crate::service::store::candidate::copy_person;
use crate::service::store::error::StoreError;
use crate::service::store::ids;
use crate::service::store::import_entry::rows::PersonRow;
use crate::service::store::import_report::Effect;
use crate::service::store::record::PersonRecord;
use crate::service::store::sqlite::candidates::{self, CandidateSelector};
use crate::service::store::sqlite::{associations, rows};
use crate::wire::PersonId;

/// What became of a person with an ID that nobody has now.
pub(super) enum Gone {
    Deleted,
    MergedInto(PersonId),
}

impl Batch<'_> {
    pub(super) fn write_person(&mut self, mut person: PersonRecord) -> Result<Effect, StoreError> {
        require_id("id", person.id.as_str())?;
        let contacts = std::mem::take(&mut person.client_contacts);
        let merged_ids = std::mem::take(&mut person.merged_external_ids);
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
        if by_id.is_none() && by_external_id.is_none() {
            match self.gone(&person.id)? {
                Some(Gone::MergedInto(_)) => return Ok(Effect::Skipped),
                Some(Gone::Deleted) if !self.state.options.include_deleted => {
                    return Ok(Effect::Skipped);
                }
                _ => {}
            }
        }
        let (person_pk, mut effect) = match by_id.or(by_external_id) {
            None => (rows::insert_person(self.db, &person)?, Effect::Added),
            Some((person_pk, stored)) => {
                if stored.id != person.id {
                    let id = person.id.as_str().to_owned();
                    self.state.person_aliases.insert(id, person_pk);
                    person.id = stored.id.clone();
                }
                let is_merged = person.external_source_id.is_some()
                    && stored.external_source_id != person.external_source_id
                    && self.is_alias(person.external_source_id.as_deref().unwrap_or_default())?;
                if is_merged {
                    // The person has the records of two; those of the other one are not newer.
                    return Ok(Effect::Unchanged);
                }
                (person_pk, self.update_person(person_pk, &stored, &mut person)?)
            }
        };
        let has_new = self.write_contacts(person_pk, &contacts)?
            | self.write_merged_ids(person_pk, &merged_ids)?;
        if has_new && effect == Effect::Unchanged {
            let fields = vec!["client_contacts".to_owned()];
            self.record_change(person.id.as_str(), Some(&person.id), &fields)?;
            effect = Effect::Changed(fields);
        }
        Ok(effect)
    }

    fn update_person(
        &self,
        person_pk: i64,
        stored: &PersonRecord,
        person: &mut PersonRecord,
    ) -> Result<Effect, StoreError> {
        // Import adds contacts of clients; it takes none away.
        person.client_contacts.clone_from(&stored.client_contacts);
        person.external_source_id =
            person.external_source_id.take().or_else(|| stored.external_source_id.clone());
        let fields = changed_fields(stored, person)?;
        if fields.is_empty() {
            return Ok(Effect::Unchanged);
        }
        rows::update_person(self.db, person)?;
        let copied = ["name", "current_job_title", "current_company_name"];
        if fields.iter().any(|field| copied.contains(&field.as_str())) {
            candidates::update(self.db, CandidateSelector::Person(person_pk), |candidate| {
                copy_person(candidate, person);
            })?;
        }
        self.record_change(person.id.as_str(), Some(&person.id), &fields)?;
        Ok(Effect::Changed(fields))
    }

    /// Returns whether one is new.
    fn write_contacts(
        &mut self,
        person_pk: i64,
        contacts: &[crate::service::store::record::ClientContactRecord],
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
        Ok(self.db.prepare_cached(query)?.exists([person_pk, client_pk])?)
    }

    /// Returns whether one is new.
    fn write_merged_ids(&self, person_pk: i64, ids: &[String]) -> Result<bool, StoreError> {
        let mut has_new = false;
        for id in ids {
            match rows::person_by_external_id(self.db, id)? {
                Some((owner, _)) if owner == person_pk => {}
                Some(_) => return Err(other_person_has(Some(id))),
                None => {
                    self.db
                        .prepare_cached(
                            "INSERT INTO external_alias (external_source_id, person_pk) VALUES (?1, ?2)",
                        )?
                        .execute((id, person_pk))?;
                    has_new = true;
                }
            }
        }
        Ok(has_new)
    }

    fn is_alias(&self, external_id: &str) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM external_alias WHERE external_source_id = ?1";
        Ok(self.db.prepare_cached(query)?.exists([external_id])?)
    }

    pub(super) fn gone(&self, id: &PersonId) -> Result<Option<Gone>, StoreError> {
        let merged_into: Option<Option<String>> = self
            .db
            .prepare_cached("SELECT merged_into FROM deleted_person WHERE id = ?1")?
            .query_row([id.as_str()], |row| row.get(0))
            .optional()?;
        Ok(merged_into
            .map(|into| into.map_or(Gone::Deleted, |into| Gone::MergedInto(PersonId::new(into)))))
    }

    pub(super) fn write_person_row(&mut self, row: &PersonRow) -> Result<Effect, StoreError> {
        if self.is_alias(&row.external_id)? {
            return Ok(Effect::Unchanged);
        }
        let Some((person_pk, stored)) = self.person_by_reference(&row.external_id)? else {
            let mut person = PersonRecord::default();
            row.apply(&mut person);
            if !person.is_identifiable() {
                let message =
                    "is missing, and the person is new: map a name, an email or a profile";
                return Err(StoreError::invalid_record("name", message));
            }
            person.id = PersonId::new(ids::random_id("per")?);
            person.external_source_id = Some(row.external_id.clone());
            rows::insert_person(self.db, &person)?;
            return Ok(Effect::Added);
        };
        let mut person = stored.clone();
        row.apply(&mut person);
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
            None => match self.gone(&id)? {
                Some(Gone::MergedInto(id)) => rows::person_by_id(self.db, &id),
                _ => Ok(None),
            },
        }
    }
}

fn other_person_has(external_id: Option<&str>) -> StoreError {
    let message = format!("another person has {}", external_id.unwrap_or_default());
    StoreError::duplicate_record("external_source_id", message)
}
