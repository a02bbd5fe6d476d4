//! The whole program in a terminal: first use, browsing, colours, rest.

use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;
use ratatui::style::Color;
use shortlist::theme::{Role, Theme, ThemeName};

use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, base_command, shortlist, shortlist_on};
use crate::support::relay::Relay;

/// The program on a server, with its first screen read.
fn browse(program: &Program, relay: &Relay) -> Screen {
    let screen = Screen::wide(shortlist_on(program, &relay.url(), &[]));
    screen.wait_for_text("▸ now");
    screen
}

/// The program on the demo, with its jobs read.
fn start_demo(program: &Program) -> Screen {
    let screen = Screen::wide(shortlist(program, &[]));
    screen.wait_for_text("Jobs 32");
    screen
}

/// The name in the title of the candidate pane, which must have the focus.
fn candidate_name(screen: &Screen) -> String {
    let title = |line: &str| Some(line.split_once("▸4 ")?.1.split_once(" ─")?.0.to_owned());
    screen.lines().iter().find_map(|line| title(line)).unwrap()
}

#[test]
fn the_first_frame_comes_before_the_jobs_and_q_restores_the_terminal() {
    let program = Program::new();
    let mut screen = start_demo(&program);
    let raw = String::from_utf8(screen.raw()).unwrap();
    let (frame, _) = raw.split_once("\x1b[?2026l").unwrap();
    assert!(frame.contains("Opening the workspace"), "{frame:?}");
    screen.wait_for_text("Welcome to the demo");
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
    screen.assert_clean();
}

#[test]
fn a_new_user_finds_a_job_and_reads_a_candidate() {
    let program = Program::new();
    let mut screen = start_demo(&program);
    screen.type_keys("/");
    screen.wait_for_text("contains text");
    screen.type_keys("backend");
    screen.wait_for_text("1 match");
    screen.wait_for_text("2 Senior Backend Engineer, Payments");
    screen.wait_for_text("Recruiter screen");
    screen.type_keys("<enter>");
    screen.wait_for_text("q quit");
    screen.type_keys("<enter>");
    screen.wait_for_text("▸3 Candidates 75");
    screen.type_keys("<enter>");
    screen.wait_for_text("▸4 ");
    screen.wait_for_text("▸ now");
    let name = candidate_name(&screen);
    screen.type_keys("z");
    screen.wait_for_text("Career");
    screen.wait_until_gone("1 Jobs");
    screen.type_keys("z");
    screen.wait_for_text("1 Jobs");
    screen.type_keys("\\");
    screen.wait_for_text("Full record");
    screen.wait_for_text("network ID");
    screen.type_keys("q");
    screen.wait_until_gone("Full record");
    screen.type_keys("?");
    screen.wait_for_text("╭ Help ");
    screen.type_keys("?");
    screen.wait_until_gone("╭ Help ");
    screen.type_keys("-");
    screen.wait_for_text("▸3 Candidates 75");
    assert!(screen.lines().concat().contains(&name));
    screen.quit();
}

#[test]
fn a_new_user_filters_sorts_and_opens_the_board() {
    let program = Program::new();
    let mut screen = start_demo(&program);
    screen.type_keys("/payments<enter>2");
    screen.wait_for_text("▸2 Senior Backend Engineer, Payments");
    screen.wait_for_text("2 Recruiter screen");
    screen.type_keys("j<enter>");
    screen.wait_for_text("▸3 Candidates 75 · ");
    screen.wait_for_text("/stage:Applied");
    screen.type_keys("s");
    screen.wait_for_text("By time in stage");
    screen.type_keys("a");
    screen.wait_until_gone("By time in stage");
    screen.type_keys("sr");
    screen.wait_for_text("▼ age");
    screen.type_keys("<c-l>");
    screen.wait_until_gone("/stage:Applied");
    screen.type_keys("b");
    screen.wait_for_text("stages ›");
    screen.type_keys("b");
    screen.wait_until_gone("stages ›");
    screen.type_keys("<c-p>");
    screen.wait_for_text("Find anything");
    screen.type_keys("controller");
    screen.wait_for_text("Financial Controller");
    screen.type_keys("<enter>");
    screen.wait_for_text("2 Financial Controller");
    screen.type_keys("-");
    screen.wait_for_text("2 Senior Backend Engineer, Payments");
    screen.quit();
}

#[test]
fn rejected_candidates_are_hidden_with_a_key_and_found_by_a_filter() {
    let program = Program::new();
    let mut screen = start_demo(&program);
    screen.type_keys("/payments<enter>3");
    screen.wait_for_text("▸3 Candidates 75 · ");
    screen.wait_for_text(" rejected last");
    screen.type_keys(".");
    screen.wait_for_text(" rejected hidden");
    screen.type_keys("/is:rejcted");
    screen.wait_for_text("rejected?");
    screen.type_keys("<c-u>is:re<tab><enter>");
    screen.wait_for_text("/is:rejected");
    screen.wait_for_text(" matches ");
    screen.type_keys("<esc>");
    screen.wait_for_text(" rejected hidden");
    screen.type_keys(".");
    screen.wait_for_text(" rejected last");
    screen.quit();
}

#[test]
fn without_colours_a_sign_marks_the_selected_row() {
    let (program, relay) = (Program::new(), Relay::start(5));
    let mut command = shortlist_on(&program, &relay.url(), &[]);
    command.env("NO_COLOR", "1");
    let mut screen = Screen::wide(command);
    screen.wait_for_text("▸ now");
    screen.type_keys("<enter>j");
    let is_marked = |screen: &vt100::Screen| {
        screen.contents().lines().any(|line| line.starts_with("│▌  Ada 1 "))
    };
    screen.wait_for("the sign before Ada 1", is_marked);
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    let raw = String::from_utf8(screen.raw()).unwrap();
    let styles = raw.split("\x1b[").filter_map(|part| {
        let (numbers, _) = part.split_once('m')?;
        numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b';').then_some(numbers)
    });
    let is_colour = |number: &u8| matches!(number, 30..=38 | 40..=48 | 90..=107);
    for style in styles {
        let numbers: Vec<u8> = style.split(';').filter_map(|number| number.parse().ok()).collect();
        assert!(!numbers.iter().any(is_colour), "{style}");
    }
}

#[test]
fn a_light_terminal_gets_the_light_theme() {
    let (program, relay) = (Program::new(), Relay::start(5));
    let mut command = shortlist_on(&program, &relay.url(), &[]);
    command.env("TERM", "xterm-256color");
    let mut screen = Screen::wide(command);
    screen.wait_for_text("▸ now");
    screen.send(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    let light = Theme::new(ThemeName::Light).style(Role::Selected).bg;
    let is_light = |screen: &vt100::Screen| {
        let colours = (0..WIDE.0).filter_map(|row| screen.cell(row, 5)).map(vt100::Cell::bgcolor);
        colours.into_iter().any(|colour| match (colour, light) {
            (vt100::Color::Idx(colour), Some(Color::Indexed(light))) => colour == light,
            _ => false,
        })
    };
    screen.wait_for("the light selection", is_light);
    screen.quit();
}

#[test]
fn without_a_usable_terminal_it_says_so_and_exits() {
    let program = Program::new();
    let mut command = shortlist(&program, &[]);
    command.env("TERM", "dumb");
    let mut screen = Screen::start(24, 80, command);
    assert_eq!(screen.exit(), 2);
    let text = screen.lines().concat();
    assert!(text.contains("TERM=dumb"), "{text}");
    screen.assert_clean();

    let (code, stderr) = program.fails(&[]);
    assert_eq!(code, 2);
    assert!(stderr.contains("stdin is not a terminal"), "{stderr}");
    let mut screen = Screen::start(24, 80, piped(&program));
    assert_eq!(screen.exit(), 2);
    let text = screen.lines().concat();
    assert!(text.contains("stdout is not a terminal"), "{text}");
}

/// The program with a terminal as stdin and a pipe as stdout.
fn piped(program: &Program) -> CommandBuilder {
    let mut shell = base_command(program, "sh");
    let line = "{ \"$@\"; echo $? > code; } | cat; exit $(cat code)";
    shell.args(["-c", line, "sh"]);
    shell.args(shortlist(program, &[]).get_argv());
    shell
}

#[tokio::test]
async fn pasted_text_triggers_no_action_and_no_request() {
    let (program, relay) = (Program::new(), Relay::start(5));
    program.configure("history_prefetch = false");
    let mut screen = browse(&program, &relay);
    screen.type_keys("3");
    screen.wait_for_text("▸3");
    relay.wait_for_first_screen().await;
    let before = relay.http.log().requests.len();
    screen.send(b"\x1b[200~dGxqyRu\n\x1b[201~");
    screen.wait_for_text("You can paste only into a text field");
    screen.type_keys("2");
    screen.wait_for_text("▸2 Rust Engineer");
    assert_eq!(relay.http.log().requests.len(), before);
    screen.quit();
}

#[test]
fn at_rest_it_does_not_wake_up_or_draw() {
    let (program, relay) = (Program::new(), Relay::start(5));
    let mut screen = browse(&program, &relay);
    let deadline = Instant::now() + Duration::from_mins(1);
    let activity = |screen: &Screen| (context_switches(screen.process()), screen.raw().len());
    let mut before = activity(&screen);
    // The program closes idle connections after a few seconds and ends idle threads a little later.
    // It is idle when all threads wait without a time limit, and none has run or drawn since the
    // previous check.
    while screen.wait_output(Duration::from_millis(200))
        || !awake_threads(screen.process()).is_empty()
        || activity(&screen) != before
    {
        assert!(Instant::now() < deadline, "{:#?}", awake_threads(screen.process()));
        before = activity(&screen);
    }
    screen.type_keys("q");
    assert_eq!(screen.exit(), 0);
}

/// The threads of a process that run, or will wake up within a minute.
fn awake_threads(process: u32) -> Vec<String> {
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
    /// Null means none.
    Pointer,
    /// -1 means none.
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

/// Whether a thread waits for at least a minute. `/proc` shows its system call as
/// the number and the arguments.
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
fn context_switches(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).unwrap().flatten();
    let all = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("status")).ok());
    let count = |status: String| {
        let line = |name: &str| status.lines().find(|line| line.starts_with(name)).unwrap_or("");
        [line("Name:"), line("Pid:"), line("voluntary_ctxt_switches:")].join(" ")
    };
    all.map(count).collect()
}
