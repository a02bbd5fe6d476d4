//! `db copy` between the engines: everything or nothing.

use super::comparison::BothEngines;
use crate::support::engine::OwnConnection;
use crate::support::harness::database;
use crate::support::postgres::{Client, Server};

/// Records, audit log and keys, as their commands print them.
fn everything(both: &BothEngines, at: &str) -> [String; 3] {
    [&["db", "export"][..], &["db", "audit", "--json"], &["keys", "list"]]
        .map(|command| both.program.ok(&[command, &["--database", at]].concat()))
}

#[test]
fn a_copy_of_a_copy_is_the_original() {
    let Some(both) = BothEngines::start("copies between the engines") else { return };
    let back = database(both.program.home.path(), "back.db");
    both.program.ok(&["db", "copy", &both.postgres, &back]);
    let original = everything(&both, &both.sqlite);
    assert_eq!(everything(&both, &both.postgres), original);
    assert_eq!(everything(&both, &back), original);
    for at in [&both.postgres, &back] {
        both.program.ok(&["db", "check", "--database", at]);
        let (code, error) = both.program.fails(&["db", "copy", &both.sqlite, at]);
        assert!(code == 5 && error.contains("already holds data"), "{code}: {error}");
    }
    let (code, error) = both.program.fails(&["db", "copy", &both.sqlite, &both.sqlite]);
    assert!(code == 2 && error.contains("the same database"), "{error}");
}

#[test]
fn a_copy_that_is_cut_off_leaves_the_target_empty_and_can_be_repeated() {
    let Some(both) = BothEngines::start("copies that are cut off") else { return };
    let Some(server) = Server::start("copies that are cut off") else { return };
    let file = database(both.program.home.path(), "target.db");
    let (sql, observer) = (Client::connect(&both.postgres), Client::connect(&both.postgres));
    for target in [server.create_database("target"), file] {
        // The last table but one: the others are copied.
        sql.execute("BEGIN; LOCK TABLE external_alias IN ACCESS EXCLUSIVE MODE");
        let mut command = both.program.command(&["db", "copy", &both.postgres, &target]);
        let mut copying = command.spawn().unwrap();
        observer.wait_for(
            "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
            "1",
        );
        copying.kill().unwrap();
        assert!(!copying.wait().unwrap().success());
        sql.execute("ROLLBACK");
        both.program.ok(&["db", "copy", &both.postgres, &target]);
        assert_eq!(everything(&both, &target), everything(&both, &both.sqlite));
    }
}

#[test]
fn a_candidate_without_a_stage_is_reported_and_not_copied() {
    let Some(both) = BothEngines::start("copies of broken data") else { return };
    let Some(server) = Server::start("copies of broken data") else { return };
    let file = OwnConnection::open(&both.sqlite);
    file.execute("PRAGMA foreign_keys = OFF");
    let break_one = "UPDATE candidate SET stage_pk = 1000000 WHERE position = 0 AND job_pk = 1";
    file.execute(break_one);
    Client::connect(&both.postgres).execute(break_one);

    let check = both.program.run(&["db", "check", "--database", &both.postgres]);
    let found = String::from_utf8(check.stdout).unwrap();
    assert!(found.contains("refers to a job or stage that does not exist"), "{found}");
    assert_eq!(check.status.code(), Some(1));
    let target = server.create_database("target");
    let (code, error) = both.program.fails(&["db", "copy", &both.sqlite, &target]);
    assert!(code == 5 && error.contains("nothing was kept"), "{code}: {error}");
    let copied = both.program.ok(&["db", "stats", "--database", &target]);
    let candidates = |line: &str| line.split_whitespace().eq(["candidates", "0"]);
    assert!(copied.lines().any(candidates), "{copied}");
}
