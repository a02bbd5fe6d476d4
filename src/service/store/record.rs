//! Records as the database keeps them. Import, export and the demo generator
//! exchange them as JSON lines.
//!
//! A person record holds more than any operation returns (address, notes), a
//! candidate record less (the name belongs to the person). All other fields are
//! those of the API, so the same description validates an imported line.

use serde::Serialize;
use serde_json::{Value, json};

use super::ids;
use crate::wire::record::{Extra, record};
use crate::wire::tolerant::{ReadMode, Tolerant};
use crate::wire::validate::{Mismatch, validate};
use crate::wire::{
    CandidateId, Certification, ClientContactId, ClientId, CompanyId, Contact, Education,
    JobAssociation, JobId, Person, PersonId, PipelineStage, Shape, StageEntry, StageId, StatusId,
    Timestamp, WorkExperience,
};

/// One line of an export: `{"job": {…}}`, `{"person": {…}}` or `{"candidate": {…}}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreRecord {
    Job(JobRecord),
    /// Precedes the person's candidates.
    Person(Box<PersonRecord>),
    /// Follows its person and its job.
    Candidate(CandidateRecord),
}

record! {
    /// A job without its candidate count, which the store derives.
    pub struct JobRecord {
        id: JobId,
        /// The ID of the job in the system that it was imported from.
        external_source_id: Option<String>,
        name: String,
        created_at: Option<Timestamp> => Shape::Timestamp,
        is_archived: bool,
        client_company_name: String,
        client_company_id: ClientId,
        job_status_name: String,
        job_status_id: StatusId,
        pipeline_stages: Vec<PipelineStage>,
    }
}

record! {
    /// A person without the current company's id, which follows from its name.
    pub struct PersonRecord {
        id: PersonId,
        name: String,
        first_name: String,
        last_name: String,
        social_url: String,
        /// The handle: the last segment of `social_url`.
        social_public_id: String,
        social_location: String,
        social_headline: String,
        current_job_title: String,
        current_company_name: String,
        address: String,
        notes: String,
        external_source_id: Option<String>,
        /// The IDs of people who were merged into this one. Only exports have them.
        merged_ids: Vec<PersonId>,
        /// Their external IDs.
        merged_external_ids: Vec<String>,
        emails: Vec<Contact>,
        phones: Vec<Contact>,
        /// Newest employer first.
        work_experience: Vec<WorkExperience>,
        education_experience: Vec<Education>,
        certifications: Vec<Certification>,
        client_contacts: Vec<ClientContactRecord>,
    }
}

record! {
    pub struct ClientContactRecord {
        id: ClientContactId,
        client_id: ClientId,
        client_name: String,
    }
}

record! {
    pub struct CandidateRecord {
        id: CandidateId,
        person_id: PersonId,
        job_id: JobId,
        current_pipeline_stage_id: StageId,
        current_pipeline_stage_date: Option<Timestamp> => Shape::Timestamp,
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Oldest entry first; the last is the current stage.
        pipeline_stage_history: Vec<StageEntry>,
    }
}

/// The limit of the API, for email addresses and for phone numbers.
pub(crate) const MAX_CONTACTS: usize = 100;

impl PersonRecord {
    /// The first and the last name as one.
    pub(crate) fn joined_name(&self) -> String {
        let parts = [self.first_name.trim(), self.last_name.trim()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether a reader can tell who it is.
    pub(crate) fn is_identifiable(&self) -> bool {
        let names = [&self.name, &self.first_name, &self.last_name, &self.social_public_id];
        names.into_iter().any(|name| !name.trim().is_empty()) || !self.emails.is_empty()
    }

    pub(super) fn into_person(self, jobs: Vec<JobAssociation>) -> Person {
        Person {
            id: self.id,
            name: self.name,
            social_public_id: self.social_public_id,
            first_name: self.first_name,
            last_name: self.last_name,
            current_job_title: self.current_job_title,
            current_company_id: CompanyId::new(ids::company_id(&self.current_company_name)),
            current_company_name: self.current_company_name,
            external_source_id: self.external_source_id,
            emails: self.emails,
            phones: self.phones,
            work_experience: self.work_experience,
            education_experience: self.education_experience,
            certifications: self.certifications,
            jobs,
            extra: Extra::new(),
        }
    }
}

impl StoreRecord {
    /// Reads one line strictly; the error names the first field that does not conform.
    pub fn from_value(value: Value) -> Result<Self, Mismatch> {
        let invalid =
            |message: &str| Mismatch { path: "line".to_owned(), message: message.to_owned() };
        let Value::Object(object) = value else {
            return Err(invalid("must be an object such as {\"job\": {…}}"));
        };
        let mut pairs = object.into_iter();
        let (Some((kind, record)), None) = (pairs.next(), pairs.next()) else {
            return Err(invalid("must have exactly one key: job, person or candidate"));
        };
        match kind.as_str() {
            "job" => read_strictly(with_default(record, "external_source_id", Value::Null))
                .map(Self::Job),
            "person" => read_strictly(with_default(
                with_default(record, "merged_external_ids", json!([])),
                "merged_ids",
                json!([]),
            ))
            .map(|person| Self::Person(Box::new(person))),
            "candidate" => read_strictly(record).map(Self::Candidate),
            _ => Err(invalid("must have exactly one key: job, person or candidate")),
        }
    }
}

/// Adds a field that exports of the first version lack.
fn with_default(mut record: Value, field: &str, default: Value) -> Value {
    if let Value::Object(object) = &mut record {
        object.entry(field).or_insert(default);
    }
    record
}

fn read_strictly<T: Tolerant>(value: Value) -> Result<T, Mismatch> {
    validate(T::SHAPE, &value)?;
    T::read(value, ReadMode::Fast)
        .map(|reading| reading.value)
        .map_err(|error| Mismatch { path: "record".to_owned(), message: error.to_string() })
}
