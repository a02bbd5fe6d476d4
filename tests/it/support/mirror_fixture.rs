//! The service behind a server that counts requests, and the program that keeps a copy of it.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

use chrono::{Duration, Utc};
use serde_json::{Value, json};
use shortlist::service::ServiceSettings;
use shortlist::service::store::record::{PersonRecord, StoreRecord};
use shortlist::wire::{Contact, Education, WorkExperience};

use crate::support::harness::{Program, Service, agency};
use crate::support::http::{KEY, Request};
use crate::support::relay::candidate_entries;
use crate::support::scripted_server::{ReceivedRequest, ScriptedServer, Step, answer};

/// The service behind a server that counts requests, and the program.
pub(crate) struct Setup {
    pub(crate) program: Program,
    pub(crate) http: ScriptedServer,
    /// Parts of ids that the server no longer has.
    pub(crate) gone: Arc<Mutex<HashSet<&'static str>>>,
}

impl Setup {
    pub(crate) fn start() -> Self {
        let service = Service::with(ServiceSettings::default(), entries());
        let gone = Arc::new(Mutex::new(HashSet::new()));
        let hidden = Arc::clone(&gone);
        let http = ScriptedServer::start(move |request| {
            respond(&service, request, &hidden.lock().unwrap())
        });
        Self { program: Program::new(), http, gone }
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program.command(arguments);
        command.env("SHORTLIST_URL", format!("http://{}", self.http.address));
        command.env("SHORTLIST_KEY", KEY);
        command
    }

    /// Runs the command where no file can grow beyond this many blocks of 512 bytes.
    pub(crate) fn run_on_full_disk(&self, blocks: usize, arguments: &[&str]) -> Output {
        let inner = self.command(arguments);
        let mut command = Command::new("sh");
        // The signal that would end the program is ignored, so that the write fails.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        command.args(["-c", &script]).arg(inner.get_program()).args(inner.get_args());
        command.env_clear().envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.output().unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed. Returns stdout and stderr.
    pub(crate) fn ok(&self, arguments: &[&str]) -> (String, String) {
        let Output { status, stdout, stderr } = self.run(arguments);
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(status.success(), "{arguments:?}: {stderr}");
        (stdout, stderr)
    }

    pub(crate) fn fails(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?} succeeded");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[arguments, &["--json"]].concat()).0).unwrap()
    }

    /// The commands that need the copy say that there is none.
    pub(crate) fn assert_nothing_stored(&self) {
        for arguments in [&["find", "ada"][..], &["changes"], &["candidates", "--all-jobs"]] {
            let (code, message) = self.fails(arguments);
            let has_advice = message.contains("run `shortlist sync` first");
            assert_eq!((code, has_advice), (Some(4), true), "{arguments:?}: {message}");
        }
    }

    /// The names that a search finds.
    pub(crate) fn found(&self, words: &[&str]) -> Vec<String> {
        names(&self.json(&[&["find"], words].concat()))
    }

    pub(crate) fn requests(&self) -> usize {
        self.http.log().requests.len()
    }

    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let Ok(folder) = std::fs::read_dir(self.program.local_folder()) else { return Vec::new() };
        folder.map(|file| file.unwrap().path()).collect()
    }

    pub(crate) fn database(&self) -> PathBuf {
        let is_database = |file: &PathBuf| file.extension().is_some_and(|end| end == "db");
        self.files().into_iter().find(is_database).expect("a local file")
    }

    /// Whether a file on this machine has these bytes.
    pub(crate) fn stores(&self, text: &str) -> bool {
        let has = |bytes: Vec<u8>| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        self.files().iter().any(|file| has(std::fs::read(file).unwrap()))
    }
}

/// The names of the rows, sorted.
pub(crate) fn names(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().unwrap().iter();
    let mut names: Vec<String> = rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// Forwards a request, without the records that are gone.
fn respond(
    service: &Service,
    request: &ReceivedRequest,
    gone: &HashSet<&'static str>,
) -> Vec<Step> {
    let headers = "Content-Type: application/json\r\n";
    let is_gone = |text: &str| gone.iter().any(|id| text.ends_with(id));
    if is_gone(&request.target) {
        let body = json!({"success": false, "error": "no such record", "data": null});
        return answer("404 Not Found", headers, body.to_string());
    }
    let response = Request::new(&request.method, &request.target).send(service.address);
    let mut body = response.json();
    if let Some(rows) = body["data"].as_array_mut() {
        let before = rows.len();
        rows.retain(|row| !is_gone(row["id"].as_str().unwrap()));
        let removed = before - rows.len();
        body["meta"]["total"] = json!(body["meta"]["total"].as_u64().unwrap() - removed as u64);
    }
    answer(&response.status.to_string(), headers, body.to_string())
}

/// Four candidates: three for a job of Northwind, one for a job of Umbra.
fn entries() -> Vec<StoreRecord> {
    let mut entries = agency();
    let contact = |value: &str| vec![Contact { value: value.to_owned(), ..Contact::default() }];
    let people = [
        ("Zoë Müller", "zoe@home.example", "+49 171 1234567"),
        ("Ada Lovelace", "ada@analytical.example", ""),
        ("Grace Hopper", "grace@navy.example", ""),
        ("Uma Thorne", "uma@sales.example", ""),
    ];
    for (number, (name, email, phone)) in people.into_iter().enumerate() {
        let added = Utc::now() - Duration::days(40 - i64::try_from(number).unwrap());
        let [mut person, mut candidate] = candidate_entries(number, name, added);
        if let StoreRecord::Person(person) = &mut person {
            person.emails = contact(email);
            person.phones = if phone.is_empty() { Vec::new() } else { contact(phone) };
            add_career(person, number);
        }
        if let (StoreRecord::Candidate(candidate), 3) = (&mut candidate, number) {
            candidate.job_id = "job_sales".into();
        }
        entries.extend([person, candidate]);
    }
    entries
}

fn add_career(person: &mut PersonRecord, number: usize) {
    if number == 1 {
        let company_name = "Bletchley Park".to_owned();
        person.work_experience = vec![WorkExperience { company_name, ..WorkExperience::default() }];
    }
    if number == 2 {
        let company_name = "Vassar College".to_owned();
        person.education_experience = vec![Education { company_name, ..Education::default() }];
    }
}
