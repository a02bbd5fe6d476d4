//! What the service says when its file is full, damaged, deleted or replaced,
//! and what it leaves behind when it stops.

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::harness::{Program, RunningService, database};
use crate::support::http::{KEY, Request, Response};

fn create(address: SocketAddr, name: &str) -> Response {
    let body = json!({"name": name, "job_id": "job_rust"});
    Request::new("POST", "/v1/persons").json(&body).send(address)
}

fn status_and_code(address: SocketAddr, path: &str) -> (u16, Value) {
    let answer = Request::new("GET", path).send(address);
    (answer.status, answer.json()["error_code"].clone())
}

/// A service on a file of its own, with the data of the agency.
fn serve_agency(program: &Program, arguments: &[&str]) -> RunningService {
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    program.serve(&[&["--database", &at], arguments].concat())
}

#[test]
fn a_write_into_a_deleted_or_replaced_file_is_not_acknowledged() {
    for is_replaced in [false, true] {
        let program = Program::new();
        let running = serve_agency(&program, &[]);
        assert_eq!(create(running.address, "Ada").status, 201);
        let file = program.home.path().join("team.db");
        std::fs::rename(&file, program.home.path().join("moved.db")).unwrap();
        if is_replaced {
            std::fs::copy(program.home.path().join("moved.db"), &file).unwrap();
        }
        let answer = create(running.address, "Obi");
        assert_eq!((answer.status, &answer.json()["error_code"]), (503, &json!("storage_lost")));
        let lost = (503, json!("storage_lost"));
        assert_eq!(status_and_code(running.address, "/healthz"), lost, "{is_replaced}");
        assert_eq!(status_and_code(running.address, "/v1/jobs"), lost, "no data of a lost file");
        assert_eq!(status_and_code(running.address, "/livez").0, 200);
    }
}

#[test]
fn the_log_of_a_replaced_file_does_not_reach_the_new_one() {
    let program = Program::new();
    let mut running = serve_agency(&program, &[]);
    program.ok(&["db", "demo", "--database", &database(program.home.path(), "new.db")]);
    for number in 0..20 {
        assert_eq!(create(running.address, &format!("N{number}")).status, 201);
    }
    let file = program.home.path().join("team.db");
    std::fs::rename(&file, program.home.path().join("old.db")).unwrap();
    std::fs::rename(program.home.path().join("new.db"), &file).unwrap();
    assert_eq!(status_and_code(running.address, "/healthz").0, 503);
    running.signal("TERM");
    running.child.wait().unwrap();
    program.ok(&["db", "check", "--database", &database(program.home.path(), "team.db")]);
    let old = program.serve(&["--database", &database(program.home.path(), "old.db")]);
    let job = Request::new("GET", "/v1/jobs/job_rust").send(old.address).data();
    assert_eq!(job["candidate_count"], 20, "what was acknowledged is in the old file");
}

#[test]
fn a_hangup_does_not_end_a_service_without_a_certificate() {
    let program = Program::new();
    let running = serve_agency(&program, &[]);
    running.signal("HUP");
    assert_eq!(create(running.address, "Ada").status, 201);
    assert_eq!(create(running.address, "Obi").status, 201);
}

#[test]
fn a_write_into_a_deleted_log_is_not_acknowledged() {
    let program = Program::new();
    let running = serve_agency(&program, &[]);
    assert_eq!(create(running.address, "Ada").status, 201);
    std::fs::remove_file(program.home.path().join("team.db-wal")).unwrap();
    let answer = create(running.address, "Obi");
    assert_eq!((answer.status, &answer.json()["error_code"]), (503, &json!("storage_lost")));
}

#[test]
fn a_health_check_notices_a_deleted_file_without_a_write() {
    let program = Program::new();
    let running = serve_agency(&program, &[]);
    std::fs::remove_file(program.home.path().join("team.db")).unwrap();
    assert_eq!(status_and_code(running.address, "/healthz"), (503, json!("storage_lost")));
}

#[test]
fn damage_is_answered_by_its_kind_and_logged_once() {
    type Damage = fn(&mut std::fs::File);
    let table: [(&str, Damage, &[&str]); 4] = [
        ("overwritten", overwrite, &["/healthz", "/v1/jobs", "/v1/jobs/job_rust"]),
        ("read by requests alone", overwrite, &["/v1/jobs", "/v1/jobs", "/v1/jobs/job_rust"]),
        ("truncated", |file| file.set_len(3 * 8192).unwrap(), &["/healthz", "/healthz"]),
        ("emptied", |file| file.set_len(0).unwrap(), &["/healthz", "/healthz"]),
    ];
    for (name, damage, paths) in table {
        let program = Program::new();
        let mut running = serve_agency_with_log(&program);
        let path = program.home.path().join("team.db");
        damage(&mut OpenOptions::new().write(true).open(path).unwrap());
        for path in paths {
            let damaged = (503, json!("storage_damaged"));
            assert_eq!(status_and_code(running.address, path), damaged, "{name}: {path}");
        }
        assert_eq!(status_and_code(running.address, "/healthz").0, 503, "{name}: remembered");
        let write = create(running.address, "Ada");
        let code = &write.json()["error_code"];
        assert_eq!((write.status, code), (503, &json!("storage_damaged")), "{name}");
        assert_eq!(status_and_code(running.address, "/livez").0, 200);
        let log = stop_and_read_log(&mut running);
        assert_eq!(
            log.matches(r#""message":"the database file is damaged""#).count(),
            1,
            "{name}: {log}"
        );
        assert!(!log.contains("cannot be written"), "{name}: {log}");
    }
}

/// Overwrites everything but the first page, in place.
fn overwrite(file: &mut std::fs::File) {
    let length = usize::try_from(file.metadata().unwrap().len()).unwrap();
    file.seek(SeekFrom::Start(8192)).unwrap();
    file.write_all(&vec![0x5a; length - 8192]).unwrap();
}

fn serve_agency_with_log(program: &Program) -> RunningService {
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    serve_with_log(program, &["--database", &at])
}

fn serve_with_log(program: &Program, arguments: &[&str]) -> RunningService {
    let mut command = program.command(&[&["serve", "--listen", "0"], arguments].concat());
    command.env("SHORTLIST_SERVICE_KEY", KEY);
    RunningService::start(command)
}

fn stop_and_read_log(running: &mut RunningService) -> String {
    running.child.kill().unwrap();
    let mut log = String::new();
    running.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    log
}

#[test]
fn a_damaged_file_is_refused_at_the_start_with_advice() {
    let program = Program::new();
    drop(serve_agency(&program, &[]));
    let path = program.home.path().join("team.db");
    let mut bytes = std::fs::read(&path).unwrap();
    // The list of tables begins after the header of the first page.
    bytes[100..8192].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
    let at = database(program.home.path(), "team.db");
    let (code, stderr) = program.fails(&["serve", "--listen", "0", "--database", &at]);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("is damaged") && stderr.contains("db restore"), "{stderr}");
}

#[test]
fn a_full_database_refuses_writes_changes_nothing_and_recovers() {
    let program = Program::new();
    let running = serve_agency(&program, &["--max-database", "300KiB"]);
    let (mut created, mut refusal) = (0, None);
    while refusal.is_none() {
        let answer = create(running.address, &format!("N{created} {}", "x".repeat(4000)));
        match answer.status {
            201 => created += 1,
            _ => refusal = Some(answer),
        }
    }
    let refusal = refusal.unwrap();
    assert_eq!((refusal.status, &refusal.json()["error_code"]), (507, &json!("storage_full")));
    assert_eq!(status_and_code(running.address, "/healthz"), (503, json!("storage_full")));
    let job = Request::new("GET", "/v1/jobs/job_rust").send(running.address).data();
    assert_eq!(job["candidate_count"], created, "the refused write changed nothing");
    drop(running);
    let at = database(program.home.path(), "team.db");
    let mut smaller = serve_with_log(&program, &["--database", &at, "--max-database", "100KiB"]);
    let log = stop_and_read_log(&mut smaller);
    assert!(log.contains("more than --max-database (102400)"), "{log}");
    let larger = program.serve(&["--database", &at]);
    assert_eq!(create(larger.address, "Room again").status, 201);
    assert_eq!(status_and_code(larger.address, "/healthz").0, 200);
}

#[test]
fn a_clean_shutdown_leaves_one_file_with_every_acknowledged_write() {
    let program = Program::new();
    let mut running = serve_agency(&program, &[]);
    for number in 0..50 {
        assert_eq!(create(running.address, &format!("N{number}")).status, 201);
    }
    running.signal("TERM");
    assert!(running.child.wait().unwrap().success());
    for suffix in ["-wal", "-shm"] {
        assert!(!program.home.path().join(format!("team.db{suffix}")).exists(), "{suffix}");
    }
    let copy = program.home.path().join("copy.db");
    std::fs::copy(program.home.path().join("team.db"), &copy).unwrap();
    let restored = program.serve(&["--database", &database(program.home.path(), "copy.db")]);
    let job = Request::new("GET", "/v1/jobs/job_rust").send(restored.address).data();
    assert_eq!(job["candidate_count"], 50);
}
