//! `local merge`: two recruiters on one workspace.

use serde_json::Value;

use crate::storage::local_commands::agency;
use crate::support::harness::Program;

const AGENCY: &str = "--database=sqlite:agency.db";

fn ok(program: &Program, arguments: &[&str]) -> String {
    program.ok(&[arguments, &[AGENCY]].concat())
}

/// A program into whose home Eva's export was put.
fn with_evas(evas: &[&[&str]]) -> Program {
    let eva = agency();
    for step in evas {
        ok(&eva, step);
    }
    let program = agency();
    put(&program, &ok(&eva, &["local", "export", "--as", "eva"]));
    program
}

fn put(program: &Program, text: &str) {
    std::fs::write(program.home.path().join("eva.jsonl"), text).unwrap();
}

fn merge(program: &Program, more: &[&str]) -> (String, String) {
    let all = [&["local", "merge", "eva.jsonl"], more, &[AGENCY]].concat();
    let ended = program.run(&all);
    let [stdout, stderr] =
        [ended.stdout, ended.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(ended.status.success(), "{stderr}");
    (stdout, stderr.lines().last().unwrap_or_default().to_owned())
}

/// What stands: the candidate, the verdict, and whose it is.
fn standing(program: &Program) -> Vec<String> {
    let all: Value = serde_json::from_str(&ok(program, &["verdicts", "--json"])).unwrap();
    let told = |one: &Value| {
        let whose = one["source"].as_str().unwrap_or("me");
        format!(
            "{} {} {whose}",
            one["candidate_id"].as_str().unwrap(),
            one["verdict"].as_str().unwrap()
        )
    };
    let mut all: Vec<String> = all.as_array().unwrap().iter().map(told).collect();
    all.sort();
    all
}

const EVAS: &[&[&str]] = &[
    &["verdict", "can_1", "decline", "--reason", "Too far", "--tag", "far"],
    &["verdict", "can_2", "advance"],
    &["verdict", "can_3", "wait"],
    &["verdict", "can_3", "undo"],
];

#[test]
fn the_newest_stands_and_the_rest_is_listed() {
    let program = with_evas(EVAS);
    ok(&program, &["verdict", "can_1", "advance"]);
    ok(&program, &["verdict", "can_2", "advance"]);
    let (would, told) = merge(&program, &["--dry-run"]);
    assert!(would.contains("ours stands") && told.contains("would be added"), "{would}{told}");
    assert_eq!(standing(&program), ["can_1 advance me", "can_2 advance me"]);
    let (conflicts, told) = merge(&program, &[]);
    let today = chrono::Utc::now().date_naive().to_string();
    insta::assert_snapshot!(conflicts.replace(&today, "TODAY"), @"Ada Lovelace (can_1), Rust Engineer: ours advance of TODAY, theirs decline of TODAY; ours stands");
    assert_eq!(told, "5 entries of eva added, 0 entries known already, 1 conflict");
    assert_eq!(standing(&program), ["can_1 advance me", "can_2 advance me"]);
    let all = ok(&program, &["verdicts", "--json"]);
    assert!(all.contains("\"far\""), "tags are taken: {all}");
    let (_, told) = merge(&program, &[]);
    assert_eq!(told, "0 entries of eva added, 5 entries known already, 1 conflict");
}

#[test]
fn whose_verdict_stands_can_be_said() {
    let program = with_evas(EVAS);
    ok(&program, &["verdict", "can_1", "advance"]);
    merge(&program, &["--keep", "theirs"]);
    assert_eq!(standing(&program), ["can_1 decline eva", "can_2 advance eva"]);
    let (conflicts, told) = merge(&program, &["--keep", "theirs"]);
    assert_eq!(
        (conflicts.as_str(), told.as_str()),
        ("", "0 entries of eva added, 5 entries known already, 0 conflicts")
    );

    let other = agency();
    ok(&other, &["verdict", "can_1", "advance"]);
    let evas = with_evas(EVAS);
    let text = std::fs::read_to_string(evas.home.path().join("eva.jsonl")).unwrap();
    put(&other, &text);
    let (conflicts, _) = merge(&other, &["--keep", "mine"]);
    assert!(conflicts.contains("ours stands"), "{conflicts}");
    assert_eq!(standing(&other), ["can_1 advance me", "can_2 advance eva"]);
}

#[test]
fn a_broken_line_is_told_by_its_place_and_nothing_is_added() {
    let program = with_evas(EVAS);
    let good = std::fs::read_to_string(program.home.path().join("eva.jsonl")).unwrap();
    for (text, told) in [
        (
            format!("{good}{{\"entry\": 3}}\n"),
            "nothing was merged; eva.jsonl, line 7: cannot be read",
        ),
        (format!("{good}\n{{\"entry\""), "nothing was merged; eva.jsonl, line 8: cannot be read"),
        (good.replace("\"local\":1", "\"local\":9"), "line 1: is of a newer shortlist"),
        ("{\"id\": 1}\n".to_owned(), "eva.jsonl: is no export"),
        (String::new(), "eva.jsonl: is no export"),
    ] {
        put(&program, &text);
        let (_, stderr) = program.fails(&["local", "merge", "eva.jsonl", AGENCY]);
        assert!(stderr.contains(told), "{told}: {stderr}");
        assert_eq!(standing(&program), [""; 0]);
    }
    let (_, stderr) = program.fails(&["local", "merge", "nobody.jsonl", AGENCY]);
    assert!(stderr.contains("nobody.jsonl: "), "{stderr}");
}

#[test]
fn nobody_else_takes_back_what_was_done_here() {
    let program = agency();
    ok(&program, &["verdict", "can_1", "advance"]);
    let mine = ok(&program, &["local", "export"]);
    let line: Value = serde_json::from_str(mine.lines().nth(1).unwrap()).unwrap();
    let mut back = line.clone();
    back["entry"]["act"] = serde_json::json!({"kind": "undo", "step": line["entry"]["step"]});
    back["entry"]["id"] = "eva-1.0".into();
    put(&program, &back.to_string());
    let (_, told) = merge(&program, &[]);
    assert_eq!(told, "0 entries of eva added, 0 entries known already, 0 conflicts");
    assert_eq!(standing(&program), ["can_1 advance me"]);
}

#[test]
fn another_servers_file_is_refused_unless_it_is_said_to_be_meant() {
    let program = with_evas(EVAS);
    let text = std::fs::read_to_string(program.home.path().join("eva.jsonl")).unwrap();
    let mut head: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    head["shortlist"]["server"] = "https://elsewhere.example".into();
    let rest: Vec<&str> = text.lines().skip(1).collect();
    put(&program, &format!("{head}\n{}\n", rest.join("\n")));
    let (code, stderr) = program.fails(&["local", "merge", "eva.jsonl", AGENCY]);
    assert_eq!(code, 5, "{stderr}");
    for told in ["nothing was merged", "https://elsewhere.example", "--any-server"] {
        assert!(stderr.contains(told), "{told}: {stderr}");
    }
    assert_eq!(standing(&program), [""; 0]);
    let (_, told) = merge(&program, &["--any-server"]);
    assert!(told.starts_with("5 entries of eva added"), "{told}");
}
