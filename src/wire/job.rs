//! A job: a position at a client, with its status and its pipeline.

use super::ids::{ClientId, JobId, StageId, StatusId};
use super::record::record;
use super::shape::Shape;
use super::time::Timestamp;

record! {
    pub struct JobItem {
        id: JobId,
        name: String,
        created_at: Option<Timestamp> => Shape::Timestamp,
        is_archived: bool,
        client_company_name: String,
        client_company_id: ClientId,
        job_status_name: String,
        job_status_id: StatusId,
        candidate_count: Option<i64> => Shape::Integer,
    }
}

record! {
    /// A job with its pipeline.
    pub struct Job {
        id: JobId,
        name: String,
        created_at: Option<Timestamp> => Shape::Timestamp,
        is_archived: bool,
        client_company_name: String,
        client_company_id: ClientId,
        job_status_name: String,
        job_status_id: StatusId,
        candidate_count: Option<i64> => Shape::Integer,
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
    pub struct PipelineStage {
        id: StageId,
        name: String,
        /// From 1.
        stage_order: Option<i64> => Shape::Integer,
        is_rejection_stage: bool,
        is_interviewing_stage: bool,
    }
}
