//! Ctrl-C during `person edit`, `attach` and `create`: the outcome is reported.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Stdio};

use crate::support::harness::{Program, signal};
use crate::support::person_commands::person_command;
use crate::support::quirky_server::{JOB, OTHER_JOB, QuirkyServer, Reaction};
use crate::support::scripted_server::latch;
use crate::support::server_thread::block_on_new_runtime;

const EDIT: &[&str] = &["edit", "per_1", "--set", "title=Countess"];
const ATTACH: &[&str] = &["attach", "per_1", OTHER_JOB];
const CREATE: &[&str] = &["create", "--name", "Ada Obi", "--external-id", "x-1", "--job", JOB];

const WAITING: &str = "already sent: waiting for the result; press Ctrl-C again to stop now\n";

/// Starts a command and waits for its first request of a method.
fn start(
    program: &Program,
    server: &QuirkyServer,
    arguments: &[&str],
    method: &'static str,
) -> Child {
    let mut command = person_command(program, server, arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"per_1\nper_2\nper_3\n").unwrap();
    block_on_new_runtime(
        server.http.wait_until(|log| log.requests.iter().any(|request| request.method == method)),
    );
    child
}

/// Exit code, stdout and the rest of stderr.
fn wait(mut child: Child, mut stderr: BufReader<ChildStderr>) -> (i32, String, String) {
    let (mut output, mut errors) = (String::new(), String::new());
    stderr.read_to_string(&mut errors).unwrap();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    (child.wait().unwrap().code().unwrap(), output, errors)
}

fn take_stderr(child: &mut Child) -> BufReader<ChildStderr> {
    BufReader::new(child.stderr.take().unwrap())
}

/// Reads up to the line that says the command is waiting.
fn read_until_waiting(stderr: &mut BufReader<ChildStderr>) {
    let mut line = String::new();
    while line != WAITING {
        line.clear();
        assert!(stderr.read_line(&mut line).unwrap() > 0, "the command ended without waiting");
    }
}

#[test]
fn before_the_write_it_ends_and_says_that_nothing_was_sent() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        for arguments in [EDIT, ATTACH] {
            let (program, server) = (Program::new(), QuirkyServer::new());
            let (_open, closed) = latch();
            server.react_to("GET", [Reaction::WaitFor(closed)]);
            let mut child = start(&program, &server, arguments, "GET");
            signal(name, child.id());
            let stderr = take_stderr(&mut child);
            let message = "error: interrupted; nothing was sent\n".to_owned();
            assert_eq!(wait(child, stderr), (code, String::new(), message));
            assert_eq!(server.bodies("PATCH").len(), 0);
        }
    }
}

#[test]
fn after_the_write_it_waits_for_the_outcome_and_reports_it() {
    for (arguments, method, line) in [
        (EDIT, "PATCH", "\"Engineer\" → \"Countess\"  saved and verified"),
        (ATTACH, "PATCH", "per_1  attached  can_4  Ada Lovelace"),
        (CREATE, "POST", "created  per_4  can_4  Ada Obi"),
    ] {
        let (program, server) = (Program::new(), QuirkyServer::new());
        let (open, closed) = latch();
        server.react_to(method, [Reaction::WaitFor(closed)]);
        let mut child = start(&program, &server, arguments, method);
        signal("INT", child.id());
        let mut stderr = take_stderr(&mut child);
        read_until_waiting(&mut stderr);
        drop(open);
        let (code, output, errors) = wait(child, stderr);
        assert_eq!(code, 0, "{errors}");
        assert!(output.contains(line), "{output}");
    }
}

#[test]
fn a_second_ctrl_c_ends_it_with_an_unknown_outcome() {
    for (arguments, method, message) in [
        (
            EDIT,
            "PATCH",
            "may have been saved: it was sent, but no response came; read the record to check",
        ),
        (
            ATTACH,
            "PATCH",
            "may have been saved: it was sent, but no response came; read the record to check",
        ),
        (
            CREATE,
            "POST",
            "sent, but it is unknown whether the person was created; the external ID is x-1",
        ),
    ] {
        let (program, server) = (Program::new(), QuirkyServer::new());
        server.react_to(method, [Reaction::NoAnswer]);
        let mut child = start(&program, &server, arguments, method);
        let mut stderr = take_stderr(&mut child);
        signal("INT", child.id());
        read_until_waiting(&mut stderr);
        signal("INT", child.id());
        let (code, output, errors) = wait(child, stderr);
        assert_eq!((code, output.as_str()), (130, ""));
        assert_eq!(errors, format!("error: interrupted; {message}\n"));
    }
}

#[test]
fn the_remaining_people_are_not_sent() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let (open, closed) = latch();
    server.react_to("PATCH", [Reaction::WaitFor(closed)]);
    let mut child = start(&program, &server, &["attach", "-", OTHER_JOB], "PATCH");
    signal("INT", child.id());
    let mut stderr = take_stderr(&mut child);
    read_until_waiting(&mut stderr);
    drop(open);
    let (code, output, errors) = wait(child, stderr);
    assert_eq!((code, output.as_str()), (130, "per_1  attached  can_4  Ada Lovelace\n"));
    assert!(errors.ends_with("error: interrupted; 2 more were not tried\n"), "{errors}");
    assert_eq!(server.bodies("PATCH").len(), 1);
}
