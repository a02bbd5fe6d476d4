//! Copying from the panes, typed into the program.

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist};

#[test]
fn two_keys_copy_the_email_addresses_of_five_marked_people() {
    let program = Program::new();
    let mut screen = Screen::wide(shortlist(&program, &[]));
    screen.wait_for_texts(&["Jobs 32", "▸ now"]);
    screen.type_keys("3<space><space><space><space><space>");
    screen.wait_for_text("5 marked");
    screen.type_keys("ye");
    screen.wait_for_texts(&["Copied", "email addresses"]);
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    let raw = String::from_utf8(screen.raw()).unwrap();
    assert_eq!(raw.matches("\x1b]52;c;").count(), 1, "one copy");
    let (_, links) = raw.split_once("\x1b]8;;").unwrap();
    assert!(links.contains("\x1b]8;;\x1b\\"), "a link of the terminal ends");
}
