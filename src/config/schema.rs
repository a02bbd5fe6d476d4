//! The table of settings as a JSON schema, for editors. `shortlist config schema` prints it; the
//! committed copy is `assets/config.schema.json`.

use serde_json::{Map, Value, json};

use super::fields::{DefaultValue, FILE, Field, Kind, Table, action_names};

/// The schema of the whole file.
fn schema() -> Value {
    let mut schema = of_table(&FILE);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "The config file of shortlist".into();
    schema
}

/// As it is committed.
pub(crate) fn to_text() -> String {
    format!("{:#}\n", schema())
}

fn of_field(field: &Field) -> Value {
    let mut schema = of_kind(field.kind);
    schema["description"] = field.description.into();
    if let Some(default) = field.default.to_json() {
        schema["default"] = default;
    }
    // The keymap knows the names of the actions.
    if field.name == "keys" {
        schema["propertyNames"] = json!({"enum": action_names()});
    }
    schema
}

fn of_kind(kind: Kind) -> Value {
    match kind {
        Kind::Flag => json!({"type": "boolean"}),
        Kind::True => json!({"const": true}),
        Kind::Choice(names) => json!({"enum": names()}),
        Kind::Choices(names) => json!({
            "type": "array", "items": {"enum": names()}, "minItems": 1, "uniqueItems": true,
        }),
        Kind::Number(rule) => {
            json!({"type": "integer", "minimum": rule.min, "maximum": rule.max})
        }
        Kind::Text(rule) => match rule.pattern {
            Some(pattern) => json!({"type": "string", "pattern": pattern}),
            None => json!({"type": "string"}),
        },
        Kind::Texts(_) => json!({"type": "array", "items": {"type": "string"}}),
        Kind::Command => json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        Kind::Keys => json!({"anyOf": [
            {"type": "string"}, {"type": "array", "items": {"type": "string"}},
        ]}),
        Kind::Table(table) => of_table(table),
    }
}

fn of_table(table: &Table) -> Value {
    let fields = table.fields.iter().map(|field| (field.name.to_owned(), of_field(field)));
    let mut schema = json!({"type": "object", "additionalProperties": false});
    let properties: Map<String, Value> = fields.collect();
    if !properties.is_empty() {
        schema["properties"] = properties.into();
    }
    if let Some(entry) = &table.entry {
        schema["additionalProperties"] = of_kind(entry.kind);
        if let Some(names) = entry.names {
            schema["propertyNames"] = json!({"enum": names()});
        }
    }
    if table.is_one_of {
        (schema["minProperties"], schema["maxProperties"]) = (1.into(), 1.into());
    }
    schema
}

impl DefaultValue {
    /// `None` if no value says the same.
    pub(crate) fn to_json(self) -> Option<Value> {
        Some(match self {
            Self::Flag(flag) => flag.into(),
            Self::Number(number) => number.into(),
            Self::Text(text) => text.into(),
            Self::EmptyList => json!([]),
            Self::EmptyTable => json!({}),
            Self::Unset => return None,
        })
    }
}
