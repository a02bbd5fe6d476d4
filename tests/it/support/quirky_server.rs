//! A recruiting server whose behaviour a test chooses: it ignores updates,
//! loses answers, goes down.
//!
//! It holds people, jobs and candidates in memory, serves the whole API
//! and records every request. [`Quirks`] apply to all requests; a [`Reaction`]
//! applies once, to the next request of its method.

mod records;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};
use shortlist::client::Client;

use crate::support::scripted_server::{Latch, ReceivedRequest, ScriptedServer, Step, answer, page};
use records::Records;
pub(crate) use records::{JOB, OTHER_JOB, Quirks};

/// How the server reacts to one request.
#[derive(Debug, Clone)]
pub(crate) enum Reaction {
    Normal,
    /// Executes the request and resets the connection.
    ApplyAndReset,
    /// Resets the connection.
    Reset,
    /// Executes the request, but answers with this status and body.
    ApplyAndReply(&'static str, Value),
    /// Answers with this status and body.
    Reply(&'static str, Value),
    /// Another user edits this person first.
    AfterEdit(&'static str, Value),
    /// Reacts normally when the latch opens.
    WaitFor(Latch),
    /// Does not answer until the client hangs up.
    NoAnswer,
    /// Reacts like this and is down from then on.
    ThenGoDown(Box<Self>),
}

pub(crate) struct QuirkyServer {
    pub(crate) http: ScriptedServer,
    state: Arc<Mutex<State>>,
}

struct State {
    records: Records,
    quirks: Quirks,
    /// By method.
    reactions: HashMap<&'static str, VecDeque<Reaction>>,
    /// The only accepted key; without one every key is accepted.
    key: Option<String>,
    /// What reads show after a write, and how many of them.
    stale: Option<(Records, usize)>,
}

impl QuirkyServer {
    /// A server with three people, all candidates for [`JOB`]: `per_1` has every
    /// field, `per_2` only a name, `per_3` some of each.
    pub(crate) fn new() -> Self {
        Self::with_quirks(Quirks::default())
    }

    pub(crate) fn with_quirks(quirks: Quirks) -> Self {
        let (records, reactions) = (Records::new(), HashMap::new());
        let state =
            Arc::new(Mutex::new(State { records, quirks, reactions, key: None, stale: None }));
        let shared = Arc::clone(&state);
        let http = ScriptedServer::start(move |request| shared.lock().unwrap().respond(request));
        Self { http, state }
    }

    /// Sets the reactions to the next requests of a method, in order.
    pub(crate) fn react_to(
        &self,
        method: &'static str,
        reactions: impl IntoIterator<Item = Reaction>,
    ) {
        self.state().reactions.entry(method).or_default().extend(reactions);
    }

    pub(crate) fn change_quirks(&self, change: impl FnOnce(&mut Quirks)) {
        change(&mut self.state().quirks);
    }

    /// From now on the reads show all writes.
    pub(crate) fn catch_up(&self) {
        let mut state = self.state();
        (state.stale, state.quirks.stale_reads) = (None, 0);
    }

    pub(crate) fn accept_only_key(&self, key: &str) {
        self.state().key = Some(key.to_owned());
    }

    /// A person as a read returns it.
    pub(crate) fn person(&self, id: &str) -> Value {
        self.state().records.person(id).cloned().unwrap()
    }

    /// The fields of a person that no read returns.
    pub(crate) fn write_only_fields(&self, id: &str) -> Value {
        self.state().records.write_only_fields(id)
    }

    pub(crate) fn person_count(&self) -> usize {
        self.state().records.people.len()
    }

    pub(crate) fn edit_as_other_user(&self, id: &str, changes: &Value) {
        self.state().records.update(id, changes, Quirks::default());
    }

    pub(crate) fn create_as_other_user(&self, body: &Value) {
        self.state().records.create(body, Quirks::default());
    }

    /// Sets the creation time of all further candidates.
    pub(crate) fn set_created_at(&self, at: &str) {
        self.state().records.created_at = Some(at.to_owned());
    }

    /// Adds candidates for [`JOB`], all with the same name.
    pub(crate) fn add_people(&self, count: usize, name: &str) {
        for number in 0..count {
            let body =
                json!({"name": name, "job_id": JOB, "external_source_id": format!("x{number}")});
            self.create_as_other_user(&body);
        }
    }

    /// All requests so far, as method and target.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.http.log().requests.iter().map(ReceivedRequest::line).collect()
    }

    /// The requests of a method: `If-Match` and body.
    pub(crate) fn writes(&self, method: &str) -> Vec<(Option<String>, Value)> {
        let log = self.http.log();
        let writes = log.requests.iter().filter(|request| request.method == method);
        writes
            .map(|request| (request.header("if-match").map(str::to_owned), request.json()))
            .collect()
    }

    pub(crate) fn bodies(&self, method: &str) -> Vec<Value> {
        self.writes(method).into_iter().map(|(_, body)| body).collect()
    }

    /// Waits until this many requests of a method arrived.
    pub(crate) async fn wait_for_requests(&self, method: &str, count: usize) {
        let is_method = |request: &&ReceivedRequest| request.method == method;
        self.http.wait_until(|log| log.requests.iter().filter(is_method).count() == count).await;
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.http.address)
    }

    pub(crate) fn client(&self) -> Client {
        self.http.client()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl State {
    fn respond(&mut self, request: &ReceivedRequest) -> Vec<Step> {
        if self.quirks.is_down {
            return vec![Step::Reset];
        }
        let key = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        if self.key.as_deref().is_some_and(|accepted| key != Some(accepted)) {
            return reply("401 Unauthorized", &json!({"success": false, "error": "no such key"}));
        }
        let reactions = self.reactions.get_mut(request.method.as_str());
        let reaction = reactions.and_then(VecDeque::pop_front).unwrap_or(Reaction::Normal);
        self.react(reaction, request)
    }

    fn react(&mut self, reaction: Reaction, request: &ReceivedRequest) -> Vec<Step> {
        match reaction {
            Reaction::Normal => self.execute(request),
            Reaction::ApplyAndReset => {
                self.execute(request);
                vec![Step::Reset]
            }
            Reaction::Reset => vec![Step::Reset],
            Reaction::NoAnswer => vec![Step::Hold],
            Reaction::ApplyAndReply(status, body) => {
                self.execute(request);
                reply(status, &body)
            }
            Reaction::Reply(status, body) => reply(status, &body),
            Reaction::AfterEdit(id, changes) => {
                self.records.update(id, &changes, Quirks::default());
                self.execute(request)
            }
            Reaction::WaitFor(latch) => {
                let mut steps = self.execute(request);
                steps.insert(0, Step::Wait(latch));
                steps
            }
            Reaction::ThenGoDown(reaction) => {
                let steps = self.react(*reaction, request);
                self.quirks.is_down = true;
                steps
            }
        }
    }

    fn execute(&mut self, request: &ReceivedRequest) -> Vec<Step> {
        if request.method != "GET" {
            let before = self.records.clone();
            let steps = self.execute_now(request);
            if self.quirks.stale_reads > 0 && self.records != before {
                self.stale = Some((before, self.quirks.stale_reads));
            }
            return steps;
        }
        let Some((mut older, count)) = self.stale.take() else { return self.execute_now(request) };
        std::mem::swap(&mut self.records, &mut older);
        let steps = self.execute_now(request);
        std::mem::swap(&mut self.records, &mut older);
        self.stale = (count > 1).then_some((older, count - 1));
        steps
    }

    fn execute_now(&mut self, request: &ReceivedRequest) -> Vec<Step> {
        let path = request.target.split('?').next().unwrap();
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let records = &mut self.records;
        match (request.method.as_str(), parts.as_slice()) {
            ("GET", ["v1", "jobs"]) => list_page(request, &records.job_items()),
            ("GET", ["v1", "jobs", id]) => record(records.job(self.quirks.sent_id(id))),
            ("GET", ["v1", "jobs", id, "candidates"]) => {
                list_page(request, &records.candidate_items(id))
            }
            ("GET", ["v1", "candidates", id]) => record(records.candidate(self.quirks.sent_id(id))),
            ("GET", ["v1", "persons", id]) => self.read_person(self.quirks.sent_id(id)),
            ("PATCH", ["v1", "persons", id]) => self.update_person(id, request),
            ("POST", [version @ ("v0" | "v1"), "persons"]) => {
                let person = records.create(&request.json(), self.quirks);
                let envelope = match *version {
                    "v0" => json!({"error": "", "data": without_nulls(person)}),
                    _ => json!({"success": true, "data": person}),
                };
                reply("201 Created", &envelope)
            }
            _ => record(None),
        }
    }

    fn read_person(&self, id: &str) -> Vec<Step> {
        let Quirks { etags, weak_etags, hides_external_ids, .. } = self.quirks;
        let Some(mut person) = self.records.person(id).cloned() else { return record(None) };
        let etag = match self.records.version(id) {
            Some(version) if weak_etags => format!("ETag: W/\"v{version}\"\r\n"),
            Some(version) if etags => format!("ETag: \"v{version}\"\r\n"),
            _ => String::new(),
        };
        if hides_external_ids {
            person["external_source_id"] = Value::Null;
        }
        let body = json!({"success": true, "data": person}).to_string();
        answer("200 OK", &format!("Content-Type: application/json\r\n{etag}"), body)
    }

    fn update_person(&mut self, id: &str, request: &ReceivedRequest) -> Vec<Step> {
        let Some(version) = self.records.version(id) else { return record(None) };
        let has_etags = self.quirks.etags || self.quirks.weak_etags;
        let expected = request.header("if-match").filter(|_| has_etags);
        if expected.is_some_and(|etag| etag != format!("\"v{version}\"")) {
            let body = json!({"success": false, "error": "somebody else was faster"});
            return reply("412 Precondition Failed", &body);
        }
        self.records.update(id, &request.json(), self.quirks);
        let data = json!({"message": "Person updated"});
        reply("200 OK", &json!({"success": true, "data": data}))
    }
}

fn reply(status: &str, body: &Value) -> Vec<Step> {
    answer(status, "Content-Type: application/json\r\n", body.to_string())
}

fn record(data: Option<Value>) -> Vec<Step> {
    match data {
        Some(data) => reply("200 OK", &json!({"success": true, "data": data})),
        None => reply("404 Not Found", &json!({"success": false, "error": "no such record"})),
    }
}

fn list_page(request: &ReceivedRequest, rows: &[Value]) -> Vec<Step> {
    let (offset, limit) = (request.query("offset"), request.query("limit"));
    let items: Vec<Value> = rows.iter().skip(offset).take(limit).cloned().collect();
    page(&items, rows.len(), offset, limit)
}

/// As version 0 answers: an absent value is an empty string.
fn without_nulls(mut person: Value) -> Value {
    for value in person.as_object_mut().unwrap().values_mut() {
        if value.is_null() {
            *value = json!("");
        }
    }
    person
}
