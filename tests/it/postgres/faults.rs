//! A server that is killed, does not confirm, or has no connection left.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use super::load::{self, Outcomes};
use crate::support::TIMEOUT;
use crate::support::harness::{Program, RunningService};
use crate::support::http::{KEY, Request, Response, wait_for_status};
use crate::support::postgres::{Client, Server};

struct Team {
    program: Program,
    server: Server,
    at: String,
}

impl Team {
    /// An agency in a database of its own.
    fn start(test: &str) -> Option<Self> {
        let server = Server::start(test)?;
        let (program, at) = (Program::new(), server.create_database("team"));
        program.import_agency(&at);
        Some(Self { program, server, at })
    }

    fn serve(&self) -> RunningService {
        self.program.serve(&["--database", &self.at])
    }

    /// Serves with a role that has only what it needs.
    fn serve_as_app(&self) -> RunningService {
        let sql = self.sql();
        sql.execute("CREATE ROLE app LOGIN CONNECTION LIMIT 4; ALTER DATABASE team OWNER TO app");
        sql.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO app");
        sql.execute("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO app");
        let at = self.at.replace("user=shortlist", "user=app");
        self.program.serve(&["--database", &at])
    }

    fn sql(&self) -> Client {
        Client::connect(&self.at)
    }
}

fn code(answer: &Response) -> (u16, Value) {
    (answer.status, answer.json()["error_code"].clone())
}

fn create(address: SocketAddr, name: &str) -> Response {
    let body = json!({"name": name, "job_id": "job_rust"});
    Request::new("POST", "/v1/persons").json(&body).send(address)
}

fn health(address: SocketAddr) -> u16 {
    Request::new("GET", "/healthz").send(address).status
}

#[test]
fn acknowledged_writes_survive_a_kill_of_the_server_and_the_service_recovers() {
    let Some(mut team) = Team::start("a kill of the server under writes") else { return };
    let running = team.serve();
    let address = running.address;
    let outcomes = Outcomes::default();
    for _round in 0..2 {
        load::write_until(&[address], &outcomes, || {
            team.server.kill();
            let gone = create(address, "Ada");
            assert_eq!(code(&gone), (503, json!("database_unreachable")), "{}", gone.body);
            assert!(gone.header("retry-after").is_some());
            let read = Request::new("GET", "/v1/jobs").send(address);
            assert_eq!(code(&read), (503, json!("database_unreachable")));
            wait_for_status(503, TIMEOUT, || health(address));
            assert_eq!(Request::new("GET", "/livez").send(address).status, 200);
            team.server.run();
            wait_for_status(200, TIMEOUT, || health(address));
        });
    }
    outcomes.assert_kept(address);
    team.program.ok(&["db", "check", "--database", &team.at]);
}

/// Has every commit wait for a standby that does not exist.
fn stop_confirming(sql: &Client) {
    sql.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    sql.execute("SELECT pg_reload_conf()");
    sql.wait_for("SELECT current_setting('synchronous_standby_names')", "nobody");
    // The checkpointer takes it over for all connections, a moment later.
    let probe = Client::connect(&sql.url);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while probe.try_execute("CREATE TABLE IF NOT EXISTS probe (); DROP TABLE probe") {}
        });
        cut_off_the_commit(sql);
    });
}

fn confirm_again(sql: &Client) {
    sql.execute("ALTER SYSTEM RESET synchronous_standby_names");
    sql.execute("SELECT pg_reload_conf()");
    sql.wait_for("SELECT current_setting('synchronous_standby_names')", "");
}

/// Cuts the connection of the one write that waits for its confirmation.
fn cut_off_the_commit(sql: &Client) {
    let waiting = "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    sql.wait_for(waiting, "1");
    sql.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
    );
}

#[test]
fn a_commit_that_is_cut_off_has_an_unknown_outcome() {
    let Some(team) = Team::start("a commit that is cut off") else { return };
    let (running, sql) = (team.serve(), team.sql());
    stop_confirming(&sql);
    let answer = std::thread::scope(|scope| {
        let write = scope.spawn(|| create(running.address, "Ada"));
        cut_off_the_commit(&sql);
        write.join().unwrap()
    });
    assert_eq!(code(&answer), (504, json!("outcome_unknown")), "{}", answer.body);
    assert!(answer.body.contains("may or may not have happened"), "{}", answer.body);
    confirm_again(&sql);
    assert_eq!(create(running.address, "Obi").status, 201);
    assert_eq!(health(running.address), 200);
}

#[test]
fn the_client_finds_out_what_became_of_a_write_without_confirmation() {
    let Some(team) = Team::start("the client after a commit that was cut off") else { return };
    let (running, sql) = (team.serve(), team.sql());
    let id = create(running.address, "Ada").data()["id"].as_str().unwrap().to_owned();
    let url = format!("http://{}", running.address);
    for command in [
        &["person", "edit", &id, "--set", "current_job_title=CTO"][..],
        &["person", "create", "--name", "Grace Hopper", "--job", "job_rust"],
    ] {
        stop_confirming(&sql);
        let output = std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let mut command = team.program.command(&[command, &["--url", &url]].concat());
                command.env("SHORTLIST_KEY", KEY).output().unwrap()
            });
            cut_off_the_commit(&sql);
            confirm_again(&sql);
            run.join().unwrap()
        });
        let printed = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {printed}{errors}");
    }
    let read = |path: &str| Request::new("GET", path).send(running.address).data();
    assert_eq!(read(&format!("/v1/persons/{id}"))["current_job_title"], "CTO");
    assert_eq!(read("/v1/jobs/job_rust")["candidate_count"], 2, "nobody twice");
}

#[test]
fn a_service_without_a_free_connection_refuses_what_it_cannot_serve_and_recovers() {
    let Some(team) = Team::start("more requests than connections") else { return };
    let running = team.serve_as_app();
    let address = running.address;
    let statuses = Mutex::new(Vec::new());
    // At most 12,000 requests: if none of them is refused, the test fails.
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                for _ in 0..500 {
                    let answers = [
                        create(address, "Ada"),
                        Request::new("GET", "/v1/jobs/job_rust/candidates").send(address),
                    ];
                    for answer in answers {
                        if answer.status == 503 {
                            assert!(answer.header("retry-after").is_some(), "{}", answer.body);
                        }
                        statuses.lock().unwrap().push(answer.status);
                    }
                    let seen = statuses.lock().unwrap();
                    if seen.len() > 400 && seen.contains(&503) {
                        break;
                    }
                }
            });
        }
    });
    let statuses = statuses.into_inner().unwrap();
    assert!(statuses.iter().all(|status| [200, 201, 503].contains(status)), "{statuses:?}");
    for status in [200, 201, 503] {
        assert!(statuses.contains(&status), "{status}: {statuses:?}");
    }
    assert_eq!(create(address, "Later").status, 201);
    let total = Request::new("GET", "/v1/jobs/job_rust").send(address).data();
    let created = statuses.iter().filter(|status| **status == 201).count() + 1;
    assert_eq!(total["candidate_count"], created, "what was refused changed nothing");
}

#[test]
fn writers_that_wait_for_a_lock_leave_connections_to_the_readers() {
    let Some(team) = Team::start("writers that wait for a lock") else { return };
    let running = team.program.serve(&["--database", &team.at, "--write-wait", "10s"]);
    let address = running.address;
    let sql = team.sql();
    sql.execute("BEGIN; LOCK TABLE person IN EXCLUSIVE MODE");
    std::thread::scope(|scope| {
        let writes: Vec<_> = (0..40).map(|_| scope.spawn(|| create(address, "Ada"))).collect();
        let waiting = "SELECT (count(*) > 4)::text FROM pg_stat_activity
             WHERE wait_event_type = 'Lock' AND datname = 'team'";
        let observer = team.sql();
        observer.wait_for(waiting, "true");
        for _ in 0..20 {
            let page = Request::new("GET", "/v1/jobs/job_rust/candidates").send(address);
            assert_eq!(page.status, 200, "{}", page.body);
        }
        observer.wait_for(waiting, "true");
        for write in writes {
            let answer = write.join().unwrap();
            assert_eq!(code(&answer), (503, json!("overloaded")), "{}", answer.body);
        }
    });
    sql.execute("ROLLBACK");
    wait_for_status(201, Duration::from_secs(30), || create(address, "Later").status);
    let job = Request::new("GET", "/v1/jobs/job_rust").send(address).data();
    assert_eq!(job["candidate_count"], 1);
}

#[test]
fn a_write_that_the_server_refuses_in_part_changes_nothing() {
    let Some(team) = Team::start("a role that lost its rights") else { return };
    let (sql, running) = (team.sql(), team.serve_as_app());
    let people = || {
        let export = team.program.ok(&["db", "export", "--database", &team.at]);
        export.lines().filter(|line| line.starts_with("{\"person\"")).count()
    };
    for table in ["candidate_item", "audit", "list_tag"] {
        sql.execute(&format!("REVOKE INSERT, UPDATE ON {table} FROM app"));
        let refused = create(running.address, "Ada");
        assert_eq!(code(&refused), (503, json!("storage_failed")), "{table}: {}", refused.body);
        assert_eq!(people(), 0, "{table}");
        sql.execute(&format!("GRANT INSERT, UPDATE ON {table} TO app"));
    }
    assert_eq!(create(running.address, "Ada").status, 201);
    assert_eq!((people(), health(running.address)), (1, 200));
}

#[test]
fn every_request_to_a_server_that_hangs_ends() {
    let Some(mut team) = Team::start("requests to a server that hangs") else { return };
    let key = team.program.ok(&["keys", "add", "crm", "--database", &team.at]);
    let bearer = format!("Bearer {}", key.trim());
    let running = team.program.serve(&["--database", &team.at, "--write-wait", "1s"]);
    let read = || {
        let request = Request::new("GET", "/v1/jobs").header("Authorization", &bearer);
        request.send(running.address)
    };
    assert_eq!(read().status, 200);
    team.server.freeze();
    // The key has to be read again, too.
    wait_for_status(503, TIMEOUT, || health(running.address));
    std::thread::scope(|scope| {
        let reads: Vec<_> = (0..8).map(|_| scope.spawn(read)).collect();
        let writes: Vec<_> =
            (0..4).map(|_| scope.spawn(|| create(running.address, "Ada"))).collect();
        for request in reads.into_iter().chain(writes) {
            let answer = request.join().unwrap();
            assert!([503, 504].contains(&answer.status), "{}", answer.body);
        }
    });
}

#[test]
fn health_notices_missing_tables_and_privileges() {
    let Some(team) = Team::start("a database without its tables") else { return };
    let (sql, running) = (team.sql(), team.serve_as_app());
    let answer = || code(&Request::new("GET", "/healthz").send(running.address));
    sql.execute("REVOKE INSERT ON person FROM app");
    wait_for_status(503, TIMEOUT, || health(running.address));
    assert_eq!(answer(), (503, json!("storage_failed")));
    sql.execute("GRANT INSERT ON person TO app");
    wait_for_status(200, TIMEOUT, || health(running.address));
    sql.execute("ALTER TABLE audit RENAME TO hidden");
    wait_for_status(503, TIMEOUT, || health(running.address));
    assert_eq!(answer(), (503, json!("storage_lost")));
    let write = create(running.address, "Ada");
    assert_eq!(code(&write), (503, json!("storage_lost")), "{}", write.body);
    sql.execute("ALTER TABLE hidden RENAME TO audit");
    assert_eq!(create(running.address, "Ada").status, 201);
    wait_for_status(200, TIMEOUT, || health(running.address));
}
