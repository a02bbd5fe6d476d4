//! Reading jobs, one or a page.

use axum::extract::{RawQuery, State};
use axum::response::Response;

use super::answer::{self, PathId};
use crate::service::app::App;
use crate::service::paging;
use crate::service::problem::Problem;
use crate::wire::JobId;

pub(super) async fn read(State(app): State<App>, PathId(id): PathId) -> Result<Response, Problem> {
    answer::record(&app.store().job(&JobId::new(id)).await?)
}

pub(super) async fn list(
    State(app): State<App>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let window = paging::window(query.as_deref())?;
    let mut page = answer::page_start();
    let total = app.store().jobs(window, &mut page).await?;
    Ok(answer::page(page, window, total))
}
