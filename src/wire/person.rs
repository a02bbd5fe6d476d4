//! A person: contacts, career, and the jobs they stand in for.

use super::ids::{CandidateId, ClientContactId, CompanyId, JobId, PersonId, StageId};
use super::record::{Shape, record};
use super::time::Date;

record! {
    /// A person as version 1 of create returns it.
    pub struct PersonCreated {
        /// Which person.
        id: PersonId,
        /// The whole name.
        name: String,
        /// The handle on a professional social network.
        social_public_id: String,
        /// What they do now.
        current_job_title: String,
        /// Where they do it.
        company_name: String,
        /// Where they live, as the network tells it.
        social_location: String,
        /// Addresses, in the order given.
        emails: Vec<Contact>,
        /// Numbers, in the order given.
        phones: Vec<Contact>,
        /// Set when the person was put forward for a job.
        candidate_id: Option<CandidateId>,
        /// Set when the person was made a contact at a client.
        client_contact_id: Option<ClientContactId>,
        /// The identifier from an outside system.
        external_source_id: Option<String>,
    }
}

record! {
    /// A person as version 0 of create returns it: every value a string.
    pub struct PersonCreatedV0 {
        /// Which person.
        id: PersonId,
        /// The whole name.
        name: String,
        /// The handle on a professional social network.
        social_public_id: String,
        /// What they do now.
        current_job_title: String,
        /// Where they do it.
        company_name: String,
        /// Where they live, as the network tells it.
        social_location: String,
        /// Addresses, in the order given.
        emails: Vec<Contact>,
        /// Numbers, in the order given.
        phones: Vec<Contact>,
        /// Empty unless the person was put forward for a job.
        candidate_id: CandidateId,
        /// Empty unless the person was made a contact at a client.
        client_contact_id: ClientContactId,
        /// Empty unless an outside system gave one.
        external_source_id: String,
    }
}

record! {
    /// A person as read.
    pub struct Person {
        /// Which person.
        id: PersonId,
        /// The whole name.
        name: String,
        /// The handle on a professional social network.
        social_public_id: String,
        /// The given name, when it is known apart.
        first_name: String,
        /// The family name, when it is known apart.
        last_name: String,
        /// What they do now.
        current_job_title: String,
        /// Where they do it.
        current_company_name: String,
        /// Which company that is.
        current_company_id: CompanyId,
        /// The identifier from an outside system.
        external_source_id: Option<String>,
        /// Addresses.
        emails: Vec<Contact>,
        /// Numbers.
        phones: Vec<Contact>,
        /// Employers, newest first as our service writes them.
        work_experience: Vec<WorkExperience>,
        /// Schools.
        education_experience: Vec<Education>,
        /// Certificates.
        certifications: Vec<Certification>,
        /// The jobs they stand in for.
        jobs: Vec<JobAssociation>,
    }
}

record! {
    /// One e-mail address or phone number.
    pub struct Contact {
        /// The kind of address, in free text.
        contact_data_type: String,
        /// The address or number itself.
        value: String,
    }
}

record! {
    /// The time with one employer.
    pub struct WorkExperience {
        /// The positions held there, newest first.
        positions: Vec<Position>,
        /// How long in all.
        duration_in_months: Option<i64> => Shape::Integer,
        /// The employer.
        company_name: String,
        /// Its page on the network.
        company_social_url: String,
        /// Its number on the network.
        company_social_id: Option<i64> => Shape::Integer,
        /// Which company that is here.
        company_id: Option<CompanyId>,
    }
}

record! {
    /// One position with an employer.
    pub struct Position {
        /// What it was called.
        title: String,
        /// When it began.
        start_date: Option<Date> => Shape::Date,
        /// When it ended; none while it lasts.
        end_date: Option<Date>,
        /// How long it lasted.
        duration_in_months: Option<i64> => Shape::Integer,
        /// What it was about.
        description: String,
        /// Where it was.
        location: String,
        /// The kind of employment, in free text.
        position_type: String,
    }
}

record! {
    /// The time at one school.
    pub struct Education {
        /// The school.
        company_name: String,
        /// When it began.
        start_date: Option<Date> => Shape::Date,
        /// When it ended, or is to end.
        end_date: Option<Date> => Shape::Date,
        /// What it was about.
        description: String,
        /// What it led to.
        degree: String,
        /// The school's page on the network.
        company_social_url: String,
        /// The school's number on the network.
        company_social_id: Option<i64> => Shape::Integer,
        /// Which company that is here.
        company_id: Option<CompanyId>,
    }
}

record! {
    /// One certificate.
    pub struct Certification {
        /// What it certifies.
        name: String,
        /// The issuer's number for it.
        credential_id: String,
        /// When it was issued.
        start_date: Option<Date> => Shape::Date,
        /// When it runs out.
        end_date: Option<Date> => Shape::Date,
        /// The issuer.
        company_name: String,
        /// The issuer's page on the network.
        company_social_url: String,
        /// The issuer's number on the network.
        company_social_id: Option<i64> => Shape::Integer,
        /// Which company that is here.
        company_id: Option<CompanyId>,
    }
}

record! {
    /// A job this person stands in for.
    pub struct JobAssociation {
        /// Their place in it.
        candidate_id: CandidateId,
        /// The position.
        job_name: String,
        /// Which job.
        job_id: JobId,
        /// Who it is at.
        job_client_company_name: String,
        /// The stage they are in there.
        current_pipeline_stage_name: String,
        /// Which stage that is.
        current_pipeline_stage_id: StageId,
    }
}
