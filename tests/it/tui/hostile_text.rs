//! A server that means harm: nothing that it sends steers the terminal, breaks
//! a frame or takes the keys away.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::support::harness::Program;
use crate::support::pty::sequences::foreign;
use crate::support::pty::{Screen, WIDE, on_server};
use crate::support::scripted_server::{Asked, Rough, Step, answer, page, record};

/// What would steer a terminal, reorder a line or hide in one.
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

/// A word with all of it, and a heap of marks on one letter.
static NASTY: LazyLock<String> =
    LazyLock::new(|| format!("{}a{}", SEQUENCES.join("x"), "\u{301}".repeat(200)));

/// The same, a megabyte long.
static LONG: LazyLock<String> = LazyLock::new(|| {
    let times = (1 << 20) / NASTY.len() + 1;
    NASTY.repeat(times)
});

fn text(start: &str) -> String {
    format!("{start}{}", *NASTY)
}

fn stage(id: &str, order: i64) -> Value {
    json!({"id": id, "name": text(id), "stage_order": order, "is_rejection_stage": false,
           "is_interviewing_stage": true})
}

fn job(number: usize) -> Value {
    let name = if number == 1 { LONG.clone() } else { text("Job") };
    json!({"id": format!("job_{number}"), "name": name, "created_at": "2026-01-02T03:04:05Z",
           "client_company_name": text("Client"), "client_company_id": text("cli"),
           "job_status_name": text("Status"), "job_status_id": text("sta"), "is_archived": false,
           "candidate_count": 40, text("odd"): text("odd"),
           "pipeline_stages": [stage("one", 1), stage("two", 2)]})
}

fn candidate(number: usize) -> Value {
    let name = if number == 2 { LONG.clone() } else { text(&format!("P{number}")) };
    json!({"id": format!("can_{number}"), "person_id": format!("per_{number}"), "job_id": "job_0",
           "name": name, "created_at": "2026-01-02T03:04:05Z",
           "current_job_title": text("Title"), "current_company_name": text("Company"),
           "current_pipeline_stage_id": "one", "current_pipeline_stage_name": text("Stage"),
           "current_pipeline_stage_date": "2026-01-03T03:04:05Z",
           "pipeline_stage_history": [{"stage_id": "one", "stage_name": text("Stage"),
                                       "stage_date": "2026-01-03T03:04:05Z"}]})
}

fn person(id: &str) -> Value {
    let work = json!({"company_name": text("Employer"), "title": text("Title"),
                      "description": LONG.as_str(), "location": text("Place")});
    json!({"id": id, "name": text("Name"), "first_name": text("First"),
           "emails": [{"value": text("mail"), "type": text("work")}],
           "phones": [{"value": text("phone"), "type": text("home")}],
           "social_public_id": text("handle"), "work_experience": [work.clone(), work],
           "education_experience": [{"school_name": text("School"), "degree": text("Degree")}]})
}

/// Who cannot be read, because of this.
const BROKEN: &str = "can_3";

fn answers(asked: &Asked) -> Vec<Step> {
    let (path, _) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
    let steps: Vec<&str> = path.split('/').skip(2).collect();
    let (offset, limit) = (asked.query("offset"), asked.query("limit"));
    let rows = |one: fn(usize) -> Value, total: usize| {
        let rows: Vec<Value> = (offset..total.min(offset + limit)).map(one).collect();
        page(&rows, total, offset, limit)
    };
    match steps.as_slice() {
        ["jobs"] => rows(job, 3),
        ["jobs", _] => record(&job(0)),
        ["jobs", _, "candidates"] => rows(candidate, 40),
        ["candidates", BROKEN] => {
            let body = json!({"success": false, "error": LONG.as_str(), "request_id": *NASTY});
            answer("404 Not Found", "Content-Type: application/json\r\n", body.to_string())
        }
        ["candidates", id] => {
            let number = id.strip_prefix("can_").and_then(|number| number.parse().ok());
            record(&candidate(number.unwrap_or(0)))
        }
        _ => record(&person(steps.last().unwrap_or(&""))),
    }
}

/// Whether the frame with this in its upper line stands: all corners, and both
/// sides in their columns.
fn stands(screen: &vt100::Screen, title: &str) -> bool {
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

fn wait_stands(screen: &Screen, title: &str) {
    screen.wait_for(&format!("a frame: {title}"), |screen| stands(screen, title));
}

#[test]
fn nothing_that_a_server_sends_reaches_the_terminal() {
    let (program, rough) = (Program::new(), Rough::start(answers));
    let url = format!("http://{}", rough.address);
    let command = on_server(&program, &url, &[]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    let panes = |screen: &Screen, focused: usize| {
        for (pane, title) in ["1 Jobs", "2 ", "3 Candidates", "4 "].iter().enumerate() {
            let sign = if pane + 1 == focused { "▸" } else { " " };
            wait_stands(screen, &format!("{sign}{title}"));
        }
    };
    screen.wait_text("P0");
    panes(&screen, 1);
    for pane in 2..=4 {
        screen.type_keys(&pane.to_string());
        panes(&screen, pane);
    }
    // Down to the bottom of all that is told of each, the broken one too.
    screen.type_keys("3");
    for number in 1..5 {
        screen.type_keys("j");
        screen.wait_text(&format!("{}/40", number + 1));
        panes(&screen, 3);
        screen.type_keys("4G");
        panes(&screen, 4);
        screen.type_keys("z");
        wait_stands(&screen, "▸4 ");
        screen.type_keys("z3");
        panes(&screen, 3);
    }
    for (key, title) in [
        ("\\", "As the server sent it"),
        ("?", "What the keys do"),
        ("!", "Requests"),
        ("gn", "Told so far"),
        ("gh", "Where you were"),
    ] {
        screen.type_keys(key);
        screen.wait_text(title);
        screen.type_keys("G");
        wait_over(&screen, title);
        screen.type_keys("q");
        screen.wait_gone(title);
    }
    screen.type_keys("b");
    wait_stands(&screen, "▸3 Candidates");
    screen.type_keys("b1j");
    screen.wait_text("2/3");
    screen.type_keys("<c-p>");
    wait_over(&screen, "Find anything");
    screen.type_keys("P7");
    wait_over(&screen, "Find anything");
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
    let raw = String::from_utf8(screen.raw()).unwrap();
    let hidden = |letter: char| matches!(u32::from(letter), 0x80..=0x9f | 0x200b | 0x200e..=0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfeff | 0xe0000..=0xe007f);
    assert_eq!(raw.chars().find(|letter| hidden(*letter)), None);
}

#[test]
fn a_refusal_that_means_harm_is_only_words() {
    let body = json!({"success": false, "error": LONG.as_str()}).to_string();
    let json = "Content-Type: application/json\r\n";
    let table = [("401 No", "The key of the server"), ("500 No", "could not be read")];
    for (status, told) in table {
        let rough = Rough::always(answer(status, json, &body));
        let (program, url) = (Program::new(), format!("http://{}", rough.address));
        let command = on_server(&program, &url, &["--deadline", "1s"]);
        let mut screen = Screen::start(WIDE.0, WIDE.1, command);
        screen.wait_text(told);
        screen.type_keys("<c-c>");
        assert_eq!(screen.exit(), 0, "{status}");
        assert_eq!(foreign(&screen.raw(), false), [""; 0], "{status}");
    }
}

fn wait_over(screen: &Screen, title: &str) {
    wait_stands(screen, &format!(" {title}"));
}
