//! A recruiting server with manners of its own: whatever a server may do to a
//! change of a person, it does when a test tells it to.
//!
//! It holds people, jobs and candidates in memory, answers the whole interface,
//! and keeps every request. [`Manners`] hold for all requests; a [`Turn`] is
//! taken once, by the next request of its method.

mod records;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};
use shortlist::client::Client;

use crate::support::scripted_server::{Asked, Latch, Rough, Step, answer};
use records::World;

/// The job that people stand in for at first, and one that nobody does.
pub(crate) const JOB: &str = "job_rust";
pub(crate) const OTHER_JOB: &str = "job_sales";

/// What the server does with every request.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a manner of its own")]
pub(crate) struct Manners {
    /// It marks versions, and heeds marks.
    pub(crate) etags: bool,
    /// Its marks are weak, and so never match.
    pub(crate) weak_etags: bool,
    /// It says that an update is done, and does nothing.
    pub(crate) ignores: bool,
    /// It adds a list to the one there.
    pub(crate) extends: bool,
    /// It clears what an update leaves out.
    pub(crate) clears: bool,
    /// It never shows outside ids.
    pub(crate) hides_ids: bool,
    /// It keeps names its own way.
    pub(crate) renames: bool,
    /// It makes people without putting them forward for the job.
    pub(crate) forgets_jobs: bool,
    /// It is not there: every connection is reset.
    pub(crate) gone: bool,
}

/// What the server does once.
#[derive(Debug, Clone)]
pub(crate) enum Turn {
    /// As always.
    Usual,
    /// Does it, and answers nothing.
    DoneAndLost,
    /// Does nothing, and answers nothing.
    Lost,
    /// Does it, and answers this.
    DoneBut(&'static str, Value),
    /// Does nothing, and answers this.
    Says(&'static str, Value),
    /// Somebody else changes a person first; then as always.
    After(&'static str, Value),
    /// As always, when the latch is open.
    Held(Latch),
    /// Does nothing, and answers nothing until the caller hangs up.
    Silent,
    /// This, and then it is not there any more.
    Last(Box<Self>),
}

pub(crate) struct Odd {
    pub(crate) rough: Rough,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    world: World,
    manners: Manners,
    /// What is taken once, by method.
    turns: HashMap<&'static str, VecDeque<Turn>>,
    /// The one key that is taken, if not every key is.
    key: Option<String>,
}

impl Odd {
    /// A server with three people, who all stand in for [`JOB`]: `per_1` has
    /// every field, `per_2` the least, `per_3` something of each.
    pub(crate) fn start(manners: Manners) -> Self {
        let (world, turns) = (World::new(), HashMap::new());
        let inner = Arc::new(Mutex::new(Inner { world, manners, turns, key: None }));
        let answering = Arc::clone(&inner);
        let rough = Rough::start(move |asked| answering.lock().unwrap().answer(asked));
        Self { rough, inner }
    }

    /// The next requests of a method, each one.
    pub(crate) fn turns(&self, method: &'static str, turns: impl IntoIterator<Item = Turn>) {
        self.inner().turns.entry(method).or_default().extend(turns);
    }

    /// Changes its manners.
    pub(crate) fn becomes(&self, change: impl FnOnce(&mut Manners)) {
        change(&mut self.inner().manners);
    }

    /// From now on only this key is taken.
    pub(crate) fn takes_only(&self, key: &str) {
        self.inner().key = Some(key.to_owned());
    }

    /// A person as a read shows them.
    pub(crate) fn person(&self, id: &str) -> Value {
        self.inner().world.person(id).cloned().unwrap()
    }

    /// What it holds of a person and never shows.
    pub(crate) fn unseen(&self, id: &str) -> Value {
        self.inner().world.unseen(id)
    }

    /// How many people it holds.
    pub(crate) fn count(&self) -> usize {
        self.inner().world.people.len()
    }

    /// Somebody else changes a person.
    pub(crate) fn elsewhere(&self, id: &str, changes: &Value) {
        self.inner().world.update(id, changes, Manners::default());
    }

    /// Somebody is made without a request.
    pub(crate) fn elsewhere_created(&self, body: &Value) {
        self.inner().world.create(body, Manners::default());
    }

    /// Whoever is put forward from now on comes at this moment.
    pub(crate) fn dates(&self, at: &str) {
        self.inner().world.at = Some(at.to_owned());
    }

    /// So many more people stand in for [`JOB`], all called the same.
    pub(crate) fn crowd(&self, count: usize, name: &str) {
        for number in 0..count {
            let body =
                json!({"name": name, "job_id": JOB, "external_source_id": format!("x{number}")});
            self.inner().world.create(&body, Manners::default());
        }
    }

    /// What was asked, as method and target.
    pub(crate) fn asked(&self) -> Vec<String> {
        let log = self.rough.log();
        log.asked.iter().map(|asked| format!("{} {}", asked.method, asked.target)).collect()
    }

    /// The requests of a method: each with its mark, if it had one, and its body.
    pub(crate) fn sent(&self, method: &str) -> Vec<(Option<String>, Value)> {
        let log = self.rough.log();
        let of = log.asked.iter().filter(|asked| asked.method == method);
        of.map(|asked| (asked.header("if-match").map(str::to_owned), asked.json())).collect()
    }

    /// The bodies of the requests of a method.
    pub(crate) fn bodies(&self, method: &str) -> Vec<Value> {
        self.sent(method).into_iter().map(|(_, body)| body).collect()
    }

    pub(crate) fn client(&self) -> Client {
        self.rough.client()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }
}

impl Inner {
    fn answer(&mut self, asked: &Asked) -> Vec<Step> {
        if self.manners.gone {
            return vec![Step::Reset];
        }
        let bearer = asked.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        if self.key.as_deref().is_some_and(|key| bearer != Some(key)) {
            return says("401 Unauthorized", &json!({"success": false, "error": "no such key"}));
        }
        let turn = self.turns.get_mut(asked.method.as_str()).and_then(VecDeque::pop_front);
        self.take(turn.unwrap_or(Turn::Usual), asked)
    }

    fn take(&mut self, turn: Turn, asked: &Asked) -> Vec<Step> {
        match turn {
            Turn::Usual => self.usual(asked),
            Turn::DoneAndLost => {
                self.usual(asked);
                vec![Step::Reset]
            }
            Turn::Lost => vec![Step::Reset],
            Turn::Silent => vec![Step::Hold],
            Turn::DoneBut(status, body) => {
                self.usual(asked);
                says(status, &body)
            }
            Turn::Says(status, body) => says(status, &body),
            Turn::After(id, changes) => {
                self.world.update(id, &changes, Manners::default());
                self.usual(asked)
            }
            Turn::Held(latch) => {
                let mut steps = self.usual(asked);
                steps.insert(0, Step::Wait(latch));
                steps
            }
            Turn::Last(turn) => {
                let steps = self.take(*turn, asked);
                self.manners.gone = true;
                steps
            }
        }
    }

    fn usual(&mut self, asked: &Asked) -> Vec<Step> {
        let Manners { etags, weak_etags, .. } = self.manners;
        let path = asked.target.split('?').next().unwrap();
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let world = &mut self.world;
        match (asked.method.as_str(), parts.as_slice()) {
            ("GET", ["v1", "jobs"]) => page(asked, &world.job_items()),
            ("GET", ["v1", "jobs", id]) => record(world.job(id)),
            ("GET", ["v1", "jobs", id, "candidates"]) => page(asked, &world.candidate_items(id)),
            ("GET", ["v1", "candidates", id]) => record(world.candidate(id)),
            ("GET", ["v1", "persons", id]) => {
                let mark = match world.version(id) {
                    Some(version) if weak_etags => format!("ETag: W/\"v{version}\"\r\n"),
                    Some(version) if etags => format!("ETag: \"v{version}\"\r\n"),
                    _ => String::new(),
                };
                let mut person = world.person(id).cloned();
                if let Some(person) = person.as_mut().filter(|_| self.manners.hides_ids) {
                    person["external_source_id"] = Value::Null;
                }
                let Some(person) = person else { return record(None) };
                let body = json!({"success": true, "data": person}).to_string();
                answer("200 OK", &format!("Content-Type: application/json\r\n{mark}"), body)
            }
            ("PATCH", ["v1", "persons", id]) => {
                let Some(version) = world.version(id) else { return record(None) };
                let mark = asked.header("if-match").filter(|_| etags || weak_etags);
                if mark.is_some_and(|mark| mark != format!("\"v{version}\"")) {
                    let told = json!({"success": false, "error": "somebody else was faster"});
                    return says("412 Precondition Failed", &told);
                }
                world.update(id, &asked.json(), self.manners);
                let data = json!({"message": "Person updated"});
                says("200 OK", &json!({"success": true, "data": data}))
            }
            ("POST", [version @ ("v0" | "v1"), "persons"]) => {
                let made = world.create(&asked.json(), self.manners);
                let envelope = match *version {
                    "v0" => json!({"error": "", "data": strings(made)}),
                    _ => json!({"success": true, "data": made}),
                };
                says("201 Created", &envelope)
            }
            _ => record(None),
        }
    }
}

fn says(status: &str, body: &Value) -> Vec<Step> {
    answer(status, "Content-Type: application/json\r\n", body.to_string())
}

fn record(data: Option<Value>) -> Vec<Step> {
    match data {
        Some(data) => says("200 OK", &json!({"success": true, "data": data})),
        None => says("404 Not Found", &json!({"success": false, "error": "no such record"})),
    }
}

fn page(asked: &Asked, rows: &[Value]) -> Vec<Step> {
    let (offset, limit) = (asked.query("offset"), asked.query("limit"));
    let some: Vec<Value> = rows.iter().skip(offset).take(limit).cloned().collect();
    crate::support::scripted_server::page(&some, rows.len(), offset, limit)
}

/// As version 0 says it: every scalar a string.
fn strings(mut made: Value) -> Value {
    for value in made.as_object_mut().unwrap().values_mut() {
        if value.is_null() {
            *value = json!("");
        }
    }
    made
}
