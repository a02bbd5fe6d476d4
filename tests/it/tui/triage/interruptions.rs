//! Verdicts survive kills and restarts, can be undone later, and two windows
//! share them.

use std::thread;

use crate::support::pty::Screen;
use crate::support::triage_fixture::{SIZE, TriageFixture, open_inbox};

const KILLS: usize = 100;
/// How many programs run at a time.
const THREADS: usize = 4;

/// The number of candidates without a verdict, from the progress at the end of the
/// head of the inbox.
fn count_waiting(screen: &vt100::Screen) -> Option<usize> {
    let contents = screen.contents();
    let line = contents.lines().nth(1)?;
    let progress = line.rsplit_once("candidates").map_or(line, |(_, progress)| progress);
    let (before, after) = progress.split_once(" of ")?;
    let number = |word: Option<&str>| word?.parse::<usize>().ok();
    number(after.split([' ', ',']).next())?.checked_sub(number(before.rsplit(' ').next())?)
}

/// Starts the program, types three verdicts at once and kills the program as soon as the screen
/// shows one. Returns the number of verdicts on the screen.
fn type_verdicts_and_kill(fixture: &TriageFixture, waiting: usize) -> usize {
    let mut screen = Screen::start(SIZE.0, SIZE.1, fixture.command());
    screen.wait_for_text("Rust Engineer");
    screen.type_keys("i");
    screen.wait_for("the queue", |screen| count_waiting(screen) == Some(waiting));
    screen.type_keys("adw");
    let verdicts =
        |screen: &vt100::Screen| waiting - count_waiting(screen).unwrap_or(waiting).min(waiting);
    screen.wait_for("a verdict", |screen| verdicts(screen) > 0);
    screen.kill();
    screen.with_last_frame(verdicts)
}

#[test]
fn a_hundred_kills_lose_no_verdict_that_was_on_the_screen() {
    let new_fixture = || TriageFixture::with_jobs(&[("job_rust", "Rust Engineer", 100)]);
    let kill_repeatedly = move || {
        let (mut fixture, mut before) = (new_fixture(), 0);
        for _ in 0..KILLS / THREADS {
            let on_screen = type_verdicts_and_kill(&fixture, 100 - before);
            let on_disk = fixture.verdicts().len();
            let counts = format!("{before} before, {on_screen} on the screen, {on_disk} on disk");
            assert!((before + on_screen..=before + 3).contains(&on_disk), "{counts}");
            before = on_disk;
            if before > 90 {
                (fixture, before) = (new_fixture(), 0);
            }
        }
    };
    let threads: Vec<_> = (0..THREADS).map(|_| thread::spawn(kill_repeatedly)).collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn verdicts_can_be_undone_and_redone_after_a_restart() {
    let fixture = TriageFixture::new();
    let mut screen = fixture.start();
    open_inbox(&mut screen, "34 waiting");
    screen.type_keys("adwf");
    screen.wait_for_text(" 3 of 34");
    screen.type_keys("q");
    screen.wait_for_text("1 Jobs");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(fixture.verdicts().len(), 3);

    let mut screen = fixture.start();
    open_inbox(&mut screen, " 3 of 34");
    screen.type_keys("u");
    screen.wait_for_text("Undone: the star on RUST 10");
    screen.type_keys("u");
    screen.wait_for_text("Undone: the verdict wait on RUST 11");
    screen.type_keys("uu");
    screen.wait_for_text("34 waiting");
    assert_eq!(fixture.verdicts().len(), 0);
    screen.type_keys("<c-r><c-r>");
    screen.wait_for_text("32 waiting");
    let verdicts = fixture.verdicts();
    let names: Vec<_> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(names, ["decline", "advance"], "the newest first");
}

#[test]
fn two_windows_share_one_log_of_verdicts() {
    let fixture = TriageFixture::new();
    let mut windows = [fixture.start(), fixture.start()];
    for screen in &mut windows {
        open_inbox(screen, "34 waiting");
    }
    let [first, second] = &mut windows;
    first.type_keys("aaaaa");
    first.wait_for_text(" 5 of 34");
    // A window reads the log again with its own next verdict.
    second.type_keys("Gd");
    second.wait_for_text("28 waiting");
    first.type_keys("a");
    first.wait_for_text("27 waiting");
    assert_eq!(fixture.verdicts().len(), 7);
}
