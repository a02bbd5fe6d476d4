//! The commands of `shortlist person` on a quirky server.

use std::process::{Command, Output};

use crate::support::harness::Program;
use crate::support::quirky_server::{JOB, QuirkyServer};
use crate::support::scripted_server::KEY;

/// A CSV file of five people.
pub(crate) const FIVE: &str = "name,emails,title\nAda Obi,ada@obi.example,Engineer\nBea Obi,bea@obi.example,\n\
                    Cy Obi,,\nDee Obi,dee@obi.example;d2@obi.example,\nEd Obi,,\"Clerk, senior\"\n";

/// Creates [`FIVE`] from their file.
pub(crate) const CREATE_FIVE: [&str; 5] = ["create", "--from", "five.csv", "--job", JOB];

pub(crate) fn person_command(
    program: &Program,
    server: &QuirkyServer,
    arguments: &[&str],
) -> Command {
    let url = server.url();
    // Tests that are not about it do not wait for a change to become visible.
    let is_set = arguments.contains(&"--verify-for");
    let wait: &[&str] = if is_set { &[] } else { &["--verify-for", "500ms"] };
    let all = [&["person"], arguments, &["--url", &url], wait].concat();
    let mut command = program.command(&all);
    command.env("SHORTLIST_KEY", KEY);
    command
}

pub(crate) fn person(program: &Program, server: &QuirkyServer, arguments: &[&str]) -> Output {
    person_command(program, server, arguments).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
}

/// A program whose home has the file of [`FIVE`].
pub(crate) fn program_with_five() -> Program {
    let program = Program::new();
    write_file(&program, "five.csv", FIVE);
    program
}

pub(crate) fn write_file(program: &Program, name: &str, text: &str) {
    std::fs::write(program.home.path().join(name), text).unwrap();
}

/// The names in all create requests so far.
pub(crate) fn created_names(server: &QuirkyServer) -> Vec<String> {
    server.bodies("POST").iter().map(|body| body["name"].as_str().unwrap().to_owned()).collect()
}

/// The outcome column of each line.
pub(crate) fn outcomes(output: &Output) -> Vec<String> {
    let text = stdout(output);
    let lines = text.lines().filter(|line| !line.starts_with("  body: "));
    lines.map(|line| line.split("  ").nth(1).unwrap().to_owned()).collect()
}
