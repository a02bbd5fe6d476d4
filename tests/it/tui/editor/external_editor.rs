//! The person's own editor has the terminal: what is written there is not lost,
//! and its keys are its own.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use portable_pty::CommandBuilder;

use crate::support::edit_fixture::{Desk, REVIEW, quit, seat};
use crate::support::pty::{Screen, WIDE, in_a_shell};

/// What every editor here writes.
const WRITE: &str = r#"sed -i 's/"Engineer"/"Countess"/' "$1""#;

/// The program here, with an editor that does this.
fn with_editor(desk: &Desk, lines: &str) -> CommandBuilder {
    let path = desk.program.home.path().join("editor");
    std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o700)).unwrap();
    let mut command = desk.command();
    command.env("EDITOR", "./editor");
    command
}

/// The editor has the terminal, and says so.
fn edits(command: CommandBuilder) -> Screen {
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    seat(&mut screen);
    screen.type_keys("E");
    screen.wait_text("your turn");
    screen
}

/// The files that were given to an editor.
fn files(desk: &Desk) -> Vec<PathBuf> {
    let folder = desk.program.home.path().join(".local/share/shortlist");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect()
}

#[test]
fn what_was_written_outlives_the_terminal() {
    let desk = Desk::plain();
    let lines = format!("{WRITE}\nwhile echo your turn; do sleep 0.05; done 2>/dev/null\nexit 0");
    let mut screen = edits(with_editor(&desk, &lines));
    assert_eq!(files(&desk).len(), 1);
    assert_eq!(screen.hang_up(), 129);
    assert_eq!(files(&desk), [""; 0].map(PathBuf::from), "it is among the drafts");
    let again = desk.start();
    again.wait_text("unsaved edit of Ada Lovelace from ");
    again.wait_text("*title            Countess");
    assert_eq!(desk.patches().len(), 0);
    quit(again);
}

#[test]
fn what_nobody_could_take_is_named_at_the_next_start() {
    let desk = Desk::plain();
    let mut screen = edits(with_editor(&desk, &format!("{WRITE}\necho your turn\nread line")));
    screen.signal("KILL");
    screen.exit();
    let [file] = files(&desk).try_into().unwrap();
    let mut again = desk.start();
    again.wait_text("written in your editor and never taken:");
    again.wait_text("● this one");
    again.type_keys("gn");
    again.wait_text(&format!("written in your editor and never taken: {}", file.display()));
    quit(again);
    assert!(std::fs::read_to_string(file).unwrap().contains("Countess"));
}

#[test]
fn a_text_that_was_taken_leaves_no_file() {
    let desk = Desk::plain();
    let mut screen = edits(with_editor(&desk, &format!("echo your turn\nread line\n{WRITE}")));
    screen.type_keys("<enter>");
    screen.wait_text(REVIEW);
    desk.wait_on_disk("Countess");
    quit(screen);
    assert_eq!(files(&desk), [""; 0].map(PathBuf::from));
}

#[test]
fn an_editor_that_stops_gives_the_terminal_to_the_shell() {
    let desk = Desk::plain();
    let command = with_editor(&desk, &format!("echo your turn\nkill -TSTP 0\n{WRITE}"));
    let lines = "\"$@\"\necho stopped\nread line\nfg\necho \"ended $?\"\n";
    let mut screen = edits(in_a_shell(&desk.program, lines, &command));
    screen.wait_text("stopped");
    assert_eq!(screen.left_changed(), [""; 0]);
    screen.type_keys("<enter>");
    screen.wait_text(REVIEW);
    screen.wait_text("Countess");
    screen.type_keys("<c-c>");
    screen.wait_text("ended 0");
    screen.exit();
    assert_eq!(screen.left_changed(), [""; 0]);
}

#[test]
fn an_interrupt_in_the_editor_is_not_ours() {
    let desk = Desk::plain();
    let waits = "trap 'heard=1' INT\necho your turn\nwhile [ -z \"$heard\" ]; do read line; done";
    let mut screen = edits(with_editor(&desk, &format!("{waits}\n{WRITE}")));
    screen.type_keys("<c-c>");
    screen.wait_text(REVIEW);
    screen.wait_text("Countess");
    quit(screen);
}
