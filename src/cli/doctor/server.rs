//! The connection to a server, and whether its responses conform to the API. Only reads.

use std::path::Path;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio::time::timeout;

use super::api::{self, CANDIDATE, CANDIDATE_ROW, Fields, JOB, JOB_ROW, PERSON};
use super::report::Check;
use crate::client::{Address, Client, RawAnswer, TlsDetails, safe_cause};
use crate::text::pluralize;

/// For each step of the connection.
const STEP_LIMIT: Duration = Duration::from_secs(10);

/// `Retry-After`, conflicts and stage ages depend on clocks.
const MAX_SKEW: Duration = Duration::from_mins(1);

const SLOW: Duration = Duration::from_secs(1);

/// Past the end of every list of this server.
const BEYOND: u64 = 1_000;

const RATE_HEADERS: [[&str; 2]; 3] = [
    ["x-ratelimit-limit", "x-ratelimit-remaining"],
    ["ratelimit-limit", "ratelimit-remaining"],
    ["x-rate-limit-limit", "x-rate-limit-remaining"],
];

/// How long a certificate must still be valid.
const RENEWAL: Duration = Duration::from_hours(14 * 24);

/// The name of the server, and a connection to it. `ca_file` has certificates that are trusted, too.
pub(super) async fn network(address: &Address, ca_file: Option<&Path>) -> Vec<Check> {
    let mut checks = vec![Check::ok("address", address.to_string())];
    if address.is_proxied() {
        checks.push(Check::skipped("connection", "not checked: connections go through a proxy"));
        return checks;
    }
    let no_name = "check the address and the network";
    checks.push(match timeout(STEP_LIMIT, address.resolve()).await {
        Ok(Ok(count)) if count > 0 => Check::ok("DNS", pluralize(count, "address", "addresses")),
        Ok(Err(error)) => Check::problem("DNS", error.to_string(), no_name),
        _ => Check::problem("DNS", "no address within 10 s", no_name),
    });
    let refused = "check the port, the firewall and whether the server is running";
    checks.push(match timeout(STEP_LIMIT, address.connect()).await {
        Ok(Ok(time)) => Check::ok("TCP", millis(time)),
        Ok(Err(error)) => Check::problem("TCP", error.to_string(), refused),
        Err(_late) => Check::problem("TCP", "no connection within 10 s", refused),
    });
    if address.is_plaintext() {
        checks.push(Check::ok("TLS", "not used: the server is on this machine"));
        return checks;
    }
    let untrusted = "check the certificate of the server and the clock of this machine; --ca-file FILE trusts your own authority";
    checks.push(match timeout(STEP_LIMIT, address.handshake(ca_file)).await {
        Ok(Ok(details)) => certificate(&details, SystemTime::now()),
        Ok(Err(error)) => Check::problem("TLS", error.to_string(), untrusted),
        Err(_late) => Check::problem("TLS", "no handshake within 10 s", refused),
    });
    checks
}

fn certificate(details: &TlsDetails, now: SystemTime) -> Check {
    let TlsDetails { version, issuer, expires_at } = details;
    let left = expires_at.duration_since(now).unwrap_or_default();
    let days = pluralize(usize::try_from(left.as_secs() / 86_400).unwrap_or(0), "day", "days");
    let date = DateTime::<Utc>::from(*expires_at).date_naive();
    let value = format!("{version}, certificate valid until {date} ({days}), issued by {issuer}");
    if left < RENEWAL {
        return Check::warning("TLS", value, "renew the certificate of the server");
    }
    Check::ok("TLS", value)
}

/// Reads each kind of record, and checks the raw responses.
pub(super) async fn api(client: &Client) -> Vec<Check> {
    let mut probe = Probe { client, checks: Vec::new(), answers: Vec::new() };
    probe.read_all().await;
    let Probe { mut checks, answers, .. } = probe;
    if let Some(first) = answers.first() {
        let mut times: Vec<Duration> = answers.iter().map(|answer| answer.time).collect();
        times.sort();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        checks.push(latency(median));
        checks.push(skew(first.date(), SystemTime::now()));
        checks.push(rate_limit(first));
    }
    checks
}

struct Probe<'a> {
    client: &'a Client,
    checks: Vec<Check>,
    answers: Vec<RawAnswer>,
}

impl Probe<'_> {
    /// Stops where an id for the next read is missing.
    async fn read_all(&mut self) {
        let Some(jobs) = self.list("jobs", &["v1", "jobs"], JOB_ROW).await else { return };
        let total = jobs["meta"]["total"].as_u64().unwrap_or(0);
        self.paging(&jobs, total).await;
        let Some(job) = api::ids(&jobs).first().map(|id| (*id).to_owned()) else {
            return self.checks.push(Check::skipped("records", "the server has no jobs"));
        };
        self.record("job", &["v1", "jobs", &job], JOB).await;
        self.tags(&["v1", "jobs", &job]).await;
        let Some(with_candidates) = job_with_candidates(&jobs) else {
            return self
                .checks
                .push(Check::skipped("candidates", "the first jobs have no candidates"));
        };
        let path = ["v1", "jobs", with_candidates.as_str(), "candidates"];
        let Some(rows) = self.list("candidates", &path, CANDIDATE_ROW).await else { return };
        let first = &rows["data"][0];
        for (name, kind, id, fields) in [
            ("candidate", "candidates", &first["id"], CANDIDATE),
            ("person", "persons", &first["person_id"], PERSON),
        ] {
            if let Some(id) = id.as_str() {
                self.record(name, &["v1", kind, id], fields).await;
            }
        }
    }

    async fn read(&mut self, name: &'static str, path: &[&str], query: &str) -> Option<Value> {
        match self.client.read_raw(path, query, None).await {
            Ok(answer) => {
                let (body, wrong) = api::parse(&answer.body);
                self.answers.push(answer);
                if body.is_null() {
                    let advice = "check the address: something other than the API answers there";
                    self.checks.push(Check::problem(name, wrong.join("; "), advice));
                    return None;
                }
                if wrong.is_empty() {
                    return Some(body);
                }
                self.checks.push(deviations(name, &wrong));
            }
            Err(error) => {
                let advice = match error.status() {
                    Some(401 | 403) => "check the key",
                    Some(404) => "check the address: it must not end in /v1",
                    _ => "check the address, the server and the proxy",
                };
                self.checks.push(Check::problem(name, safe_cause(error.kind()), advice));
            }
        }
        None
    }

    /// Two rows of a list.
    async fn list(&mut self, name: &'static str, path: &[&str], fields: Fields) -> Option<Value> {
        let body = self.read(name, path, "limit=2&offset=0").await?;
        self.checks.push(deviations(name, &api::page(&body, fields, 0, 2)));
        Some(body)
    }

    async fn record(&mut self, name: &'static str, path: &[&str], fields: Fields) {
        if let Some(body) = self.read(name, path, "").await {
            let mut wrong = api::record(&body["data"], fields);
            if path.last().copied() != body["data"]["id"].as_str() {
                wrong.push("a different record than the requested one".to_owned());
            }
            self.checks.push(deviations(name, &wrong));
        }
    }

    /// Pages that overlap, and one past the end.
    async fn paging(&mut self, first: &Value, total: u64) {
        let path = ["v1", "jobs"];
        let Some(second) = self.read("paging", &path, "limit=2&offset=1").await else { return };
        let mut wrong = api::overlap(first, &second);
        wrong.extend(api::page(&second, JOB_ROW, 1, 2));
        let beyond = total.saturating_add(BEYOND);
        let query = format!("limit=2&offset={beyond}");
        if let Ok(answer) = self.client.read_raw(&path, &query, None).await {
            let (body, _) = api::parse(&answer.body);
            wrong.extend(api::page(&body, JOB_ROW, beyond, 2));
        } else {
            wrong.push("an offset past the end returns an error".to_owned());
        }
        wrong.sort();
        wrong.dedup();
        self.checks.push(deviations("paging", &wrong));
    }

    /// Whether a record that did not change is not sent again.
    async fn tags(&mut self, path: &[&str]) {
        let Ok(answer) = self.client.read_raw(path, "", None).await else { return };
        let Some(tag) = answer.header("etag").map(str::to_owned) else {
            return self.checks.push(Check::ok("entity tags", "none; edits are compared by field"));
        };
        let again = self.client.read_raw(path, "", Some(&tag)).await;
        self.checks.push(match again.map(|answer| answer.status) {
            Ok(304) => Check::ok("entity tags", "conditional reads work"),
            _ => Check::warning(
                "entity tags",
                "sent, but a conditional read returns the whole record",
                "nothing to do; a refresh reads more than necessary",
            ),
        });
    }
}

fn job_with_candidates(jobs: &Value) -> Option<String> {
    let has_some = |job: &&Value| job["candidate_count"].as_u64().is_some_and(|count| count > 0);
    let job = jobs["data"].as_array()?.iter().find(has_some)?;
    job["id"].as_str().map(str::to_owned)
}

fn deviations(name: &'static str, wrong: &[String]) -> Check {
    if wrong.is_empty() {
        return Check::ok(name, "conforms to the API");
    }
    Check::warning(name, wrong.join("; "), "report this to the operator of the server")
}

fn latency(median: Duration) -> Check {
    let value = format!("median {}", millis(median));
    if median > SLOW {
        return Check::warning(
            "latency",
            value,
            "run `shortlist sync`: the copy on this machine opens at once",
        );
    }
    Check::ok("latency", value)
}

fn skew(server: Option<SystemTime>, now: SystemTime) -> Check {
    let Some(server) = server else { return Check::skipped("clock", "the server sends no date") };
    let difference = server.duration_since(now).unwrap_or_else(|behind| behind.duration());
    // The header has whole seconds.
    let value = format!("{} s difference", difference.as_secs());
    if difference > MAX_SKEW {
        return Check::warning("clock", value, "correct the clock of this machine or the server");
    }
    Check::ok("clock", value)
}

fn rate_limit(answer: &RawAnswer) -> Check {
    let announced = RATE_HEADERS.iter().find_map(|[limit, remaining]| {
        Some((answer.header(limit)?, answer.header(remaining).unwrap_or("?")))
    });
    Check::ok(
        "rate limit",
        announced.map_or_else(
            || "none reported".to_owned(),
            |(limit, remaining)| format!("{limit}, {remaining} left"),
        ),
    )
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::super::report::Status;
    use super::*;

    #[test]
    fn a_certificate_that_ends_soon_is_a_warning() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365);
        let check = |days: u64| {
            certificate(
                &TlsDetails {
                    version: "TLS 1.3".to_owned(),
                    issuer: "CN=Own".to_owned(),
                    expires_at: now + Duration::from_hours(24 * days),
                },
                now,
            )
        };
        let value = "TLS 1.3, certificate valid until 1971-01-31 (30 days), issued by CN=Own";
        assert_eq!(check(30), Check::ok("TLS", value));
        assert_eq!(check(13).status, Status::Warning);
    }

    #[test]
    fn clocks_may_be_a_minute_apart() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let minute = MAX_SKEW;
        for (server, status) in [
            (None, Status::Skipped),
            (Some(now), Status::Ok),
            (Some(now + minute), Status::Ok),
            (Some(now + minute * 2), Status::Warning),
            (Some(now - minute * 2), Status::Warning),
        ] {
            assert_eq!(skew(server, now).status, status, "{server:?}");
        }
    }
}
