//! A person: contacts, career, and the jobs they are a candidate for.

use super::ids::{CandidateId, ClientContactId, CompanyId, JobId, PersonId, StageId};
use super::record::record;
use super::shape::Shape;
use super::time::Date;

record! {
    /// A person as returned by create.
    pub struct PersonCreated {
        /// The ID of the person.
        id: PersonId,
        /// The full name.
        name: String,
        /// The handle on a professional social network: the last segment of `social_url`.
        social_public_id: String,
        /// The title of the current position.
        current_job_title: String,
        /// The current employer.
        company_name: String,
        /// The location on the profile.
        social_location: String,
        /// The email addresses.
        emails: Vec<Contact>,
        /// The phone numbers.
        phones: Vec<Contact>,
        /// The ID of the candidate; null unless the request named a job.
        candidate_id: Option<CandidateId>,
        /// The ID of the client contact; null unless the request named a client and no job.
        client_contact_id: Option<ClientContactId>,
        /// The ID of the person in another system; null without one.
        external_source_id: Option<String>,
    }
}

record! {
    /// A person as returned by create in version 0: an absent value is an empty string.
    pub struct PersonCreatedV0 {
        /// The ID of the person.
        id: PersonId,
        /// The full name.
        name: String,
        /// The handle on a professional social network: the last segment of `social_url`.
        social_public_id: String,
        /// The title of the current position.
        current_job_title: String,
        /// The current employer.
        company_name: String,
        /// The location on the profile.
        social_location: String,
        /// The email addresses.
        emails: Vec<Contact>,
        /// The phone numbers.
        phones: Vec<Contact>,
        /// Empty unless the request named a job.
        candidate_id: CandidateId,
        /// Empty unless the request named a client and no job.
        client_contact_id: ClientContactId,
        /// Empty if the person has none.
        external_source_id: String,
    }
}

record! {
    /// A person with contacts, career and jobs.
    pub struct Person {
        /// The ID of the person.
        id: PersonId,
        /// The full name.
        name: String,
        /// The handle on a professional social network: the last segment of `social_url`.
        social_public_id: String,
        /// The first name, as written.
        first_name: String,
        /// The last name, as written.
        last_name: String,
        /// The title of the current position.
        current_job_title: String,
        /// The current employer.
        current_company_name: String,
        /// The ID of the current employer; empty without one.
        current_company_id: CompanyId,
        /// The ID of the person in another system; null without one.
        external_source_id: Option<String>,
        /// The email addresses.
        emails: Vec<Contact>,
        /// The phone numbers.
        phones: Vec<Contact>,
        /// The career, newest employer first.
        work_experience: Vec<WorkExperience>,
        /// The education, newest first.
        education_experience: Vec<Education>,
        /// The certificates.
        certifications: Vec<Certification>,
        /// The jobs that the person is a candidate for.
        jobs: Vec<JobAssociation>,
    }
}

record! {
    /// An email address or a phone number with its type.
    pub struct Contact {
        /// The type, such as `work`, `personal`, `mobile`, `home` or `other`; free text.
        contact_data_type: String,
        /// The email address or the phone number.
        value: String,
    }
}

record! {
    /// All positions with one employer.
    pub struct WorkExperience {
        /// The positions with this employer, newest first.
        positions: Vec<Position>,
        /// Months with this employer.
        duration_in_months: Option<i64> => Shape::Integer,
        /// The employer.
        company_name: String,
        /// The page of the company on a professional social network.
        company_social_url: String,
        /// The ID number of the company on that social network.
        company_social_id: Option<i64> => Shape::Integer,
        /// The ID of the company; null if it has none.
        company_id: Option<CompanyId>,
    }
}

record! {
    /// One position with an employer.
    pub struct Position {
        /// The job title.
        title: String,
        /// The first day.
        start_date: Option<Date> => Shape::Date,
        /// The last day; null for a current position.
        end_date: Option<Date>,
        /// Months in this position.
        duration_in_months: Option<i64> => Shape::Integer,
        /// What the position involves.
        description: String,
        /// Where the position is.
        location: String,
        /// The kind of employment, such as `full-time`; free text.
        position_type: String,
    }
}

record! {
    /// One course of education.
    pub struct Education {
        /// The school.
        company_name: String,
        /// The first day.
        start_date: Option<Date> => Shape::Date,
        /// The last day.
        end_date: Option<Date> => Shape::Date,
        /// What the course involves.
        description: String,
        /// The degree.
        degree: String,
        /// The page of the company on a professional social network.
        company_social_url: String,
        /// The ID number of the company on that social network.
        company_social_id: Option<i64> => Shape::Integer,
        /// The ID of the company; null if it has none.
        company_id: Option<CompanyId>,
    }
}

record! {
    /// A certificate that the person holds.
    pub struct Certification {
        /// The name of the certificate.
        name: String,
        /// The number that the issuer gave it.
        credential_id: String,
        /// The date of issue.
        start_date: Option<Date> => Shape::Date,
        /// The date of expiry.
        end_date: Option<Date> => Shape::Date,
        /// The issuer.
        company_name: String,
        /// The page of the company on a professional social network.
        company_social_url: String,
        /// The ID number of the company on that social network.
        company_social_id: Option<i64> => Shape::Integer,
        /// The ID of the company; null if it has none.
        company_id: Option<CompanyId>,
    }
}

record! {
    /// A job that the person is a candidate for.
    pub struct JobAssociation {
        /// The ID of the candidate: this person in this job.
        candidate_id: CandidateId,
        /// The name of the job.
        job_name: String,
        /// The ID of the job.
        job_id: JobId,
        /// The client that the job is for.
        job_client_company_name: String,
        /// The name of the current stage.
        current_pipeline_stage_name: String,
        /// The ID of the current stage.
        current_pipeline_stage_id: StageId,
    }
}
