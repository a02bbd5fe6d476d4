//! How the inbox follows the triage log. The dispatcher calls this after `triage` changed the log,
//! before the position is stored.

use super::queue;
use super::state::LastVerdict;
use crate::recruiting::triage::{EntryKind, LogEntry};
use crate::tui::app::list::tasks::note_cursor_jump;
use crate::tui::app::state::State;
use crate::tui::features::triage::session::UndoDirection;
use crate::wire::CandidateId;

/// Candidates got a verdict or were snoozed: goes to the next candidate.
pub(crate) fn after_decision(state: &mut State, entries: &[LogEntry]) {
    let now = state.clock.moment;
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.last_verdict = entries.last().map(|entry| LastVerdict {
        verdict: match entry.kind {
            EntryKind::Verdict { verdict, .. } => Some(verdict),
            _ => None,
        },
        subject: (*entry.subject).clone(),
        snapshot: (*entry.snapshot).clone(),
    });
    inbox.decided.extend(entries.iter().map(|entry| entry.subject.candidate.as_str().to_owned()));
    inbox.pace.push(now);
    queue::update_reasons(state, candidates(entries));
    queue::go_to_next(state);
    note_cursor_jump(state);
}

/// Candidates got notes, tags or stars, and stay where they are.
pub(crate) fn after_annotation(state: &mut State, entries: &[LogEntry]) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.last_verdict = None;
    queue::update_reasons(state, candidates(entries));
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
    queue::update_reasons(state, candidates(entries));
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

fn candidates(entries: &[LogEntry]) -> impl Iterator<Item = &CandidateId> {
    entries.iter().map(|entry| &entry.subject.candidate)
}
