//! The schemas of responses in the OpenAPI document.

use serde_json::{Map, Value, json};

use super::examples;
use crate::service::api_error::ErrorCode;
use crate::service::pagination::MAX_LIMIT;
use crate::wire::tolerant::Tolerant;
use crate::wire::{Meta, Shape};

/// The schemas that no single operation brings.
pub(super) fn common() -> Map<String, Value> {
    let mut schemas = Map::new();
    let list: Vec<String> = ErrorCode::ALL
        .iter()
        .map(|code| format!("\n- `{}`: {}", code.as_str(), code.description()))
        .collect();
    let codes: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    schemas.insert(
        "ErrorCode".to_owned(),
        json!({
            "type": "string",
            "description": format!("The error code, for programs.\n\n{}", list.join("\n")),
            "enum": codes,
            "examples": [ErrorCode::Invalid.as_str()],
        }),
    );
    let problem = examples::problem(ErrorCode::Invalid);
    let body = problem.body_v1(examples::REQUEST_ID);
    let field_error = [
        ("field", property("The path of the field, as in `emails[0].value`.", "string")),
        ("message", property("What is wrong with it, for people.", "string")),
    ];
    add(
        &mut schemas,
        "FieldError",
        "A field with an invalid value.",
        &field_error,
        &body["errors"][0],
    );
    let fields = [
        ("success", property("Always false.", "boolean")),
        ("error", property("The error message, for people.", "string")),
        ("error_code", reference("ErrorCode")),
        (
            "errors",
            json!({
                "type": "array",
                "description": "The invalid fields, if that is the reason.",
                "items": reference("FieldError"),
            }),
        ),
        ("request_id", property("Identifies the request in the log of the service.", "string")),
        ("data", nullable(property("Always null.", "object"))),
    ];
    add(&mut schemas, "Problem", "An error.", &fields, &body);
    let fields = [
        ("error", property("The error message, for people.", "string")),
        ("data", nullable(property("Always null.", "object"))),
    ];
    add(&mut schemas, "ProblemV0", "An error in version 0.", &fields, &problem.body_v0());
    let fields = [("status", property("Always `ok`.", "string"))];
    add(&mut schemas, "Health", "The service responds.", &fields, &json!({"status": "ok"}));
    schemas
}

/// A success response of version 1, with a record as its data. Returns its name.
pub(super) fn success(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    let (name, example) = named(shape);
    let example = json!({"success": true, "data": example});
    let fields =
        [("success", property("Always true.", "boolean")), ("data", schema(shape, schemas))];
    envelope(&format!("{name}Response"), &fields, &example, schemas)
}

pub(super) fn success_v0(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    let (name, example) = named(shape);
    let example = json!({"error": "", "data": example});
    let fields = [("error", property("Always empty.", "string")), ("data", schema(shape, schemas))];
    envelope(&format!("{name}Response"), &fields, &example, schemas)
}

pub(super) fn page(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    let (name, example) = named(shape);
    let example = json!({"success": true, "data": [example], "meta": examples::of("Meta")});
    let data = json!({
        "type": "array",
        "description": "The records of the page.",
        "maxItems": MAX_LIMIT,
        "items": schema(shape, schemas),
    });
    let meta = schema(Meta::SHAPE, schemas);
    let fields = [("success", property("Always true.", "boolean")), ("data", data), ("meta", meta)];
    envelope(&format!("{name}Page"), &fields, &example, schemas)
}

fn named(shape: Shape) -> (&'static str, &'static Value) {
    match shape {
        Shape::Record { name, .. } => (name, examples::of(name)),
        _ => ("", &Value::Null),
    }
}

fn envelope(
    name: &str,
    fields: &[(&str, Value)],
    example: &Value,
    schemas: &mut Map<String, Value>,
) -> Value {
    add(schemas, name, "A success.", fields, example);
    reference(name)
}

/// Adds an object whose fields are all present.
fn add(
    schemas: &mut Map<String, Value>,
    name: &str,
    description: &str,
    fields: &[(&str, Value)],
    example: &Value,
) {
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), with_example(schema.clone(), &example[*name])))
        .collect();
    let mut object = json!({
        "type": "object",
        "description": description,
        "required": required,
        "properties": properties,
    });
    if !example.is_null() {
        object["examples"] = json!([example]);
    }
    schemas.insert(name.to_owned(), object);
}

/// Scalars show an example; arrays and records show it in their own schemas.
fn with_example(mut schema: Value, example: &Value) -> Value {
    if example.is_string() || example.is_number() || example.is_boolean() {
        schema["examples"] = json!([example]);
    }
    schema
}

pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn property(description: &str, kind: &str) -> Value {
    json!({"type": kind, "description": description})
}

pub(super) fn nullable(mut schema: Value) -> Value {
    let kind = schema["type"].take();
    schema["type"] = json!([kind, "null"]);
    schema
}

/// Adds records to `schemas` and returns a reference to them.
fn schema(shape: Shape, schemas: &mut Map<String, Value>) -> Value {
    let (_, example) = named(shape);
    schema_with(shape, example, schemas)
}

fn schema_with(shape: Shape, example: &Value, schemas: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Text => json!({"type": "string"}),
        Shape::Integer => json!({"type": "integer", "format": "int64"}),
        Shape::Boolean => json!({"type": "boolean"}),
        Shape::Timestamp => json!({"type": "string", "format": "date-time"}),
        Shape::Date => json!({"type": "string", "format": "date"}),
        Shape::Nullable(inner) => nullable(schema_with(*inner, example, schemas)),
        Shape::List(item) => {
            json!({"type": "array", "items": schema_with(*item, &example[0], schemas)})
        }
        Shape::Record { name, description, fields } => {
            let properties: Vec<(&str, Value)> = fields
                .iter()
                .map(|field| {
                    let mut schema = schema_with(field.shape, &example[field.name], schemas);
                    schema["description"] = field.description.into();
                    (field.name, schema)
                })
                .collect();
            add(schemas, name, description, &properties, example);
            reference(name)
        }
    }
}
