//! A candidate: one person in the pipeline of one job.

use super::ids::{CandidateId, CompanyId, JobId, PersonId, StageId};
use super::record::record;
use super::shape::Shape;
use super::time::Timestamp;

record! {
    /// A candidate in the list of a job.
    pub struct CandidateItem {
        id: CandidateId,
        person_id: PersonId,
        name: String,
        current_job_title: String,
        current_company_name: String,
        current_company_id: CompanyId,
        current_pipeline_stage_name: String,
        current_pipeline_stage_id: StageId,
        /// When the person was added to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
    }
}

record! {
    /// A candidate with its stage history.
    pub struct Candidate {
        id: CandidateId,
        person_id: PersonId,
        job_id: JobId,
        name: String,
        current_job_title: String,
        current_company_name: String,
        current_company_id: CompanyId,
        current_pipeline_stage_name: String,
        current_pipeline_stage_id: StageId,
        current_pipeline_stage_date: Option<Timestamp> => Shape::Timestamp,
        /// When the person was added to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Oldest first as our service writes it.
        pipeline_stage_history: Vec<StageEntry>,
    }
}

record! {
    /// The stage may have been removed from the pipeline since.
    pub struct StageEntry {
        stage_id: StageId,
        stage_name: String,
        stage_date: Option<Timestamp> => Shape::Timestamp,
    }
}
