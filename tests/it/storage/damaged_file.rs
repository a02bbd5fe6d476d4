//! A damaged or newer local file never stops the program.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, shortlist_on};
use crate::support::relay::Relay;
use crate::support::triage_fixture::wait_for_log;

/// The name of the file that was set aside.
fn aside(program: &Program) -> String {
    let entries = fs::read_dir(program.local_folder()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let is_database = |name: &String| Path::new(name).extension().is_some_and(|end| end == "db");
    let names: Vec<String> = names.filter(is_database).filter(|name| name != "work.db").collect();
    let [name] = names.as_slice() else { panic!("{names:?}") };
    name.clone()
}

fn program(url: &str) -> Program {
    let program = Program::new();
    program.configure(&format!("[profiles.work]\nurl = \"{url}\"\n"));
    program
}

#[test]
fn a_command_names_the_damaged_file_and_goes_on() {
    let program = program("https://a.example");
    fs::create_dir_all(program.local_folder()).unwrap();
    fs::write(program.local_folder().join("work.db"), "garbage").unwrap();
    let output = program.run(&["verdicts", "--profile", "work"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let name = aside(&program);
    assert!(name.starts_with("work.damaged-"), "{name}");
    assert!(stderr.contains(&name) && stderr.contains("verdicts and notes: 0"), "{stderr}");
    let again = program.run(&["verdicts", "--profile", "work"]);
    assert!(!String::from_utf8(again.stderr).unwrap().contains("damaged"));
}

#[test]
fn a_command_that_meets_a_damaged_copy_sets_the_file_aside_and_answers() {
    let relay = Relay::start(5);
    let program = program(&relay.url());
    let run = |arguments: &[&str]| {
        let mut command = program.command(&[arguments, &["--profile", "work"]].concat());
        let output = command.env("SHORTLIST_KEY", "key").output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {stderr}");
        (String::from_utf8(output.stdout).unwrap(), stderr)
    };
    run(&["sync"]);
    let file = program.local_folder().join("work.db");
    let connection = Connection::open(&file).unwrap();
    let number = |sql: &str| {
        let number: u32 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        number as usize
    };
    let size = number("PRAGMA page_size");
    let page = number("SELECT rootpage FROM sqlite_schema WHERE name = 'mirror_list'");
    drop(connection);
    let mut bytes = fs::read(&file).unwrap();
    bytes[(page - 1) * size..page * size].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let (_, stderr) = run(&["sync"]);
    assert!(stderr.contains(&aside(&program)), "{stderr}");
    let (stdout, stderr) = run(&["find", "ada"]);
    assert!(!stdout.is_empty() && !stderr.contains("damaged"), "{stderr}");
}

#[test]
fn the_screen_opens_with_the_verdicts_of_a_newer_file_and_names_it() {
    let relay = Relay::start(5);
    let program = program(&relay.url());
    let start = || Screen::start(WIDE.0, WIDE.1, shortlist_on(&program, &relay.url(), &[]));
    let mut screen = start();
    wait_for_log(&mut screen, "4 waiting");
    screen.wait_for_text("▸ now");
    screen.type_keys("3a");
    screen.wait_for_text("1 to do");
    screen.quit();
    let file = program.local_folder().join("work.db");
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let screen = start();
    screen.wait_for_text("Your local file was written");
    screen.wait_for_text("1 to do");
    screen.quit();
    assert!(aside(&program).starts_with("work.newer-"));
}
