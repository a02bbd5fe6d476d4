//! Lists that never end, repeat themselves or come in part, as the screen shows them.

use serde_json::{Value, json};

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist_on};
use crate::support::relay::{Relay, is_page, is_page_at};
use crate::support::scripted_server::{ReceivedRequest, ScriptedServer, Step, ok};

fn respond(body: &Value) -> Vec<Step> {
    ok(body.to_string())
}

fn job(number: usize) -> Value {
    json!({"id": format!("job_{number}"), "name": format!("Job {number}")})
}

fn jobs(count: usize) -> Vec<Value> {
    (0..count).map(job).collect()
}

/// Waits until the screen shows these texts. Then the server must get no further request for the
/// list, and no more than `limit` before.
fn assert_stops(
    limit: usize,
    texts: &[&str],
    respond: impl Fn(&ReceivedRequest) -> Vec<Step> + Send + Sync + 'static,
) {
    let server = ScriptedServer::start(respond);
    let program = Program::new();
    let url = format!("http://{}", server.address);
    let mut screen = Screen::wide(shortlist_on(&program, &url, &[]));
    screen.wait_for_texts(texts);
    let pages = || {
        let log = server.log();
        log.requests.iter().filter(|request| request.target.starts_with("/v1/jobs?")).count()
    };
    let before = pages();
    assert!(before <= limit, "{before} requests");
    for _ in 0..3 {
        screen.type_keys("?");
        screen.wait_for_text("╭ Help ");
        screen.type_keys("q");
        screen.wait_until_gone("╭ Help ");
    }
    // What was sent before the list was stopped may still have been on its way.
    assert!(pages() <= before + 8, "{} requests after the list was stopped", pages() - before);
    screen.quit();
}

#[test]
fn an_answer_nested_very_deep_is_not_requested_again() {
    let body =
        format!(r#"{{"success":true,"data":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    let expected = ["jobs received can be read", "Stopped: many pages in a row"];
    assert_stops(40, &expected, move |_| ok(&body));
    let body = format!(r#"{{"data":[],"meta":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_stops(2, &["No jobs yet"], move |_| ok(&body));
}

#[test]
fn the_same_rows_at_every_offset_are_read_once() {
    let expected = ["Job 2", "stopped: rows repeat"];
    assert_stops(10, &expected, |_| respond(&json!({"success": true, "data": jobs(3)})));
    let body = json!({"success": true, "data": jobs(100), "meta": {"total": 1_000_000}});
    let expected = ["100/1,000,000", "stopped: rows repeat"];
    assert_stops(20, &expected, move |_| respond(&body));
}

#[test]
fn a_row_without_an_id_at_every_offset_ends_the_list() {
    let expected = ["jobs received can be read", "Stopped: many pages in a row"];
    assert_stops(40, &expected, |_| respond(&json!({"success": true, "data": [{"name": "x"}]})));
}

#[test]
fn a_list_that_always_has_more_is_stopped() {
    assert_stops(40, &["stopped: the list has no end"], |request| {
        let offset = request.query("offset");
        let rows: Vec<Value> = (offset..offset + 5000).map(job).collect();
        respond(&json!({"success": true, "data": rows}))
    });
}

#[test]
fn an_empty_row_and_a_repeated_row_are_called_what_they_are() {
    let expected = ["The server sent 6 empty rows instead of jobs"];
    let body = json!({"data": [null, {}, null, {}, {}, null], "meta": {"total": 6}});
    assert_stops(1, &expected, move |_| respond(&body));
    let body = json!({"data": [job(0), job(1), job(1), job(2)], "meta": {"total": 4}});
    assert_stops(1, &["1 duplicate row", "Jobs 3"], move |_| respond(&body));
}

#[test]
fn stage_counts_say_that_an_empty_page_is_missing() {
    let relay = Relay::intercepting(250, |request| {
        let empty = json!({"success": true, "data": [], "meta": {"total": 250}});
        is_page_at(request, 100).then(|| respond(&empty))
    });
    let program = Program::new();
    let screen = Screen::wide(shortlist_on(&program, &relay.url(), &[]));
    screen.wait_for_texts(&["based on 150 of 250 candidates", "≥100"]);
    screen.quit();
}

#[test]
fn a_candidate_that_comes_twice_is_not_called_unreadable() {
    let rows: Vec<Value> = [0, 1, 1, 2]
        .map(|number| json!({"id": format!("can_{number}"), "name": format!("Ada {number}")}))
        .into();
    let relay = Relay::intercepting(3, move |request| {
        let page = json!({"success": true, "data": rows, "meta": {"total": 4}});
        is_page(request).then(|| respond(&page))
    });
    let program = Program::new();
    let screen = Screen::wide(shortlist_on(&program, &relay.url(), &[]));
    screen.wait_for_texts(&["Ada 2", "Duplicate of another candidate"]);
    assert!(!screen.shows("Unreadable"));
    screen.quit();
}
