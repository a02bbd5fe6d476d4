//! Taking back and making again: verdicts by the book, beside saved edits.

use super::update::refuse_unopened;
use super::{transaction, verdicts};
use crate::keymap::action::Action;
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::moved;
use crate::tui::features::edit_log;
use crate::tui::features::editor::edit_session::UndoneEdit;
use crate::tui::features::inbox::queue;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, Timestamp};

/// Takes the last thing back that was done: in the inbox a step of the book, in
/// the panes whichever was last in this session, a step or a saved edit.
pub(crate) fn undo(state: &mut State, effects: &mut Vec<Effect>) {
    if cannot(state) {
        return;
    }
    let edit = state.edits.iter().rfind(|done| done.state == EditStatus::Made).map(|done| done.at);
    let step = state
        .book
        .last()
        .and_then(|(step, entries)| Some((is_of_session(state, step), entries.first()?.at)));
    let is_edit = match (step, edit) {
        (Some((true, step)), Some(edit)) => step < edit,
        (Some((false, _)), Some(_)) | (None, _) => true,
        (Some(_), None) => false,
    };
    let is_edit = is_edit || state.drafting.discarded.is_some();
    if state.inbox.is_none() && is_edit {
        state.drafting.taken_back.push(UndoneEdit::Edit);
        return edit_log::update::undo(state, effects);
    }
    if state.inbox.is_none() {
        if asks_first(state) {
            return;
        }
        state.drafting.taken_back.push(UndoneEdit::Step);
    }
    turn(state, true, effects);
}

/// Stages were moved.
pub(crate) fn applied(state: &mut State, moves: &[(CandidateId, Result<(), String>)]) {
    if moves.iter().any(|(_, outcome)| outcome.is_ok()) {
        state.drafting.applied = Some(state.clock.date);
    }
}

/// Whether what was done last cannot be taken back: that is told once, instead of
/// taking back what was done before it.
fn cannot(state: &mut State) -> bool {
    let Some(moved) = state.drafting.applied.take() else { return false };
    if state.edits.last().is_some_and(|done| done.at > moved) {
        return false;
    }
    let key = state.key_of(Action::Undo);
    let told = format!(
        "stages that were moved are not moved back here; {key} again takes back what was done before"
    );
    state.tell(Severity::Warning, told);
    true
}

/// Whether it is told first what would be taken back: it was not done in this
/// session, and nobody sees it in the panes.
fn asks_first(state: &mut State) -> bool {
    let Some((step, entries)) = state.book.last() else { return false };
    if is_of_session(state, step) {
        return false;
    }
    let step = step.0.clone();
    let entries: Vec<LogEntry> = entries.into_iter().cloned().collect();
    if state.drafting.is_again(Action::Undo, &step) {
        return false;
    }
    let told = told(state, &entries, false);
    let key = state.key_of(Action::Undo);
    let told = format!("done last, not in this session: {told}; {key} again takes it back");
    state.tell(Severity::Warning, told);
    true
}

/// Makes again what was taken back last.
pub(crate) fn redo(state: &mut State, effects: &mut Vec<Effect>) {
    if state.inbox.is_some() {
        return turn(state, false, effects);
    }
    let (has_step, has_edit) = (state.book.next().is_some(), !state.drafting.undone.is_empty());
    let is_edit = loop {
        match state.drafting.taken_back.pop() {
            Some(UndoneEdit::Edit) if has_edit => break true,
            Some(UndoneEdit::Step) if has_step => break false,
            Some(_) => {}
            None => break !has_step,
        }
    };
    if is_edit {
        edit_log::update::redo(state, effects);
    } else {
        turn(state, false, effects);
    }
}

fn is_of_session(state: &State, step: &UndoGroup) -> bool {
    let own = step.0.strip_prefix(&state.memory.session);
    own.is_some_and(|rest| rest.starts_with('-'))
}

/// Takes a step of the book back, or makes it again.
fn turn(state: &mut State, is_back: bool, effects: &mut Vec<Effect>) {
    if refuse_unopened(state) {
        return;
    }
    let found = if is_back { state.book.last() } else { state.book.next() };
    let Some((step, entries)) = found else {
        let told = if is_back {
            "nothing was decided or jotted down that could be taken back"
        } else {
            "nothing was taken back that could be made again"
        };
        return state.tell(Severity::Info, told);
    };
    let (step, entries) = (step.clone(), entries.into_iter().cloned().collect::<Vec<_>>());
    let act = if is_back {
        EntryKind::Undo { step: step.clone() }
    } else {
        EntryKind::Redo { step: step.clone() }
    };
    let mut told = told(state, &entries, is_of_session(state, &step));
    told.insert_str(0, if is_back { "taken back: " } else { "made again: " });
    let written = transaction::enter(state, vec![(Subject::default(), Snapshot::default(), act)]);
    let mut ids: Vec<CandidateId> =
        entries.iter().map(|entry| entry.subject.candidate.clone()).collect();
    ids.dedup();
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.just = None;
    }
    keep_count(state, &entries, is_back);
    verdicts::follow(state, &ids);
    if let (Some(first), true) = (ids.first(), state.inbox.is_some())
        && !find(state, first)
        && let Some(entry) = entries.first()
    {
        told = format!("{told}; not in this queue: {}", entry.seen.job_name);
    }
    transaction::send(state, written, effects);
    state.tell(Severity::Info, told);
}

/// The pace goes by verdicts that hold; who was settled on stays in the queue.
fn keep_count(state: &mut State, entries: &[LogEntry], is_back: bool) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let decides = |entry: &&LogEntry| {
        matches!(entry.act, EntryKind::Verdict { .. } | EntryKind::Snooze { .. })
    };
    let settled: Vec<&LogEntry> = entries.iter().filter(decides).collect();
    if settled.is_empty() {
        return;
    }
    if is_back {
        inbox.pace.pop();
    }
    let ids = settled.iter().map(|entry| entry.subject.candidate.as_str().to_owned());
    inbox.sitting.extend(ids);
}

/// Goes to a candidate in the queue. Whether they are in it.
pub(crate) fn find(state: &mut State, candidate: &CandidateId) -> bool {
    let place = queue::place_of(state, candidate.as_str()).or_else(|| {
        queue::make(state);
        queue::place_of(state, candidate.as_str())
    });
    let Some(at) = place else { return false };
    queue::go(state, at);
    moved(state);
    true
}

/// What was done in a step, in words.
fn told(state: &State, entries: &[LogEntry], is_of_session: bool) -> String {
    let Some(first) = entries.first() else { return "nothing".to_owned() };
    let mut whats: Vec<(String, &str)> = Vec::new();
    for what in entries.iter().map(|entry| what(&entry.act)) {
        if !whats.contains(&what) {
            whats.push(what);
        }
    }
    let last = whats.pop();
    let before: Vec<String> = whats.into_iter().map(|(what, _)| what).collect();
    let what = match last {
        Some((last, joint)) if before.is_empty() => format!("{last}{joint}"),
        Some((last, _)) => format!("{} and {last} of", before.join(", ")),
        None => String::new(),
    };
    let mut ids: Vec<&str> = entries.iter().map(|entry| entry.subject.candidate.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let is_blind = state.inbox.as_deref().is_some_and(|inbox| inbox.blind);
    let whom = match ids.len() {
        0 | 1 if is_blind => "a candidate".to_owned(),
        0 | 1 => crate::text::sanitize(&first.seen.name).into_owned(),
        count => format!("{count} candidates"),
    };
    let given =
        if is_of_session { String::new() } else { format!(", given {}", day(state, first.at)) };
    format!("{what} {whom}{given}")
}

/// What was done, and the word before whom it was done to.
fn what(act: &EntryKind) -> (String, &'static str) {
    match act {
        EntryKind::Verdict { verdict, .. } => (verdict.as_str().to_owned(), " of"),
        EntryKind::Note { .. } => ("the note".to_owned(), " on"),
        EntryKind::Tag { tag } => (format!("the tag {tag}"), " on"),
        EntryKind::Untag { tag } => (format!("taking the tag {tag} off"), ""),
        EntryKind::Star => ("the star".to_owned(), " of"),
        EntryKind::Unstar => ("taking the star off".to_owned(), ""),
        EntryKind::Snooze { .. } => ("putting off".to_owned(), ""),
        EntryKind::Wake => ("waking".to_owned(), ""),
        EntryKind::Undo { .. } | EntryKind::Redo { .. } => ("a step".to_owned(), " of"),
    }
}

/// The time today, or the day; with the year unless that is this one.
fn day(state: &State, at: Timestamp) -> String {
    let here = |at: Timestamp| at.to_utc().with_timezone(&state.clock.zone);
    if here(at).date_naive() == here(state.clock.date).date_naive() {
        return here(at).format("%H:%M").to_string();
    }
    let is_this =
        here(at).format("%Y").to_string() == here(state.clock.date).format("%Y").to_string();
    here(at).format(if is_this { "%-d %b" } else { "%-d %b %Y" }).to_string()
}
