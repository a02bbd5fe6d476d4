//! `db import` of tables, as recruiting systems export them, and of records that exist already.

use serde_json::{Value, json};

use crate::support::harness::{Program, database, person_line};
use crate::support::http::texts;
use crate::support::own_data::OwnData;

const JOBS: &str = "Req ID;Title;Company;Status;Opened
R-1;Rust Engineer;Northwind;Open;12/03/2026
R-2;CFO;Umbra GmbH;On hold;01/04/2026
";

const PEOPLE: &str = "\u{feff}Candidate ID,First Name,Last Name,E-Mail,Phone,Shoe size,Notes
1001,Ada,Lovelace,ada@example.com,+44 20 7946 0000,38,\"met at
RustConf\"
1002,Alan,Turing,alan@example.com; alan@park.example,,,

1003,Grace,Hopper,grace@example.com,,,
";

const CANDIDATES: &str = "Candidate ID\tJob ID\tStage\tDate Applied
1001\tR-1\tPhone screen\t13/03/2026
1002\tR-1\tApplication\t14/03/2026
1003\tCFO\toffer\t02/04/2026
";

const MAPPING: &str = "dates = \"%d/%m/%Y\"
[stages]
\"Phone screen\" = \"Internal interview\"
";

const TABLES: [&str; 9] = [
    "import",
    "--jobs",
    "jobs.csv",
    "--people",
    "people.csv",
    "--candidates",
    "candidates.csv",
    "--mapping",
    "ours.toml",
];

fn write(program: &Program, name: &str, text: &str) {
    std::fs::write(program.home.path().join(name), text).unwrap();
}

fn write_tables(program: &Program) {
    for (name, text) in [
        ("jobs.csv", JOBS),
        ("people.csv", PEOPLE),
        ("candidates.csv", CANDIDATES),
        ("ours.toml", MAPPING),
    ] {
        write(program, name, text);
    }
}

fn counts(report: &Value) -> Vec<(i64, i64, i64)> {
    let of = |kind: &str| {
        let count = |name: &str| report[kind][name].as_i64().unwrap();
        (count("added"), count("changed"), count("unchanged"))
    };
    ["jobs", "people", "candidates"].map(of).to_vec()
}

#[test]
fn tables_are_previewed_imported_and_updated_beside_a_service() {
    let own = OwnData::start(&[]);
    write_tables(&own.program);
    let before = own.ok(&["export"]);
    let preview = own.ok(&[&TABLES[..], &["--dry-run"]].concat());
    for line in ["  E-Mail        emails", "  Shoe size     (not imported)", "people      3 added"]
    {
        assert!(preview.contains(line), "{line}: {preview}");
    }
    assert_eq!(own.ok(&["export"]), before, "a preview changes nothing");

    let report = own.json(&TABLES);
    assert_eq!(counts(&report), [(2, 0, 0), (3, 0, 0), (3, 0, 0)]);
    assert_eq!(report["clients_added"], 1, "Northwind was there before");
    let jobs = own.get("/v1/jobs").json();
    let cfo = jobs["data"].as_array().unwrap().iter().find(|job| job["name"] == "CFO").unwrap();
    assert_eq!(cfo["client_company_name"], "Umbra GmbH");
    assert_eq!(cfo["created_at"], "2026-04-01T00:00:00.000Z");
    let list = format!("/v1/jobs/{}/candidates", cfo["id"].as_str().unwrap());
    let page = own.get(&list);
    let grace = &page.json()["data"][0];
    assert_eq!(texts(&page.json()["data"], "current_pipeline_stage_name"), ["Offer"]);
    let person = own.get(&format!("/v1/persons/{}", grace["person_id"].as_str().unwrap())).data();
    assert_eq!(
        (&person["name"], &person["external_source_id"]),
        (&json!("Grace Hopper"), &json!("1003"))
    );
    own.repeat(&TABLES);

    write(&own.program, "people.csv", &PEOPLE.replace("7946 0000", "7946 0001"));
    let moved = CANDIDATES.replace("offer\t02/04", "Placed\t09/04");
    write(&own.program, "candidates.csv", &moved.replace("Date Applied", "Stage date"));
    let preview = own.ok(&[&TABLES[..], &["--dry-run"]].concat());
    assert!(preview.contains("people.csv, line 2: person phones"), "{preview}");
    let report = own.json(&TABLES);
    assert_eq!(counts(&report), [(0, 0, 2), (0, 1, 2), (0, 1, 2)]);
    let candidate = own.get(&format!("/v1/candidates/{}", grace["id"].as_str().unwrap())).data();
    assert_eq!(texts(&candidate["pipeline_stage_history"], "stage_name"), ["Offer", "Placed"]);
    let page = own.get_if_changed(&list, page.header("etag").unwrap());
    assert_eq!(texts(&page.json()["data"], "current_pipeline_stage_name"), ["Placed"]);
    own.repeat(&TABLES);
    assert!(
        own.operations(&["--person", grace["person_id"].as_str().unwrap()])
            .contains(&"import".to_owned())
    );
    own.ok(&["check"]);
}

#[test]
fn repeating_an_import_does_not_undo_what_happened_since() {
    let own = OwnData::start(&[]);
    write_tables(&own.program);
    own.ok(&TABLES);
    let jobs = own.get("/v1/jobs").json();
    let cfo = jobs["data"].as_array().unwrap().iter().find(|job| job["name"] == "CFO").unwrap();
    let list = format!("/v1/jobs/{}/candidates", cfo["id"].as_str().unwrap());
    let stages = || texts(&own.get(&list).json()["data"], "current_pipeline_stage_name");
    let ids = texts(&own.get(&list).json()["data"], "id");
    own.ok(&["candidate", "move", &ids[0], "Placed"]);
    own.repeat(&TABLES);
    assert_eq!(stages(), ["Placed"]);
    write(&own.program, "candidates.csv", &CANDIDATES.replace("offer", "Client interview"));
    own.ok(&TABLES);
    assert_eq!(stages(), ["Client interview"], "a stage that is new moves them");
}

#[test]
fn every_mistake_of_a_table_is_listed_by_its_line_and_nothing_is_imported() {
    let program = Program::new();
    write_tables(&program);
    let people = PEOPLE
        .replace("ada@example.com", "nowhere")
        .replace("1002,", ",")
        .replace("grace@example.com,,,", "grace@example.com,1");
    write(&program, "people.csv", &people);
    let candidates = CANDIDATES.replace("13/03", "33/03").replace("Application", "Nowhere");
    write(
        &program,
        "candidates.csv",
        &format!("{candidates}1099\tR-9\tOffer\t\n1003\tR-9\tOffer\t\n"),
    );
    let at = database(program.home.path(), "none.db");
    let (code, error) = program.fails(&[&["db"], &TABLES[..], &["--database", &at]].concat());
    assert_eq!(code, 1);
    let expected = [
        "people.csv, line 2, E-Mail: must be an email address: one @, something on both sides, no spaces",
        "people.csv, line 4, Candidate ID: is empty",
        "people.csv, line 6: has 5 columns, but the header has 7",
        "candidates.csv, line 2, Date Applied: \"33/03/2026\" is not a date in the format \"%d/%m/%Y\"",
        "candidates.csv, line 3, Candidate ID: no person has the ID 1002; import them with --people",
        "candidates.csv, line 4, Candidate ID: no person has the ID 1003; import them with --people",
        "candidates.csv, line 5, Candidate ID: no person has the ID 1099; import them with --people",
        "candidates.csv, line 6, Candidate ID: no person has the ID 1003; import them with --people",
        "error: nothing was imported: 8 errors",
    ];
    assert_eq!(error.lines().collect::<Vec<_>>(), expected);
    assert!(!program.home.path().join("none.db").exists());
}

/// The table, its text, the mapping file, and a part of the error.
#[rustfmt::skip]
const WRONG_TABLES: [(&str, &str, &str, &str); 16] = [
    ("--people", "", "", "t.csv: has no header"),
    (
        "--people",
        "Name\nAda\n",
        "",
        "no column was recognized as external_id; add external_id = \"COLUMN\" under [people] in a mapping file (columns: Name)",
    ),
    (
        "--people",
        "ID,Name\n1,Ada\n",
        "[people]\nnotes = \"Remarks\"\n",
        "the mapping says notes = \"Remarks\", but the table has no such column; its columns: ID, Name",
    ),
    (
        "--people",
        "ID,Name\n1,Ada\n",
        "[people]\nshoe = \"Name\"\n",
        "m.toml: [people] has no field \"shoe\"; it has: external_id, name",
    ),
    ("--people", "ID,Name\n1,Ada\n", "[people]\nname = 1\n", "m.toml, line 2: invalid type"),
    (
        "--people",
        "ID,Name\n1,\u{200b}\n",
        "",
        "t.csv, line 2, Name: must contain a visible character",
    ),
    (
        "--people",
        "ID,Notes\n1,a note\n",
        "",
        "t.csv, line 2, name: a new person needs a name",
    ),
    (
        "--jobs",
        "ID,Name\n1,Clerk\n",
        "",
        "t.csv, line 2, client: is required for a new job",
    ),
    (
        "--jobs",
        "ID,Name,Client,Opened\n1,Clerk,Umbra,2999-01-01\n",
        "",
        "Opened: must not be in the future",
    ),
    (
        "--jobs",
        "ID,Name,Client,Archived\n1,Clerk,Umbra,maybe\n",
        "",
        "\"maybe\" must be yes or no",
    ),
    (
        "--candidates",
        "Person ID,Job ID\n1,job_rust\n",
        "",
        "no person has the ID 1; import them with --people",
    ),
    (
        "--candidates",
        "Person ID,Name,Job ID\n1,Ada,job_none\n",
        "",
        "Job ID: no job has the ID job_none, and none has that name",
    ),
    (
        "--candidates",
        "Person ID,Name,Job\n1,Ada,Head of Sales\n",
        "",
        "several jobs are called Head of Sales",
    ),
    (
        "--candidates",
        "Person ID,Name,Job,Stage\n1,Ada,job_rust,Offer\n",
        "",
        "no stage is called Offer; the job has: REJECTED, APPLIED, SCREEN; map it, or add it with --add-stages",
    ),
    (
        "--candidates",
        "Person ID,Name,Job,Added\n1,Ada,job_rust,3/4/26\n",
        "",
        "set the date format in the mapping file",
    ),
    (
        "--candidates",
        "Person ID,Name,Job,Stage\n1,Ada,job_rust,Applied\n1,Ada,job_rust,Screen\n",
        "",
        "line 3, Stage: the candidate has another stage on an earlier line; give their dates",
    ),
];

#[test]
fn wrong_headers_mappings_and_references_say_what_to_do() {
    let own = OwnData::start(&[]);
    for (table, text, mapping, expected) in WRONG_TABLES {
        write(&own.program, "t.csv", text);
        write(&own.program, "m.toml", mapping);
        let (_, error) = own.fails(&["import", table, "t.csv", "--mapping", "m.toml"]);
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let (code, error) = own.fails(&["import", "t.csv"]);
    assert!(code == 2 && error.contains("say what the table lists"), "{error}");
    let before = own.get("/v1/jobs/job_rust/candidates").json();
    assert_eq!(before["meta"]["total"], 0);
    write(&own.program, "t.csv", "Person ID,Name,Job,Stage\n1,Ada,job_rust,Offer\n");
    let report = own.json(&["import", "--candidates", "t.csv", "--add-stages"]);
    assert_eq!(counts(&report), [(0, 0, 0), (1, 0, 0), (1, 0, 0)], "the row has the person too");
    assert_eq!(report["stages_added"], 1);
    own.repeat(&["import", "--candidates", "t.csv", "--add-stages"]);
}

#[test]
fn importing_an_export_again_updates_what_differs() {
    let own = OwnData::start(&[]);
    let ada = own.create_person(
        &json!({"name": "Ada", "job_id": "job_rust", "external_source_id": "crm-1"}),
    );
    let obi = own.create_person(
        &json!({"name": "Obi", "external_source_id": "crm-2", "client_name": "Umbra"}),
    );
    let (ada_id, obi_id) = (ada["id"].as_str().unwrap(), obi["id"].as_str().unwrap());
    let exported = own.ok(&["export"]);
    write(&own.program, "all.jsonl", &exported);
    own.repeat(&["import", "all.jsonl"]);

    own.patch(ada_id, &json!({"name": "Ada L.", "work_email": "ada@example.com"}));
    own.ok(&["candidate", "move", ada["candidate_id"].as_str().unwrap(), "Screen"]);
    own.ok(&["job", "edit", "job_rust", "--name", "Rustacean", "--client", "Umbra"]);
    own.ok(&["pipeline", "rename", "job_sales", "SCREEN", "Talk"]);
    own.ok(&["pipeline", "add", "job_sales", "Offer"]);
    let report = own.json(&["import", "all.jsonl"]);
    assert_eq!(counts(&report), [(0, 2, 3), (0, 1, 1), (0, 1, 0)]);
    assert_eq!(own.ok(&["export"]), exported, "as it was");
    own.ok(&["check"]);

    // The same people under other IDs, found by those of the other system.
    let foreign = exported
        .replace(ada_id, "per_foreign")
        .replace(ada["candidate_id"].as_str().unwrap(), "can_foreign")
        .replace("\"Ada\"", "\"Ada K.\"");
    write(&own.program, "foreign.jsonl", &foreign);
    let report = own.json(&["import", "foreign.jsonl"]);
    assert_eq!(counts(&report), [(0, 0, 5), (0, 1, 1), (0, 0, 1)]);
    assert_eq!(own.get(&format!("/v1/persons/{ada_id}")).data()["name"], "Ada K.");

    // Who was deleted or merged does not come back, and an older export does not undo a merge.
    own.patch(obi_id, &json!({"work_email": "obi@example.com"}));
    own.ok(&["person", "merge", obi_id, ada_id]);
    let merged = own.ok(&["export"]);
    let report = own.json(&["import", "all.jsonl"]);
    assert_eq!(report["people"]["skipped"], 2, "Obi is a part of Ada: {report}");
    assert_eq!(own.ok(&["export"]), merged);
    own.ok(&["person", "delete", ada_id]);
    let report = own.json(&["import", "all.jsonl"]);
    assert_eq!(report["people"]["skipped"], 2, "{report}");
    assert_eq!(report["candidates"]["skipped"], 1);
    assert_eq!(own.get(&format!("/v1/persons/{ada_id}")).status, 404);
    write(&own.program, "t.csv", &format!("Person ID,Name,Job\n{ada_id},Ada,job_rust\n"));
    let report = own.json(&["import", "--candidates", "t.csv"]);
    assert_eq!(report["people"]["skipped"], 1, "{report}");
    assert_eq!(report["candidates"]["skipped"], 1, "{report}");
    write(&own.program, "merged.jsonl", &merged);
    let report = own.json(&["import", "merged.jsonl", "--include-deleted"]);
    assert_eq!(report["people"]["added"], 1);
    assert_eq!(own.ok(&["export"]), merged, "with the IDs of Obi");
    assert_eq!(own.get(&format!("/v1/persons/{obi_id}")).json()["error_code"], "person_merged");
}

#[test]
fn a_stage_that_an_export_no_longer_has_stays_while_candidates_are_in_it() {
    let own = OwnData::start(&[]);
    let exported = own.ok(&["export"]);
    write(&own.program, "all.jsonl", &exported);
    for stage in ["Unused", "Used"] {
        own.ok(&["pipeline", "add", "job_rust", stage]);
    }
    let ada = own.create_person(&json!({"name": "Ada", "job_id": "job_rust"}));
    own.ok(&["candidate", "move", ada["candidate_id"].as_str().unwrap(), "Used"]);
    own.ok(&["import", "all.jsonl"]);
    let job = own.get("/v1/jobs/job_rust").data();
    assert_eq!(texts(&job["pipeline_stages"], "name"), ["REJECTED", "APPLIED", "SCREEN", "Used"]);
    own.repeat(&["import", "all.jsonl"]);
    own.ok(&["candidate", "move", ada["candidate_id"].as_str().unwrap(), "SCREEN"]);
    assert_eq!(own.json(&["import", "all.jsonl"])["jobs"]["changed"], 1);
    let job = own.get("/v1/jobs/job_rust").data();
    assert_eq!(texts(&job["pipeline_stages"], "name"), ["REJECTED", "APPLIED", "SCREEN"]);
    own.ok(&["check"]);
}

#[test]
fn exports_of_the_first_version_are_still_read() {
    let program = Program::new();
    let at = database(program.home.path(), "old.db");
    write(&program, "old.jsonl", &person_line("p1").to_string());
    program.ok(&["db", "import", "old.jsonl", "--database", &at]);
    assert!(
        program.ok(&["db", "export", "--database", &at]).contains("\"merged_external_ids\":[]")
    );
}
