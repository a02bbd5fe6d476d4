//! The responses of each operation in the OpenAPI document.

use serde_json::{Map, Value, json};

use super::schemas::reference;
use super::{examples, headers, schemas};
use crate::service::api_error::ErrorCode;
use crate::service::operations::{HEALTH, Operation, Page, PageContent, ResponseBody};

pub(super) fn of_operation(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let (status, description, headers, schema) = match operation.response {
        ResponseBody::Created(shape) => {
            ("201", "The person as created.", CREATED_HEADERS, schemas::success(shape, schemas))
        }
        ResponseBody::CreatedV0(shape) => {
            ("201", "The person as created.", CREATED_HEADERS, schemas::success_v0(shape, schemas))
        }
        ResponseBody::Record(shape) => {
            ("200", "The record.", TAGGED_HEADERS, schemas::success(shape, schemas))
        }
        ResponseBody::Notice(shape) => {
            ("200", "A confirmation.", TAGGED_HEADERS, schemas::success(shape, schemas))
        }
        ResponseBody::Page(shape) => {
            ("200", "A page of records.", TAGGED_HEADERS, schemas::page(shape, schemas))
        }
    };
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    let example = &schemas[name]["examples"][0];
    let content = json!({"application/json": {"schema": schema, "example": example}});
    let mut responses = success(status, description, headers, true, &content);
    if matches!(operation.response, ResponseBody::Record(_) | ResponseBody::Page(_)) {
        responses.insert("304".to_owned(), not_modified(true));
    }
    let body = match operation.response {
        ResponseBody::CreatedV0(_) => ErrorBody::V0,
        _ => ErrorBody::V1,
    };
    add_errors(&mut responses, |code| can_happen(code, operation), body);
    Value::Object(responses)
}

pub(super) fn of_page(page: &Page) -> Value {
    let (description, content) = match page.content {
        PageContent::Health => (
            "The service and its database respond.",
            json!({"application/json": {"schema": reference("Health"), "example": {"status": "ok"}}}),
        ),
        PageContent::OpenApi => (
            "The document.",
            json!({"application/json": {"schema": {
                "type": "object", "description": "An OpenAPI document.", "additionalProperties": true,
            }}}),
        ),
        PageContent::Html => (
            "The page.",
            json!({"text/html": {"schema": {"type": "string", "description": "An HTML document."}}}),
        ),
    };
    let is_tagged = page.content != PageContent::Health;
    let headers = if is_tagged { TAGGED_HEADERS } else { &[] };
    let mut responses = success("200", description, headers, false, &content);
    if is_tagged {
        responses.insert("304".to_owned(), not_modified(false));
    }
    let can_happen = |code| match code {
        ErrorCode::MethodNotAllowed | ErrorCode::RateLimited | ErrorCode::BadRequest => true,
        ErrorCode::Deadline
        | ErrorCode::StorageFailed
        | ErrorCode::StorageDamaged
        | ErrorCode::StorageLost => page.path == HEALTH,
        _ => false,
    };
    add_errors(&mut responses, can_happen, ErrorBody::Page);
    Value::Object(responses)
}

const TAGGED_HEADERS: &[&str] = &["ETag"];
const CREATED_HEADERS: &[&str] = &["ETag", "Location"];

fn success(
    status: &str,
    description: &str,
    own_headers: &[&str],
    is_rate_limited: bool,
    content: &Value,
) -> Map<String, Value> {
    let headers = headers::references(own_headers, is_rate_limited);
    let entry = json!({"description": description, "headers": headers, "content": content});
    Map::from_iter([(status.to_owned(), entry)])
}

fn not_modified(is_rate_limited: bool) -> Value {
    json!({
        "description": "Unchanged since the ETag was read; without a body.",
        "headers": headers::references(TAGGED_HEADERS, is_rate_limited),
    })
}

/// Pages write errors as version 1 does and have no rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorBody {
    V0,
    V1,
    Page,
}

/// One response for each status, with an example for each code.
fn add_errors(
    responses: &mut Map<String, Value>,
    can_happen: impl Fn(ErrorCode) -> bool,
    body: ErrorBody,
) {
    for code in ErrorCode::ALL.iter().copied().filter(|code| can_happen(*code)) {
        let problem = examples::problem(code);
        let (schema, value) = match body {
            ErrorBody::V0 => ("ProblemV0", problem.body_v0()),
            ErrorBody::V1 | ErrorBody::Page => ("Problem", problem.body_v1(examples::REQUEST_ID)),
        };
        let is_rate_limited = code != ErrorCode::Unauthorized && body != ErrorBody::Page;
        let entry = responses.entry(code.status().as_str()).or_insert_with(|| {
            json!({
                "description": "",
                "headers": headers::references(headers::of_error(code), is_rate_limited),
                "content": {"application/json": {"schema": reference(schema), "examples": {}}},
            })
        });
        let previous = entry["description"].as_str().unwrap_or_default();
        let line = format!("{previous} `{}`: {}", code.as_str(), code.description());
        entry["description"] = line.trim_start().into();
        entry["content"]["application/json"]["examples"][code.as_str()] =
            json!({"summary": code.description(), "value": value});
    }
}

/// A new code is listed everywhere until it has an arm here.
fn can_happen(code: ErrorCode, operation: &Operation) -> bool {
    let is_write = operation.body.is_some();
    match code {
        ErrorCode::NoSuchPath => false,
        ErrorCode::NotFound => operation.path.contains("{id}"),
        ErrorCode::PersonMerged => operation.path.contains("/persons/{id}"),
        ErrorCode::PreconditionFailed => matches!(operation.response, ResponseBody::Notice(_)),
        ErrorCode::Invalid => is_write || matches!(operation.response, ResponseBody::Page(_)),
        ErrorCode::JobAmbiguous
        | ErrorCode::JobMismatch
        | ErrorCode::ClientNotFound
        | ErrorCode::ClientMismatch => {
            matches!(operation.response, ResponseBody::Created(_) | ResponseBody::CreatedV0(_))
        }
        ErrorCode::BadJson
        | ErrorCode::Forbidden
        | ErrorCode::BodyTimeout
        | ErrorCode::TooLarge
        | ErrorCode::NotJson
        | ErrorCode::StorageFull
        | ErrorCode::JobNotFound
        | ErrorCode::JobWithoutStage => is_write,
        _ => true,
    }
}
