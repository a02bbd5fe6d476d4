//! The router: a handler for each operation of the table, and nothing more.

mod answer;
mod candidates;
mod jobs;
mod persons;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, patch, post};
use axum::{Json, Router};
use serde_json::json;
use tower_http::catch_panic::CatchPanicLayer;

use super::api_error::{ApiError, ErrorCode, brief};
use super::operations::{Name, OPERATIONS};
use super::state::{AppState, Limits};
use super::{body, middleware, openapi};
/// The whole service as a router.
pub fn router(app: &AppState) -> Router {
    let table = OPERATIONS.iter().fold(Router::new(), |router, operation| {
        router.route(operation.path, handler(operation.name))
    });
    let routes = table
        .route("/healthz", get(health))
        .route("/openapi.json", get(|| async { Json(openapi::document()) }));
    with_middleware(routes.with_state(app.clone()), app)
}

/// Any routes behind the same guard; the benchmark measures with it what the
/// guard and the connection cost alone.
pub fn with_middleware(routes: Router, app: &AppState) -> Router {
    let limits = app.limits();
    routes
        .fallback(move |request| no_such_path(request, limits))
        .method_not_allowed_fallback(move |request| method_not_allowed(request, limits))
        .layer(CatchPanicLayer::custom(middleware::panicked))
        .layer(axum::middleware::from_fn_with_state(app.clone(), middleware::handle))
}

fn handler(name: Name) -> MethodRouter<AppState> {
    match name {
        Name::CreatePerson => post(persons::create),
        Name::CreatePersonV0 => post(persons::create_v0),
        Name::ReadPerson => get(persons::read),
        Name::UpdatePerson => patch(persons::update),
        Name::ReadCandidate => get(candidates::read),
        Name::ListCandidates => get(candidates::list),
        Name::ReadJob => get(jobs::read),
        Name::ListJobs => get(jobs::list),
    }
}

async fn health(State(app): State<AppState>) -> Result<Response, ApiError> {
    app.store().ping().await?;
    Ok(Json(json!({"status": "ok"})).into_response())
}

async fn no_such_path(request: Request, limits: Limits) -> ApiError {
    let message = format!("there is nothing at {}", brief(request.uri().path()));
    body::discard(request, limits).await;
    ApiError::new(ErrorCode::NoSuchPath, message)
}

async fn method_not_allowed(request: Request, limits: Limits) -> ApiError {
    let (path, method) = (brief(request.uri().path()), brief(request.method().as_str()));
    body::discard(request, limits).await;
    ApiError::new(ErrorCode::MethodNotAllowed, format!("{path} does not take {method}"))
}
