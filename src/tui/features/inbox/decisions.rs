//! How the inbox follows the triage log. The dispatcher calls this after `triage` changed the log,
//! before the position is stored.

use std::collections::HashSet;

use super::queue;
use super::state::LastVerdict;
use crate::recruiting::triage::{EntryKind, LogEntry};
use crate::tui::app::list::tasks::note_cursor_jump;
use crate::tui::app::state::State;
use crate::tui::features::triage::session::UndoDirection;
use crate::wire::{CandidateId, PersonId};

/// Candidates got a verdict or were snoozed: goes to the next candidate.
pub(crate) fn after_decision(state: &mut State, entries: &[LogEntry]) {
    let now = state.clock.moment;
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.last_verdict = entries.last().map(|entry| {
        let (verdict, reason) = match &entry.kind {
            EntryKind::Verdict { verdict, reason } => (Some(*verdict), reason.clone()),
            _ => (None, None),
        };
        let (subject, snapshot) = ((*entry.subject).clone(), (*entry.snapshot).clone());
        LastVerdict { verdict, reason, subject, snapshot }
    });
    inbox.decided.extend(entries.iter().map(|entry| entry.subject.candidate.as_str().to_owned()));
    inbox.pace.push(now);
    update_reasons(state, entries);
    queue::go_to_next(state);
    note_cursor_jump(state);
}

/// Candidates got notes, tags or stars, and stay where they are.
pub(crate) fn after_annotation(state: &mut State, entries: &[LogEntry]) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.last_verdict = None;
    update_reasons(state, entries);
}

/// These entries were undone or redone: goes to their first candidate. Returns whether the queue
/// has them; true also without an inbox.
pub(crate) fn after_revert(
    state: &mut State,
    entries: &[LogEntry],
    direction: UndoDirection,
) -> bool {
    let Some(inbox) = state.inbox.as_deref_mut() else { return true };
    inbox.last_verdict = None;
    let is_decision = |entry: &&LogEntry| {
        matches!(entry.kind, EntryKind::Verdict { .. } | EntryKind::Snooze { .. })
    };
    let mut decisions = entries.iter().filter(is_decision).peekable();
    // The pace counts only verdicts that still stand. The candidates stay in the queue.
    if decisions.peek().is_some() && direction == UndoDirection::Undo {
        inbox.pace.pop();
    }
    inbox.decided.extend(decisions.map(|entry| entry.subject.candidate.as_str().to_owned()));
    update_reasons(state, entries);
    entries.first().is_none_or(|first| queue::go_to_candidate(state, &first.subject.candidate))
}

/// Entries about these candidates could not be written: returns to the first one.
pub(crate) fn after_retract(state: &mut State, candidates: &[CandidateId]) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.pace.pop();
    inbox.last_verdict.take_if(|last| candidates.contains(&last.subject.candidate));
    queue::update_reasons(state, candidates);
    if let Some(first) = candidates.first() {
        queue::go_to_candidate(state, first);
    }
}

/// Updates the reasons of the candidates, and after a snooze those of all candidacies of the person.
fn update_reasons(state: &mut State, entries: &[LogEntry]) {
    let mut candidates: Vec<CandidateId> =
        entries.iter().map(|entry| entry.subject.candidate.clone()).collect();
    let snoozes = entries
        .iter()
        .filter(|entry| matches!(entry.kind, EntryKind::Snooze { .. } | EntryKind::Wake));
    let people: HashSet<&PersonId> =
        snoozes.map(|entry| &entry.subject.person).filter(|person| !person.is_empty()).collect();
    if let Some(inbox) = state.inbox.as_deref().filter(|_| !people.is_empty()) {
        let subjects = inbox.items.iter().filter_map(|item| {
            let open = state.open.get(&inbox.jobs.get(item.job)?.id)?;
            Some(open.subject(item.row))
        });
        let others = subjects.filter(|subject| people.contains(&subject.person));
        candidates.extend(others.map(|subject| subject.candidate));
    }
    queue::update_reasons(state, &candidates);
}
