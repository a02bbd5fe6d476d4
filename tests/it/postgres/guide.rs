//! Every command of the guide to `PostgreSQL` runs, in order, in one home directory.

use std::path::Path;
use std::process::Command;

use crate::support::harness::{Program, RunningService};
use crate::support::http::{KEY, Request};
use crate::support::postgres::Server;

const GUIDE: &str = include_str!("../../../docs/postgresql.md");
/// The server of the guide.
const EXAMPLE: &str = "postgres://recruiting@db.example.org/";

/// The address of a database of the guide on the server of the test, as a shell needs it.
fn replace_addresses(line: &str, server: &Server) -> String {
    let words = line.split(' ').map(|word| match word.strip_prefix(EXAMPLE) {
        Some(database) => {
            format!("'{}'", server.url(database).replace("user=shortlist", "user=recruiting"))
        }
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_command_of_the_guide_to_postgresql_runs() {
    let Some(server) = Server::start("the guide to PostgreSQL") else { return };
    let program = Program::new();
    let shortlist = Path::new(env!("CARGO_BIN_EXE_shortlist")).parent().unwrap();
    let path = [shortlist, server.programs(), Path::new("/usr/bin"), Path::new("/bin")];
    let path = std::env::join_paths(path).unwrap();
    let blocks = GUIDE.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut count = 0;
    for line in blocks.flat_map(str::lines) {
        count += 1;
        let line = replace_addresses(line, &server);
        let mut command = Command::new("sh");
        command
            .current_dir(program.home.path())
            .env_clear()
            .env("HOME", program.home.path())
            .env("PATH", &path)
            .env("PGHOST", server.folder())
            .env("PGUSER", "shortlist");
        if line.starts_with("shortlist serve ") {
            // A free port instead of the one of the guide.
            let line = line.replace("127.0.0.1:7171", "127.0.0.1:0");
            command.args(["-c", &format!("exec {line}")]).env("SHORTLIST_SERVICE_KEY", KEY);
            command.stdout(std::process::Stdio::piped());
            let running = RunningService::start(command);
            assert_eq!(Request::new("GET", "/healthz").send(running.address).status, 200);
            continue;
        }
        let output = command.args(["-c", &line]).output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(count, 14);
}
