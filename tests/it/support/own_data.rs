//! The commands that change one's own data, beside a service that runs on the same file.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::harness::{Program, RunningService, database};
use crate::support::http::{Request, Response};

pub(crate) struct OwnData {
    pub(crate) program: Program,
    pub(crate) at: String,
    pub(crate) running: RunningService,
}

impl OwnData {
    /// A service on the data of [`agency`](crate::support::harness::agency).
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let program = Program::new();
        let at = database(program.home.path(), "own.db");
        program.import_agency(&at);
        let running = program.serve(&[&["--database", &at], arguments].concat());
        Self { program, at, running }
    }

    pub(crate) fn file(&self, suffix: &str) -> PathBuf {
        self.program.home.path().join(format!("own.db{suffix}"))
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        Request::new("GET", path).send(self.running.address)
    }

    /// Reads if the record has another tag.
    pub(crate) fn get_if_changed(&self, path: &str, etag: &str) -> Response {
        Request::new("GET", path).header("If-None-Match", etag).send(self.running.address)
    }

    pub(crate) fn create_person(&self, body: &Value) -> Value {
        Request::new("POST", "/v1/persons").json(body).send(self.running.address).data()
    }

    pub(crate) fn patch(&self, id: &str, body: &Value) -> Response {
        Request::new("PATCH", &format!("/v1/persons/{id}")).json(body).send(self.running.address)
    }

    fn arguments<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [&["db"], arguments, &["--database", &self.at]].concat()
    }

    /// Runs a command of `db` that must succeed.
    pub(crate) fn ok(&self, arguments: &[&str]) -> String {
        self.program.ok(&self.arguments(arguments))
    }

    /// Runs a command of `db` that must fail.
    pub(crate) fn fails(&self, arguments: &[&str]) -> (i32, String) {
        self.program.fails(&self.arguments(arguments))
    }

    /// Runs a command of `db` and returns what it prints as JSON.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let printed = self.ok(&[arguments, &["--json"]].concat());
        serde_json::from_str(&printed).unwrap()
    }

    /// Runs a change, first without effect. Returns the outcome.
    pub(crate) fn change(&self, arguments: &[&str]) -> Value {
        let before = self.ok(&["export"]);
        let dry_run = self.json(&[arguments, &["--dry-run"]].concat());
        assert_eq!((&dry_run["dry_run"], &dry_run["changed"]), (&json!(true), &json!(true)));
        assert_eq!(self.ok(&["export"]), before, "{arguments:?} --dry-run");
        let outcome = self.json(arguments);
        assert_eq!((&outcome["dry_run"], &outcome["changed"]), (&json!(false), &json!(true)));
        outcome["result"].clone()
    }

    /// Runs a change that was made before.
    pub(crate) fn repeat(&self, arguments: &[&str]) {
        let before = self.ok(&["export"]);
        assert_eq!(self.json(arguments)["changed"], json!(false), "{arguments:?}");
        assert_eq!(self.ok(&["export"]), before, "{arguments:?}");
    }

    /// The operations in the audit log.
    pub(crate) fn operations(&self, more: &[&str]) -> Vec<String> {
        let printed = self.ok(&[&["audit", "--json"], more].concat());
        let operation = |line: &str| {
            let entry: Value = serde_json::from_str(line).unwrap();
            entry["operation"].as_str().unwrap().to_owned()
        };
        printed.lines().map(operation).collect()
    }
}
