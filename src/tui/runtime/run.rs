//! The event loop: waits for an event, feeds it to the controller, draws.
//!
//! A frame is drawn when something changed and no details are pending. There is no tick:
//! an idle program wakes only at the time that the state names.

use std::io::Write;
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::controller::Controller;
use super::crash::{Crash, ReportFiles};
use super::events::{Events, Input};
use super::external_editor;
use super::external_editor::Edited;
use super::external_editor::files::EditFolder;
use super::signals::{Signal, Signals};
use super::switch;
use super::terminal::{Terminal, TerminalError};
use super::trace;
use super::workspace::WorkspaceOpener;
use crate::config::LoadedConfig;
use crate::recruiting::person::Draft;
use crate::text;
use crate::tui::app::effect::TerminalEffect;
use crate::tui::app::message::Message;

/// Minimum time between frames that only messages ask for.
const FRAME_INTERVAL: Duration = Duration::from_millis(33);
/// How long messages are taken before input has a turn.
const BATCH_TIME: Duration = Duration::from_millis(8);
/// Delay before the end says that it waits for the disk.
const WAIT_NOTICE_DELAY: Duration = Duration::from_millis(300);
/// Exit code after a panic.
pub(crate) const PANICKED: u8 = 101;
/// Exit code after the terminal went away.
const HUNG_UP: u8 = 129;

/// Why the loop ended.
enum LoopEnd {
    Exit(u8),
    /// To the workspace of this index.
    Switch(usize),
}

/// The screen with its first frame. Nothing else has started, so that the frame comes first.
pub struct Screen {
    signals: Signals,
    terminal: Terminal,
    controller: Controller,
    crash: Crash,
}

impl Screen {
    /// Must be called inside the async runtime.
    pub fn open(
        loaded: LoadedConfig,
        opener: impl WorkspaceOpener,
        reports: ReportFiles,
    ) -> Result<Self, TerminalError> {
        // Before the terminal changes: a signal that ends the program must restore it.
        let signals = Signals::listen()?;
        let mut terminal = Terminal::open(loaded.settings.mouse)?;
        let crash = Crash::watch(terminal.closer(), reports);
        let size = terminal.size()?;
        trace::opened(size.width, size.height);
        let controller = Controller::new((size.width, size.height), loaded, opener);
        // The next frame notices a closed terminal.
        let _ = terminal.draw_with_links(|frame| controller.draw_with_links(frame));
        Ok(Self { signals, terminal, controller, crash })
    }

    /// Runs until the user or a signal ends it. Returns the exit code.
    pub async fn run(self) -> Result<u8, TerminalError> {
        let Self { mut signals, mut terminal, mut controller, mut crash } = self;
        controller.open();
        report_leftovers(&mut controller);
        if controller.wants_background() {
            // The next frame notices a closed terminal.
            let _ = terminal.query_background();
        }
        let mut events = Some(Events::listen()?);
        let code = loop {
            let end = run_loop(&mut terminal, &mut controller, &mut signals, &mut events, &crash);
            let choice = match end.await {
                LoopEnd::Exit(code) => break code,
                LoopEnd::Switch(choice) => choice,
            };
            let switched =
                switch::switch(choice, &mut controller, &mut terminal, &mut signals, &mut events);
            match switched.await {
                Ok(None) => {}
                Ok(Some(code)) => break code,
                Err(_closed) => break HUNG_UP,
            }
        };
        trace::closed(code);
        // However the loop ended: by key, signal or closed terminal.
        controller.end();
        terminal.close();
        finish(&mut controller, &mut signals).await;
        drop(controller);
        Ok(if crash.report() { PANICKED } else { code })
    }
}

/// Waits for writes that are under way, and prints what was not reported on the screen.
pub(crate) async fn finish(controller: &mut Controller, signals: &mut Signals) {
    let waits_for_server = controller.is_sending();
    if waits_for_server {
        print_error("waiting a few seconds for responses; press Ctrl-C to stop waiting");
    }
    let finished = tokio::select! {
        unreported = controller.finish() => Some(unreported),
        // A second interrupt ends the wait.
        () = wait_for_interrupt(signals, !waits_for_server) => None,
    };
    let unreported = finished.unwrap_or_else(|| {
        let ended = waits_for_server
            .then(|| "stopped at once: changes already sent may or may not be saved".to_owned());
        ended.into_iter().chain(controller.describe_unfinished()).collect()
    });
    for text in unreported {
        print_error(&text);
    }
}

/// Waits for a new interrupt. If it takes long, says what the program waits for, if that is not
/// known yet.
async fn wait_for_interrupt(signals: &mut Signals, says_why: bool) {
    let interrupt = async { while signals.next().await != Signal::Interrupt {} };
    tokio::pin!(interrupt);
    if says_why && tokio::time::timeout(WAIT_NOTICE_DELAY, &mut interrupt).await.is_err() {
        print_error("waiting for the disk to save your last changes; press Ctrl-C to stop waiting");
    }
    interrupt.await;
}

/// Prints to stderr. There is nowhere to report a closed stderr.
fn print_error(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", text::sanitize(text));
}

async fn run_loop(
    terminal: &mut Terminal,
    controller: &mut Controller,
    signals: &mut Signals,
    events: &mut Option<Events>,
    crash: &Crash,
) -> LoopEnd {
    let mut last_frame = Instant::now();
    let mut due: Option<Instant> = Some(last_frame);
    // Whether a due frame waits for the disk.
    let mut is_held = false;
    loop {
        let wake = controller.wakes_at();
        let until = wake.into_iter().chain(due).min();
        let mut urgent = true;
        tokio::select! {
            biased;
            () = crash.wait_for_panic() => return LoopEnd::Exit(PANICKED),
            signal = signals.next() => {
                if let Some(code) = handle_signal(terminal, controller, signal) {
                    return LoopEnd::Exit(code);
                }
            }
            input = next(events) => {
                let Some(input) = input else { return LoopEnd::Exit(HUNG_UP) };
                controller.tick();
                controller.handle_input(input);
                while let Some(input) = events.as_mut().and_then(Events::try_next) {
                    controller.handle_input(input);
                }
            }
            message = controller.next_message() => {
                urgent = false;
                feed_batch(controller, message);
            }
            () = wait_until(until) => controller.tick(),
        }
        if let Some(end) = carry_out_effects(terminal, controller, signals, events).await {
            return end;
        }
        let at = if urgent || is_held { Instant::now() } else { last_frame + FRAME_INTERVAL };
        if Instant::now() < at {
            due = Some(due.map_or(at, |due| due.min(at)));
            continue;
        }
        // A verdict that looks saved must survive a kill.
        if let Some(until) = controller.frame_held_until(Instant::now()) {
            (due, is_held) = (Some(until), true);
            continue;
        }
        if let Err(_closed) = draw(terminal, controller) {
            return LoopEnd::Exit(HUNG_UP);
        }
        (last_frame, due, is_held) = (Instant::now(), None, false);
    }
}

/// Feeds a message and those that wait behind it, until input has a turn.
fn feed_batch(controller: &mut Controller, message: Message) {
    controller.tick();
    controller.feed(message);
    let started = Instant::now();
    while started.elapsed() < BATCH_TIME
        && let Some(message) = controller.try_next_message()
    {
        controller.feed(message);
    }
}

/// Draws a frame. An error means that the terminal is gone.
fn draw(terminal: &mut Terminal, controller: &mut Controller) -> std::io::Result<()> {
    let size = terminal.size()?;
    if (size.width, size.height) != controller.state.size {
        // The size just changed; SIGWINCH has not arrived yet.
        controller.feed(Message::Resized(size.width, size.height));
    }
    trace::traced_frame(|| terminal.draw_with_links(|frame| controller.draw_with_links(frame)))
}

/// Waits forever if there is no time.
async fn wait_until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}

/// Returns the exit code if the signal ends the program.
fn handle_signal(
    terminal: &mut Terminal,
    controller: &mut Controller,
    signal: Signal,
) -> Option<u8> {
    trace::event(&signal);
    controller.tick();
    match signal {
        Signal::Stop => suspend(terminal, controller),
        // A closing terminal sends SIGCONT before SIGHUP.
        Signal::Continue if terminal.resume().is_err() => Some(HUNG_UP),
        Signal::Continue | Signal::Resize => {
            let Ok(size) = terminal.size() else { return Some(HUNG_UP) };
            controller.feed(Message::Resized(size.width, size.height));
            None
        }
        other => other.exit_code(),
    }
}

fn suspend(terminal: &mut Terminal, controller: &mut Controller) -> Option<u8> {
    match terminal.suspend() {
        Ok(true) => None,
        Ok(false) => {
            controller.feed(Message::Notice("No shell to return to".to_owned()));
            None
        }
        Err(_closed) => Some(HUNG_UP),
    }
}

/// Pending forever while an external editor has the keyboard.
async fn next(events: &mut Option<Events>) -> Option<Input> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}

/// Runs the user's own editor in the terminal. An error means that the terminal is gone.
async fn edit_externally(
    terminal: &mut Terminal,
    controller: &mut Controller,
    signals: &mut Signals,
    events: &mut Option<Events>,
    (text, draft): (&str, &Draft),
) -> std::io::Result<()> {
    *events = None;
    terminal.release();
    let Edited { outcome, file } = external_editor::edit(text, draft, &controller.edit_folder());
    // Before anything that fails if the terminal is gone.
    controller.finish_external_edit(outcome, file);
    signals.forget_keys().await;
    terminal.resume()?;
    *events = Some(Events::listen()?);
    let size = terminal.size()?;
    controller.feed(Message::Resized(size.width, size.height));
    Ok(())
}

/// Reports files of the external editor that belong to no workspace.
pub(crate) fn report_leftovers(controller: &mut Controller) {
    let leftovers = EditFolder::of(None).leftovers();
    let Some(newest) = leftovers.first() else { return };
    let more = match leftovers.len() - 1 {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let notice = format!("Unused text from your editor: {}{more}", newest.display());
    controller.tick();
    controller.feed(Message::Notice(text::sanitize(&notice).into_owned()));
}

/// Carries out terminal effects. Returns why the loop ends, if it does.
async fn carry_out_effects(
    terminal: &mut Terminal,
    controller: &mut Controller,
    signals: &mut Signals,
    events: &mut Option<Events>,
) -> Option<LoopEnd> {
    while let Some(effect) = controller.terminal_effect() {
        match effect {
            TerminalEffect::Quit => return Some(LoopEnd::Exit(0)),
            TerminalEffect::SwitchWorkspace(choice) => return Some(LoopEnd::Switch(choice)),
            TerminalEffect::Suspend => {
                if let Some(code) = suspend(terminal, controller) {
                    return Some(LoopEnd::Exit(code));
                }
            }
            TerminalEffect::OpenExternalEditor { text, draft } => {
                if let Err(_closed) =
                    edit_externally(terminal, controller, signals, events, (&text, &draft)).await
                {
                    return Some(LoopEnd::Exit(HUNG_UP));
                }
            }
            TerminalEffect::Copy(text) => {
                if let Err(error) = terminal.copy(&text) {
                    controller.feed(Message::Notice(error.to_string()));
                }
            }
            TerminalEffect::OpenLink(url) => controller.open_link(url),
            TerminalEffect::Mouse(is_captured) => {
                if terminal.capture_mouse(is_captured).is_err() {
                    return Some(LoopEnd::Exit(HUNG_UP));
                }
            }
        }
    }
    None
}
