//! The program as a person sees it: the real one, in a real terminal.

use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use ratatui::style::Color;
use shortlist::theme::{Name, Role, Theme};

use crate::support::harness::Program;
use crate::support::pty::sequences::foreign;
use crate::support::pty::{Screen, WIDE, at_home, on_server, shortlist};
use crate::support::relay::Relay;

/// The same on the screen, when everything that it shows was read.
fn browsing(program: &Program, relay: &Relay) -> Screen {
    let screen = Screen::start(WIDE.0, WIDE.1, on_server(program, &relay.url(), &[]));
    screen.wait_text("● now");
    screen
}

/// The demo on the screen, when its jobs are there.
fn demo(program: &Program) -> Screen {
    let screen = Screen::start(WIDE.0, WIDE.1, shortlist(program, &[]));
    screen.wait_text("Jobs 32");
    screen
}

/// The name in the frame of the candidate, once its pane has the keys.
fn candidate(screen: &Screen) -> String {
    let title = |line: &str| Some(line.split_once("▸4 ")?.1.split_once(" ─")?.0.to_owned());
    screen.lines().iter().find_map(|line| title(line)).unwrap()
}

#[test]
fn the_first_frame_comes_before_the_jobs_and_q_leaves_no_trace() {
    let program = Program::new();
    let mut screen = demo(&program);
    let raw = String::from_utf8(screen.raw()).unwrap();
    let (frame, _) = raw.split_once("\x1b[?2026l").unwrap();
    assert!(frame.contains("opening: the workspace"), "{frame:?}");
    screen.wait_text("welcome to the demo");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[test]
fn a_new_user_finds_a_job_and_reads_a_candidate() {
    let program = Program::new();
    let mut screen = demo(&program);
    screen.type_keys("/");
    screen.wait_text("holds a text");
    screen.type_keys("backend");
    screen.wait_text("1 match");
    screen.wait_text("2 Senior Backend Engineer, Payments");
    screen.wait_text("Recruiter screen");
    screen.type_keys("<enter>");
    screen.wait_text("q quit");
    screen.type_keys("<enter>");
    screen.wait_text("▸3 Candidates 75");
    screen.type_keys("<enter>");
    screen.wait_text("▸4 ");
    screen.wait_text("● now");
    let name = candidate(&screen);
    screen.type_keys("z");
    screen.wait_text("career");
    screen.wait_gone("1 Jobs");
    screen.type_keys("z");
    screen.wait_text("1 Jobs");
    screen.type_keys("\\");
    screen.wait_text("As the server sent it");
    screen.wait_text("\"pipeline_stage_history\"");
    screen.type_keys("q");
    screen.wait_gone("As the server sent it");
    screen.type_keys("?");
    screen.wait_text("What the keys do");
    screen.type_keys("?");
    screen.wait_gone("What the keys do");
    screen.type_keys("-");
    screen.wait_text("▸3 Candidates 75");
    assert!(screen.lines().concat().contains(&name));
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[test]
fn a_new_user_narrows_sorts_and_looks_at_the_board() {
    let program = Program::new();
    let mut screen = demo(&program);
    screen.type_keys("/payments<enter>2");
    screen.wait_text("▸2 Senior Backend Engineer, Payments");
    screen.wait_text("2 Recruiter screen");
    screen.type_keys("j<enter>");
    screen.wait_text("▸3 Candidates 75 · ");
    screen.wait_text("/stage:Applied");
    screen.type_keys("s");
    screen.wait_text("by age in stage");
    screen.type_keys("a");
    screen.wait_text(" shown · ▲ age");
    screen.type_keys("sr");
    screen.wait_text(" shown · ▼ age");
    screen.type_keys("<c-l>");
    screen.wait_text("▸3 Candidates 75 · ▼ age");
    screen.type_keys("b");
    screen.wait_text("stages ›");
    screen.type_keys("b");
    screen.wait_gone("stages ›");
    screen.type_keys("<c-p>");
    screen.wait_text("Find anything");
    screen.type_keys("controller");
    screen.wait_text("Financial Controller");
    screen.type_keys("<enter>");
    screen.wait_text("2 Financial Controller");
    screen.type_keys("-");
    screen.wait_text("2 Senior Backend Engineer, Payments");
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn without_colours_the_selected_row_is_known_by_a_sign() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    let mut command = on_server(&program, &relay.url(), &[]);
    command.env("NO_COLOR", "1");
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("● now");
    screen.type_keys("<enter>j");
    let chosen = |screen: &vt100::Screen| {
        screen.contents().lines().any(|line| line.starts_with("│▌  Ada 1 "))
    };
    screen.wait_for("the sign before Ada 1", chosen);
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    let raw = String::from_utf8(screen.raw()).unwrap();
    let styles = raw.split("\x1b[").filter_map(|piece| {
        let (numbers, _) = piece.split_once('m')?;
        numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b';').then_some(numbers)
    });
    let coloured = |number: &u8| matches!(number, 30..=38 | 40..=48 | 90..=107);
    for style in styles {
        let numbers: Vec<u8> = style.split(';').filter_map(|one| one.parse().ok()).collect();
        assert!(!numbers.iter().any(coloured), "{style}");
    }
}

#[test]
fn a_terminal_that_says_it_is_light_gets_the_light_theme() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    let mut command = on_server(&program, &relay.url(), &[]);
    command.env("TERM", "xterm-256color");
    let mut screen = Screen::start(WIDE.0, WIDE.1, command);
    screen.wait_text("● now");
    screen.send(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    let light = Theme::new(Name::Light).style(Role::Selected).bg;
    let chosen = |screen: &vt100::Screen| {
        let colours = (0..WIDE.0).filter_map(|row| screen.cell(row, 5)).map(vt100::Cell::bgcolor);
        colours.into_iter().any(|colour| match (colour, light) {
            (vt100::Color::Idx(shown), Some(Color::Indexed(wanted))) => shown == wanted,
            _ => false,
        })
    };
    screen.wait_for("the light selection", chosen);
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn where_nothing_can_be_drawn_it_says_so_and_ends() {
    let program = Program::new();
    let mut command = shortlist(&program, &[]);
    command.env("TERM", "dumb");
    let mut screen = Screen::start(24, 80, command);
    assert_eq!(screen.exit(), 2);
    let told = screen.lines().concat();
    assert!(told.contains("TERM is dumb"), "{told}");
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);

    let (code, told) = program.fails(&[]);
    assert_eq!(code, 2);
    assert!(told.contains("stdin is not a terminal"), "{told}");
    let mut screen = Screen::start(24, 80, in_a_pipe(&program));
    assert_eq!(screen.exit(), 2);
    let told = screen.lines().concat();
    assert!(told.contains("stdout is not a terminal"), "{told}");
}

/// The program with a keyboard, and a pipe for a screen.
fn in_a_pipe(program: &Program) -> CommandBuilder {
    let mut shell = at_home(program, "sh");
    let line = "{ \"$@\"; echo $? > code; } | cat; exit $(cat code)";
    shell.args(["-c", line, "sh"]);
    shell.args(shortlist(program, &[]).get_argv());
    shell
}

#[tokio::test]
async fn pasted_text_presses_no_key_and_asks_nothing() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    program.configure("ageing = false");
    let mut screen = browsing(&program, &relay);
    screen.type_keys("3");
    screen.wait_text("▸3");
    relay.first_screen().await;
    let before = relay.rough.log().asked.len();
    screen.send(b"\x1b[200~dGxqyRu\n\x1b[201~");
    screen.wait_text("pasted text is taken only where one types");
    screen.type_keys("2");
    screen.wait_text("▸2 Rust Engineer");
    assert_eq!(relay.rough.log().asked.len(), before);
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    assert_eq!(foreign(&screen.raw(), false), [""; 0]);
}

#[test]
fn at_rest_it_neither_wakes_up_nor_draws() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    let mut screen = browsing(&program, &relay);
    let until = Instant::now() + Duration::from_mins(1);
    // Idle connections are closed after seconds, idle threads end after some more.
    while !awake(screen.process()).is_empty() {
        assert!(Instant::now() < until, "{:#?}", awake(screen.process()));
        screen.wait_output(Duration::from_millis(200));
    }
    let (before, length) = (switches(screen.process()), screen.raw().len());
    assert!(!screen.wait_output(Duration::from_millis(200)), "nothing is drawn");
    assert_eq!((switches(screen.process()), screen.raw().len()), (before, length));
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

/// The threads of a process that run, or will soon although nothing happens.
fn awake(process: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap().flatten();
    let calls = threads.filter_map(|thread| {
        let call = std::fs::read_to_string(thread.path().join("syscall")).ok()?;
        (!waits_long(&call)).then(|| format!("{}: {call}", thread.path().display()))
    });
    calls.collect()
}

/// How a system call takes a time limit.
#[derive(Clone, Copy)]
enum Limit {
    /// Null is none.
    Pointer,
    /// -1 is none.
    Milliseconds,
}
use Limit::{Milliseconds, Pointer};

/// The system calls that wait: number, and which argument is the limit.
#[cfg(target_arch = "x86_64")]
const WAITS: [(&str, usize, Limit); 5] = [
    ("202", 3, Pointer),      // futex
    ("232", 3, Milliseconds), // epoll_wait
    ("281", 3, Milliseconds), // epoll_pwait
    ("7", 2, Milliseconds),   // poll
    ("271", 2, Pointer),      // ppoll
];
#[cfg(not(target_arch = "x86_64"))]
const WAITS: [(&str, usize, Limit); 3] = [
    ("98", 3, Pointer),      // futex
    ("22", 3, Milliseconds), // epoll_pwait
    ("73", 2, Pointer),      // ppoll
];

/// Whether a thread waits for a minute at least, as /proc shows its system call:
/// the number, then the arguments. The state may change by itself, but not soon.
fn waits_long(call: &str) -> bool {
    let words: Vec<&str> = call.split(' ').collect();
    let argument = |index: usize| {
        let hex = words.get(index + 1)?.strip_prefix("0x")?;
        u64::from_str_radix(hex, 16).ok()
    };
    WAITS.iter().any(|(number, index, limit)| {
        let is_long = match (limit, argument(*index)) {
            (Pointer, Some(pointer)) => pointer == 0,
            // As an unsigned number, -1 is large.
            (Milliseconds, Some(time)) => time & 0xffff_ffff >= 60_000,
            (_, None) => false,
        };
        words[0] == *number && is_long
    })
}

/// How often each thread of a process went to sleep.
fn switches(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).unwrap().flatten();
    let told = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("status")).ok());
    let count = |status: String| {
        let line = |name: &str| status.lines().find(|line| line.starts_with(name)).unwrap_or("");
        [line("Name:"), line("Pid:"), line("voluntary_ctxt_switches:")].join(" ")
    };
    told.map(count).collect()
}
