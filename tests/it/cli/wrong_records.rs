//! Commands on a server that sends a different record than the requested one.

use crate::support::harness::Program;
use crate::support::person_commands::{assert_code, person, stderr, stdout};
use crate::support::quirky_server::{OTHER_JOB, Quirks, QuirkyServer};
use crate::support::scripted_server::KEY;

fn server_that_sends(instead: (&'static str, &'static str)) -> QuirkyServer {
    QuirkyServer::with_quirks(Quirks { substitute: Some(instead), ..Quirks::default() })
}

#[test]
fn a_record_with_another_id_is_not_printed() {
    for (command, requested, sent) in [
        ("person", "per_1", "per_2"),
        ("candidate", "can_1", "can_2"),
        ("job", "job_rust", "job_sales"),
    ] {
        let (program, server) = (Program::new(), server_that_sends((requested, sent)));
        let mut shown = program.command(&[command, requested, "--url", &server.url()]);
        let output = shown.env("SHORTLIST_KEY", KEY).output().unwrap();
        assert_code(&output, 1);
        assert_eq!(stdout(&output), "");
        let message = format!(
            "the server sent the wrong record (200): requested {requested}, received {sent}"
        );
        assert!(stderr(&output).contains(&message), "{}", stderr(&output));
    }
}

#[test]
fn a_person_with_another_id_is_not_changed() {
    for arguments in [
        &["edit", "per_1", "--email", "work:ada@new.example"][..],
        &["edit", "per_1", "--set", "title=Countess", "--force-mine"],
        &["edit", "per_1", "--set", "title=Countess", "--json"],
        &["attach", "per_1", OTHER_JOB],
    ] {
        let (program, server) = (Program::new(), server_that_sends(("per_1", "per_2")));
        let before = server.person("per_2");
        let output = person(&program, &server, arguments);
        assert_code(&output, 1);
        assert!(
            stderr(&output).contains("requested per_1, received per_2"),
            "{arguments:?} {}",
            stderr(&output)
        );
        assert!(!(stdout(&output) + &stderr(&output)).contains("changed"), "{arguments:?}");
        assert_eq!(server.bodies("PATCH").len(), 0, "{arguments:?}");
        assert_eq!(server.person("per_2"), before);
    }
}
