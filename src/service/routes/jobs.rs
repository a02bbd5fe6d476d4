//! Reading jobs and their candidates.

use axum::extract::{RawQuery, Request, State};
use axum::response::Response;

use super::precondition;
use super::response::{self, ENVELOPE_START, PathId};
use crate::service::api_error::ApiError;
use crate::service::pagination;
use crate::service::state::AppState;
use crate::wire::{CandidateId, JobId};

pub(super) async fn read_job(
    State(app): State<AppState>,
    PathId(id): PathId,
    request: Request,
) -> Result<Response, ApiError> {
    response::record(request.headers(), &app.store.job(&JobId::new(id)).await?)
}

pub(super) async fn list_jobs(
    State(app): State<AppState>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let page = pagination::parse(query.as_deref())?;
    if precondition::is_conditional(request.headers()) {
        let etag = response::page_etag(app.store.jobs_tag().await?, page);
        if precondition::is_unmodified(request.headers(), &etag) {
            return Ok(response::not_modified(&etag));
        }
    }
    let mut body = ENVELOPE_START.to_vec();
    let list = app.store.jobs_page_json(page, &mut body).await?;
    Ok(response::page(body, page, list))
}

pub(super) async fn read_candidate(
    State(app): State<AppState>,
    PathId(id): PathId,
    request: Request,
) -> Result<Response, ApiError> {
    let mut body = response::start_record();
    app.store.candidate_json(&CandidateId::new(id), &mut body).await?;
    Ok(response::finish_record(request.headers(), body))
}

pub(super) async fn list_candidates(
    State(app): State<AppState>,
    PathId(job): PathId,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let page = pagination::parse(query.as_deref())?;
    let job = JobId::new(job);
    if precondition::is_conditional(request.headers()) {
        let etag = response::page_etag(app.store.candidates_tag(&job).await?, page);
        if precondition::is_unmodified(request.headers(), &etag) {
            return Ok(response::not_modified(&etag));
        }
    }
    let mut body = ENVELOPE_START.to_vec();
    let list = app.store.candidates_page_json(&job, page, &mut body).await?;
    Ok(response::page(body, page, list))
}
