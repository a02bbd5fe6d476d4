//! The terminal changes its size, again and again, while a list is loading.

use crate::support::harness::Program;
use crate::support::pty::sequences::foreign;
use crate::support::pty::{Screen, WIDE, on_server};
use crate::support::relay::{Relay, is_page};
use crate::support::scripted_server::{Step, latch};

/// Rows and columns: all corners, every border between two layouts, then any.
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
fn a_storm_of_sizes_leaves_the_selection_where_it_was() {
    let (release, held) = latch();
    let relay = Relay::crowd_but(700, move |asked| {
        let late = is_page(asked) && asked.query("offset") > 100;
        (late && held.has_changed().is_ok()).then(|| vec![Step::Wait(held.clone()), Step::Close])
    });
    let program = Program::new();
    let command = on_server(&program, &relay.url(), &["--deadline", "10m"]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("/700 loaded");
    screen.type_keys("3jjjjjjj");
    screen.wait_text("▌  Ada 7");
    for (rows, columns) in sizes() {
        screen.resize(rows, columns);
    }
    screen.resize(9, 39);
    screen.wait_text("40x10 needed, this is 39x9");
    screen.resize(12, 60);
    screen.wait_text("▌  Ada 7");
    screen.resize(WIDE.0, WIDE.1);
    screen.wait_text("▌  Ada 7");
    screen.wait_text("4 Ada 7");
    drop(release);
    screen.wait_text("8/700");
    screen.wait_text("Candidates 700");
    screen.type_keys("j");
    screen.wait_text("▌  Ada 8");
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[test]
fn the_first_key_after_another_size_answers() {
    let (program, relay) = (Program::new(), Relay::crowd(50));
    let command = on_server(&program, &relay.url(), &[]);
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("● now");
    screen.type_keys("3");
    screen.wait_text("▌  Ada 0");
    for number in 1..10 {
        screen.resize(WIDE.0 - number, WIDE.1);
        screen.wait_for("as many lines", |screen| {
            let last = screen.contents().lines().last().map(str::to_owned);
            last.is_some_and(|line| line.contains("q up"))
        });
        screen.type_keys("j");
        screen.wait_text(&format!("▌  Ada {number}"));
    }
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
}
