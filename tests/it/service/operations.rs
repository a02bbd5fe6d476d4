//! The eight operations over real HTTP, and nothing beside them.

use serde_json::{Value, json};
use shortlist::wire::tolerant::Tolerant;
use shortlist::wire::validate::validate;
use shortlist::wire::{
    Candidate, CandidateItem, Job, JobItem, Meta, Person, PersonCreated, PersonCreatedV0, Shape,
    UpdateNotice,
};

use crate::support::harness::{Request, Service};

fn fits(shape: Shape, value: &Value) {
    validate(shape, value).unwrap_or_else(|mismatch| panic!("{mismatch} in {value}"));
}

#[test]
fn every_operation_answers_in_the_shape_of_the_document() {
    let service = Service::start();
    let everything = json!({
        "first_name": "Guðrún", "last_name": "Þórðardóttir", "current_job_title": "Staff Engineer",
        "social_url": "https://social.example/in/gudrun", "company_name": "Kestrel",
        "social_location": "Reykjavík", "emails": ["g@kestrel.example"], "mobile_phone": "+354 555 0101",
        "job_id": "job_rust", "external_source_id": "crm-1", "enrich_record": false,
    });
    let made = service.post("/v1/persons", &everything);
    assert_eq!((made.status, &made.json()["success"]), (201, &json!(true)));
    fits(PersonCreated::SHAPE, &made.data());

    let person = service.read(&made.data()["id"]);
    fits(Person::SHAPE, &person);
    assert_eq!(person["name"], "Guðrún Þórðardóttir");
    assert_eq!(person["social_public_id"], "gudrun");
    assert_eq!(person["jobs"][0]["job_client_company_name"], "Northwind");

    let path = format!("/v1/persons/{}", person["id"].as_str().unwrap());
    let updated = service.patch(&path, &json!({"current_job_title": "Principal Engineer"}));
    assert_eq!((updated.status, &updated.json()["success"]), (200, &json!(true)));
    fits(UpdateNotice::SHAPE, &updated.data());

    let candidate = made.data()["candidate_id"].as_str().unwrap().to_owned();
    let candidate = service.get(&format!("/v1/candidates/{candidate}")).data();
    fits(Candidate::SHAPE, &candidate);
    assert_eq!(candidate["current_job_title"], "Principal Engineer");
    assert_eq!(candidate["job_id"], "job_rust");

    let page = service.get("/v1/jobs/job_rust/candidates").json();
    fits(CandidateItem::SHAPE, &page["data"][0]);
    fits(Meta::SHAPE, &page["meta"]);
    assert_eq!(
        page["data"][0]["current_job_title"], "Principal Engineer",
        "the list follows the edit"
    );

    let job = service.get("/v1/jobs/job_rust").data();
    fits(Job::SHAPE, &job);
    assert_eq!(job["candidate_count"], 1);
    let jobs = service.get("/v1/jobs").json();
    jobs["data"].as_array().unwrap().iter().for_each(|job| fits(JobItem::SHAPE, job));
    assert_eq!(jobs["meta"], json!({"total": 5, "offset": 0, "limit": 100}));

    let old = service.post("/v0/persons", &json!({"name": "Suharto", "email": "s@x.example"}));
    assert_eq!((old.status, &old.json()["error"]), (201, &json!("")));
    fits(PersonCreatedV0::SHAPE, &old.data());
}

#[test]
fn there_is_nothing_else_under_the_versions() {
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
        "/",
        "/v1/healthz",
    ] {
        let answer = service.get(path);
        assert_eq!(answer.status, 404, "GET {path}");
        let told = answer.json();
        if path.starts_with("/v0") {
            assert_eq!(told["data"], Value::Null, "{path}");
            assert!(told["error"].as_str().unwrap().contains(path), "{told}");
        } else {
            assert_eq!(told["error_code"], "no_such_path", "{path}");
        }
    }
}

#[test]
fn a_method_a_path_does_not_take_is_refused_with_those_it_takes() {
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
    for (path, takes) in table {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"] {
            if takes.split(',').any(|taken| taken == method) {
                continue;
            }
            let answer = Request::new(method, path).send(service.address);
            assert_eq!(answer.status, 405, "{method} {path}");
            let mut allowed: Vec<&str> =
                answer.header("allow").unwrap().split(',').map(str::trim).collect();
            allowed.sort_unstable();
            assert_eq!(allowed.join(","), takes, "{method} {path}");
            assert!(answer.json()["error"].as_str().unwrap().contains(method), "{}", answer.body);
        }
    }
}

#[test]
fn health_and_description_need_no_key() {
    let service = Service::start();
    for path in ["/healthz", "/openapi.json"] {
        let answer = Request::new("GET", path).header("Authorization", "").send(service.address);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.json().is_object());
    }
}

#[test]
fn every_answer_has_a_request_id_and_takes_a_sane_one_from_the_caller() {
    let service = Service::start();
    let own = service.get("/v1/jobs");
    assert!(own.header("x-request-id").unwrap().starts_with("req_"));
    let given = Request::new("GET", "/v1/jobs/none")
        .header("X-Request-Id", "trace-7")
        .send(service.address);
    assert_eq!(given.header("x-request-id"), Some("trace-7"));
    assert_eq!(given.json()["request_id"], "trace-7");
    let odd =
        Request::new("GET", "/v1/jobs").header("X-Request-Id", "a b<script>").send(service.address);
    assert!(odd.header("x-request-id").unwrap().starts_with("req_"));
}
