//! The external editor has the terminal: its text is not lost, and the program
//! does not react to its keys and signals.

use std::path::PathBuf;

use portable_pty::CommandBuilder;

use crate::support::edit_fixture::{
    EditFixture, REVIEW, go_to_candidates, title_line, wait_until_loaded,
};
use crate::support::pty::{Screen, in_shell};

/// Every editor script makes this change.
const WRITE: &str = r#"sed -i 's/"Engineer"/"Countess"/' "$1""#;

/// Starts the program and opens the editor, which prints `your turn`.
fn open_editor(command: CommandBuilder) -> Screen {
    let mut screen = Screen::wide(command);
    go_to_candidates(&mut screen);
    screen.type_keys("E");
    screen.wait_for_text("your turn");
    screen
}

/// The files that the program passes to an editor.
fn files(fixture: &EditFixture) -> Vec<PathBuf> {
    let folder = fixture.program.home.path().join(".local/share/shortlist");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect()
}

#[test]
fn the_text_of_the_editor_survives_a_closed_terminal() {
    let fixture = EditFixture::new();
    // The resize interrupts the first `read`, and the hang-up ends the second.
    let script =
        format!("{WRITE}\ntrap 'echo resized' WINCH\necho your turn\nread line\nread line\nexit 0");
    let mut screen = open_editor(fixture.command_with_editor(&script));
    assert_eq!(files(&fixture).len(), 1);
    assert_eq!(screen.hang_up(), 129);
    assert_eq!(files(&fixture), [""; 0].map(PathBuf::from), "the text is a draft now");
    let restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Ada Lovelace from ");
    restarted.wait_for_text(&title_line("Countess"));
    assert_eq!(fixture.patches().len(), 0);
    restarted.quit();
}

#[test]
fn a_text_that_was_not_taken_is_named_at_the_next_start() {
    let fixture = EditFixture::new();
    let mut screen =
        open_editor(fixture.command_with_editor(&format!("{WRITE}\necho your turn\nread line")));
    screen.kill();
    let [file] = files(&fixture).try_into().unwrap();
    let mut restarted = fixture.start();
    restarted.wait_for_text("Unused text from your editor:");
    wait_until_loaded(&restarted);
    restarted.type_keys("gn");
    restarted.wait_for_text(&format!("Unused text from your editor: {}", file.display()));
    restarted.quit();
    assert!(std::fs::read_to_string(file).unwrap().contains("Countess"));
}

#[test]
fn a_text_that_was_taken_leaves_no_file() {
    let fixture = EditFixture::new();
    let mut screen =
        open_editor(fixture.command_with_editor(&format!("echo your turn\nread line\n{WRITE}")));
    screen.type_keys("<enter>");
    screen.wait_for_text(REVIEW);
    fixture.wait_for_draft("Countess");
    screen.quit();
    assert_eq!(files(&fixture), [""; 0].map(PathBuf::from));
}

#[test]
fn an_editor_that_stops_returns_the_terminal_to_the_shell() {
    let fixture = EditFixture::new();
    let command = fixture.command_with_editor(&format!("echo your turn\nkill -TSTP 0\n{WRITE}"));
    let script = "\"$@\"\necho stopped\nread line\nfg\necho \"ended $?\"\n";
    let mut screen = open_editor(in_shell(&fixture.program, script, &command));
    screen.wait_for_text("stopped");
    assert_eq!(screen.leftover_changes(), [""; 0]);
    screen.type_keys("<enter>");
    screen.wait_for_texts(&[REVIEW, "Countess"]);
    screen.type_keys("<c-c>");
    screen.wait_for_text("ended 0");
    screen.exit();
    assert_eq!(screen.leftover_changes(), [""; 0]);
}

#[test]
fn an_interrupt_in_the_editor_does_not_end_the_program() {
    let fixture = EditFixture::new();
    // The inner shell dies of the interrupt, at whatever step it is; the outer one goes on.
    let wait = "trap : INT\nsh -c 'echo your turn; exec cat'";
    let mut screen = open_editor(fixture.command_with_editor(&format!("{wait}\n{WRITE}")));
    screen.type_keys("<c-c>");
    screen.wait_for_texts(&[REVIEW, "Countess"]);
    screen.quit();
}
