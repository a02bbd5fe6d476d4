//! Editing a job and its stages, in the demo workspace and with its database.

use serde_json::Value;

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist};
use crate::support::triage_fixture::{TriageFixture, wait_for_demo_log, wait_for_log};

/// The first job with candidates that is not archived.
fn job_with_candidates(program: &Program) -> Value {
    let jobs: Value = serde_json::from_str(&program.ok(&["jobs", "--json"])).unwrap();
    let is_suitable =
        |job: &&Value| job["is_archived"] == false && job["candidate_count"].as_u64().unwrap() > 50;
    jobs.as_array().unwrap().iter().find(is_suitable).unwrap().clone()
}

fn record(program: &Program, job: &str) -> Value {
    serde_json::from_str(&program.ok(&["job", job, "--json"])).unwrap()
}

/// The names of the stages, as the database has them.
fn stages(program: &Program, job: &str) -> Vec<String> {
    let record = record(program, job);
    let stages = record["pipeline_stages"].as_array().unwrap().iter();
    stages.map(|stage| stage["name"].as_str().unwrap().to_owned()).collect()
}

fn candidates_in(program: &Program, job: &str, stage: &str) -> usize {
    let output = program.ok(&["candidates", job, "--json"]);
    let all: Value = serde_json::from_str(&output).unwrap();
    let is_here = |item: &&Value| item["current_pipeline_stage_name"] == stage;
    all.as_array().unwrap().iter().filter(is_here).count()
}

#[test]
fn a_stage_is_renamed_and_a_job_archived_in_the_database() {
    let program = Program::new();
    let job = job_with_candidates(&program);
    let (id, name) = (job["id"].as_str().unwrap(), job["name"].as_str().unwrap());
    let old = stages(&program, id)[0].clone();
    let in_stage = candidates_in(&program, id, &old);
    let mut screen = Screen::wide(shortlist(&program, &[]));
    screen.wait_for_text("Jobs 32");
    wait_for_demo_log(&mut screen);
    screen.type_keys(&format!("/{name}<enter>"));
    screen.wait_for_text(&format!("Candidates {}", job["candidate_count"]));
    screen.type_keys("e");
    screen.wait_for_texts(&[&format!("Edit {name}"), "Archived  no"]);
    screen.type_keys("jjjjr");
    screen.wait_for_text(&format!("Rename the stage {old}"));
    screen.type_keys("<c-u>Long list<enter>");
    screen.wait_for_text(&format!("Renamed the stage {old} to Long list · u undoes"));
    assert_eq!(stages(&program, id)[0], "Long list");
    assert_eq!(candidates_in(&program, id, "Long list"), in_stage);

    screen.type_keys("u");
    screen.wait_for_text(&format!("Renamed the stage Long list to {old} · ctrl-r redoes"));
    assert_eq!(stages(&program, id)[0], old);
    screen.type_keys("<c-r>");
    screen.wait_for_text(&format!("Renamed the stage {old} to Long list"));

    screen.type_keys("J");
    screen.wait_for_text("Changed the order of the stages");
    assert_eq!(stages(&program, id)[1], "Long list");
    screen.type_keys("z");
    screen.wait_for_texts(&[&format!("Archived the job {name}"), "Archived  yes"]);
    assert_eq!(record(&program, id)["is_archived"], true);
    // The job details follow.
    screen.type_keys("q2");
    screen.wait_for_text("Long list");
    screen.quit();
}

#[test]
fn a_new_job_gets_a_pipeline_that_the_user_picks() {
    let program = Program::new();
    let mut screen = Screen::wide(shortlist(&program, &[]));
    screen.wait_for_text("Jobs 32");
    wait_for_demo_log(&mut screen);
    screen.type_keys("n");
    screen.wait_for_text("Add a job: name");
    screen.type_keys("Head Cook<enter>");
    screen.wait_for_text("Client of Head Cook");
    screen.type_keys("Bistro<enter>");
    screen.wait_for_texts(&["Pipeline 1 of 3 for Head Cook", "Internal interview"]);
    screen.type_keys("jj");
    screen.wait_for_texts(&["Pipeline 3 of 3", "Longlist"]);
    screen.type_keys("<enter>");
    screen.wait_for_text("Added the job Head Cook for Bistro");
    let jobs: Value = serde_json::from_str(&program.ok(&["jobs", "--json"])).unwrap();
    let is_new = |job: &&Value| job["name"] == "Head Cook";
    let job = jobs.as_array().unwrap().iter().find(is_new).unwrap();
    let names = stages(&program, job["id"].as_str().unwrap());
    assert_eq!((names[0].as_str(), names.len()), ("Identified", 12));

    screen.type_keys("e");
    screen.wait_for_texts(&["Edit Head Cook", "Identified"]);
    screen.type_keys("ggjjjja");
    screen.wait_for_text("Add a stage");
    screen.type_keys("Tasting<tab>");
    screen.wait_for_text("Add an interview stage");
    screen.type_keys("<enter>");
    screen.wait_for_text("Added the interview stage Tasting");
    let added = record(&program, job["id"].as_str().unwrap())["pipeline_stages"][1].clone();
    assert_eq!(
        (&added["name"], &added["is_interviewing_stage"]),
        (&"Tasting".into(), &true.into())
    );
    screen.quit();
}

#[test]
fn on_a_server_the_key_says_why_it_does_nothing() {
    let fixture = TriageFixture::new();
    let mut screen = fixture.start();
    wait_for_log(&mut screen, "34 waiting");
    screen.type_keys("1e");
    screen.wait_for_text("Jobs can be changed only in");
    screen.quit();
}
