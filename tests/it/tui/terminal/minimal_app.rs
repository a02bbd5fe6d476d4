//! The smallest program that uses the terminal layer, with a key for every way
//! to break it. It is this test binary started again in a pseudo-terminal, so
//! that the product needs no hidden way to panic.

use std::process::{Command, Stdio};

use portable_pty::CommandBuilder;
use ratatui::widgets::{Block, Paragraph, Widget};
use shortlist::keymap::key::Key;
use shortlist::tui::runtime::crash::{Crash, ReportFiles};
use shortlist::tui::runtime::events::{Events, Input};
use shortlist::tui::runtime::signals::{Signal, Signals};
use shortlist::tui::runtime::terminal::Terminal;

use crate::support::harness::Program;
use crate::support::pty::this_test_binary;

pub(super) fn command(program: &Program) -> CommandBuilder {
    let mut command = this_test_binary(program, "tui::terminal::minimal_app::run_minimal_app");
    command.env("SHORTLIST_MINIMAL_APP", "1");
    command
}

/// Not a test of its own: the body of [`command`].
#[test]
fn run_minimal_app() {
    if std::env::var_os("SHORTLIST_MINIMAL_APP").is_none() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let code = std::panic::catch_unwind(|| runtime.block_on(run()));
    runtime.shutdown_background();
    std::process::exit(code.unwrap_or(101));
}

struct MinimalApp {
    terminal: Terminal,
    events: Option<Events>,
    /// One line for each signal and input so far.
    lines: Vec<String>,
    panics_in_view: bool,
}

async fn run() -> i32 {
    let mut signals = Signals::listen().unwrap();
    let terminal = Terminal::open(true).unwrap();
    let files = ReportFiles { directory: std::env::var_os("HOME").unwrap().into(), log: None };
    let mut crash = Crash::watch(terminal.closer(), files);
    let mut app = MinimalApp { terminal, events: None, lines: Vec::new(), panics_in_view: false };
    let code = loop {
        if app.draw().is_err() {
            break 129;
        }
        if app.events.is_none() {
            // A closed terminal fails at the next frame.
            let _ = app.terminal.query_background();
        }
        let events = app.events.get_or_insert_with(|| Events::listen().unwrap());
        tokio::select! {
            biased;
            () = crash.wait_for_panic() => break 101,
            signal = signals.next() => {
                app.lines.push(format!("{signal:?}"));
                match signal {
                    Signal::Stop => _ = app.terminal.suspend().unwrap(),
                    Signal::Continue if app.terminal.resume().is_err() => break 129,
                    _ => {}
                }
                if let Some(code) = signal.exit_code() {
                    break code.into();
                }
            }
            input = events.next() => match input {
                None => break 129,
                Some(Input::Key(key)) if key == Key::char('q') => break 0,
                Some(input) => app.handle(&input),
            },
        }
    };
    app.terminal.close();
    crash.report();
    code
}

impl MinimalApp {
    fn draw(&mut self) -> std::io::Result<()> {
        let (lines, panics) = (self.lines.join("\n"), self.panics_in_view);
        self.terminal.draw(|frame| {
            assert!(!panics, "a panic in the view");
            let area = frame.area();
            let title = format!("minimal app {}x{}", area.width, area.height);
            let block = Block::bordered().title(title);
            Paragraph::new(lines).block(block).render(area, frame.buffer_mut());
        })
    }

    fn handle(&mut self, input: &Input) {
        let key = match input {
            Input::Key(key) => key,
            Input::Paste(text) if text.len() > 80 => {
                self.lines.push(format!("Paste of {} bytes", text.len()));
                return;
            }
            input => {
                self.lines.push(format!("{input:?}"));
                return;
            }
        };
        let name = key.to_string();
        self.lines.push(format!("key {name}"));
        match name.as_str() {
            "l" => panic!("a panic in the loop"),
            "v" => self.panics_in_view = true,
            "t" => {
                tokio::spawn(async { panic!("a panic in the task \x1b[2J") });
            }
            "o" => {
                std::thread::spawn(|| panic!("a panic in the other thread"));
            }
            "y" => self.terminal.copy("a").unwrap(),
            "e" => self.lend(),
            "ctrl-z" => self.stop(),
            _ => {}
        }
    }

    fn stop(&mut self) {
        if !self.terminal.suspend().unwrap() {
            self.lines.push("No shell to return to".to_owned());
        }
    }

    fn lend(&mut self) {
        self.events = None;
        self.terminal.release();
        let line = "echo your turn; read line; echo $line >&2";
        let mut other = Command::new("sh");
        let other = other.args(["-c", line]).stderr(Stdio::piped()).spawn().unwrap();
        let read = other.wait_with_output().unwrap().stderr;
        self.terminal.resume().unwrap();
        self.lines.push(format!("it read {}", String::from_utf8_lossy(&read)));
    }
}
