//! The program reopens where it was left.

use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, shortlist_on};
use crate::support::relay::Relay;

/// The column of the line between the candidate list and the candidate.
fn border(screen: &Screen) -> usize {
    let lines = screen.lines();
    let line = lines.iter().find(|line| line.contains("3 Candidates")).unwrap();
    line.chars().position(|letter| letter == '╮').unwrap()
}

#[test]
fn a_restart_goes_back_to_the_candidate_the_filter_and_the_pane_sizes() {
    let (program, relay) = (Program::new(), Relay::start(60));
    let start = |arguments: &[&str]| {
        Screen::start(WIDE.0, WIDE.1, shortlist_on(&program, &relay.url(), arguments))
    };
    let mut screen = start(&[]);
    screen.wait_for_text("▸ now");
    screen.type_keys("3/ada 2");
    screen.wait_for_text("15 matches");
    screen.type_keys("<enter>");
    screen.wait_for_text("esc back");
    screen.type_keys("gg");
    screen.wait_for_text("▌  Ada 2");
    let before = border(&screen);
    screen.type_keys("<c-right>jj");
    screen.wait_for_text("▌  Ada 20");
    assert_eq!(border(&screen), before + 4);
    screen.quit();

    let screen = start(&[]);
    screen.wait_for_texts(&["▸3 Candidates 60", "ada 2", "▌  Ada 20", "4 Ada 20"]);
    assert_eq!(border(&screen), before + 4);
    screen.quit();

    let screen = start(&["--no-cache"]);
    screen.wait_for_texts(&["▸1 Jobs", "▌", "4 Ada 0"]);
    screen.quit();
}
