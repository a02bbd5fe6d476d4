//! Switching between the workspaces of profiles, and profiles that are read-only.

use std::os::unix::fs::PermissionsExt;

use crate::support::edit_fixture::{open_form, wait_until_loaded};
use crate::support::harness::{Program, run_with_stdin};
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist};
use crate::support::relay::Relay;
use crate::support::scripted_server::{Step, latch};

/// A program with a profile for each server; `extra` is in all of them.
fn program(relays: &[(&str, &Relay)], extra: &str) -> Program {
    let program = Program::new();
    let file = program.home.path().join("key");
    std::fs::write(&file, KEY).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    let profile = |(name, relay): &(&str, &Relay)| {
        let (url, file) = (relay.url(), file.display());
        format!("[profiles.{name}]\nurl = '{url}'\nkey = {{ file = '{file}' }}\n{extra}")
    };
    program.configure(&relays.iter().map(profile).collect::<String>());
    program
}

fn host(relay: &Relay) -> String {
    relay.http.address.to_string()
}

fn switch_to(screen: &mut Screen, name: &str) {
    screen.type_keys("<c-p>");
    screen.type_keys(&format!("switch {name}"));
    screen.wait_for_text(&format!("Switch to {name}"));
    screen.type_keys("<enter>");
}

#[test]
fn another_profile_opens_in_the_same_terminal_and_nothing_of_the_first_remains() {
    let (first, second) = (Relay::start(5), Relay::start(3));
    let program = program(&[("first", &first), ("second", &second)], "");
    let mut screen = Screen::wide(shortlist(&program, &["--profile", "first"]));
    wait_until_loaded(&screen);
    screen.type_keys("3a");
    screen.wait_for_text("1 to do");
    switch_to(&mut screen, "profile second");
    screen.wait_for_texts(&[&host(&second), "Candidates 3"]);
    wait_until_loaded(&screen);
    assert!(!screen.shows("to do") && !screen.shows(&host(&first)));
    // The verdict was on disk before the other workspace opened.
    switch_to(&mut screen, "profile first");
    screen.wait_for_texts(&[&host(&first), "Candidates 5", "1 to do"]);
    switch_to(&mut screen, "the workspace on this machine");
    screen.wait_for_text("Demo workspace");
    screen.quit();
}

#[test]
fn a_profile_that_cannot_be_opened_leaves_the_workspace_open() {
    let relay = Relay::start(2);
    let program = program(&[("first", &relay)], "");
    let mut screen = Screen::wide(shortlist(&program, &["--profile", "first"]));
    wait_until_loaded(&screen);
    switch_to(&mut screen, "the workspace on this machine");
    screen.wait_for_text("Demo workspace");
    // The profile is not in the config any more.
    program.configure("[profiles.other]\nurl = 'https://a.example'\n");
    switch_to(&mut screen, "profile first");
    screen.wait_for_texts(&["Not switched: no profile `first`", "Demo workspace"]);
    screen.quit();
}

#[test]
fn a_key_that_cannot_be_found_is_asked_for() {
    let relay = Relay::start(2);
    let program = Program::new();
    let url = relay.url();
    let command = "['sh', '-c', 'echo vault is sealed >&2; exit 1']";
    program.configure(&format!("[profiles.a]\nurl = '{url}'\nkey = {{ command = {command} }}\n"));
    let mut screen = Screen::wide(shortlist(&program, &["--profile", "a"]));
    screen.wait_for_texts(&["API key:", "vault is sealed"]);
    screen.type_keys(&format!("{KEY}<enter>"));
    wait_until_loaded(&screen);
    screen.quit();
}

#[test]
fn the_keys_of_a_read_only_profile_say_that_it_is_read_only() {
    let relay = Relay::start(2);
    let program = program(&[("first", &relay)], "read_only = true\n");
    let mut screen = Screen::wide(shortlist(&program, &["--profile", "first"]));
    wait_until_loaded(&screen);
    screen.wait_for_text("read-only");
    screen.type_keys("3");
    // The first key of a chord for editing answers at once: none of them is possible. The second
    // key does not act on its own.
    for keys in [&["e", "a"][..], &["e", "t"], &["E"], &["J"]] {
        for key in keys {
            screen.type_keys(key);
            screen.wait_for_text("This profile is read-only");
        }
        screen.type_keys("gg");
        screen.wait_until_gone("This profile is read-only");
        assert!(!screen.shows("1 to do") && !screen.shows("Tags"), "{keys:?}");
    }
    screen.type_keys("<c-p>edit all");
    screen.wait_for_text("No match");
    screen.type_keys("<esc>");
    screen.wait_until_gone("No match");
    screen.type_keys("a");
    screen.wait_for_text("1 to do");
    screen.quit();
    assert!(relay.http.log().requests.iter().all(|request| request.method == "GET"));
}

#[test]
fn a_change_that_is_being_sent_keeps_the_workspace_open() {
    let (release, held) = latch();
    let relay = Relay::intercepting(2, move |request| {
        (request.method == "PATCH").then(|| vec![Step::Wait(held.clone()), Step::Close])
    });
    let program = program(&[("first", &relay)], "");
    let mut screen = Screen::wide(shortlist(&program, &["--profile", "first"]));
    wait_until_loaded(&screen);
    screen.type_keys("3");
    open_form(&mut screen, "Ada 0");
    screen.type_keys("<c-u>Chief<c-s>");
    screen.wait_for_texts(&["Sending", "continue in the background"]);
    screen.type_keys("<esc>");
    screen.wait_for_text("Saving continues in the background");
    switch_to(&mut screen, "the workspace on this machine");
    screen.wait_for_texts(&["Not switched: a change is being sent", &host(&relay)]);
    drop(release);
    screen.signal("TERM");
    screen.exit();
}

#[test]
fn linear_mode_opens_another_profile_too() {
    let (first, second) = (Relay::start(5), Relay::start(3));
    let program = program(&[("first", &first), ("second", &second)], "");
    let mut command = program.command(&["--linear", "--profile", "first"]);
    let lines = "where\npalette switch profile second\n1\nwhere\nopen 1\nquit\n";
    let output = run_with_stdin(&mut command, lines.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let (before, after) = text.split_once("profile second\n").unwrap();
    assert!(before.contains(&host(&first)) && !before.contains(&host(&second)), "{text}");
    assert!(after.contains(&host(&second)) && !after.contains(&host(&first)), "{text}");
    assert!(after.contains("candidates: 3"), "{text}");
}
