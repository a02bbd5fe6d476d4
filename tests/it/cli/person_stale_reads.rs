//! The `person` commands on a server whose reads lag behind its writes.

use serde_json::json;

use crate::support::creating::LIST;
use crate::support::harness::{Program, run_with_stdin};
use crate::support::person_commands::{
    CREATE_FIVE, FIVE, assert_code, outcomes, person, person_command, stderr, stdout, write_file,
};
use crate::support::quirky_server::{OTHER_JOB, Quirks, QuirkyServer, Reaction};

const NOT_VISIBLE: &str = "the server accepted the change but does not show it yet";
const LOOKING: &str = "does not show it yet; looking again";

fn lagging(stale_reads: usize) -> (Program, QuirkyServer) {
    let quirks = Quirks { stale_reads, ..Quirks::default() };
    (Program::new(), QuirkyServer::with_quirks(quirks))
}

#[test]
fn an_edit_waits_until_the_server_shows_it() {
    let (program, server) = lagging(4);
    let arguments = ["edit", "per_1", "--set", "title=Countess", "--verify-for", "10s"];
    let output = person(&program, &server, &arguments);
    assert_code(&output, 0);
    assert!(stdout(&output).contains("saved and verified"), "{}", stdout(&output));
    assert!(stderr(&output).contains(LOOKING), "{}", stderr(&output));
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[test]
fn an_edit_that_stays_invisible_is_unknown_and_not_called_lost() {
    let (program, server) = lagging(usize::MAX);
    let output = person(&program, &server, &["edit", "per_1", "--set", "title=Countess"]);
    assert_code(&output, 6);
    assert!(stderr(&output).contains(&format!("error: {NOT_VISIBLE}")), "{}", stderr(&output));
    assert!(stdout(&output).contains("sent, not visible yet: \"Engineer\""), "{}", stdout(&output));
    let all = stdout(&output) + &stderr(&output);
    assert!(!all.contains("not saved") && !all.contains("kept"), "{all}");
    assert_eq!(server.person("per_1")["current_job_title"], "Countess");
}

#[test]
fn an_attachment_waits_until_the_server_shows_it() {
    for (stale_reads, code, outcome) in [(4, 0, "attached"), (usize::MAX, 6, "not visible")] {
        let (program, server) = lagging(stale_reads);
        let wait = if code == 0 { "10s" } else { "500ms" };
        let arguments = ["attach", "per_1", OTHER_JOB, "--verify-for", wait];
        let output = person(&program, &server, &arguments);
        assert_code(&output, code);
        assert_eq!(outcomes(&output), [outcome]);
        assert!(stderr(&output).contains(LOOKING), "{}", stderr(&output));
        assert_eq!(server.bodies("PATCH").len(), 1);
    }
}

#[test]
fn a_create_waits_until_the_server_shows_the_record() {
    for (stale_reads, wait) in [(4, "10s"), (usize::MAX, "500ms")] {
        let (program, server) = lagging(stale_reads);
        let arguments = ["create", "--name", "Grace Hopper", "--verify-for", wait];
        let output = person(&program, &server, &arguments);
        assert_code(&output, 0);
        assert_eq!(stdout(&output), "created  per_4  -  Grace Hopper\n");
        let invisible = "the server accepted the new person but does not show the record yet";
        let remarks: Vec<String> = stderr(&output)
            .lines()
            .filter(|line| line.contains(invisible))
            .map(str::to_owned)
            .collect();
        let looking = format!("{invisible}; looking again");
        let expected =
            if stale_reads == 4 { vec![looking] } else { vec![looking, invisible.to_owned()] };
        assert_eq!(remarks, expected);
        assert_eq!(server.person_count(), 4);
    }
}

/// How often a server received this request.
fn count(server: &QuirkyServer, line: &str) -> usize {
    server.requests().iter().filter(|request| *request == line).count()
}

#[test]
fn a_batch_waits_only_for_the_first_person_whom_the_server_shows_late() {
    let (program, server) = lagging(usize::MAX);
    write_file(&program, "five.csv", FIVE);
    let output = person(&program, &server, &CREATE_FIVE);
    assert_code(&output, 0);
    assert_eq!(outcomes(&output), ["created"; 5]);
    let messages = stderr(&output);
    assert_eq!(messages.matches("looking again").count(), 1, "{messages}");
    assert_eq!(messages.matches("this server shows new people late").count(), 1, "{messages}");
    assert!(count(&server, "GET /v1/persons/per_4") > 2);
    for id in 5..9 {
        assert_eq!(count(&server, &format!("GET /v1/persons/per_{id}")), 1);
    }
}

#[test]
fn people_accepted_without_an_id_are_searched_for_twice_at_most_and_do_not_stop_a_batch() {
    let (program, server) = lagging(usize::MAX);
    write_file(&program, "five.csv", FIVE);
    let accepted = Reaction::ApplyAndReply("201 Created", json!({"success": true, "data": {}}));
    server.react_to("POST", vec![accepted; 5]);
    let output = person(&program, &server, &CREATE_FIVE);
    assert_code(&output, 6);
    assert_eq!(outcomes(&output), ["unknown"; 5]);
    assert_eq!(count(&server, LIST), 2 + 4);
    let message = "line 2: may have been created: the server accepted the new person but returned no ID; the list of ";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
}

#[test]
fn attachments_wait_only_for_the_first_that_the_server_shows_late() {
    let (program, server) = lagging(usize::MAX);
    server.add_people(2, "Ida Rhodes");
    let mut command = person_command(&program, &server, &["attach", "-", OTHER_JOB]);
    let output = run_with_stdin(&mut command, b"per_1\nper_2\nper_3\nper_4\nper_5\n");
    assert_code(&output, 6);
    assert_eq!(outcomes(&output), ["not visible"; 5], "a server that answers is not unreachable");
    let messages = stderr(&output);
    assert_eq!(messages.matches("looking again").count(), 1, "{messages}");
    assert_eq!(messages.matches("this server shows changes late").count(), 1, "{messages}");
    assert!(count(&server, "GET /v1/persons/per_1") > 4);
    assert_eq!(count(&server, "GET /v1/persons/per_5"), 3, "two reads before it and one after");
}
