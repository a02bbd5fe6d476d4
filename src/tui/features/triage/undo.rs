//! Undo and redo of triage, and the choice between triage and saved edits, which have their own
//! undo in `edit_log`.

use super::refresh::refresh_candidates;
use super::transaction;
use crate::keymap::action::Action;
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::UndoneEdit;
use crate::tui::features::inbox::queue;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, Timestamp};

/// Undoes the last change: in the inbox a triage group, in the panes the later one of triage group
/// and saved edit. Returns true if that is a saved edit; the caller passes it to `edit_log`.
pub(crate) fn undo(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    if refuse_stage_moves(state) {
        return false;
    }
    let edit =
        state.edits.iter().rfind(|edit| edit.status == EditStatus::Applied).map(|edit| edit.at);
    let group = state
        .triage
        .undoable()
        .and_then(|(group, entries)| Some((is_of_session(state, group), entries.first()?.at)));
    let is_edit = match (group, edit) {
        (Some((true, group)), Some(edit)) => group < edit,
        (Some((false, _)), Some(_)) | (None, _) => true,
        (Some(_), None) => false,
    };
    let is_edit = is_edit || state.edit_session.discarded.is_some();
    if state.inbox.is_none() && is_edit {
        state.edit_session.redo_stack.push(UndoneEdit::Edit);
        return true;
    }
    if state.inbox.is_none() {
        if warn_first(state) {
            return false;
        }
        state.edit_session.redo_stack.push(UndoneEdit::UndoGroup);
    }
    revert(state, UndoDirection::Undo, effects);
    false
}

/// The server moved candidates to other stages.
pub(crate) fn handle_applied(state: &mut State, moves: &[(CandidateId, Result<(), String>)]) {
    if moves.iter().any(|(_, outcome)| outcome.is_ok()) {
        state.edit_session.moves_applied_at = Some(state.clock.date);
    }
}

/// Stage moves cannot be undone. Says so once, instead of undoing what came before them.
fn refuse_stage_moves(state: &mut State) -> bool {
    let Some(moved_at) = state.edit_session.moves_applied_at.take() else { return false };
    if state.edits.last().is_some_and(|edit| edit.at > moved_at) {
        return false;
    }
    let key = state.key_of(Action::Undo);
    let message = format!(
        "stages that were moved are not moved back here; {key} again takes back what was done before"
    );
    state.notify(Severity::Warning, message);
    true
}

/// Describes a group of an earlier session before it is undone, since the panes do not show it.
fn warn_first(state: &mut State) -> bool {
    let Some((group, entries)) = state.triage.undoable() else { return false };
    if is_of_session(state, group) {
        return false;
    }
    let group = group.0.clone();
    let entries: Vec<LogEntry> = entries.into_iter().cloned().collect();
    if state.edit_session.is_second_press(Action::Undo, &group) {
        return false;
    }
    let description = describe(state, &entries, false);
    let key = state.key_of(Action::Undo);
    let message =
        format!("done last, not in this session: {description}; {key} again takes it back");
    state.notify(Severity::Warning, message);
    true
}

/// Redoes what was undone last. Returns true if that is a saved edit; the caller passes it to
/// `edit_log`.
pub(crate) fn redo(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    if state.inbox.is_some() {
        revert(state, UndoDirection::Redo, effects);
        return false;
    }
    let (has_group, has_edit) =
        (state.triage.redoable().is_some(), !state.edit_session.undone_edits.is_empty());
    let is_edit = loop {
        match state.edit_session.redo_stack.pop() {
            Some(UndoneEdit::Edit) if has_edit => break true,
            Some(UndoneEdit::UndoGroup) if has_group => break false,
            Some(_) => {}
            None => break !has_group,
        }
    };
    if !is_edit {
        revert(state, UndoDirection::Redo, effects);
    }
    is_edit
}

fn is_of_session(state: &State, group: &UndoGroup) -> bool {
    let rest = group.0.strip_prefix(&state.restored.session);
    rest.is_some_and(|rest| rest.starts_with('-'))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum UndoDirection {
    Undo,
    Redo,
}

/// Undoes or redoes a triage group. The log only grows: this is an entry of its own.
fn revert(state: &mut State, direction: UndoDirection, effects: &mut Vec<Effect>) {
    if transaction::refuse_until_open(state) {
        return;
    }
    let (group, empty_message, prefix) = match direction {
        UndoDirection::Undo => (
            state.triage.undoable(),
            "nothing was decided or jotted down that could be taken back",
            "taken back",
        ),
        UndoDirection::Redo => (
            state.triage.redoable(),
            "nothing was taken back that could be made again",
            "made again",
        ),
    };
    let Some((group, entries)) = group else { return state.notify(Severity::Info, empty_message) };
    let (group, entries) = (group.clone(), entries.into_iter().cloned().collect::<Vec<_>>());
    let description = describe(state, &entries, is_of_session(state, &group));
    let mut message = format!("{prefix}: {description}");
    let act = match direction {
        UndoDirection::Undo => EntryKind::Undo { group },
        UndoDirection::Redo => EntryKind::Redo { group },
    };
    let new = transaction::append(state, vec![(Subject::default(), Snapshot::default(), act)]);
    let mut candidates: Vec<CandidateId> =
        entries.iter().map(|entry| entry.subject.candidate.clone()).collect();
    candidates.dedup();
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.last_verdict = None;
    }
    update_pace(state, &entries, direction);
    refresh_candidates(state, &candidates);
    if let (Some(first), true) = (candidates.first(), state.inbox.is_some())
        && !queue::go_to_candidate(state, first)
        && let Some(entry) = entries.first()
    {
        message = format!("{message}; not in this queue: {}", entry.snapshot.job_name);
    }
    transaction::write(state, new, effects);
    state.notify(Severity::Info, message);
}

/// The pace counts only verdicts that still stand. The candidates stay in the queue.
fn update_pace(state: &mut State, entries: &[LogEntry], direction: UndoDirection) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let is_decision = |entry: &&LogEntry| {
        matches!(entry.kind, EntryKind::Verdict { .. } | EntryKind::Snooze { .. })
    };
    let decisions: Vec<&LogEntry> = entries.iter().filter(is_decision).collect();
    if decisions.is_empty() {
        return;
    }
    if direction == UndoDirection::Undo {
        inbox.pace.pop();
    }
    let ids = decisions.iter().map(|entry| entry.subject.candidate.as_str().to_owned());
    inbox.decided.extend(ids);
}

/// The actions of a group, in words: "the note and the star of Ada Lovelace".
fn describe(state: &State, entries: &[LogEntry], is_of_session: bool) -> String {
    let Some(first) = entries.first() else { return "nothing".to_owned() };
    let mut names: Vec<(String, &str)> = Vec::new();
    for name in entries.iter().map(|entry| name_act(&entry.kind)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let last = names.pop();
    let others: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
    let action = match last {
        Some((last, preposition)) if others.is_empty() => format!("{last}{preposition}"),
        Some((last, _)) => format!("{} and {last} of", others.join(", ")),
        None => String::new(),
    };
    let mut ids: Vec<&str> = entries.iter().map(|entry| entry.subject.candidate.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let is_blind = state.inbox.as_deref().is_some_and(|inbox| inbox.blind);
    let candidates = match ids.len() {
        0 | 1 if is_blind => "a candidate".to_owned(),
        0 | 1 => crate::text::sanitize(&first.snapshot.name).into_owned(),
        count => format!("{count} candidates"),
    };
    let date = if is_of_session {
        String::new()
    } else {
        format!(", given {}", format_day(state, first.at))
    };
    format!("{action} {candidates}{date}")
}

/// The name of an action, and the preposition between it and the candidate.
fn name_act(act: &EntryKind) -> (String, &'static str) {
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

/// The time if it is today, otherwise the day, with the year unless it is this year.
fn format_day(state: &State, at: Timestamp) -> String {
    let (at, now) = (state.clock.local(at), state.clock.local(state.clock.date));
    if at.date_naive() == now.date_naive() {
        return at.format("%H:%M").to_string();
    }
    let is_this_year = at.format("%Y").to_string() == now.format("%Y").to_string();
    at.format(if is_this_year { "%-d %b" } else { "%-d %b %Y" }).to_string()
}
