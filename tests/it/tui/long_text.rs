//! A server with a megabyte in every text: every view opens, cuts the text and answers keys.

use serde_json::{Value, json};

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist_on};
use crate::support::scripted_server::{ReceivedRequest, ScriptedServer, Step, page, record};

const TIME: &str = "2026-01-02T03:04:05Z";

/// A megabyte that begins with these words.
fn long(words: &str) -> String {
    format!("{words} {}", "näher und nähe ".repeat((1 << 20) / 17))
}

fn job() -> Value {
    let stage = |order: i64, name: &str| {
        json!({"id": format!("stg_{order}"), "name": long(name), "stage_order": order,
               "is_rejection_stage": false, "is_interviewing_stage": true})
    };
    json!({"id": "job_1", "name": long("Engineer"), "created_at": TIME, "is_archived": false,
           "client_company_name": long("Client"), "client_company_id": "cli_1",
           "job_status_name": long("Open"), "job_status_id": "sta_1", "candidate_count": 3,
           "custom": long("Custom"), "pipeline_stages": [stage(1, "Applied"), stage(2, "Screen")]})
}

fn candidate(number: usize) -> Value {
    let entry = json!({"stage_id": "stg_1", "stage_name": long("Applied"), "stage_date": TIME});
    json!({"id": format!("can_{number}"), "person_id": format!("per_{number}"), "job_id": "job_1",
           "name": long(&format!("Person{number}")), "created_at": TIME,
           "current_job_title": long("Title"), "current_company_name": long("Company"),
           "current_pipeline_stage_id": "stg_1", "current_pipeline_stage_name": long("Applied"),
           "current_pipeline_stage_date": TIME, "pipeline_stage_history": [entry]})
}

fn person(id: &str) -> Value {
    let number = id.trim_start_matches("per_");
    let contact = |value: &str| json!([{"value": long(value), "contact_data_type": long("work")}]);
    let position = json!({"title": long("Title"), "description": long("Description"),
                          "location": long("Town"), "start_date": "2024-08-01"});
    json!({"id": id, "name": long(&format!("Person{number}")), "first_name": long("First"),
           "last_name": long("Last"), "social_public_id": long("handle"),
           "emails": contact("mail"), "phones": contact("phone"),
           "work_experience": [{"company_name": long("Employer"), "positions": [position]}],
           "education_experience": [{"company_name": long("School"), "degree": long("Degree")}]})
}

fn respond(request: &ReceivedRequest) -> Vec<Step> {
    let (path, _) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let segments: Vec<&str> = path.split('/').skip(2).collect();
    let (offset, limit) = (request.query("offset"), request.query("limit"));
    match segments.as_slice() {
        ["jobs"] => page(&[job()], 1, offset, limit),
        ["jobs", _] => record(&job()),
        ["jobs", _, "candidates"] => {
            let rows: Vec<Value> = (offset..3).map(candidate).collect();
            page(&rows, 3, offset, limit)
        }
        ["candidates", id] => record(&candidate(id.trim_start_matches("can_").parse().unwrap())),
        _ => record(&person(segments.last().unwrap_or(&""))),
    }
}

/// What opens each view, a text of it, and what closes it.
const VIEWS: [(&str, &str, &str); 8] = [
    ("2z", "▸2 Engineer", "z3"),
    ("4zG", "▸4 Person0", "z3"),
    ("b", "Applied", "b"),
    ("i", "No verdict yet", "i"),
    ("F", "Funnel", "q"),
    ("<space><space>=", "Compare candidates", "q"),
    ("?", "╭ Help ", "q"),
    ("\\", "Full record", "q"),
];

#[test]
fn every_view_answers_with_a_megabyte_in_every_text() {
    let (program, server) = (Program::new(), ScriptedServer::start(respond));
    let url = format!("http://{}", server.address);
    let mut screen = Screen::wide(shortlist_on(&program, &url, &[]));
    screen.wait_for_texts(&["Person0", "Person1", "Engineer"]);
    screen.type_keys("3\\");
    screen.wait_for_text("name      Person0");
    while !screen.shows("[cut here: the rest is not shown]") {
        let before = screen.with_last_frame(vt100::Screen::contents);
        assert!(!before.contains("School"), "the description comes before the school");
        screen.type_keys("<pgdn>");
        screen.wait_for("the next lines", |screen| screen.contents() != before);
    }
    screen.type_keys("q");
    for (open, text, close) in VIEWS {
        screen.wait_for_text("▸3 Candidates");
        screen.type_keys(open);
        screen.wait_for_text(text);
        screen.type_keys(close);
    }
    screen.wait_for_text("▸3 Candidates");
    for (open, text) in [("<c-p>", "Find anything"), ("ee", "Edit Person")] {
        screen.type_keys(open);
        screen.wait_for_text(text);
        screen.type_keys("<esc>");
        screen.wait_until_gone(text);
    }
    screen.quit();
}
