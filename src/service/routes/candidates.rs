//! Reading candidates, one or a page.

use axum::extract::{RawQuery, State};
use axum::response::Response;

use super::answer::{self, PathId};
use crate::service::api_error::ApiError;
use crate::service::pagination;
use crate::service::state::AppState;
use crate::wire::{CandidateId, JobId};

pub(super) async fn read(
    State(app): State<AppState>,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    let candidate = app.store().candidate_json(&CandidateId::new(id)).await?;
    Ok(answer::written(candidate.as_bytes()))
}

pub(super) async fn list(
    State(app): State<AppState>,
    PathId(job): PathId,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let window = pagination::parse(query.as_deref())?;
    let mut page = answer::page_start();
    let total = app.store().candidates_page_json(&JobId::new(job), window, &mut page).await?;
    Ok(answer::page(page, window, total))
}
