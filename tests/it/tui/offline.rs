//! The program with `--offline`.

use std::io::ErrorKind;
use std::net::TcpListener;

use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, shortlist};

/// A server that must not be asked.
struct Unasked(TcpListener);

impl Unasked {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    fn url(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap())
    }

    fn assert_unasked(&self) {
        let error = self.0.accept().expect_err("somebody connected");
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn the_screen_says_that_it_is_offline_and_asks_neither_the_server_nor_for_a_key() {
    let (program, server) = (Program::new(), Unasked::start());
    let arguments = ["--offline", "--url", &server.url()];
    let mut screen = Screen::start(WIDE.0, WIDE.1, shortlist(&program, &arguments));
    screen.wait_for_texts(&["Offline (--offline)", "Could not load the jobs"]);
    screen.type_keys("R");
    screen.wait_for_text("Not refreshed: --offline was given");
    screen.type_keys("<esc>");
    screen.quit();
    server.assert_unasked();
}

#[test]
fn on_this_machine_no_service_is_started() {
    let program = Program::new();
    let screen = Screen::start(WIDE.0, WIDE.1, shortlist(&program, &["--offline"]));
    screen.wait_for_text("Offline (--offline)");
    screen.quit();
    let database = program.local_folder().parent().unwrap().join("service.db");
    assert!(!database.exists(), "the demo would be created by the service");
}

#[test]
fn a_command_that_nothing_here_can_answer_fails_and_says_why() {
    let (program, server) = (Program::new(), Unasked::start());
    let url = server.url();
    for arguments in [
        &["jobs", "--url", &url][..],
        &["candidates", "job_1", "--url", &url],
        &["job", "job_1", "--url", &url],
        &["candidate", "can_1", "--url", &url],
        &["person", "per_1", "--url", &url],
        &["person", "edit", "per_1", "--set", "name=Ada", "--url", &url],
        &["jobs"],
    ] {
        let output = program.run(&[arguments, &["--offline"]].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(6), "{arguments:?}: {stderr}");
        assert!(stderr.contains("offline: "), "{arguments:?}: {stderr}");
        assert!(stderr.contains("--offline"), "it says what to change: {stderr}");
    }
    server.assert_unasked();
}
