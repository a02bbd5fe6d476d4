//! Profiles, and the files that this machine stores for each.

use std::path::PathBuf;

use crate::support::edit_fixture::wait_until_loaded;
use crate::support::files::wait_for_files;
use crate::support::harness::Program;
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist, shortlist_on};
use crate::support::relay::Relay;

/// A program with a profile `work` and an invalid one.
fn program_with_profiles(url: &str) -> Program {
    let program = Program::new();
    program.configure(&format!("[profiles.work]\nurl = '{url}'\n[profiles.odd]\nurl = 1\n"));
    program
}

/// The names of the files with own data.
fn local_files(program: &Program) -> Vec<String> {
    let entries = std::fs::read_dir(program.local_folder()).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The files that mark open windows.
fn live_files(program: &Program) -> Vec<String> {
    let is_live = |name: &String| {
        PathBuf::from(name).extension().is_some_and(|extension| extension == "live")
    };
    local_files(program).into_iter().filter(is_live).collect()
}

#[test]
fn a_window_leaves_only_the_database_of_its_profile_however_it_ends() {
    let relay = Relay::start(5);
    let program = program_with_profiles(&relay.url());
    let mut by_name = shortlist(&program, &["--profile", "work"]);
    by_name.env("SHORTLIST_KEY", KEY);
    let by_address = || shortlist_on(&program, &relay.url(), &[]);
    for (command, end) in [(by_name, ""), (by_address(), "TERM"), (by_address(), "HUP")] {
        let mut screen = Screen::wide(command);
        // Rows of the copy are on the screen before the program listens to signals.
        wait_until_loaded(&screen);
        match end {
            "" => screen.type_keys("<c-c>"),
            signal => screen.signal(signal),
        }
        screen.exit();
        assert_eq!(local_files(&program), ["work.db"], "{end}: no other file remains");
    }
}

#[test]
fn the_next_window_deletes_the_files_of_a_killed_one() {
    let relay = Relay::start(5);
    let program = program_with_profiles(&relay.url());
    let start = || {
        let screen = Screen::wide(shortlist_on(&program, &relay.url(), &[]));
        screen.wait_for_text("▸ now");
        screen
    };
    let mut screen = start();
    let wait = |what: &str, holds: &dyn Fn(Vec<String>) -> bool| {
        wait_for_files(&program.local_folder(), what, || holds(live_files(&program)));
    };
    wait("the file of the window", &|files| !files.is_empty());
    let killed = live_files(&program);
    screen.kill();
    assert_eq!(live_files(&program), killed);
    let mut screen = start();
    wait("the file of the next window alone", &|files| files != killed);
    screen.type_keys("<c-c>");
    screen.exit();
    assert_eq!(live_files(&program), [""; 0]);
}

#[test]
fn a_command_accepts_a_profile_and_with_no_cache_stores_nothing() {
    let relay = Relay::start(5);
    let program = program_with_profiles(&relay.url());
    let run = |arguments: &[&str]| {
        let output = program.command(arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), output.stdout.is_empty(), message)
    };
    let (code, is_empty, message) = run(&["jobs", "--profile", "work", "--no-cache"]);
    assert_eq!((code, is_empty), (Some(0), false), "{message}");
    assert!(message.contains("profiles.odd.url: expected a string"), "{message}");
    for (arguments, expected) in [
        (&["jobs", "--profile", "wrok"][..], "did you mean `work`?"),
        (&["jobs", "--profile", "odd"], "profiles.odd.url: expected a string, found an integer"),
        (&["jobs", "--profile", "work", "--url", "http://localhost"], "cannot be used with"),
        (&["--profile", "wrok"], "did you mean `work`?"),
    ] {
        let (code, _, message) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert_eq!(local_files(&program), [""; 0]);
    run(&["jobs", "--profile", "work"]);
    let files = local_files(&program);
    assert_eq!(files, ["work.db", "work.db-shm", "work.db-wal"], "what it read is kept");
}
