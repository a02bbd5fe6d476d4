//! The OpenAPI document, generated from the tables that the service runs on:
//! the operations, the shapes of the wire types, the rules for request fields
//! and the error codes. `routes` serves it and `reference` prints it.
//!
//! Generators of clients read less than the standard allows. Boolean `const`,
//! the type `null` and `anyOf` beside `properties` break at least one of them:
//! the tests run those that we know.

mod examples;
mod headers;
mod requests;
mod responses;
mod schemas;

use serde_json::{Map, Value, json};

use super::operations::{OPERATIONS, Operation, PAGES, Page, PageContent, ResponseBody, Tag};
use super::pagination::MAX_LIMIT;

pub(super) const DESCRIPTION: &str = "\
Lists are ordered by (`created_at`, `id`). Every successful read and write carries a strong \
`ETag`: `If-None-Match` is honored on reads (304) and `If-Match` on update (412); neither is \
required. Unknown fields and query parameters are ignored. If a rate limit is set, every response \
to a valid key carries `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`. Any \
other path returns 404, any other method 405 with `Allow`.";

pub(super) const KEY_DESCRIPTION: &str =
    "A key of the service, sent as `Authorization: Bearer KEY`. A read-only key cannot write.";

/// Version 3.1.
#[must_use]
pub fn document() -> Value {
    let mut schemas = schemas::common();
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let entry = paths.entry(operation.path).or_insert_with(|| json!({}));
        entry[operation.method] = operation_object(operation, &mut schemas);
    }
    for page in PAGES {
        paths.insert(page.path.to_owned(), json!({"get": page_object(page)}));
    }
    let tags =
        Tag::ALL.map(|tag| json!({"name": format!("{tag:?}"), "description": tag.description()}));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Recruiting data service: persons, candidates and jobs",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "contact": {"name": "The operator of this service"},
            "description": DESCRIPTION,
        },
        "servers": [{"url": "/", "description": "The service that returned this document."}],
        "security": [{"key": []}],
        "tags": tags,
        "paths": paths,
        "components": {
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": KEY_DESCRIPTION},
            },
            "headers": headers::components(),
            "schemas": schemas,
        },
    })
}

fn operation_object(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let mut object = json!({
        "operationId": operation.id.name(),
        "tags": [format!("{:?}", operation.tag)],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": parameters(operation),
        "responses": responses::of_operation(operation, schemas),
    });
    if let Some(fields) = operation.body {
        object["requestBody"] = requests::body(operation, fields, schemas);
    }
    object
}

fn page_object(page: &Page) -> Value {
    let mut object = json!({
        "operationId": page.id,
        "tags": [format!("{:?}", Tag::Service)],
        "summary": page.summary,
        "description": page.description,
        "security": [],
        "responses": responses::of_page(page),
    });
    if page.content != PageContent::Health {
        object["parameters"] = json!([if_none_match()]);
    }
    object
}

fn parameters(operation: &Operation) -> Value {
    let mut parameters = Vec::new();
    if operation.path.contains("{id}") {
        let kind = operation.path.split('/').nth(2).unwrap_or_default().trim_end_matches('s');
        parameters.push(json!({
            "name": "id", "in": "path", "required": true,
            "description": format!("The ID of the {kind}."),
            "schema": {"type": "string", "minLength": 1},
            "example": examples::id(kind),
        }));
    }
    if matches!(operation.response, ResponseBody::Page(_)) {
        parameters.push(json!({
            "name": "offset", "in": "query",
            "description": "How many records to skip; null or empty is 0.",
            "schema": {"type": ["integer", "null"], "format": "int64", "minimum": 0, "maximum": i64::MAX, "default": 0},
            "example": 0,
        }));
        parameters.push(json!({
            "name": "limit", "in": "query",
            "description": "The maximum number of records on the page.",
            "schema": {"type": "integer", "format": "int32", "minimum": 1, "maximum": MAX_LIMIT, "default": MAX_LIMIT},
            "example": MAX_LIMIT,
        }));
    }
    match operation.response {
        ResponseBody::Notice(_) => parameters.push(json!({
            "name": "If-Match", "in": "header", "required": false,
            "description": "The ETag of the person as read; a person who has changed since is not updated (412).",
            "schema": {"type": "string"},
            "example": examples::ETAG,
        })),
        ResponseBody::Record(_) | ResponseBody::Page(_) => parameters.push(if_none_match()),
        ResponseBody::Created(_) | ResponseBody::CreatedV0(_) => {}
    }
    Value::Array(parameters)
}

fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match", "in": "header", "required": false,
        "description": "ETags as read; an unchanged response has no body (304).",
        "schema": {"type": "string"},
        "example": examples::ETAG,
    })
}
