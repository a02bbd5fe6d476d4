//! The eight operations of the API, and nothing else.

use serde_json::{Value, json};
use shortlist::wire::tolerant::Tolerant;
use shortlist::wire::validate::validate;
use shortlist::wire::{
    Candidate, CandidateItem, Job, JobItem, Meta, Person, PersonCreated, PersonCreatedV0, Shape,
    UpdateNotice,
};

use crate::support::harness::Service;
use crate::support::http::{Request, person_path};

fn assert_shape(shape: Shape, value: &Value) {
    validate(shape, value).unwrap_or_else(|mismatch| panic!("{mismatch} in {value}"));
}

#[test]
fn every_operation_answers_in_the_shape_of_the_interface() {
    let service = Service::start();
    let body = json!({
        "first_name": "Guðrún", "last_name": "Þórðardóttir", "current_job_title": "Staff Engineer",
        "social_url": "https://social.example/in/gudrun", "company_name": "Kestrel",
        "social_location": "Reykjavík", "emails": ["g@kestrel.example"], "mobile_phone": "+354 555 0101",
        "job_id": "job_rust", "external_source_id": "crm-1", "enrich_record": false,
    });
    let created = service.post("/v1/persons", &body);
    assert_eq!((created.status, &created.json()["success"]), (201, &json!(true)));
    assert_shape(PersonCreated::SHAPE, &created.data());

    let person = service.read_person(&created.data()["id"]);
    assert_shape(Person::SHAPE, &person);
    assert_eq!(person["name"], "Guðrún Þórðardóttir");
    assert_eq!(person["social_public_id"], "gudrun");
    assert_eq!(person["jobs"][0]["job_client_company_name"], "Northwind");

    let path = person_path(&person);
    let updated = service.patch(&path, &json!({"current_job_title": "Principal Engineer"}));
    assert_eq!((updated.status, &updated.json()["success"]), (200, &json!(true)));
    assert_shape(UpdateNotice::SHAPE, &updated.data());

    let candidate = created.data()["candidate_id"].as_str().unwrap().to_owned();
    let candidate = service.get(&format!("/v1/candidates/{candidate}")).data();
    assert_shape(Candidate::SHAPE, &candidate);
    assert_eq!(candidate["current_job_title"], "Principal Engineer");
    assert_eq!(candidate["job_id"], "job_rust");

    let page = service.get("/v1/jobs/job_rust/candidates").json();
    assert_shape(CandidateItem::SHAPE, &page["data"][0]);
    assert_shape(Meta::SHAPE, &page["meta"]);
    assert_eq!(
        page["data"][0]["current_job_title"], "Principal Engineer",
        "the list shows the edit"
    );

    let job = service.get("/v1/jobs/job_rust").data();
    assert_shape(Job::SHAPE, &job);
    assert_eq!(job["candidate_count"], 1);
    let jobs = service.get("/v1/jobs").json();
    jobs["data"].as_array().unwrap().iter().for_each(|job| assert_shape(JobItem::SHAPE, job));
    assert_eq!(jobs["meta"], json!({"total": 5, "offset": 0, "limit": 100}));

    let v0 = service.post("/v0/persons", &json!({"name": "Suharto", "email": "s@x.example"}));
    assert_eq!((v0.status, &v0.json()["error"]), (201, &json!("")));
    assert_shape(PersonCreatedV0::SHAPE, &v0.data());
}

#[test]
fn other_paths_do_not_exist() {
    let service = Service::start();
    for path in [
        "/v1",
        "/v1/",
        "/v1/persons/",
        "/v1/persons/x/y",
        "/v1/jobs/",
        "/v1/jobs/x/y",
        "/v1/candidates",
        "/v0",
        "/v0/jobs",
        "/v0/candidates/x",
        "/v0/persons/x",
        "/v2/jobs",
        "/docs/",
        "/favicon.ico",
        "/v1/healthz",
    ] {
        let answer = service.get(path);
        assert_eq!(answer.status, 404, "GET {path}");
        let body = answer.json();
        if path.starts_with("/v0") {
            assert_eq!(body["data"], Value::Null, "{path}");
            assert!(body["error"].as_str().unwrap().contains(path), "{body}");
        } else {
            assert_eq!(body["error_code"], "no_such_path", "{path}");
        }
    }
}

#[test]
fn an_unsupported_method_is_refused_with_the_supported_ones() {
    let service = Service::start();
    let table = [
        ("/v1/persons", "POST"),
        ("/v0/persons", "POST"),
        ("/v1/persons/x", "GET,HEAD,PATCH"),
        ("/v1/candidates/x", "GET,HEAD"),
        ("/v1/jobs/x/candidates", "GET,HEAD"),
        ("/v1/jobs/x", "GET,HEAD"),
        ("/v1/jobs", "GET,HEAD"),
        ("/healthz", "GET,HEAD"),
    ];
    for (path, supported) in table {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"] {
            if supported.split(',').any(|other| other == method) {
                continue;
            }
            let answer = Request::new(method, path).send(service.address);
            assert_eq!(answer.status, 405, "{method} {path}");
            let mut allowed: Vec<&str> =
                answer.header("allow").unwrap().split(',').map(str::trim).collect();
            allowed.sort_unstable();
            assert_eq!(allowed.join(","), supported, "{method} {path}");
            assert!(answer.json()["error"].as_str().unwrap().contains(method), "{}", answer.body);
        }
    }
}

#[test]
fn the_health_check_and_the_openapi_document_need_no_key() {
    let service = Service::start();
    for path in ["/healthz", "/openapi.json"] {
        let answer = Request::new("GET", path).header("Authorization", "").send(service.address);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.json().is_object());
    }
}

#[test]
fn every_answer_has_a_request_id_and_accepts_a_valid_one_from_the_client() {
    let service = Service::start();
    let generated = service.get("/v1/jobs");
    assert!(generated.header("x-request-id").unwrap().starts_with("req_"));
    let echoed = Request::new("GET", "/v1/jobs/none")
        .header("X-Request-Id", "trace-7")
        .send(service.address);
    assert_eq!(echoed.header("x-request-id"), Some("trace-7"));
    assert_eq!(echoed.json()["request_id"], "trace-7");
    let invalid =
        Request::new("GET", "/v1/jobs").header("X-Request-Id", "a b<script>").send(service.address);
    assert!(invalid.header("x-request-id").unwrap().starts_with("req_"));
}
