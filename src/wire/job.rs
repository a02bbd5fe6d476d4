//! A job: a position at a client, with its status and its pipeline.

use super::ids::{ClientId, JobId, StageId, StatusId};
use super::record::{Shape, record};
use super::time::Timestamp;

record! {
    /// A job as an item of the job list.
    pub struct JobItem {
        /// Which job.
        id: JobId,
        /// The position, as it is advertised.
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
        /// How many candidates the server counts.
        candidate_count: Option<i64> => Shape::Integer,
    }
}

record! {
    /// A job read on its own: the list item and its pipeline.
    pub struct Job {
        /// Which job.
        id: JobId,
        /// The position, as it is advertised.
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
        /// How many candidates the server counts.
        candidate_count: Option<i64> => Shape::Integer,
        /// The stages a candidate passes through, in order.
        pipeline_stages: Vec<PipelineStage>,
    }
}

/// A job without its pipeline.
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
    /// One stage of a job's pipeline.
    pub struct PipelineStage {
        /// Which stage.
        id: StageId,
        /// What the agency calls it.
        name: String,
        /// Its place in the pipeline, from 1.
        stage_order: Option<i64> => Shape::Integer,
        /// Whether a candidate here is out.
        is_rejection_stage: bool,
        /// Whether a candidate here is being interviewed.
        is_interviewing_stage: bool,
    }
}
