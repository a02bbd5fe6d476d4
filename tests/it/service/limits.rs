//! Slow, greedy and crowding callers; the end of the service; the log.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use shortlist::service::{Limits, ServiceSettings};

use crate::support::files::wait_for_files;
use crate::support::harness::{
    self, KEY, Program, Request, Running, Service, agency, database, parse,
};

fn limited(change: impl FnOnce(&mut Limits)) -> Service {
    let mut limits = Limits::default();
    change(&mut limits);
    Service::with(ServiceSettings { limits, ..ServiceSettings::default() }, agency())
}

/// A create whose head was read and whose body is waited for: the service says
/// so itself, with 100 Continue.
fn half_sent(address: SocketAddr, body: &Value) -> (TcpStream, Vec<u8>) {
    let request = Request::new("POST", "/v1/persons").json(body).header("Expect", "100-continue");
    let whole = request.to_bytes();
    let (head, body) = whole.split_at(whole.len() - body.to_string().len());
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(head).unwrap();
    let mut told = [0; 25];
    stream.read_exact(&mut told).unwrap();
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    (stream, body.to_vec())
}

/// A connection that has had its answer and is kept open: the service hangs up
/// on it when it begins to stop.
fn idle(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"{\"status\":\"ok\"}") {
        let mut some = [0; 512];
        let count = stream.read(&mut some).unwrap();
        bytes.extend_from_slice(&some[..count]);
    }
    stream
}

fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn a_body_that_does_not_come_is_given_up() {
    let service = limited(|limits| limits.body_timeout = Duration::from_millis(50));
    let (mut stream, _) = half_sent(service.address, &json!({"name": "Late"}));
    let answer = parse(&rest(&mut stream));
    assert_eq!((answer.status, &answer.json()["error_code"]), (408, &json!("body_timeout")));
}

#[test]
fn an_answer_that_takes_too_long_is_given_up() {
    let service = limited(|limits| limits.handler_timeout = Duration::from_millis(50));
    let writer = rusqlite::Connection::open(&service.database).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = service.post("/v1/persons", &json!({"name": "Slow"}));
    assert_eq!((answer.status, &answer.json()["error_code"]), (504, &json!("deadline_exceeded")));
}

#[test]
fn a_failure_of_the_database_is_told_without_its_insides() {
    let service = Service::start();
    let broken = rusqlite::Connection::open(&service.database).unwrap();
    broken.execute_batch("DROP TABLE candidate_item").unwrap();
    let answer = service.get("/v1/jobs/job_rust/candidates");
    assert_eq!((answer.status, &answer.json()["error_code"]), (500, &json!("internal_error")));
    assert!(!answer.body.contains("candidate_item"), "{}", answer.body);
    assert_eq!(service.get("/v1/jobs").status, 200, "the rest still works");
}

#[test]
fn a_writer_that_waits_too_long_for_another_says_so_and_changes_nothing() {
    let service = Service::patient(ServiceSettings::default(), agency(), Duration::from_millis(50));
    let writer = rusqlite::Connection::open(&service.database).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = service.post("/v1/persons", &json!({"name": "Waiting"}));
    assert_eq!((answer.status, &answer.json()["error_code"]), (503, &json!("overloaded")));
    assert!(answer.header("retry-after").is_some());
    writer.execute_batch("ROLLBACK").unwrap();
    assert!(!service.contents().iter().any(|line| line.contains("Waiting")));
}

#[test]
fn a_head_that_does_not_come_is_hung_up_on() {
    let service = limited(|limits| limits.header_timeout = Duration::from_millis(50));
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(b"GET /v1/jobs HTTP/1.1\r\nHost: x\r\n").unwrap();
    let bytes = rest(&mut stream);
    assert_eq!(bytes, b"", "there is no request yet that could be answered");
    assert_eq!(service.get("/v1/jobs").status, 200, "others are served");
}

#[test]
fn one_request_too_many_is_told_to_come_back() {
    let service = limited(|limits| limits.max_requests = 1);
    let (mut first, body) = half_sent(service.address, &json!({"name": "First"}));
    let refused = service.get("/v1/jobs");
    assert_eq!((refused.status, &refused.json()["error_code"]), (503, &json!("overloaded")));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(service.get("/healthz").status, 200, "a busy service still says that it lives");
    let old = service.post("/v0/persons", &json!({"name": "A"}));
    assert_eq!((old.status, old.json().as_object().unwrap().len()), (503, 2));
    first.write_all(&body).unwrap();
    assert_eq!(parse(&rest(&mut first)).status, 201, "the first is served");
    assert_eq!(service.get("/v1/jobs").status, 200, "and the place is free again");
}

#[test]
fn a_reader_does_not_wait_for_a_writer() {
    let service = Service::start();
    let made = service.person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let writer = rusqlite::Connection::open(&service.database).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE; UPDATE person SET name = 'Unseen'").unwrap();
    assert_eq!(service.read(&made["id"])["name"], "Ada");
    assert_eq!(service.get("/v1/jobs/job_rust/candidates").json()["meta"]["total"], 1);
    writer.execute_batch("ROLLBACK").unwrap();
}

#[test]
fn commands_that_only_read_do_not_wait_for_a_writer_either() {
    let program = Program::new();
    let at = database(program.home.path(), "read.db");
    program.ok(&["db", "demo", "--database", &at, "--jobs", "2", "--candidates", "5"]);
    let writer = rusqlite::Connection::open(program.home.path().join("read.db")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE; UPDATE person SET name = 'Unseen'").unwrap();
    assert!(program.ok(&["db", "stats", "--database", &at]).contains("candidates"));
    assert!(!program.ok(&["db", "export", "--database", &at]).contains("Unseen"));
    program.ok(&["keys", "list", "--database", &at]);
}

#[test]
fn a_person_is_read_as_of_one_moment() {
    let program = Program::new();
    let running = program.serve(&["--demo"]);
    let jobs = Request::new("GET", "/v1/jobs").send(running.address).json();
    let jobs: Vec<&str> =
        jobs["data"].as_array().unwrap().iter().map(|job| job["id"].as_str().unwrap()).collect();
    let made = Request::new("POST", "/v1/persons")
        .json(&json!({"name": "0"}))
        .send(running.address)
        .data();
    let path = format!("/v1/persons/{}", made["id"].as_str().unwrap());
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    let person = Request::new("GET", &path).send(running.address).data();
                    let count = person["jobs"].as_array().unwrap().len();
                    assert_eq!(person["name"], count.to_string(), "the name is the number of jobs");
                }
            });
        }
        for (number, job) in jobs.iter().enumerate() {
            let body = json!({"name": (number + 1).to_string(), "job_id": job});
            let answer = Request::new("PATCH", &path).json(&body).send(running.address);
            if answer.status != 200 {
                done.store(true, std::sync::atomic::Ordering::Relaxed);
                panic!("{}", answer.body);
            }
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn an_interrupted_fill_is_undone_and_says_so() {
    for signal in ["INT", "TERM"] {
        let program = Program::new();
        let file = program.home.path().join("cut.db");
        let at = database(program.home.path(), "cut.db");
        let child = program
            .command(&["db", "demo", "--database", &at, "--candidates", "5000000"])
            .spawn()
            .unwrap();
        // The write-ahead log grows once the fill is under way.
        let log = program.home.path().join("cut.db-wal");
        wait_for_files(program.home.path(), "a fill under way", || {
            log.metadata().is_ok_and(|found| found.len() >= 1 << 20)
        });
        harness::signal(signal, &child);
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("nothing was added"), "{told}");
        assert!(!file.exists() && !log.exists(), "nothing is left behind");
    }
}

#[test]
fn stopping_finishes_what_is_in_flight() {
    let mut service = Service::start();
    let (mut stream, body) = half_sent(service.address, &json!({"name": "In flight"}));
    let mut idle = idle(service.address);
    let finishing = std::thread::spawn(move || {
        service.stop();
        service
    });
    assert_eq!(rest(&mut idle), b"", "the service has begun to stop");
    stream.write_all(&body).unwrap();
    assert_eq!(parse(&rest(&mut stream)).status, 201);
    let service = finishing.join().unwrap();
    assert!(service.contents().iter().any(|line| line.contains("In flight")));
}

#[test]
fn both_signals_end_the_program_well() {
    for signal in ["TERM", "INT"] {
        let program = Program::new();
        let mut running = program.serve(&[]);
        let (mut stream, body) = half_sent(running.address, &json!({"name": "In flight"}));
        let mut idle = idle(running.address);
        running.signal(signal);
        assert_eq!(rest(&mut idle), b"", "the service has begun to stop");
        stream.write_all(&body).unwrap();
        assert_eq!(parse(&rest(&mut stream)).status, 201, "{signal}");
        assert!(running.child.wait().unwrap().success(), "{signal}");
        let mut more = String::new();
        running.stdout.read_to_string(&mut more).unwrap();
        assert_eq!(more, "", "stdout holds the one line and no more");
    }
}

#[test]
fn the_log_tells_every_request_and_no_personal_data() {
    let program = Program::new();
    let at = database(program.home.path(), "log.db");
    let mut command = program.command(&["serve", "--listen", "127.0.0.1:0", "--database", &at]);
    command.env("SHORTLIST_SERVICE_KEY", KEY).env("SHORTLIST_LOG", "info").stderr(Stdio::piped());
    let mut running = Running::start(command);
    let secret = json!({"name": "Zebulon Secret", "emails": ["zebulon@secret.example"], "job_id": "nowhere"});
    Request::new("POST", "/v1/persons").json(&secret).send(running.address);
    Request::new("GET", "/v1/persons/Zebulon?name=Zebulon").send(running.address);
    Request::new("GET", "/Zebulon").send(running.address);
    running.signal("TERM");
    let mut log = String::new();
    running.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let told: Vec<(&str, &str, i64)> = lines
        .iter()
        .map(|line| {
            (
                line["method"].as_str().unwrap(),
                line["route"].as_str().unwrap(),
                line["status"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [("POST", "/v1/persons", 422), ("GET", "/v1/persons/{id}", 404), ("GET", "-", 404)]
    );
    assert!(lines.iter().all(|line| line["request_id"].is_string() && line["ms"].is_number()));
    for personal in ["Zebulon", "secret.example", KEY] {
        assert!(!log.contains(personal), "{personal} is in the log: {log}");
    }
}
