//! Clients that are slow, greedy or wrong do not hold up the others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use shortlist::service::{Limits, ServiceSettings};

use crate::support::engine::OwnConnection;
use crate::support::harness::{Service, agency};
use crate::support::http::{Request, parse};

fn service_with_limits(change: impl FnOnce(&mut Limits)) -> Service {
    let mut limits = Limits::default();
    change(&mut limits);
    Service::with(ServiceSettings { limits, ..ServiceSettings::default() }, agency())
}

/// The head and half of the body of a create.
fn stalled_body(service: &Service) -> TcpStream {
    let request = Request::new("POST", "/v1/persons").json(&json!({"name": "Stalled"})).to_bytes();
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(&request[..request.len() - 5]).unwrap();
    stream
}

fn read_to_end(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn stalled_bodies_take_no_slot() {
    let service = service_with_limits(|limits| (limits.max_writes, limits.max_reads) = (1, 1));
    let mut stalled: Vec<TcpStream> = (0..20).map(|_| stalled_body(&service)).collect();
    stalled.extend(["/v1/jobs", "/v1/persons", "/v1/none"].map(|path| {
        let head = Request::new("GET", path).header("Content-Length", "5").to_bytes();
        let mut stream = TcpStream::connect(service.address).unwrap();
        stream.write_all(&head).unwrap();
        stream
    }));
    assert_eq!(service.post("/v1/persons", &json!({"name": "Quick"})).status, 201);
    assert_eq!(service.get("/v1/jobs").status, 200);
    let first = &mut stalled[0];
    first.write_all(br#"led"}"#).unwrap();
    assert_eq!(parse(&read_to_end(first)).status, 201, "a slow body is served in the end");
}

#[test]
fn waiting_writers_share_one_deadline_and_leave_the_readers_alone() {
    let service = service_with_limits(|limits| {
        limits.write_wait = Duration::from_millis(100);
        limits.max_reads = 1;
    });
    let lock = OwnConnection::hold_writers(&service.database);
    std::thread::scope(|scope| {
        let write = || service.post("/v1/persons", &json!({"name": "Waiting"}));
        let writers: Vec<_> = (0..20).map(|_| scope.spawn(write)).collect();
        assert_eq!(service.get("/v1/jobs").status, 200, "a read has its own slot");
        for writer in writers {
            let answer = writer.join().unwrap();
            assert_eq!((answer.status, &answer.json()["error_code"]), (503, &json!("overloaded")));
        }
    });
    lock.execute("ROLLBACK");
    assert_eq!(service.post("/v1/persons", &json!({"name": "Later"})).status, 201);
}

#[test]
fn a_head_over_the_limit_is_refused_with_the_envelope() {
    let service = Service::start();
    let long = |length| {
        let long = "a".repeat(length);
        format!("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: {long}\r\n\r\n")
    };
    let many = format!("GET /livez HTTP/1.1\r\nHost: x\r\n{}\r\n", "X-Many: 1\r\n".repeat(120));
    for request in [long(66_000), long(1_000_000), many] {
        let answer = crate::support::http::send(service.address, request.as_bytes());
        assert_eq!((answer.status, &answer.json()["error_code"]), (431, &json!("head_too_large")));
        assert_eq!(answer.header("x-request-id"), answer.json()["request_id"].as_str());
    }
    assert_eq!(crate::support::http::send(service.address, long(60_000).as_bytes()).status, 200);
}

#[test]
fn a_client_that_does_not_read_its_responses_is_disconnected() {
    let service = service_with_limits(|limits| limits.send_timeout = Duration::from_millis(100));
    let mut stream = TcpStream::connect(service.address).unwrap();
    let request = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    // Responses fill the buffers of both sides; then the service waits for us, and gives up.
    stream.set_write_timeout(Some(crate::support::TIMEOUT)).unwrap();
    let mut sent = 0;
    while sent < 200_000 && stream.write_all(request).is_ok() {
        sent += 1;
    }
    assert!(sent < 200_000, "the service closed the connection");
}

#[test]
fn a_shutdown_does_not_wait_for_a_stalled_client() {
    let mut service =
        service_with_limits(|limits| limits.shutdown_grace = Duration::from_millis(100));
    let mut stalled = stalled_body(&service);
    assert_eq!(service.get("/v1/jobs").status, 200);
    service.stop();
    assert_eq!(read_to_end(&mut stalled), b"", "cut off, without waiting for the rest of the body");
}

#[test]
fn public_pages_have_a_budget_for_each_address() {
    let service = service_with_limits(|limits| limits.public_rate = "3/1h".parse().unwrap());
    for path in ["/openapi.json", "/docs", "/nowhere"] {
        assert_ne!(service.get(path).status, 429, "{path}");
    }
    let refusal = service.get("/openapi.json");
    assert_eq!((refusal.status, &refusal.json()["error_code"]), (429, &json!("rate_limited")));
    assert!(refusal.header("retry-after").is_some());
    assert_eq!(service.get("/v1/jobs").status, 200, "keys have their own budget");
    let checks = ["/livez", "/healthz"].map(|path| service.get(path).status);
    assert_eq!(checks, [200, 200], "a flood does not look like a dead service");
}

#[test]
fn wrong_keys_are_throttled_by_address_and_right_ones_are_not() {
    let service = service_with_limits(|limits| limits.wrong_key_rate = "2/1h".parse().unwrap());
    let call = |key: &str| {
        let authorization = format!("Bearer {key}");
        Request::new("GET", "/v1/jobs")
            .header("Authorization", &authorization)
            .send(service.address)
    };
    assert_eq!((call("one").status, call("two").status), (401, 401));
    let refusal = call("three");
    assert_eq!((refusal.status, &refusal.json()["error_code"]), (429, &json!("rate_limited")));
    assert_eq!(service.get("/v1/jobs").status, 200);
    let missing = Request::new("GET", "/v1/jobs").header("Authorization", "").send(service.address);
    assert_eq!(missing.status, 401, "a missing key is not a guess");
}
