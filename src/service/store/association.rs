//! The job or client that a create request names, and the rules by which a
//! record in the database matches it. The engines only look the records up.

use super::error::{AssociationError, StoreError};
use super::ids::name_key;
use crate::wire::{ClientId, JobId};

/// A job id or name makes the person a candidate; the client then narrows the
/// choice of jobs. A client alone makes the person a client contact.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AssociationRequest {
    pub(crate) job_id: Option<JobId>,
    pub(crate) job_name: Option<String>,
    pub(crate) client_id: Option<ClientId>,
    pub(crate) client_name: Option<String>,
}

pub(super) struct JobIdentity {
    pub(super) name_key: String,
    pub(super) client_id: ClientId,
    pub(super) client_name_key: String,
}

impl AssociationRequest {
    /// Refuses the job with the requested id if its name or client differs
    /// from the request.
    pub(super) fn check_job(&self, id: &JobId, job: &JobIdentity) -> Result<(), StoreError> {
        let differs = |requested: &Option<String>, stored: &str| {
            requested.as_ref().is_some_and(|name| name_key(name) != stored)
        };
        let field = if differs(&self.job_name, &job.name_key) {
            "job_name"
        } else if self.client_id.as_ref().is_some_and(|id| *id != job.client_id) {
            "client_id"
        } else if differs(&self.client_name, &job.client_name_key) {
            "client_name"
        } else {
            return Ok(());
        };
        let message = format!("the job with the ID {id} has another {field}");
        Err(StoreError::Association { error: AssociationError::JobMismatch, field, message })
    }

    /// Refuses the client with the requested id if its name differs from the
    /// request.
    pub(super) fn check_client(
        &self,
        id: &ClientId,
        stored_name_key: &str,
    ) -> Result<(), StoreError> {
        let name = self.client_name.as_deref();
        if name.is_none_or(|name| name_key(name) == stored_name_key) {
            return Ok(());
        }
        Err(StoreError::Association {
            error: AssociationError::ClientMismatch,
            field: "client_name",
            message: format!("the client with the ID {id} has another name"),
        })
    }
}

/// The only job of that name. The caller looks up at most two.
pub(super) fn only_job(name: &str, jobs: &[i64]) -> Result<i64, StoreError> {
    let (error, message) = match jobs {
        [only] => return Ok(*only),
        [] => (
            AssociationError::JobNotFound,
            format!("no job is called {name} (archived jobs do not count)"),
        ),
        _ => (
            AssociationError::JobAmbiguous,
            format!("several jobs are called {name}; specify job_id or client_id"),
        ),
    };
    Err(StoreError::Association { error, field: "job_name", message })
}

pub(super) fn job_not_found(id: &JobId) -> StoreError {
    StoreError::Association {
        error: AssociationError::JobNotFound,
        field: "job_id",
        message: format!("no job has the ID {id}"),
    }
}

pub(super) fn job_without_stage() -> StoreError {
    StoreError::Association {
        error: AssociationError::JobWithoutStage,
        field: "job_id",
        message: "the job has no stage that a candidate could start in".to_owned(),
    }
}

pub(super) fn client_not_found(id: &ClientId) -> StoreError {
    StoreError::Association {
        error: AssociationError::ClientNotFound,
        field: "client_id",
        message: format!("no client has the ID {id}"),
    }
}
