//! Verdicts outlive whatever ends the program, and are taken back after it.

use std::thread;

use crate::support::pty::Screen;
use crate::support::triage_fixture::{Office, USUAL, open_inbox};

/// The process is killed so often.
const KILLS: usize = 100;
/// On so many desks at a time.
const DESKS: usize = 4;

/// How many wait still, from how far one is: the head of the inbox says it behind
/// what was read of the lists.
fn waiting(screen: &vt100::Screen) -> Option<usize> {
    let contents = screen.contents();
    let line = contents.lines().nth(1)?;
    let told = line.rsplit_once("candidates").map_or(line, |(_, told)| told);
    let (before, after) = told.split_once(" of ")?;
    let number = |word: Option<&str>| word?.parse::<usize>().ok();
    number(after.split([' ', ',']).next())?.checked_sub(number(before.rsplit(' ').next())?)
}

/// Starts, decides as fast as keys come, and is killed as soon as the first card
/// after a verdict is on the screen. How many verdicts were seen to be given.
fn sitting(office: &Office, left: usize) -> usize {
    let mut screen = Screen::start(USUAL.0, USUAL.1, office.command());
    screen.wait_text("Rust Engineer");
    screen.type_keys("i");
    screen.wait_for("the queue", |screen| waiting(screen) == Some(left));
    screen.type_keys("adw");
    let given = |screen: &vt100::Screen| left - waiting(screen).unwrap_or(left).min(left);
    screen.wait_for("a verdict", |screen| given(screen) > 0);
    screen.signal("KILL");
    screen.exit();
    screen.last(given)
}

#[test]
fn a_hundred_kills_lose_no_verdict_that_was_followed_by_another_card() {
    let desk = || {
        let mut office = Office::of(&[("job_rust", "Rust Engineer", 100)]);
        let mut given = 0;
        for _ in 0..KILLS / DESKS {
            let seen = sitting(&office, 100 - given);
            let kept = office.verdicts().len();
            assert!(kept >= given + seen, "{kept} on disk, {given} and then {seen} on the screen");
            assert!(
                kept <= given + 3,
                "{kept} on disk, though no more than three keys were pressed"
            );
            given = kept;
            if given > 90 {
                (office, given) = (Office::of(&[("job_rust", "Rust Engineer", 100)]), 0);
            }
        }
    };
    let desks: Vec<_> = (0..DESKS).map(|_| thread::spawn(desk)).collect();
    for desk in desks {
        desk.join().unwrap();
    }
}

#[test]
fn verdicts_are_taken_back_and_given_again_after_a_restart() {
    let office = Office::new();
    let mut screen = office.start();
    open_inbox(&mut screen, "34 waiting");
    screen.type_keys("adwf");
    screen.wait_text(" 3 of 34");
    screen.type_keys("q");
    screen.wait_text("1 Jobs");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(office.verdicts().len(), 3);

    let mut screen = office.start();
    open_inbox(&mut screen, " 3 of 34");
    screen.type_keys("u");
    screen.wait_text("taken back: the star of RUST 10");
    screen.type_keys("u");
    screen.wait_text("taken back: wait of RUST 11");
    screen.type_keys("uu");
    screen.wait_text("34 waiting");
    assert_eq!(office.verdicts().len(), 0);
    screen.type_keys("<c-r><c-r>");
    screen.wait_text("32 waiting");
    let given: Vec<String> = office
        .verdicts()
        .iter()
        .map(|given| given["verdict"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(given, ["decline", "advance"], "the newest first");
}

#[test]
fn two_windows_write_into_one_log_and_see_what_the_other_decided() {
    let office = Office::new();
    let mut windows = [office.start(), office.start()];
    for screen in &mut windows {
        open_inbox(screen, "34 waiting");
    }
    let [one, other] = &mut windows;
    one.type_keys("aaaaa");
    one.wait_text(" 5 of 34");
    // The other one hears of it with its own next verdict.
    other.type_keys("Gd");
    other.wait_text("28 waiting");
    one.type_keys("a");
    one.wait_text("27 waiting");
    assert_eq!(office.verdicts().len(), 7);
}
