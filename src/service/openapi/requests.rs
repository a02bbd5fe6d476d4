//! The request bodies in the OpenAPI document.
//!
//! A pattern accepts everything that the service accepts. Where no portable
//! regular expression is exact, it accepts more, and the description is exact.

use serde_json::{Map, Value, json};

use super::examples;
use super::schemas::{nullable, reference};
use crate::service::fields::{
    self, BodySchema, FieldRule, IDENTIFYING, MAX_ENTRIES, MAX_TEXT_CHARS,
};
use crate::service::operations::{Operation, ResponseBody};

/// Any text without NUL.
const TEXT: &str = r"^[^\x00]*$";
/// One @ with something on both sides; no whitespace and no control characters.
const EMAIL: &str = r"^$|^[^@\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+@[^@\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$";
/// Three digits. Any character beyond ASCII may be a digit of another script.
const PHONE: &str = r"^$|^([^\x00]*[^\x00-\x2f\x3a-\x7f]){3}[^\x00]*$";

pub(super) fn body(
    operation: &Operation,
    fields: BodySchema,
    schemas: &mut Map<String, Value>,
) -> Value {
    let name = format!("{:?}", operation.id);
    let is_create =
        matches!(operation.response, ResponseBody::Created(_) | ResponseBody::CreatedV0(_));
    let mut schema = object(&name, fields, schemas);
    if is_create {
        require_identity(&mut schema, fields);
    }
    schema["description"] = if is_create {
        "A person to create. Null or an empty string means that the field is absent.".into()
    } else {
        "The fields to change. Null or an empty string clears a field.".into()
    };
    schemas.insert(name.clone(), schema);
    let examples: Map<String, Value> = examples::of_request(&name)
        .enumerate()
        .map(|(index, (summary, value))| {
            (format!("example{}", index + 1), json!({"summary": summary, "value": value}))
        })
        .collect();
    json!({
        "required": true,
        "description": operation.summary,
        "content": {"application/json": {"schema": reference(&name), "examples": examples}},
    })
}

fn object(name: &str, fields: BodySchema, schemas: &mut Map<String, Value>) -> Value {
    let values: Vec<&Value> = examples::of_request(name).map(|(_, value)| value).collect();
    let mut properties = Map::new();
    for (field, rule, description) in fields {
        let mut schema = nullable(rule_schema(*rule, schemas));
        schema["description"] = match rule_description(*rule) {
            "" => (*description).into(),
            more => format!("{description} {more}").into(),
        };
        let given = values.iter().map(|value| &value[*field]).find(|value| !value.is_null());
        if let Some(example) = given {
            schema["examples"] = json!([example]);
        }
        properties.insert((*field).to_owned(), schema);
    }
    json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": true,
        "examples": values,
    })
}

/// `anyOf` states the rule for readers and tools; `if` also refuses a request
/// that has only null or empty values.
fn require_identity(schema: &mut Value, fields: BodySchema) {
    let rows = || fields.iter().filter(|(name, ..)| IDENTIFYING.contains(name));
    let required: Vec<Value> = rows().map(|(name, ..)| json!({"required": [name]})).collect();
    let blank: Map<String, Value> = rows()
        .map(|(name, rule, _)| {
            let empty = if matches!(rule, FieldRule::List(_)) { json!([]) } else { json!("") };
            ((*name).to_owned(), json!({"enum": [empty, null]}))
        })
        .collect();
    schema["allOf"] = json!([{"anyOf": required}]);
    schema["if"] = json!({"properties": blank});
    schema["then"] = json!({"not": {}});
}

fn rule_schema(rule: FieldRule, schemas: &mut Map<String, Value>) -> Value {
    let text =
        |pattern: &str| json!({"type": "string", "maxLength": MAX_TEXT_CHARS, "pattern": pattern});
    match rule {
        FieldRule::Text => text(TEXT),
        FieldRule::Name => text(&format!(r"^$|^[^\x00]*{}[^\x00]*$", fields::visible_class())),
        FieldRule::Email => with_format(text(EMAIL), "email"),
        FieldRule::Phone => text(PHONE),
        FieldRule::Url => with_format(text(TEXT), "uri-reference"),
        FieldRule::Flag => json!({"type": "boolean"}),
        FieldRule::List(item) => {
            let mut items = rule_schema(*item, schemas);
            items["minLength"] = 1.into();
            items["description"] = rule_description(*item).into();
            json!({"type": "array", "maxItems": MAX_ENTRIES, "items": items})
        }
        FieldRule::Contacts(item) => {
            let name = contact_entry(*item, schemas);
            json!({"type": "array", "maxItems": MAX_ENTRIES, "items": reference(name)})
        }
    }
}

fn with_format(mut schema: Value, format: &str) -> Value {
    schema["format"] = format.into();
    schema
}

/// Adds the schema of a contact and returns its name.
fn contact_entry(rule: FieldRule, schemas: &mut Map<String, Value>) -> &'static str {
    let (name, kind, example) = match rule {
        FieldRule::Phone => {
            ("PhoneContactEntry", "A phone number", json!(["mobile", "+47 555 01 88"]))
        }
        _ => ("EmailContactEntry", "An email address", json!(["work", "ada@umbra.example"])),
    };
    let mut contact_type = nullable(rule_schema(FieldRule::Text, schemas));
    contact_type["description"] = "The type: free text; `work`, `personal`, `mobile`, `home` and \
         `other` are usual, and `work_email` is the same as `work`. Without a type it is `other`."
        .into();
    contact_type["examples"] = json!([example[0]]);
    let mut value = rule_schema(rule, schemas);
    value["minLength"] = 1.into();
    value["description"] = format!("{kind}. {}", rule_description(rule)).into();
    value["examples"] = json!([example[1]]);
    let schema = json!({
        "type": "object",
        "description": format!("{kind} with its type."),
        "required": ["value"],
        "properties": {"contact_data_type": contact_type, "value": value},
        "additionalProperties": true,
        "examples": [{"contact_data_type": example[0], "value": example[1]}],
    });
    schemas.insert(name.to_owned(), schema);
    name
}

/// What a value must be, for readers; empty if the type says it.
pub(super) const fn rule_description(rule: FieldRule) -> &'static str {
    match rule {
        FieldRule::Text | FieldRule::Flag => "",
        FieldRule::Name => "At least one character must be visible and not a combining mark.",
        FieldRule::Email => "One @, something on both sides, no spaces.",
        FieldRule::Phone => "Three digits of any script or more.",
        FieldRule::Url => "An http or https address; the scheme may be left out.",
        FieldRule::List(item) => rule_description(*item),
        FieldRule::Contacts(_) => "Each entry has a type and a value.",
    }
}
