//! The OpenAPI document, generated from the tables that the service runs on:
//! the operations, the shapes of the wire types, the rules for request fields
//! and the error codes.

use serde_json::{Map, Value, json};

use super::api_error::ErrorCode;
use super::fields::{BodySchema, FieldRule, MAX_ENTRIES, MAX_TEXT_CHARS};
use super::operations::{OPERATIONS, Operation, ResponseBody};
use super::pagination::MAX_LIMIT;
use crate::wire::tolerant::Tolerant;
use crate::wire::{Field, Meta, Shape};

/// Version 3.1.
#[must_use]
pub fn document() -> Value {
    let mut schemas = Map::new();
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let entry = paths.entry(operation.path).or_insert_with(|| json!({}));
        entry[operation.method] = operation_object(operation, &mut schemas);
    }
    for (path, entry) in public_paths() {
        paths.insert(path.to_owned(), entry);
    }
    schemas.insert("Problem".to_owned(), problem_v1());
    schemas.insert("ProblemV0".to_owned(), problem_v0());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Recruiting data service: persons, candidates and jobs",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "Lists are ordered by (created_at, id). Every read carries a strong ETag: If-None-Match is honored on reads (304) and If-Match on update (412); neither is required. enrich_record is accepted and has no effect: the service contacts no other system. If a rate limit is set, every response carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset. Any other path returns 404, any other method 405 with Allow.",
        },
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas,
        },
    })
}

fn public_paths() -> [(&'static str, Value); 2] {
    let path_item = |summary: &str, description: &str| {
        json!({"get": {
            "summary": summary,
            "security": [],
            "responses": {
                "200": response(description, &[], &json!({"type": "object"})),
                "500": response(ErrorCode::Internal.description(), &[], &json!({"$ref": "#/components/schemas/Problem"})),
            },
        }})
    };
    [
        ("/healthz", path_item("Check that the service and its database respond", "Both respond.")),
        ("/openapi.json", path_item("This document", "The document.")),
    ]
}

fn operation_object(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let mut object = json!({
        "operationId": format!("{:?}", operation.id),
        "summary": operation.summary,
        "parameters": parameters(operation),
        "responses": responses(operation, schemas),
    });
    if let Some(fields) = operation.body {
        object["requestBody"] = json!({
            "required": true,
            "content": {"application/json": {"schema": request_schema(fields)}},
        });
    }
    object
}

fn parameters(operation: &Operation) -> Value {
    let mut parameters = Vec::new();
    if operation.path.contains("{id}") {
        parameters.push(
            json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}),
        );
    }
    if matches!(operation.response, ResponseBody::Page(_)) {
        parameters.push(json!({
            "name": "offset", "in": "query", "description": "How many records are skipped; null or empty is 0.",
            "schema": {"type": ["integer", "null"], "minimum": 0, "maximum": i64::MAX, "default": 0},
        }));
        parameters.push(json!({
            "name": "limit", "in": "query",
            "schema": {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": MAX_LIMIT},
        }));
    }
    let precondition = match operation.response {
        ResponseBody::Notice(_) => Some((
            "If-Match",
            "The ETag of the person as read; a changed person is not updated (412).",
        )),
        ResponseBody::Record(_) | ResponseBody::Page(_) => {
            Some(("If-None-Match", "ETags as read; an unchanged answer has no body (304)."))
        }
        ResponseBody::Created(_) | ResponseBody::CreatedV0(_) => None,
    };
    if let Some((name, description)) = precondition {
        parameters.push(json!({
            "name": name, "in": "header", "required": false, "description": description,
            "schema": {"type": "string"},
        }));
    }
    Value::Array(parameters)
}

fn responses(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let (status, description, has_etag, envelope) = match operation.response {
        ResponseBody::Created(shape) => {
            ("201", "The person as created.", true, success(schema(shape, schemas)))
        }
        ResponseBody::CreatedV0(shape) => (
            "201",
            "The person as created.",
            true,
            object(&[
                ("error", json!({"type": "string", "const": ""})),
                ("data", schema(shape, schemas)),
            ]),
        ),
        ResponseBody::Record(shape) => {
            ("200", "The record.", true, success(schema(shape, schemas)))
        }
        ResponseBody::Notice(shape) => {
            ("200", "A confirmation.", true, success(schema(shape, schemas)))
        }
        ResponseBody::Page(shape) => (
            "200",
            "A page of records.",
            true,
            object(&[
                ("success", json!({"type": "boolean", "const": true})),
                (
                    "data",
                    json!({"type": "array", "maxItems": MAX_LIMIT, "items": schema(shape, schemas)}),
                ),
                ("meta", schema(Meta::SHAPE, schemas)),
            ]),
        ),
    };
    let mut responses = Map::new();
    let headers: &[&str] = if has_etag { &["ETag"] } else { &[] };
    responses.insert(status.to_owned(), response(description, headers, &envelope));
    if matches!(operation.response, ResponseBody::Record(_) | ResponseBody::Page(_)) {
        responses.insert("304".to_owned(), not_modified());
    }
    let schema = if matches!(operation.response, ResponseBody::CreatedV0(_)) {
        "ProblemV0"
    } else {
        "Problem"
    };
    let schema = json!({"$ref": format!("#/components/schemas/{schema}")});
    for code in ErrorCode::ALL.iter().filter(|code| can_happen(**code, operation)) {
        let line = format!("{}: {}", code.as_str(), code.description());
        let headers: &[&str] = match code {
            ErrorCode::Unauthorized => &["WWW-Authenticate"],
            ErrorCode::RateLimited | ErrorCode::Overloaded => &["Retry-After"],
            _ => &[],
        };
        let entry = responses
            .entry(code.status().as_str())
            .or_insert_with(|| response("", headers, &schema));
        let previous = entry["description"].as_str().unwrap_or_default();
        entry["description"] = format!("{previous} {line}").trim_start().into();
    }
    Value::Object(responses)
}

/// Every response carries a request id.
fn response(description: &str, headers: &[&str], schema: &Value) -> Value {
    let headers: Map<String, Value> = headers
        .iter()
        .chain(&["X-Request-Id"])
        .map(|name| ((*name).to_owned(), json!({"schema": {"type": "string"}})))
        .collect();
    json!({
        "description": description,
        "headers": headers,
        "content": {"application/json": {"schema": schema}},
    })
}

fn not_modified() -> Value {
    let mut object = response("Unchanged since the ETag was read.", &["ETag"], &json!({}));
    object["content"] = json!({});
    object
}

fn can_happen(code: ErrorCode, operation: &Operation) -> bool {
    let is_write = operation.body.is_some();
    match code {
        ErrorCode::NoSuchPath | ErrorCode::MethodNotAllowed => false,
        ErrorCode::NotFound => operation.path.contains("{id}"),
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
        ErrorCode::Unauthorized
        | ErrorCode::RateLimited
        | ErrorCode::Internal
        | ErrorCode::BadRequest
        | ErrorCode::HeadTooLarge
        | ErrorCode::UriTooLong
        | ErrorCode::Overloaded
        | ErrorCode::StorageFailed
        | ErrorCode::StorageDamaged
        | ErrorCode::StorageLost
        | ErrorCode::Deadline => true,
    }
}

fn success(data: Value) -> Value {
    object(&[("success", json!({"type": "boolean", "const": true})), ("data", data)])
}

fn object(fields: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

/// Adds records to `schemas` and returns a reference to them.
fn schema(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Text => json!({"type": "string"}),
        Shape::Integer => json!({"type": "integer"}),
        Shape::Boolean => json!({"type": "boolean"}),
        Shape::Timestamp => json!({"type": "string", "format": "date-time"}),
        Shape::Date => json!({"type": "string", "format": "date"}),
        Shape::Nullable(inner) => nullable(schema(*inner, schemas)),
        Shape::List(item) => json!({"type": "array", "items": schema(*item, schemas)}),
        Shape::Record { name, fields, .. } => {
            let properties: Vec<(&str, Value)> = fields
                .iter()
                .map(|Field { name, shape, .. }| (*name, schema(*shape, schemas)))
                .collect();
            schemas.insert(name.to_owned(), object(&properties));
            json!({"$ref": format!("#/components/schemas/{name}")})
        }
    }
}

fn request_schema(fields: BodySchema) -> Value {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|(name, rule)| ((*name).to_owned(), nullable(rule_schema(*rule))))
        .collect();
    json!({"type": "object", "properties": properties, "additionalProperties": true})
}

fn nullable(mut schema: Value) -> Value {
    let kind = schema["type"].take();
    schema["type"] = json!([kind, "null"]);
    schema
}

fn rule_schema(rule: FieldRule) -> Value {
    let text = |description: &str| json!({"type": "string", "maxLength": MAX_TEXT_CHARS, "description": description});
    match rule {
        FieldRule::Text => json!({"type": "string", "maxLength": MAX_TEXT_CHARS}),
        FieldRule::Email => text("An email address: one @, no spaces."),
        FieldRule::Phone => text("A phone number: three digits or more."),
        FieldRule::Url => text("A web address; its last segment is the handle."),
        FieldRule::Flag => json!({"type": "boolean"}),
        FieldRule::List(item) => {
            json!({"type": "array", "maxItems": MAX_ENTRIES, "items": rule_schema(*item)})
        }
        FieldRule::Contacts(item) => json!({"type": "array", "maxItems": MAX_ENTRIES, "items": {
            "type": "object",
            "required": ["value"],
            "properties": {
                "contact_data_type": {"type": ["string", "null"], "maxLength": MAX_TEXT_CHARS},
                "value": rule_schema(*item),
            },
        }}),
    }
}

fn problem_v1() -> Value {
    let codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    let error =
        object(&[("field", json!({"type": "string"})), ("message", json!({"type": "string"}))]);
    object(&[
        ("success", json!({"type": "boolean", "const": false})),
        ("error", json!({"type": "string"})),
        ("error_code", json!({"type": "string", "enum": codes})),
        ("errors", json!({"type": "array", "items": error})),
        ("request_id", json!({"type": "string"})),
        ("data", json!({"type": "null"})),
    ])
}

fn problem_v0() -> Value {
    object(&[("error", json!({"type": "string"})), ("data", json!({"type": "null"}))])
}
