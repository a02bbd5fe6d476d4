//! A candidate: one person's place in one job, and how it got there.

use super::ids::{CandidateId, CompanyId, JobId, PersonId, StageId};
use super::record::{Shape, record};
use super::time::Timestamp;

record! {
    /// A candidate as an item of a job's candidate list.
    pub struct CandidateItem {
        /// Which candidate.
        id: CandidateId,
        /// The person behind it.
        person_id: PersonId,
        /// The person's name.
        name: String,
        /// What they do now.
        current_job_title: String,
        /// Where they do it.
        current_company_name: String,
        /// Which company that is.
        current_company_id: CompanyId,
        /// The stage they are in.
        current_pipeline_stage_name: String,
        /// Which stage that is.
        current_pipeline_stage_id: StageId,
        /// When they came to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
    }
}

record! {
    /// A candidate read on its own, with the stages it went through.
    pub struct Candidate {
        /// Which candidate.
        id: CandidateId,
        /// The person behind it.
        person_id: PersonId,
        /// The job they stand in for.
        job_id: JobId,
        /// The person's name.
        name: String,
        /// What they do now.
        current_job_title: String,
        /// Where they do it.
        current_company_name: String,
        /// Which company that is.
        current_company_id: CompanyId,
        /// The stage they are in.
        current_pipeline_stage_name: String,
        /// Which stage that is.
        current_pipeline_stage_id: StageId,
        /// When they entered it.
        current_pipeline_stage_date: Option<Timestamp> => Shape::Timestamp,
        /// When they came to this job.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Every stage entered, oldest first as our service writes it.
        pipeline_stage_history: Vec<StageEntry>,
    }
}

record! {
    /// One entry into a stage. The stage may since have left the pipeline.
    pub struct StageEntry {
        /// Which stage.
        stage_id: StageId,
        /// What it was called.
        stage_name: String,
        /// When it was entered.
        stage_date: Option<Timestamp> => Shape::Timestamp,
    }
}
