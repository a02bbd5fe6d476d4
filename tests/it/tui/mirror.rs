//! The copy of the server on this machine: it starts without the server, and knows what changed.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shortlist::service::store::record::StoreRecord;

use crate::support::changing_server::ChangingServer;
use crate::support::edit_fixture::wait_until_loaded;
use crate::support::harness::{Program, person_line};
use crate::support::http::KEY;
use crate::support::pty::{Screen, WIDE, shortlist_on};

const MAIN: &str = "job_main";

fn stage(id: &str, order: usize) -> Value {
    json!({"id": id, "name": id.to_uppercase(), "stage_order": order,
           "is_rejection_stage": matches!(id, "rejected" | "withdrawn"),
           "is_interviewing_stage": id == "screen"})
}

fn job(id: &str, name: &str, is_changed: bool) -> Value {
    let kind = id.split('_').nth(1).unwrap();
    let mut stages = vec!["applied", "screen", "offer", "rejected", "withdrawn"];
    if kind == "pipeline" && is_changed {
        stages.insert(2, "test");
    }
    let stages: Vec<Value> = stages.iter().enumerate().map(|(at, id)| stage(id, at + 1)).collect();
    let status = if kind == "closed" && is_changed { "Closed" } else { "Open" };
    let name =
        if kind == "renamed" && is_changed { format!("{name} (new)") } else { name.to_owned() };
    let created = if kind == "main" { "2026-02-01T09:00:00Z" } else { "2026-01-01T09:00:00Z" };
    json!({"job": {"id": id, "name": name, "created_at": created,
        "is_archived": kind == "archived" && is_changed, "client_company_name": "Umbra",
        "client_company_id": "cli_u", "job_status_name": status, "job_status_id": "sta",
        "pipeline_stages": stages}})
}

fn candidate(number: usize, stage: &str, is_changed: bool) -> [Value; 2] {
    let (person, id) = (format!("per_{number:03}"), format!("can_{number:03}"));
    let mut line = person_line(&person);
    line["person"]["name"] = json!(format!("Ada {number:03}"));
    let has_new_email = is_changed && (100..135).contains(&number);
    let email = if has_new_email { "new" } else { "old" };
    let value = format!("{email}.{number}@mail.example");
    line["person"]["emails"] = json!([{"contact_data_type": "work", "value": value}]);
    let is_promoted = is_changed && (135..155).contains(&number);
    line["person"]["current_job_title"] = json!(if is_promoted { "Manager" } else { "Engineer" });
    let at = format!("2026-03-01T{:02}:{:02}:00Z", number / 60, number % 60);
    let entry = json!({"stage_id": stage, "stage_name": stage, "stage_date": at});
    let candidate = json!({"candidate": {"id": id, "person_id": person, "job_id": MAIN,
        "created_at": at, "current_pipeline_stage_id": stage, "current_pipeline_stage_date": at,
        "pipeline_stage_history": [entry]}});
    [line, candidate]
}

/// A workspace, before and after 200 changes of twelve kinds.
fn records(is_changed: bool) -> Vec<StoreRecord> {
    let lines = lines(is_changed);
    lines.into_iter().map(|line| StoreRecord::from_value(line).unwrap()).collect()
}

fn lines(is_changed: bool) -> Vec<Value> {
    let mut lines = vec![job(MAIN, "Main", is_changed), job("job_same", "Same", is_changed)];
    for kind in ["renamed", "closed", "archived", "pipeline", "opened"] {
        if kind != "opened" || is_changed {
            lines.extend((0..5).map(|at| job(&format!("job_{kind}_{at}"), kind, is_changed)));
        }
    }
    for number in (0..170).chain(200..220) {
        let stages = match number {
            0..20 => ["applied", "screen"],
            20..40 => ["applied", "rejected"],
            40..60 => ["screen", "withdrawn"],
            60..80 => ["rejected", "applied"],
            _ => ["applied", "applied"],
        };
        let is_there = match number {
            80..100 => !is_changed,
            200.. => is_changed,
            _ => true,
        };
        if is_there {
            lines.extend(candidate(number, stages[usize::from(is_changed)], is_changed));
        }
    }
    lines
}

fn run(program: &Program, url: &str, arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json", "--url", url]].concat();
    let output = program.command(&arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn count_kinds(changes: &Value) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for change in changes.as_array().unwrap() {
        *kinds.entry(change["kind"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    kinds
}

fn expected_kinds() -> BTreeMap<String, usize> {
    let kinds = [
        ("candidate_new", 20),
        ("moved", 20),
        ("rejected", 20),
        ("withdrawn", 20),
        ("back", 20),
        ("candidate_gone", 20),
        ("job_opened", 5),
        ("job_closed", 5),
        ("job_renamed", 5),
        ("job_archived", 5),
        ("pipeline_changed", 5),
        ("person_changed", 55),
    ];
    kinds.map(|(kind, count)| (kind.to_owned(), count)).into()
}

#[test]
fn it_works_without_the_server_and_then_lists_exactly_what_changed() {
    let program = Program::new();
    let server = ChangingServer::start(records(false));
    let url = server.url();
    let report = run(&program, &url, &["sync"]);
    assert_eq!(report["candidates"], json!({"read": 170, "total": 170}));
    server.stop();

    let mut screen = Screen::start(WIDE.0, WIDE.1, shortlist_on(&program, &url, &[]));
    screen.wait_for_texts(&["1 Jobs 22", "Main", "Ada 000", "170", "as of", "Offline"]);
    screen.type_keys("3/ada 16<enter>");
    screen.wait_for_texts(&["12 matches", "▸ now", "@mail.example"]);
    screen.type_keys("gga");
    screen.wait_for_text("T 1 to do");
    screen.type_keys("et");
    screen.wait_for_text("title");
    screen.type_keys(" of staff<enter>");
    screen.wait_for_text("waiting to be sent");
    screen.quit();

    server.restart_with(records(true));
    program.configure("sync = \"15m\"");
    let screen = Screen::start(WIDE.0, WIDE.1, shortlist_on(&program, &url, &[]));
    screen.wait_for_text("1 edit waiting to be sent");
    screen.wait_for_text("Synced:");
    screen.quit();
    let changes = run(&program, &url, &["changes", "--since", "1d"]);
    assert_eq!(count_kinds(&changes), expected_kinds());
    assert_eq!(changes.as_array().unwrap().len(), 200);
    // Another reading finds nothing more.
    assert_eq!(run(&program, &url, &["sync"])["changes"], 0);
}

#[test]
fn the_last_moves_in_a_job_that_was_closed_since_are_read_by_a_plain_sync() {
    let program = Program::new();
    let server = ChangingServer::start(records(false));
    let url = server.url();
    run(&program, &url, &["sync"]);
    let closed = lines(true).into_iter().map(|mut line| {
        if line["job"]["id"] == MAIN {
            line["job"]["job_status_name"] = json!("Closed");
        }
        StoreRecord::from_value(line).unwrap()
    });
    server.restart_with(closed.collect());
    run(&program, &url, &["sync"]);
    let changes = run(&program, &url, &["changes", "--since", "1d"]);
    let mut expected = expected_kinds();
    expected.insert("job_closed".to_owned(), 6);
    assert_eq!(count_kinds(&changes), expected);
    let job = run(&program, &url, &["job", MAIN, "--offline"]);
    assert_eq!(job["job_status_name"], "Closed");
    let found = run(&program, &url, &["find", "new.100@mail.example"]);
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(run(&program, &url, &["sync"])["changes"], 0);
}

#[test]
fn a_server_with_other_data_is_noticed_and_not_mixed_with_the_old_copy() {
    let program = Program::new();
    let server = ChangingServer::start(records(false));
    let url = server.url();
    run(&program, &url, &["sync"]);
    let others = lines(false).into_iter().map(|line| {
        let mut text = line.to_string().replace("\"can_", "\"no_").replace("\"per_", "\"one_");
        for kind in ["main", "same", "renamed", "closed", "archived", "pipeline"] {
            text = text.replace(&format!("\"job_{kind}"), &format!("\"other_{kind}"));
        }
        StoreRecord::from_value(serde_json::from_str(&text).unwrap()).unwrap()
    });
    server.restart_with(others.collect());
    assert_eq!(run(&program, &url, &["sync"])["server_reset"], true);
    assert_eq!(run(&program, &url, &["changes", "--since", "1d"]), json!([]));
    let jobs = run(&program, &url, &["jobs", "--offline"]);
    assert_eq!(jobs.as_array().unwrap().len(), 22);
}

/// Killed at every moment of a sync, the copy holds whole pages and the log has neither a gap nor a
/// duplicate.
#[test]
fn a_sync_killed_fifty_times_loses_no_change_and_repeats_none() {
    let program = Program::new();
    let server = ChangingServer::start(records(false));
    let url = server.url();
    run(&program, &url, &["sync"]);
    server.restart_with(records(true));
    for round in 0..50 {
        let arguments = ["sync", "--url", &url];
        let mut child = program.command(&arguments).env("SHORTLIST_KEY", KEY).spawn().unwrap();
        server.wait_for_requests(round * 6);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    run(&program, &url, &["sync"]);
    let changes = run(&program, &url, &["changes", "--since", "1d"]);
    assert_eq!(count_kinds(&changes), expected_kinds());
}

/// From the four panes, in a job that was never opened: the keys besides the texts are counted.
#[test]
fn anyone_is_found_and_corrected_and_long_interviews_are_listed_with_few_keys() {
    let program = Program::new();
    let server = ChangingServer::start(records(false));
    let url = server.url();
    run(&program, &url, &["sync"]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, shortlist_on(&program, &url, &[]));
    screen.wait_for_text("4 Ada 000");

    // Two keys and the address.
    screen.type_keys("<c-p>old.116@mail");
    screen.wait_for_text("▌ candidate Ada 116");
    screen.type_keys("<enter>");
    screen.wait_for_texts(&["4 Ada 116", "old.116@mail.example"]);

    // Two keys; a third would be the number of another view.
    screen.type_keys("V<enter>");
    screen.wait_for_texts(&["is:interview age>14d", "20 matches", "Ada 058"]);

    // Six keys, the name and the address.
    screen.type_keys("<c-p>ada 101");
    screen.wait_for_text("▌ candidate Ada 101");
    screen.type_keys("<enter>");
    screen.wait_for_texts(&["4 Ada 101", "old.101@mail.example"]);
    wait_until_loaded(&screen);
    screen.type_keys("em");
    screen.wait_for_text("Edit emails: Ada 101");
    screen.type_keys("<c-u>ada@home.example<enter>");
    screen.wait_for_texts(&["Saved and verified", "ada@home.example"]);
    screen.quit();
    let changes = run(&program, &url, &["changes", "--since", "1d"]);
    let own: Vec<&Value> = changes.as_array().unwrap().iter().collect();
    assert_eq!(own.len(), 1);
    assert_eq!((&own[0]["is_own"], &own[0]["field"]), (&json!(true), &json!("emails")));
}

#[test]
fn what_commands_changed_is_marked_as_own() {
    let program = Program::new();
    let server = ChangingServer::start(records(false));
    let url = server.url();
    run(&program, &url, &["sync"]);
    run(&program, &url, &["person", "edit", "per_001", "--set", "title=CTO"]);
    run(&program, &url, &["person", "attach", "per_002", "job_same"]);
    run(&program, &url, &["person", "create", "--name", "Eva Ny", "--job", "job_same"]);
    let file = program.home.path().join("people.csv");
    std::fs::write(&file, "name\nZoe Ny\nIda Ny\n").unwrap();
    let file = file.to_str().unwrap();
    let batch = ["person", "create", "--from", file, "--job", "job_same", "--url", &url];
    assert!(program.command(&batch).env("SHORTLIST_KEY", KEY).status().unwrap().success());
    run(&program, &url, &["sync"]);
    let changes = run(&program, &url, &["changes", "--since", "1d"]);
    let changes = changes.as_array().unwrap();
    assert!(changes.len() >= 3 && changes.iter().all(|change| change["is_own"] == true));
    let is_new = |change: &&Value| change["kind"] == "candidate_new";
    assert_eq!(changes.iter().filter(is_new).count(), 4, "{changes:#?}");
}
