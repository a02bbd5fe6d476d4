//! Reading jobs, one or a page.

use axum::extract::{RawQuery, State};
use axum::response::Response;

use super::answer::{self, PathId};
use crate::service::api_error::ApiError;
use crate::service::pagination;
use crate::service::state::AppState;
use crate::wire::JobId;

pub(super) async fn read(
    State(app): State<AppState>,
    PathId(id): PathId,
) -> Result<Response, ApiError> {
    answer::record(&app.store().job(&JobId::new(id)).await?)
}

pub(super) async fn list(
    State(app): State<AppState>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let window = pagination::parse(query.as_deref())?;
    let mut page = answer::page_start();
    let total = app.store().jobs_page_json(window, &mut page).await?;
    Ok(answer::page(page, window, total))
}
