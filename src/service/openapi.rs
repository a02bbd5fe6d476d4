//! The service described for machines, made from the tables it runs by: the
//! operations, the shapes of the wire, the rules for request fields and the
//! list of refusals. Nothing is written here twice that could come to differ.

use serde_json::{Map, Value, json};

use super::fields::{Fields, LONGEST_TEXT, MOST_ENTRIES, Rule};
use super::operations::{Gives, OPERATIONS, Operation};
use super::paging;
use super::problem::Code;
use crate::wire::tolerant::Tolerant;
use crate::wire::{Field, Meta, Shape};

/// The whole document, OpenAPI 3.1.
#[must_use]
pub fn document() -> Value {
    let mut schemas = Map::new();
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let entry = paths.entry(operation.path).or_insert_with(|| json!({}));
        entry[operation.method] = describe(operation, &mut schemas);
    }
    for (path, entry) in open_paths() {
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
            "description": "Lists are ordered by (created_at, id). A person, candidate or job read on its own carries a strong ETag; If-Match is honoured on update and never required. enrich_record is accepted and has no effect: the service calls nobody. Where the operator has set a rate, every answer carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset. A path that is not listed answers 404, a method that is not listed 405 with Allow.",
        },
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas,
        },
    })
}

/// The two paths that ask for no key.
fn open_paths() -> [(&'static str, Value); 2] {
    let plain = |summary: &str, description: &str| {
        json!({"get": {
            "summary": summary,
            "security": [],
            "responses": {
                "200": response(description, &[], &json!({"type": "object"})),
                "500": response(Code::Internal.meaning(), &[], &json!({"$ref": "#/components/schemas/Problem"})),
            },
        }})
    };
    [
        ("/healthz", plain("Whether the service and its database answer", "It does.")),
        ("/openapi.json", plain("This document", "The document.")),
    ]
}

fn describe(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let mut described = json!({
        "operationId": format!("{:?}", operation.name),
        "summary": operation.summary,
        "parameters": parameters(operation),
        "responses": responses(operation, schemas),
    });
    if let Some(fields) = operation.body {
        described["requestBody"] = json!({
            "required": true,
            "content": {"application/json": {"schema": request(fields)}},
        });
    }
    described
}

fn parameters(operation: &Operation) -> Value {
    let mut parameters = Vec::new();
    if operation.path.contains("{id}") {
        parameters.push(
            json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}),
        );
    }
    if matches!(operation.gives, Gives::Page(_)) {
        parameters.push(json!({
            "name": "offset", "in": "query", "description": "How many records are skipped; null or empty is 0.",
            "schema": {"type": ["integer", "null"], "minimum": 0, "maximum": i64::MAX, "default": 0},
        }));
        parameters.push(json!({
            "name": "limit", "in": "query",
            "schema": {"type": "integer", "minimum": 1, "maximum": paging::LARGEST, "default": paging::LARGEST},
        }));
    }
    if matches!(operation.gives, Gives::Notice(_)) {
        parameters.push(json!({
            "name": "If-Match", "in": "header", "required": false,
            "description": "The ETag of the person as read; a changed person is not updated (412).",
            "schema": {"type": "string"},
        }));
    }
    Value::Array(parameters)
}

fn responses(operation: &Operation, schemas: &mut Map<String, Value>) -> Value {
    let (status, description, tagged, envelope) = match operation.gives {
        Gives::Created(shape) => {
            ("201", "The person as created.", false, success(refer(shape, schemas)))
        }
        Gives::CreatedV0(shape) => (
            "201",
            "The person as created.",
            false,
            object(&[
                ("error", json!({"type": "string", "const": ""})),
                ("data", refer(shape, schemas)),
            ]),
        ),
        Gives::Record(shape) => ("200", "The record.", true, success(refer(shape, schemas))),
        Gives::Notice(shape) => ("200", "A confirmation.", false, success(refer(shape, schemas))),
        Gives::Page(shape) => (
            "200",
            "A page of records.",
            false,
            object(&[
                ("success", json!({"type": "boolean", "const": true})),
                (
                    "data",
                    json!({"type": "array", "maxItems": paging::LARGEST, "items": refer(shape, schemas)}),
                ),
                ("meta", refer(Meta::SHAPE, schemas)),
            ]),
        ),
    };
    let mut responses = Map::new();
    let headers: &[&str] = if tagged { &["ETag"] } else { &[] };
    responses.insert(status.to_owned(), response(description, headers, &envelope));
    let schema =
        if matches!(operation.gives, Gives::CreatedV0(_)) { "ProblemV0" } else { "Problem" };
    let schema = json!({"$ref": format!("#/components/schemas/{schema}")});
    for code in Code::ALL.iter().filter(|code| can_happen(**code, operation)) {
        let line = format!("{}: {}", code.text(), code.meaning());
        let headers: &[&str] = match code {
            Code::Unauthorized => &["WWW-Authenticate"],
            Code::RateLimited | Code::Overloaded => &["Retry-After"],
            _ => &[],
        };
        let entry = responses
            .entry(code.status().as_str())
            .or_insert_with(|| response("", headers, &schema));
        let told = entry["description"].as_str().unwrap_or_default();
        entry["description"] = format!("{told} {line}").trim_start().into();
    }
    Value::Object(responses)
}

/// One response; every one has a request id.
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

/// Which refusals an operation can give.
fn can_happen(code: Code, operation: &Operation) -> bool {
    let writes = operation.body.is_some();
    match code {
        Code::NoSuchPath | Code::MethodNotAllowed => false,
        Code::NotFound => operation.path.contains("{id}"),
        Code::PreconditionFailed => matches!(operation.gives, Gives::Notice(_)),
        Code::Invalid => writes || matches!(operation.gives, Gives::Page(_)),
        Code::JobNotFound | Code::JobWithoutStage => writes,
        Code::JobAmbiguous | Code::JobMismatch | Code::ClientNotFound | Code::ClientMismatch => {
            matches!(operation.gives, Gives::Created(_) | Gives::CreatedV0(_))
        }
        Code::BadJson | Code::Forbidden | Code::BodyTimeout | Code::TooLarge | Code::NotJson => {
            writes
        }
        Code::Unauthorized
        | Code::RateLimited
        | Code::Internal
        | Code::Overloaded
        | Code::Deadline => true,
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

/// A shape as a schema; records go into the list of schemas and are referred to.
fn refer(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Text => json!({"type": "string"}),
        Shape::Integer => json!({"type": "integer"}),
        Shape::Boolean => json!({"type": "boolean"}),
        Shape::Timestamp => json!({"type": "string", "format": "date-time"}),
        Shape::Date => json!({"type": "string", "format": "date"}),
        Shape::Nullable(inner) => nullable(refer(*inner, schemas)),
        Shape::List(item) => json!({"type": "array", "items": refer(*item, schemas)}),
        Shape::Record { name, fields } => {
            let described: Vec<(&str, Value)> = fields
                .iter()
                .map(|Field { name, shape }| (*name, refer(*shape, schemas)))
                .collect();
            schemas.insert(name.to_owned(), object(&described));
            json!({"$ref": format!("#/components/schemas/{name}")})
        }
    }
}

fn request(fields: Fields) -> Value {
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

fn rule_schema(rule: Rule) -> Value {
    let text = |description: &str| json!({"type": "string", "maxLength": LONGEST_TEXT, "description": description});
    match rule {
        Rule::Text => json!({"type": "string", "maxLength": LONGEST_TEXT}),
        Rule::Email => text("An e-mail address: one @, no spaces."),
        Rule::Phone => text("A phone number: three digits or more."),
        Rule::Url => text("An address on the web; its last segment is the handle."),
        Rule::Flag => json!({"type": "boolean"}),
        Rule::List(item) => {
            json!({"type": "array", "maxItems": MOST_ENTRIES, "items": rule_schema(*item)})
        }
        Rule::Contacts(item) => json!({"type": "array", "maxItems": MOST_ENTRIES, "items": {
            "type": "object",
            "required": ["value"],
            "properties": {
                "contact_data_type": {"type": ["string", "null"], "maxLength": LONGEST_TEXT},
                "value": rule_schema(*item),
            },
        }}),
    }
}

fn problem_v1() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.text()).collect();
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
