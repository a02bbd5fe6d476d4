//! The router: a handler for each operation of the table, and nothing more.

mod answer;
mod candidates;
mod jobs;
mod persons;

use axum::extract::State;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, patch, post};
use axum::{Json, Router, middleware};
use serde_json::json;
use tower_http::catch_panic::CatchPanicLayer;

use super::app::App;
use super::operations::{Name, OPERATIONS};
use super::problem::{Code, Problem, brief};
use super::{guard, openapi};
/// The whole service as a router.
pub fn router(app: &App) -> Router {
    let table = OPERATIONS.iter().fold(Router::new(), |router, operation| {
        router.route(operation.path, handler(operation.name))
    });
    let routes = table
        .route("/healthz", get(health))
        .route("/openapi.json", get(|| async { Json(openapi::document()) }));
    guarded(routes.with_state(app.clone()), app)
}

/// Any routes behind the same guard; the benchmark measures with it what the
/// guard and the connection cost alone.
pub fn guarded(routes: Router, app: &App) -> Router {
    routes
        .fallback(no_such_path)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
}

fn handler(name: Name) -> MethodRouter<App> {
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

async fn health(State(app): State<App>) -> Result<Response, Problem> {
    app.store().ping().await?;
    Ok(Json(json!({"status": "ok"})).into_response())
}

async fn no_such_path(uri: Uri) -> Problem {
    Problem::new(Code::NoSuchPath, format!("there is nothing at {}", brief(uri.path())))
}

async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    Problem::new(
        Code::MethodNotAllowed,
        format!("{} does not take {}", brief(uri.path()), brief(method.as_str())),
    )
}
