//! `db job`, `db pipeline` and `db client`: a running service shows each change at once.

use serde_json::{Value, json};

use crate::support::harness::{Program, database};
use crate::support::http::{person_path, texts};
use crate::support::own_data::OwnData;

/// The stages of a job with their numbers, as the service shows them.
fn stages(own: &OwnData, job: &str) -> Vec<String> {
    let job = own.get(&format!("/v1/jobs/{job}")).data();
    let stage =
        |stage: &Value| format!("{} {}", stage["stage_order"], stage["name"].as_str().unwrap());
    job["pipeline_stages"].as_array().unwrap().iter().map(stage).collect()
}

#[test]
fn jobs_are_added_changed_and_archived() {
    let own = OwnData::start(&[]);
    let list = own.get("/v1/jobs");
    let etag = list.header("etag").unwrap().to_owned();
    let add = ["job", "add", "--name", "CFO", "--client", "umbra", "--external-id", "crm-1"];
    let job = own.change(&[&add[..], &["--status", "open", "--template", "executive"]].concat());
    own.repeat(&add);
    let id = job["id"].as_str().unwrap();
    let list = own.get_if_changed("/v1/jobs", &etag);
    assert_eq!((list.status, &list.json()["meta"]["total"]), (200, &json!(6)));
    assert_eq!(texts(&list.json()["data"], "id").last().unwrap(), id, "the newest job is last");
    let shown = own.get(&format!("/v1/jobs/{id}")).data();
    assert_eq!(shown["client_company_id"], "cli_umbra", "found by its name in any case");
    assert_eq!(
        (&shown["job_status_id"], &shown["job_status_name"]),
        (&json!("sta_open"), &json!("Open"))
    );
    assert_eq!(stages(&own, id).first().unwrap(), "1 Identified");

    let created = own.create_person(&json!({"name": "Ada", "job_id": id}));
    let etag = list.header("etag").unwrap();
    let edit =
        ["job", "edit", "CFO", "--name", "Finance", "--client", "Denholm", "--status", "Filled"];
    own.change(&edit);
    own.repeat(&edit);
    for unknown in
        [["--name", "Finance", "--status", "Open"], ["--name", "CTO", "--status", "Filled"]]
    {
        let (code, error) = own.fails(&[&["job", "edit", "CFO"], &unknown[..]].concat());
        assert!(code == 4 && error.contains("no job has the ID CFO"), "{error}");
    }
    let list = own.get_if_changed("/v1/jobs", etag);
    assert_eq!(list.status, 200, "the list has a new tag");
    let job = list.json()["data"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&job["name"], &job["client_company_name"], &job["job_status_name"]),
        (&json!("Finance"), &json!("Denholm"), &json!("Filled"))
    );
    let person = own.get(&person_path(&created)).data();
    assert_eq!(person["jobs"][0]["job_client_company_name"], "Denholm");
    own.change(&["job", "archive", "finance"]);
    own.repeat(&["job", "archive", "finance"]);
    assert_eq!(own.get(&format!("/v1/jobs/{id}")).data()["is_archived"], true);
    own.change(&["job", "reopen", id]);
    own.repeat(&["job", "reopen", id]);
    assert!(own.ok(&["job", "list"]).contains("Finance        Denholm    Filled  1 candidate\n"));
    assert_eq!(
        own.operations(&[])[1..],
        ["job.create", "person.create", "client.create", "job.update", "job.update", "job.update"]
    );
}

#[test]
fn a_new_database_starts_with_a_job_and_prints_its_id() {
    let program = Program::new();
    let at = database(program.home.path(), "new.db");
    let add = ["db", "job", "add", "--name", "Clerk", "--client", "Umbra", "--database", &at];
    let (code, error) = program.fails(&[&add[..], &["--dry-run"]].concat());
    assert!(code == 2 && error.contains("shortlist db demo"), "{error}");
    let id = program.ok(&add);
    assert!(id.starts_with("job_") && id.trim_end().len() == 20, "{id}");
    assert_ne!(program.ok(&add), id, "without an ID, each run adds a job");
}

#[test]
fn a_pipeline_changes_under_its_candidates() {
    let own = OwnData::start(&[]);
    let person = own.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let candidate = format!("/v1/candidates/{}", person["candidate_id"].as_str().unwrap());
    let list = "/v1/jobs/job_rust/candidates";
    let etag = own.get(list).header("etag").unwrap().to_owned();
    let before = own.get(&candidate).data();

    own.change(&[
        "pipeline",
        "add",
        "Rust Engineer",
        "Task",
        "--after",
        "applied",
        "--interviewing",
    ]);
    own.repeat(&["pipeline", "add", "Rust Engineer", "task", "--interviewing"]);
    own.change(&["pipeline", "rename", "job_rust", "APPLIED", "New applications"]);
    let named = own.get_if_changed(list, &etag);
    assert_eq!(named.json()["data"][0]["current_pipeline_stage_name"], "New applications");
    let after = own.get(&candidate).data();
    assert_eq!(after["current_pipeline_stage_name"], "New applications");
    assert_eq!(after["pipeline_stage_history"], before["pipeline_stage_history"], "as it was then");
    let associations = own.get(&person_path(&person)).data()["jobs"].clone();
    assert_eq!(associations[0]["current_pipeline_stage_name"], "New applications");

    let reorder = ["pipeline", "reorder", "job_rust", "task", "New applications", "screen"];
    own.change(&reorder);
    own.repeat(&reorder);
    assert_eq!(
        stages(&own, "job_rust"),
        ["1 Task", "2 New applications", "3 SCREEN", "4 REJECTED"]
    );

    let retire = ["pipeline", "retire", "job_rust", "applied"];
    let (code, error) = own.fails(&retire);
    assert!(code == 5 && error.contains("--move-to"), "{error}");
    let retired = own.change(&[&retire[..], &["--move-to", "Screen"]].concat());
    assert_eq!(retired["moved_candidates"], 1);
    assert_eq!(stages(&own, "job_rust"), ["1 Task", "2 SCREEN", "3 REJECTED"]);
    let moved = own.get(&candidate).data();
    assert_eq!(moved["current_pipeline_stage_name"], "SCREEN");
    assert_eq!(texts(&moved["pipeline_stage_history"], "stage_id"), ["applied", "screen"]);
    let shown = own.ok(&["pipeline", "show", "job_rust"]);
    assert!(shown.contains("2  SCREEN    1  screen                interviewing\n"), "{shown}");
    assert_eq!(
        own.json(&["pipeline", "show", "job_rust"])["candidates_by_stage"],
        json!([0, 1, 0])
    );
    assert_eq!(
        own.operations(&[])[2..],
        ["stage.create", "stage.rename", "stage.reorder", "candidate.move", "stage.retire"]
    );
    let templates = own.program.ok(&["db", "pipeline", "templates"]);
    assert!(
        templates.contains("in-house: ") && templates.contains("  r Withdrew\n"),
        "{templates}"
    );
}

#[test]
fn a_repeated_renaming_of_a_stage_is_recognized_and_a_repeated_retirement_is_not() {
    let own = OwnData::start(&[]);
    own.change(&["pipeline", "rename", "job_rust", "APPLIED", "Received"]);
    let rename = ["pipeline", "rename", "job_rust", "Received", "New applications"];
    own.change(&rename);
    own.repeat(&rename);
    let retire = ["pipeline", "retire", "job_rust", "Screen"];
    let typo = ["pipeline", "rename", "job_rust", "Recieved", "SCREEN"];
    let (code, error) = own.fails(&typo);
    assert!(code == 4 && error.contains("no stage is called Recieved"), "{error}");
    own.change(&retire);
    let (code, error) = own.fails(&retire);
    assert!(code == 4 && error.contains("no stage is called Screen"), "{error}");
}

#[test]
fn clients_are_renamed_and_merged_everywhere() {
    let own = OwnData::start(&[]);
    let job = own.create_person(&json!({"name": "Ada", "job_id": "job_sales"}));
    let contact = own.create_person(&json!({"name": "Obi", "client_id": "cli_umbra"}));
    own.create_person(
        &json!({"external_source_id": "crm", "name": "Zoë", "client_id": "cli_umbra"}),
    );
    own.create_person(
        &json!({"external_source_id": "crm", "client_id": "cli_kestrel", "name": "Zoë"}),
    );
    let etag = own.get("/v1/jobs").header("etag").unwrap().to_owned();
    own.change(&["client", "rename", "cli_umbra", "Umbra Co"]);
    let rename = ["client", "rename", "umbra co", "Umbra Group"];
    own.change(&rename);
    own.repeat(&rename);
    let (code, error) = own.fails(&["client", "rename", "Umbra Co", "Kestrel"]);
    assert!(code == 4 && error.contains("no client has the ID Umbra Co"), "{error}");
    let list = own.get_if_changed("/v1/jobs", &etag);
    assert!(texts(&list.json()["data"], "client_company_name").contains(&"Umbra Group".to_owned()));
    let person = own.get(&person_path(&job)).data();
    assert_eq!(person["jobs"][0]["job_client_company_name"], "Umbra Group");
    let (code, error) = own.fails(&["client", "rename", "Kestrel", "umbra group"]);
    assert!(
        code == 5 && error.contains("shortlist db client merge cli_kestrel cli_umbra"),
        "{error}"
    );

    // The old name is free again, also where the ID is made from it.
    let added = own.change(&["client", "add", "Umbra"]);
    own.repeat(&["client", "add", "UMBRA"]);
    assert_ne!(added["id"], "cli_umbra");
    let etag = list.header("etag").unwrap();
    let merged = own.change(&["client", "merge", "Umbra Group", "Kestrel"]);
    assert_eq!((&merged["jobs"], &merged["contacts"]), (&json!(4), &json!(2)), "{merged}");
    assert_eq!(own.get_if_changed("/v1/jobs", etag).status, 200);
    assert!(!own.ok(&["client", "list"]).contains("Umbra Group"));
    own.repeat(&["client", "merge", "cli_umbra", "Kestrel"]);
    own.change(&["client", "add", "Denholm"]);
    own.change(&["client", "merge", "Umbra", "Denholm"]);
    own.repeat(&["client", "merge", "UMBRA", "Denholm"]);
    for (from, into) in [("Umbra", "Kestrel"), ("Umbrra", "Denholm"), ("Umbra Group", "Kestrel")] {
        let (code, error) = own.fails(&["client", "merge", from, into]);
        assert!(code == 4 && error.contains(from), "{error}");
    }
    let exported = own.ok(&["export"]);
    assert!(exported.contains(contact["client_contact_id"].as_str().unwrap()), "the contact moved");
}

#[test]
fn every_mistake_says_what_to_do() {
    let own = OwnData::start(&[]);
    own.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let before = own.ok(&["export"]);
    let add = |name: &'static str| ["job", "add", "--name", name, "--client", "Umbra"];
    let table: [(&[&str], i32, &str); 16] = [
        (&["job", "edit", "Head of Sales", "--status", "x"], 5, "job_sales, job_sales_2"),
        (&["job", "edit", "nowhere else", "--status", "x"], 4, "no job has the ID nowhere else"),
        (&["job", "edit", "job_rust"], 2, "say what to change"),
        (&["job", "edit", "job_rust", "--name", " "], 2, "name: must have 1 to 200"),
        (&add("a\nb"), 2, "on one line"),
        (&["job", "add", "--name", "x", "--client", "y", "--template", "z"], 2, "executive"),
        (&["pipeline", "show", "job_none"], 4, "none has that name"),
        (&["pipeline", "rename", "job_rust", "none", "x"], 4, "the job has: REJECTED, APPLIED"),
        (&["pipeline", "rename", "job_rust", "screen", "applied"], 5, "another stage"),
        (&["pipeline", "reorder", "job_rust", "screen", "SCREEN"], 2, "named twice"),
        (&["pipeline", "add", "job_rust", "screen"], 5, "of another kind"),
        (&["pipeline", "retire", "job_no_stage", "none"], 4, "the job has: REJECTED"),
        (&["client", "rename", "none", "x"], 4, "no client has the ID none"),
        (&["client", "merge", "Umbra", "cli_umbra"], 2, "the same client"),
        (&["candidate", "move", "can_none", "screen"], 4, "no candidate has the ID can_none"),
        (&["candidate", "remove", "can_none"], 4, "no candidate has the ID can_none"),
    ];
    for (arguments, code, message) in table {
        let (status, error) = own.fails(arguments);
        assert_eq!(status, code, "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    for id in ["bad id!", "", "..", ".x", "-x", "ä", "a/b", &"x".repeat(101)] {
        let (code, error) = own.fails(&[&add("x")[..], &[&format!("--id={id}")]].concat());
        assert!(code == 2 && error.contains("id: must have 1 to 100 letters"), "{id}: {error}");
    }
    for invisible in ["\u{200b}\u{2060}", "\u{ad}\u{3164}", "\u{301}"] {
        let commands: [&[&str]; 8] = [
            &["job", "add", "--client", "Umbra", "--name", invisible],
            &["job", "add", "--name", "x", "--client", invisible],
            &["job", "edit", "job_rust", "--name", invisible],
            &["job", "edit", "job_rust", "--status", invisible],
            &["pipeline", "add", "job_rust", invisible],
            &["pipeline", "rename", "job_rust", "screen", invisible],
            &["client", "add", invisible],
            &["client", "rename", "Umbra", invisible],
        ];
        for arguments in commands {
            let (code, error) = own.fails(arguments);
            assert_eq!(code, 2, "{arguments:?}: {error}");
            assert!(error.contains("must contain a visible character"), "{arguments:?}: {error}");
        }
    }
    assert_eq!(own.ok(&["export"]), before);
}

#[test]
fn a_dry_run_says_what_would_be_done() {
    let own = OwnData::start(&[]);
    let ada = own.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    let obi = own.create_person(&json!({"name": "Obi", "job_id": "job_rust"}));
    let [candidate, from, into] =
        [&ada["candidate_id"], &ada["id"], &obi["id"]].map(|id| id.as_str().unwrap());
    let job = ["--name", "CFO", "--client", "Denholm"];
    let delete = format!("would delete {from}, with 1 candidate record\n");
    let merge = format!(
        "would merge {from} into {into}, with 1 candidate record; 1 combined with a candidate for the same job\n"
    );
    let table: [(&[&str], &str); 14] = [
        (&[&["job", "add"], &job[..]].concat(), "would add the job CFO for Denholm\n"),
        (&["job", "edit", "job_rust", "--name", "Ru"], "would change the job to: job_rust  Ru  N"),
        (&["job", "archive", "job_rust"], "would archive: job_rust  Rust Engineer"),
        (&["job", "reopen", "job_archived"], "would reopen: job_archived"),
        (&["pipeline", "add", "job_rust", "Task", "--first"], "the stages would be:\n1  Task"),
        (&["pipeline", "rename", "job_rust", "screen", "Call"], "the stages would be:\n"),
        (
            &["pipeline", "retire", "job_rust", "applied", "--move-to", "screen"],
            "would move 2 cand",
        ),
        (&["client", "add", "Denholm"], "would add the client Denholm\n"),
        (&["client", "rename", "Umbra", "Umbra Co"], "would rename cli_umbra to Umbra Co\n"),
        (&["client", "merge", "Umbra", "Kestrel"], "would merge Umbra into Kestrel (cli_kestrel)"),
        (
            &["candidate", "move", candidate, "screen"],
            "would move Ada from APPLIED to SCREEN (Rust",
        ),
        (&["candidate", "remove", candidate], "would remove Ada from Rust Engineer\n"),
        (&["person", "delete", from], &delete),
        (&["person", "merge", from, into], &merge),
    ];
    for (arguments, expected) in table {
        let printed = own.ok(&[arguments, &["--dry-run"]].concat());
        assert!(printed.contains(expected), "{arguments:?}: {printed}");
    }
}

#[test]
fn a_job_that_exists_with_another_name_or_client_is_reported() {
    let own = OwnData::start(&[]);
    let add = |name: &str, client: &str| {
        let arguments = ["db", "job", "add", "--id", "job_rust", "--name", name];
        let database = ["--client", client, "--database", &own.at];
        let output = own.program.run(&[&arguments[..], &database].concat());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "job_rust\n");
        String::from_utf8(output.stderr).unwrap()
    };
    for client in ["northwind", "cli_northwind"] {
        assert_eq!(add("RUST ENGINEER", client), "unchanged\n");
    }
    for message in [add("Clerk", "Northwind"), add("Rust Engineer", "Umbra")] {
        assert!(message.contains("job_rust exists with another name or client"), "{message}");
        assert!(message.contains("Rust Engineer for Northwind;"), "{message}");
    }
}
