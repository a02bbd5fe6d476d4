//! Refusals of the server in every form, and the waits it asks for.

use std::time::{Duration, Instant, SystemTime};

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{Delivery, ErrorKind, Fault, ListEndpoint, Retry, ServerFieldError};
use shortlist::wire::{CreatePerson, CreatePersonV0, JobId, Patch, PersonId, UpdatePerson};

use crate::support::client_errors::{classify, failing_read, message_without_attempts};
use crate::support::scripted_server::{
    ScriptedServer, Step, answer, job_record, latch, ok, requested_job, short_deadline, spawn_read,
    wait_for_load,
};

#[tokio::test]
async fn a_read_is_retried_after_a_server_error() {
    let statuses = ["500 Oh", "502 Oh", "503 Oh", "504 Oh", "408 Oh", "425 Oh", "429 Oh"];
    join_all(statuses.map(async |status| {
        let server = ScriptedServer::script(vec![answer(status, "", ""), job_record()]);
        let job = server.client().read_job(&JobId::from("j")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.requests(), ["GET /v1/jobs/j"; 2], "{status}");
    }))
    .await;
}

#[tokio::test]
async fn the_title_of_an_html_error_page_is_the_message() {
    for (status, number) in [("500 Internal Server Error", 500), ("502 Bad Gateway", 502)] {
        let page = format!("<html>\n<head><title>\n{status}\n</title></head><body>…</body></html>");
        let headers = "Content-Type: text/html\r\nX-Request-Id: r-7\r\n";
        let server = ScriptedServer::always(answer(status, headers, page));
        let error = failing_read(&server.client_with(short_deadline)).await;
        assert_eq!(
            message_without_attempts(&error, &server),
            format!(
                "GET /v1/jobs/j: the server failed ({number}, request r-7): {status} (tried again)"
            )
        );
        assert_eq!(
            classify(&error),
            (Delivery::Confirmed, Retry::Soon, Fault::Server, Some(number), Some("r-7"))
        );
    }
}

/// The server asks the first request to wait; neither its retry nor another
/// request may arrive before that time.
async fn assert_all_requests_wait(status: &str, wait: &str, until: Instant) {
    let refusal = answer(status, &format!("Retry-After: {wait}\r\n"), "");
    let server = ScriptedServer::start(move |request| match request.number {
        0 => refusal.clone(),
        _ => requested_job(request),
    });
    let client = server.client();
    let first = spawn_read(&client, "j");
    wait_for_load(&client, |load| load.paused.is_some()).await;
    let paused = client.load().paused.unwrap();
    assert!(paused <= Duration::from_secs(2), "{paused:?}");
    client.read_job(&JobId::from("other")).await.unwrap();
    first.await.unwrap().unwrap();
    assert_eq!(server.requests().len(), 3);
    for request in &server.log().requests[1..] {
        assert!(request.at >= until, "{status}, {wait}: {:?} early", until - request.at);
    }
    assert_eq!(client.load().paused, None);
}

#[tokio::test]
async fn the_last_answer_of_the_server_is_reported_after_a_timeout() {
    let server =
        ScriptedServer::script(vec![answer("502 Bad Gateway", "", "no backend"), vec![Step::Hold]]);
    let error = failing_read(&server.client_with(short_deadline)).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server failed (502): no backend (tried 2 times)"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Soon, Fault::Server, Some(502), None)
    );
    server.wait_until(|log| log.requests.len() == 2 && log.aborted == 1).await;
}

#[tokio::test]
async fn retry_after_in_seconds_delays_every_request() {
    let until = Instant::now() + Duration::from_secs(1);
    tokio::join!(
        assert_all_requests_wait("429 Too Many Requests", "1", until),
        assert_all_requests_wait("503 Service Unavailable", "1", until),
    );
}

#[tokio::test]
async fn retry_after_as_a_date_delays_every_request() {
    let (start, now) = (Instant::now(), SystemTime::now());
    let date = httpdate::fmt_http_date(now + Duration::from_secs(2));
    let rounded = httpdate::parse_http_date(&date).unwrap();
    let until = start + rounded.duration_since(now).unwrap();
    assert_all_requests_wait("429 Too Many Requests", &date, until).await;
}

#[tokio::test]
async fn a_wait_beyond_the_deadline_is_an_error_at_once() {
    let refusal = answer("429 Slow Down", "Retry-After: 100\r\n", r#"{"error":"quota used up"}"#);
    let server = ScriptedServer::always(refusal);
    let client = server.client();
    let start = Instant::now();
    let error = failing_read(&client).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server returned an error (429): quota used up; it asks us to wait 100 s"
    );
    let wait = Retry::After(Duration::from_secs(100));
    assert_eq!(classify(&error), (Delivery::Confirmed, wait, Fault::Server, Some(429), None));

    let next = failing_read(&client).await;
    assert!(matches!(next.kind(), ErrorKind::Paused { .. }), "{next:?}");
    let message = next.to_string();
    assert!(
        message.starts_with("GET /v1/jobs/j: the server asks us to wait another ")
            && message.ends_with(" s"),
        "{message}"
    );
    assert_eq!(
        (next.delivery(), next.fault(), next.status()),
        (Delivery::NotSent, Fault::Server, None)
    );
    assert!(matches!(next.retry(), Retry::After(left) if left.as_secs() >= 20), "{next:?}");
    assert!(start.elapsed() < Duration::from_secs(80), "no request waits for the 100 seconds");
    assert_eq!(server.requests().len(), 1, "the second request is not sent");
}

#[tokio::test]
async fn a_refused_operation_does_not_block_others() {
    let server = ScriptedServer::start(|request| {
        if request.target.ends_with("/j") {
            answer("403 Forbidden", "", r#"{"error":{"message":"read only"},"request_id":"q"}"#)
        } else {
            requested_job(request)
        }
    });
    let client = server.client();
    let error = failing_read(&client).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server returned an error (403, request q): read only"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Key, Some(403), Some("q"))
    );
    client.read_job(&JobId::from("other")).await.unwrap();
    assert_eq!(server.requests(), ["GET /v1/jobs/j", "GET /v1/jobs/other"]);
}

#[tokio::test]
async fn a_failure_with_status_200_is_a_failure() {
    for (body, message, id) in [
        (r#"{"success":false,"error":"no such job"}"#, "(200): no such job", None),
        (
            r#"{"success":false,"errorInfo":{"message":"no such job"},"requestId":"r1"}"#,
            "(200, request r1): no such job",
            Some("r1"),
        ),
        (r#"{"success":"false","message":"no such job"}"#, "(200): no such job", None),
        (r#"{"success":false,"data":{"message":"no such job"}}"#, "(200): no such job", None),
        (
            r#"{"success":0,"errors":["no such job","nor ever"]}"#,
            "(200): no such job; nor ever",
            None,
        ),
        (r#"{"success":false,"detail":"no such job"}"#, "(200): no such job", None),
        (r#"{"success":false,"title":"no such job"}"#, "(200): no such job", None),
        (
            r#"{"success":false,"error":"no such job","data":{"id":"j"}}"#,
            "(200): no such job",
            None,
        ),
        (r#"{"success":false}"#, r#"(200): {"success":false}"#, None),
        (r#"{"error":"no such job","data":null}"#, "(200): no such job", None),
    ] {
        let server = ScriptedServer::always(ok(body));
        let error = failing_read(&server.client()).await;
        assert_eq!(
            error.to_string(),
            format!("GET /v1/jobs/j: the server reported a failure {message}")
        );
        assert_eq!(
            classify(&error),
            (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), id)
        );
        assert_eq!(server.requests().len(), 1, "{body}");
    }
}

#[tokio::test]
async fn errors_of_fields_are_reported() {
    let body = json!({
        "success": false, "error": "not valid", "request_id": "r9", "data": null,
        "errors": [{"field": "emails[0].value", "message": "has no @"}, {"field": "name", "message": "is empty"}],
    });
    let server = ScriptedServer::always(answer("422 Unprocessable", "", body.to_string()));
    let changes = UpdatePerson { name: Patch::Set(String::new()), ..UpdatePerson::default() };
    let error =
        server.client().update_person(&PersonId::from("p"), &changes, None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PATCH /v1/persons/p: the server returned an error (422, request r9): not valid; emails[0].value: has no @; name: is empty"
    );
    let problem = |field: &str, message: &str| ServerFieldError {
        field: field.to_owned(),
        message: message.to_owned(),
    };
    assert_eq!(
        error.fields(),
        [problem("emails[0].value", "has no @"), problem("name", "is empty")]
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Input, Some(422), Some("r9"))
    );
    assert_eq!(server.requests(), ["PATCH /v1/persons/p"]);
}

#[tokio::test]
async fn a_stale_etag_is_a_conflict() {
    let server = ScriptedServer::always(answer(
        "412 Precondition Failed",
        "",
        r#"{"error":"changed meanwhile"}"#,
    ));
    let changes = UpdatePerson { name: Patch::Set("Ada".to_owned()), ..UpdatePerson::default() };
    let client = server.client();
    let error =
        client.update_person(&PersonId::from("p"), &changes, Some("\"v1\"")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PATCH /v1/persons/p: the server returned an error (412): changed meanwhile"
    );
    assert_eq!(
        classify(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Conflict, Some(412), None)
    );
    let log = server.log();
    assert_eq!(log.requests[0].header("if-match"), Some("\"v1\""));
    assert_eq!(log.requests[0].json(), json!({"name": "Ada"}));
}

#[tokio::test]
async fn version_0_fails_by_its_error_text() {
    let body = r#"{"error":"the job is not known","data":{"id":"","name":""}}"#;
    let server = ScriptedServer::always(ok(body));
    let person = CreatePersonV0 { name: Some("Ada".to_owned()), ..CreatePersonV0::default() };
    let error = server.client().create_person_v0(&person).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "POST /v0/persons: the server reported a failure (200): the job is not known"
    );
    assert_eq!(error.delivery(), Delivery::Confirmed);
    let server = ScriptedServer::always(ok(r#"{"error":"","data":{"id":"p1","name":"Ada"}}"#));
    let created = server.client().create_person_v0(&person).await.unwrap();
    assert_eq!(created.id.as_str(), "p1");
    assert_eq!(server.requests(), ["POST /v0/persons"]);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = ScriptedServer::always(job_record());
    for status in [301, 302, 303, 307, 308] {
        let to = format!("http://{}/v1/jobs/j", other.address);
        let server = ScriptedServer::always(answer(
            &format!("{status} Moved"),
            &format!("Location: {to}\r\n"),
            "",
        ));
        let error = failing_read(&server.client()).await;
        assert_eq!(
            error.to_string(),
            format!(
                "GET /v1/jobs/j: the server redirects ({status}) to {to:?}; shortlist does not follow redirects, because the key is for this server only"
            )
        );
        assert_eq!(
            classify(&error),
            (Delivery::Confirmed, Retry::Never, Fault::Server, Some(status), None)
        );
        assert_eq!(server.requests().len(), 1);
    }
    assert_eq!(other.log().connections, 0);
}

#[tokio::test]
async fn a_late_success_does_not_end_a_pause() {
    let (open, closed) = latch();
    let server = ScriptedServer::start(move |request| match request.target.as_str() {
        "/v1/jobs/slow" => [vec![Step::Wait(closed.clone())], requested_job(request)].concat(),
        _ if request.number == 1 => answer("429 Slow Down", "Retry-After: 1\r\n", ""),
        _ => requested_job(request),
    });
    let client = server.client();
    let slow = spawn_read(&client, "slow");
    server.wait_until(|log| log.requests.len() == 1).await;
    let delayed = spawn_read(&client, "j");
    wait_for_load(&client, |load| load.paused.is_some()).await;
    drop(open);
    slow.await.unwrap().unwrap();
    assert!(client.load().paused.is_some(), "the success does not end the pause");
    delayed.await.unwrap().unwrap();
    let log = server.log();
    assert!(log.requests[2].at - log.requests[1].at >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_refusal_with_an_endless_body_is_still_a_refusal() {
    let head = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 99999999\r\n\r\n";
    let chunked = "HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    let truncated = [head, r#"{"error":"wrong key""#].concat();
    for (steps, text) in [
        (vec![Step::Write(truncated.into()), Step::Close], "no details"),
        (vec![Step::Write(chunked.into()), Step::Flood(chunk.into())], "xxx"),
    ] {
        let server = ScriptedServer::always(steps);
        let client = server.client();
        let error = failing_read(&client).await;
        let message = error.to_string();
        let expected = format!("GET /v1/jobs/j: the server rejected the key (401): {text}");
        assert!(message.starts_with(&expected), "{message}");
        assert_eq!(
            failing_read(&client).await.to_string(),
            "GET /v1/jobs/j: not sent: the server rejected the key"
        );
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn an_offline_client_sends_nothing() {
    let server = ScriptedServer::always(job_record());
    let client = server.client_with(|options| options.is_offline = true);
    let read = failing_read(&client).await;
    assert_eq!(read.to_string(), "GET /v1/jobs/j: offline: --offline was given");
    assert!(matches!(read.kind(), ErrorKind::Offline));
    let (_, completeness) = client.paginate(&ListEndpoint::jobs()).collect().await;
    assert!(!completeness.gaps.is_empty());
    let write = client.create_person(&CreatePerson::default()).await.unwrap_err();
    for error in [read, write] {
        assert_eq!(classify(&error), (Delivery::NotSent, Retry::Never, Fault::Network, None, None));
    }
    assert_eq!(server.log().connections, 0);
}
