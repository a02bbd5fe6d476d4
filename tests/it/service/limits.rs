//! Limits against slow and many clients, the shutdown, and the access log.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use shortlist::service::{Limits, ServiceSettings};

use crate::support::engine::OwnConnection;
use crate::support::files::wait_for_files;
use crate::support::harness::{Program, RunningService, Service, agency, database, signal};
use crate::support::http::{KEY, Request, parse, person_path, texts, wait_for_status};

fn service_with_limits(change: impl FnOnce(&mut Limits)) -> Service {
    let mut limits = Limits::default();
    change(&mut limits);
    Service::with(ServiceSettings { limits, ..ServiceSettings::default() }, agency())
}

/// A create without its body: the service confirms the head with 100 Continue.
fn send_head(address: SocketAddr, body: &Value) -> (TcpStream, Vec<u8>) {
    let request = Request::new("POST", "/v1/persons").json(body).header("Expect", "100-continue");
    let whole = request.to_bytes();
    let (head, body) = whole.split_at(whole.len() - body.to_string().len());
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(head).unwrap();
    let mut line = [0; 25];
    stream.read_exact(&mut line).unwrap();
    assert_eq!(&line, b"HTTP/1.1 100 Continue\r\n\r\n");
    (stream, body.to_vec())
}

/// An idle connection after an answer; the service closes it when it begins to
/// stop.
fn idle_connection(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"{\"status\":\"ok\"}") {
        let mut buffer = [0; 512];
        let count = stream.read(&mut buffer).unwrap();
        bytes.extend_from_slice(&buffer[..count]);
    }
    stream
}

fn read_to_end(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn a_missing_body_times_out() {
    let service = service_with_limits(|limits| limits.body_timeout = Duration::from_millis(50));
    let (mut stream, _) = send_head(service.address, &json!({"name": "Late"}));
    let answer = parse(&read_to_end(&mut stream));
    assert_eq!((answer.status, &answer.json()["error_code"]), (408, &json!("body_timeout")));
}

#[test]
fn a_slow_answer_times_out() {
    let service = service_with_limits(|limits| limits.handler_timeout = Duration::from_millis(50));
    let _writer = OwnConnection::hold_writers(&service.database);
    let answer = service.post("/v1/persons", &json!({"name": "Slow"}));
    assert_eq!((answer.status, &answer.json()["error_code"]), (504, &json!("deadline_exceeded")));
}

#[test]
fn a_database_error_does_not_expose_details() {
    let service = Service::start();
    let connection = OwnConnection::open(&service.database);
    connection.execute("ALTER TABLE candidate_item RENAME COLUMN item TO other");
    let answer = service.get("/v1/jobs/job_rust/candidates");
    assert_eq!((answer.status, &answer.json()["error_code"]), (500, &json!("internal_error")));
    assert!(!answer.body.contains("column"), "{}", answer.body);
    assert_eq!(service.get("/v1/jobs").status, 200, "other requests still work");
}

#[test]
fn a_write_behind_a_long_lock_is_refused_and_changes_nothing() {
    let service = service_with_limits(|limits| limits.write_wait = Duration::from_millis(50));
    let writer = OwnConnection::hold_writers(&service.database);
    let answer = service.post("/v1/persons", &json!({"name": "Waiting"}));
    assert_eq!((answer.status, &answer.json()["error_code"]), (503, &json!("overloaded")));
    assert!(answer.header("retry-after").is_some());
    writer.execute("ROLLBACK");
    assert!(!service.contents().iter().any(|line| line.contains("Waiting")));
}

#[test]
fn a_connection_without_a_complete_head_is_closed() {
    let service = service_with_limits(|limits| limits.header_timeout = Duration::from_millis(500));
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(b"GET /v1/jobs HTTP/1.1\r\nHost: x\r\n").unwrap();
    let bytes = read_to_end(&mut stream);
    assert_eq!(bytes, b"", "there is no request to answer");
    assert_eq!(service.get("/v1/jobs").status, 200, "other clients are served");
}

#[test]
fn a_write_over_the_limit_is_refused_with_retry_after() {
    let service = service_with_limits(|limits| {
        (limits.max_writes, limits.write_wait) = (1, crate::support::TIMEOUT);
    });
    let lock = OwnConnection::hold_writers(&service.database);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| service.post("/v1/persons", &json!({"name": "First"})));
        let is_waiting = || {
            let metrics = service.get("/metrics").body;
            u16::from(metrics.contains("shortlist_slots_in_use{kind=\"write\"} 1"))
        };
        wait_for_status(1, crate::support::TIMEOUT, is_waiting);
        let refusal = service.post("/v1/persons", &json!({"name": "Second"}));
        assert_eq!((refusal.status, &refusal.json()["error_code"]), (503, &json!("overloaded")));
        assert!(refusal.header("retry-after").is_some());
        assert_eq!(service.get("/v1/jobs").status, 200, "reads have their own slots");
        let v0 = service.post("/v0/persons", &json!({"name": "A"}));
        assert_eq!((v0.status, v0.json().as_object().unwrap().len()), (503, 2));
        lock.execute("ROLLBACK");
        assert_eq!(first.join().unwrap().status, 201, "the first request is served");
    });
    let later = service.post("/v1/persons", &json!({"name": "Later"}));
    assert_eq!(later.status, 201, "the first request released its slot");
}

#[test]
fn reads_do_not_wait_for_a_writer() {
    let service = Service::start();
    let created = service.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let writer = OwnConnection::hold_writers(&service.database);
    writer.execute("UPDATE person SET name = 'Unseen'");
    assert_eq!(service.read_person(&created["id"])["name"], "Ada");
    assert_eq!(service.get("/v1/jobs/job_rust/candidates").json()["meta"]["total"], 1);
    writer.execute("ROLLBACK");
}

#[test]
fn read_only_commands_do_not_wait_for_a_writer() {
    let program = Program::new();
    let at = database(program.home.path(), "read.db");
    program.ok(&["db", "demo", "--database", &at, "--jobs", "2", "--candidates", "5"]);
    let writer = OwnConnection::hold_writers(&at);
    writer.execute("UPDATE person SET name = 'Unseen'");
    assert!(program.ok(&["db", "stats", "--database", &at]).contains("candidates"));
    assert!(!program.ok(&["db", "export", "--database", &at]).contains("Unseen"));
    program.ok(&["keys", "list", "--database", &at]);
}

#[test]
fn a_person_is_read_in_one_transaction() {
    let program = Program::new();
    let running = program.serve(&["--demo"]);
    let jobs = Request::new("GET", "/v1/jobs").send(running.address).json();
    let jobs = texts(&jobs["data"], "id");
    let created = Request::new("POST", "/v1/persons")
        .json(&json!({"name": "0"}))
        .send(running.address)
        .data();
    let path = person_path(&created);
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
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
                is_done.store(true, std::sync::atomic::Ordering::Relaxed);
                panic!("{}", answer.body);
            }
        }
        is_done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn an_interrupted_fill_is_rolled_back() {
    for name in ["INT", "TERM"] {
        let program = Program::new();
        let file = program.home.path().join("cut.db");
        let at = database(program.home.path(), "cut.db");
        let child = program
            .command(&["db", "demo", "--database", &at, "--candidates", "5000000"])
            .spawn()
            .unwrap();
        // The write-ahead log grows once the fill has begun.
        let log = program.home.path().join("cut.db-wal");
        wait_for_files(program.home.path(), "a fill under way", || {
            log.metadata().is_ok_and(|log| log.len() >= 1 << 20)
        });
        signal(name, child.id());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("nothing was added"), "{stderr}");
        assert!(!file.exists() && !log.exists(), "no file remains");
    }
}

#[test]
fn a_shutdown_finishes_requests_in_flight() {
    let mut service = Service::start();
    let (mut stream, body) = send_head(service.address, &json!({"name": "In flight"}));
    let mut idle = idle_connection(service.address);
    let stopping = std::thread::spawn(move || {
        service.stop();
        service
    });
    assert_eq!(read_to_end(&mut idle), b"", "the service has begun to stop");
    stream.write_all(&body).unwrap();
    assert_eq!(parse(&read_to_end(&mut stream)).status, 201);
    let service = stopping.join().unwrap();
    assert!(service.contents().iter().any(|line| line.contains("In flight")));
}

#[test]
fn both_signals_shut_the_program_down_cleanly() {
    for name in ["TERM", "INT"] {
        let program = Program::new();
        let mut running = program.serve(&[]);
        let (mut stream, body) = send_head(running.address, &json!({"name": "In flight"}));
        let mut idle = idle_connection(running.address);
        running.signal(name);
        assert_eq!(read_to_end(&mut idle), b"", "the service has begun to stop");
        stream.write_all(&body).unwrap();
        assert_eq!(parse(&read_to_end(&mut stream)).status, 201, "{name}");
        assert!(running.child.wait().unwrap().success(), "{name}");
        let mut more = String::new();
        running.stdout.read_to_string(&mut more).unwrap();
        assert_eq!(more, "", "stdout has a single line");
    }
}

#[test]
fn the_log_has_every_request_and_no_personal_data() {
    let program = Program::new();
    let at = database(program.home.path(), "log.db");
    let mut command = program.command(&["serve", "--listen", "127.0.0.1:0", "--database", &at]);
    command.env("SHORTLIST_SERVICE_KEY", KEY).env("SHORTLIST_LOG", "info").stderr(Stdio::piped());
    let mut running = RunningService::start(command);
    let secret = json!({"name": "Zebulon Secret", "emails": ["zebulon@secret.example"], "job_id": "nowhere"});
    Request::new("POST", "/v1/persons").json(&secret).send(running.address);
    Request::new("GET", "/v1/persons/Zebulon?name=Zebulon").send(running.address);
    Request::new("GET", "/Zebulon").send(running.address);
    running.signal("TERM");
    let mut log = String::new();
    running.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let requests: Vec<(&str, &str, i64)> = lines
        .iter()
        .map(|line| {
            (
                line["method"].as_str().unwrap_or_else(|| panic!("no request: {line}")),
                line["route"].as_str().unwrap(),
                line["status"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        requests,
        [("POST", "/v1/persons", 422), ("GET", "/v1/persons/{id}", 404), ("GET", "-", 404)]
    );
    assert!(lines.iter().all(|line| line["request_id"].is_string() && line["ms"].is_number()));
    for personal in ["Zebulon", "secret.example", KEY] {
        assert!(!log.contains(personal), "{personal} is in the log: {log}");
    }
}
