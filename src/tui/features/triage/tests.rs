//! The inbox and verdicts.

mod blind;
mod cached_records;
mod inbox;
mod lists;
mod missing;
mod notes;
mod prefetch;
mod random_keys;
mod reading;
mod resuming;
mod shortlists;
mod stale_keys;
mod undo;
mod windows;

use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::triage::{LogEntry, UndoGroup, Verdict};
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::{Inbox, InboxReason};

const ADVANCE: Action = Action::Triage(TriageAction::Give(Verdict::Advance));
const WAIT: Action = Action::Triage(TriageAction::Give(Verdict::Wait));
const DECLINE: Action = Action::Triage(TriageAction::Give(Verdict::Decline));
const INBOX: Action = Action::Triage(TriageAction::Inbox);
const ENTER: Action = Action::Edit(TextEdit::Accept);

/// The inbox over both jobs, everything read.
fn opened() -> FakeServer {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[INBOX]).settle();
    stage
}

fn inbox(stage: &FakeServer) -> &Inbox {
    stage.state.inbox.as_deref().expect("the inbox is open")
}

/// The queue: each candidate with why, jobs before them.
fn queue(stage: &FakeServer) -> Vec<String> {
    let inbox = inbox(stage);
    let mut lines = Vec::new();
    for (at, job) in inbox.jobs.iter().enumerate() {
        lines.push(format!("{} {}", job.name, job.waiting));
        for item in inbox.items.iter().filter(|item| item.job == at) {
            let rows = &stage.state.open[&job.id].list.roll.rows;
            let why = match &item.why {
                InboxReason::New => "new".to_owned(),
                InboxReason::Unseen => "unseen".to_owned(),
                InboxReason::Undecided => "undecided".to_owned(),
                InboxReason::Woken(day) => format!("woken {day}"),
                InboxReason::Changed(told) => format!("changed: {told}"),
                InboxReason::Decided => "decided".to_owned(),
            };
            lines.push(format!("  {}: {why}", rows.name(item.row)));
        }
    }
    lines
}

/// Who is on the card.
fn shown(stage: &FakeServer) -> String {
    let (open, row) = stage.state.shown_row().expect("somebody is shown");
    open.list.roll.rows.id(row).to_owned()
}

fn told(stage: &FakeServer) -> &str {
    stage.state.notices.newest_first().next().map_or("", |notice| &notice.text)
}

/// The steps that were sent to the disk.
fn appended(stage: &FakeServer) -> Vec<(UndoGroup, Vec<LogEntry>)> {
    let each = stage.others.iter().filter_map(|effect| match effect {
        Effect::Append { step, entries, .. } => Some((step.clone(), entries.clone())),
        _ => None,
    });
    each.collect()
}

/// An hour passes.
fn later(stage: &mut FakeServer) {
    let mut clock = stage.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-15T13:04:00Z");
    stage.send(Message::Time(clock));
}

fn verdict(stage: &FakeServer, candidate: &str) -> Option<Verdict> {
    Some(stage.state.book.own(candidate)?.verdict.as_ref()?.verdict)
}
