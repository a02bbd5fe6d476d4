//! A job: a position at a client, with its status and its pipeline.

use super::ids::{ClientId, JobId, StageId, StatusId};
use super::record::record;
use super::shape::Shape;
use super::time::Timestamp;

record! {
    /// A job in a list: without its pipeline.
    pub struct JobItem {
        /// The ID of the job.
        id: JobId,
        /// The name of the job.
        name: String,
        /// When the job was created.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Whether the job is archived.
        is_archived: bool,
        /// The client that the job is for.
        client_company_name: String,
        /// The ID of the client.
        client_company_id: ClientId,
        /// The status, such as `Open`; free text.
        job_status_name: String,
        /// The ID of the status.
        job_status_id: StatusId,
        /// How many candidates the job has.
        candidate_count: Option<i64> => Shape::Integer,
    }
}

record! {
    /// A job with its pipeline.
    pub struct Job {
        /// The ID of the job.
        id: JobId,
        /// The name of the job.
        name: String,
        /// When the job was created.
        created_at: Option<Timestamp> => Shape::Timestamp,
        /// Whether the job is archived.
        is_archived: bool,
        /// The client that the job is for.
        client_company_name: String,
        /// The ID of the client.
        client_company_id: ClientId,
        /// The status, such as `Open`; free text.
        job_status_name: String,
        /// The ID of the status.
        job_status_id: StatusId,
        /// How many candidates the job has.
        candidate_count: Option<i64> => Shape::Integer,
        /// The stages of the pipeline, in their order.
        pipeline_stages: Vec<PipelineStage>,
    }
}

impl From<Job> for JobItem {
    fn from(job: Job) -> Self {
        Self {
            id: job.id,
            name: job.name,
            created_at: job.created_at,
            is_archived: job.is_archived,
            client_company_name: job.client_company_name,
            client_company_id: job.client_company_id,
            job_status_name: job.job_status_name,
            job_status_id: job.job_status_id,
            candidate_count: job.candidate_count,
            extra: job.extra,
        }
    }
}

record! {
    /// A step in the pipeline of a job.
    pub struct PipelineStage {
        /// The ID of the stage.
        id: StageId,
        /// The name of the stage.
        name: String,
        /// The position in the pipeline, from 1.
        stage_order: Option<i64> => Shape::Integer,
        /// Whether candidates in this stage are rejected.
        is_rejection_stage: bool,
        /// Whether candidates in this stage have interviews.
        is_interviewing_stage: bool,
    }
}
