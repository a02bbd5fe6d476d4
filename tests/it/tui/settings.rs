//! Settings of the terminal UI, seen on the screen.

use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist};

/// Starts the demo with a config and waits for the jobs.
fn start(config: &str, variables: &[(&str, &str)]) -> (Program, Screen) {
    let program = Program::new();
    program.configure(config);
    let mut command = shortlist(&program, &[]);
    for (name, value) in variables {
        command.env(name, value);
    }
    let screen = Screen::start(40, 160, command);
    screen.wait_for_text("Jobs 32");
    (program, screen)
}

fn end(mut screen: Screen) {
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
}

fn are_in_order(words: &[&str], line: &str) -> bool {
    words.iter().try_fold(line, |rest, word| rest.split_once(word).map(|(_, rest)| rest)).is_some()
}

#[test]
fn the_lists_have_the_columns_and_the_order_of_the_config() {
    let (_program, screen) = start(
        "[lists.jobs]\ncolumns = [\"count\", \"name\"]\nsort = \"-count\"\n\
         [lists.candidates]\ncolumns = [\"added\", \"name\", \"stage\"]\nsort = \"name\"\n",
        &[],
    );
    for headings in [["▼ count", "name", ""], ["added", "▲ name", "stage"]] {
        screen.wait_for(&format!("{headings:?}"), |screen| {
            screen.contents().lines().any(|line| are_in_order(&headings, line))
        });
    }
    end(screen);
}

#[test]
fn dates_in_lists_and_details_are_written_as_chosen() {
    let is_iso = |line: &String| {
        let digits = line.split("since ").nth(1).unwrap_or_default();
        digits.len() > 10 && digits.as_bytes()[4] == b'-' && digits.as_bytes()[7] == b'-'
    };
    let (_program, screen) =
        start("dates = \"iso\"\n[lists.candidates]\ncolumns = [\"name\", \"added\"]\n", &[]);
    screen.wait_for_text(" 2026-");
    assert!(screen.lines().iter().any(is_iso), "{:#?}", screen.lines());
    end(screen);
}

#[test]
fn a_role_has_the_color_of_the_config_unless_there_are_no_colors() {
    let config = "[colors]\nheader = \"#123456\"\n";
    let truecolor = ("COLORTERM", "truecolor");
    let paints = |screen: &Screen| String::from_utf8_lossy(&screen.raw()).contains("38;2;18;52;86");
    let (_program, screen) = start(config, &[truecolor]);
    assert!(paints(&screen));
    end(screen);
    let (_program, screen) = start(config, &[truecolor, ("NO_COLOR", "1")]);
    assert!(!paints(&screen));
    end(screen);
}
