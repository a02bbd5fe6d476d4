//! A person: contacts, career, and the jobs they are a candidate for.

use super::ids::{CandidateId, ClientContactId, CompanyId, JobId, PersonId, StageId};
use super::record::record;
use super::shape::Shape;
use super::time::Date;

record! {
    /// What API version 1 returns for a created person.
    pub struct PersonCreated {
        id: PersonId,
        name: String,
        /// The handle on a professional social network.
        social_public_id: String,
        current_job_title: String,
        company_name: String,
        social_location: String,
        emails: Vec<Contact>,
        phones: Vec<Contact>,
        /// Set if the person was added to a job.
        candidate_id: Option<CandidateId>,
        /// Set if the person was added as a client contact.
        client_contact_id: Option<ClientContactId>,
        external_source_id: Option<String>,
    }
}

record! {
    /// What API version 0 returns for a created person: every value a string.
    pub struct PersonCreatedV0 {
        id: PersonId,
        name: String,
        /// The handle on a professional social network.
        social_public_id: String,
        current_job_title: String,
        company_name: String,
        social_location: String,
        emails: Vec<Contact>,
        phones: Vec<Contact>,
        /// Empty unless the person was added to a job.
        candidate_id: CandidateId,
        /// Empty unless the person was added as a client contact.
        client_contact_id: ClientContactId,
        external_source_id: String,
    }
}

record! {
    pub struct Person {
        id: PersonId,
        name: String,
        /// The handle on a professional social network.
        social_public_id: String,
        first_name: String,
        last_name: String,
        current_job_title: String,
        current_company_name: String,
        current_company_id: CompanyId,
        external_source_id: Option<String>,
        emails: Vec<Contact>,
        phones: Vec<Contact>,
        /// Newest first as our service writes them.
        work_experience: Vec<WorkExperience>,
        education_experience: Vec<Education>,
        certifications: Vec<Certification>,
        jobs: Vec<JobAssociation>,
    }
}

record! {
    /// An email address or a phone number.
    pub struct Contact {
        /// Free text, such as `work`.
        contact_data_type: String,
        value: String,
    }
}

record! {
    /// All positions with one employer.
    pub struct WorkExperience {
        /// Newest first.
        positions: Vec<Position>,
        duration_in_months: Option<i64> => Shape::Integer,
        company_name: String,
        company_social_url: String,
        company_social_id: Option<i64> => Shape::Integer,
        company_id: Option<CompanyId>,
    }
}

record! {
    pub struct Position {
        title: String,
        start_date: Option<Date> => Shape::Date,
        /// None for the current position.
        end_date: Option<Date>,
        duration_in_months: Option<i64> => Shape::Integer,
        description: String,
        location: String,
        /// Free text, such as `full-time`.
        position_type: String,
    }
}

record! {
    pub struct Education {
        company_name: String,
        start_date: Option<Date> => Shape::Date,
        end_date: Option<Date> => Shape::Date,
        description: String,
        degree: String,
        company_social_url: String,
        company_social_id: Option<i64> => Shape::Integer,
        company_id: Option<CompanyId>,
    }
}

record! {
    pub struct Certification {
        name: String,
        credential_id: String,
        start_date: Option<Date> => Shape::Date,
        end_date: Option<Date> => Shape::Date,
        company_name: String,
        company_social_url: String,
        company_social_id: Option<i64> => Shape::Integer,
        company_id: Option<CompanyId>,
    }
}

record! {
    /// A job that the person is a candidate for.
    pub struct JobAssociation {
        candidate_id: CandidateId,
        job_name: String,
        job_id: JobId,
        job_client_company_name: String,
        current_pipeline_stage_name: String,
        current_pipeline_stage_id: StageId,
    }
}
