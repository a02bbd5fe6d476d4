//! The commands on the recruiter's own data: `verdicts`, `verdict` and `local`.

use std::process::Output;

use serde_json::{Value, json};

use crate::support::harness::{Program, person_line, run_with_stdin};

const AGENCY: &str = "--database=sqlite:agency.db";

/// A program with two jobs and three people in its own database.
pub(crate) fn program_with_agency() -> Program {
    let program = Program::new();
    let stage = |id: &str, order: i64| {
        json!({"id": id, "name": id.to_uppercase(), "stage_order": order,
               "is_rejection_stage": false, "is_interviewing_stage": false})
    };
    let mut lines: Vec<Value> = Vec::new();
    for (id, name) in [("job_rust", "Rust Engineer"), ("job_sales", "Head of Sales")] {
        let stages = json!([stage("applied", 1), stage("screen", 2)]);
        lines.push(json!({"job": {"id": id, "name": name, "created_at": "2026-01-01T09:00:00Z",
            "is_archived": false, "client_company_name": "Umbra", "client_company_id": "cli_u",
            "job_status_name": "Open", "job_status_id": "sta_open", "pipeline_stages": stages}}));
    }
    for (number, name, job) in [
        (1, "Ada Lovelace", "job_rust"),
        (2, "Grace Hopper", "job_rust"),
        (3, "Guðrún Þórðardóttir", "job_sales"),
    ] {
        let mut line = person_line(&format!("per_{number}"));
        line["person"]["name"] = json!(name);
        line["person"]["current_job_title"] = json!("Head\tof \u{202e}things");
        lines.push(line);
        let entered = "2026-03-01T09:00:00Z";
        lines.push(json!({"candidate": {"id": format!("can_{number}"),
            "person_id": format!("per_{number}"), "job_id": job, "created_at": entered,
            "current_pipeline_stage_id": "applied", "current_pipeline_stage_date": entered,
            "pipeline_stage_history":
                [{"stage_id": "applied", "stage_name": "APPLIED", "stage_date": entered}]}}));
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(program.home.path().join("agency.jsonl"), lines.join("\n")).unwrap();
    program.ok(&["db", "import", "agency.jsonl", AGENCY]);
    program
}

fn ok(program: &Program, arguments: &[&str]) -> String {
    program.ok(&[arguments, &[AGENCY]].concat())
}

fn fails(program: &Program, arguments: &[&str]) -> (i32, String) {
    program.fails(&[arguments, &[AGENCY]].concat())
}

fn verdicts(program: &Program) -> Vec<(String, String)> {
    let all: Value = serde_json::from_str(&ok(program, &["verdicts", "--json"])).unwrap();
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap().to_owned();
    let all = all.as_array().unwrap().iter();
    all.map(|entry| (text(entry, "candidate_id"), text(entry, "verdict"))).collect()
}

fn run(program: &Program, arguments: &[&str], stdin: &str) -> Output {
    let mut command = program.command(&[arguments, &[AGENCY]].concat());
    run_with_stdin(&mut command, stdin.as_bytes())
}

/// The bytes of all files with own data.
fn stored_bytes(program: &Program) -> Vec<u8> {
    let files = std::fs::read_dir(program.local_folder()).unwrap();
    files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn verdicts_are_listed_newest_first() {
    let program = program_with_agency();
    assert_eq!(ok(&program, &["verdicts"]), "");
    let message = ok(&program, &["verdict", "can_1", "decline", "--reason", "Too far"]);
    insta::assert_snapshot!(message, @"Ada Lovelace (can_1), Rust Engineer, APPLIED: decline (Too far); on this machine only");
    let all = ["verdict", "can_3", "advance", "--note", "Call \"her\"", "--tag", "sales"];
    let message = ok(
        &program,
        &[&all[..], &["--tag", "iceland", "--star", "--snooze", "2099-01-02"]].concat(),
    );
    insta::assert_snapshot!(message, @r#"Guðrún Þórðardóttir (can_3), Head of Sales, APPLIED: advance, note "Call \"her\"", tag sales, tag iceland, star, snoozed until 2099-01-02; on this machine only"#);
    ok(&program, &["verdict", "can_2", "--star"]);

    let table = ok(&program, &["verdicts"]);
    let today = chrono::Utc::now().date_naive().to_string();
    insta::assert_snapshot!(table.replace(&today, "TODAY-----"), @r#"
    decided     verdict  name                 job            stage    reason   status       notes                                          person  id
    TODAY-----  advance  Guðrún Þórðardóttir  Head of Sales  APPLIED           not checked  ★ #iceland #sales until 2099-01-02 Call "her"  per_3   can_3
    TODAY-----  decline  Ada Lovelace         Rust Engineer  APPLIED  Too far  not checked                                                 per_1   can_1
    "#);
    let all: Value = serde_json::from_str(&ok(&program, &["verdicts", "--json"])).unwrap();
    let mut first = all[0].clone();
    first["at"] = Value::Null;
    assert_eq!(
        first,
        json!({
            "at": null, "verdict": "advance", "reason": null, "name": "Guðrún Þórðardóttir",
            "job_name": "Head of Sales", "stage_name": "APPLIED", "notes": ["Call \"her\""],
            "tags": ["iceland", "sales"], "starred": true, "snoozed_until": "2099-01-02",
            "snooze_note": null, "source": null, "candidate_id": "can_3", "person_id": "per_3",
            "job_id": "job_sales", "stage_id": "applied",
            "sync_status": null, "sync_note": null,
        })
    );
    for job in ["job_sales", "SALES"] {
        let lines = ok(&program, &["verdicts", "--job", job, "--jsonl"]);
        assert_eq!((lines.lines().count(), lines.contains("can_3")), (1, true), "{lines}");
    }
    assert_eq!(ok(&program, &["verdicts", "--job", "job_nothing"]), "");
    let checked: Value =
        serde_json::from_str(&ok(&program, &["verdicts", "--check", "--json"])).unwrap();
    for row in &checked.as_array().unwrap()[..2] {
        assert_eq!(row["sync_status"], json!("to do"));
    }
    let csv = ok(&program, &["verdicts", "--csv"]);
    assert!(csv.starts_with("at,verdict,reason,name,job_name,"), "{csv}");
}

#[test]
fn an_invalid_verdict_is_reported_and_nothing_is_written() {
    let program = program_with_agency();
    for (arguments, code, message) in [
        (&["verdict", "can_1", "advnace"][..], 2, "no verdict `advnace`, did you mean `advance`?"),
        (&["verdict", "can_1", "hire!"], 2, "use advance, wait, decline or undo"),
        (&["verdict", "can_1"], 2, "nothing to record: give a verdict"),
        (&["verdict", "can_1", "wait", "--note", " "], 2, "--note: the text is empty"),
        (&["verdict", "can_1", "--snooze", "2020-01-01"], 2, "--snooze: choose a day after today"),
        (&["verdict", "can_1", "undo", "--star"], 2, "undo takes no other options"),
        (&["verdict", "can_9", "wait"], 4, "can_9"),
        (&["verdict", "can_1", "undo"], 4, "no verdicts, notes or tags"),
    ] {
        let (actual, stderr) = fails(&program, arguments);
        assert_eq!(actual, code, "{arguments:?} {stderr}");
        assert!(stderr.contains(message), "{arguments:?} {stderr}");
    }
    let output = run(&program, &["verdict", "-", "wait"], "can_1\ncan_9\n");
    assert_eq!(output.status.code(), Some(4), "one unknown candidate stops the whole command");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("can_9") && message.contains("nothing was written"), "{message}");
    assert_eq!(verdicts(&program), []);
}

#[test]
fn several_verdicts_are_one_undo_group() {
    let program = program_with_agency();
    let output = run(&program, &["verdict", "-", "wait"], "can_1\ncan_2\n");
    assert!(output.status.success());
    let order: Vec<String> =
        verdicts(&program).into_iter().map(|(candidate, _)| candidate).collect();
    assert_eq!(order, ["can_2", "can_1"], "newest first, also within a group");
    let (code, message) = fails(&program, &["verdict", "can_1", "undo"]);
    assert_eq!(code, 5, "{message}");
    assert!(message.contains("the same step changed 1 other candidate"), "{message}");
    ok(&program, &["verdict", "can_1", "decline"]);
    let message = ok(&program, &["verdict", "can_1", "undo"]);
    assert_eq!(message, "Ada Lovelace (can_1): undid decline\n");
    assert_eq!(verdicts(&program).len(), 2);
    assert!(verdicts(&program).iter().all(|(_, verdict)| verdict == "wait"));
}

#[test]
fn concurrent_writers_lose_nothing() {
    let program = program_with_agency();
    let child = |number: usize| {
        let note = format!("note {number}");
        let candidate = format!("can_{}", number % 3 + 1);
        program.command(&["verdict", &candidate, "wait", "--note", &note, AGENCY]).spawn().unwrap()
    };
    let children: Vec<_> = (0..8).map(child).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let export = ok(&program, &["local", "export"]);
    for number in 0..8 {
        assert!(export.contains(&format!("\"note {number}\"")), "{number}");
    }
}

#[test]
fn a_purge_leaves_no_byte_of_a_person() {
    let program = program_with_agency();
    ok(&program, &["verdict", "can_1", "decline", "--note", "too loud for us"]);
    ok(&program, &["verdict", "can_2", "advance", "--note", "a fine mind"]);
    ok(&program, &["verdict", "can_1", "undo"]);
    let export = ok(&program, &["local", "export", "--person", "per_1"]);
    let kinds: Vec<Value> =
        export.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> =
        kinds.iter().map(|line: &Value| line["entry"]["act"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["verdict", "note", "undo"]);

    let (code, message) = fails(&program, &["local", "purge", "--person", "per_1"]);
    assert_eq!(code, 2);
    assert!(message.contains("pass --yes to delete without confirmation"), "{message}");
    assert!(contains(&stored_bytes(&program), "too loud"));
    let message = ok(&program, &["local", "purge", "--person", "per_1", "--yes"]);
    assert_eq!(
        message,
        "deleted: 3 entries, 0 records and list rows, 0 seen marks, 0 unsaved edits\n"
    );
    let left = stored_bytes(&program);
    for text in ["too loud", "Lovelace", "per_1", "can_1"] {
        assert!(!contains(&left, text), "{text}");
    }
    assert!(contains(&left, "a fine mind"));
    let (code, message) = fails(&program, &["local", "export", "--person", "per_1"]);
    assert_eq!(code, 4, "{message}");

    let message = ok(&program, &["local", "purge", "--older-than", "90d", "--yes"]);
    assert_eq!(
        message,
        "deleted: 0 entries, 0 records and list rows, 0 seen marks, 0 unsaved edits\n"
    );
    assert_eq!(fails(&program, &["local", "purge", "--yes"]).0, 2);
    for arguments in
        [&["local", "purge", "--person", "", "--yes"][..], &["local", "export", "--person", ""]]
    {
        let (code, message) = fails(&program, arguments);
        assert_eq!(code, 2, "{message}");
    }
    assert_eq!(verdicts(&program).len(), 1, "an empty id deletes nothing");
    assert_eq!(fails(&program, &["local", "purge", "--older-than", "soon"]).0, 2);
}

#[test]
fn an_export_is_private_and_replaces_a_file_whole_and_only_with_the_flag() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let program = program_with_agency();
    let all = ok(&program, &["local", "export"]);
    assert_eq!(all.lines().count(), 1, "only the header: {all}");
    ok(&program, &["verdict", "can_1", "wait"]);
    let out = ["local", "export", "--out", "mine.jsonl"];
    ok(&program, &out);
    let file = program.home.path().join("mine.jsonl");
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let (code, message) = fails(&program, &out);
    assert_eq!(code, 5);
    assert!(message.contains("mine.jsonl: already exists; --replace replaces it"), "{message}");
    let before = std::fs::File::open(&file).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    ok(&program, &[&out[..], &["--replace"]].concat());
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    // The old backup was replaced as a whole, never truncated: an open handle still reads it.
    assert_ne!(before.metadata().unwrap().len(), 0);
    assert_ne!(before.metadata().unwrap().ino(), file.metadata().unwrap().ino());
}

#[test]
fn a_later_verdict_counts_although_the_clock_was_set_back() {
    let program = program_with_agency();
    ok(&program, &["verdict", "can_1", "decline"]);
    let files = std::fs::read_dir(program.local_folder()).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let file =
        files.find(|file| file.extension().is_some_and(|extension| extension == "db")).unwrap();
    let database = rusqlite::Connection::open(file).unwrap();
    let years: i64 = 20 * 365 * 24 * 60 * 60 * 1_000_000;
    assert_eq!(database.execute("UPDATE entry SET at = at + ?1", [years]), Ok(1));
    drop(database);
    ok(&program, &["verdict", "can_1", "advance"]);
    assert_eq!(verdicts(&program), [("can_1".to_owned(), "advance".to_owned())]);
}

#[test]
fn a_verdict_stores_the_candidate_as_the_list_shows_it() {
    let program = program_with_agency();
    ok(&program, &["verdict", "can_1", "wait"]);
    let export = ok(&program, &["local", "export"]);
    let entry: Value = serde_json::from_str(export.lines().nth(1).unwrap()).unwrap();
    assert_eq!(entry["entry"]["seen"]["title"], json!("Head of \\u{202e}things"));
}
