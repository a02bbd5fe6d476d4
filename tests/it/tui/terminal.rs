//! The terminal layer alone, in a minimal program: it restores the terminal
//! however the program ends, and survives signals, resizes and broken input.

mod minimal_app;

use std::time::Duration;

use crate::support::harness::{Program, signal};
use crate::support::pty::sequences::{Modes, unexpected_sequences};
use crate::support::pty::{Screen, assert_crash_report, base_command, in_shell, shortlist};

/// The minimal program after its first frame.
fn start(program: &Program) -> Screen {
    let screen = Screen::start(24, 80, minimal_app::command(program));
    screen.wait_for_text("minimal app");
    screen
}

#[test]
fn leftover_changes_are_detected() {
    let program = Program::new();
    for (script, changes) in [("true", 0), ("printf '\\033[31m\\033[?1000h'; stty -echo", 3)] {
        let mut command = base_command(&program, "sh");
        command.args(["-c", script]);
        let mut screen = Screen::start(24, 80, command);
        assert_eq!(screen.exit(), 0);
        assert_eq!(screen.leftover_changes().len(), changes, "{:?}", screen.leftover_changes());
    }
}

#[test]
fn the_help_is_plain_text() {
    let program = Program::new();
    let mut screen = Screen::start(24, 80, shortlist(&program, &["--help"]));
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
}

#[test]
fn quitting_by_key_restores_the_terminal() {
    let program = Program::new();
    let mut screen = start(&program);
    assert!(Modes::after(&screen.raw()).is_on(1049));
    assert_ne!(screen.leftover_changes(), [""; 0]);
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
}

#[test]
fn a_terminating_signal_restores_the_terminal() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let program = Program::new();
        let mut screen = start(&program);
        screen.signal(name);
        assert_eq!(screen.exit(), code, "{name}");
        screen.assert_clean();
    }
}

#[test]
fn a_closed_terminal_ends_the_program() {
    let program = Program::new();
    assert_eq!(start(&program).hang_up(), 129);
}

#[test]
fn a_panic_anywhere_restores_the_terminal_and_writes_a_report() {
    for location in ["loop", "view", "task", "other thread"] {
        let program = Program::new();
        let mut screen = start(&program);
        screen.type_keys(&location.chars().take(1).collect::<String>());
        assert_eq!(screen.exit(), 101, "{location}");
        assert_crash_report(&program, &screen, &format!("a panic in the {location}"));
    }
}

/// Resumes the program after a line of input; `stty` prints the modes before.
const RESUMING_SHELL: &str = "\"$@\"\necho stopped\nstty -a\nread line\nfg\necho \"ended $?\"\n";

#[test]
fn a_stop_returns_the_terminal_to_the_shell_until_the_program_resumes() {
    for by_signal in [false, true] {
        let program = Program::new();
        let command = in_shell(&program, RESUMING_SHELL, &minimal_app::command(&program));
        let mut screen = Screen::start(24, 80, command);
        screen.wait_for_text("minimal app");
        if by_signal {
            signal("TSTP", screen.foreground());
        } else {
            screen.type_keys("<c-z>");
        }
        screen.wait_for_text("iexten");
        screen.assert_clean();
        screen.type_keys("<enter>");
        screen.wait_for_text("Continue");
        screen.type_keys("<up>");
        screen.wait_for_text("key up");
        screen.type_keys("q");
        screen.wait_for_text("ended 0");
        screen.exit();
        screen.assert_clean();
    }
}

#[test]
fn the_program_recovers_from_sigstop() {
    let program = Program::new();
    let script = "\"$@\"\nstty sane\necho stopped\nread line\nfg\necho \"ended $?\"\n";
    let mut screen =
        Screen::start(24, 80, in_shell(&program, script, &minimal_app::command(&program)));
    screen.wait_for_text("minimal app");
    signal("STOP", screen.foreground());
    screen.wait_for_text("stopped");
    screen.type_keys("<enter>");
    screen.wait_for_text("Continue");
    screen.type_keys("<up>");
    screen.wait_for_text("key up");
    screen.type_keys("q");
    screen.wait_for_text("ended 0");
}

#[test]
fn without_a_shell_a_stop_is_refused() {
    let program = Program::new();
    let mut screen = start(&program);
    screen.type_keys("<c-z>");
    screen.wait_for_text("No shell to return to");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn after_many_resizes_the_last_size_is_drawn() {
    let program = Program::new();
    let mut screen = start(&program);
    let mut seed: u32 = 7;
    for _ in 0..500 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (rows, columns) = (1 + (seed >> 16) % 100, 1 + (seed >> 8) % 300);
        screen.resize(u16::try_from(rows).unwrap(), u16::try_from(columns).unwrap());
    }
    screen.resize(30, 100);
    screen.wait_for_text("100x30");
    assert!(screen.lines()[0].contains("minimal app"), "{:?}", screen.lines());
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
}

#[test]
fn an_answer_of_the_terminal_is_not_read_as_keys() {
    let program = Program::new();
    let mut screen = start(&program);
    screen.send(b"j\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\k");
    screen.wait_for_text("key k");
    screen.wait_for_text("Background((253, 246, 227))");
    let lines = screen.lines().concat();
    assert_eq!(lines.matches("key ").count(), 2, "{lines}");
}

#[test]
fn a_paste_in_pieces_is_one_text() {
    let program = Program::new();
    let mut screen = start(&program);
    screen.send(b"\x1b[200~two\rlines");
    screen.send(b" of text\x1b[201~");
    screen.wait_for_text(r#"Paste("two\nlines of text")"#);
}

/// Presses a key until it has an effect, as a user would.
fn press_until(screen: &mut Screen, key: &str, effect: &str) {
    for _ in 0..100 {
        screen.type_keys(key);
        if screen.wait_output(Duration::from_millis(200)) && screen.shows(effect) {
            return;
        }
    }
    panic!("{key} has no effect: {:?}", screen.lines());
}

#[test]
fn an_unfinished_sequence_does_not_swallow_the_keys_after_it() {
    let unfinished: [&[u8]; 6] =
        [b"\x1b[<", b"\x1b[<0;5;", b"\x1b[M", b"\x1b]11;rgb:", b"\x1bP1$r", b"\xe4\xbd"];
    for bytes in unfinished {
        let program = Program::new();
        let mut screen = start(&program);
        screen.send(bytes);
        press_until(&mut screen, "j", "key j");
        screen.type_keys("q");
        assert_eq!(screen.exit(), 0, "{bytes:?}");
        screen.assert_clean();
    }
}

#[test]
fn a_paste_that_never_ends_is_passed_on_with_the_next_key() {
    let program = Program::new();
    let mut screen = start(&program);
    screen.send(b"\x1b[200~unfinished");
    screen.resize(30, 100);
    screen.wait_for_text("100x30");
    press_until(&mut screen, "j", "key j");
    screen.wait_for_text("Paste(\"unfinished");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
}

#[test]
fn ctrl_c_is_a_key_inside_every_sequence() {
    let program = Program::new();
    let unfinished: [&[u8]; 5] =
        [b"\x1b\x03", b"\x1b[<0;5;\x03", b"\x1b[M\x03", b"\x1b]11;\x03", b"\x1b[200~x\x03"];
    for bytes in unfinished {
        let mut screen = start(&program);
        screen.send(bytes);
        screen.wait_for_text("key ctrl-c");
        screen.signal("TERM");
        assert_eq!(screen.exit(), 143, "{bytes:?}");
    }
}

#[test]
fn a_large_paste_arrives_whole() {
    let program = Program::new();
    let mut screen = start(&program);
    let text = "0123456789abcde\n".repeat(1 << 16);
    screen.send(format!("\x1b[200~{text}\x1b[201~").as_bytes());
    screen.wait_for_text("Paste of 1048576 bytes");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn another_program_reads_the_keyboard_while_it_has_the_terminal() {
    let program = Program::new();
    let mut screen = start(&program);
    screen.type_keys("e");
    screen.wait_for_text("your turn");
    screen.assert_clean();
    screen.type_keys("qqq<enter>");
    screen.wait_for_text("it read qqq");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn a_copy_sends_one_clipboard_sequence() {
    let program = Program::new();
    let mut screen = start(&program);
    screen.type_keys("y");
    screen.wait_for_text("key y");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(
        unexpected_sequences(&screen.raw(), false),
        ["Osc([53, 50, 59, 99, 59, 89, 81, 61, 61])"]
    );
    assert_eq!(unexpected_sequences(&screen.raw(), true), [""; 0]);
}
