//! The router: one handler for each operation, and the fallbacks.

mod documents;
mod jobs;
mod monitoring;
mod persons;
mod precondition;
mod response;

use axum::Router;
use axum::extract::Request;
use axum::routing::{MethodRouter, get, patch, post};
use tower::util::MapResponseLayer;

use super::api_error::{ApiError, ErrorCode, truncate};
use super::middleware::{Access, HandleLayer};
use super::operations::{HEALTH, LIVENESS, METRICS, OPERATIONS, OperationId};
use super::state::{AppState, Limits};
use super::{body, compression};

pub fn router(app: &AppState) -> Router {
    let operations = OPERATIONS.iter().fold(Router::new(), |router, operation| {
        router.route(operation.path, handler(operation.id))
    });
    let routes = operations
        .route(HEALTH, get(monitoring::ready))
        .route(LIVENESS, get(monitoring::alive))
        .route(METRICS, get(monitoring::metrics))
        .route("/openapi.json", get(documents::openapi))
        .route("/docs", get(documents::reference))
        .route("/", get(documents::reference));
    with_middleware(routes.with_state(app.clone()), app)
}

/// The routes of the listener for metrics, which needs no key.
pub(super) fn metrics_router(app: &AppState) -> Router {
    let routes = Router::new()
        .route(HEALTH, get(monitoring::ready))
        .route(LIVENESS, get(monitoring::alive))
        .route(METRICS, get(monitoring::metrics));
    with_layers(routes.with_state(app.clone()), app, Access::Open)
}

/// Wraps any routes in the service's middleware. The benchmark serves its peer
/// this way, so that both sides pay for the same layers.
pub fn with_middleware(routes: Router, app: &AppState) -> Router {
    with_layers(routes, app, Access::Keys)
}

fn with_layers(routes: Router, app: &AppState, access: Access) -> Router {
    let limits = app.limits;
    // One tuple, outermost first: a router copies its layers for each request, and each one that is
    // added alone has to be boxed.
    let layers = (
        MapResponseLayer::new(compression::mark_compressed),
        compression::layer(),
        HandleLayer { app: app.clone(), access },
    );
    routes
        .fallback(move |request| no_such_path(request, limits))
        .method_not_allowed_fallback(move |request| method_not_allowed(request, limits))
        .layer(layers)
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

async fn no_such_path(mut request: Request, limits: Limits) -> ApiError {
    let message = format!("no resource at {}", truncate(request.uri().path()));
    body::discard(&mut request, limits).await;
    ApiError::new(ErrorCode::NoSuchPath, message)
}

async fn method_not_allowed(mut request: Request, limits: Limits) -> ApiError {
    let (path, method) = (truncate(request.uri().path()), truncate(request.method().as_str()));
    body::discard(&mut request, limits).await;
    ApiError::new(ErrorCode::MethodNotAllowed, format!("{path} does not support {method}"))
}
