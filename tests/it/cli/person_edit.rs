//! `person edit` and `person attach`: requests, output and exit codes.

use std::process::Output;

use serde_json::{Value, json};

use crate::support::harness::{Program, run_with_stdin};
use crate::support::person_commands::{assert_code, person, person_command, stderr, stdout};
use crate::support::quirky_server::{JOB, OTHER_JOB, Quirks, QuirkyServer, Reaction};
use crate::support::scripted_server::{KEY, refusing_address};

fn json_output(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

#[test]
fn a_dry_run_shows_the_changes_and_sends_nothing() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let arguments =
        ["edit", "per_1", "--set", "title=Countess", "--remove-email", "ada@home.example"];
    let arguments =
        [&arguments[..], &["--clear", "address", "--job", OTHER_JOB, "--dry-run"]].concat();
    let output = person(&program, &server, &arguments);
    assert_code(&output, 0);
    insta::assert_snapshot!(stdout(&output), @r#"
    per_1  Ada Lovelace
      title    "Engineer" → "Countess"
      emails   "ada@kestrel.example (work), ada@home.example (personal)" → "ada@kestrel.example (work)"
      address  → empty
      job      Head of Sales
      body: {"address":null,"current_job_title":"Countess","emails":[{"contact_data_type":"work","value":"ada@kestrel.example"}],"job_id":"job_sales"}
    "#);
    assert_eq!(server.bodies("PATCH"), [Value::Null; 0]);
}

#[test]
fn only_changed_fields_are_sent() {
    let (program, server) =
        (Program::new(), QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() }));
    let arguments = ["edit", "per_1", "--set", "title=Countess", "--set", "address=1 Main St"];
    let arguments =
        [&arguments[..], &["--email", "old work:a@b.example", "--set", "company=Kestrel"]].concat();
    let output = person(&program, &server, &arguments);
    assert_code(&output, 0);
    insta::assert_snapshot!(stdout(&output), @r#"
    per_1  Ada Lovelace
      title    "Engineer" → "Countess"  saved and verified
      emails   "ada@kestrel.example (work), ada@home.example (personal)" → "ada@kestrel.example (work), ada@home.example (personal), a@b.example (old work)"  saved and verified
      address  → "1 Main St"  sent, not verified (write-only)
    "#);
    let emails = json!([
        {"contact_data_type": "work", "value": "ada@kestrel.example"},
        {"contact_data_type": "personal", "value": "ada@home.example"},
        {"contact_data_type": "old work", "value": "a@b.example"},
    ]);
    let body = json!({"current_job_title": "Countess", "address": "1 Main St", "emails": emails});
    let writes = server.writes("PATCH");
    assert_eq!(writes.len(), 1);
    assert!(writes[0].0.is_some(), "with the etag of the record that was read");
    assert_eq!(writes[0].1, body);

    let rerun = person(&program, &server, &arguments[..6]);
    assert_code(&rerun, 0);
    assert_eq!(
        server.bodies("PATCH")[1..],
        [json!({"address": "1 Main St"})],
        "a value that the record has is not sent again"
    );
}

#[test]
fn every_outcome_of_an_edit_has_its_word_and_exit_code() {
    let title = &["--set", "title=Countess"][..];
    let address = &["--set", "address=1 Main St"];
    let force = &["--set", "title=Countess", "--force-mine"];
    let refuse =
        |status, error: &str| Reaction::Reply(status, json!({"success": false, "error": error}));
    let applied =
        |status| Reaction::ApplyAndReply(status, json!({"success": false, "error": "no"}));
    let conflict = || Reaction::AfterEdit("per_1", json!({"current_job_title": "Poet"}));
    let (etags, ignores) = (
        Quirks { etags: true, ..Quirks::default() },
        Quirks { ignores_updates: true, ..Quirks::default() },
    );
    let plain = Quirks::default();
    for (changes, quirks, reaction, word, code, updates) in [
        (title, plain, Reaction::Normal, "saved", 0, 1),
        (title, plain, Reaction::ApplyAndReset, "lost_applied", 0, 1),
        (title, plain, Reaction::Reset, "unknown", 6, 1),
        (address, plain, Reaction::ApplyAndReset, "unknown", 6, 1),
        (title, plain, Reaction::ThenGoDown(Box::new(Reaction::ApplyAndReset)), "unknown", 6, 1),
        (title, plain, Reaction::ThenGoDown(Box::new(Reaction::Normal)), "unknown", 6, 1),
        (title, ignores, Reaction::Normal, "not_visible", 6, 1),
        (title, etags, conflict(), "conflict", 5, 1),
        (force, etags, conflict(), "saved", 0, 2),
        (title, plain, refuse("409 Conflict", "locked"), "refused", 5, 1),
        (title, plain, refuse("422 Unprocessable", "too grand"), "refused", 1, 1),
        (title, plain, refuse("403 Forbidden", "no"), "refused", 3, 1),
        (title, plain, refuse("401 Unauthorized", "who?"), "unknown", 6, 1),
        (address, plain, refuse("422 Unprocessable", "too long"), "unknown", 6, 1),
        (title, plain, applied("401 Unauthorized"), "unknown", 6, 1),
        (title, plain, applied("422 Unprocessable"), "refused_applied", 0, 1),
        (title, plain, applied("200 OK"), "refused_applied", 0, 1),
        (title, etags, applied("412 Precondition Failed"), "refused_applied", 0, 1),
    ] {
        let (program, server) = (Program::new(), QuirkyServer::with_quirks(quirks));
        server.react_to("PATCH", [reaction.clone()]);
        let arguments = [&["edit", "per_1", "--json", "--deadline", "2s"], changes].concat();
        let output = person(&program, &server, &arguments);
        let result = json_output(&output);
        let actual = (result["outcome"].as_str().unwrap(), output.status.code().unwrap());
        let count = server.bodies("PATCH").len();
        assert_eq!((actual, count), ((word, code), updates), "{reaction:?} {result}");
        assert_eq!(result["person"], "per_1");
        let message = result["message"].as_str().unwrap();
        assert!(code == 0 || stderr(&output).contains(message), "{result} {}", stderr(&output));
    }
}

#[test]
fn a_missing_person_and_a_missing_server_are_reported() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let output = person(&program, &server, &["edit", "nobody", "--set", "title=x"]);
    assert_eq!(output.status.code(), Some(4));
    let output = person(&program, &server, &["edit", "per_1", "--job", "nowhere"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("error: the job: "), "{}", stderr(&output));
    assert_eq!(server.bodies("PATCH").len(), 0);

    let (_held, address) = refusing_address();
    let url = format!("http://{address}");
    let arguments =
        ["person", "edit", "per_1", "--set", "title=x", "--url", &url, "--deadline", "1s"];
    let output = program.command(&arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
    assert_code(&output, 6);
}

#[test]
fn an_invalid_value_is_not_sent_and_an_unusual_one_is_a_warning() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let output = person(&program, &server, &["edit", "per_1", "--email", "work:nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("nothing was sent; emails: "), "{}", stderr(&output));
    assert_eq!(server.bodies("PATCH").len(), 0);
    let output = person(&program, &server, &["edit", "per_1", "--phone", "12"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("phone_numbers: "), "{}", stderr(&output));
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[test]
fn a_refused_field_is_marked_in_the_output() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let errors = json!([{"field": "currentJobTitle", "message": "too grand"}]);
    let refusal = json!({"success": false, "error": "invalid", "errors": errors});
    server.react_to("PATCH", [Reaction::Reply("422 Unprocessable", refusal)]);
    let arguments = ["edit", "per_1", "--set", "title=Countess", "--set", "company=Court"];
    let output = person(&program, &server, &arguments);
    assert_eq!(output.status.code(), Some(1));
    let expected = "per_1  Ada Lovelace\n  title  \"Engineer\" → \"Countess\"  too grand\n";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_quirk_of_a_server_is_remembered_for_the_next_command() {
    let (program, server) = (
        Program::new(),
        QuirkyServer::with_quirks(Quirks { appends_to_lists: true, ..Quirks::default() }),
    );
    // Only a removal shows that the server appends.
    let first = ["edit", "per_1", "--email", "a@b.example", "--remove-email", "ada@home.example"];
    let output = person(&program, &server, &first);
    assert_code(&output, 1);
    let message = stderr(&output);
    assert!(message.contains("this server adds to lists instead of replacing them"), "{message}");
    assert!(message.contains("remembered for the next time"), "{message}");

    let output = person(&program, &server, &["edit", "per_1", "--email", "c@d.example"]);
    assert_code(&output, 0);
    let new_entry = json!({"emails": [{"contact_data_type": "other", "value": "c@d.example"}]});
    assert_eq!(server.bodies("PATCH")[1], new_entry, "only the new entry is sent");

    let output = person(&program, &server, &["edit", "per_1", "--remove-email", "c@d.example"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("this server only adds to lists"), "{}", stderr(&output));
    assert_eq!(server.bodies("PATCH").len(), 2, "a removal is not sent");

    server.change_quirks(|quirks| quirks.appends_to_lists = false);
    let output = person(&program, &server, &["edit", "per_1", "--email", "e@f.example"]);
    assert_code(&output, 1);
    assert!(stderr(&output).contains("this server replaces lists now"), "{}", stderr(&output));
    let output = person(&program, &server, &["edit", "per_1", "--email", "g@h.example"]);
    assert_code(&output, 0);
    let entry = |value: &str| json!({"contact_data_type": "other", "value": value});
    let full_list = json!({"emails": [entry("e@f.example"), entry("g@h.example")]});
    assert_eq!(server.bodies("PATCH")[3], full_list, "the quirk is forgotten");
}

#[test]
fn unrequested_changes_are_reported() {
    let (program, server) = (
        Program::new(),
        QuirkyServer::with_quirks(Quirks { clears_omitted: true, ..Quirks::default() }),
    );
    let output = person(&program, &server, &["edit", "per_1", "--set", "title=Countess", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let result = json_output(&output);
    let unasked: Vec<&str> = result["unrequested"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|change| change["field"].as_str())
        .collect();
    assert!(unasked.contains(&"company_name") && unasked.contains(&"emails"), "{result}");
    assert_eq!(result["learned"]["clears_omitted"], true);
    assert_eq!(result["fields"][0]["outcome"], "verified");
}

#[test]
fn control_characters_of_a_server_are_not_printed() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    server.edit_as_other_user(
        "per_1",
        &json!({"name": "A\u{1b}]0;x\u{7}", "current_job_title": "\u{9b}2J\u{202e}"}),
    );
    for format in [&[][..], &["--json"]] {
        let arguments = [&["edit", "per_1", "--set", "title=Countess"], format].concat();
        let output = person(&program, &server, &[&arguments[..], &["--dry-run"]].concat());
        let message = stdout(&output) + &stderr(&output);
        assert!(!message.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{message:?}");
    }
}

#[test]
fn attach_sends_only_the_job_and_only_once() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let dry = person(&program, &server, &["attach", "per_1", OTHER_JOB, "--dry-run"]);
    assert_eq!(stdout(&dry), "per_1  would attach  -  Ada Lovelace\n");
    assert_eq!(server.bodies("PATCH").len(), 0);
    let output = person(&program, &server, &["attach", "per_1", OTHER_JOB]);
    assert_code(&output, 0);
    let message = stdout(&output);
    assert!(
        message.starts_with("per_1  attached  can_") && message.ends_with("  Ada Lovelace\n"),
        "{message}"
    );
    assert_eq!(server.bodies("PATCH"), [json!({"job_id": OTHER_JOB})]);

    let rerun = person(&program, &server, &["attach", "per_1", OTHER_JOB, "--json"]);
    assert_eq!(json_output(&rerun)["outcome"], "already");
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[test]
fn each_person_has_a_line_and_the_worst_outcome_is_the_exit_code() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    server.react_to("PATCH", [Reaction::Normal, Reaction::ApplyAndReset]);
    let mut command = person_command(&program, &server, &["attach", "-", OTHER_JOB]);
    let output = run_with_stdin(&mut command, b"per_1\n\nnobody\nper_2\nper_1\n");
    assert_code(&output, 4);
    let message = stdout(&output);
    let lines: Vec<Vec<&str>> =
        message.lines().map(|line| line.split("  ").take(2).collect()).collect();
    assert_eq!(lines, [["per_1", "attached"], ["nobody", "failed"], ["per_2", "attached"]]);
    assert_eq!(server.bodies("PATCH").len(), 2);
    let jobs = server.person("per_2")["jobs"].as_array().unwrap().len();
    assert_eq!(jobs, 2, "{JOB} is still there");
}

#[test]
fn a_refused_attachment_is_settled_by_a_read() {
    let refused = || json!({"success": false, "error": "no"});
    for (reaction, word, code) in [
        (Reaction::Reply("422 No", refused()), "failed", 1),
        (Reaction::ApplyAndReply("422 No", refused()), "attached", 0),
        (Reaction::ApplyAndReply("401 No", refused()), "unknown", 6),
    ] {
        let (program, server) = (Program::new(), QuirkyServer::new());
        server.react_to("PATCH", [reaction.clone()]);
        let output = person(&program, &server, &["attach", "per_1", OTHER_JOB]);
        assert_code(&output, code);
        assert_eq!(stdout(&output).split("  ").nth(1), Some(word), "{reaction:?}");
        assert_eq!(server.bodies("PATCH").len(), 1);
    }
}

#[test]
fn a_person_is_shown_by_id() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let output = person(&program, &server, &["per_1", "--json"]);
    assert_eq!(json_output(&output)["name"], "Ada Lovelace");
    let output = person(&program, &server, &[]);
    assert_eq!(output.status.code(), Some(2));
}
