//! The inbox and verdicts.

mod beforehand;
mod chaos;
mod going_on;
mod gone;
mod hiding;
mod inbox;
mod jotting;
mod listed;
mod reading;
mod recalling;
mod shortlists;
mod sliding;
mod taking_back;
mod windows;

use crate::app::action::{Action, Edit, Pane, Triage};
use crate::app::effect::Effect;
use crate::app::fixture::Stage;
use crate::app::inbox::{Inbox, Why};
use crate::app::message::Message;
use crate::app::triage::{Entry, StepId, Verdict};

const ADVANCE: Action = Action::Triage(Triage::Give(Verdict::Advance));
const WAIT: Action = Action::Triage(Triage::Give(Verdict::Wait));
const DECLINE: Action = Action::Triage(Triage::Give(Verdict::Decline));
const INBOX: Action = Action::Triage(Triage::Inbox);
const ENTER: Action = Action::Edit(Edit::Accept);

/// The inbox over both jobs, everything read.
fn opened() -> Stage {
    let mut stage = Stage::triage(120, 40);
    stage.act(&[INBOX]).settle();
    stage
}

fn inbox(stage: &Stage) -> &Inbox {
    stage.state.inbox.as_deref().expect("the inbox is open")
}

/// The queue: each candidate with why, jobs before them.
fn queue(stage: &Stage) -> Vec<String> {
    let inbox = inbox(stage);
    let mut lines = Vec::new();
    for (at, job) in inbox.jobs.iter().enumerate() {
        lines.push(format!("{} {}", job.name, job.waiting));
        for item in inbox.items.iter().filter(|item| item.job == at) {
            let rows = &stage.state.open[&job.id].list.roll.rows;
            let why = match &item.why {
                Why::New => "new".to_owned(),
                Why::Unseen => "unseen".to_owned(),
                Why::Undecided => "undecided".to_owned(),
                Why::Woken(day) => format!("woken {day}"),
                Why::Changed(told) => format!("changed: {told}"),
                Why::Decided => "decided".to_owned(),
            };
            lines.push(format!("  {}: {why}", rows.name(item.row)));
        }
    }
    lines
}

/// Who is on the card.
fn shown(stage: &Stage) -> String {
    let (open, row) = stage.state.shown_row().expect("somebody is shown");
    open.list.roll.rows.id(row).to_owned()
}

fn told(stage: &Stage) -> &str {
    stage.state.notices.newest_first().next().map_or("", |notice| &notice.text)
}

/// The steps that were sent to the disk.
fn appended(stage: &Stage) -> Vec<(StepId, Vec<Entry>)> {
    let each = stage.others.iter().filter_map(|effect| match effect {
        Effect::Append { step, entries, .. } => Some((step.clone(), entries.clone())),
        _ => None,
    });
    each.collect()
}

/// An hour passes.
fn later(stage: &mut Stage) {
    let mut clock = stage.state.clock;
    clock.date = crate::app::fixture::timestamp("2026-11-15T13:04:00Z");
    stage.send(Message::Time(clock));
}

fn verdict(stage: &Stage, candidate: &str) -> Option<Verdict> {
    Some(stage.state.book.own(candidate)?.verdict.as_ref()?.verdict)
}
