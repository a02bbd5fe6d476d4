//! Complete answers that do not match the API.

use serde_json::{Value, json};
use shortlist::client::{Delivery, Fault, Retry};
use shortlist::wire::{CandidateId, JobId, PersonId};

use crate::support::client_errors::{classify, failing_read};
use crate::support::scripted_server::{ScriptedServer, answer, ok, page, record, row};

/// A hundred valid rows.
fn rows() -> Vec<Value> {
    (0..100).map(row).collect()
}

#[tokio::test]
async fn an_html_page_is_an_error_whatever_its_status() {
    let page = "<!doctype html><html><head><title>Sign in</title></head></html>";
    let headers = "Content-Type: text/html\r\nX-Request-Id: r-1\r\n";
    let server = ScriptedServer::always(answer("200 OK", headers, page));
    let error = failing_read(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the response (200, request r-1) does not match the API: it is not JSON: expected value at line 1 column 1; the server says: Sign in"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), Some("r-1"))
    );
    assert_eq!(error.message(), Some("Sign in"));
    assert_eq!(server.requests(), ["GET /v1/jobs/j"], "a retry would get the same page");
}

#[tokio::test]
async fn an_answer_of_another_shape_is_an_error_that_describes_it() {
    for (body, detail) in [
        ("", "it is not JSON: EOF while parsing a value at line 1 column 0"),
        (
            "{\"data\":",
            "it is not JSON: EOF while parsing a value at line 1 column 8; the server says: {\"data\":",
        ),
        ("[]", "it is JSON, but not an object with `data`"),
        ("{}", "`data` is not a record"),
        (r#"{"data":null}"#, "`data` is not a record"),
        (r#"{"success":true,"data":[{"id":"j"}]}"#, "`data` is not a record"),
        (r#"{"success":true,"data":"j"}"#, "`data` is not a record"),
    ] {
        let server = ScriptedServer::always(ok(body));
        let error = failing_read(&server.client()).await;
        assert_eq!(
            error.to_string(),
            format!("GET /v1/jobs/j: the response (200) does not match the API: {detail}"),
        );
        assert_eq!(
            classify(&error),
            (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), None)
        );
        assert_eq!(server.requests(), ["GET /v1/jobs/j"]);
    }
    let server = ScriptedServer::always(record(&json!({"id": "j"})));
    let error = server.client().list_jobs(0, 10).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs?offset=0&limit=10: the response (200) does not match the API: `data` is not a list"
    );
}

#[tokio::test]
async fn json_is_read_whatever_its_content_type() {
    let body = r#"{"success":true,"data":{"id":"j","name":"Clerk"}}"#;
    for headers in ["Content-Type: text/html\r\n", "Content-Type: nonsense\r\n", ""] {
        let server = ScriptedServer::always(answer("203 Odd", headers, body));
        let job = server.client().read_job(&JobId::from("j")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.requests(), ["GET /v1/jobs/j"]);
    }
}

#[tokio::test]
async fn an_item_that_is_not_utf_8_is_counted_and_the_others_are_read() {
    let mut body =
        json!({"success": true, "data": rows(), "meta": {"total": 100}}).to_string().into_bytes();
    let position = body.windows(8).position(|eight| eight == b"\"job_37\"").unwrap();
    body[position + 3] = 0xff;
    let server = ScriptedServer::always(ok(body));
    let jobs = server.client().list_jobs(0, 100).await.unwrap();
    assert_eq!((jobs.items.good.len(), jobs.items.bad), (99, vec![37]));
    assert_eq!(jobs.items.good[37].id.as_str(), "job_38");
    assert_eq!(server.requests(), ["GET /v1/jobs?offset=0&limit=100"]);
}

#[tokio::test]
async fn a_record_that_is_not_utf_8_is_an_error() {
    let server =
        ScriptedServer::always(ok(b"{\"success\":true,\"data\":{\"id\":\"j\",\"name\":\"\xff\"}}"));
    let error = failing_read(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the response (200) does not match the API: it is not UTF-8 (invalid utf-8 sequence of 1 bytes from index 41)"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), None)
    );
    assert_eq!(server.requests(), ["GET /v1/jobs/j"]);
}

#[tokio::test]
async fn a_bad_item_does_not_fail_the_page() {
    for bad in [
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!({"id": null}),
        json!({"id": ""}),
    ] {
        let mut rows = rows();
        rows[60] = bad.clone();
        let server = ScriptedServer::always(page(&rows, 100, 0, 100));
        let jobs = server.client().list_jobs(0, 100).await.unwrap();
        assert_eq!((jobs.items.good.len(), &*jobs.items.bad), (99, &[60][..]), "{bad}");
        assert_eq!((jobs.total, jobs.offset, jobs.limit), (Some(100), Some(0), Some(100)));
        assert_eq!(server.requests(), ["GET /v1/jobs?offset=0&limit=100"]);
    }
}

#[tokio::test]
async fn an_item_with_an_invalid_string_is_counted_alone() {
    let rows = r#"{"id":"a","name":"\ud800"},{"id":"b","name":"Bo"}"#;
    let body = format!(r#"{{"success":true,"data":[{rows}],"meta":{{"total":2}}}}"#);
    let server = ScriptedServer::always(ok(body));
    let jobs = server.client().list_jobs(0, 100).await.unwrap();
    assert_eq!(jobs.items.sent_count(), 2);
    assert_eq!(jobs.items.good.last().unwrap().name, "Bo");
    assert_eq!(server.requests(), ["GET /v1/jobs?offset=0&limit=100"]);
}

#[tokio::test]
async fn null_is_accepted_in_every_field() {
    let server = ScriptedServer::start(|request| {
        let data = match request.target.split('/').nth(2) {
            Some("persons") => json!({
                "id": "p", "name": null, "first_name": null, "social_public_id": null,
                "current_company_id": null, "emails": null, "phones": [null, {"value": null}],
                "work_experience": [{"positions": null, "company_social_id": null}],
                "education_experience": null, "certifications": null, "jobs": null,
            }),
            Some("candidates") => json!({
                "id": "c", "person_id": null, "job_id": null, "created_at": null,
                "current_pipeline_stage_date": null, "pipeline_stage_history": null,
            }),
            _ => json!({
                "id": "j", "name": null, "created_at": null, "is_archived": null,
                "candidate_count": null, "pipeline_stages": [{"id": null, "stage_order": null}],
            }),
        };
        record(&data)
    });
    let client = server.client();
    let job = client.read_job(&JobId::from("j")).await.unwrap().record;
    assert_eq!((&*job.name, job.is_archived, job.candidate_count), ("", false, None));
    assert_eq!(job.pipeline_stages.len(), 1);
    let person = client.read_person(&PersonId::from("p")).await.unwrap().record;
    assert_eq!((person.id.as_str(), &*person.name, person.emails.len()), ("p", "", 0));
    assert_eq!(person.work_experience.len(), 1);
    let candidate = client.read_candidate(&CandidateId::from("c")).await.unwrap().record;
    assert!(candidate.person_id.is_empty() && candidate.pipeline_stage_history.is_empty());
    assert_eq!(candidate.created_at, None);
    assert_eq!(server.requests(), ["GET /v1/jobs/j", "GET /v1/persons/p", "GET /v1/candidates/c"]);
}

#[tokio::test]
async fn numbers_may_be_strings_and_ids_may_be_numbers() {
    let body = json!({
        "success": "true",
        "data": [{"id": 4711, "name": "Clerk", "candidate_count": "12", "created_at": "2026-01-02T03:04:05+02:00"}],
        "meta": {"total": "1", "offset": "0", "limit": 100.0},
    });
    let server = ScriptedServer::always(ok(body.to_string()));
    let jobs = server.client().list_jobs(0, 100).await.unwrap();
    let job = &jobs.items.good[0];
    assert_eq!((job.id.as_str(), job.candidate_count), ("4711", Some(12)));
    assert!(job.created_at.is_some());
    assert_eq!((jobs.total, jobs.offset, jobs.limit), (Some(1), Some(0), Some(100)));
    assert_eq!(server.requests(), ["GET /v1/jobs?offset=0&limit=100"]);
}

#[tokio::test]
async fn unknown_fields_are_kept() {
    let data = json!({
        "id": "j", "salary": {"from": 1.10}, "pipeline_stages": [{"id": "s", "colour": "red"}],
    });
    let body = json!({"success": true, "data": data, "took_ms": 7});
    let server = ScriptedServer::always(ok(body.to_string()));
    let job = server.client().read_job(&JobId::from("j")).await.unwrap().record;
    assert_eq!(job.extra.get("salary"), Some(&json!({"from": 1.10})));
    assert_eq!(job.pipeline_stages[0].extra.get("colour"), Some(&json!("red")));
    assert_eq!(server.requests(), ["GET /v1/jobs/j"]);
}

#[tokio::test]
async fn without_a_success_field_the_status_decides() {
    let server = ScriptedServer::always(ok(r#"{"data":{"id":"j","name":"Clerk"}}"#));
    assert_eq!(server.client().read_job(&JobId::from("j")).await.unwrap().record.name, "Clerk");
    let server = ScriptedServer::always(answer("404 Not Found", "", r#"{"data":{"id":"j"}}"#));
    let error = failing_read(&server.client()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server returned an error (404): {\"data\":{\"id\":\"j\"}}"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Input, Some(404), None)
    );
}
