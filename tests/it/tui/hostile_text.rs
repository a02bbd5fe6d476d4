//! A hostile server: nothing it sends controls the terminal, breaks a frame or
//! blocks the keys.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist_on};
use crate::support::scripted_server::{
    ReceivedRequest, ScriptedServer, Step, answer, page, record,
};

/// Text that would control a terminal, reorder a line or hide in it.
const SEQUENCES: [&str; 14] = [
    "\u{1b}[31m",
    "\u{1b}[2J\u{1b}[1;1H",
    "\u{1b}[?1049l",
    "\u{1b}]52;c;cm0gLXJmIC8=\u{7}",
    "\u{1b}]0;title\u{1b}\\",
    "\u{1b}P$q\u{1b}\\",
    "\u{9b}2J",
    "\u{9d}52;c;eA==\u{9c}",
    "\u{8}\u{8}\u{7f}\u{7}\t",
    "\r\n\u{b}\u{c}\u{85}\u{2028}",
    "\u{202e}\u{202d}\u{2066}\u{2069}\u{200f}",
    "\u{200b}\u{feff}\u{e0041}\u{e007f}",
    "👩🏽\u{200d}💻 佐藤 ا\u{64b}\u{200d}",
    "\u{1b}",
];

/// All sequences, and 200 combining marks on one letter.
static HOSTILE: LazyLock<String> =
    LazyLock::new(|| format!("{}a{}", SEQUENCES.join("x"), "\u{301}".repeat(200)));

/// A megabyte of hostile text.
static LONG: LazyLock<String> = LazyLock::new(|| {
    let times = (1 << 20) / HOSTILE.len() + 1;
    HOSTILE.repeat(times)
});

fn hostile(start: &str) -> String {
    format!("{start}{}", *HOSTILE)
}

fn stage(id: &str, order: i64) -> Value {
    json!({"id": id, "name": hostile(id), "stage_order": order, "is_rejection_stage": false,
           "is_interviewing_stage": true})
}

fn job(number: usize) -> Value {
    let name = if number == 1 { LONG.clone() } else { hostile("Job") };
    json!({"id": format!("job_{number}"), "name": name, "created_at": "2026-01-02T03:04:05Z",
           "client_company_name": hostile("Client"), "client_company_id": hostile("cli"),
           "job_status_name": hostile("Status"), "job_status_id": hostile("sta"), "is_archived": false,
           "candidate_count": 40, hostile("odd"): hostile("odd"),
           "pipeline_stages": [stage("one", 1), stage("two", 2)]})
}

fn candidate(number: usize) -> Value {
    let name = if number == 2 { LONG.clone() } else { hostile(&format!("P{number}")) };
    json!({"id": format!("can_{number}"), "person_id": format!("per_{number}"), "job_id": "job_0",
           "name": name, "created_at": "2026-01-02T03:04:05Z",
           "current_job_title": hostile("Title"), "current_company_name": hostile("Company"),
           "current_pipeline_stage_id": "one", "current_pipeline_stage_name": hostile("Stage"),
           "current_pipeline_stage_date": "2026-01-03T03:04:05Z",
           "pipeline_stage_history": [{"stage_id": "one", "stage_name": hostile("Stage"),
                                       "stage_date": "2026-01-03T03:04:05Z"}]})
}

fn person(id: &str) -> Value {
    let work = json!({"company_name": hostile("Employer"), "title": hostile("Title"),
                      "description": LONG.as_str(), "location": hostile("Place")});
    json!({"id": id, "name": hostile("Name"), "first_name": hostile("First"),
           "emails": [{"value": hostile("mail"), "type": hostile("work")}],
           "phones": [{"value": hostile("phone"), "type": hostile("home")}],
           "social_public_id": hostile("handle"), "work_experience": [work.clone(), work],
           "education_experience": [{"school_name": hostile("School"), "degree": hostile("Degree")}]})
}

/// The candidate whose read is refused.
const BROKEN: &str = "can_3";

fn respond(request: &ReceivedRequest) -> Vec<Step> {
    let (path, _) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let segments: Vec<&str> = path.split('/').skip(2).collect();
    let (offset, limit) = (request.query("offset"), request.query("limit"));
    let rows = |row: fn(usize) -> Value, total: usize| {
        let rows: Vec<Value> = (offset..total.min(offset + limit)).map(row).collect();
        page(&rows, total, offset, limit)
    };
    match segments.as_slice() {
        ["jobs"] => rows(job, 3),
        ["jobs", _] => record(&job(0)),
        ["jobs", _, "candidates"] => rows(candidate, 40),
        ["candidates", BROKEN] => {
            let body = json!({"success": false, "error": LONG.as_str(), "request_id": *HOSTILE});
            answer("404 Not Found", "Content-Type: application/json\r\n", body.to_string())
        }
        ["candidates", id] => {
            let number = id.strip_prefix("can_").and_then(|number| number.parse().ok());
            record(&candidate(number.unwrap_or(0)))
        }
        _ => record(&person(segments.last().unwrap_or(&""))),
    }
}

/// Whether the box with this title is intact: all corners, and both sides in
/// their columns.
fn has_intact_box(screen: &vt100::Screen, title: &str) -> bool {
    let (rows, columns) = (screen.size().0.get(), screen.size().1.get());
    let at = |row: u16, column: u16| screen.cell(row, column).map_or("", vt100::Cell::contents);
    let line =
        |row: u16, from: u16| (from..columns).map(|column| at(row, column)).collect::<String>();
    let starts = |row: u16| {
        (0..columns)
            .find(|column| at(row, *column) == "╭" && line(row, column + 1).starts_with(title))
    };
    let Some((top, left)) = (0..rows).find_map(|row| Some((row, starts(row)?))) else {
        return false;
    };
    let Some(right) = (left + 1..columns).find(|column| at(top, *column) == "╮") else {
        return false;
    };
    let bottom = (top + 1..rows).find(|row| at(*row, left) != "│").unwrap_or(rows);
    let sides = (top + 1..bottom).all(|row| at(row, right) == "│");
    sides && bottom > top + 1 && (at(bottom, left), at(bottom, right)) == ("╰", "╯")
}

fn wait_for_box(screen: &Screen, title: &str) {
    screen.wait_for(&format!("a box: {title}"), |screen| has_intact_box(screen, title));
}

fn wait_for_dialog(screen: &Screen, title: &str) {
    wait_for_box(screen, &format!(" {title}"));
}

#[test]
fn control_sequences_of_a_server_never_reach_the_terminal() {
    let (program, server) = (Program::new(), ScriptedServer::start(respond));
    let url = format!("http://{}", server.address);
    let mut screen = Screen::wide(shortlist_on(&program, &url, &[]));
    let wait_for_panes = |screen: &Screen, focused: usize| {
        for (pane, title) in ["1 Jobs", "2 ", "3 Candidates", "4 "].iter().enumerate() {
            let sign = if pane + 1 == focused { "▸" } else { " " };
            wait_for_box(screen, &format!("{sign}{title}"));
        }
    };
    screen.wait_for_text("P0");
    wait_for_panes(&screen, 1);
    for pane in 2..=4 {
        screen.type_keys(&pane.to_string());
        wait_for_panes(&screen, pane);
    }
    // To the end of each candidate, also of the one whose read is refused.
    screen.type_keys("3");
    for number in 1..5 {
        screen.type_keys("j");
        screen.wait_for_text(&format!("{}/40", number + 1));
        wait_for_panes(&screen, 3);
        screen.type_keys("4G");
        wait_for_panes(&screen, 4);
        screen.type_keys("z");
        wait_for_box(&screen, "▸4 ");
        screen.type_keys("z3");
        wait_for_panes(&screen, 3);
    }
    for (key, title) in [
        ("\\", "Full record"),
        ("?", "Help ─"),
        ("!", "Requests"),
        ("gn", "Messages"),
        ("gh", "Recent places"),
    ] {
        screen.type_keys(key);
        screen.wait_for_text(title);
        screen.type_keys("G");
        wait_for_dialog(&screen, title);
        screen.type_keys("q");
        screen.wait_until_gone(title);
    }
    screen.type_keys("b");
    wait_for_box(&screen, "▸3 Candidates");
    screen.type_keys("b1j");
    screen.wait_for_text("2/3");
    screen.type_keys("<c-p>");
    wait_for_dialog(&screen, "Find anything");
    screen.type_keys("P7");
    wait_for_dialog(&screen, "Find anything");
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
    let raw = String::from_utf8(screen.raw()).unwrap();
    let is_hidden = |letter: char| matches!(u32::from(letter), 0x80..=0x9f | 0x200b | 0x200e..=0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfeff | 0xe0000..=0xe007f);
    assert_eq!(raw.chars().find(|letter| is_hidden(*letter)), None);
    // What begins a link of the terminal ends it, and holds one address without spaces.
    for link in raw.split("\x1b]8;;").skip(1) {
        let (address, _) = link.split_once("\x1b\\").unwrap();
        assert!(address.bytes().all(|byte| byte.is_ascii_graphic()), "{address:?}");
    }
}

#[test]
fn a_hostile_refusal_is_shown_as_plain_text() {
    let body = json!({"success": false, "error": LONG.as_str()}).to_string();
    let json = "Content-Type: application/json\r\n";
    let table = [("401 No", "Enter the API key"), ("500 No", "Could not load the jobs")];
    for (status, message) in table {
        let server = ScriptedServer::always(answer(status, json, &body));
        let (program, url) = (Program::new(), format!("http://{}", server.address));
        let command = shortlist_on(&program, &url, &["--deadline", "1s"]);
        let screen = Screen::wide(command);
        screen.wait_for_text(message);
        screen.quit();
    }
}
