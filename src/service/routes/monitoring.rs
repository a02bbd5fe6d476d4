//! What monitoring reads: the health checks and the metrics.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::service::api_error::ApiError;
use crate::service::metrics::{self, Figures};
use crate::service::state::AppState;

/// `/livez`: the process answers.
pub(super) async fn alive() -> Response {
    Json(json!({"status": "ok"})).into_response()
}

/// `/healthz`: 503 with the kind of failure if the database cannot be used.
pub(super) async fn ready(State(app): State<AppState>) -> Response {
    match app.health.check(&app.store).await {
        Ok(()) => alive().await,
        Err(error) => {
            let mut response = error.into_response();
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            response
        }
    }
}

pub(super) async fn metrics(State(app): State<AppState>) -> Result<Response, ApiError> {
    let figures = Figures {
        reads: (app.read_slots.total(), app.read_slots.in_use()),
        writes: (app.write_slots.total(), app.write_slots.in_use()),
        storage: app.store.storage_figures().await?,
    };
    let text = app.metrics.encode(&figures)?;
    Ok(([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response())
}
