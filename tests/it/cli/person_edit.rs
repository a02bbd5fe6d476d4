//! `person edit` and `person attach`: what is sent, what is told, how they end.

use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::support::harness::Program;
use crate::support::quirky_server::{JOB, Manners, OTHER_JOB, Odd, Turn};
use crate::support::scripted_server::{KEY, refusing};

/// Runs a command of `person` on a server.
pub(crate) fn person(program: &Program, odd: &Odd, arguments: &[&str]) -> Output {
    let url = format!("http://{}", odd.rough.address);
    let all = [&["person"], arguments, &["--url", &url]].concat();
    program.command(&all).env("SHORTLIST_KEY", KEY).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn outcome(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}

#[test]
fn a_dry_run_shows_the_difference_and_sends_nothing() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let asked = ["edit", "per_1", "--set", "title=Countess", "--remove-email", "ada@home.example"];
    let asked = [&asked[..], &["--clear", "address", "--job", OTHER_JOB, "--dry-run"]].concat();
    let output = person(&program, &odd, &asked);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    insta::assert_snapshot!(stdout(&output), @r#"
    per_1  Ada Lovelace
      title    "Engineer" → "Countess"
      e-mails  "ada@kestrel.example (work), ada@home.example (personal)" → "ada@kestrel.example (work)"
      address  → empty
      job      Head of Sales
      body: {"address":null,"current_job_title":"Countess","emails":[{"contact_data_type":"work","value":"ada@kestrel.example"}],"job_id":"job_sales"}
    "#);
    assert_eq!(odd.bodies("PATCH"), [Value::Null; 0]);
}

#[test]
fn what_was_changed_is_sent_and_nothing_else() {
    let (program, odd) =
        (Program::new(), Odd::start(Manners { etags: true, ..Manners::default() }));
    let asked = ["edit", "per_1", "--set", "title=Countess", "--set", "address=1 Main St"];
    let asked =
        [&asked[..], &["--email", "old work:a@b.example", "--set", "company=Kestrel"]].concat();
    let output = person(&program, &odd, &asked);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    insta::assert_snapshot!(stdout(&output), @r#"
    per_1  Ada Lovelace
      title    "Engineer" → "Countess"  saved and seen
      e-mails  "ada@kestrel.example (work), ada@home.example (personal)" → "ada@kestrel.example (work), ada@home.example (personal), a@b.example (old work)"  saved and seen
      address  → "1 Main St"  sent; this server never shows it
    "#);
    let emails = json!([
        {"contact_data_type": "work", "value": "ada@kestrel.example"},
        {"contact_data_type": "personal", "value": "ada@home.example"},
        {"contact_data_type": "old work", "value": "a@b.example"},
    ]);
    let body = json!({"current_job_title": "Countess", "address": "1 Main St", "emails": emails});
    let sent = odd.sent("PATCH");
    assert_eq!(sent.len(), 1);
    assert!(sent[0].0.is_some(), "with the mark of the version that was read");
    assert_eq!(sent[0].1, body);

    let again = person(&program, &odd, &asked[..6]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(
        odd.bodies("PATCH")[1..],
        [json!({"address": "1 Main St"})],
        "what is seen to be there is not sent again"
    );
}

#[test]
fn every_way_it_can_go_has_its_word_and_its_code() {
    let title = &["--set", "title=Countess"][..];
    let address = &["--set", "address=1 Main St"];
    let force = &["--set", "title=Countess", "--force-mine"];
    let says = |status, told: &str| Turn::Says(status, json!({"success": false, "error": told}));
    let meanwhile = || Turn::After("per_1", json!({"current_job_title": "Poet"}));
    let (etags, ignores) = (
        Manners { etags: true, ..Manners::default() },
        Manners { ignores: true, ..Manners::default() },
    );
    let plain = Manners::default();
    for (asked, manners, turn, word, code, patches) in [
        (title, plain, Turn::Usual, "saved", 0, 1),
        (title, plain, Turn::DoneAndLost, "lost_applied", 0, 1),
        (title, plain, Turn::Lost, "lost_not_applied", 6, 1),
        (address, plain, Turn::DoneAndLost, "unknown", 6, 1),
        (title, plain, Turn::Last(Box::new(Turn::DoneAndLost)), "unknown", 6, 1),
        (title, plain, Turn::Last(Box::new(Turn::Usual)), "unknown", 6, 1),
        (title, ignores, Turn::Usual, "differs", 1, 1),
        (title, etags, meanwhile(), "clash", 5, 1),
        (force, etags, meanwhile(), "saved", 0, 2),
        (title, plain, says("409 Conflict", "locked"), "refused", 5, 1),
        (title, plain, says("422 Unprocessable", "too grand"), "refused", 1, 1),
        (title, plain, says("401 Unauthorized", "who?"), "refused", 3, 1),
        (title, plain, says("403 Forbidden", "no"), "refused", 3, 1),
    ] {
        let (program, odd) = (Program::new(), Odd::start(manners));
        odd.turns("PATCH", [turn.clone()]);
        let asked = [&["edit", "per_1", "--json", "--deadline", "2s"], asked].concat();
        let output = person(&program, &odd, &asked);
        let told = outcome(&output);
        let seen = (told["outcome"].as_str().unwrap(), output.status.code().unwrap());
        assert_eq!((seen, odd.bodies("PATCH").len()), ((word, code), patches), "{turn:?} {told}");
        assert_eq!(told["person"], "per_1");
        let message = told["message"].as_str().unwrap();
        assert!(code == 0 || stderr(&output).contains(message), "{told} {}", stderr(&output));
    }
}

#[test]
fn who_is_not_there_and_who_is_not_reached_are_told() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let output = person(&program, &odd, &["edit", "nobody", "--set", "title=x"]);
    assert_eq!(output.status.code(), Some(4));
    let output = person(&program, &odd, &["edit", "per_1", "--job", "nowhere"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("error: the job: "), "{}", stderr(&output));
    assert_eq!(odd.bodies("PATCH").len(), 0);

    let (_held, address) = refusing();
    let url = format!("http://{address}");
    let asked = ["person", "edit", "per_1", "--set", "title=x", "--url", &url, "--deadline", "1s"];
    let output = program.command(&asked).env("SHORTLIST_KEY", KEY).output().unwrap();
    assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_is_not_sent_and_what_is_odd_is_said() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let output = person(&program, &odd, &["edit", "per_1", "--email", "work:nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("nothing was sent; emails: "), "{}", stderr(&output));
    assert_eq!(odd.bodies("PATCH").len(), 0);
    let output = person(&program, &odd, &["edit", "per_1", "--phone", "12"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("phone_numbers: "), "{}", stderr(&output));
    assert_eq!(odd.bodies("PATCH").len(), 1);
}

#[test]
fn what_the_server_says_of_a_field_stands_at_the_field() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let errors = json!([{"field": "currentJobTitle", "message": "too grand"}]);
    let refusal = json!({"success": false, "error": "invalid", "errors": errors});
    odd.turns("PATCH", [Turn::Says("422 Unprocessable", refusal)]);
    let asked = ["edit", "per_1", "--set", "title=Countess", "--set", "company=Court"];
    let output = person(&program, &odd, &asked);
    assert_eq!(output.status.code(), Some(1));
    let told = "per_1  Ada Lovelace\n  title  \"Engineer\" → \"Countess\"  too grand\n";
    assert_eq!(stdout(&output), told);
}

#[test]
fn what_was_learned_of_a_server_is_used_by_the_next_command() {
    let (program, odd) =
        (Program::new(), Odd::start(Manners { extends: true, ..Manners::default() }));
    // With an extended list, nothing tells the two apart unless something goes.
    let first = ["edit", "per_1", "--email", "a@b.example", "--remove-email", "ada@home.example"];
    let output = person(&program, &odd, &first);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("this server adds to a list instead of replacing it"), "{told}");
    assert!(told.contains("this is remembered"), "{told}");

    let output = person(&program, &odd, &["edit", "per_1", "--email", "c@d.example"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let only = json!({"emails": [{"contact_data_type": "other", "value": "c@d.example"}]});
    assert_eq!(odd.bodies("PATCH")[1], only, "only what is new");

    let output = person(&program, &odd, &["edit", "per_1", "--remove-email", "c@d.example"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("this server only adds to lists"), "{}", stderr(&output));
    assert_eq!(odd.bodies("PATCH").len(), 2, "what it cannot do is not asked of it");
}

#[test]
fn what_changed_without_being_asked_is_told() {
    let (program, odd) =
        (Program::new(), Odd::start(Manners { clears: true, ..Manners::default() }));
    let output = person(&program, &odd, &["edit", "per_1", "--set", "title=Countess", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told = outcome(&output);
    let unasked: Vec<&str> = told["unasked"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["field"].as_str())
        .collect();
    assert!(unasked.contains(&"company_name") && unasked.contains(&"emails"), "{told}");
    assert_eq!(told["learned"]["clears_omitted"], true);
    assert_eq!(told["fields"][0]["verdict"], "seen");
}

#[test]
fn nothing_that_a_server_holds_steers_a_terminal() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    odd.elsewhere(
        "per_1",
        &json!({"name": "A\u{1b}]0;x\u{7}", "current_job_title": "\u{9b}2J\u{202e}"}),
    );
    for format in [&[][..], &["--json"]] {
        let asked = [&["edit", "per_1", "--set", "title=Countess"], format].concat();
        let output = person(&program, &odd, &[&asked[..], &["--dry-run"]].concat());
        let told = stdout(&output) + &stderr(&output);
        assert!(!told.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{told:?}");
    }
}

#[test]
fn attaching_sends_the_job_alone_and_only_once() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let dry = person(&program, &odd, &["attach", "per_1", OTHER_JOB, "--dry-run"]);
    assert_eq!(stdout(&dry), "per_1  would attach  -  Ada Lovelace\n");
    assert_eq!(odd.bodies("PATCH").len(), 0);
    let output = person(&program, &odd, &["attach", "per_1", OTHER_JOB]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = stdout(&output);
    assert!(
        told.starts_with("per_1  attached  can_") && told.ends_with("  Ada Lovelace\n"),
        "{told}"
    );
    assert_eq!(odd.bodies("PATCH"), [json!({"job_id": OTHER_JOB})]);

    let again = person(&program, &odd, &["attach", "per_1", OTHER_JOB, "--json"]);
    assert_eq!(outcome(&again)["outcome"], "already");
    assert_eq!(odd.bodies("PATCH").len(), 1);
}

#[test]
fn of_several_people_each_has_a_line_and_the_worst_tells_the_code() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    odd.turns("PATCH", [Turn::Usual, Turn::DoneAndLost]);
    let url = format!("http://{}", odd.rough.address);
    let asked = ["person", "attach", "-", OTHER_JOB, "--url", &url];
    let mut command = program.command(&asked);
    let mut child = command.env("SHORTLIST_KEY", KEY).stdin(Stdio::piped()).spawn().unwrap();
    let ids = "per_1\n\nnobody\nper_2\nper_1\n";
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), ids.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    let told = stdout(&output);
    let words: Vec<Vec<&str>> =
        told.lines().map(|line| line.split("  ").take(2).collect()).collect();
    assert_eq!(words, [["per_1", "attached"], ["nobody", "failed"], ["per_2", "attached"]]);
    assert_eq!(odd.bodies("PATCH").len(), 2);
    let jobs = odd.person("per_2")["jobs"].as_array().unwrap().len();
    assert_eq!(jobs, 2, "{JOB} is still there");
}

#[test]
fn a_person_is_still_shown_by_id() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let output = person(&program, &odd, &["per_1", "--json"]);
    assert_eq!(outcome(&output)["name"], "Ada Lovelace");
    let output = person(&program, &odd, &[]);
    assert_eq!(output.status.code(), Some(2));
}
