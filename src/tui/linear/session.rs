//! The loop: prompt, line, what it causes, what changed.
//!
//! `cli` calls [`run`]. A command ends when nothing that it caused is pending; only then is the next
//! line read. Messages from the background wait for the next prompt, so that nothing is appended
//! while the user types.

use std::io;
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::time::sleep_until;

use super::changes::{Description, Report, messages, report};
use super::describe::{self, Place};
use super::entry::{Entry, entry};
use super::input::LineReader;
use super::output::Output;
use crate::config::LoadedConfig;
use crate::keymap::action::{Action, TextEdit};
use crate::platform::processes::stop_self;
use crate::tui::app::connection::status::Offline;
use crate::tui::app::message::Message;
use crate::tui::app::state::WorkspaceStatus;
use crate::tui::runtime::controller::Controller;
use crate::tui::runtime::crash::{Crash, ReportFiles};
use crate::tui::runtime::run::{PANICKED, finish, report_leftovers};
use crate::tui::runtime::signals::{Signal, Signals};
use crate::tui::runtime::workspace::WorkspaceOpener;

/// The screen that the application believes in: the rows on it are loaded first.
pub(super) const SIZE: (u16, u16) = (160, 50);
/// Exit codes of the commands for the same: the reader of the output went away, a key is missing,
/// the server cannot be reached.
const OUTPUT_CLOSED: u8 = 0;
const KEY_MISSING: u8 = 2;
const UNREACHABLE: u8 = 6;

/// How far the user is on the way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    None,
    /// Ctrl-C was the last input; a second one quits.
    Interrupted,
    /// The next line says whether to quit.
    Confirming,
}

pub(crate) struct Session<W> {
    pub(super) controller: Controller,
    pub(super) out: Output<W>,
    pub(super) input: LineReader,
    pub(super) signals: Signals,
    pub(super) crash: Crash,
    /// What has been said about the current place.
    last_description: Description,
    /// What has been said about the place below the open dialogs.
    covered: Option<Description>,
    /// What the last prompt asked for.
    last_entry: Entry,
    /// How many lines of the text, or rows of the list, `list` has read.
    pub(super) read_to: Option<usize>,
    /// Whether the user chose a line of the form to fill in.
    pub(super) is_field_open: bool,
    pub(super) ending: Ending,
    /// Whether the user knows that a list is still loading.
    pub(super) knows_of_loading: bool,
    /// The exit code, once the session ends.
    pub(super) exit: Option<u8>,
}

/// Runs until the user, the end of the input or a signal ends it. Returns the exit code.
pub async fn run(
    loaded: LoadedConfig,
    opener: impl WorkspaceOpener,
    reports: ReportFiles,
    out: impl Write,
) -> io::Result<u8> {
    let signals = Signals::listen()?;
    // Nothing was taken from the shell. Panics after the first follow from it.
    let is_first = AtomicBool::new(true);
    let crash = Crash::watch(move || is_first.swap(false, Ordering::Relaxed), reports);
    let mut controller = Controller::new(SIZE, loaded, opener);
    controller.open();
    report_leftovers(&mut controller);
    let shown = Description::of(&controller);
    let mut session = Session {
        controller,
        out: Output::new(out),
        input: LineReader::start(),
        signals,
        crash,
        last_description: shown,
        covered: None,
        last_entry: Entry::Command,
        read_to: None,
        is_field_open: false,
        ending: Ending::None,
        knows_of_loading: false,
        exit: None,
    };
    session.greet().await;
    while session.exit.is_none() {
        session.prompt();
        if session.exit.is_none() {
            session.step().await;
        }
    }
    session.input.hide(false);
    session.controller.end();
    finish(&mut session.controller, &mut session.signals).await;
    session.out.flush();
    Ok(if session.crash.report() { PANICKED } else { session.exit.unwrap_or(0) })
}

impl<W: Write> Session<W> {
    async fn greet(&mut self) {
        self.settle().await;
        if self.exit.is_some() {
            return;
        }
        self.out.line("shortlist, linear. Type help for the commands, quit to leave.");
        self.say_notices();
        self.out.lines(describe::connection(&self.controller.state));
        self.last_description = Description::of(&self.controller);
        if !self.needs_key_from_pipe() {
            self.describe_place();
        }
    }

    /// All notices of a workspace that was just opened.
    pub(super) fn say_notices(&mut self) {
        let notices: Vec<String> =
            self.controller.state.notices.since(0).map(|notice| notice.text.clone()).collect();
        self.out.lines(notices);
    }

    /// Whether a key is asked for that no user can type: the next line of a pipe is a command.
    fn needs_key_from_pipe(&self) -> bool {
        self.entry() == Entry::Secret && !self.input.is_terminal
    }

    /// A script must see that its commands had no server; a user was told.
    pub(super) fn end_code(&self) -> u8 {
        let state = &self.controller.state;
        let is_offline = |offline: &Offline| offline.probe_at.is_some();
        let has_no_server = matches!(state.workspace, WorkspaceStatus::Failed(_))
            || state.connection.offline.as_ref().is_some_and(is_offline);
        if has_no_server && !self.input.is_terminal { UNREACHABLE } else { 0 }
    }

    /// Forgets what was said about another workspace.
    pub(super) fn start_over(&mut self) {
        self.last_description = Description::of(&self.controller);
        (self.covered, self.read_to, self.last_entry) = (None, None, Entry::Command);
        (self.is_field_open, self.knows_of_loading) = (false, false);
    }

    /// Reads the heading, the row and the beginning of the text.
    pub(super) fn describe_place(&mut self) {
        self.out.lines(describe::heading(&self.controller));
        self.out.lines(describe::current_row(&self.controller.state));
        let (lines, read) = super::changes::page(&describe::text(&self.controller), 0);
        self.out.lines(lines);
        self.read_to = Some(read).filter(|read| *read > 0);
    }

    pub(super) fn entry(&self) -> Entry {
        entry(&self.controller.state, self.is_field_open)
    }

    /// Says what is expected if that is new, and prints the prompt.
    fn prompt(&mut self) {
        if self.needs_key_from_pipe() {
            self.out.line("Set SHORTLIST_KEY, or store a key with shortlist login");
            self.exit = Some(KEY_MISSING);
            return;
        }
        let entry = self.entry();
        if entry != self.last_entry
            && let Entry::Text(text) = &entry
        {
            let instructions = text.instructions();
            self.out.line(&instructions);
        }
        let prompt = match &entry {
            _ if self.ending == Ending::Confirming => "quit, yes or no: ".to_owned(),
            Entry::Command => describe::prompt(&self.controller.state),
            Entry::Text(text) => format!("{}: ", text.label),
            Entry::Pick { label } => format!("{label}, text, number or cancel: "),
            Entry::Confirm => "yes or no: ".to_owned(),
            Entry::Secret => "API key, not shown: ".to_owned(),
        };
        self.input.hide(entry == Entry::Secret && self.ending != Ending::Confirming);
        self.last_entry = entry;
        self.out.prompt(&prompt);
        if self.out.is_closed() {
            self.exit = Some(OUTPUT_CLOSED);
        }
    }

    /// Waits for a line or a signal, and carries it out.
    async fn step(&mut self) {
        loop {
            let wake = self.controller.wakes_at();
            tokio::select! {
                biased;
                signal = self.signals.next() => {
                    self.take_signal(signal).await;
                    return;
                }
                () = self.crash.wait_for_panic() => {
                    self.exit = Some(PANICKED);
                    return;
                }
                line = self.input.next() => {
                    return self.take_input(line).await;
                }
                message = self.controller.next_message() => {
                    self.controller.tick();
                    self.controller.feed(message);
                }
                () = wait_until(wake) => self.controller.tick(),
            }
            self.carry_out_effects().await;
            if self.exit.is_some() {
                return;
            }
        }
    }

    async fn take_input(&mut self, line: Option<String>) {
        if self.input.is_hidden() {
            // The end of the line was not echoed either.
            self.input.hide(false);
            self.out.end_line();
        }
        if self.ending == Ending::Interrupted {
            self.ending = Ending::None;
        }
        if let Some(line) = line.as_deref().filter(|_| !self.input.is_terminal) {
            // A terminal shows what is typed; a transcript should show it, too.
            self.out.line(if self.last_entry == Entry::Secret { "" } else { line });
        }
        let Some(line) = line else {
            // The end of the input is the end of the session; what was begun is kept.
            self.out.end_line();
            self.exit = Some(self.end_code());
            return;
        };
        self.perform(&line).await;
    }

    /// Says what is new since the last time. Returns whether there was anything.
    pub(super) fn say_changes(&mut self) -> bool {
        let lines = self.take_changes().lines;
        self.out.lines(&lines);
        !lines.is_empty()
    }

    /// Says the messages that came, and takes the rest as said: the command reads it itself.
    pub(super) fn say_messages(&mut self) {
        let now = Description::of(&self.controller);
        let messages = messages(&self.controller, &self.last_description, &now);
        self.take_changes();
        self.out.lines(messages);
    }

    /// What is new since the last time, which is taken as said from now on.
    fn take_changes(&mut self) -> Report {
        let now = Description::of(&self.controller);
        let covered = self.covered.take();
        let returned = covered.as_ref().filter(|covered| covered.place() == now.place());
        let report = report(&self.controller, &self.last_description, returned, &now);
        if now.place() != self.last_description.place() || !now.is_at_row_of(&self.last_description)
        {
            self.read_to = report.read.filter(|read| *read > 0);
        } else if !now.is_in_order_of(&self.last_description) {
            self.read_to = None;
        }
        let before = std::mem::replace(&mut self.last_description, now);
        self.covered = match (self.last_description.place(), before.place()) {
            (Place::Inbox | Place::Pane(..), _) => None,
            (_, Place::Inbox | Place::Pane(..)) => Some(before),
            (_, Place::Dialog(_) | Place::Editor(..)) => covered,
        };
        report
    }

    /// Whether the user typed a line for another prompt or another row: something changed in the
    /// background since.
    pub(super) fn is_stale(&self) -> bool {
        let entry = self.entry();
        let is_same = match (&entry, &self.last_entry) {
            (Entry::Text(now), Entry::Text(asked)) => now.label == asked.label,
            (now, asked) => now == asked,
        };
        let now = Description::of(&self.controller);
        !is_same
            || now.place() != self.last_description.place()
            || !now.is_at_row_of(&self.last_description)
    }

    /// Ctrl-C cancels what is open; a second one ends the session.
    pub(super) async fn take_signal(&mut self, signal: Signal) {
        self.controller.tick();
        match signal {
            Signal::Interrupt if self.input.is_terminal && self.ending != Ending::Interrupted => {
                self.input.hide(false);
                self.ending = Ending::Interrupted;
                self.out.end_line();
                let place = Place::of(&self.controller.state);
                let is_open = matches!(place, Place::Dialog(_) | Place::Editor(..));
                if is_open || self.controller.state.is_typing() {
                    self.cancel();
                }
                self.carry_out_effects().await;
                self.say_changes();
                self.out.line("Canceled. Press Ctrl-C again to quit.");
            }
            Signal::Stop => {
                self.input.hide(false);
                // The shell reports it; the prompt comes again when the process continues.
                let _ = stop_self();
            }
            Signal::Continue => self.out.end_line(),
            Signal::Resize => {}
            signal => {
                self.out.end_line();
                self.exit = signal.exit_code();
            }
        }
    }

    /// Closes what is open; in a list, the filter or the marks, or goes one level up.
    pub(super) fn cancel(&mut self) {
        let is_in_form = matches!(Place::of(&self.controller.state), Place::Editor(..));
        if std::mem::take(&mut self.is_field_open) && is_in_form {
            return;
        }
        let is_typing = self.controller.state.is_typing();
        self.act(if is_typing { Action::Edit(TextEdit::Cancel) } else { Action::Back });
    }

    pub(super) fn act(&mut self, action: Action) {
        self.feed(Message::Act(action));
    }

    pub(super) fn repeat(&mut self, times: Range<usize>, action: Action) {
        for _ in times {
            self.act(action);
        }
    }

    pub(super) fn feed(&mut self, message: Message) {
        self.controller.tick();
        self.controller.feed(message);
    }
}

/// Waits forever if there is no time.
async fn wait_until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}
