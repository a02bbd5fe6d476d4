//! The inbox and verdicts.

mod blind;
mod cached_records;
pub(crate) mod marks;
mod missing;
mod notes;
mod pending;
mod prefetch;
mod random_keys;
mod reading;
mod reasons;
mod resuming;
mod stale_keys;
mod undo;
mod windows;

use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::triage::{LogEntry, UndoGroup, Verdict};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::{Inbox, InboxReason};

pub(crate) const ADVANCE: Action = Action::Triage(TriageAction::Give(Verdict::Advance));
pub(crate) const WAIT: Action = Action::Triage(TriageAction::Give(Verdict::Wait));
pub(crate) const DECLINE: Action = Action::Triage(TriageAction::Give(Verdict::Decline));
pub(crate) const INBOX: Action = Action::Triage(TriageAction::Inbox);
pub(crate) const ENTER: Action = Action::Edit(TextEdit::Accept);

/// The inbox over both jobs, everything loaded.
pub(crate) fn open_inbox() -> FakeServer {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[INBOX]).settle();
    server
}

pub(crate) fn inbox(server: &FakeServer) -> &Inbox {
    server.state.inbox.as_deref().expect("the inbox is open")
}

/// The queue as lines: each job, then its candidates with the reason.
pub(crate) fn queue(server: &FakeServer) -> Vec<String> {
    let inbox = inbox(server);
    let mut lines = Vec::new();
    for (at, job) in inbox.jobs.iter().enumerate() {
        lines.push(format!("{} {}", job.name, job.waiting));
        for item in inbox.items.iter().filter(|item| item.job == at) {
            let rows = &server.state.open[&job.id].list.pages.rows;
            let reason = match &item.reason {
                InboxReason::New => "new".to_owned(),
                InboxReason::Unseen => "unseen".to_owned(),
                InboxReason::Undecided => "undecided".to_owned(),
                InboxReason::Woken(day) => format!("woken {day}"),
                InboxReason::Changed(change) => format!("changed: {change}"),
                InboxReason::Decided => "decided".to_owned(),
            };
            lines.push(format!("  {}: {reason}", rows.name(item.row)));
        }
    }
    lines
}

/// The id of the selected candidate.
pub(crate) fn selected_candidate(server: &FakeServer) -> String {
    let (open, row) = server.state.current_row().expect("a selected row");
    open.list.pages.rows.id(row).to_owned()
}

pub(crate) fn last_message(server: &FakeServer) -> &str {
    server.state.notices.newest_first().next().map_or("", |notice| &notice.text)
}

/// The undo groups that were sent to storage.
pub(crate) fn appended_groups(server: &FakeServer) -> Vec<(UndoGroup, Vec<LogEntry>)> {
    let groups = server.others.iter().filter_map(|effect| match effect {
        Effect::Storage(StorageEffect::Append { group: step, entries, .. }) => {
            Some((step.clone(), entries.clone()))
        }
        _ => None,
    });
    groups.collect()
}

/// Advances the wall clock by an hour.
pub(crate) fn advance_clock(server: &mut FakeServer) {
    let mut clock = server.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-15T13:04:00Z");
    server.send(Message::Time(clock));
}

pub(crate) fn verdict(server: &FakeServer, candidate: &str) -> Option<Verdict> {
    Some(server.state.triage.candidate(candidate)?.verdict.as_ref()?.verdict)
}
