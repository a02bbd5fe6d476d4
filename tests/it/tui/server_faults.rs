//! Server and network faults as the screen shows them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::harness::Program;
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist, shortlist_on};
use crate::support::relay::{Relay, is_page_at};
use crate::support::scripted_server::{Log, ReceivedRequest, Step, answer};
use crate::support::tcp_proxy::{Proxy, ProxyMode};

fn start(program: &Program, url: &str, arguments: &[&str]) -> Screen {
    Screen::wide(shortlist_on(program, url, arguments))
}

/// Waits until the number after a text meets a condition.
fn wait_for_number(screen: &Screen, text: &str, holds: impl Fn(f64) -> bool) {
    screen.wait_for(text, |screen| {
        let contents = screen.contents();
        let after = contents.split_once(text).map(|(_, after)| after);
        let number = after.and_then(|after| after.split_once(' ')?.0.parse().ok());
        number.is_some_and(&holds)
    });
}

#[tokio::test]
async fn while_the_server_is_slow_keys_work_and_esc_cancels() {
    let relay = Relay::intercepting(5, |request| (request.number == 0).then(|| vec![Step::Hold]));
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "10m"]);
    wait_for_number(&screen, "Loading jobs · ", |seconds| seconds >= 1.0);
    screen.type_keys("?");
    screen.wait_for_text("╭ Help ");
    screen.type_keys("q");
    screen.wait_until_gone("╭ Help ");
    wait_for_number(&screen, "Loading jobs · ", |seconds| seconds >= 2.0);
    assert_eq!(relay.http.log().aborted, 0);
    screen.type_keys("<esc>");
    screen.wait_for_text("Reading jobs was canceled");
    screen.wait_for_text("R retries");
    relay.http.wait_until(|log| log.aborted == 1).await;
    assert_eq!(relay.http.log().requests.len(), 1);
    screen.type_keys("R");
    screen.wait_for_text("▸ now");
    screen.quit();
}

#[test]
fn a_server_that_never_answers_does_not_delay_the_exit() {
    let relay = Relay::intercepting(1, |_| Some(vec![Step::Hold]));
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "10m"]);
    screen.wait_for_text("Loading jobs");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
}

#[tokio::test]
async fn offline_the_loaded_records_stay_and_the_server_is_found_again() {
    let relay = Relay::start(5);
    let proxy = Proxy::to(relay.service.address);
    let program = Program::new();
    let url = format!("http://{}", proxy.address);
    let mut screen = start(&program, &url, &["--deadline", "5s"]);
    screen.wait_for_text("▸ now");
    proxy.set(ProxyMode::Refuse).await;
    screen.type_keys("R");
    screen.wait_for_text("Offline");
    screen.wait_for_text("verdicts are stored; edits wait to be sent");
    screen.type_keys("3jjj");
    screen.wait_for_text("▌  Ada 3");
    screen.type_keys("gg");
    screen.wait_for_text("▌  Ada 0");
    screen.wait_for_text("retrying");
    proxy.set(ProxyMode::Open).await;
    screen.wait_for_text("The server answers again");
    screen.wait_until_gone("Offline");
    screen.type_keys("G");
    screen.wait_for_text("4 Ada 4");
    screen.wait_for_text("▸ now");
    screen.quit();
}

#[test]
fn a_server_that_asks_to_wait_gets_no_request_before() {
    let again = "Retry-After: 3\r\nContent-Type: application/json\r\n";
    let body = "{\"success\":false,\"error\":\"too fast\"}";
    let relay = Relay::intercepting(5, move |request| {
        (request.number == 0).then(|| answer("429 Too Many Requests", again, body))
    });
    let program = Program::new();
    let screen = start(&program, &relay.url(), &[]);
    let countdown = "The server asks us to wait: ";
    wait_for_number(&screen, countdown, |seconds| seconds > 1.0);
    assert_eq!(relay.http.log().requests.len(), 1);
    wait_for_number(&screen, countdown, |seconds| seconds <= 2.0);
    screen.wait_for_text("▸ now");
    screen.wait_until_gone("asks to wait");
    let requests = relay.http.log().requests;
    assert!(requests[1].at - requests[0].at >= Duration::from_secs(3));
    screen.quit();
}

/// A server that accepts only the right key.
fn with_key_check() -> Relay {
    let bearer = format!("Bearer {KEY}");
    let body = "{\"success\":false,\"error\":\"this key is not known\"}";
    Relay::intercepting(5, move |request| {
        let is_known = request.header("authorization") == Some(&*bearer);
        (!is_known).then(|| answer("401 Unauthorized", "Content-Type: application/json\r\n", body))
    })
}

#[test]
fn a_refused_key_is_prompted_for_and_never_shown() {
    let (relay, program) = (with_key_check(), Program::new());
    let mut command = shortlist(&program, &["--url", &relay.url()]);
    command.env("SHORTLIST_KEY", "sl_a-key-that-was-revoked");
    let mut screen = Screen::wide(command);
    screen.wait_for_text("Enter the API key");
    screen.wait_for_text("this key is not known");
    let refused = relay.http.log().requests.len();
    screen.type_keys("sl_a-wrong-one");
    screen.wait_for_text("••");
    screen.type_keys("<enter>");
    screen.wait_until_gone("•");
    screen.wait_for("the second refusal", |screen| {
        screen.contents().contains("Enter the API key") && relay.http.log().requests.len() > refused
    });
    screen.type_keys(KEY);
    screen.wait_for_text(&"•".repeat(KEY.len()));
    screen.type_keys("<enter>");
    screen.wait_for_text("▸ now");
    screen.type_keys("!");
    screen.wait_for_text("401");
    screen.type_keys("q");
    screen.wait_until_gone("401");
    let raw = String::from_utf8(screen.raw()).unwrap();
    for key in [KEY, "sl_a-key-that-was-revoked", "sl_a-wrong-one"] {
        assert!(!raw.contains(key), "{key}");
    }
    screen.quit();
}

#[test]
fn a_missing_key_is_prompted_for_before_any_request() {
    let (relay, program) = (with_key_check(), Program::new());
    let command = shortlist(&program, &["--url", &relay.url()]);
    let mut screen = Screen::wide(command);
    screen.wait_for_text("Enter the API key");
    screen.wait_for_text("needs an API key");
    assert_eq!(relay.http.log().connections, 0);
    screen.type_keys(&format!("{KEY}<enter>"));
    screen.wait_for_text("▸ now");
    assert!(!String::from_utf8(screen.raw()).unwrap().contains(KEY));
    screen.quit();
}

#[test]
fn a_closed_key_prompt_can_be_opened_again() {
    let (relay, program) = (with_key_check(), Program::new());
    for key in [None, Some("sl_a-key-that-was-revoked")] {
        let mut command = shortlist(&program, &["--url", &relay.url()]);
        if let Some(key) = key {
            command.env("SHORTLIST_KEY", key);
        }
        let mut screen = Screen::wide(command);
        screen.wait_for_text("Enter the API key");
        screen.type_keys("<esc>");
        screen.wait_for_text("Without an API key nothing can be read");
        screen.type_keys("R");
        screen.wait_for_text("Enter the API key");
        screen.type_keys(&format!("{KEY}<enter>"));
        screen.wait_for_text("▸ now");
        screen.quit();
    }
}

#[test]
fn a_failed_page_is_a_visible_gap_and_can_be_loaded_again() {
    let broken = Arc::new(AtomicBool::new(true));
    let is_broken = Arc::clone(&broken);
    let body = "{\"success\":false,\"error\":\"the shelf fell over\"}";
    let relay = Relay::intercepting(350, move |request| {
        let fails = is_page_at(request, 100) && is_broken.load(Ordering::SeqCst);
        fails.then(|| answer("500 Oh", "Content-Type: application/json\r\n", body))
    });
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "5s"]);
    screen.wait_for_text("1 page failed: R");
    screen.wait_for_text("250/350 loaded");
    screen.type_keys("3G");
    screen.wait_for_text("▌  Ada 349");
    screen.type_keys("gg");
    screen.wait_for_text("▌  Ada 0");
    screen.type_keys(&"<pgdn>".repeat(6));
    screen.wait_for_text("Not loaded: ");
    screen.wait_for_text("the shelf fell over");
    broken.store(false, Ordering::SeqCst);
    screen.type_keys("R");
    screen.wait_for_text("Candidates 350");
    screen.wait_until_gone("1 page failed");
    screen.wait_until_gone("Not loaded");
    screen.quit();
}

#[tokio::test]
async fn a_server_that_hangs_is_reported_with_the_time_and_found_again() {
    let is_hanging = Arc::new(AtomicBool::new(false));
    let hangs = Arc::clone(&is_hanging);
    let relay =
        Relay::intercepting(5, move |_| hangs.load(Ordering::Relaxed).then(|| vec![Step::Hold]));
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "1s"]);
    screen.wait_for_text("▸ now");
    is_hanging.store(true, Ordering::Relaxed);
    screen.type_keys("R");
    screen.wait_for_text("No answer from the server since ");
    let before = relay.http.log().requests.len();
    // Probes that hang, one after the other.
    let is_probe = |request: &ReceivedRequest| request.target.starts_with("/v1/jobs?");
    let is_probing = |log: &Log| {
        let probes = log.requests.iter().skip(before).filter(|request| is_probe(request)).count();
        probes >= 2 && log.in_flight == 1
    };
    relay.http.wait_until(is_probing).await;
    is_hanging.store(false, Ordering::Relaxed);
    screen.wait_for_text("The server answers again");
    screen.wait_until_gone("No answer from the server");
    screen.type_keys("3G");
    screen.wait_for_text("4 Ada 4");
    screen.wait_for_text("▸ now");
    screen.quit();
}

#[test]
fn a_long_wait_is_shown_with_its_end_and_the_user_can_try_now() {
    let headers = "Retry-After: 86400\r\nContent-Type: application/json\r\n";
    let body = "{\"success\":false,\"error\":\"too fast\"}";
    let relay = Relay::intercepting(5, move |request| {
        (request.number == 0).then(|| answer("429 Too Many Requests", headers, body))
    });
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &[]);
    screen.wait_for_texts(&["The server asks us to wait until tomorrow ", "24 h", "R retries now"]);
    assert_eq!(relay.http.log().requests.len(), 1);
    screen.type_keys("R");
    screen.wait_for_text("▸ now");
    screen.wait_until_gone("asks to wait");
    screen.quit();
}

#[test]
fn a_server_error_is_retried_without_the_user() {
    let relay = Relay::intercepting(5, move |request| {
        // The client retries three times by itself.
        (request.number < 4).then(|| answer("500 Internal Server Error", "", "out of memory"))
    });
    let program = Program::new();
    let screen = start(&program, &relay.url(), &["--deadline", "10s"]);
    screen.wait_for_text("Will retry");
    screen.wait_for_text("▸ now");
    screen.quit();
}
