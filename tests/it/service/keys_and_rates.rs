//! Keys and rate limits.

use std::time::Duration;

use serde_json::json;
use shortlist::service::store::{IfMissing, Store};
use shortlist::service::{NewApiKey, RateLimit, ServiceSettings};
use shortlist::wire::Timestamp;

use crate::support::harness::{Program, Service, agency, context, database};
use crate::support::http::{KEY, Request, Response, wait_for_status};

#[test]
fn a_key_is_printed_once_stored_as_a_digest_and_refused_when_revoked() {
    let program = Program::new();
    let at = database(program.home.path(), "keys.db");
    let add = |arguments: &[&str]| {
        program.ok(&[&["keys", "add"], arguments, &["--database", &at]].concat()).trim().to_owned()
    };
    let (full, reader) = (add(&["laptop"]), add(&["board", "--read-only"]));
    assert!(full.starts_with("sl_") && full.len() > 50);
    if let Some(file) = at.strip_prefix("sqlite:") {
        let bytes = std::fs::read(file).unwrap();
        assert!(!bytes.windows(full.len()).any(|window| window == full.as_bytes()));
    }
    let listed = program.ok(&["keys", "list", "--database", &at]);
    assert!(
        listed.contains("laptop") && listed.contains("board") && !listed.contains(&full),
        "{listed}"
    );

    let running = program.serve(&["--database", &at]);
    let call = |method: &str, path: &str, key: &str| {
        Request::new(method, path)
            .json(&json!({"name": "A"}))
            .header("Authorization", &format!("Bearer {key}"))
            .send(running.address)
    };
    assert_eq!(call("POST", "/v1/persons", &full).status, 201);
    assert_eq!(call("GET", "/v1/jobs", &reader).status, 200);
    let refusal = call("POST", "/v1/persons", &reader);
    assert_eq!((refusal.status, &refusal.json()["error_code"]), (403, &json!("read_only_key")));
    assert_eq!(call("POST", "/v0/persons", &reader).status, 403);

    program.ok(&["keys", "revoke", "laptop", "--database", &at]);
    wait_for_status(401, Duration::from_secs(2), || call("GET", "/v1/jobs", &full).status);
    assert_eq!(call("GET", "/v1/jobs", &reader).status, 200, "the other key is still valid");
}

#[test]
fn a_new_key_is_accepted_soon_after_a_refusal() {
    let program = Program::new();
    let at = database(program.home.path(), "new.db");
    // The loop below tries a key that is not known yet.
    let running = program.serve(&["--database", &at, "--wrong-key-rate", "1000000/1s"]);
    let call = |key: &str| {
        Request::new("GET", "/v1/jobs")
            .header("Authorization", &format!("Bearer {key}"))
            .send(running.address)
            .status
    };
    assert_eq!(call("sl_wrong"), 401);
    let key = program.ok(&["keys", "add", "fresh", "--database", &at]);
    // A new key works sooner than a revocation takes effect.
    wait_for_status(200, Duration::from_secs(1), || call(key.trim()));
}

#[test]
fn a_rate_limit_counts_each_key_and_sets_headers() {
    let rate: RateLimit = "3/1h".parse().unwrap();
    let service = Service::with(
        ServiceSettings { rate_limit: Some(rate), ..ServiceSettings::default() },
        agency(),
    );
    let other =
        NewApiKey::generate("other".into(), false, Timestamp::parse("2026-01-01").unwrap(), None)
            .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&service.database.parse().unwrap(), IfMissing::Fail).await.unwrap();
        store.add_key(other.record, context()).await.unwrap();
    });
    let call = |path: &str, key: &str| -> Response {
        Request::new("GET", path)
            .header("Authorization", &format!("Bearer {key}"))
            .send(service.address)
    };
    for left in ["2", "1", "0"] {
        let answer = call("/v1/jobs", KEY);
        assert_eq!(answer.status, 200);
        assert_eq!(
            (answer.header("x-ratelimit-limit"), answer.header("x-ratelimit-remaining")),
            (Some("3"), Some(left))
        );
        assert!(
            answer.header("x-ratelimit-reset").unwrap().parse::<u64>().unwrap() > 1_700_000_000
        );
    }
    let refusal = call("/v1/jobs", KEY);
    assert_eq!((refusal.status, &refusal.json()["error_code"]), (429, &json!("rate_limited")));
    let wait: u64 = refusal.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3600).contains(&wait), "{wait}");
    let v0 = Request::new("POST", "/v0/persons").json(&json!({"name": "A"})).send(service.address);
    assert_eq!(
        (v0.status, v0.json().as_object().unwrap().len()),
        (429, 2),
        "version 0 has its own envelope"
    );
    assert_eq!(call("/v1/jobs", &other.secret).status, 200, "each key has its own count");
    assert_eq!(service.get("/healthz").status, 200, "a health check needs no key");
    let unlimited = Service::start();
    assert_eq!(unlimited.get("/v1/jobs").header("x-ratelimit-limit"), None);
}

#[test]
fn serve_accepts_a_rate_limit() {
    let program = Program::new();
    let running = program.serve(&["--rate", "1/24h"]);
    let call = || Request::new("GET", "/v1/jobs").send(running.address).status;
    assert_eq!((call(), call()), (200, 429));
}

#[test]
fn a_key_that_no_header_can_hold_is_refused_at_the_start() {
    let program = Program::new();
    for key in [" secret", "secr\u{e9}t", "two words", "line\n"] {
        let output = program
            .command(&["serve", "--listen", "127.0.0.1:0"])
            .env("SHORTLIST_SERVICE_KEY", key)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{key:?}");
    }
}
