//! The commands that read: on the local workspace and on a server.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Output;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::support::TIMEOUT;
use crate::support::harness::{Program, RunningService, database, run_with_stdin};
use crate::support::http::{KEY, Request, texts};

/// A job of the demo with 643 candidates, and one of its candidates.
const JOB: &str = "job_j7fx3j0fzvj5ehcg";
const CANDIDATE: &str = "can_etys814ww275rqnr";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A service on the demo.
fn serve_demo() -> (Program, RunningService) {
    let program = Program::new();
    let at = database(program.home.path(), "served.db");
    program.ok(&["db", "demo", "--database", &at, "--today", "2026-11-14"]);
    let running = program.serve(&["--database", &at]);
    (program, running)
}

fn run_on(program: &Program, running: &RunningService, key: &str, arguments: &[&str]) -> Output {
    let mut command = program.command(arguments);
    command.env("SHORTLIST_URL", format!("http://{}", running.address)).env("SHORTLIST_KEY", key);
    command.output().unwrap()
}

#[test]
fn every_format_prints_the_same_records() {
    let program = Program::new();
    let ids = |list: &[String]| list.iter().cloned().collect::<BTreeSet<_>>();
    let whole = json(&program.ok(&["candidates", JOB, "--json"]));
    let expected = texts(&whole, "id");
    assert_eq!(ids(&expected).len(), 643);

    let lines = program.ok(&["candidates", JOB, "--jsonl"]);
    let streamed: Vec<String> =
        lines.lines().map(|line| json(line)["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids(&streamed), ids(&expected));

    let last = |line: &str, by: char| line.rsplit(by).next().unwrap().to_owned();
    let plain = program.ok(&["candidates", JOB, "--plain"]);
    assert_eq!(plain.lines().map(|line| last(line, '\t')).collect::<Vec<_>>(), expected);
    let table = program.ok(&["candidates", JOB]);
    assert_eq!(table.lines().skip(1).map(|line| last(line, ' ')).collect::<Vec<_>>(), expected);
    let csv = program.ok(&["candidates", JOB, "--csv"]);
    let first = |line: &str| line.split(',').next().unwrap().to_owned();
    assert_eq!(csv.lines().skip(1).map(first).collect::<Vec<_>>(), expected);
}

#[test]
fn lists_are_filtered_sorted_and_limited() {
    let program = Program::new();
    let jobs = |arguments: &[&str]| {
        let list = json(&program.ok(&[&["jobs", "--json"], arguments].concat()));
        list.as_array().unwrap().clone()
    };
    let archived = |jobs: &[Value]| jobs.iter().filter(|job| job["is_archived"] == true).count();
    let (all, without, only) =
        (jobs(&[]), jobs(&["--archived", "no"]), jobs(&["--archived", "only"]));
    assert_eq!((all.len(), archived(&without)), (32, 0));
    assert_eq!(archived(&only), only.len());
    assert_eq!(without.len() + only.len(), all.len());
    assert_eq!(jobs(&["--archived", "yes"]), all);

    let by_heading = jobs(&["--sort", "-candidates", "--limit", "2"]);
    let largest = jobs(&["--sort", "-candidate_count", "--limit", "2"]);
    assert_eq!(by_heading, largest);
    assert_eq!(largest[0]["id"], JOB);
    assert!(largest[0]["candidate_count"].as_i64() >= largest[1]["candidate_count"].as_i64());
    assert_eq!(largest.len(), 2);
    assert_eq!(jobs(&["--limit", "0"]).len(), 0);

    let applied = json(&program.ok(&["candidates", JOB, "--stage", "applied", "--json"]));
    let applied = applied.as_array().unwrap();
    assert!(!applied.is_empty());
    assert!(applied.iter().all(|candidate| candidate["current_pipeline_stage_name"] == "Applied"));
}

#[test]
fn a_filter_works_as_in_the_tui() {
    let program = Program::new();
    let list = |arguments: &[&str]| {
        let list = json(&program.ok(&[arguments, &["--json"]].concat()));
        list.as_array().unwrap().clone()
    };
    let jobs = list(&["jobs", "--filter", "ostrava count>70"]);
    assert!(!jobs.is_empty());
    for job in &jobs {
        assert!(job["client_company_name"].as_str().unwrap().contains("Ostrava"), "{job}");
        assert!(job["candidate_count"].as_i64().unwrap() > 70, "{job}");
    }
    assert_eq!(list(&["jobs", "--filter", "ostrava count>70", "--archived", "only"]).len(), 0);
    let stage =
        |candidate: &Value| candidate["current_pipeline_stage_name"].as_str().unwrap().to_owned();
    let all = list(&["candidates", JOB]);
    let rejected = all.iter().filter(|candidate| stage(candidate).contains("Rejected")).count();
    let others = list(&["candidates", JOB, "--filter", "-stage:rejected"]);
    assert!(rejected > 0);
    assert_eq!(others.len(), all.len() - rejected);
}

#[test]
fn the_time_in_a_stage_is_read_from_the_records() {
    let program = Program::new();
    program.ok(&["db", "demo", "--jobs", "1", "--candidates", "40"]);
    let job = json(&program.ok(&["jobs", "--json"]))[0]["id"].as_str().unwrap().to_owned();
    let list = |program: &Program, arguments: &[&str]| -> Vec<String> {
        let output = program.run(&[&["candidates", &job, "--json"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("date added"), "{arguments:?}: {}", stderr(&output));
        let rows = json(&String::from_utf8(output.stdout).unwrap());
        rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    let since = |id: String| {
        let record = json(&program.ok(&["candidate", &id, "--json"]));
        let since = record["current_pipeline_stage_date"].as_str().unwrap();
        (DateTime::parse_from_rfc3339(since).unwrap().to_utc(), id)
    };
    let mut dates: Vec<(DateTime<Utc>, String)> =
        list(&program, &[]).into_iter().map(since).collect();
    dates.sort();
    // Between two dates that are far apart, so that the time the test takes does not matter.
    let gap = dates.windows(2).max_by_key(|pair| pair[1].0 - pair[0].0).unwrap();
    let middle = gap[0].0 + (gap[1].0 - gap[0].0) / 2;
    let expected: BTreeSet<String> =
        dates.iter().filter(|(since, _)| *since < middle).map(|(_, id)| id.clone()).collect();
    assert!(!expected.is_empty() && expected.len() < dates.len());
    let filter = format!("age>{}h", (Utc::now() - middle).num_hours());
    let found: BTreeSet<String> = list(&program, &["--filter", &filter]).into_iter().collect();
    assert_eq!(found, expected, "the same as with the records read before");
    let fresh = Program::new();
    fresh.ok(&["db", "demo", "--jobs", "1", "--candidates", "40"]);
    let unread: BTreeSet<String> = list(&fresh, &["--filter", &filter]).into_iter().collect();
    assert_eq!(unread, expected, "a command that has stored nothing reads what it needs");

    let oldest_first = list(&program, &["--sort=-age"]);
    assert_eq!(oldest_first[0], dates[0].1);
    let table = program.ok(&["candidates", &job, "--filter", &filter]);
    assert!(table.lines().next().unwrap().ends_with("age"), "{table}");
}

#[test]
fn a_part_of_a_name_is_as_good_as_an_id() {
    let program = Program::new();
    let job = json(&program.ok(&["job", JOB, "--json"]));
    let name = job["name"].as_str().unwrap();
    let by_name = program.run(&["candidates", &name.to_uppercase(), "--json"]);
    assert_eq!(by_name.stdout, program.run(&["candidates", JOB, "--json"]).stdout);
    let message = stderr(&by_name);
    assert!(message.contains(&format!("job: {name}, ")) && message.contains(JOB), "{message}");

    let (code, error) = program.fails(&["job", "engineer"]);
    assert_eq!(code, 4, "{error}");
    assert!(error.contains("jobs match \"engineer\"; give the ID or more of the name"), "{error}");
    assert!(error.lines().count() > 2 && error.contains("(job_"), "{error}");

    let candidate = json(&program.ok(&["candidate", CANDIDATE, "--json"]));
    let name = candidate["name"].as_str().unwrap();
    let person = candidate["person_id"].as_str().unwrap();
    let record = json(&program.ok(&["person", name, "--json"]));
    assert_eq!(record["id"], person);
    let words = format!("{name} {}", job["name"].as_str().unwrap());
    let verdict = program.ok(&["verdict", &words, "advance"]);
    assert!(verdict.contains(CANDIDATE), "{verdict}");
    let undone = program.ok(&["verdict", name, "undo"]);
    assert!(undone.contains("undid advance"), "{undone}");
    let (code, error) = program.fails(&["candidate", "zzz nobody"]);
    assert_eq!(code, 4);
    assert!(error.contains("error: no candidate matches \"zzz nobody\""), "{error}");
}

#[test]
fn kinds_follow_the_pipeline_of_the_job() {
    let program = Program::new();
    let list = |filter: &str| {
        let list = json(&program.ok(&["candidates", JOB, "--filter", filter, "--json"]));
        let stage = |candidate: &Value| {
            candidate["current_pipeline_stage_name"].as_str().unwrap().to_owned()
        };
        list.as_array().unwrap().iter().map(stage).collect::<Vec<_>>()
    };
    let job = json(&program.ok(&["job", JOB, "--json"]));
    let stages = job["pipeline_stages"].as_array().unwrap();
    let is_flagged = |name: &str, flag: &str| {
        let stage = stages.iter().find(|stage| stage["name"] == name);
        stage.is_some_and(|stage| stage[flag] == true)
    };
    let (active, rejected, interview) =
        (list("is:active"), list("is:rejected"), list("is:interview"));
    assert!(active.len() > interview.len() && !rejected.is_empty() && !interview.is_empty());
    assert_eq!(active.len() + rejected.len(), list("").len());
    assert!(active.iter().all(|stage| !is_flagged(stage, "is_rejection_stage")));
    assert!(rejected.iter().all(|stage| is_flagged(stage, "is_rejection_stage")));
    assert!(interview.iter().all(|stage| is_flagged(stage, "is_interviewing_stage")));
    assert_eq!(list("-is:rejected"), active);
    let withdrawn = list("is:withdrawn");
    assert!(!withdrawn.is_empty() && withdrawn.len() < rejected.len());
    let (code, error) = program.fails(&["candidates", JOB, "--filter", "is:rejcted"]);
    assert_eq!(code, 2);
    assert!(error.contains("is: takes active, interview"), "{error}");
}

#[test]
fn a_table_of_jobs_has_the_open_ones_first() {
    let program = Program::new();
    let table = program.ok(&["jobs"]);
    let ids: Vec<&str> =
        table.lines().skip(1).filter_map(|line| line.split(' ').next_back()).collect();
    let list = json(&program.ok(&["jobs", "--json"]));
    let is_archived = |id: &str| {
        let mut jobs = list.as_array().unwrap().iter();
        jobs.any(|job| job["id"] == id && job["is_archived"] == true)
    };
    assert_eq!(ids.len(), 32);
    assert!(ids.iter().is_sorted_by_key(|id| is_archived(id)), "{table}");
    assert!(is_archived(ids[31]), "{table}");
    let first = program.ok(&["jobs", "--limit", "1"]);
    assert!(first.contains(ids[0]), "{first}");
}

#[test]
fn a_record_is_shown_completely() {
    let program = Program::new();
    let candidate = json(&program.ok(&["candidate", CANDIDATE, "--json"]));
    assert_eq!(candidate["job_id"], JOB);
    let person = candidate["person_id"].as_str().unwrap();
    let record = program.ok(&["candidate", CANDIDATE]);
    for text in [CANDIDATE, person, JOB, candidate["name"].as_str().unwrap(), "Applied"] {
        assert!(record.contains(text), "{text} is not in\n{record}");
    }
    let name = json(&program.ok(&["person", person, "--jsonl"]))["name"].clone();
    assert!(program.ok(&["person", person]).contains(name.as_str().unwrap()));
    assert!(program.ok(&["person", person, "--plain"]).contains("jobs[0].candidate_id\t"));
    assert!(program.ok(&["job", JOB, "--csv"]).starts_with("id,name,created_at,"));
}

#[test]
fn the_key_comes_from_the_environment_or_stdin() {
    let (program, running) = serve_demo();
    let from_environment = run_on(&program, &running, KEY, &["jobs", "--plain"]);
    assert!(from_environment.status.success(), "{}", stderr(&from_environment));

    let url = format!("http://{}", running.address);
    let mut command = program.command(&["jobs", "--plain", "--url", &url]);
    let from_stdin = run_with_stdin(&mut command, format!("{KEY}\n").as_bytes());
    assert_eq!(from_stdin.stdout, from_environment.stdout, "{}", stderr(&from_stdin));
}

#[test]
fn errors_have_an_exit_code_and_advice() {
    let (program, running) = serve_demo();
    let url = format!("http://{}", running.address);
    let unreachable = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    for (arguments, code, message) in [
        (&["jobs", "--url", &url][..], 2, "set SHORTLIST_KEY, or pass the key on stdin"),
        (&["jobs", "--url", "http://192.0.2.1"], 2, "is not encrypted"),
        (&["jobs", "--url", "ftp://x"], 2, "must start with https://"),
        (&["jobs", "--url", "localhost:7171"], 2, "http:// for this machine"),
        (&["jobs", "--url", "https://me:secret@x:99999"], 2, "write it like https://"),
        (&["jobs", "--sort", "colour"], 2, "expected one of: name, client, status"),
        (&["jobs", "--columns", "statsu"], 2, "unknown column `statsu`, did you mean `status`?"),
        (&["jobs", "--max-rps", "0"], 2, "must be at least 1"),
        (&["jobs", "--filter", "colour:red age>x"], 2, "unknown field colour"),
        (&["jobs", "--filter", "status:"], 2, "status: has no value"),
        (&["jobs", "--filter", "count>"], 2, "count> has no value"),
        (&["jobs", "--deadline", "soon"], 2, "such as 20s, 2m or 500ms"),
        (&["jobs", "--raw"], 2, "--csv"),
        (&["jobs", "--database", "sqlite:none.db"], 2, "none.db"),
        (
            &["job", "nope"],
            4,
            "error: no job has the ID nope, and no name matches; `shortlist jobs`",
        ),
        (&["job", "senior nope"], 4, "error: no job matches \"senior nope\""),
        (&["candidates", "nope"], 4, "error: no job has the ID nope"),
        (&["candidates", CANDIDATE], 4, "is the ID of a candidate, not of a job"),
        (&["person", JOB], 4, "is the ID of a job, not of a person; `shortlist job "),
        (&["candidates", JOB, "--filter", "stage:scren"], 0, "did you mean \"Recruiter screen\"?"),
        (&["candidates", JOB, "--stage", "Moon"], 4, "its stages: Applied"),
        (&["person", ".."], 2, "is not a valid ID"),
    ] {
        let output = program.run(arguments);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    let refused = run_on(&program, &running, "wrong", &["jobs"]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(stderr(&refused).contains("(401, request "), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("set SHORTLIST_KEY"), "{}", stderr(&refused));

    let offline =
        program.command(&["jobs", "--url", &unreachable]).env("SHORTLIST_KEY", "k").output();
    let offline = offline.unwrap();
    assert_eq!(offline.status.code(), Some(6));
    assert!(stderr(&offline).contains("cannot reach the server"), "{}", stderr(&offline));
    assert!(offline.stdout.is_empty());
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let program = Program::new();
    let mut child = program.command(&["candidates", JOB, "--jsonl"]).spawn().unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::with_capacity(64, child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!stderr(&output).contains("error"), "{}", stderr(&output));
}

#[test]
fn a_proxy_is_used_for_other_hosts_but_not_for_loopback() {
    let (program, running) = serve_demo();
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = format!("http://{}", proxy.local_addr().unwrap());
    let local = program
        .command(&["jobs", "--plain", "--url", &format!("http://{}", running.address)])
        .env("SHORTLIST_KEY", KEY)
        .env("HTTP_PROXY", &at)
        .env("http_proxy", &at)
        .env("ALL_PROXY", &at)
        .output()
        .unwrap();
    assert!(local.status.success(), "a local key never leaves the machine: {}", stderr(&local));

    let mut remote = program
        .command(&["jobs", "--url", "https://recruiting.example"])
        .env("SHORTLIST_KEY", "k")
        .env("HTTPS_PROXY", &at)
        .spawn()
        .unwrap();
    let (mut stream, _) = accept(proxy);
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), "CONNECT recruiting.example:443 HTTP/1.1");
    stream.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").unwrap();
    remote.kill().unwrap();
    remote.wait().unwrap();
}

/// Accepts a connection, with a time limit.
fn accept(listener: TcpListener) -> (TcpStream, SocketAddr) {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(listener.accept().unwrap()));
    receiver.recv_timeout(TIMEOUT).expect("a connection")
}

#[test]
fn formulas_are_escaped_unless_raw_is_given() {
    let (program, running) = serve_demo();
    let body = serde_json::json!({"name": "=cmd|' /C calc'!A0", "job_id": JOB});
    Request::new("POST", "/v1/persons").json(&body).send(running.address).data();
    let last = |arguments: &[&str]| {
        let output = run_on(&program, &running, KEY, arguments);
        String::from_utf8(output.stdout).unwrap().lines().last().unwrap().to_owned()
    };
    assert!(last(&["candidates", JOB, "--csv"]).contains(",'=cmd|"));
    assert!(last(&["candidates", JOB, "--csv", "--raw"]).contains(",=cmd|"));
}
