//! A candidate: one person in the pipeline of one job.

use super::ids::{CandidateId, CompanyId, JobId, PersonId, StageId};
use super::record::record;
use super::shape::Shape;
use super::time::Timestamp;

record! {
    /// A candidate in the list of a job.
    pub struct CandidateItem {
        /// The ID of the candidate.
        id: CandidateId,
        /// The ID of the person.
        person_id: PersonId,
        /// The name of the person.
        name: String,
        /// The title of the current position.
        current_job_title: String,
        /// The current employer.
        current_company_name: String,
        /// The ID of the current employer; empty without one.
        current_company_id: CompanyId,
        /// The name of the current stage.
        current_pipeline_stage_name: String,
        /// The ID of the current stage.
        current_pipeline_stage_id: StageId,
        /// When the person was added to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
    }
}

record! {
    /// A candidate: one person in the pipeline of one job, with the stage history.
    pub struct Candidate {
        /// The ID of the candidate.
        id: CandidateId,
        /// The ID of the person.
        person_id: PersonId,
        /// The ID of the job.
        job_id: JobId,
        /// The name of the person.
        name: String,
        /// The title of the current position.
        current_job_title: String,
        /// The current employer.
        current_company_name: String,
        /// The ID of the current employer; empty without one.
        current_company_id: CompanyId,
        /// The name of the current stage.
        current_pipeline_stage_name: String,
        /// The ID of the current stage.
        current_pipeline_stage_id: StageId,
        /// When the candidate entered the current stage.
        current_pipeline_stage_date: Option<Timestamp> => Shape::Timestamp,
        /// When the person was added to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// The stages that the candidate entered, oldest first.
        pipeline_stage_history: Vec<StageEntry>,
    }
}

record! {
    /// A stage that the candidate entered. The pipeline may no longer contain it.
    pub struct StageEntry {
        /// The ID of the stage.
        stage_id: StageId,
        /// The name of the stage at that time.
        stage_name: String,
        /// When the candidate entered the stage.
        stage_date: Option<Timestamp> => Shape::Timestamp,
    }
}
