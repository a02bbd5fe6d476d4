//! One step: what was done at once, in the book and on the way to the disk.

use crate::app::effect::Effect;
use crate::app::inbox::{Inbox, Place};
use crate::app::state::State;
use crate::app::triage::{Act, AsSeen, Entry, EntryId, StepId, Subject};

/// Takes a step: all of it is one undo. Nothing is drawn before it is on disk.
pub(super) fn take(
    state: &mut State,
    acts: Vec<(Subject, AsSeen, Act)>,
    effects: &mut Vec<Effect>,
) {
    let entries = enter(state, acts);
    send(state, entries, effects);
}

/// Puts a step into the book; whoever does so sends it, too.
pub(super) fn enter(state: &mut State, acts: Vec<(Subject, AsSeen, Act)>) -> Vec<Entry> {
    if acts.is_empty() {
        return Vec::new();
    }
    state.deciding.steps += 1;
    state.drafting.applied = None;
    let step = StepId(format!("{}-{}", state.memory.session, state.deciding.steps));
    let now = state.clock.date;
    let entry = |(number, (subject, seen, act)): (usize, (Subject, AsSeen, Act))| Entry {
        id: EntryId(format!("{}.{number}", step.0)),
        step: step.clone(),
        at: state.book.moment(subject.candidate.as_str(), now),
        subject: subject.into(),
        seen: seen.into(),
        act,
        source: None,
    };
    let entries: Vec<Entry> = acts.into_iter().enumerate().map(entry).collect();
    for entry in &entries {
        state.book.enter(entry.clone());
    }
    entries
}

/// Sends a step to the disk, with where one is now.
pub(super) fn send(state: &mut State, entries: Vec<Entry>, effects: &mut Vec<Effect>) {
    let Some(step) = entries.first().map(|entry| entry.step.clone()) else { return };
    let place = state.inbox.as_deref().map(|inbox| place(state, inbox));
    if place.is_some() {
        state.memory.place.clone_from(&place);
    }
    effects.push(Effect::Append { step, entries, place });
}

/// Where one is in the inbox, or wants to be.
pub(super) fn place(state: &State, inbox: &Inbox) -> Place {
    let shown = || state.selected().map(|(candidate, _)| candidate);
    Place {
        scope: inbox.scope.clone(),
        order: inbox.order,
        side: inbox.side,
        // A filter is left again: one stops where one was before it.
        candidate: inbox.origin.clone().or_else(|| inbox.heading_for.clone()).or_else(shown),
        blind: inbox.blind,
        sticky: state.deciding.sticky.clone(),
    }
}
