//! Questions that the API leaves open: one test for each decision of our service.

use serde_json::{Value, json};

use crate::support::harness::Service;
use crate::support::http::{Request, Response, person_path, texts};

fn assert_error_code(answer: &Response, status: u16, code: &str) {
    let body = answer.json();
    assert_eq!((answer.status, body["error_code"].as_str()), (status, Some(code)), "{body}");
}

fn assert_error(answer: &Response, status: u16, code: &str, field: &str) {
    assert_error_code(answer, status, code);
    assert_eq!(answer.json()["errors"][0]["field"], field, "{}", answer.body);
}

#[test]
fn failures_of_version_1_share_one_body() {
    let service = Service::start();
    let answer = service.post("/v1/persons", &json!({"name": "Ada", "emails": ["nope"]}));
    let body = answer.json();
    assert_eq!(answer.status, 422);
    let mut keys: Vec<&String> = body.as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["data", "error", "error_code", "errors", "request_id", "success"]);
    assert_eq!(body["success"], false);
    assert_eq!(body["data"], Value::Null);
    assert_eq!(body["error_code"], "validation_failed");
    assert_eq!(body["errors"][0]["field"], "emails[0]");
    assert!(body["error"].as_str().unwrap().starts_with("emails[0]: must be an email"));
    assert_eq!(body["request_id"].as_str(), answer.header("x-request-id"));
}

#[test]
fn version_0_answers_with_strings_and_an_error_text() {
    let service = Service::start();
    let created = service.post("/v0/persons", &json!({"name": "Ada", "phone_number": "+1 202 555 0101", "phone_numbers": ["+1 202 555 0102"]}));
    assert_eq!(created.status, 201);
    assert_eq!(created.json()["error"], "");
    let person = created.data();
    for (name, value) in person.as_object().unwrap() {
        assert!(
            value.is_string() || matches!(name.as_str(), "emails" | "phones"),
            "{name}: {value}"
        );
    }
    assert_eq!((&person["candidate_id"], &person["external_source_id"]), (&json!(""), &json!("")));
    assert_eq!(person["phones"].as_array().unwrap().len(), 2);
    let failed = service.post("/v0/persons", &json!({"email": "nope"}));
    assert_eq!(failed.status, 422);
    assert_eq!(failed.json().as_object().unwrap().len(), 2);
    assert_eq!(failed.json()["data"], Value::Null);
    assert!(failed.json()["error"].as_str().unwrap().contains("email: must be"));
}

#[test]
fn a_person_needs_a_name_a_handle_or_an_email() {
    let service = Service::start();
    for body in [
        json!({"name": "Suharto"}),
        json!({"first_name": "Ada"}),
        json!({"last_name": "Obi"}),
        json!({"social_url": "https://social.example/in/x"}),
        json!({"emails": ["a@x.example"]}),
    ] {
        assert_eq!(service.post("/v1/persons", &body).status, 201, "{body}");
    }
    let refusal = service.post("/v1/persons", &json!({"current_job_title": "CTO", "name": ""}));
    assert_error_code(&refusal, 422, "validation_failed");
    let parts = service.create_person(&json!({"first_name": "Ada", "last_name": "Obi"}));
    assert_eq!(parts["name"], "Ada Obi");
    let whole = service.read_person(&service.create_person(&json!({"name": "Ada Obi"}))["id"]);
    assert_eq!((&whole["first_name"], &whole["last_name"]), (&json!(""), &json!("")));
}

#[test]
fn a_job_id_takes_precedence_and_must_not_be_contradicted() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "A", "job_id": "job_rust", "job_name": "rust engineer ", "client_name": "NORTHWIND", "client_id": "cli_northwind"}));
    assert!(created["candidate_id"].is_string());
    for (extra, at) in [("job_name", "Clerk"), ("client_name", "Umbra"), ("client_id", "cli_umbra")]
    {
        let refusal =
            service.post("/v1/persons", &json!({"name": "A", "job_id": "job_rust", extra: at}));
        assert_error(&refusal, 422, "job_mismatch", extra);
    }
    let refusal = service.post("/v1/persons", &json!({"name": "A", "job_id": "none"}));
    assert_error(&refusal, 422, "job_not_found", "job_id");
}

#[test]
fn a_job_name_must_match_exactly_one_open_job() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "A", "job_name": "rust ENGINEER"}));
    assert!(created["candidate_id"].is_string());
    let by_client = service.create_person(
        &json!({"name": "B", "job_name": "Head of Sales", "client_name": "kestrel"}),
    );
    let candidate =
        service.get(&format!("/v1/candidates/{}", by_client["candidate_id"].as_str().unwrap()));
    assert_eq!(candidate.data()["job_id"], "job_sales_2");
    for (body, error_code) in [
        (json!({"name": "A", "job_name": "Head of Sales"}), "job_ambiguous"),
        (json!({"name": "A", "job_name": "Clerk"}), "job_not_found"),
        (json!({"name": "A", "job_name": "No Such Job"}), "job_not_found"),
        (
            json!({"name": "A", "job_name": "Rust Engineer", "client_id": "cli_umbra"}),
            "job_not_found",
        ),
    ] {
        let refusal = service.post("/v1/persons", &body);
        assert_error(&refusal, 422, error_code, "job_name");
    }
    assert_eq!(service.get("/v1/jobs").json()["meta"]["total"], 5, "no job is created");
}

#[test]
fn a_client_without_a_job_creates_a_contact() {
    let service = Service::start();
    for body in [
        json!({"name": "A", "client_name": "umbra"}),
        json!({"name": "B", "client_id": "cli_umbra"}),
        json!({"name": "C", "client_name": "A new client"}),
    ] {
        let created = service.create_person(&body);
        assert!(
            created["client_contact_id"].is_string() && created["candidate_id"].is_null(),
            "{created}"
        );
    }
    let refusal = service.post("/v1/persons", &json!({"name": "A", "client_id": "none"}));
    assert_error(&refusal, 422, "client_not_found", "client_id");
    let refusal = service.post(
        "/v1/persons",
        &json!({"name": "A", "client_id": "cli_umbra", "client_name": "Kestrel"}),
    );
    assert_error(&refusal, 422, "client_mismatch", "client_name");
}

#[test]
fn a_candidate_starts_in_the_lowest_stage_without_rejection() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "A", "job_id": "job_rust"}));
    let candidate = service
        .get(&format!("/v1/candidates/{}", created["candidate_id"].as_str().unwrap()))
        .data();
    assert_eq!(candidate["current_pipeline_stage_id"], "applied");
    let history = candidate["pipeline_stage_history"].as_array().unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!(history[0]["stage_id"], "applied");
    assert_eq!(history[0]["stage_date"], candidate["created_at"]);
    assert_eq!(candidate["current_pipeline_stage_date"], candidate["created_at"]);
    let refusal = service.post("/v1/persons", &json!({"name": "A", "job_id": "job_no_stage"}));
    assert_error_code(&refusal, 422, "job_without_stage");
}

#[test]
fn create_is_idempotent_on_the_external_id_and_merges_nothing_else() {
    let service = Service::start();
    let first = service.create_person(
        &json!({"name": "Ada", "external_source_id": "crm-7", "emails": ["a@x.example"]}),
    );
    let again = service.post(
        "/v1/persons",
        &json!({"name": "Other", "external_source_id": "crm-7", "job_id": "job_rust"}),
    );
    assert_eq!(again.status, 201);
    assert_eq!((&again.data()["id"], &again.data()["name"]), (&first["id"], &json!("Ada")));
    let third = service.create_person(
        &json!({"name": "Ada", "external_source_id": "crm-7", "job_id": "job_rust"}),
    );
    assert_eq!(third["candidate_id"], again.data()["candidate_id"], "one candidate, not two");
    let namesake = service.create_person(&json!({"name": "Ada", "emails": ["a@x.example"]}));
    assert_ne!(namesake["id"], first["id"]);
}

#[test]
fn an_update_changes_what_it_names_and_nothing_else() {
    let service = Service::start();
    let id = service.create_person(&json!({"name": "Ada", "current_job_title": "CTO", "emails": ["a@x.example", "b@x.example"], "mobile_phone": "+1 202 555 0101"}))["id"].clone();
    let path = format!("/v1/persons/{}", id.as_str().unwrap());
    let before = service.read_person(&id);
    service.patch(&path, &json!({})).data();
    assert_eq!(service.read_person(&id), before);

    service
        .patch(&path, &json!({"company_name": "Kestrel", "current_job_title": null, "unknown": 1}))
        .data();
    let now = service.read_person(&id);
    assert_eq!(
        (&now["current_company_name"], &now["current_job_title"], &now["name"]),
        (&json!("Kestrel"), &json!(""), &json!("Ada"))
    );
    assert_ne!(now["current_company_id"], "");

    let work = |value: &str| json!({"contact_data_type": "work", "value": value});
    service.patch(&path, &json!({"work_email": "w@x.example"})).data();
    assert_eq!(
        service.read_person(&id)["emails"],
        json!([work("w@x.example"), work("b@x.example")])
    );
    service.patch(&path, &json!({"emails": [{"contact_data_type": "personal_email", "value": "p@x.example"}], "work_email": "n@x.example"})).data();
    assert_eq!(
        service.read_person(&id)["emails"],
        json!([{"contact_data_type": "personal", "value": "p@x.example"}, work("n@x.example")])
    );
    service.patch(&path, &json!({"work_email": ""})).data();
    service.patch(&path, &json!({"phone_numbers": []})).data();
    let now = service.read_person(&id);
    assert_eq!((now["emails"].as_array().unwrap().len(), &now["phones"]), (1, &json!([])));

    let refusal = service.patch(&path, &json!({"name": "", "emails": []}));
    assert_error(&refusal, 422, "validation_failed", "name");
    assert_eq!(service.read_person(&id), now, "a refused update changes nothing");
}

#[test]
fn an_update_adds_an_association_and_never_moves_or_removes_one() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let path = person_path(&created);
    for body in [
        json!({"job_id": "job_sales"}),
        json!({"job_id": "job_sales"}),
        json!({"job_id": null}),
        json!({"job_id": ""}),
    ] {
        service.patch(&path, &body).data();
        let jobs = service.read_person(&created["id"])["jobs"].clone();
        assert_eq!(texts(&jobs, "job_id"), ["job_rust", "job_sales"], "{body}");
    }
    let refusal = service.patch(&path, &json!({"name": "Changed", "job_id": "none"}));
    assert_error_code(&refusal, 422, "job_not_found");
    assert_eq!(
        service.read_person(&created["id"])["name"],
        "Ada",
        "a refused update changes nothing"
    );
}

#[test]
fn contact_kinds_are_free_text_with_canonical_names() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "A", "emails": ["plain@x.example"], "personal_email": "p@x.example", "work_phone": "+1 202 555 0101", "phone_numbers": ["+1 202 555 0102"]}));
    let kinds = |entries: &Value| texts(entries, "contact_data_type");
    assert_eq!(
        (kinds(&created["emails"]), kinds(&created["phones"])),
        (vec!["work".into(), "personal".into()], vec!["mobile".into(), "work".into()])
    );
    let path = person_path(&created);
    service
        .patch(
            &path,
            &json!({"phone_numbers": [
                {"contact_data_type": " Mobile ", "value": "+1 202 555 0103"},
                {"contact_data_type": "Assistant's desk", "value": "+1 202 555 0104"},
                {"value": "+1 202 555 0105"},
            ]}),
        )
        .data();
    assert_eq!(
        kinds(&service.read_person(&created["id"])["phones"]),
        ["mobile", "Assistant's desk", "other"]
    );
}

#[test]
fn lists_are_ordered_and_a_page_past_the_end_is_empty_with_the_total() {
    let service = Service::start();
    for number in 0..7 {
        service.create_person(&json!({"name": format!("P{number}"), "job_id": "job_rust"}));
    }
    let names = |query: &str| -> Vec<String> {
        let page = service.get(&format!("/v1/jobs/job_rust/candidates{query}")).json();
        assert_eq!(page["meta"]["total"], 7, "{query}");
        texts(&page["data"], "name")
    };
    let all = ["P0", "P1", "P2", "P3", "P4", "P5", "P6"];
    for query in ["", "?offset=", "?offset=null", "?offset=0&limit=100", "?stage=screen&color=red"]
    {
        assert_eq!(names(query), all, "{query}");
    }
    assert_eq!(names("?offset=2&limit=3"), all[2..5]);
    assert_eq!(names("?offset=7"), [""; 0]);
    assert_eq!(names("?offset=9223372036854775807"), [""; 0]);
    let page = service.get("/v1/jobs/job_rust/candidates").json();
    let times = texts(&page["data"], "created_at");
    assert!(times.is_sorted_by(|a, b| a < b), "{times:?}");

    let jobs = service.get("/v1/jobs?offset=1&limit=2").json();
    assert_eq!(jobs["meta"], json!({"total": 5, "offset": 1, "limit": 2}));
    let all = service.get("/v1/jobs").json();
    let keys = texts(&all["data"], "created_at").into_iter().zip(texts(&all["data"], "id"));
    assert!(keys.is_sorted());
    assert_eq!(service.get("/v1/jobs?offset=5").json()["meta"]["total"], 5);
}

#[test]
fn a_read_has_a_strong_etag_and_an_update_honours_it() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let path = person_path(&created);
    let candidate = format!("/v1/candidates/{}", created["candidate_id"].as_str().unwrap());
    for read in [path.as_str(), &candidate, "/v1/jobs/job_rust"] {
        let etag = service.get(read).header("etag").unwrap().to_owned();
        assert!(etag.starts_with('"') && etag.ends_with('"'), "{etag}");
        assert_eq!(
            service.get(read).header("etag"),
            Some(etag.as_str()),
            "the etag is stable without a change"
        );
    }
    let etag = service.get(&path).header("etag").unwrap().to_owned();
    let rename = |etag: &str, name: &str| {
        Request::new("PATCH", &path)
            .json(&json!({"name": name}))
            .header("If-Match", etag)
            .send(service.address)
    };
    assert_eq!(rename(&etag, "Ada Obi").status, 200);
    let stale = rename(&etag, "Lost");
    assert_error(&stale, 412, "precondition_failed", "If-Match");
    assert_eq!(service.read_person(&created["id"])["name"], "Ada Obi");
    let fresh = service.get(&path).header("etag").unwrap().to_owned();
    assert_eq!(rename(&format!("W/{fresh}"), "Weak").status, 412);
    assert_eq!(rename(&format!("\"other\", {fresh}"), "One of two").status, 200);
    assert_eq!(rename("*", "Any").status, 200);
    assert_eq!(service.patch(&path, &json!({"name": "Unasked"})).status, 200);
    let before = service.get(&candidate).header("etag").unwrap().to_owned();
    service.patch(&path, &json!({"name": "New name"})).data();
    assert_ne!(service.get(&candidate).header("etag"), Some(before.as_str()));
}

#[test]
fn a_read_with_a_known_etag_is_answered_without_a_body() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let person = person_path(&created);
    let candidate = format!("/v1/candidates/{}", created["candidate_id"].as_str().unwrap());
    let paths = [
        &person,
        &candidate,
        "/v1/jobs/job_rust",
        "/v1/jobs?limit=2",
        "/v1/jobs/job_rust/candidates",
    ];
    let read = |path: &str, tags: &[&str]| {
        let request = Request::new("GET", path);
        let request =
            tags.iter().fold(request, |request, tag| request.header("If-None-Match", tag));
        request.send(service.address)
    };
    for path in paths {
        let full = service.get(path);
        let etag = full.header("etag").unwrap();
        let weak = format!("W/{etag}");
        for tags in
            [&[etag][..], &[&weak], &["*"], &[&format!("\"old\" , {weak}")], &["\"old\"", etag]]
        {
            let answer = read(path, tags);
            assert_eq!((answer.status, answer.body.as_str()), (304, ""), "{path} {tags:?}");
            assert_eq!(answer.header("etag"), Some(etag), "{path} {tags:?}");
            assert_eq!(answer.header("content-type"), None);
        }
        for tags in [&["\"old\""][..], &[etag.trim_matches('"')], &[""], &["\"\u{fc}\""]] {
            let answer = read(path, tags);
            assert_eq!((answer.status, &answer.body), (200, &full.body), "{path} {tags:?}");
        }
    }
    let etags = paths.map(|path| service.get(path).header("etag").unwrap().to_owned());
    service.patch(&person, &json!({"name": "Ada Obi"})).data();
    let statuses: Vec<u16> =
        paths.iter().zip(&etags).map(|(path, etag)| read(path, &[etag]).status).collect();
    assert_eq!(statuses, [200, 200, 304, 304, 200], "what shows the name has changed");
    assert_eq!(read("/v1/persons/none", &["*"]).status, 404);
}

#[test]
fn enrich_record_must_be_a_boolean_and_does_nothing() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "enrich_record": true}));
    let path = person_path(&created);
    let before = service.read_person(&created["id"]);
    service.patch(&path, &json!({"enrich_record": true})).data();
    assert_eq!(service.read_person(&created["id"]), before);
    let refusal = service.patch(&path, &json!({"enrich_record": "yes"}));
    assert_error(&refusal, 422, "validation_failed", "enrich_record");
}
