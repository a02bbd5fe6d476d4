//! The router: one handler for each operation, and the fallbacks.

mod jobs;
mod persons;
mod precondition;
mod response;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, patch, post};
use axum::{Json, Router};
use serde_json::json;
use tower_http::catch_panic::CatchPanicLayer;

use super::api_error::{ApiError, ErrorCode, truncate};
use super::operations::{OPERATIONS, OperationId};
use super::state::{AppState, Limits};
use super::{body, middleware, openapi};

pub fn router(app: &AppState) -> Router {
    let operations = OPERATIONS.iter().fold(Router::new(), |router, operation| {
        router.route(operation.path, handler(operation.id))
    });
    let routes = operations
        .route("/healthz", get(health))
        .route("/openapi.json", get(|| async { Json(openapi::document()) }));
    with_middleware(routes.with_state(app.clone()), app)
}

/// Wraps any routes in the service's middleware. The benchmark serves its peer
/// this way, so that both sides pay for the same layers.
pub fn with_middleware(routes: Router, app: &AppState) -> Router {
    let limits = app.limits();
    routes
        .fallback(move |request| no_such_path(request, limits))
        .method_not_allowed_fallback(move |request| method_not_allowed(request, limits))
        .layer(CatchPanicLayer::custom(middleware::panic_response))
        .layer(axum::middleware::from_fn_with_state(app.clone(), middleware::handle))
}

fn handler(id: OperationId) -> MethodRouter<AppState> {
    match id {
        OperationId::CreatePerson => post(persons::create),
        OperationId::CreatePersonV0 => post(persons::create_v0),
        OperationId::ReadPerson => get(persons::read),
        OperationId::UpdatePerson => patch(persons::update),
        OperationId::ReadCandidate => get(jobs::read_candidate),
        OperationId::ListCandidates => get(jobs::list_candidates),
        OperationId::ReadJob => get(jobs::read_job),
        OperationId::ListJobs => get(jobs::list_jobs),
    }
}

async fn health(State(app): State<AppState>) -> Result<Response, ApiError> {
    app.store().ping().await?;
    Ok(Json(json!({"status": "ok"})).into_response())
}

async fn no_such_path(request: Request, limits: Limits) -> ApiError {
    let message = format!("no resource at {}", truncate(request.uri().path()));
    body::discard(request, limits).await;
    ApiError::new(ErrorCode::NoSuchPath, message)
}

async fn method_not_allowed(request: Request, limits: Limits) -> ApiError {
    let (path, method) = (truncate(request.uri().path()), truncate(request.method().as_str()));
    body::discard(request, limits).await;
    ApiError::new(ErrorCode::MethodNotAllowed, format!("{path} does not support {method}"))
}
