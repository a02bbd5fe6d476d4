//! The terminal is left as it was found, however the program ends, and nothing
//! that happens to it breaks the program.

mod minimal_app;

use std::os::unix::fs::PermissionsExt;

use crate::support::harness::Program;
use crate::support::pty::sequences::{Modes, foreign};
use crate::support::pty::{Screen, at_home, in_a_shell, shortlist, signal};

/// The stage, after its first frame.
fn open(program: &Program) -> Screen {
    let screen = Screen::start(24, 80, minimal_app::command(program));
    screen.wait_text("the stage");
    screen
}

#[test]
fn a_trace_is_found_if_there_is_one() {
    let program = Program::new();
    for (line, traces) in [("true", 0), ("printf '\\033[31m\\033[?1000h'; stty -echo", 3)] {
        let mut command = at_home(&program, "sh");
        command.args(["-c", line]);
        let mut screen = Screen::start(24, 80, command);
        assert_eq!(screen.exit(), 0);
        assert_eq!(screen.left_changed().len(), traces, "{:?}", screen.left_changed());
    }
}

#[test]
fn the_help_is_text_for_every_terminal() {
    let program = Program::new();
    let mut screen = Screen::start(24, 80, shortlist(&program, &["--help"]));
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[test]
fn an_end_by_a_key_leaves_no_trace() {
    let program = Program::new();
    let mut screen = open(&program);
    assert!(Modes::after(&screen.raw()).is_on(1049));
    assert_ne!(screen.left_changed(), [""; 0]);
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[test]
fn a_signal_that_ends_us_leaves_no_trace() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let program = Program::new();
        let mut screen = open(&program);
        screen.signal(name);
        assert_eq!(screen.exit(), code, "{name}");
        assert_eq!(screen.left_changed(), [""; 0], "{name}");
    }
}

#[test]
fn a_terminal_that_is_taken_away_is_the_end() {
    let program = Program::new();
    assert_eq!(open(&program).hang_up(), 129);
}

#[test]
fn a_panic_anywhere_gives_the_screen_back_and_is_told_and_kept() {
    for place in ["loop", "view", "task", "other thread"] {
        let program = Program::new();
        let mut screen = open(&program);
        screen.type_keys(&place.chars().take(1).collect::<String>());
        assert_eq!(screen.exit(), 101, "{place}");
        assert_eq!(screen.left_changed(), [""; 0], "{place}");
        assert_eq!(foreign(&screen.raw(), false), [""; 0], "{place}");

        let kept: Vec<_> = std::fs::read_dir(program.home.path()).unwrap().flatten().collect();
        let [file] = kept.as_slice() else { panic!("{place}: {kept:?}") };
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        let report = std::fs::read_to_string(file.path()).unwrap();
        assert!(report.contains(&format!("a panic in the {place}")), "{report}");
        let told = String::from_utf8(screen.raw()).unwrap();
        let told = told.rsplit_once("\x1b[?1049l").unwrap().1.replace("\r\n", "\n");
        assert!(told.contains(&report), "{told}");
        assert!(told.trim_end().ends_with(&file.path().display().to_string()), "{told}");
    }
}

/// The shell stops and continues as a person's does; `stty` looks in between.
const SHELL: &str = "\"$@\"\necho stopped\nstty -a\nread line\nfg\necho \"ended $?\"\n";

#[test]
fn a_stop_gives_the_screen_to_the_shell_and_takes_it_again() {
    for outside in [false, true] {
        let program = Program::new();
        let command = in_a_shell(&program, SHELL, &minimal_app::command(&program));
        let mut screen = Screen::start(24, 80, command);
        screen.wait_text("the stage");
        if outside {
            signal("TSTP", screen.foreground());
        } else {
            screen.type_keys("<c-z>");
        }
        screen.wait_text("iexten");
        assert_eq!(screen.left_changed(), [""; 0]);
        screen.type_keys("<enter>");
        screen.wait_text("Continue");
        screen.type_keys("<up>");
        screen.wait_text("Up");
        screen.type_keys("q");
        screen.wait_text("ended 0");
        screen.exit();
        assert_eq!(screen.left_changed(), [""; 0]);
    }
}

#[test]
fn a_stop_that_nobody_can_prevent_is_recovered_from() {
    let program = Program::new();
    let lines = "\"$@\"\nstty sane\necho stopped\nread line\nfg\necho \"ended $?\"\n";
    let mut screen =
        Screen::start(24, 80, in_a_shell(&program, lines, &minimal_app::command(&program)));
    screen.wait_text("the stage");
    signal("STOP", screen.foreground());
    screen.wait_text("stopped");
    screen.type_keys("<enter>");
    screen.wait_text("Continue");
    screen.type_keys("<up>");
    screen.wait_text("Up");
    screen.type_keys("q");
    screen.wait_text("ended 0");
}

#[test]
fn without_a_shell_there_is_no_stop() {
    let program = Program::new();
    let mut screen = open(&program);
    screen.type_keys("<c-z>");
    screen.wait_text("nobody to go back to");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn every_size_is_drawn_and_the_last_one_stays() {
    let program = Program::new();
    let mut screen = open(&program);
    let mut seed: u32 = 7;
    for _ in 0..500 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (rows, columns) = (1 + (seed >> 16) % 100, 1 + (seed >> 8) % 300);
        screen.resize(u16::try_from(rows).unwrap(), u16::try_from(columns).unwrap());
    }
    screen.resize(30, 100);
    screen.wait_text("100x30");
    assert!(screen.lines()[0].contains("the stage"), "{:?}", screen.lines());
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
}

#[test]
fn an_answer_of_the_terminal_presses_no_key() {
    let program = Program::new();
    let mut screen = open(&program);
    screen.send(b"j\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\k");
    screen.wait_text("Char('k')");
    screen.wait_text("Background((253, 246, 227))");
    let lines = screen.lines().concat();
    assert_eq!(lines.matches("Char(").count(), 2, "{lines}");
}

#[test]
fn a_paste_is_one_text_even_when_it_comes_in_pieces() {
    let program = Program::new();
    let mut screen = open(&program);
    screen.send(b"\x1b[200~two\rlines");
    screen.send(b" of text\x1b[201~");
    screen.wait_text(r#"Paste("two\nlines of text")"#);
    // One that never ends holds up nothing but the keyboard.
    screen.send(b"\x1b[200~unfinished");
    screen.resize(30, 100);
    screen.wait_text("100x30");
    screen.signal("TERM");
    assert_eq!(screen.exit(), 143);
    assert_eq!(screen.left_changed(), [""; 0]);
}

#[test]
fn another_program_has_the_keyboard_while_the_screen_is_lent() {
    let program = Program::new();
    let mut screen = open(&program);
    screen.type_keys("e");
    screen.wait_text("your turn");
    assert_eq!(screen.left_changed(), [""; 0]);
    screen.type_keys("qqq<enter>");
    screen.wait_text("it read qqq");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn a_copy_is_the_one_sequence_that_is_sent_when_asked_for() {
    let program = Program::new();
    let mut screen = open(&program);
    screen.type_keys("y");
    screen.wait_text("Char('y')");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(foreign(&screen.raw(), false), ["Osc([53, 50, 59, 99, 59, 89, 81, 61, 61])"]);
    assert_eq!(foreign(&screen.raw(), true), [""; 0]);
}
