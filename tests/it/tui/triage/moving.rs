//! Moving candidates to a stage, in the demo workspace and with its database.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist};
use crate::support::triage_fixture::{TriageFixture, wait_for_demo_log, wait_for_log};

/// The demo workspace in a terminal, at the candidates of an open job.
struct Demo {
    program: Program,
    screen: Screen,
    job: String,
}

impl Demo {
    fn open() -> Self {
        let program = Program::new();
        let jobs: Value = serde_json::from_str(&program.ok(&["jobs", "--json"])).unwrap();
        let is_suitable = |job: &&Value| {
            job["is_archived"] == false && job["candidate_count"].as_u64().unwrap() > 50
        };
        let job = jobs.as_array().unwrap().iter().find(is_suitable).unwrap();
        let (id, name) = (job["id"].as_str().unwrap(), job["name"].as_str().unwrap());
        let mut screen = Screen::wide(shortlist(&program, &[]));
        screen.wait_for_text("Jobs 32");
        wait_for_demo_log(&mut screen);
        screen.type_keys(&format!("/{name}<enter>3"));
        screen.wait_for_text(&format!("▸3 Candidates {}", job["candidate_count"]));
        Self { job: id.to_owned(), program, screen }
    }

    /// The stage of each candidate, as the database has it.
    fn stages(&self) -> BTreeMap<String, String> {
        let output = self.program.ok(&["candidates", &self.job, "--json"]);
        let all: Value = serde_json::from_str(&output).unwrap();
        let text = |item: &Value, key: &str| item[key].as_str().unwrap().to_owned();
        let pair = |item| (text(item, "id"), text(item, "current_pipeline_stage_name"));
        all.as_array().unwrap().iter().map(pair).collect()
    }

    /// The names of the stages that a candidate was in, oldest first.
    fn history(&self, candidate: &str) -> Vec<String> {
        let output = self.program.ok(&["candidate", candidate, "--json"]);
        let record: Value = serde_json::from_str(&output).unwrap();
        let entries = record["pipeline_stage_history"].as_array().unwrap().iter();
        entries.map(|entry| entry["stage_name"].as_str().unwrap().to_owned()).collect()
    }
}

/// Those whose stage differs.
fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let differs = |(id, stage): &(&String, &String)| before[*id] != **stage;
    after.iter().filter(differs).map(|(id, _)| id.clone()).collect()
}

#[test]
fn the_selected_candidate_moves_back_and_forth_in_the_database() {
    let mut demo = Demo::open();
    let before = demo.stages();
    demo.screen.type_keys("M");
    demo.screen.wait_for_text(" to a stage ");
    demo.screen.type_keys("offer");
    demo.screen.wait_for_text("▸ offer");
    demo.screen.type_keys("<enter>");
    demo.screen.wait_for_text(" to Offer · u undoes");
    let moved = changed(&before, &demo.stages());
    let [candidate] = moved.as_slice() else { panic!("{moved:?}") };
    assert_eq!(demo.stages()[candidate], "Offer");
    let history = demo.history(candidate);
    assert_eq!(history.last().unwrap(), "Offer");
    // The details follow: the selected candidate is in the stage since today.
    demo.screen.wait_for_text("Offer · 0 d in stage");

    demo.screen.type_keys("u");
    demo.screen.wait_for_text("the history keeps both moves");
    assert_eq!(demo.stages(), before);
    let after_undo = [&history[..], &[before[candidate].clone()]].concat();
    assert_eq!(demo.history(candidate), after_undo, "the move back is an entry of its own");

    demo.screen.type_keys("<c-r>");
    demo.screen.wait_for_text(" to Offer again");
    assert_eq!(changed(&before, &demo.stages()), moved);
    demo.screen.quit();
}

#[test]
fn quitting_at_once_neither_loses_nor_doubles_a_move() {
    let mut demo = Demo::open();
    let before = demo.stages();
    let lengths: Vec<usize> = before.keys().map(|id| demo.history(id).len()).take(3).collect();
    demo.screen.type_keys("*M");
    demo.screen.wait_for_text(" candidates to a stage ");
    demo.screen.type_keys("7<c-c>");
    assert_eq!(demo.screen.exit(), 0);
    let after = demo.stages();
    let stages: BTreeSet<&String> = after.values().collect();
    assert_eq!(stages.len(), 1, "all moved, wherever they were: {stages:?}");
    for (id, length) in before.keys().zip(lengths) {
        let is_moved = usize::from(before[id] != after[id]);
        assert_eq!(demo.history(id).len(), length + is_moved, "{id}");
    }
}

#[test]
fn on_a_server_the_key_says_why_it_does_nothing() {
    let fixture = TriageFixture::new();
    let mut screen = fixture.start();
    wait_for_log(&mut screen, "34 waiting");
    screen.type_keys("3M");
    screen.wait_for_text("Candidates can be moved only in");
    screen.quit();
}
