//! The `OpenAPI` document lists all operations, and the answers match it.

use serde_json::{Value, json};

use crate::support::harness::Service;
use crate::support::http::{Request, Response};

/// The first violation of a schema, with its path. Supports the keywords that our
/// document uses.
fn violation(schema: &Value, document: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        return violation(document.pointer(pointer).expect("a known schema"), document, value, at);
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
    if schema.get("const").is_some_and(|expected| expected != value) {
        return Some(format!("{at} is {value}, not {}", schema["const"]));
    }
    if let Value::Array(items) = value {
        return items.iter().enumerate().find_map(|(i, item)| {
            violation(&schema["items"], document, item, &format!("{at}[{i}]"))
        });
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
        violation(&properties[name], document, inner, &format!("{at}.{name}"))
    })
}

fn assert_matches(document: &Value, path: &str, method: &str, answer: &Response) {
    let response = &document["paths"][path][method]["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{method} {path} must not answer {}", answer.status);
    let schema = &response["content"]["application/json"]["schema"];
    assert_eq!(
        violation(schema, document, &answer.json(), "body"),
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
fn the_answers_match_the_document() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let create = json!({"name": "Ada", "emails": ["a@x.example"], "mobile_phone": "+1 202 555 0101", "job_id": "job_rust"});
    let created = service.post("/v1/persons", &create);
    assert_matches(&document, "/v1/persons", "post", &created);
    assert_matches(&document, "/v1/persons", "post", &service.post("/v1/persons", &json!({})));
    assert_matches(
        &document,
        "/v0/persons",
        "post",
        &service.post("/v0/persons", &json!({"name": "Obi"})),
    );
    assert_matches(&document, "/v0/persons", "post", &service.post("/v0/persons", &json!({})));
    let (person, candidate) = (
        created.data()["id"].as_str().unwrap().to_owned(),
        created.data()["candidate_id"].as_str().unwrap().to_owned(),
    );
    for (pattern, id) in [
        ("/v1/persons/{id}", &person),
        ("/v1/candidates/{id}", &candidate),
        ("/v1/jobs/{id}", &"job_rust".to_owned()),
        ("/v1/jobs/{id}/candidates", &"job_rust".to_owned()),
    ] {
        assert_matches(&document, pattern, "get", &service.get(&pattern.replace("{id}", id)));
        assert_matches(&document, pattern, "get", &service.get(&pattern.replace("{id}", "none")));
    }
    let path = format!("/v1/persons/{person}");
    assert_matches(
        &document,
        "/v1/persons/{id}",
        "patch",
        &service.patch(&path, &json!({"name": "Ada Obi"})),
    );
    let stale = Request::new("PATCH", &path)
        .json(&json!({"name": "X"}))
        .header("If-Match", "\"old\"")
        .send(service.address);
    assert_matches(&document, "/v1/persons/{id}", "patch", &stale);
    assert_matches(&document, "/v1/jobs", "get", &service.get("/v1/jobs"));
    assert_matches(&document, "/v1/jobs", "get", &service.get("/v1/jobs?limit=0"));
}

#[test]
fn the_document_describes_an_unmodified_answer_without_a_body() {
    let document = shortlist::service::openapi::document();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let response = &operations["get"]["responses"]["304"];
        let is_read = path.starts_with("/v1/") && operations.get("get").is_some();
        assert_eq!(response.is_object(), is_read, "{path}");
        if is_read {
            assert_eq!(response["content"], json!({}), "{path}");
            assert!(response["headers"]["ETag"].is_object(), "{path}");
            let parameters = operations["get"]["parameters"].as_array().unwrap();
            assert!(parameters.iter().any(|entry| entry["name"] == "If-None-Match"), "{path}");
        }
    }
}

#[test]
fn the_document_lists_all_operations() {
    let document = shortlist::service::openapi::document();
    let mut operations: Vec<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    operations.sort();
    assert_eq!(
        operations,
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
