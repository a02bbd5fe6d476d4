//! Writers that go on through failures, and remember what was acknowledged.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::support::TIMEOUT;
use crate::support::http::{Request, Response, try_send, wait_for_status};

const WRITERS: usize = 4;
/// How many writes are acknowledged before and after a failure.
const ENOUGH: usize = 60;

/// What became of the creates.
#[derive(Default)]
pub(super) struct Outcomes {
    next: AtomicU64,
    /// The IDs of people by their external IDs.
    acknowledged: Mutex<BTreeMap<String, String>>,
    refused: Mutex<Vec<(u16, Value)>>,
    /// Set by a test that fails: its writers must not wait for a service forever.
    is_abandoned: AtomicBool,
}

impl Outcomes {
    fn count(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    fn wait_for(&self, count: usize) {
        wait_for_status(1, TIMEOUT, || u16::from(self.count() >= count));
    }

    /// Creates one person, as often as it takes: an external ID makes that safe.
    fn create(&self, addresses: &[SocketAddr]) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let external_id = format!("crm-{number}");
        let body = json!({
            "name": format!("N{number}"), "external_source_id": external_id, "job_id": "job_rust",
        });
        let request = Request::new("POST", "/v1/persons").json(&body).to_bytes();
        for address in addresses.iter().cycle().skip(usize::try_from(number).unwrap() % 7) {
            if self.is_abandoned.load(Ordering::Relaxed) {
                return;
            }
            // A service that is down is no refusal.
            let Some(answer) = try_send(*address, &request) else { continue };
            if answer.status == 201 {
                let id = answer.data()["id"].as_str().unwrap().to_owned();
                self.acknowledged.lock().unwrap().insert(external_id, id);
                return;
            }
            self.refused.lock().unwrap().push((answer.status, answer.json()["error_code"].clone()));
        }
    }

    /// Everything that was acknowledged is there, once, and every refusal said why.
    pub(super) fn assert_kept(&self, address: SocketAddr) {
        for (status, code) in self.refused.lock().unwrap().iter() {
            let codes = ["database_unreachable", "overloaded", "outcome_unknown"];
            assert!(codes.iter().any(|it| code == it), "{status} {code}");
        }
        let acknowledged = self.acknowledged.lock().unwrap();
        let read = |path: &str| -> Response { Request::new("GET", path).send(address) };
        for (external_id, id) in acknowledged.iter() {
            let person = read(&format!("/v1/persons/{id}")).data();
            assert_eq!(person["external_source_id"], external_id.as_str());
            assert_eq!(person["jobs"].as_array().unwrap().len(), 1, "{id}");
        }
        // A create is repeated until it is acknowledged, so there are no other people.
        let job = read("/v1/jobs/job_rust").data();
        assert_eq!(job["candidate_count"], acknowledged.len());
        let mut listed = 0;
        for offset in (0..acknowledged.len()).step_by(100) {
            let page = read(&format!("/v1/jobs/job_rust/candidates?offset={offset}")).json();
            listed += page["data"].as_array().unwrap().len();
        }
        assert_eq!(listed, acknowledged.len(), "the list is dense");
    }
}

/// Writes through all services before, during and after what `fail` does.
pub(super) fn write_until(addresses: &[SocketAddr], outcomes: &Outcomes, fail: impl FnOnce()) {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _guard = AbandonOnPanic { outcomes, is_over: &is_over };
        for _ in 0..WRITERS {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    outcomes.create(addresses);
                }
            });
        }
        outcomes.wait_for(outcomes.count() + ENOUGH);
        fail();
        outcomes.wait_for(outcomes.count() + ENOUGH);
    });
}

struct AbandonOnPanic<'a> {
    outcomes: &'a Outcomes,
    is_over: &'a AtomicBool,
}

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if std::thread::panicking() {
            self.outcomes.is_abandoned.store(true, Ordering::Relaxed);
        }
    }
}
