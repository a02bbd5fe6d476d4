//! The loop: waits for anything to happen, lets the desk take it, draws.
//!
//! A frame is drawn when something happened and nothing more is waiting. While
//! nothing happens, nothing is done: there is no tick, only the moment at which
//! the state says that it will change by itself.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::controller::{Controller, TerminalRequest};
use super::crash::Crash;
use super::events::{Events, Input};
use super::external_editor;
use super::external_editor::Edited;
use super::signals::{Signal, Signals};
use super::terminal::{Terminal, TerminalError};
use super::workspace::WorkspaceOpener;
use crate::config::Loaded;
use crate::text;
use crate::tui::app::message::Message;

/// Frames that only news ask for come at most so often.
const FRAME: Duration = Duration::from_millis(33);
/// News are taken in for so long before somebody else has a turn.
const BATCH: Duration = Duration::from_millis(8);
/// The exit code after a panic, and after the terminal went away.
const PANICKED: u8 = 101;
const HUNG_UP: u8 = 129;

/// The screen with its first frame on it, and nothing else begun: nothing but
/// the terminal stands before that frame, not even a runtime.
pub struct Screen {
    terminal: Terminal,
    desk: Controller,
    crash: Crash,
}

impl Screen {
    /// Takes the terminal over and draws the first frame.
    pub fn open(
        loaded: Loaded,
        door: impl WorkspaceOpener,
        reports: PathBuf,
    ) -> Result<Self, TerminalError> {
        let mut terminal = Terminal::open(loaded.settings.mouse)?;
        let crash = Crash::watch(&terminal, reports);
        let size = terminal.size()?;
        let desk = Controller::new((size.width, size.height), loaded, door);
        // The next frame tells whether the terminal is gone.
        let _ = terminal.draw(|frame| desk.draw(frame));
        Ok(Self { terminal, desk, crash })
    }

    /// Runs until the person or a signal ends it. The exit code.
    pub async fn run(self) -> Result<u8, TerminalError> {
        let Self { mut terminal, mut desk, mut crash } = self;
        let mut signals = Signals::listen()?;
        desk.open();
        tell_left(&mut desk);
        if desk.wants_background() {
            // The next frame tells whether the terminal is gone.
            let _ = terminal.ask_background();
        }
        let mut events = Some(Events::listen()?);
        let code = turn(&mut terminal, &mut desk, &mut signals, &mut events, &crash).await;
        // However it ends, by a key, a signal or a terminal that is gone.
        desk.end();
        terminal.close();
        if desk.is_sending() {
            say("waiting a few seconds for what was sent; Ctrl-C waits no longer");
        }
        let untold = tokio::select! {
            untold = desk.finish() => untold,
            // Whoever asks twice means it.
            () = interrupted(&mut signals) => vec!["ended at once: what was sent may be saved or not".to_owned()],
        };
        for told in untold {
            say(&told);
        }
        drop(desk);
        Ok(if crash.tell() { PANICKED } else { code })
    }
}

/// Somebody asks once more for an end; what came with the first asking does not
/// count.
async fn interrupted(signals: &mut Signals) {
    while signals.next().await != Signal::Interrupt {}
}

/// Says something in the shell. Nobody is there to be told that stderr is gone.
fn say(told: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", text::sanitize(told));
}

async fn turn(
    terminal: &mut Terminal,
    desk: &mut Controller,
    signals: &mut Signals,
    events: &mut Option<Events>,
    crash: &Crash,
) -> u8 {
    let mut drawn = Instant::now();
    let mut due: Option<Instant> = Some(drawn);
    // A frame that the user waits for is held back for the disk.
    let mut is_held = false;
    loop {
        let wake = desk.wakes_at();
        let until = wake.into_iter().chain(due).min();
        let mut urgent = true;
        tokio::select! {
            biased;
            () = crash.happened() => return PANICKED,
            signal = signals.next() => {
                if let Some(code) = heed(terminal, desk, signal) {
                    return code;
                }
            }
            input = next(events) => {
                let Some(input) = input else { return HUNG_UP };
                desk.tick();
                desk.input(input);
                while let Some(input) = events.as_mut().and_then(Events::ready) {
                    desk.input(input);
                }
            }
            message = desk.news() => {
                urgent = false;
                desk.tick();
                desk.feed(message);
                let begun = Instant::now();
                while begun.elapsed() < BATCH
                    && let Some(message) = desk.ready()
                {
                    desk.feed(message);
                }
            }
            () = waking(until) => desk.tick(),
        }
        if let Some(code) = fulfil(terminal, desk, signals, events).await {
            return code;
        }
        let at = if urgent || is_held { Instant::now() } else { drawn + FRAME };
        if Instant::now() < at {
            due = Some(due.map_or(at, |due| due.min(at)));
            continue;
        }
        // A kill must not take away a verdict that was on the screen.
        if let Some(until) = desk.frame_held_until(Instant::now()) {
            (due, is_held) = (Some(until), true);
            continue;
        }
        let Ok(size) = terminal.size() else { return HUNG_UP };
        if (size.width, size.height) != desk.state.size {
            // It changed just now; the signal that says so is on its way.
            desk.feed(Message::Resized(size.width, size.height));
        }
        if terminal.draw(|frame| desk.draw(frame)).is_err() {
            return HUNG_UP;
        }
        (drawn, due, is_held) = (Instant::now(), None, false);
    }
}

/// Waits for a moment; for ever if there is none.
async fn waking(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}

/// What a signal asks for. The exit code, if it ends us.
fn heed(terminal: &mut Terminal, desk: &mut Controller, signal: Signal) -> Option<u8> {
    desk.tick();
    match signal {
        Signal::Stop => suspend(terminal, desk),
        // The terminal that went away lets us go on, to tell us so.
        Signal::Continue if terminal.resume().is_err() => Some(HUNG_UP),
        Signal::Continue | Signal::Resize => {
            let Ok(size) = terminal.size() else { return Some(HUNG_UP) };
            desk.feed(Message::Resized(size.width, size.height));
            None
        }
        other => other.exit_code(),
    }
}

fn suspend(terminal: &mut Terminal, desk: &mut Controller) -> Option<u8> {
    match terminal.suspend() {
        Ok(true) => None,
        Ok(false) => {
            desk.feed(Message::Notice("there is no shell to go back to".to_owned()));
            None
        }
        Err(_gone) => Some(HUNG_UP),
    }
}

/// The next input; none while the keyboard is somebody else's.
async fn next(events: &mut Option<Events>) -> Option<Input> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}

/// Lends the terminal to the person's own editor, and takes it again. An error
/// means that the terminal is gone.
async fn lend(
    terminal: &mut Terminal,
    desk: &mut Controller,
    signals: &mut Signals,
    events: &mut Option<Events>,
    text: &str,
) -> std::io::Result<()> {
    *events = None;
    terminal.lend();
    let Edited { outcome, file } = external_editor::edit(text, &external_editor::folder());
    // First of all: the terminal may be gone.
    desk.edited(outcome, file);
    signals.forget_keys().await;
    terminal.resume()?;
    *events = Some(Events::listen()?);
    let size = terminal.size()?;
    desk.feed(Message::Resized(size.width, size.height));
    Ok(())
}

/// Tells what was written outside and never taken.
fn tell_left(desk: &mut Controller) {
    let left = external_editor::left(&external_editor::folder());
    let Some(newest) = left.first() else { return };
    let more = match left.len() - 1 {
        0 => String::new(),
        more => format!(", and {more} more beside it"),
    };
    let told = format!("written in your editor and never taken: {}{more}", newest.display());
    desk.tick();
    desk.feed(Message::Notice(text::sanitize(&told).into_owned()));
}

/// Does what the desk wishes. The exit code, if that is the end.
async fn fulfil(
    terminal: &mut Terminal,
    desk: &mut Controller,
    signals: &mut Signals,
    events: &mut Option<Events>,
) -> Option<u8> {
    while let Some(wish) = desk.wish() {
        match wish {
            TerminalRequest::Quit => return Some(0),
            TerminalRequest::Suspend => {
                if let Some(code) = suspend(terminal, desk) {
                    return Some(code);
                }
            }
            TerminalRequest::EditOutside(text) => {
                if let Err(_gone) = lend(terminal, desk, signals, events, &text).await {
                    return Some(HUNG_UP);
                }
            }
            TerminalRequest::Copy(text) => {
                if let Err(error) = terminal.copy(&text) {
                    desk.feed(Message::Notice(error.to_string()));
                }
            }
            TerminalRequest::Mouse(ours) => {
                if terminal.mouse(ours).is_err() {
                    return Some(HUNG_UP);
                }
            }
        }
    }
    None
}
