//! The terminal is resized while a list is loading and while keys are typed.

use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, shortlist_on};
use crate::support::relay::{Relay, is_page};
use crate::support::scripted_server::{Step, latch};

/// Rows and columns: the limits of every layout, then random sizes.
fn sizes() -> Vec<(u16, u16)> {
    let (heights, widths) = ([1, 2, 9, 10, 11, 40, 100], [1, 2, 39, 40, 79, 80, 109, 110, 300]);
    let mut sizes: Vec<(u16, u16)> =
        heights.iter().flat_map(|rows| widths.iter().map(|columns| (*rows, *columns))).collect();
    let mut seed: u32 = 11;
    for _ in 0..200 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (rows, columns) = (1 + (seed >> 16) % 100, 1 + (seed >> 8) % 300);
        sizes.push((u16::try_from(rows).unwrap(), u16::try_from(columns).unwrap()));
    }
    sizes
}

#[test]
fn many_sizes_in_a_row_keep_the_selection() {
    let (release, closed) = latch();
    let relay = Relay::intercepting(700, move |request| {
        let is_late = is_page(request) && request.query("offset") > 100;
        (is_late && closed.has_changed().is_ok())
            .then(|| vec![Step::Wait(closed.clone()), Step::Close])
    });
    let program = Program::new();
    let command = shortlist_on(&program, &relay.url(), &["--deadline", "10m"]);
    let mut screen = Screen::wide(command);
    screen.wait_for_text("/700 loaded");
    screen.type_keys("3jjjjjjj");
    screen.wait_for_text("▌  Ada 7");
    for (rows, columns) in sizes() {
        screen.resize(rows, columns);
    }
    screen.resize(9, 39);
    screen.wait_for_text("40x10 needed, this is 39x9");
    screen.resize(12, 60);
    screen.wait_for_text("▌  Ada 7");
    screen.resize(WIDE.0, WIDE.1);
    screen.wait_for_text("▌  Ada 7");
    screen.wait_for_text("4 Ada 7");
    drop(release);
    screen.wait_for_text("8/700");
    screen.wait_for_text("Candidates 700");
    screen.type_keys("j");
    screen.wait_for_text("▌  Ada 8");
    screen.quit();
}

#[test]
fn the_first_key_after_a_resize_works() {
    let (program, relay) = (Program::new(), Relay::start(50));
    let command = shortlist_on(&program, &relay.url(), &[]);
    let mut screen = Screen::wide(command);
    screen.wait_for_text("▸ now");
    screen.type_keys("3");
    screen.wait_for_text("▌  Ada 0");
    for number in 1..10 {
        screen.resize(WIDE.0 - number, WIDE.1);
        screen.wait_for("the footer in the last line", |screen| {
            let last = screen.contents().lines().last().map(str::to_owned);
            last.is_some_and(|line| line.contains("esc back"))
        });
        screen.type_keys("j");
        screen.wait_for_text(&format!("▌  Ada {number}"));
    }
    screen.quit();
}
