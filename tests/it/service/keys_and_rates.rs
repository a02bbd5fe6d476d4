//! What the operator decides: keys and rates.

use std::time::{Duration, Instant};

use serde_json::json;
use shortlist::service::store::{DatabaseUrl, IfMissing, Store};
use shortlist::service::{NewApiKey, RateLimit, ServiceSettings};
use shortlist::wire::Timestamp;

use crate::support::harness::{Answer, KEY, Program, Request, Service, agency, database};

/// Asks until the status is this one. A request that is sent after the limit must
/// get it, however long a busy machine takes to answer.
fn until_answered(status: u16, since: Instant, limit: Duration, call: impl Fn() -> u16) {
    loop {
        let is_late = since.elapsed() > limit;
        if call() == status {
            return;
        }
        assert!(!is_late, "{status} does not come within {limit:?}");
    }
}

#[test]
fn a_key_is_printed_once_stored_as_a_digest_and_gone_when_revoked() {
    let program = Program::new();
    let at = database(program.home.path(), "keys.db");
    let add = |arguments: &[&str]| {
        program.ok(&[&["keys", "add"], arguments, &["--database", &at]].concat()).trim().to_owned()
    };
    let (full, reader) = (add(&["laptop"]), add(&["board", "--read-only"]));
    assert!(full.starts_with("sl_") && full.len() > 50);
    let bytes = std::fs::read(program.home.path().join("keys.db")).unwrap();
    assert!(!bytes.windows(full.len()).any(|window| window == full.as_bytes()));
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
    let refused = call("POST", "/v1/persons", &reader);
    assert_eq!((refused.status, &refused.json()["error_code"]), (403, &json!("read_only_key")));
    assert_eq!(call("POST", "/v0/persons", &reader).status, 403);

    program.ok(&["keys", "revoke", "laptop", "--database", &at]);
    let revoked = Instant::now();
    until_answered(401, revoked, Duration::from_secs(2), || call("GET", "/v1/jobs", &full).status);
    assert_eq!(call("GET", "/v1/jobs", &reader).status, 200, "the other key still opens");
}

#[test]
fn a_new_key_opens_at_once_even_after_a_refusal() {
    let program = Program::new();
    let at = database(program.home.path(), "new.db");
    let running = program.serve(&["--database", &at]);
    let call = |key: &str| {
        Request::new("GET", "/v1/jobs")
            .header("Authorization", &format!("Bearer {key}"))
            .send(running.address)
            .status
    };
    assert_eq!(call("sl_wrong"), 401);
    let key = program.ok(&["keys", "add", "fresh", "--database", &at]);
    // Well before the old ones are read again.
    until_answered(200, Instant::now(), Duration::from_secs(1), || call(key.trim()));
}

#[test]
fn a_rate_is_counted_for_each_key_and_told_in_headers() {
    let rate: RateLimit = "3/1h".parse().unwrap();
    let service = Service::with(
        ServiceSettings { rate_limit: Some(rate), ..ServiceSettings::default() },
        agency(),
    );
    let other = NewApiKey::generate("other".into(), false, Timestamp::parse("2026-01-01").unwrap())
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store =
            Store::open(&DatabaseUrl::Sqlite(service.database.clone()), IfMissing::Fail).unwrap();
        store.add_key(other.record).await.unwrap();
    });
    let ask = |path: &str, key: &str| -> Answer {
        Request::new("GET", path)
            .header("Authorization", &format!("Bearer {key}"))
            .send(service.address)
    };
    for left in ["2", "1", "0"] {
        let answer = ask("/v1/jobs", KEY);
        assert_eq!(answer.status, 200);
        assert_eq!(
            (answer.header("x-ratelimit-limit"), answer.header("x-ratelimit-remaining")),
            (Some("3"), Some(left))
        );
        assert!(
            answer.header("x-ratelimit-reset").unwrap().parse::<u64>().unwrap() > 1_700_000_000
        );
    }
    let refused = ask("/v1/jobs", KEY);
    assert_eq!((refused.status, &refused.json()["error_code"]), (429, &json!("rate_limited")));
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3600).contains(&wait), "{wait}");
    let old = Request::new("POST", "/v0/persons").json(&json!({"name": "A"})).send(service.address);
    assert_eq!(
        (old.status, old.json().as_object().unwrap().len()),
        (429, 2),
        "version 0 in its own envelope"
    );
    assert_eq!(ask("/v1/jobs", &other.secret).status, 200, "the other key has its own count");
    assert_eq!(service.get("/healthz").status, 200, "health is nobody's key");
    let unlimited = Service::start();
    assert_eq!(unlimited.get("/v1/jobs").header("x-ratelimit-limit"), None);
}

#[test]
fn the_program_takes_a_rate() {
    let program = Program::new();
    let running = program.serve(&["--rate", "1/24h"]);
    let call = || Request::new("GET", "/v1/jobs").send(running.address).status;
    assert_eq!((call(), call()), (200, 429));
}

#[test]
fn a_key_that_no_header_can_carry_is_refused_at_the_start() {
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
