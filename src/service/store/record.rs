//! What the database holds, as one line a record: import, export and the demo.
//!
//! A person's line holds more than any operation shows (address, notes), a
//! candidate's less (the name is the person's). Everything else is the shape
//! of the interface, so a line is checked by the same description.

use serde::Serialize;
use serde_json::Value;

use crate::wire::record::record;
use crate::wire::tolerant::{ReadMode, Tolerant};
use crate::wire::validate::{Mismatch, validate};
use crate::wire::{
    CandidateId, Certification, ClientContactId, ClientId, Contact, Education, JobId, PersonId,
    PipelineStage, Shape, StageEntry, StageId, StatusId, Timestamp, WorkExperience,
};

/// One line of an export: `{"job": {…}}`, `{"person": {…}}` or `{"candidate": {…}}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreRecord {
    /// A job with its pipeline.
    Job(JobRecord),
    /// A person; comes before their candidates.
    Person(Box<PersonRecord>),
    /// A person's place in a job; comes after both.
    Candidate(CandidateRecord),
}

record! {
    /// A job as stored. Its candidates are counted, not told.
    pub struct JobRecord {
        /// Which job.
        id: JobId,
        /// The position.
        name: String,
        /// When it was opened.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Whether it was put away.
        is_archived: bool,
        /// Who the position is at.
        client_company_name: String,
        /// Which client.
        client_company_id: ClientId,
        /// Its status in the agency's own words.
        job_status_name: String,
        /// Which status.
        job_status_id: StatusId,
        /// The stages, in order.
        pipeline_stages: Vec<PipelineStage>,
    }
}

record! {
    /// A person as stored. The current company's id follows from its name.
    pub struct PersonRecord {
        /// Which person.
        id: PersonId,
        /// The whole name.
        name: String,
        /// The given name, when it is known apart.
        first_name: String,
        /// The family name, when it is known apart.
        last_name: String,
        /// The page on a professional social network.
        social_url: String,
        /// The handle there.
        social_public_id: String,
        /// Where they live, as the network tells it.
        social_location: String,
        /// The line under the name on the network.
        social_headline: String,
        /// What they do now.
        current_job_title: String,
        /// Where they do it.
        current_company_name: String,
        /// The postal address.
        address: String,
        /// A remark.
        notes: String,
        /// The identifier from an outside system.
        external_source_id: Option<String>,
        /// Addresses.
        emails: Vec<Contact>,
        /// Numbers.
        phones: Vec<Contact>,
        /// Employers, newest first.
        work_experience: Vec<WorkExperience>,
        /// Schools.
        education_experience: Vec<Education>,
        /// Certificates.
        certifications: Vec<Certification>,
        /// The clients they are a contact at.
        client_contacts: Vec<ClientContactRecord>,
    }
}

record! {
    /// A person's place as a contact at a client.
    pub struct ClientContactRecord {
        /// Which contact.
        id: ClientContactId,
        /// At which client.
        client_id: ClientId,
        /// What the client is called.
        client_name: String,
    }
}

record! {
    /// A candidate as stored.
    pub struct CandidateRecord {
        /// Which candidate.
        id: CandidateId,
        /// The person behind it.
        person_id: PersonId,
        /// The job they stand in for.
        job_id: JobId,
        /// The stage they are in; one of the job's.
        current_pipeline_stage_id: StageId,
        /// When they entered it.
        current_pipeline_stage_date: Option<Timestamp> => Shape::Timestamp,
        /// When they came to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Every stage entered, oldest first.
        pipeline_stage_history: Vec<StageEntry>,
    }
}

impl StoreRecord {
    /// Reads one line's value strictly: the first misfit is named by its path.
    pub fn from_value(value: Value) -> Result<Self, Mismatch> {
        let mismatch = |what: &str| Mismatch { path: "line".to_owned(), message: what.to_owned() };
        let Value::Object(object) = value else {
            return Err(mismatch("must be an object such as {\"job\": {…}}"));
        };
        let mut pairs = object.into_iter();
        let (Some((kind, record)), None) = (pairs.next(), pairs.next()) else {
            return Err(mismatch("must have exactly one key: job, person or candidate"));
        };
        match kind.as_str() {
            "job" => strict(record).map(Self::Job),
            "person" => strict(record).map(|person| Self::Person(Box::new(person))),
            "candidate" => strict(record).map(Self::Candidate),
            _ => Err(mismatch("must have exactly one key: job, person or candidate")),
        }
    }
}

fn strict<T: Tolerant>(value: Value) -> Result<T, Mismatch> {
    validate(T::SHAPE, &value)?;
    T::read(value, ReadMode::Fast)
        .map(|reading| reading.value)
        .map_err(|error| Mismatch { path: "record".to_owned(), message: error.to_string() })
}
