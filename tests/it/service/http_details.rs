//! Details of HTTP: conditions, encodings, the `Host` header, and errors below the router.

use std::io::{Read, Write};
use std::net::TcpStream;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::support::harness::{Program, Service, database};
use crate::support::http::{Request, person_path, send};

fn with_candidates(count: usize) -> Service {
    let service = Service::start();
    for number in 0..count {
        service.create_person(&json!({"name": format!("N{number}"), "job_id": "job_rust"}));
    }
    service
}

fn unmodified(service: &Service, path: &str, etag: &str) -> bool {
    let answer = Request::new("GET", path).header("If-None-Match", etag).send(service.address);
    assert!([200, 304].contains(&answer.status), "{}", answer.body);
    assert!(answer.status == 200 || answer.body.is_empty());
    answer.status == 304
}

#[test]
fn the_tag_of_a_page_changes_with_any_row_of_the_list() {
    let service = with_candidates(3);
    let candidates = "/v1/jobs/job_rust/candidates?limit=1";
    let tag = |path: &str| service.get(path).header("etag").unwrap().to_owned();
    let (page, jobs) = (tag(candidates), tag("/v1/jobs"));
    assert!(unmodified(&service, candidates, &page) && unmodified(&service, "/v1/jobs", &jobs));
    let other_page = "/v1/jobs/job_rust/candidates?limit=1&offset=1";
    assert!(!unmodified(&service, other_page, &page), "another page has another tag");
    let other_list = tag("/v1/jobs/job_sales/candidates");

    let last = service.get("/v1/jobs/job_rust/candidates?offset=2").json();
    let person = last["data"][0]["person_id"].as_str().unwrap().to_owned();
    service.patch(&format!("/v1/persons/{person}"), &json!({"name": "Renamed"}));
    assert!(!unmodified(&service, candidates, &page), "a row on another page changed");
    assert!(unmodified(&service, "/v1/jobs", &jobs), "no job changed");
    assert!(unmodified(&service, "/v1/jobs/job_sales/candidates", &other_list));

    let page = tag(candidates);
    service.patch(&format!("/v1/persons/{person}"), &json!({"mobile_phone": "+353 1 555 0100"}));
    assert!(unmodified(&service, candidates, &page), "the list shows no phones");
    service.create_person(&json!({"name": "New", "job_id": "job_rust"}));
    assert!(!unmodified(&service, candidates, &page) && !unmodified(&service, "/v1/jobs", &jobs));
}

#[test]
fn a_write_returns_the_tag_and_the_path_of_the_person() {
    let service = Service::start();
    let created = service.post("/v1/persons", &json!({"name": "Ada", "job_id": "job_rust"}));
    let path = person_path(&created.data());
    assert_eq!(created.header("location"), Some(&*path));
    let read = || service.get(&path).header("etag").unwrap().to_owned();
    assert_eq!(created.header("etag"), Some(&*read()));
    let updated = service.patch(&path, &json!({"name": "Ada Obi"}));
    assert_eq!(updated.header("etag"), Some(&*read()));
    let next = Request::new("PATCH", &path)
        .json(&json!({"name": "Ada O."}))
        .header("If-Match", updated.header("etag").unwrap())
        .send(service.address);
    assert_eq!(next.status, 200, "the tag of an update is good for the next one");
    let old = service.post("/v0/persons", &json!({"name": "Old"}));
    assert_eq!(old.header("etag"), service.get(&person_path(&old.data())).header("etag"));
}

/// Sends a request that asks for gzip, and returns the head and the body as bytes.
fn get_gzip(service: &Service, path: &str, accept: &str) -> (String, Vec<u8>) {
    let request = Request::new("GET", path).header("Accept-Encoding", accept).to_bytes();
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(&request).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let body = bytes.split_off(end + 4);
    (String::from_utf8(bytes).unwrap().to_lowercase(), body)
}

/// Removes the chunks of a chunked body.
fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        whole.extend_from_slice(&body[end + 2..end + 2 + length]);
        body = &body[end + 2 + length + 2..];
    }
    whole
}

#[test]
fn long_responses_are_compressed_on_request() {
    let service = with_candidates(20);
    let path = "/v1/jobs/job_rust/candidates";
    let (head, body) = get_gzip(&service, path, "gzip");
    assert!(head.contains("content-encoding: gzip") && head.contains("vary: "), "{head}");
    let mut text = String::new();
    GzDecoder::new(&*unchunk(&body)).read_to_string(&mut text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), service.get(path).json());
    let plain = get_gzip(&service, path, "identity").0;
    assert!(!plain.contains("content-encoding"), "{plain}");
    let (head, document) = get_gzip(&service, "/openapi.json", "gzip");
    assert!(head.contains("content-encoding: gzip"), "{head}");
    let mut text = String::new();
    GzDecoder::new(&*document).read_to_string(&mut text).unwrap();
    assert_eq!(text, service.get("/openapi.json").body);
    let short = get_gzip(&service, "/livez", "gzip").0;
    assert!(!short.contains("content-encoding"), "{short}");
}

#[test]
fn the_tag_of_a_compressed_response_is_good_for_conditions() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "emails": (0..40).map(|n| format!("ada{n}@kestrel.example")).collect::<Vec<_>>()}));
    let path = person_path(&created);
    let (head, _) = get_gzip(&service, &path, "gzip");
    let etag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    assert!(etag.ends_with("-gzip\""), "its bytes are other ones: {etag}");
    assert!(unmodified(&service, &path, &etag));
    let update = Request::new("PATCH", &path)
        .json(&json!({"name": "Ada Obi"}))
        .header("If-Match", &etag)
        .send(service.address);
    assert_eq!(update.status, 200, "{}", update.body);
}

#[test]
fn an_encoded_body_is_refused() {
    let service = Service::start();
    let request = Request::new("POST", "/v1/persons").json(&json!({"name": "A"}));
    for (encoding, status) in [("gzip", 415), ("br", 415), ("identity", 201)] {
        let answer = request.clone().header("Content-Encoding", encoding).send(service.address);
        assert_eq!(answer.status, status, "{encoding}");
    }
}

#[test]
fn a_body_of_another_type_is_refused_by_name() {
    let service = Service::start();
    let request = Request::new("POST", "/v1/persons").bytes(b"{}");
    let table = [
        ("", "Content-Type: must be application/json; it is missing"),
        ("text/plain; charset=utf-8", "Content-Type: must be application/json, not \"text/plain\""),
    ];
    for (content_type, message) in table {
        let request = request.clone().header("Content-Type", content_type);
        let answer = request.send(service.address);
        assert_eq!((answer.status, &answer.json()["error"]), (415, &json!(message)));
    }
}

#[test]
fn an_announced_body_over_the_limit_is_refused_before_it_is_sent() {
    let service = Service::start();
    let head = Request::new("POST", "/v1/persons")
        .header("Content-Type", "application/json")
        .header("Content-Length", "2000000")
        .header("Expect", "100-continue");
    let answer = send(service.address, &head.to_bytes());
    assert_eq!((answer.status, &answer.json()["error_code"]), (413, &json!("body_too_large")));
}

#[test]
fn a_request_needs_exactly_one_host() {
    let service = Service::start();
    for hosts in ["", "Host: a\r\nHost: b\r\n"] {
        let request = format!("GET /livez HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        let answer = send(service.address, request.as_bytes());
        assert_eq!((answer.status, &answer.json()["error_code"]), (400, &json!("bad_request")));
    }
    let old = send(service.address, b"GET /livez HTTP/1.0\r\n\r\n");
    assert_eq!(old.status, 200, "version 1.0 has no such rule");
}

#[test]
fn errors_below_the_router_carry_the_envelope_and_a_request_id() {
    let service = Service::start();
    for request in [
        "nonsense\r\n\r\n",
        "GET /v1/jobs HTTP/1.1\r\nBad Header: x\r\n\r\n",
        "GET /v1/jobs HTTP/9.9\r\n\r\n",
    ] {
        let answer = send(service.address, request.as_bytes());
        assert_eq!(
            (answer.status, &answer.json()["error_code"]),
            (400, &json!("bad_request")),
            "{request}"
        );
        assert_eq!(answer.json()["success"], false);
        assert_eq!(answer.header("x-request-id"), answer.json()["request_id"].as_str());
    }
}

#[test]
fn timestamps_have_three_decimals_whatever_the_import_has() {
    let program = Program::new();
    let at = database(program.home.path(), "times.db");
    program.import_agency(&at);
    let running = program.serve(&["--database", &at]);
    let job = Request::new("GET", "/v1/jobs/job_rust").send(running.address).data();
    assert_eq!(job["created_at"], "2026-01-09T09:00:00.000Z");
    let body = json!({"name": "Ada", "job_id": "job_rust"});
    let created = Request::new("POST", "/v1/persons").json(&body).send(running.address).data();
    let path = format!("/v1/candidates/{}", created["candidate_id"].as_str().unwrap());
    let candidate = Request::new("GET", &path).send(running.address).data();
    let history = &candidate["pipeline_stage_history"][0];
    for date in [
        &candidate["created_at"],
        &candidate["current_pipeline_stage_date"],
        &history["stage_date"],
    ] {
        assert_eq!(date.as_str().unwrap().len(), "2026-01-09T09:00:00.000Z".len(), "{date}");
    }
}

#[test]
fn an_empty_log_level_is_the_default() {
    let program = Program::new();
    let mut command = program.command(&["serve", "--listen", "0"]);
    command.env("SHORTLIST_SERVICE_KEY", "k").env("SHORTLIST_LOG", "");
    let running = crate::support::harness::RunningService::start(command);
    assert!(running.address.ip().is_loopback(), "a port alone is on this machine");
}

#[cfg(target_os = "linux")]
#[test]
fn the_service_raises_its_limit_of_open_files() {
    let program = Program::new();
    let binary = env!("CARGO_BIN_EXE_shortlist");
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &format!("ulimit -Sn 64 && exec {binary} serve --listen 0")])
        .current_dir(program.home.path())
        .env("HOME", program.home.path())
        .env("SHORTLIST_SERVICE_KEY", "k")
        .stdout(std::process::Stdio::piped());
    let running = crate::support::harness::RunningService::start(shell);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", running.child.id())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let mut numbers = line.split_whitespace().skip(3);
    assert_eq!(numbers.next(), numbers.next(), "{line}");
}
