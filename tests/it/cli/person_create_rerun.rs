//! `person create --from` interrupted, continued and run again: the content of a line identifies a
//! person, not its position.

use std::io::{BufRead, BufReader, Read};
use std::process::Child;

use serde_json::json;

use crate::support::harness::{Program, signal};
use crate::support::person_commands::{
    CREATE_FIVE, FIVE, assert_code, created_names, outcomes, person, person_command,
    program_with_five, stderr, stdout, write_file,
};
use crate::support::quirky_server::{JOB, QuirkyServer, Reaction};
use crate::support::scripted_server::latch;
use crate::support::server_thread::block_on_new_runtime;

/// Starts to create the five people.
fn start(program: &Program, server: &QuirkyServer) -> Child {
    person_command(program, server, &CREATE_FIVE).spawn().unwrap()
}

/// Starts to create the five people and waits for this many requests.
fn start_until_posts(program: &Program, server: &QuirkyServer, count: usize) -> Child {
    let child = start(program, server);
    block_on_new_runtime(server.wait_for_requests("POST", count));
    child
}

#[test]
fn only_a_corrected_line_is_created_in_the_second_run() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let duplicated = format!("{FIVE}Cy Obi,,\n");
    write_file(&program, "five.csv", &duplicated);
    let refusal = Reaction::Reply("422 No", json!({"success": false, "error": "no"}));
    server.react_to("POST", [Reaction::Normal, refusal]);
    let first = person(&program, &server, &CREATE_FIVE);
    assert_eq!(
        outcomes(&first),
        ["created", "refused", "created", "created", "created", "created"]
    );
    // Corrected, in another order, with other spaces, and a repeated line.
    let mut lines: Vec<&str> = duplicated.lines().collect();
    lines[2] = "Beate Obi,bea@obi.example,";
    lines[1..].reverse();
    lines.insert(3, "\nCy Obi,\"\",");
    write_file(&program, "five.csv", &lines.join("\r\n"));
    let dry = person(&program, &server, &[&CREATE_FIVE[..], &["--dry-run"]].concat());
    assert_code(&dry, 0);
    let expected = [
        "already created",
        "already created",
        "already created",
        "already created",
        "would create",
        "would create",
        "already created",
    ];
    assert_eq!(outcomes(&dry), expected);
    assert!(stdout(&dry).contains("  already created  per_4  -  Ada Obi\n"), "{}", stdout(&dry));
    assert!(stderr(&dry).ends_with("2 would be created, 5 already created; nothing was sent\n"));
    let rerun = person(&program, &server, &CREATE_FIVE);
    assert_eq!(outcomes(&rerun), expected.map(|word| word.replace("would create", "created")));
    assert_eq!(created_names(&server)[6..], ["Cy Obi", "Beate Obi"]);
    let mut external_ids: Vec<String> =
        server.bodies("POST").iter().map(|body| body["external_source_id"].to_string()).collect();
    external_ids.sort();
    external_ids.dedup();
    assert_eq!(external_ids.len(), 8, "each person has its own id");

    // Only a refused person may be sent with other options.
    write_file(&program, "one.csv", "name\nFay\n");
    server.react_to(
        "POST",
        [Reaction::Reply("422 No", json!({"success": false, "error": "no job"}))],
    );
    let other = &["--enrich"][..];
    for (options, code) in [(other, 1), (&[], 0), (&[], 0), (other, 2)] {
        let arguments = [&["create", "--from", "one.csv", "--job", JOB], options].concat();
        let output = person(&program, &server, &arguments);
        assert_code(&output, code);
    }
}

#[test]
fn an_external_id_identifies_a_person_whatever_the_name() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    for (name, word) in [("Ada", "created"), ("Adah", "already created")] {
        write_file(&program, "a.csv", &format!("name,external_source_id\n{name},x-1\n"));
        assert_eq!(outcomes(&person(&program, &server, &["create", "--from", "a.csv"])), [word]);
    }
    assert_eq!(server.bodies("POST").len(), 1);
}

#[test]
fn a_create_with_an_unknown_outcome_is_looked_up_before_it_is_sent_again() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    write_file(&program, "a.csv", "name\nAda Obi\n");
    let arguments = ["create", "--from", "a.csv", "--job", JOB];
    server.react_to("POST", [Reaction::Reset]);
    assert_eq!(outcomes(&person(&program, &server, &arguments)), ["unknown"]);
    // The server was slow and has created the person after all.
    server.create_as_other_user(&server.bodies("POST")[0]);
    let dry = person(&program, &server, &[&arguments[..], &["--dry-run"]].concat());
    assert!(stderr(&dry).contains("line 2: may have been sent before"), "{}", stderr(&dry));
    assert_eq!(outcomes(&person(&program, &server, &arguments)), ["found"]);
    assert_eq!((server.bodies("POST").len(), server.person_count()), (1, 4));
}

#[test]
fn a_killed_run_continues_and_creates_no_person_twice() {
    let (_open, closed) = latch();
    // Either the server has created the person and not answered, or not even begun.
    for (reaction, third, posts) in
        [(Reaction::WaitFor(closed), "found", 5), (Reaction::NoAnswer, "unknown", 6)]
    {
        let (program, server) = (program_with_five(), QuirkyServer::new());
        server.react_to("POST", [Reaction::Normal, Reaction::Normal, reaction]);
        let mut child = start_until_posts(&program, &server, 3);
        child.kill().unwrap();
        child.wait().unwrap();
        let output = person(&program, &server, &CREATE_FIVE);
        let is_known = third == "found";
        let code = if is_known { 0 } else { 6 };
        assert_code(&output, code);
        assert_eq!(
            outcomes(&output),
            ["already created", "already created", third, "created", "created"]
        );
        assert_eq!(server.bodies("POST").len(), 5, "no person is sent again without the flag");
        if !is_known {
            assert!(stderr(&output).contains("--resend-unknown sends them again"));
            let resent =
                person(&program, &server, &[&CREATE_FIVE[..], &["--resend-unknown"]].concat());
            assert_code(&resent, 0);
            assert_eq!(
                outcomes(&resent),
                [
                    "already created",
                    "already created",
                    "created",
                    "already created",
                    "already created"
                ]
            );
        }
        assert_eq!((server.bodies("POST").len(), server.person_count()), (posts, 3 + 5));
        let mut people: Vec<String> =
            (4..9).map(|id| server.person(&format!("per_{id}"))["name"].to_string()).collect();
        people.sort();
        people.dedup();
        assert_eq!(people.len(), 5, "every person exists once");
    }
}

#[test]
fn a_create_with_an_unknown_outcome_is_sent_again_only_with_the_flag() {
    let program = Program::new();
    write_file(&program, "two.csv", "name\nAda\nBo\n");
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::Reset]);
    let arguments = ["create", "--from", "two.csv"];
    let first = person(&program, &server, &arguments);
    assert_code(&first, 6);
    assert_eq!(outcomes(&first), ["unknown", "created"]);
    assert!(stderr(&first).contains("line 2: may have been created: "), "{}", stderr(&first));
    let rerun = person(&program, &server, &arguments);
    assert_eq!(rerun.status.code(), Some(6));
    assert_eq!(outcomes(&rerun), ["unknown", "already created"]);
    assert_eq!(created_names(&server), ["Ada", "Bo"], "Ada is sent once");
    let resent = person(&program, &server, &[&arguments[..], &["--resend-unknown"]].concat());
    assert_code(&resent, 0);
    assert_eq!(outcomes(&resent), ["created", "already created"]);
    let bodies = server.bodies("POST");
    assert_eq!(bodies[0], bodies[2], "resent with the same external id");
}

#[test]
fn ctrl_c_ends_after_the_current_line_and_says_how_to_continue() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let (open, closed) = latch();
    server.react_to("POST", [Reaction::Normal, Reaction::WaitFor(closed)]);
    let mut child = start_until_posts(&program, &server, 2);
    signal("INT", child.id());
    let mut child_stderr = BufReader::new(child.stderr.take().unwrap());
    let mut message = String::new();
    child_stderr.read_line(&mut message).unwrap();
    assert_eq!(message, "stopping after this person; press Ctrl-C again to stop now\n");
    drop(open);
    child_stderr.read_to_string(&mut message).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(
        message.contains("error: interrupted; run the same command again to continue"),
        "{message}"
    );
    assert_eq!(outcomes(&output), ["created", "created"]);
    assert_eq!(created_names(&server).len(), 2);
    let rerun = person(&program, &server, &CREATE_FIVE);
    assert_eq!(
        outcomes(&rerun),
        ["already created", "already created", "created", "created", "created"]
    );
}

#[test]
fn a_closed_stdout_does_not_stop_the_run() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let (open, closed) = latch();
    server.react_to("POST", [Reaction::Normal, Reaction::WaitFor(closed)]);
    let mut child = start(&program, &server);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    drop(open);
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{message}");
    assert_eq!(created_names(&server).len(), 5);
}

#[test]
fn two_runs_at_once_do_not_create_the_same_people() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let (open, closed) = latch();
    server.react_to("POST", [Reaction::WaitFor(closed)]);
    let child = start_until_posts(&program, &server, 1);
    let second = person(&program, &server, &CREATE_FIVE);
    assert_code(&second, 5);
    drop(open);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(server.person_count(), 3 + 5);
}
