//! What goes wrong with the server, as it is seen on the screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::harness::{KEY, Program};
use crate::support::pty::sequences::foreign;
use crate::support::pty::{Screen, WIDE, on_server, shortlist};
use crate::support::relay::{Relay, is_page_at};
use crate::support::scripted_server::{Step, answer};
use crate::support::tcp_proxy::{Proxy, Way};

fn start(program: &Program, url: &str, more: &[&str]) -> Screen {
    Screen::start(WIDE.0, WIDE.1, on_server(program, url, more))
}

/// Waits until the number behind these words is as it should be.
fn wait_number(screen: &Screen, words: &str, right: impl Fn(f64) -> bool) {
    screen.wait_for(words, |screen| {
        let contents = screen.contents();
        let behind = contents.split_once(words).map(|(_, behind)| behind);
        let number = behind.and_then(|behind| behind.split_once(' ')?.0.parse().ok());
        number.is_some_and(&right)
    });
}

fn end(mut screen: Screen) {
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[tokio::test]
async fn while_the_server_is_slow_keys_answer_and_esc_gives_up() {
    let relay = Relay::crowd_but(5, |asked| (asked.number == 0).then(|| vec![Step::Hold]));
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "10m"]);
    wait_number(&screen, "loading jobs · ", |seconds| seconds >= 1.0);
    screen.type_keys("?");
    screen.wait_text("What the keys do");
    screen.type_keys("q");
    screen.wait_gone("What the keys do");
    wait_number(&screen, "loading jobs · ", |seconds| seconds >= 2.0);
    assert_eq!(relay.rough.log().hung_up, 0);
    screen.type_keys("<esc>");
    screen.wait_text("reading jobs was cancelled");
    screen.wait_text("R asks again");
    relay.rough.until(|log| log.hung_up == 1).await;
    assert_eq!(relay.rough.log().asked.len(), 1);
    screen.type_keys("R");
    screen.wait_text("● now");
    end(screen);
}

#[test]
fn a_server_that_never_answers_does_not_hold_up_the_end() {
    let relay = Relay::crowd_but(1, |_| Some(vec![Step::Hold]));
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "10m"]);
    screen.wait_text("loading jobs");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
}

#[tokio::test]
async fn a_server_that_is_gone_leaves_what_was_read_and_is_found_again() {
    let relay = Relay::crowd(5);
    let proxy = Proxy::to(relay.service.address);
    let program = Program::new();
    let url = format!("http://{}", proxy.address);
    let mut screen = start(&program, &url, &["--deadline", "5s"]);
    screen.wait_text("● now");
    proxy.set(Way::Refuse).await;
    screen.type_keys("R");
    screen.wait_text("offline");
    screen.wait_text("what is loaded can be browsed");
    screen.type_keys("3jjj");
    screen.wait_text("▌  Ada 3");
    screen.type_keys("gg");
    screen.wait_text("▌  Ada 0");
    screen.wait_text("tries again");
    proxy.set(Way::Open).await;
    screen.wait_text("the server answers again");
    screen.wait_gone("offline");
    screen.type_keys("G");
    screen.wait_text("4 Ada 4");
    screen.wait_text("● now");
    end(screen);
}

#[test]
fn a_server_that_asks_to_wait_is_left_in_peace() {
    let again = "Retry-After: 3\r\nContent-Type: application/json\r\n";
    let body = "{\"success\":false,\"error\":\"too fast\"}";
    let relay = Relay::crowd_but(5, move |asked| {
        (asked.number == 0).then(|| answer("429 Too Many Requests", again, body))
    });
    let program = Program::new();
    let screen = start(&program, &relay.url(), &[]);
    let told = "the server asks to wait: ";
    wait_number(&screen, told, |seconds| seconds > 1.0);
    assert_eq!(relay.rough.log().asked.len(), 1);
    wait_number(&screen, told, |seconds| seconds <= 2.0);
    screen.wait_text("● now");
    screen.wait_gone("asks to wait");
    let asked = relay.rough.log().asked;
    assert!(asked[1].at - asked[0].at >= Duration::from_secs(3));
    end(screen);
}

/// Only those who have the key are served.
fn guarded() -> Relay {
    let bearer = format!("Bearer {KEY}");
    let body = "{\"success\":false,\"error\":\"this key is not known\"}";
    Relay::crowd_but(5, move |asked| {
        let known = asked.header("authorization") == Some(&*bearer);
        (!known).then(|| answer("401 Unauthorized", "Content-Type: application/json\r\n", body))
    })
}

#[test]
fn a_refused_key_is_asked_for_again_and_never_shown() {
    let (relay, program) = (guarded(), Program::new());
    let mut command = shortlist(&program, &["--url", &relay.url()]);
    command.env("SHORTLIST_KEY", "sl_a-key-that-was-revoked");
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("The key of the server");
    screen.wait_text("this key is not known");
    let refused = relay.rough.log().asked.len();
    screen.type_keys("sl_a-wrong-one");
    screen.wait_text("••");
    screen.type_keys("<enter>");
    screen.wait_gone("•");
    screen.wait_for("another refusal", |screen| {
        screen.contents().contains("The key of the server")
            && relay.rough.log().asked.len() > refused
    });
    screen.type_keys(KEY);
    screen.wait_text(&"•".repeat(KEY.len()));
    screen.type_keys("<enter>");
    screen.wait_text("● now");
    screen.type_keys("!");
    screen.wait_text("401");
    screen.type_keys("q");
    screen.wait_gone("401");
    let raw = String::from_utf8(screen.raw()).unwrap();
    for key in [KEY, "sl_a-key-that-was-revoked", "sl_a-wrong-one"] {
        assert!(!raw.contains(key), "{key}");
    }
    end(screen);
}

#[test]
fn a_missing_key_is_asked_for_before_anything_is_sent() {
    let (relay, program) = (guarded(), Program::new());
    let command = shortlist(&program, &["--url", &relay.url()]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("The key of the server");
    screen.wait_text("asks for a key");
    assert_eq!(relay.rough.log().connections, 0);
    screen.type_keys(&format!("{KEY}<enter>"));
    screen.wait_text("● now");
    assert!(!String::from_utf8(screen.raw()).unwrap().contains(KEY));
    end(screen);
}

#[test]
fn a_prompt_that_was_left_comes_again() {
    let (relay, program) = (guarded(), Program::new());
    for key in [None, Some("sl_a-key-that-was-revoked")] {
        let mut command = shortlist(&program, &["--url", &relay.url()]);
        if let Some(key) = key {
            command.env("SHORTLIST_KEY", key);
        }
        let mut screen = Screen::start(WIDE.0, WIDE.1, command);
        screen.wait_text("The key of the server");
        screen.type_keys("<esc>");
        screen.wait_text("without a key nothing can be read; R asks again");
        screen.type_keys("R");
        screen.wait_text("The key of the server");
        screen.type_keys(&format!("{KEY}<enter>"));
        screen.wait_text("● now");
        end(screen);
    }
}

#[test]
fn a_page_that_fails_is_a_gap_with_a_name_and_is_filled_again() {
    let broken = Arc::new(AtomicBool::new(true));
    let is_broken = Arc::clone(&broken);
    let body = "{\"success\":false,\"error\":\"the shelf fell over\"}";
    let relay = Relay::crowd_but(350, move |asked| {
        let fails = is_page_at(asked, 100) && is_broken.load(Ordering::SeqCst);
        fails.then(|| answer("500 Oh", "Content-Type: application/json\r\n", body))
    });
    let program = Program::new();
    let mut screen = start(&program, &relay.url(), &["--deadline", "5s"]);
    screen.wait_text("1 page failed: R");
    screen.wait_text("250/350 loaded");
    screen.type_keys("3G");
    screen.wait_text("▌  Ada 349");
    screen.type_keys("gg");
    screen.wait_text("▌  Ada 0");
    screen.type_keys(&"<pgdn>".repeat(6));
    screen.wait_text("not loaded: ");
    screen.wait_text("the shelf fell over");
    broken.store(false, Ordering::SeqCst);
    screen.type_keys("R");
    screen.wait_text("Candidates 350");
    screen.wait_gone("1 page failed");
    screen.wait_gone("not loaded");
    end(screen);
}
