//! Every operation with every kind of invalid request: the status, the envelope
//! of the version, the named field, and an unchanged database.

use std::time::Duration;

use serde_json::{Value, json};
use shortlist::service::NewApiKey;
use shortlist::service::fields::{BodySchema, CREATE_V0, CREATE_V1, FieldRule, UPDATE};
use shortlist::service::store::{DatabaseUrl, IfMissing, Store};
use shortlist::wire::Timestamp;

use crate::support::harness::{Service, context};
use crate::support::http::{Request, Response, person_path, send, wait_for_status};

/// Method, path and body fields of the operations on existing records.
fn operations(person: &str, candidate: &str) -> Vec<(&'static str, String, Option<BodySchema>)> {
    vec![
        ("POST", "/v1/persons".into(), Some(CREATE_V1)),
        ("POST", "/v0/persons".into(), Some(CREATE_V0)),
        ("GET", format!("/v1/persons/{person}"), None),
        ("PATCH", format!("/v1/persons/{person}"), Some(UPDATE)),
        ("GET", format!("/v1/candidates/{candidate}"), None),
        ("GET", "/v1/jobs/job_rust/candidates".into(), None),
        ("GET", "/v1/jobs/job_rust".into(), None),
        ("GET", "/v1/jobs".into(), None),
    ]
}

struct Fixture {
    service: Service,
    person: String,
    candidate: String,
    before: Vec<String>,
}

impl Fixture {
    fn new() -> Self {
        let service = Service::start();
        let created = service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let before = service.contents();
        Self {
            person: text(&created["id"]),
            candidate: text(&created["candidate_id"]),
            before,
            service,
        }
    }

    fn operations(&self) -> Vec<(&'static str, String, Option<BodySchema>)> {
        operations(&self.person, &self.candidate)
    }

    fn writes(&self) -> impl Iterator<Item = (&'static str, String, BodySchema)> {
        self.operations()
            .into_iter()
            .filter_map(|(method, path, fields)| Some((method, path, fields?)))
    }

    /// Checks that a request is refused with this status and an error that names
    /// the problem.
    fn assert_refused(&self, request: &Request, status: u16, name: &str) {
        let answer = request.send(self.service.address);
        let context = format!("{} {}: {}", request.method, cut(&request.path), cut(&answer.body));
        assert_eq!(answer.status, status, "{context}");
        assert_error_envelope(&answer, request.path.starts_with("/v0"), &context);
        assert!(
            answer.json()["error"].as_str().unwrap().contains(name),
            "{name} is not named in {context}"
        );
    }

    fn assert_unchanged(&self) {
        assert_eq!(self.service.contents(), self.before);
    }
}

fn cut(text: &str) -> String {
    text.chars().take(300).collect()
}

fn assert_error_envelope(answer: &Response, is_v0: bool, context: &str) {
    let body = answer.json();
    assert_eq!(body["data"], Value::Null, "{context}");
    assert_eq!(answer.header("content-type"), Some("application/json"), "{context}");
    if is_v0 {
        assert_eq!(body.as_object().unwrap().len(), 2, "{context}");
    } else {
        assert_eq!(body["success"], false, "{context}");
        assert!(body["error_code"].is_string() && body["request_id"].is_string(), "{context}");
    }
}

#[test]
fn without_a_valid_key_every_request_is_refused() {
    let fixture = Fixture::new();
    let keys = [
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic YTpi",
        "Token x",
        "Bearer sl_00000000",
        "Bearer \u{e9}",
    ];
    for (method, path, fields) in fixture.operations() {
        for key in keys {
            let mut request = Request::new(method, &path).header("Authorization", key);
            if fields.is_some() {
                request = request.json(&json!({"name": "X"}));
            }
            fixture.assert_refused(&request, 401, "Authorization");
            let answer = request.send(fixture.service.address);
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        }
    }
    fixture.assert_unchanged();
}

#[test]
fn a_revoked_key_is_refused_and_a_read_only_key_cannot_write() {
    let fixture = Fixture::new();
    let url: DatabaseUrl = fixture.service.database.parse().unwrap();
    let now = Timestamp::parse("2026-01-01").unwrap();
    let make =
        |name: &str, read_only| NewApiKey::generate(name.into(), read_only, now, None).unwrap();
    let (revoked, reader) = (make("revoked", false), make("reader", true));
    let bearer = |secret: &str| format!("Bearer {secret}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&url, IfMissing::Fail).await.unwrap();
        store.add_key(revoked.record, context()).await.unwrap();
        store.add_key(reader.record, context()).await.unwrap();
        let request =
            Request::new("GET", "/v1/jobs").header("Authorization", &bearer(&revoked.secret));
        let status = || request.send(fixture.service.address).status;
        wait_for_status(200, Duration::from_secs(2), status);
        store.revoke_key("revoked".into(), context()).await.unwrap();
        wait_for_status(401, Duration::from_secs(2), status);
    });
    for (method, path, fields) in fixture.operations() {
        let request = Request::new(method, &path).json(&json!({"name": "X"}));
        fixture.assert_refused(
            &request.clone().header("Authorization", &bearer(&revoked.secret)),
            401,
            "Authorization",
        );
        let read = request.header("Authorization", &bearer(&reader.secret));
        match fields {
            Some(_) => fixture.assert_refused(&read, 403, "Authorization"),
            None => assert_eq!(read.send(fixture.service.address).status, 200, "{path}"),
        }
    }
    fixture.assert_unchanged();
}

#[test]
fn an_unknown_id_is_not_found_whatever_it_contains() {
    let fixture = Fixture::new();
    let long = "x".repeat(10_000);
    let ids = [
        "none",
        "a%2Fb",
        "..",
        "%2e%2e",
        "%2e%2e%2f%2e%2e%2fetc",
        "%00",
        "a%00b",
        "%ff%fe",
        "%F0%9F%98%80",
        "'%20OR%201=1--",
        &long,
    ];
    for id in ids {
        for (method, path) in [
            ("GET", "/v1/persons/{}"),
            ("PATCH", "/v1/persons/{}"),
            ("GET", "/v1/candidates/{}"),
            ("GET", "/v1/jobs/{}"),
            ("GET", "/v1/jobs/{}/candidates"),
        ] {
            let mut request = Request::new(method, &path.replace("{}", id));
            if method == "PATCH" {
                request = request.json(&json!({"name": "X"}));
            }
            fixture.assert_refused(&request, 404, "id");
            let body = request.send(fixture.service.address).json();
            assert_eq!(
                (&body["error_code"], &body["errors"][0]["field"]),
                (&json!("not_found"), &json!("id"))
            );
            assert!(body.to_string().len() < 1000, "a long id is not echoed completely");
        }
    }
    fixture.assert_unchanged();
}

#[test]
fn an_invalid_offset_or_limit_is_named() {
    let fixture = Fixture::new();
    for path in ["/v1/jobs", "/v1/jobs/job_rust/candidates"] {
        for value in
            ["-1", "1.5", "x", "%22x%22", "9223372036854775808", "1e3", "%00", "+1", "0x10", "true"]
        {
            fixture.assert_refused(
                &Request::new("GET", &format!("{path}?offset={value}")),
                422,
                "offset",
            );
        }
        for value in ["0", "101", "-1", "1.5", "x", "", "null", "9223372036854775808"] {
            fixture.assert_refused(
                &Request::new("GET", &format!("{path}?limit={value}")),
                422,
                "limit",
            );
        }
        fixture.assert_refused(
            &Request::new("GET", &format!("{path}?offset=1&offset=2")),
            422,
            "offset",
        );
    }
}

#[test]
fn a_body_that_is_not_a_json_object_is_refused() {
    let fixture = Fixture::new();
    let deep = format!("{{\"name\":{}{}}}", "[".repeat(1000), "]".repeat(1000));
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(2 << 20));
    let table: [(&[u8], u16); 16] = [
        (b"", 400),
        (b"   ", 400),
        (b"hello", 400),
        (b"{\"name\":", 400),
        (b"{\"name\":\"X\"} x", 400),
        (b"{'name':'X'}", 400),
        (b"{\"name\":NaN}", 400),
        (b"\xff\xfe{}", 400),
        (b"{\"name\":\"\xff\"}", 400),
        (b"{\"name\":\"a\",\"name\":\"b\"}", 400),
        (b"{\"name\":\"X\",\"unknown\":{\"a\":1,\"a\":2}}", 400),
        (br#"{"name":"\ud800"}"#, 400),
        (deep.as_bytes(), 400),
        (large.as_bytes(), 413),
        (b"[{\"name\":\"X\"}]", 422),
        (b"null", 422),
    ];
    for (method, path, _) in fixture.writes() {
        for (body, status) in &table {
            fixture.assert_refused(&Request::new(method, &path).bytes(body), *status, "body");
        }
        for kind in [
            "",
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonx",
            "multipart/form-data",
        ] {
            let request = Request::new(method, &path)
                .json(&json!({"name": "X"}))
                .header("Content-Type", kind);
            fixture.assert_refused(&request, 415, "Content-Type");
        }
    }
    fixture.assert_unchanged();
}

#[test]
fn a_wrong_type_in_any_field_is_named_and_nothing_is_stored() {
    let fixture = Fixture::new();
    for (method, path, fields) in fixture.writes() {
        for (name, rule, _) in fields {
            for value in [
                json!(7),
                json!(1.5),
                json!({"a": 1}),
                json!([7]),
                json!(true),
                json!("no address"),
            ] {
                let fits = match rule {
                    FieldRule::Flag => value.is_boolean(),
                    FieldRule::Text | FieldRule::Name => value.is_string(),
                    _ => false,
                };
                if !fits {
                    let request =
                        Request::new(method, &path).json(&json!({"first_name": "X", *name: value}));
                    fixture.assert_refused(&request, 422, name);
                }
            }
            let long = json!({"first_name": "X", *name: "x".repeat(10_001)});
            fixture.assert_refused(&Request::new(method, &path).json(&long), 422, name);
            let nul = json!({"first_name": "X", *name: "a@b\u{0}123"});
            fixture.assert_refused(&Request::new(method, &path).json(&nul), 422, name);
        }
        let many = json!({"first_name": "X", "emails": vec!["a@x.example"; 101]});
        fixture.assert_refused(&Request::new(method, &path).json(&many), 422, "emails");
    }
    fixture.assert_unchanged();
}

#[test]
fn a_refusal_reaches_a_client_that_is_still_sending() {
    let service = Service::start();
    let large = vec![b' '; 3 << 20];
    for (status, request) in [
        (
            401,
            Request::new("POST", "/v1/persons")
                .bytes(&large)
                .header("Authorization", "Bearer wrong"),
        ),
        (413, Request::new("POST", "/v1/persons").bytes(&large)),
        (
            415,
            Request::new("POST", "/v1/persons").bytes(&large).header("Content-Type", "text/plain"),
        ),
        (404, Request::new("POST", "/v1/nothing").bytes(&large)),
        (405, Request::new("PUT", "/v1/persons").bytes(&large)),
    ] {
        for _ in 0..5 {
            assert_eq!(request.send(service.address).status, status);
        }
    }
}

#[test]
fn the_internal_names_of_the_json_parser_are_plain_keys() {
    let service = Service::start();
    let internal =
        json!({"$serde_json::private::RawValue": 7, "$serde_json::private::Number": "x"});
    let created = service.create_person(&json!({"name": "Ada", "unknown": internal}));
    let path = person_path(&created);
    let entry = json!({"contact_data_type": "work", "value": "a@b.example", "x": internal});
    assert_eq!(service.patch(&path, &json!({"emails": [entry]})).status, 200);
}

#[test]
fn invalid_http_gets_a_status_and_the_envelope() {
    let service = Service::start();
    let long = format!("GET /v1/persons/{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(70_000));
    for (request, status) in
        [(&b"GET /v1/jobs\0 HTTP/1.1\r\nHost: x\r\n\r\n"[..], 400), (long.as_bytes(), 414)]
    {
        let answer = send(service.address, request);
        assert_eq!((answer.status, &answer.json()["success"]), (status, &json!(false)));
    }
}

#[test]
fn hostile_but_valid_text_is_stored_unchanged() {
    let service = Service::start();
    let name = "Robert'); DROP TABLE person;-- \u{1b}[31m\u{202e}\u{200d}𝔘𝔫𝔦\n\t\"\\";
    let created = service.create_person(&json!({"name": name, "job_id": "job_rust"}));
    assert_eq!(service.read_person(&created["id"])["name"], name);
    assert_eq!(service.get("/v1/jobs/job_rust/candidates").json()["data"][0]["name"], name);
}
