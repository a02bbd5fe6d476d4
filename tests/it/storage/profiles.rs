//! Workspaces with a name, and what this machine keeps of each.

use std::path::PathBuf;

use crate::support::files::wait_for_files;
use crate::support::harness::{KEY, Program};
use crate::support::pty::{Screen, WIDE, on_server, shortlist};
use crate::support::relay::Relay;

/// A home whose config calls a server `work`.
fn home(url: &str) -> Program {
    let program = Program::new();
    program.configure(&format!("[profiles.work]\nurl = '{url}'\n[profiles.odd]\nurl = 1\n"));
    program
}

/// The files of the recruiter's own data, by name.
fn kept(program: &Program) -> Vec<String> {
    let entries = std::fs::read_dir(program.local_folder()).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn live(program: &Program) -> Vec<String> {
    let is_live = |name: &String| PathBuf::from(name).extension().is_some_and(|end| end == "live");
    kept(program).into_iter().filter(is_live).collect()
}

#[test]
fn a_window_keeps_a_file_for_its_profile_however_it_ends() {
    let relay = Relay::crowd(5);
    let program = home(&relay.url());
    let mut by_name = shortlist(&program, &["--profile", "work"]);
    by_name.env("SHORTLIST_KEY", KEY);
    let by_address = || on_server(&program, &relay.url(), &[]);
    for (command, end) in [(by_name, ""), (by_address(), "TERM"), (by_address(), "HUP")] {
        let mut screen = Screen::start(WIDE.0, WIDE.1, command);
        screen.wait_text("● now");
        match end {
            "" => screen.type_keys("<c-c>"),
            signal => screen.signal(signal),
        }
        screen.exit();
        assert_eq!(kept(&program), ["work.db"], "{end}: closed, with nothing beside it");
    }
}

#[test]
fn what_a_killed_window_left_is_taken_away_by_the_next() {
    let relay = Relay::crowd(5);
    let program = home(&relay.url());
    let start = || {
        let screen = Screen::start(WIDE.0, WIDE.1, on_server(&program, &relay.url(), &[]));
        screen.wait_text("● now");
        screen
    };
    let mut screen = start();
    let wait = |what: &str, holds: &dyn Fn(Vec<String>) -> bool| {
        wait_for_files(&program.local_folder(), what, || holds(live(&program)));
    };
    wait("the file of the window", &|live| !live.is_empty());
    let killed = live(&program);
    screen.signal("KILL");
    screen.exit();
    assert_eq!(live(&program), killed);
    let mut screen = start();
    wait("the file of the next window alone", &|live| live != killed);
    screen.type_keys("<c-c>");
    screen.exit();
    assert_eq!(live(&program), [""; 0]);
}

#[test]
fn a_command_takes_a_profile_and_keeps_nothing() {
    let relay = Relay::crowd(5);
    let program = home(&relay.url());
    let run = |arguments: &[&str]| {
        let output = program.command(arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), output.stdout.is_empty(), told)
    };
    let (code, is_empty, told) = run(&["jobs", "--profile", "work"]);
    assert_eq!((code, is_empty), (Some(0), false), "{told}");
    assert!(told.contains("profiles.odd.url: expected text"), "{told}");
    for (arguments, expected) in [
        (&["jobs", "--profile", "wrok"][..], "did you mean `work`?"),
        (&["jobs", "--profile", "odd"], "profiles.odd.url: expected text, found an integer"),
        (&["jobs", "--profile", "work", "--url", "http://localhost"], "cannot be used with"),
        (&["--profile", "wrok"], "did you mean `work`?"),
    ] {
        let (code, _, told) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
    assert_eq!(kept(&program), [""; 0]);
}
