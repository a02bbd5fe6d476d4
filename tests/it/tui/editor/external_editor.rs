//! The external editor has the terminal: its text is not lost, and the program
//! does not react to its keys and signals.

use std::path::PathBuf;

use portable_pty::CommandBuilder;

use crate::support::edit_fixture::{
    EditFixture, REVIEW, go_to_candidates, title_line, wait_until_loaded,
};
use crate::support::pty::{Screen, in_shell, shortlist};

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
    let files = std::fs::read_dir(fixture.program.local_folder()).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let is_edit = |path: &PathBuf| path.to_string_lossy().contains(".edit-");
    files.filter(is_edit).collect()
}

#[test]
fn the_text_of_the_editor_survives_a_closed_terminal() {
    let fixture = EditFixture::new();
    // The resize interrupts the first `read`, and the hang-up ends the second.
    let script =
        format!("{WRITE}\ntrap 'echo resized' WINCH\necho your turn\nread line\nread line\nexit 0");
    let mut screen = open_editor(fixture.command_with_editor(&script));
    assert_eq!(files(&fixture).len(), 2, "the text, and what it belongs to");
    assert_eq!(screen.hang_up(), 129);
    assert_eq!(files(&fixture), [""; 0].map(PathBuf::from), "the text is a draft now");
    let restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Ada Lovelace from ");
    restarted.wait_for_text(&title_line("Countess"));
    assert_eq!(fixture.patches().len(), 0);
    restarted.quit();
}

#[test]
fn the_text_of_a_killed_program_becomes_a_draft_of_its_workspace() {
    let fixture = EditFixture::new();
    let mut screen =
        open_editor(fixture.command_with_editor(&format!("{WRITE}\necho your turn\nread line")));
    screen.kill();
    assert_eq!(files(&fixture).len(), 2);
    // Another workspace does not take it.
    let mut other = Screen::wide(shortlist(&fixture.program, &[]));
    other.wait_for_text("Jobs 32");
    other.type_keys("ge");
    other.wait_for_text("No unsaved edits");
    other.quit();
    assert_eq!(files(&fixture).len(), 2);
    let restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Ada Lovelace from ");
    restarted.wait_for_text(&title_line("Countess"));
    assert_eq!(files(&fixture), [""; 0].map(PathBuf::from), "the text is a draft now");
    assert_eq!(fixture.patches().len(), 0);
    restarted.quit();
}

#[test]
fn a_file_that_belongs_to_nothing_is_named_and_stays() {
    let fixture = EditFixture::new();
    let mut screen =
        open_editor(fixture.command_with_editor(&format!("{WRITE}\necho your turn\nread line")));
    screen.kill();
    let is_text = |file: &PathBuf| file.extension().is_some_and(|kind| kind == "toml");
    let (texts, others): (Vec<PathBuf>, Vec<PathBuf>) =
        files(&fixture).into_iter().partition(is_text);
    std::fs::remove_file(&others[0]).unwrap();
    let mut restarted = fixture.start();
    wait_until_loaded(&restarted);
    restarted.type_keys("gn");
    restarted.wait_for_text("Unused text from your editor: ");
    restarted.quit();
    assert!(std::fs::read_to_string(&texts[0]).unwrap().contains("Countess"));
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
