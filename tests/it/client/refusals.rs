//! The server says no, in every shape there is.

use std::time::{Duration, Instant, SystemTime};

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{Delivery, ErrorKind, Fault, FieldError, Retry};
use shortlist::wire::{CreatePersonV0, JobId, Patch, PersonId, UpdatePerson};

use crate::support::client_errors::{fails, questions, tried};
use crate::support::scripted_server::{Rough, Step, answer, hasty, latch, ok, record, until_load};

fn a_job() -> Vec<Step> {
    record(&json!({"id": "j", "name": "Clerk"}))
}

#[tokio::test]
async fn a_broken_server_is_asked_again() {
    let statuses = ["500 Oh", "502 Oh", "503 Oh", "504 Oh", "408 Oh", "425 Oh", "429 Oh"];
    join_all(statuses.map(async |status| {
        let server = Rough::script(vec![answer(status, "", ""), a_job()]);
        let job = server.client().read_job(&JobId::from("j")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.asked(), ["GET /v1/jobs/j"; 2], "{status}");
    }))
    .await;
}

#[tokio::test]
async fn the_title_of_a_page_of_html_is_what_a_broken_server_says() {
    for (status, number) in [("500 Internal Server Error", 500), ("502 Bad Gateway", 502)] {
        let page = format!("<html>\n<head><title>\n{status}\n</title></head><body>…</body></html>");
        let headers = "Content-Type: text/html\r\nX-Request-Id: r-7\r\n";
        let server = Rough::always(answer(status, headers, page));
        let error = fails(&server.client_with(hasty)).await;
        assert_eq!(
            tried(&error, &server),
            format!(
                "GET /v1/jobs/j: the server failed ({number}, request r-7): {status} (tried again)"
            )
        );
        assert_eq!(
            questions(&error),
            (Delivery::Confirmed, Retry::Soon, Fault::Server, Some(number), Some("r-7"))
        );
    }
}

/// The first request is told to wait; another is asked meanwhile. Neither is
/// sent again before the time has come.
async fn holds_back_every_request(status: &str, wait: &str, opens: Instant) {
    let refused = answer(status, &format!("Retry-After: {wait}\r\n"), "");
    let server = Rough::script(vec![refused, a_job()]);
    let client = server.client();
    let first = tokio::spawn({
        let client = client.clone();
        async move { client.read_job(&JobId::from("j")).await }
    });
    until_load(&client, |load| load.paused.is_some()).await;
    let paused = client.load().paused.unwrap();
    assert!(paused <= Duration::from_secs(2), "{paused:?}");
    client.read_job(&JobId::from("other")).await.unwrap();
    first.await.unwrap().unwrap();
    assert_eq!(server.asked().len(), 3);
    for asked in &server.log().asked[1..] {
        assert!(asked.at >= opens, "{status}, {wait}: {:?} early", opens - asked.at);
    }
    assert_eq!(client.load().paused, None);
}

#[tokio::test]
async fn what_the_server_said_is_told_when_time_runs_out_later() {
    let server = Rough::script(vec![answer("502 Bad Gateway", "", "no backend"), vec![Step::Hold]]);
    let error = fails(&server.client_with(hasty)).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server failed (502): no backend (tried 2 times)"
    );
    assert_eq!(
        questions(&error),
        (Delivery::Confirmed, Retry::Soon, Fault::Server, Some(502), None)
    );
    server.until(|log| log.asked.len() == 2 && log.hung_up == 1).await;
}

#[tokio::test]
async fn a_wait_that_the_server_asks_for_holds_back_every_request() {
    let second = Instant::now() + Duration::from_secs(1);
    tokio::join!(
        holds_back_every_request("429 Too Many Requests", "1", second),
        holds_back_every_request("503 Service Unavailable", "1", second),
    );
}

#[tokio::test]
async fn a_wait_until_a_date_holds_back_every_request() {
    let (begun, now) = (Instant::now(), SystemTime::now());
    let date = httpdate::fmt_http_date(now + Duration::from_secs(2));
    let until = httpdate::parse_http_date(&date).unwrap();
    let opens = begun + until.duration_since(now).unwrap();
    holds_back_every_request("429 Too Many Requests", &date, opens).await;
}

#[tokio::test]
async fn a_wait_longer_than_a_request_may_take_is_told_at_once() {
    let refused = answer("429 Slow Down", "Retry-After: 100\r\n", r#"{"error":"quota used up"}"#);
    let server = Rough::always(refused);
    let client = server.client();
    let begun = Instant::now();
    let error = fails(&client).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server refused (429): quota used up; it asks to wait 100 s"
    );
    let wait = Retry::After(Duration::from_secs(100));
    assert_eq!(questions(&error), (Delivery::Confirmed, wait, Fault::Server, Some(429), None));

    let next = fails(&client).await;
    assert!(matches!(next.kind(), ErrorKind::Paused { .. }), "{next:?}");
    let told = next.to_string();
    assert!(
        told.starts_with("GET /v1/jobs/j: the server asks everybody to wait ")
            && told.ends_with(" s more"),
        "{told}"
    );
    assert_eq!(
        (next.delivery(), next.fault(), next.status()),
        (Delivery::NotSent, Fault::Server, None)
    );
    assert!(matches!(next.retry(), Retry::After(left) if left.as_secs() >= 90), "{next:?}");
    assert!(begun.elapsed() < Duration::from_secs(5), "nobody waited");
    assert_eq!(server.asked().len(), 1, "the second was not sent");
}

#[tokio::test]
async fn a_refusal_of_one_operation_stops_no_other() {
    let server = Rough::start(|asked| {
        if asked.target.ends_with("/j") {
            answer("403 Forbidden", "", r#"{"error":{"message":"read only"},"request_id":"q"}"#)
        } else {
            a_job()
        }
    });
    let client = server.client();
    let error = fails(&client).await;
    assert_eq!(error.to_string(), "GET /v1/jobs/j: the server refused (403, request q): read only");
    assert_eq!(
        questions(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Key, Some(403), Some("q"))
    );
    client.read_job(&JobId::from("other")).await.unwrap();
    assert_eq!(server.asked(), ["GET /v1/jobs/j", "GET /v1/jobs/other"]);
}

#[tokio::test]
async fn a_failure_that_calls_itself_200_is_a_failure() {
    for (body, told, id) in [
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
        let server = Rough::always(ok(body));
        let error = fails(&server.client()).await;
        assert_eq!(
            error.to_string(),
            format!("GET /v1/jobs/j: the server says that it failed {told}")
        );
        assert_eq!(
            questions(&error),
            (Delivery::Confirmed, Retry::Never, Fault::Server, Some(200), id)
        );
        assert_eq!(server.asked().len(), 1, "{body}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_which_field_is_told() {
    let body = json!({
        "success": false, "error": "not valid", "request_id": "r9", "data": null,
        "errors": [{"field": "emails[0].value", "message": "has no @"}, {"field": "name", "message": "is empty"}],
    });
    let server = Rough::always(answer("422 Unprocessable", "", body.to_string()));
    let changes = UpdatePerson { name: Patch::Set(String::new()), ..UpdatePerson::default() };
    let error =
        server.client().update_person(&PersonId::from("p"), &changes, None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PATCH /v1/persons/p: the server refused (422, request r9): not valid; emails[0].value: has no @; name: is empty"
    );
    let problem = |field: &str, message: &str| FieldError {
        field: field.to_owned(),
        message: message.to_owned(),
    };
    assert_eq!(
        error.fields(),
        [problem("emails[0].value", "has no @"), problem("name", "is empty")]
    );
    assert_eq!(
        questions(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Input, Some(422), Some("r9"))
    );
    assert_eq!(server.asked(), ["PATCH /v1/persons/p"]);
}

#[tokio::test]
async fn a_change_by_somebody_else_is_a_conflict() {
    let server =
        Rough::always(answer("412 Precondition Failed", "", r#"{"error":"changed meanwhile"}"#));
    let changes = UpdatePerson { name: Patch::Set("Ada".to_owned()), ..UpdatePerson::default() };
    let client = server.client();
    let error =
        client.update_person(&PersonId::from("p"), &changes, Some("\"v1\"")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "PATCH /v1/persons/p: the server refused (412): changed meanwhile"
    );
    assert_eq!(
        questions(&error),
        (Delivery::Confirmed, Retry::Never, Fault::Conflict, Some(412), None)
    );
    let log = server.log();
    assert_eq!(log.asked[0].header("if-match"), Some("\"v1\""));
    assert_eq!(log.asked[0].json(), json!({"name": "Ada"}));
}

#[tokio::test]
async fn the_old_way_of_creating_fails_by_its_error_text() {
    let body = r#"{"error":"the job is not known","data":{"id":"","name":""}}"#;
    let server = Rough::always(ok(body));
    let person = CreatePersonV0 { name: Some("Ada".to_owned()), ..CreatePersonV0::default() };
    let error = server.client().create_person_v0(&person).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "POST /v0/persons: the server says that it failed (200): the job is not known"
    );
    assert_eq!(error.delivery(), Delivery::Confirmed);
    let server = Rough::always(ok(r#"{"error":"","data":{"id":"p1","name":"Ada"}}"#));
    let made = server.client().create_person_v0(&person).await.unwrap();
    assert_eq!(made.id.as_str(), "p1");
    assert_eq!(server.asked(), ["POST /v0/persons"]);
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_the_other_host_hears_nothing() {
    let other = Rough::always(a_job());
    for status in [301, 302, 303, 307, 308] {
        let to = format!("http://{}/v1/jobs/j", other.address);
        let server =
            Rough::always(answer(&format!("{status} Moved"), &format!("Location: {to}\r\n"), ""));
        let error = fails(&server.client()).await;
        assert_eq!(
            error.to_string(),
            format!(
                "GET /v1/jobs/j: the server answers {status} and sends us to {to:?}; that is not followed, since the key is for this server only"
            )
        );
        assert_eq!(
            questions(&error),
            (Delivery::Confirmed, Retry::Never, Fault::Server, Some(status), None)
        );
        assert_eq!(server.asked().len(), 1);
    }
    assert_eq!(other.log().connections, 0);
}

#[tokio::test]
async fn a_wait_is_not_shortened_by_an_answer_that_was_on_its_way() {
    let (open, shut) = latch();
    let server = Rough::start(move |asked| match asked.target.as_str() {
        "/v1/jobs/slow" => [vec![Step::Wait(shut.clone())], a_job()].concat(),
        _ if asked.number == 1 => answer("429 Slow Down", "Retry-After: 1\r\n", ""),
        _ => a_job(),
    });
    let client = server.client();
    let slow = tokio::spawn({
        let client = client.clone();
        async move { client.read_job(&JobId::from("slow")).await }
    });
    server.until(|log| log.asked.len() == 1).await;
    let refused = tokio::spawn({
        let client = client.clone();
        async move { client.read_job(&JobId::from("j")).await }
    });
    until_load(&client, |load| load.paused.is_some()).await;
    drop(open);
    slow.await.unwrap().unwrap();
    assert!(client.load().paused.is_some(), "the good answer ends no pause");
    refused.await.unwrap().unwrap();
    let log = server.log();
    assert!(log.asked[2].at - log.asked[1].at >= Duration::from_secs(1));
}

#[tokio::test]
async fn a_refusal_counts_even_if_its_explanation_never_ends() {
    let head = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 99999999\r\n\r\n";
    let chunked = "HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    let cut = [head, r#"{"error":"wrong key""#].concat();
    for (fault, said) in [
        (vec![Step::Write(cut.into()), Step::Close], "nothing more"),
        (vec![Step::Write(chunked.into()), Step::Flood(chunk.into())], "xxx"),
    ] {
        let server = Rough::always(fault);
        let client = server.client();
        let error = fails(&client).await;
        let told = error.to_string();
        let begin = format!("GET /v1/jobs/j: the server refused (401): {said}");
        assert!(told.starts_with(&begin), "{told}");
        assert_eq!(
            fails(&client).await.to_string(),
            "GET /v1/jobs/j: not sent: the server refused the key"
        );
        assert_eq!(server.asked().len(), 1);
    }
}
