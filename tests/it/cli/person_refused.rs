//! `person create --from` when the server refuses people: no person is sent twice.

use serde_json::json;

use crate::support::harness::{Program, Service};
use crate::support::http::KEY;
use crate::support::person_commands::{
    CREATE_FIVE, assert_code, created_names, outcomes, person, program_with_five, stderr,
    write_file,
};
use crate::support::quirky_server::{QuirkyServer, Reaction};

#[test]
fn a_refused_person_does_not_stop_the_others() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let refuse = |status| Reaction::Reply(status, json!({"success": false, "error": "no"}));
    server.react_to(
        "POST",
        [Reaction::Normal, refuse("422 Unprocessable"), refuse("409 Conflict"), refuse("429 Slow")],
    );
    let first = person(&program, &server, &CREATE_FIVE);
    assert_code(&first, 1);
    assert_eq!(outcomes(&first), ["created", "refused", "refused", "created", "created"]);
    let rerun = person(&program, &server, &CREATE_FIVE);
    assert_code(&rerun, 0);
    let again = "already created";
    assert_eq!(outcomes(&rerun), [again, "created", "created", again, again]);
    assert_eq!(server.person_count(), 3 + 5);
}

#[test]
fn an_unknown_job_name_is_refused_by_our_own_service() {
    let (program, service) = (Program::new(), Service::start());
    write_file(&program, "a.csv", "name,job_name\nAda,rust engineer\nBo,Nope\nCy,Rust Engineer\n");
    let url = format!("http://{}", service.address);
    let arguments = ["person", "create", "--from", "a.csv", "--url", &url];
    let output = program.command(&arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
    assert_eq!(outcomes(&output), ["created", "refused", "created"], "{}", stderr(&output));
    assert_code(&output, 1);
    let message = stderr(&output);
    assert!(message.contains("line 3: ") && message.contains("job_name"), "{message}");
    assert!(!message.contains("may have been created"), "{message}");
}

#[test]
fn a_refused_key_stops_the_run() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    server.react_to(
        "POST",
        [Reaction::Normal, Reaction::Reply("401 Unauthorized", json!({"error": "who?"}))],
    );
    let output = person(&program, &server, &CREATE_FIVE);
    assert_code(&output, 6);
    assert_eq!(outcomes(&output), ["created", "unknown"]);
    assert_eq!(created_names(&server), ["Ada Obi", "Bea Obi"]);
    assert!(stderr(&output).contains("run the same command again"), "{}", stderr(&output));
}

#[test]
fn a_person_who_was_refused_and_created_is_found_and_not_sent_again() {
    for (status, first, code, is_stopped) in [
        ("422 Unprocessable", "found", 0, false),
        ("200 OK", "found", 0, false),
        ("401 Unauthorized", "unknown", 6, true),
    ] {
        let (program, server) = (program_with_five(), QuirkyServer::new());
        let refusal = json!({"success": false, "error": "no"});
        server.react_to("POST", [Reaction::ApplyAndReply(status, refusal)]);
        let output = person(&program, &server, &CREATE_FIVE);
        assert_code(&output, code);
        assert_eq!(outcomes(&output)[0], first, "{status}");
        assert_eq!(outcomes(&output).len(), if is_stopped { 1 } else { 5 }, "{status}");
        let rerun = person(&program, &server, &CREATE_FIVE);
        assert_code(&rerun, 0);
        assert_eq!(
            outcomes(&rerun)[0],
            if is_stopped { "found" } else { "already created" },
            "{status}"
        );
        assert_eq!((server.bodies("POST").len(), server.person_count()), (5, 3 + 5), "{status}");
    }
}

#[test]
fn refusals_that_cannot_be_confirmed_do_not_stop_a_batch_and_are_sent_again_by_the_next_run() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let refusal = json!({"success": false, "errors": [{"field": "name", "message": "too short"}]});
    server.react_to("POST", vec![Reaction::Reply("422 Unprocessable", refusal); 4]);
    // Without a job there is no list to search.
    let arguments = ["create", "--from", "five.csv"];
    let first = person(&program, &server, &arguments);
    assert_code(&first, 6);
    assert_eq!(outcomes(&first), ["unknown", "unknown", "unknown", "unknown", "created"]);
    let advice = "the next run looks for the people that the server refused, and sends them again";
    assert!(stderr(&first).contains(advice), "{}", stderr(&first));
    assert!(!stderr(&first).contains("--resend-unknown"), "{}", stderr(&first));
    let rerun = person(&program, &server, &arguments);
    assert_code(&rerun, 0);
    assert_eq!(outcomes(&rerun), ["created", "created", "created", "created", "already created"]);
    assert_eq!(server.person_count(), 3 + 5);
}

#[test]
fn a_row_that_the_server_throttled_is_sent_by_the_next_run() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    // The pause exceeds the deadline, so the list cannot be read, either.
    let throttled = Reaction::Reply("429 Slow\r\nRetry-After: 3600", json!({"error": "slow down"}));
    server.react_to("POST", [Reaction::Normal, throttled]);
    let first = person(&program, &server, &CREATE_FIVE);
    assert_eq!(outcomes(&first), ["created", "unknown"]);
    assert!(stderr(&first).contains("stopped after line 3"), "{}", stderr(&first));
    let rerun = person(&program, &server, &CREATE_FIVE);
    assert_code(&rerun, 0);
    assert_eq!(outcomes(&rerun), ["already created", "created", "created", "created", "created"]);
    assert_eq!(server.person_count(), 3 + 5);
}

#[test]
fn people_of_unknown_outcome_do_not_stop_the_next_run_at_the_same_place() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    server.react_to("POST", vec![Reaction::Reset; 3]);
    let arguments = ["create", "--from", "five.csv"];
    let first = person(&program, &server, &arguments);
    assert_eq!(outcomes(&first), ["unknown", "unknown", "unknown"]);
    let rerun = person(&program, &server, &arguments);
    assert_code(&rerun, 6);
    assert_eq!(outcomes(&rerun), ["unknown", "unknown", "unknown", "created", "created"]);
    assert_eq!(server.person_count(), 3 + 2, "no person is sent twice");
}
