//! Reading candidates, one or a page.

use axum::extract::{RawQuery, State};
use axum::response::Response;

use super::answer::{self, PathId};
use crate::service::app::App;
use crate::service::paging;
use crate::service::problem::Problem;
use crate::wire::{CandidateId, JobId};

pub(super) async fn read(State(app): State<App>, PathId(id): PathId) -> Result<Response, Problem> {
    let candidate = app.store().candidate(&CandidateId::new(id)).await?;
    Ok(answer::written(candidate.as_bytes()))
}

pub(super) async fn list(
    State(app): State<App>,
    PathId(job): PathId,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let window = paging::window(query.as_deref())?;
    let mut page = answer::page_start();
    let total = app.store().candidates(&JobId::new(job), window, &mut page).await?;
    Ok(answer::page(page, window, total))
}
