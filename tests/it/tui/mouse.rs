//! Clicks and the wheel, in the program as the user runs it.

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist};

/// The position of a text on the screen, counted from 1.
fn find(screen: &Screen, text: &str) -> (usize, usize) {
    let lines = screen.lines();
    let at = lines.iter().enumerate().find_map(|(y, line)| {
        let (before, _) = line.split_once(text)?;
        Some((before.chars().count() + 1, y + 1))
    });
    at.unwrap_or_else(|| panic!("{text} in {}", lines.join("\n")))
}

fn click(screen: &mut Screen, text: &str) {
    let (x, y) = find(screen, text);
    screen.send(format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m").as_bytes());
}

#[test]
fn hints_headings_and_the_path_can_be_clicked() {
    let program = Program::new();
    let mut screen = Screen::wide(shortlist(&program, &[]));
    screen.wait_for_text("Jobs 32");
    screen.wait_for_text("? help");
    click(&mut screen, "? help");
    screen.wait_for_text("╭ Help ");
    click(&mut screen, "q close");
    screen.wait_until_gone("╭ Help ");
    screen.wait_for_text("▸1 Jobs");
    click(&mut screen, "client ");
    screen.wait_for_text("▲ client");
    click(&mut screen, "▲ client");
    screen.wait_for_text("▼ client");
    click(&mut screen, "stage ");
    screen.wait_for_text("▸3 Candidates");
    screen.wait_for_text("▲ stage");
    click(&mut screen, "shortlist · ");
    screen.wait_for_text("▸1 Jobs");
    click(&mut screen, "s sort");
    screen.wait_for_text("s: Sort");
    click(&mut screen, "By number of candidates");
    screen.wait_for_text("▲ count");
    screen.quit();
}

#[test]
fn the_wheel_scrolls_the_pane_under_the_pointer_and_leaves_the_focus() {
    let program = Program::new();
    let mut screen = Screen::wide(shortlist(&program, &[]));
    screen.wait_for_text("Jobs 32");
    screen.wait_for_text("▸ now");
    let jobs = |screen: &Screen| -> Vec<String> {
        screen.lines()[2..14].iter().map(|line| line.chars().take(40).collect()).collect()
    };
    let (x, y) = find(&screen, "╭ 3 ");
    let before = jobs(&screen);
    screen.send(format!("\x1b[<65;{};{}M", x + 5, y + 5).as_bytes());
    screen.wait_for_text("↑");
    assert_eq!(jobs(&screen), before, "the job list stays as it was");
    assert!(screen.shows("▸1 Jobs"), "and keeps the focus");
    screen.quit();
}
