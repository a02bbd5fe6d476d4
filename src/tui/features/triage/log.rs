//! News of what is kept: written or not, by another window, gone.

use super::{undo, verdicts};
use crate::keymap::action::Action;
use crate::recruiting::triage::{EntryKind, LogEntry, UndoGroup};
use crate::text;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::restored::Restored;
use crate::tui::app::state::State;
use crate::tui::features::inbox::queue;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, PersonId};

/// What this machine remembers of verdicts.
pub(crate) fn remembered(state: &mut State, memory: &mut Restored) {
    for entry in std::mem::take(&mut memory.log) {
        state.book.add(entry);
    }
    for (candidate, at) in std::mem::take(&mut memory.looked) {
        state.book.look(candidate.as_str(), at);
    }
    // Whoever opened the inbox before this was known stands where they stood last.
    if let Some(inbox) = state.inbox.as_deref_mut().filter(|inbox| !inbox.touched)
        && let Some(place) = memory.place.clone().filter(|place| place.scope == inbox.scope)
    {
        inbox.heading_for = place.candidate;
        (inbox.order, inbox.side, inbox.blind) = (place.order, place.side, place.blind);
    }
    if let Some(place) = &memory.place
        && state.deciding.sticky.iter().all(Option::is_none)
    {
        state.deciding.sticky.clone_from(&place.sticky);
    }
    queue::outdate(state);
}

/// News of what is kept.
pub(crate) fn told(state: &mut State, message: Message) {
    match message {
        Message::Appended(step, Err(why)) => lost(state, &step, &why),
        Message::Logged(entries) => {
            for entry in entries {
                let steps = match &entry.act {
                    EntryKind::Undo { step } | EntryKind::Redo { step } => touched_by(state, step),
                    _ => vec![entry.subject.candidate.clone()],
                };
                state.book.add(entry);
                for candidate in steps {
                    verdicts::restir(state, candidate.as_str());
                }
            }
            queue::outdate(state);
        }
        Message::Forgotten(person, outcome) => forgotten(state, &person, outcome),
        Message::RecalledPerson(person, at) => {
            let loaded = state.people.place(&person.id);
            if loaded.record.is_none() {
                (loaded.record, loaded.read_at) = (Some(*person), Some(at));
                loaded.is_recalled = true;
            }
        }
        _ => {}
    }
}

/// A step could not be written: it was never taken.
fn lost(state: &mut State, step: &UndoGroup, why: &str) {
    let entries: Vec<LogEntry> =
        state.book.log().iter().filter(|entry| entry.step == *step).cloned().collect();
    let mut ids: Vec<CandidateId> = Vec::new();
    for entry in &entries {
        match &entry.act {
            EntryKind::Undo { step } | EntryKind::Redo { step } => {
                ids.extend(touched_by(state, step))
            }
            _ => ids.push(entry.subject.candidate.clone()),
        }
    }
    ids.dedup();
    state.book.retract(step);
    verdicts::follow(state, &ids);
    if state.inbox.is_some() {
        if let Some(inbox) = state.inbox.as_deref_mut() {
            inbox.pace.pop();
        }
        if let Some(first) = ids.first() {
            undo::find(state, first);
        }
    }
    let told = format!(
        "it could not be written down and does not hold: {}; free the disk or its folder, then give it again",
        text::sanitize(why)
    );
    state.tell(Severity::Error, told);
}

/// Whom a step was about.
fn touched_by(state: &State, step: &UndoGroup) -> Vec<CandidateId> {
    let log = state.book.log().iter().filter(|entry| entry.step == *step);
    log.map(|entry| entry.subject.candidate.clone()).collect()
}

/// An answer came, or will not come.
pub(crate) fn arrived(state: &mut State, slot: &Slot) {
    if matches!(slot, Slot::Jobs(_) | Slot::Job(_) | Slot::Roster(..)) {
        queue::outdate(state);
    }
}

/// Asks whether what is kept of somebody shall be forgotten.
pub(crate) fn ask_to_forget(state: &mut State) {
    let Some((subject, seen)) = verdicts::shown(state) else { return };
    if subject.person.is_empty() {
        return state.tell(Severity::Info, "the server does not say who this is");
    }
    state.over = Some(Dialog::Forget(subject, seen.name));
}

/// Whether somebody shall be forgotten here.
pub(crate) fn forget(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Open => {
            if let Some(Dialog::Forget(subject, _)) = state.over.take() {
                effects.push(Effect::ForgetPerson(subject.person));
            }
        }
        Action::Back | Action::Quit => state.over = None,
        _ => {}
    }
}

fn forgotten(state: &mut State, person: &PersonId, outcome: Result<(), String>) {
    if let Err(why) = outcome {
        let told = format!("what is kept of them could not be deleted: {}", text::sanitize(&why));
        return state.tell(Severity::Error, told);
    }
    super::forget::drop_person(state, person);
    state.contacts.forget(person);
    state.tell(Severity::Info, "what was kept of them here is gone");
}
