//! Every operation against everything that can be wrong with a request: the
//! right status, the envelope of its version, the field named, nothing changed.

use serde_json::{Value, json};
use shortlist::service::NewApiKey;
use shortlist::service::fields::{BodySchema, CREATE_V0, CREATE_V1, FieldRule, UPDATE};
use shortlist::service::store::{DatabaseUrl, IfMissing, Store};
use shortlist::wire::Timestamp;

use crate::support::harness::{Answer, Request, Service};

/// The operations on records that are there: method, path, and the fields of a body.
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
        let made = service.person(&json!({"name": "Ada", "job_id": "job_rust"}));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let before = service.contents();
        Self { person: text(&made["id"]), candidate: text(&made["candidate_id"]), before, service }
    }

    fn operations(&self) -> Vec<(&'static str, String, Option<BodySchema>)> {
        operations(&self.person, &self.candidate)
    }

    fn writes(&self) -> impl Iterator<Item = (&'static str, String, BodySchema)> {
        self.operations()
            .into_iter()
            .filter_map(|(method, path, fields)| Some((method, path, fields?)))
    }

    fn refused(&self, request: &Request, status: u16, names: &str) {
        let answer = request.send(self.service.address);
        let told = format!("{} {}: {}", request.method, brief(&request.path), brief(&answer.body));
        assert_eq!(answer.status, status, "{told}");
        envelope(&answer, request.path.starts_with("/v0"), &told);
        assert!(
            answer.json()["error"].as_str().unwrap().contains(names),
            "{names} is not named in {told}"
        );
    }

    fn nothing_changed(&self) {
        assert_eq!(self.service.contents(), self.before, "nothing changed");
    }
}

fn brief(text: &str) -> String {
    text.chars().take(300).collect()
}

fn envelope(answer: &Answer, old: bool, told: &str) {
    let body = answer.json();
    assert_eq!(body["data"], Value::Null, "{told}");
    assert_eq!(answer.header("content-type"), Some("application/json"), "{told}");
    if old {
        assert_eq!(body.as_object().unwrap().len(), 2, "{told}");
    } else {
        assert_eq!(body["success"], false, "{told}");
        assert!(body["error_code"].is_string() && body["request_id"].is_string(), "{told}");
    }
}

#[test]
fn without_a_valid_key_nothing_opens() {
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
            fixture.refused(&request, 401, "Authorization");
            let answer = request.send(fixture.service.address);
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        }
    }
    fixture.nothing_changed();
}

#[test]
fn a_revoked_key_opens_nothing_and_a_reading_key_writes_nothing() {
    let fixture = Fixture::new();
    let place = DatabaseUrl::Sqlite(fixture.service.database.clone());
    let now = Timestamp::parse("2026-01-01").unwrap();
    let make = |name: &str, read_only| NewApiKey::generate(name.into(), read_only, now).unwrap();
    let (gone, reader) = (make("gone", false), make("reader", true));
    let bearer = |secret: &str| format!("Bearer {secret}");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&place, IfMissing::Fail).unwrap();
        store.add_key(gone.record).await.unwrap();
        store.add_key(reader.record).await.unwrap();
        let accepted =
            Request::new("GET", "/v1/jobs").header("Authorization", &bearer(&gone.secret));
        let asked = std::time::Instant::now();
        while accepted.send(fixture.service.address).status != 200 {
            assert!(asked.elapsed().as_secs() < 10, "the key opened while it was valid");
        }
        store.revoke_key("gone".into()).await.unwrap();
        let revoked = std::time::Instant::now();
        while accepted.send(fixture.service.address).status != 401 {
            assert!(revoked.elapsed().as_secs() < 10, "and not when it was revoked");
        }
    });
    for (method, path, fields) in fixture.operations() {
        let request = Request::new(method, &path).json(&json!({"name": "X"}));
        fixture.refused(
            &request.clone().header("Authorization", &bearer(&gone.secret)),
            401,
            "Authorization",
        );
        let read = request.header("Authorization", &bearer(&reader.secret));
        match fields {
            Some(_) => fixture.refused(&read, 403, "Authorization"),
            None => assert_eq!(read.send(fixture.service.address).status, 200, "{path}"),
        }
    }
    fixture.nothing_changed();
}

#[test]
fn an_id_that_names_nothing_is_not_found_however_odd() {
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
            fixture.refused(&request, 404, "id");
            let body = request.send(fixture.service.address).json();
            assert_eq!(
                (&body["error_code"], &body["errors"][0]["field"]),
                (&json!("not_found"), &json!("id"))
            );
            assert!(body.to_string().len() < 1000, "a long id is not told back whole");
        }
    }
    fixture.nothing_changed();
}

#[test]
fn paging_out_of_range_is_named() {
    let fixture = Fixture::new();
    for path in ["/v1/jobs", "/v1/jobs/job_rust/candidates"] {
        for value in
            ["-1", "1.5", "x", "%22x%22", "9223372036854775808", "1e3", "%00", "+1", "0x10", "true"]
        {
            fixture.refused(&Request::new("GET", &format!("{path}?offset={value}")), 422, "offset");
        }
        for value in ["0", "101", "-1", "1.5", "x", "", "null", "9223372036854775808"] {
            fixture.refused(&Request::new("GET", &format!("{path}?limit={value}")), 422, "limit");
        }
        fixture.refused(&Request::new("GET", &format!("{path}?offset=1&offset=2")), 422, "offset");
    }
}

#[test]
fn a_body_that_is_no_json_object_is_refused() {
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
            fixture.refused(&Request::new(method, &path).bytes(body), *status, "body");
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
            fixture.refused(&request, 415, "Content-Type");
        }
    }
    fixture.nothing_changed();
}

#[test]
fn a_wrong_type_in_any_field_is_named_and_nothing_is_stored() {
    let fixture = Fixture::new();
    for (method, path, fields) in fixture.writes() {
        for (name, rule) in fields {
            for odd in [
                json!(7),
                json!(1.5),
                json!({"a": 1}),
                json!([7]),
                json!(true),
                json!("no address"),
            ] {
                let fits = match rule {
                    FieldRule::Flag => odd.is_boolean(),
                    FieldRule::Text => odd.is_string(),
                    _ => false,
                };
                if !fits {
                    let request =
                        Request::new(method, &path).json(&json!({"first_name": "X", *name: odd}));
                    fixture.refused(&request, 422, name);
                }
            }
            let long = json!({"first_name": "X", *name: "x".repeat(10_001)});
            fixture.refused(&Request::new(method, &path).json(&long), 422, name);
            let nul = json!({"first_name": "X", *name: "a@b\u{0}123"});
            fixture.refused(&Request::new(method, &path).json(&nul), 422, name);
        }
        let many = json!({"first_name": "X", "emails": vec!["a@x.example"; 101]});
        fixture.refused(&Request::new(method, &path).json(&many), 422, "emails");
    }
    fixture.nothing_changed();
}

#[test]
fn a_refusal_reaches_a_caller_who_is_still_sending() {
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
fn a_key_of_the_parsers_own_is_a_key_like_any_other() {
    let service = Service::start();
    let odd = json!({"$serde_json::private::RawValue": 7, "$serde_json::private::Number": "x"});
    let made = service.person(&json!({"name": "Ada", "unknown": odd}));
    let path = format!("/v1/persons/{}", made["id"].as_str().unwrap());
    let entry = json!({"contact_data_type": "work", "value": "a@b.example", "x": odd});
    assert_eq!(service.patch(&path, &json!({"emails": [entry]})).status, 200);
}

#[test]
fn what_is_not_even_http_gets_a_status_and_no_envelope() {
    let service = Service::start();
    let long = format!("GET /v1/persons/{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(70_000));
    for (request, status) in
        [(&b"GET /v1/jobs\0 HTTP/1.1\r\nHost: x\r\n\r\n"[..], 400), (long.as_bytes(), 414)]
    {
        let answer = crate::support::harness::send(service.address, request);
        assert_eq!((answer.status, answer.body.as_str()), (status, ""));
    }
}

#[test]
fn hostile_but_valid_text_is_kept_to_the_letter() {
    let service = Service::start();
    let name = "Robert'); DROP TABLE person;-- \u{1b}[31m\u{202e}\u{200d}𝔘𝔫𝔦\n\t\"\\";
    let made = service.person(&json!({"name": name, "job_id": "job_rust"}));
    assert_eq!(service.read(&made["id"])["name"], name);
    assert_eq!(service.get("/v1/jobs/job_rust/candidates").json()["data"][0]["name"], name);
}
