//! Waits until nothing that the last command caused is pending.

use std::io::Write;
use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::session::Session;
use crate::recruiting::paging::Urgency;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::tui::features::editor::state::Editor;
use crate::tui::features::inbox::stale_key_guard;
use crate::tui::runtime::controller::Controller;
use crate::tui::runtime::run::PANICKED;
use crate::tui::runtime::signals::Signal;

/// How long a command waits for what it shows.
const LIMIT: Duration = Duration::from_secs(15);
/// How long it waits for the rest of a list, which may be very long.
const PATIENCE: Duration = Duration::from_secs(5);
/// Delay before the user is told what the program waits for.
const NOTICE_DELAY: Duration = Duration::from_secs(2);
/// How often the state is looked at while nothing happens.
const POLL: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    /// Rows that are not on the screen.
    Background,
    /// What the user asked for.
    Foreground,
    /// The workspace opens, which may create the demo.
    Opening,
}

fn pending(controller: &Controller) -> Pending {
    let state = &controller.state;
    if matches!(state.workspace, WorkspaceStatus::Opening(_)) {
        let is_locked = state.connection.locked.is_some();
        return if is_locked { Pending::Nothing } else { Pending::Opening };
    }
    if controller.executor.unwritten_count() > 0 || is_busy(state) {
        return Pending::Foreground;
    }
    let is_rest = |urgency| matches!(urgency, Urgency::Near | Urgency::Rest);
    let mut in_flight = state.fetching.in_flight.values();
    let has_rest = in_flight.any(|in_flight| is_rest(in_flight.urgency))
        || state.is_all_selected() && state.all_candidates.is_loading();
    if has_rest { Pending::Background } else { Pending::Nothing }
}

fn is_busy(state: &State) -> bool {
    let is_open = matches!(state.workspace, WorkspaceStatus::Open(_));
    let in_flight = state.fetching.in_flight.values();
    let mut visible = in_flight.filter(|in_flight| in_flight.urgency == Urgency::Visible);
    // Requests are tried again until it answers.
    let connection = &state.connection;
    let is_server_silent = connection.offline.is_some() || connection.paused_until.is_some();
    let inbox = state.inbox.as_deref();
    let list = state.open_job().map(|open| &open.list);
    is_open && !state.local_data.is_restored
        || visible.next().is_some() && !is_server_silent
        || state.editor.as_deref().is_some_and(Editor::is_sending)
        || state.fetching.cursor_rests_at.is_some()
        || inbox.is_some_and(|inbox| inbox.rebuild_at.is_some())
        || !state.stage_moves.in_flight.is_empty()
        || state.job_changes.is_saving()
        || stale_key_guard::refuses_until(state).is_some()
        || !state.jobs.is_settled()
        || list.is_some_and(|list| !list.is_settled())
        || state.dialogs.top().is_some_and(is_dialog_busy)
}

const fn is_dialog_busy(dialog: &Dialog) -> bool {
    match dialog {
        Dialog::Changes(changes) => changes.list.is_none(),
        Dialog::Export(export) => export.writing.is_some(),
        Dialog::Apply(apply) => apply.in_flight.is_some(),
        dialog => dialog.search_at().is_some(),
    }
}

impl<W: Write> Session<W> {
    /// Waits until nothing that the last command caused is pending.
    pub(super) async fn settle(&mut self) {
        let mut started = Instant::now();
        let mut has_notified = false;
        loop {
            self.controller.tick();
            while let Some(message) = self.controller.try_next_message() {
                self.controller.feed(message);
            }
            self.carry_out_effects().await;
            if self.exit.is_some() {
                return;
            }
            let (pending, elapsed) = (pending(&self.controller), started.elapsed());
            self.knows_of_loading &= pending != Pending::Nothing;
            match pending {
                Pending::Nothing => return,
                // Creating the demo takes its time.
                Pending::Opening if has_notified => started = Instant::now(),
                Pending::Background if self.knows_of_loading => return,
                Pending::Background if elapsed > PATIENCE => {
                    self.knows_of_loading = true;
                    return self.out.line("Still loading the rest; where says how much is loaded.");
                }
                Pending::Foreground if elapsed > LIMIT => {
                    return self
                        .out
                        .line("Still waiting; an empty line prints what is known so far.");
                }
                _ => {}
            }
            if elapsed > NOTICE_DELAY && !has_notified {
                has_notified = true;
                self.notify_of(pending);
            }
            if self.wait(Instant::now() + POLL).await || self.exit.is_some() {
                return;
            }
        }
    }

    fn notify_of(&mut self, pending: Pending) {
        self.out.line(if pending == Pending::Opening {
            "Opening the workspace."
        } else {
            "Loading."
        });
        self.out.flush();
    }

    /// Waits for a message, or until a time. Returns whether the user stopped it.
    async fn wait(&mut self, until: Instant) -> bool {
        let until = self.controller.wakes_at().map_or(until, |wake| wake.min(until));
        tokio::select! {
            biased;
            signal = self.signals.next() => {
                let is_interrupt = signal == Signal::Interrupt;
                self.take_signal(signal).await;
                return is_interrupt;
            }
            () = self.crash.wait_for_panic() => self.exit = Some(PANICKED),
            message = self.controller.next_message() => {
                self.controller.tick();
                self.controller.feed(message);
            }
            () = sleep_until(until.into()) => {}
        }
        false
    }
}
