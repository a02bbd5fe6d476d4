//! A primary that dies, and its synchronous standby that takes over.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::Stdio;

use super::load::{self, Outcomes};
use crate::support::TIMEOUT;
use crate::support::harness::{Program, RunningService};
use crate::support::http::{KEY, Request, wait_for_status};
use crate::support::postgres::{Client, Server};

/// A primary and its synchronous standby.
struct Pair {
    program: Program,
    primary: Server,
    standby: Server,
}

impl Pair {
    fn start(test: &str) -> Option<Self> {
        let primary = Server::start(test)?;
        let program = Program::new();
        program.import_agency(&primary.create_database("team"));
        let standby = primary.start_standby(&["cluster_name=standby"]);
        let sql = Client::connect(&primary.url("team"));
        sql.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
        sql.execute("SELECT pg_reload_conf()");
        sql.wait_for("SELECT coalesce(max(sync_state), '') FROM pg_stat_replication", "sync");
        Some(Self { program, primary, standby })
    }

    /// Has `fail` end the primary under writes. Then the standby takes over.
    fn fail_over(&mut self, at: &str, fail: impl FnOnce(&mut Server)) {
        let services = [(); 2].map(|()| self.program.serve(&["--database", at]));
        let addresses = services.each_ref().map(|service| service.address);
        let outcomes = Outcomes::default();
        load::write_until(&addresses, &outcomes, || {
            fail(&mut self.primary);
            for address in addresses {
                wait_for_status(503, TIMEOUT, || health(address));
            }
            Client::connect(&self.standby.url("team")).execute("SELECT pg_promote()");
            for address in addresses {
                wait_for_status(200, TIMEOUT, || health(address));
            }
        });
        for address in addresses {
            outcomes.assert_kept(address);
        }
        self.program.ok(&["db", "check", "--database", at]);
    }
}

fn health(address: SocketAddr) -> u16 {
    Request::new("GET", "/healthz").send(address).status
}

#[test]
fn a_failover_to_the_synchronous_standby_loses_no_acknowledged_write() {
    let Some(mut pair) = Pair::start("a failover to a synchronous standby") else { return };
    let at = pair.primary.url_with(&pair.standby, "team");
    pair.fail_over(&at, Server::kill);
}

#[test]
fn a_primary_that_hangs_is_left_for_the_standby() {
    let Some(mut pair) = Pair::start("a primary that hangs") else { return };
    let at = pair.primary.url_with(&pair.standby, "team");
    pair.fail_over(&at, Server::freeze);
}

#[test]
fn a_standby_that_hangs_does_not_keep_the_service_from_the_primary() {
    let Some(mut pair) = Pair::start("a standby that hangs") else { return };
    let sql = Client::connect(&pair.primary.url("team"));
    sql.execute("ALTER SYSTEM RESET synchronous_standby_names");
    sql.execute("SELECT pg_reload_conf()");
    let at = pair.standby.url_with(&pair.primary, "team");
    pair.standby.freeze();
    pair.program.ok(&["db", "stats", "--database", &at]);
    let running = pair.program.serve(&["--database", &at]);
    assert_eq!(health(running.address), 200);
    let page = Request::new("GET", "/v1/jobs").send(running.address);
    assert_eq!(page.json()["meta"]["total"], 5);
}

/// The lines that `serve` prints before it listens.
fn warnings(program: &Program, at: &str) -> String {
    let mut command = program.command(&["serve", "--listen", "0", "--database", at]);
    command.env("SHORTLIST_SERVICE_KEY", KEY).stderr(Stdio::piped());
    let mut running = RunningService::start(command);
    running.child.kill().unwrap();
    let stderr = BufReader::new(running.child.stderr.take().unwrap());
    stderr.lines().map(|line| line.unwrap() + "\n").collect()
}

#[test]
fn the_service_warns_of_settings_that_can_lose_acknowledged_writes() {
    let Some(primary) = Server::start("warnings at the start") else { return };
    let program = Program::new();
    let at = primary.create_database("team");
    assert_eq!(warnings(&program, &at), "");
    let sql = Client::connect(&at);
    for (setting, words) in [
        ("synchronous_commit = off", "warning: synchronous_commit is off"),
        ("fsync = off", "warning: fsync is off"),
    ] {
        // Each connection of this database starts with it, or the server does.
        if setting.starts_with("fsync") {
            sql.execute(&format!("ALTER SYSTEM SET {setting}"));
            sql.execute("SELECT pg_reload_conf()");
            sql.wait_for("SELECT current_setting('fsync')", "off");
        } else {
            sql.execute(&format!("ALTER DATABASE team SET {setting}"));
        }
        let printed = warnings(&program, &at);
        assert!(printed.contains(words), "{printed}");
    }
    sql.execute("ALTER SYSTEM RESET fsync");
}

#[test]
fn the_service_warns_of_asynchronous_replication_and_refuses_a_standby() {
    let Some(primary) = Server::start("a standby as the database") else { return };
    let program = Program::new();
    let at = primary.create_database("team");
    program.import_agency(&at);
    let standby = primary.start_standby(&[]);
    let sql = Client::connect(&at);
    sql.wait_for("SELECT coalesce(max(state), '') FROM pg_stat_replication", "streaming");
    let printed = warnings(&program, &at);
    assert!(printed.contains("warning: replication is asynchronous"), "{printed}");
    let (code, error) = program.fails(&["db", "stats", "--database", &standby.url("team")]);
    assert!(
        code == 6 && error.contains("it is a standby or read-only; name the primary"),
        "{code}: {error}"
    );
}
