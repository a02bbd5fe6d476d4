//! Both engines give the same answers, byte for byte: to every read of the same data, to every
//! refusal, and to the same changes.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::harness::{Program, RunningService, database};
use crate::support::http::{Request, Response, texts};
use crate::support::postgres::Server;

/// The same data on both engines.
pub(super) struct BothEngines {
    pub(super) program: Program,
    pub(super) sqlite: String,
    pub(super) postgres: String,
    _server: Server,
}

impl BothEngines {
    /// The demo, the agency of the other tests, and records that were merged, moved and deleted.
    pub(super) fn start(test: &str) -> Option<Self> {
        let server = Server::start(test)?;
        let program = Program::new();
        let (sqlite, postgres) =
            (database(program.home.path(), "team.db"), server.create_database("team"));
        program.ok(&["db", "demo", "--jobs", "6", "--candidates", "330", "--database", &sqlite]);
        program.import_agency(&sqlite);
        let both = Self { program, sqlite, postgres, _server: server };
        let people = both.ids().people;
        for command in [
            &["db", "person", "merge", &people[0], &people[1]][..],
            &["db", "person", "delete", &people[2]],
            &["keys", "add", "crm", "--expires", "30d"],
            &["db", "client", "rename", "Umbra", "Ümbra \u{202e}& <Söhne>"],
        ] {
            both.program.ok(&[command, &["--database", &both.sqlite]].concat());
        }
        both.program.ok(&["db", "copy", &both.sqlite, &both.postgres]);
        Some(both)
    }

    fn serve(&self) -> [RunningService; 2] {
        [&self.sqlite, &self.postgres].map(|at| self.program.serve(&["--database", at]))
    }

    /// What a command prints on each database. Both must succeed, or fail in the same way.
    fn run(&self, command: &[&str]) -> [String; 2] {
        [&self.sqlite, &self.postgres].map(|at| {
            let output = self.program.run(&[command, &["--database", at]].concat());
            let printed = format!(
                "{:?}\n{}{}",
                output.status.code(),
                String::from_utf8(output.stdout).unwrap(),
                String::from_utf8(output.stderr).unwrap()
            );
            printed.replace(at, "DATABASE").replace(at.trim_start_matches("sqlite:"), "DATABASE")
        })
    }

    fn ids(&self) -> Ids {
        let export = self.program.ok(&["db", "export", "--database", &self.sqlite]);
        let of = |kind: &str| {
            let id = |line: &str| {
                let record: Value = serde_json::from_str(line).unwrap();
                Some(record[kind]["id"].as_str()?.to_owned())
            };
            export.lines().filter_map(id).collect()
        };
        Ids { people: of("person"), candidates: of("candidate") }
    }
}

/// The IDs of an export, in its order.
struct Ids {
    people: Vec<String>,
    candidates: Vec<String>,
}

impl Ids {
    /// `@9` stands for a person, `^9` for a candidate.
    fn resolve<'a>(&'a self, word: &'a str) -> &'a str {
        for (mark, ids) in [('@', &self.people), ('^', &self.candidates)] {
            if let Some(index) = word.strip_prefix(mark) {
                return &ids[index.parse::<usize>().unwrap()];
            }
        }
        word
    }
}

/// Everything that a client sees of an answer but its date, the name of the request, and the tag of
/// a list, which is a random number.
fn visible(answer: &Response) -> String {
    let mut text = format!("{}\n", answer.status);
    let is_list = answer.body.contains("\"meta\":");
    for (name, value) in &answer.headers {
        let name = name.to_lowercase();
        let differs = name == "date" || name == "x-request-id" || name == "etag" && is_list;
        let _ = writeln!(text, "{name}: {}", if differs { "…" } else { value });
    }
    let request_id = answer.header("x-request-id").unwrap_or_default();
    text + &answer.body.replace(request_id, "REQUEST")
}

fn assert_same(request: &Request, sides: [SocketAddr; 2]) -> Response {
    let [sqlite, postgres] = sides.map(|address| request.send(address));
    assert_eq!(visible(&sqlite), visible(&postgres), "{} {}", request.method, request.path);
    sqlite
}

#[test]
fn every_read_of_the_same_data_is_answered_with_the_same_bytes() {
    let Some(both) = BothEngines::start("the comparison of both engines") else { return };
    let services = both.serve();
    let sides = services.each_ref().map(|service| service.address);
    let get = |path: &str| assert_same(&Request::new("GET", path), sides);
    let mut records = 0;
    for (offset, limit) in [(0, 100), (0, 1), (3, 4), (10, 100), (11, 5), (500, 100)] {
        get(&format!("/v1/jobs?offset={offset}&limit={limit}"));
    }
    for job in texts(&get("/v1/jobs").json()["data"], "id") {
        get(&format!("/v1/jobs/{job}"));
        let list = format!("/v1/jobs/{job}/candidates");
        let total = get(&list).json()["meta"]["total"].as_u64().unwrap();
        for (offset, limit) in [(0, 1), (1, 7), (99, 2), (total, 3), (u64::MAX >> 1, 100)] {
            get(&format!("{list}?offset={offset}&limit={limit}"));
        }
        for offset in (0..total).step_by(90) {
            for item in get(&format!("{list}?offset={offset}")).json()["data"].as_array().unwrap() {
                get(&format!("/v1/candidates/{}", item["id"].as_str().unwrap()));
                records += 1;
            }
        }
    }
    assert!(records >= 300, "{records}");
    // With those who were merged or deleted, who are told apart.
    let mut people = both.ids().people;
    people.extend(["per_none", "per_%00", "%ff", "per_%F0%9F%92%A9"].map(str::to_owned));
    for person in &people {
        get(&format!("/v1/persons/{person}"));
    }
}

#[test]
fn every_refusal_is_the_same() {
    let Some(both) = BothEngines::start("the refusals of both engines") else { return };
    let services = both.serve();
    let sides = services.each_ref().map(|service| service.address);
    let person = format!("/v1/persons/{}", both.ids().people[9]);
    for query in ["offset=-1", "limit=0", "limit=101", "offset=x", "offset=9223372036854775808"] {
        assert_same(&Request::new("GET", &format!("/v1/jobs?{query}")), sides);
        assert_same(&Request::new("GET", &format!("/v1/jobs/job_rust/candidates?{query}")), sides);
    }
    let all = ["POST /v1/persons", "POST /v0/persons", &format!("PATCH {person}")];
    for (operations, body) in [
        (&all[..], json!({"name": "A\u{0}"})),
        (&all, json!({"name": "x".repeat(10_001)})),
        (&all, json!({"name": "Ada", "job_id": "job_none"})),
        (&all, json!({"name": "Ada", "job_id": "job_no_stage"})),
        (&all, json!({"name": null, "first_name": "", "last_name": "", "social_url": "x"})),
        (&all, json!([1])),
        (&all[..2], json!({})),
        (&all[..2], json!({"name": "Ada", "job_name": "Head of Sales"})),
        (&all[..2], json!({"name": "Ada", "job_name": "CLERK"})),
        (&all[..2], json!({"name": "Ada", "job_id": "job_rust", "client_name": "Kestrel"})),
        (&all[..2], json!({"name": "Ada", "client_id": "cli_none"})),
        (&all[..1], json!({"name": "Ada", "work_email": "nobody"})),
        (&all[2..], json!({"emails": [{"value": "no type"}]})),
    ] {
        for operation in operations {
            let (method, path) = operation.split_once(' ').unwrap();
            let answer = assert_same(&Request::new(method, path).json(&body), sides);
            assert!(answer.status >= 400, "{operation} {body}: {}", answer.body);
        }
    }
    let stale = Request::new("PATCH", &person).json(&json!({"name": "Ada"}));
    let stale = stale.header("If-Match", "\"stale\"");
    assert_eq!(assert_same(&stale, sides).status, 412);
    for (method, path) in [("DELETE", person.as_str()), ("GET", "/v2"), ("PATCH", "/v1/persons/x")]
    {
        assert_same(&Request::new(method, path).json(&json!({"name": "A"})), sides);
    }
}

/// IDs and times that a side made up become numbers, in the order of their appearance.
#[derive(Default)]
struct Mask(HashMap<String, usize>);

impl Mask {
    fn apply(&mut self, text: &str) -> String {
        let mut masked = String::with_capacity(text.len());
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_:.-".contains(c);
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            masked.push_str(&self.word(word));
            let step = after.chars().next().map_or(0, char::len_utf8);
            masked.push_str(after.get(..step).unwrap());
            rest = after.get(step..).unwrap();
        }
        masked
    }

    fn word(&mut self, word: &str) -> String {
        let random = word
            .split_once('_')
            .is_some_and(|(kind, rest)| rest.len() == 16 || kind == "req" && rest.len() > 16);
        let is_time = chrono::DateTime::parse_from_rfc3339(word).is_ok();
        if !random && !is_time {
            return word.to_owned();
        }
        let number = self.0.len();
        format!("#{}", self.0.entry(word.to_owned()).or_insert(number))
    }
}

/// Both sides, with what each made up masked.
fn assert_same_masked(masks: &mut [Mask; 2], sides: &[String; 2], what: &str) {
    let [sqlite, postgres] = masks;
    assert_eq!(sqlite.apply(&sides[0]), postgres.apply(&sides[1]), "{what}");
}

/// With the marks of [`Ids`].
#[rustfmt::skip]
const COMMANDS: &[&[&str]] = &[
    &["db", "job", "add", "--name", "CFO", "--client", "Kestrel", "--id", "job_cfo"],
    &["db", "job", "add", "--name", "CFO", "--client", "Kestrel", "--id", "job_cfo"],
    &["db", "job", "edit", "job_cfo", "--status", "On hold"],
    &["db", "job", "archive", "job_sales"],
    &["db", "pipeline", "add", "job_cfo", "Board meeting"],
    &["db", "pipeline", "rename", "job_cfo", "Board meeting", "Board"],
    &["db", "pipeline", "retire", "job_rust", "SCREEN", "--move-to", "APPLIED"],
    &["db", "pipeline", "show", "job_rust"],
    &["db", "move", "^3", "Rejected"],
    &["db", "move", "^3", "^4", "^5", "No such stage"],
    &["db", "candidate", "remove", "^6"],
    &["db", "client", "merge", "Kestrel", "Northwind"],
    &["db", "person", "merge", "@20", "@21"],
    &["db", "person", "delete", "@22"],
    &["db", "person", "delete", "per_none"],
    &["db", "import", "--people", "people.csv"],
    &["db", "import", "--people", "people.csv"],
    &["db", "import", "agency.jsonl"],
    &["db", "job", "list"],
    &["db", "client", "list"],
    &["db", "audit", "--json"],
    &["keys", "list"],
    &["db", "export"],
    &["db", "check"],
];

#[test]
fn the_same_changes_give_the_same_data() {
    let Some(both) = BothEngines::start("changes on both engines") else { return };
    let mut masks = <[Mask; 2]>::default();
    let services = both.serve();
    let sides = services.each_ref().map(|service| service.address);
    let ids = both.ids();
    let path = format!("/v1/persons/{}", ids.people[9]);
    for (method, path, body) in [
        ("POST", "/v1/persons", json!({"name": "Guðrún", "job_id": "job_rust"})),
        ("POST", "/v1/persons", json!({"name": "A", "external_source_id": "x-1"})),
        (
            "POST",
            "/v1/persons",
            json!({"external_source_id": "x-1", "name": "B", "job_id": "job_rust"}),
        ),
        (
            "POST",
            "/v0/persons",
            json!({"first_name": "Jo", "client_name": "Neu & Co", "email": "j@x.example"}),
        ),
        (
            "POST",
            "/v1/persons",
            json!({"name": "C", "client_name": "NEU & CO", "external_source_id": "é".repeat(5_000)}),
        ),
        (
            "PATCH",
            &path,
            json!({"current_job_title": "CTO", "company_name": "", "job_id": "job_sales"}),
        ),
        (
            "PATCH",
            &path,
            json!({"emails": [], "work_email": "w@x.example", "mobile_phone": "+1 202 555 0199"}),
        ),
    ] {
        let request = Request::new(method, path).json(&body);
        let answers = sides.map(|address| {
            let answer = request.send(address);
            assert!(answer.status < 300, "{body}: {}", answer.body);
            answer.body
        });
        assert_same_masked(&mut masks, &answers, &body.to_string());
    }
    std::fs::write(
        both.program.home.path().join("people.csv"),
        "id,name,email,title\nn-1,Ada Lovelace,ada@x.example,Analyst\nx-1,B Two,b@x.example,Chief\n",
    )
    .unwrap();
    for row in COMMANDS {
        let command: Vec<&str> = row.iter().map(|word| ids.resolve(word)).collect();
        assert_same_masked(&mut masks, &both.run(&command), &command.join(" "));
    }
}
