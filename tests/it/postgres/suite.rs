//! The tests of the service and of the commands on its database once more, with `PostgreSQL` as the
//! engine: this program runs itself with another environment.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::engine;
use crate::support::postgres;

/// Every test whose service or command has a database.
const TESTS: &[&str] = &[
    "service::",
    "usecases::own_service::",
    "cli::commands::",
    "cli::erasure::",
    "cli::import_export::",
    "cli::import_tables::",
    "cli::large_import::",
    "cli::own_jobs::",
    "cli::own_people::",
    "tui::editor::own_service::",
];

/// What is left out: files, which a server has none of, and what does not depend on the engine.
const OTHERS: &[&str] = &[
    // Backups, upgrades and failures of a file. `postgres::faults` has those of a server.
    "service::backup::",
    "service::upgrade::",
    "service::storage_failures::",
    "service::metrics::a_listener_of_its_own_serves_metrics_without_a_key_and_nothing_else",
    "service::limits::an_interrupted_fill_is_rolled_back",
    "cli::erasure::a_deleted_person_leaves_no_trace_in_any_file_while_a_service_runs",
    "cli::erasure::a_deletion_stands_if_another_process_reads_and_is_finished_later",
    // Documents, and programs that are made from them.
    "service::generated_clients::",
    "service::reference_page::",
    "service::tls::",
    "cli::commands::help_matches_its_snapshots",
];

#[test]
fn the_tests_of_the_service_pass_on_postgresql() {
    let Some(socket) = postgres::shared_socket("the tests of the service on PostgreSQL") else {
        return;
    };
    let program = std::env::current_exe().unwrap();
    let listed = Command::new(&program).args(TESTS).arg("--list").output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    for name in TESTS.iter().chain(OTHERS) {
        assert!(listed.contains(name), "no test is called {name}");
    }
    let output = Command::new(program)
        .args(TESTS)
        .args(OTHERS.iter().flat_map(|name| ["--skip", name]))
        .env(engine::VARIABLE, "postgres")
        .env(postgres::SERVER, socket)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    let result = printed.lines().find(|line| line.starts_with("test result:")).unwrap();
    assert!(!result.contains(" 0 passed"), "{result}");
    // Past the capture of the test harness.
    let note = format!("\non PostgreSQL: {result}\n");
    std::io::stderr().write_all(note.as_bytes()).unwrap();
}
