//! The `OpenAPI` document lists all operations, and the answers match it.

use serde_json::{Value, json};

use crate::support::harness::Service;
use crate::support::http::{Request, Response, person_path};

/// The document in which a response has no field that its schema does not list.
fn closed(document: &Value) -> Value {
    let mut document = document.clone();
    for schema in document["components"]["schemas"].as_object_mut().unwrap().values_mut() {
        if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
            schema["additionalProperties"] = json!(false);
        }
    }
    document
}

/// The violations of a schema, each with its path. Formats are checked too.
fn violations(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let options = jsonschema::options().should_validate_formats(true);
    violations_with(&options, document, schema, value)
}

fn violations_with(
    options: &jsonschema::ValidationOptions,
    document: &Value,
    schema: &Value,
    value: &Value,
) -> Vec<String> {
    let mut root = schema.clone();
    root["components"] = document["components"].clone();
    let validator = options.build(&root).unwrap();
    validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect()
}

fn assert_matches(document: &Value, path: &str, method: &str, answer: &Response) {
    let response = &document["paths"][path][method]["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{method} {path} must not answer {}", answer.status);
    let schema = &response["content"]["application/json"]["schema"];
    let found = violations(&closed(document), schema, &answer.json());
    assert!(found.is_empty(), "{method} {path} {}: {found:?}", answer.body);
    for (name, reference) in response["headers"].as_object().unwrap() {
        let pointer = reference["$ref"].as_str().unwrap().trim_start_matches('#');
        let header = document.pointer(pointer).unwrap();
        match answer.header(name) {
            Some(value) => {
                let number = value.parse::<i64>().map_or(json!(value), |number| json!(number));
                let found = violations(document, &header["schema"], &number);
                assert!(found.is_empty(), "{method} {path} {name}: {found:?}");
            }
            None => assert_eq!(header["required"], false, "{method} {path} {name}"),
        }
    }
    let has_etag = response["headers"].get("ETag").is_some();
    assert_eq!(has_etag, answer.header("etag").is_some(), "{method} {path}");
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
    let without_key = Request::new("GET", "/v1/jobs").header("Authorization", "");
    assert_matches(&document, "/v1/jobs", "get", &without_key.send(service.address));
    let wrong_method = Request::new("DELETE", "/v1/jobs").send(service.address);
    assert_matches(&document, "/v1/jobs", "get", &wrong_method);
    assert_matches(&document, "/healthz", "get", &service.get("/healthz"));
    assert_matches(&document, "/openapi.json", "get", &service.get("/openapi.json"));
}

/// Calls `visit` with every object in the document.
fn visit(value: &Value, path: &str, found: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(object) => {
            found(path, value);
            object.iter().for_each(|(key, inner)| visit(inner, &format!("{path}/{key}"), found));
        }
        Value::Array(items) => {
            let indexed = items.iter().enumerate();
            indexed.for_each(|(index, inner)| visit(inner, &format!("{path}/{index}"), found));
        }
        _ => {}
    }
}

#[test]
fn every_example_is_valid_against_its_schema() {
    let document = closed(&shortlist::service::openapi::document());
    let mut count = 0;
    let mut check = |path: &str, schema: &Value, example: &Value| {
        let found = violations(&document, schema, example);
        assert!(found.is_empty(), "{path} {example}: {found:?}");
        count += 1;
    };
    visit(&document, "", &mut |path, object| {
        if let Some(schema) = object.get("schema") {
            let named = object.get("examples").and_then(Value::as_object).into_iter().flatten();
            let values = named.map(|(_, example)| &example["value"]).chain(object.get("example"));
            values.for_each(|example| check(path, schema, example));
        } else if object.get("type").is_some_and(|kind| !kind.is_object()) {
            let examples = object.get("examples").and_then(Value::as_array).into_iter().flatten();
            examples.for_each(|example| check(path, object, example));
        }
    });
    assert!(count > 200, "only {count} examples");
}

#[test]
fn everything_is_described_and_has_an_example() {
    let document = shortlist::service::openapi::document();
    let text = |value: &Value| value.as_str().is_some_and(|text| text.ends_with(['.', '`', ')']));
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(!schema["description"].as_str().unwrap().is_empty(), "{name}");
        assert!(schema["examples"][0] != Value::Null, "{name} has no example");
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let is_described = text(&property["description"]) || property["$ref"].is_string();
            assert!(is_described, "{name}.{field}: {property}");
            let shown = |example: &Value| example.get(field).is_some();
            let is_shown = schema["examples"].as_array().unwrap().iter().any(shown);
            assert!(is_shown, "no example of {name} has {field}");
        }
    }
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(text(&operation["description"]), "{method} {path}");
            assert!(operation["summary"].is_string() && operation["tags"][0].is_string());
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                assert!(text(&parameter["description"]), "{method} {path} {parameter}");
                assert!(parameter.get("example").is_some(), "{method} {path} {parameter}");
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                let content = &response["content"]["application/json"];
                let has_example = content.get("example").or(content.get("examples")).is_some();
                let is_json_of_the_api = content.is_object() && path != "/openapi.json";
                assert!(has_example || !is_json_of_the_api, "{method} {path} {status}");
            }
        }
    }
}

/// What create, its version 0 and update make of a body, and what the document says.
#[test]
fn the_document_accepts_a_request_if_and_only_if_the_service_does() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let person = service.create_person(&json!({"first_name": "Ada", "last_name": "Obi"}));
    let path = person_path(&person);
    let schema = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let invisible = "\u{200b}\u{2060}\u{feff}\u{ad}\u{3164} \t\u{fe0f}";
    let bodies = [
        json!({}),
        json!({"name": null, "emails": [], "social_url": ""}),
        json!({"notes": "x"}),
        json!({"name": "佐藤", "unknown": {"is": "ignored"}}),
        json!({"name": invisible}),
        json!({"first_name": "A\u{200b}", "last_name": ""}),
        json!({"name": "A\u{0}"}),
        json!({"name": "A", "company_name": " "}),
        json!({"name": "A", "company_name": "\u{3164}"}),
        json!({"name": "A", "current_job_title": " "}),
        json!({"name": "A", "enrich_record": "yes"}),
        json!({"name": "A", "notes": "x".repeat(10_001)}),
        json!({"name": "A", "phone_numbers": ["+1 2"]}),
        json!({"name": "A", "emails": ["a@b", "c@d", ""]}),
        json!({"social_url": "https://social.example/in/x"}),
        json!({"name": "A", "phone_numbers": vec!["123"; 101]}),
        json!({"name": "A", "mobile_phone": "١٢٣", "work_phone": ""}),
        json!({"name": "A", "mobile_phone": "1-2"}),
        json!({"work_email": "a@b"}),
        json!({"work_email": "a b@c", "name": "A"}),
        json!({"personal_email": "", "name": "A"}),
        json!({"email": "a@b@c", "phone_number": "12", "name": "A"}),
        json!({"name": "A", "emails": [{"contact_data_type": "work", "value": "a@b"}]}),
        json!({"name": "A", "emails": [{"contact_data_type": null, "value": ""}]}),
        json!({"name": "A", "phone_numbers": [{"value": "12"}, {"value": "123"}]}),
        json!({"name": "A", "phone_numbers": [{"contact_data_type": 7, "value": "123"}]}),
    ];
    for body in &bodies {
        for (name, answer) in [
            ("CreatePerson", service.post("/v1/persons", body)),
            ("CreatePersonV0", service.post("/v0/persons", body)),
            ("UpdatePerson", service.patch(&path, body)),
        ] {
            // A format is only a hint: an empty string clears an email address.
            let options = jsonschema::options().should_validate_formats(false);
            let found = violations_with(&options, &document, &schema(name), body);
            assert!([200, 201, 422].contains(&answer.status), "{}", answer.body);
            assert_eq!(
                found.is_empty(),
                answer.status < 300,
                "{name} {body}: {found:?} {}",
                answer.body
            );
        }
    }
}

#[test]
fn a_name_that_nobody_can_see_is_refused_in_every_field() {
    let service = Service::start();
    let path = person_path(&service.create_person(&json!({"name": "Ada"})));
    let create: &[&str] =
        &["name", "first_name", "last_name", "company_name", "job_name", "client_name"];
    for text in [
        " ",
        "\t\n",
        "\u{200b}",
        "\u{2060}\u{feff}",
        "\u{ad}",
        "\u{3164}",
        "\u{fe0f}",
        "\u{e0041}\u{e007f}",
        "\u{301}\u{308}",
    ] {
        for (method, path, fields) in [
            ("POST", "/v1/persons", create),
            ("POST", "/v0/persons", create),
            ("PATCH", &*path, &create[..4]),
        ] {
            for field in fields {
                let body = json!({"social_url": "https://social.example/in/x", *field: text});
                let answer = Request::new(method, path).json(&body).send(service.address);
                assert_eq!(answer.status, 422, "{method} {path} {body}");
                let message = format!("{field}: must contain a visible character");
                assert_eq!(answer.json()["error"], message, "{method} {path} {body}");
            }
        }
    }
    let names =
        json!({"first_name": "Guðrún", "last_name": "", "company_name": "\u{200f}قلم\u{200f}"});
    assert_eq!(service.patch(&path, &names).status, 200);
}

#[test]
fn the_document_is_not_sent_to_a_client_that_has_it() {
    let service = Service::start();
    for path in ["/openapi.json", "/docs", "/"] {
        let request = Request::new("GET", path).header("Authorization", "");
        let first = request.send(service.address);
        let etag = first.header("etag").unwrap();
        assert_eq!(first.status, 200, "{path}");
        let again = request.clone().header("If-None-Match", etag).send(service.address);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        assert_eq!(again.header("etag"), Some(etag), "{path}");
        let other = request.header("If-None-Match", "\"other\"").send(service.address);
        assert_eq!((other.status, &other.body), (200, &first.body), "{path}");
    }
}

#[test]
fn the_document_describes_an_unmodified_answer_without_a_body() {
    let document = shortlist::service::openapi::document();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let response = &operations["get"]["responses"]["304"];
        let is_check = ["/healthz", "/livez"].contains(&path.as_str());
        let is_read = !is_check && operations.get("get").is_some();
        assert_eq!(response.is_object(), is_read, "{path}");
        if is_read {
            assert!(response.get("content").is_none(), "{path}");
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
            "get /",
            "get /docs",
            "get /healthz",
            "get /livez",
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
