//! The description of the service is true: it is the code's own tables, and
//! what the service answers fits it.

use serde_json::{Value, json};

use crate::support::harness::{Answer, Request, Service};

/// What a value breaks of a schema, as a path; the few words that ours use.
fn breaks(schema: &Value, document: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        return breaks(document.pointer(pointer).expect("a known schema"), document, value, at);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => panic!("a schema without a type at {at}: {schema}"),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.contains(&kind) {
        return Some(format!("{at} is {kind}, not {kinds:?}"));
    }
    if schema.get("const").is_some_and(|wanted| wanted != value) {
        return Some(format!("{at} is {value}, not {}", schema["const"]));
    }
    if let Value::Array(items) = value {
        return items
            .iter()
            .enumerate()
            .find_map(|(i, item)| breaks(&schema["items"], document, item, &format!("{at}[{i}]")));
    }
    let (Value::Object(object), Some(properties)) = (value, schema["properties"].as_object())
    else {
        return None;
    };
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let missing =
        required.iter().filter_map(Value::as_str).find(|name| !object.contains_key(*name));
    let unknown = object.keys().find(|name| !properties.contains_key(*name));
    if missing.is_some() || unknown.is_some() {
        return Some(format!("{at}: missing {missing:?}, unknown {unknown:?}"));
    }
    object.iter().find_map(|(name, inner)| {
        breaks(&properties[name], document, inner, &format!("{at}.{name}"))
    })
}

fn fits(document: &Value, path: &str, method: &str, answer: &Answer) {
    let response = &document["paths"][path][method]["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{method} {path} may answer {}", answer.status);
    let schema = &response["content"]["application/json"]["schema"];
    assert_eq!(
        breaks(schema, document, &answer.json(), "body"),
        None,
        "{method} {path} {}",
        answer.body
    );
    assert_eq!(
        response["headers"].get("ETag").is_some(),
        answer.header("etag").is_some(),
        "{method} {path}"
    );
}

#[test]
fn what_the_service_answers_fits_its_description() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let create = json!({"name": "Ada", "emails": ["a@x.example"], "mobile_phone": "+1 202 555 0101", "job_id": "job_rust"});
    let made = service.post("/v1/persons", &create);
    fits(&document, "/v1/persons", "post", &made);
    fits(&document, "/v1/persons", "post", &service.post("/v1/persons", &json!({})));
    fits(&document, "/v0/persons", "post", &service.post("/v0/persons", &json!({"name": "Obi"})));
    fits(&document, "/v0/persons", "post", &service.post("/v0/persons", &json!({})));
    let (person, candidate) = (
        made.data()["id"].as_str().unwrap().to_owned(),
        made.data()["candidate_id"].as_str().unwrap().to_owned(),
    );
    for (pattern, id) in [
        ("/v1/persons/{id}", &person),
        ("/v1/candidates/{id}", &candidate),
        ("/v1/jobs/{id}", &"job_rust".to_owned()),
        ("/v1/jobs/{id}/candidates", &"job_rust".to_owned()),
    ] {
        fits(&document, pattern, "get", &service.get(&pattern.replace("{id}", id)));
        fits(&document, pattern, "get", &service.get(&pattern.replace("{id}", "none")));
    }
    let path = format!("/v1/persons/{person}");
    fits(
        &document,
        "/v1/persons/{id}",
        "patch",
        &service.patch(&path, &json!({"name": "Ada Obi"})),
    );
    let stale = Request::new("PATCH", &path)
        .json(&json!({"name": "X"}))
        .header("If-Match", "\"old\"")
        .send(service.address);
    fits(&document, "/v1/persons/{id}", "patch", &stale);
    fits(&document, "/v1/jobs", "get", &service.get("/v1/jobs"));
    fits(&document, "/v1/jobs", "get", &service.get("/v1/jobs?limit=0"));
}

#[test]
fn the_description_lists_the_whole_surface() {
    let document = shortlist::service::openapi::document();
    let mut surface: Vec<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    surface.sort();
    assert_eq!(
        surface,
        [
            "get /healthz",
            "get /openapi.json",
            "get /v1/candidates/{id}",
            "get /v1/jobs",
            "get /v1/jobs/{id}",
            "get /v1/jobs/{id}/candidates",
            "get /v1/persons/{id}",
            "patch /v1/persons/{id}",
            "post /v0/persons",
            "post /v1/persons",
        ]
    );
    insta::assert_json_snapshot!("openapi", document);
}
