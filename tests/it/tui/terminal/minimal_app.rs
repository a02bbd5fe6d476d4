//! The smallest program that uses the terminal as ours does, with a key for
//! every way to break it. It is this test binary, started again in a pty: the
//! product needs no hidden way to panic.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crossterm::event::KeyCode;
use portable_pty::CommandBuilder;
use ratatui::widgets::{Block, Paragraph, Widget};

use crate::support::harness::Program;
use crate::support::pty::at_home;
use shortlist::tui::runtime::crash::Crash;
use shortlist::tui::runtime::events::{Events, Input};
use shortlist::tui::runtime::signals::{Signal, Signals};
use shortlist::tui::runtime::terminal::Terminal;

/// The command that is the stage.
pub(super) fn command(program: &Program) -> CommandBuilder {
    let mut command = at_home(program, &std::env::current_exe().unwrap().to_string_lossy());
    command.args([
        "--exact",
        "tui::terminal::minimal_app::is_entered",
        "--nocapture",
        "--test-threads=1",
    ]);
    command.env("SHORTLIST_STAGE", "1");
    command
}

#[test]
fn is_entered() {
    if std::env::var_os("SHORTLIST_STAGE").is_none() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ended = std::panic::catch_unwind(|| runtime.block_on(run()));
    runtime.shutdown_background();
    std::process::exit(ended.unwrap_or(101));
}

struct Stage {
    terminal: Terminal,
    events: Option<Events>,
    told: Vec<String>,
    broken: bool,
}

async fn run() -> i32 {
    let mut signals = Signals::listen().unwrap();
    let terminal = Terminal::open(true).unwrap();
    let mut crash = Crash::watch(&terminal, PathBuf::from(std::env::var_os("HOME").unwrap()));
    let mut stage = Stage { terminal, events: None, told: Vec::new(), broken: false };
    let code = loop {
        if stage.draw().is_err() {
            break 129;
        }
        if stage.events.is_none() {
            // The next frame tells whether the terminal is gone.
            let _ = stage.terminal.ask_background();
        }
        let events = stage.events.get_or_insert_with(|| Events::listen().unwrap());
        tokio::select! {
            biased;
            () = crash.happened() => break 101,
            signal = signals.next() => {
                stage.told.push(format!("{signal:?}"));
                match signal {
                    Signal::Stop => _ = stage.terminal.suspend().unwrap(),
                    Signal::Continue if stage.terminal.resume().is_err() => break 129,
                    _ => {}
                }
                if let Some(code) = signal.exit_code() {
                    break code.into();
                }
            }
            input = events.next() => match input {
                None => break 129,
                Some(Input::Key(key)) if key.code == KeyCode::Char('q') => break 0,
                Some(input) => stage.hear(&input),
            },
        }
    };
    stage.terminal.close();
    crash.tell();
    code
}

impl Stage {
    fn draw(&mut self) -> std::io::Result<()> {
        let (told, broken) = (self.told.join("\n"), self.broken);
        self.terminal.draw(|frame| {
            assert!(!broken, "a panic in the view");
            let area = frame.area();
            let title = format!("the stage {}x{}", area.width, area.height);
            let block = Block::bordered().title(title);
            Paragraph::new(told).block(block).render(area, frame.buffer_mut());
        })
    }

    fn hear(&mut self, input: &Input) {
        self.told.push(format!("{input:?}").replace("KeyEvent { code: ", ""));
        let Input::Key(key) = input else { return };
        match key.code {
            KeyCode::Char('l') => panic!("a panic in the loop"),
            KeyCode::Char('v') => self.broken = true,
            KeyCode::Char('t') => {
                tokio::spawn(async { panic!("a panic in the task \x1b[2J") });
            }
            KeyCode::Char('o') => {
                std::thread::spawn(|| panic!("a panic in the other thread"));
            }
            KeyCode::Char('y') => self.terminal.copy("a").unwrap(),
            KeyCode::Char('e') => self.lend(),
            KeyCode::Char('z') => self.stop(),
            _ => {}
        }
    }

    fn stop(&mut self) {
        if !self.terminal.suspend().unwrap() {
            self.told.push("nobody to go back to".to_owned());
        }
    }

    fn lend(&mut self) {
        self.events = None;
        self.terminal.lend();
        let line = "echo your turn; read line; echo $line >&2";
        let mut other = Command::new("sh");
        let other = other.args(["-c", line]).stderr(Stdio::piped()).spawn().unwrap();
        let read = other.wait_with_output().unwrap().stderr;
        self.terminal.resume().unwrap();
        self.told.push(format!("it read {}", String::from_utf8_lossy(&read)));
    }
}
