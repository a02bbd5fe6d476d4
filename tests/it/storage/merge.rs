//! `local merge`: two recruiters share a workspace.

use serde_json::Value;

use crate::storage::local_commands::program_with_agency;
use crate::support::harness::Program;

const AGENCY: &str = "--database=sqlite:agency.db";

fn ok(program: &Program, arguments: &[&str]) -> String {
    program.ok(&[arguments, &[AGENCY]].concat())
}

/// A program whose home has an export of Eva, who ran these commands.
fn program_with_export(commands: &[&[&str]]) -> Program {
    let eva = program_with_agency();
    for command in commands {
        ok(&eva, command);
    }
    let program = program_with_agency();
    write_export(&program, &ok(&eva, &["local", "export", "--as", "eva"]));
    program
}

fn write_export(program: &Program, text: &str) {
    std::fs::write(program.home.path().join("eva.jsonl"), text).unwrap();
}

fn merge(program: &Program, options: &[&str]) -> (String, String) {
    let all = [&["local", "merge", "eva.jsonl"], options, &[AGENCY]].concat();
    let output = program.run(&all);
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{stderr}");
    (stdout, stderr.lines().last().unwrap_or_default().to_owned())
}

/// The current verdicts: candidate, verdict and author.
fn current_verdicts(program: &Program) -> Vec<String> {
    let all: Value = serde_json::from_str(&ok(program, &["verdicts", "--json"])).unwrap();
    let line = |entry: &Value| {
        let author = entry["source"].as_str().unwrap_or("me");
        format!(
            "{} {} {author}",
            entry["candidate_id"].as_str().unwrap(),
            entry["verdict"].as_str().unwrap()
        )
    };
    let mut all: Vec<String> = all.as_array().unwrap().iter().map(line).collect();
    all.sort();
    all
}

const COMMANDS_OF_EVA: &[&[&str]] = &[
    &["verdict", "can_1", "decline", "--reason", "Too far", "--tag", "far"],
    &["verdict", "can_2", "advance"],
    &["verdict", "can_3", "wait"],
    &["verdict", "can_3", "undo"],
];

#[test]
fn the_newest_verdict_wins_and_conflicts_are_listed() {
    let program = program_with_export(COMMANDS_OF_EVA);
    ok(&program, &["verdict", "can_1", "advance"]);
    ok(&program, &["verdict", "can_2", "advance"]);
    let (preview, message) = merge(&program, &["--dry-run"]);
    assert!(
        preview.contains("yours applies") && message.contains("would be added"),
        "{preview}{message}"
    );
    assert_eq!(current_verdicts(&program), ["can_1 advance me", "can_2 advance me"]);
    let (conflicts, message) = merge(&program, &[]);
    let today = chrono::Utc::now().date_naive().to_string();
    insta::assert_snapshot!(conflicts.replace(&today, "TODAY"), @"Ada Lovelace (can_1), Rust Engineer: yours advance on TODAY, theirs decline on TODAY; yours applies");
    assert_eq!(message, "5 entries from eva added, 0 entries already known, 1 conflict");
    assert_eq!(current_verdicts(&program), ["can_1 advance me", "can_2 advance me"]);
    let all = ok(&program, &["verdicts", "--json"]);
    assert!(all.contains("\"far\""), "tags are merged: {all}");
    let (_, message) = merge(&program, &[]);
    assert_eq!(message, "0 entries from eva added, 5 entries already known, 1 conflict");
}

#[test]
fn the_winner_can_be_chosen() {
    let program = program_with_export(COMMANDS_OF_EVA);
    ok(&program, &["verdict", "can_1", "advance"]);
    merge(&program, &["--keep", "theirs"]);
    assert_eq!(current_verdicts(&program), ["can_1 decline eva", "can_2 advance eva"]);
    let (conflicts, message) = merge(&program, &["--keep", "theirs"]);
    assert_eq!(
        (conflicts.as_str(), message.as_str()),
        ("", "0 entries from eva added, 5 entries already known, 0 conflicts")
    );

    let other = program_with_agency();
    ok(&other, &["verdict", "can_1", "advance"]);
    let eva = program_with_export(COMMANDS_OF_EVA);
    let text = std::fs::read_to_string(eva.home.path().join("eva.jsonl")).unwrap();
    write_export(&other, &text);
    let (conflicts, _) = merge(&other, &["--keep", "mine"]);
    assert!(conflicts.contains("yours applies"), "{conflicts}");
    assert_eq!(current_verdicts(&other), ["can_1 advance me", "can_2 advance eva"]);
}

#[test]
fn a_bad_line_is_reported_by_number_and_nothing_is_added() {
    let program = program_with_export(COMMANDS_OF_EVA);
    let good = std::fs::read_to_string(program.home.path().join("eva.jsonl")).unwrap();
    for (text, message) in [
        (
            format!("{good}{{\"entry\": 3}}\n"),
            "nothing was merged; eva.jsonl, line 7: cannot be read",
        ),
        (format!("{good}\n{{\"entry\""), "nothing was merged; eva.jsonl, line 8: cannot be read"),
        (
            good.replace("\"local\":1", "\"local\":9"),
            "line 1: a newer version of shortlist wrote this file",
        ),
        ("{\"id\": 1}\n".to_owned(), "eva.jsonl: not an export"),
        (String::new(), "eva.jsonl: not an export"),
    ] {
        write_export(&program, &text);
        let (_, stderr) = program.fails(&["local", "merge", "eva.jsonl", AGENCY]);
        assert!(stderr.contains(message), "{message}: {stderr}");
        assert_eq!(current_verdicts(&program), [""; 0]);
    }
    let (_, stderr) = program.fails(&["local", "merge", "nobody.jsonl", AGENCY]);
    assert!(stderr.contains("nobody.jsonl: "), "{stderr}");
}

#[test]
fn entries_of_an_unknown_kind_are_skipped_and_counted() {
    let program = program_with_export(COMMANDS_OF_EVA);
    let good = std::fs::read_to_string(program.home.path().join("eva.jsonl")).unwrap();
    let newer = good.replacen("\"kind\":\"tag\"", "\"kind\":\"rank\"", 1);
    assert_ne!(newer, good);
    write_export(&program, &newer);
    let (_, message) = merge(&program, &[]);
    assert_eq!(message, "4 entries from eva added, 0 entries already known, 0 conflicts");
}

#[test]
fn a_colleague_changes_their_own_notes_and_not_ours() {
    let program = program_with_agency();
    ok(&program, &["verdict", "can_1", "advance", "--note", "our note"]);
    let export = ok(&program, &["local", "export"]);
    let lines: Vec<Value> =
        export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ours = lines.iter().find(|line| line["entry"]["act"]["kind"] == "note").unwrap();
    let entry = |id: &str, act: Value| {
        let mut line = ours.clone();
        (line["entry"]["id"], line["entry"]["step"]) = (id.into(), id.into());
        line["entry"]["act"] = act;
        line.to_string()
    };
    let file = [
        r#"{"shortlist":{"local":2,"by":"eva","server":""}}"#.to_owned(),
        entry("e-1", serde_json::json!({"kind": "note", "text": "her note"})),
        entry("e-2", serde_json::json!({"kind": "note-edit", "note": "e-1", "text": "her edit"})),
        entry("e-3", serde_json::json!({"kind": "note-delete", "note": ours["entry"]["id"]})),
    ];
    write_export(&program, &file.join("\n"));
    merge(&program, &[]);
    let all: Value = serde_json::from_str(&ok(&program, &["verdicts", "--json"])).unwrap();
    assert_eq!(all[0]["notes"], serde_json::json!(["our note", "her edit"]));
    let header: Value =
        serde_json::from_str(ok(&program, &["local", "export"]).lines().next().unwrap()).unwrap();
    assert_eq!(header["shortlist"]["local"], 2, "version 1 does not know changes of notes");
}

#[test]
fn an_undo_in_a_merged_file_does_not_affect_own_verdicts() {
    let program = program_with_agency();
    ok(&program, &["verdict", "can_1", "advance"]);
    let export = ok(&program, &["local", "export"]);
    let line: Value = serde_json::from_str(export.lines().nth(1).unwrap()).unwrap();
    let mut undo = line.clone();
    undo["entry"]["act"] = serde_json::json!({"kind": "undo", "step": line["entry"]["step"]});
    undo["entry"]["id"] = "eva-1.0".into();
    write_export(&program, &undo.to_string());
    let (_, message) = merge(&program, &[]);
    assert_eq!(message, "0 entries from eva added, 0 entries already known, 0 conflicts");
    assert_eq!(current_verdicts(&program), ["can_1 advance me"]);
}

#[test]
fn an_export_of_another_server_is_refused_without_the_flag() {
    let program = program_with_export(COMMANDS_OF_EVA);
    let text = std::fs::read_to_string(program.home.path().join("eva.jsonl")).unwrap();
    let mut head: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    head["shortlist"]["server"] = "https://elsewhere.example".into();
    let rest: Vec<&str> = text.lines().skip(1).collect();
    write_export(&program, &format!("{head}\n{}\n", rest.join("\n")));
    let (code, stderr) = program.fails(&["local", "merge", "eva.jsonl", AGENCY]);
    assert_eq!(code, 5, "{stderr}");
    for text in ["nothing was merged", "https://elsewhere.example", "--any-server"] {
        assert!(stderr.contains(text), "{text}: {stderr}");
    }
    assert_eq!(current_verdicts(&program), [""; 0]);
    let (_, message) = merge(&program, &["--any-server"]);
    assert!(message.starts_with("5 entries from eva added"), "{message}");
}
