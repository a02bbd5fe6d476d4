//! Rows of the tables that recruiting systems export: jobs, people and candidates by the IDs of
//! that system. Pure: how a row changes a record, whatever the database engine. `cli/db/import` makes
//! the rows, and the engines apply them.

#[cfg(test)]
mod tests;

use crate::service::store::person_merge::{is_same_email, is_same_phone, unite};
use crate::service::store::record::PersonRecord;
use crate::wire::record::Extra;
use crate::wire::{Candidate, Contact, PipelineStage, StageEntry, StageId, Timestamp};

/// `None` leaves what is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct JobRow {
    pub(crate) external_id: String,
    pub(crate) name: Option<String>,
    pub(crate) client: Option<String>,
    pub(crate) status: Option<String>,
    pub(crate) created_at: Option<Timestamp>,
    pub(crate) is_archived: Option<bool>,
}

/// Empty texts leave what is stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PersonRow {
    pub(crate) external_id: String,
    /// Each contact replaces the first one of its type.
    pub(crate) values: PersonRecord,
    /// Contacts of a list without types: each is added unless the person has it.
    pub(crate) more_emails: Vec<Contact>,
    pub(crate) more_phones: Vec<Contact>,
}

/// Jobs and people are given by the ID in the other system, by the ID here, jobs also by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CandidateRow {
    pub(crate) job: String,
    /// A name or an ID. Without one, a new candidate starts in the first stage.
    pub(crate) stage: Option<String>,
    pub(crate) stage_date: Option<Timestamp>,
    pub(crate) created_at: Option<Timestamp>,
}

impl PersonRow {
    /// Whether the row has columns about the person.
    pub(crate) fn has_values(&self) -> bool {
        let mut record = PersonRecord::default();
        self.apply(&mut record);
        record != PersonRecord::default()
    }

    pub(crate) fn apply(&self, record: &mut PersonRecord) {
        let values = &self.values;
        let parts = (record.first_name.clone(), record.last_name.clone());
        for (field, value) in [
            (&mut record.name, &values.name),
            (&mut record.first_name, &values.first_name),
            (&mut record.last_name, &values.last_name),
            (&mut record.social_url, &values.social_url),
            (&mut record.social_public_id, &values.social_public_id),
            (&mut record.social_location, &values.social_location),
            (&mut record.social_headline, &values.social_headline),
            (&mut record.current_job_title, &values.current_job_title),
            (&mut record.current_company_name, &values.current_company_name),
            (&mut record.address, &values.address),
        ] {
            if !value.is_empty() {
                field.clone_from(value);
            }
        }
        // Notes may have been added to, or joined with those of a merged person.
        if !record.notes.contains(&values.notes) {
            record.notes.clone_from(&values.notes);
        }
        let has_new_parts = parts != (record.first_name.clone(), record.last_name.clone());
        if values.name.is_empty() && has_new_parts {
            record.name = record.joined_name();
        }
        replace(&mut record.emails, &values.emails);
        replace(&mut record.phones, &values.phones);
        unite(&mut record.emails, &self.more_emails, is_same_email);
        unite(&mut record.phones, &self.more_phones, is_same_phone);
    }
}

fn replace(contacts: &mut Vec<Contact>, new: &[Contact]) {
    for contact in new {
        let same_type = |other: &&mut Contact| other.contact_data_type == contact.contact_data_type;
        match contacts.iter_mut().find(same_type) {
            Some(first) => first.value.clone_from(&contact.value),
            None => contacts.push(contact.clone()),
        }
    }
}

/// Adds a stage of the pipeline to the history at its time, once; the last stage of the history is
/// the current one. Of stages on the same day, the one further down the pipeline is the later one, so
/// the order of the rows does not matter.
pub(crate) fn add_stage(
    candidate: &mut Candidate,
    pipeline: &[PipelineStage],
    stage: &PipelineStage,
    date: Timestamp,
) {
    let date = date.to_millis();
    let place = |id: &StageId| {
        let found = pipeline.iter().position(|stage| stage.id == *id);
        found.map(|index| (pipeline.get(index).is_some_and(|it| it.is_rejection_stage), index))
    };
    let key = |date: Option<Timestamp>, id: &StageId| {
        (date.map_or(i64::MIN, Timestamp::micros), place(id), id.clone())
    };
    let new_key = key(Some(date), &stage.id);
    let key_of = |entry: &StageEntry| key(entry.stage_date, &entry.stage_id);
    let history = &mut candidate.pipeline_stage_history;
    if history.iter().any(|entry| key_of(entry) == new_key) {
        return;
    }
    let index = history.partition_point(|entry| key_of(entry) < new_key);
    let stage_date = Some(date);
    let (stage_id, stage_name) = (stage.id.clone(), stage.name.clone());
    history.insert(index, StageEntry { stage_id, stage_name, stage_date, extra: Extra::new() });
    if index + 1 == history.len() {
        candidate.current_pipeline_stage_id = stage.id.clone();
        candidate.current_pipeline_stage_name.clone_from(&stage.name);
        candidate.current_pipeline_stage_date = stage_date;
    }
}
