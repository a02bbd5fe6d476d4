//! Undo and redo of triage, and the choice between triage, stage moves, changes of jobs and saved
//! edits, which `stage_moves`, `job_editor` and `edit_log` revert.

use super::refresh::refilter;
use super::session::{UndoDirection, UndoneChange};
use super::transaction;
use crate::keymap::action::Action;
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::tui::app::follow_up::{FollowUp, Revert};
use crate::tui::app::state::State;
use crate::tui::features::job_editor::state::SAVING;
use crate::tui::features::messages::state::Severity;
use crate::wire::Timestamp;

/// What the caller of [`undo`] reverts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditToUndo {
    Discarded,
    Saved,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LastChange {
    Group,
    Edit,
    /// Cannot be undone.
    Final,
    Moves,
    Job,
    Discarded,
}

/// Undoes the last change: a triage group, an apply of stage moves or, by the caller, a discarded
/// form or a saved edit. The inbox shows no saved edits and leaves them alone.
pub(crate) fn undo(state: &mut State) -> Option<EditToUndo> {
    if refuse_while_moving(state) {
        return None;
    }
    let is_inbox = state.inbox.is_some();
    let mut last = last_change(state, true);
    if last == Some(LastChange::Final) {
        if refuse_once(state) {
            return None;
        }
        last = last_change(state, false);
    }
    match last {
        Some(LastChange::Moves) => {
            state.triage_session.redo_stack.push(UndoneChange::Moves);
            state.follow_up(FollowUp::RevertMoves(UndoDirection::Undo));
            return None;
        }
        Some(LastChange::Job) => {
            let is_reversible = state.job_changes.last().is_some_and(|last| last.inverse.is_some());
            if is_reversible {
                state.triage_session.redo_stack.push(UndoneChange::Job);
            }
            state.follow_up(FollowUp::RevertJob(UndoDirection::Undo));
            return None;
        }
        Some(LastChange::Discarded) => return Some(EditToUndo::Discarded),
        Some(LastChange::Group) => {}
        None if is_inbox => {}
        _ => {
            state.triage_session.redo_stack.push(UndoneChange::Edit);
            return Some(EditToUndo::Saved);
        }
    }
    if is_inbox || !warn_first(state) {
        state.triage_session.redo_stack.push(UndoneChange::UndoGroup);
        revert(state, UndoDirection::Undo);
    }
    None
}

fn last_change(state: &State, with_final: bool) -> Option<LastChange> {
    let is_inbox = state.inbox.is_some();
    let edit = |status: EditStatus| {
        let mut edits = state.edit_log.edits.iter();
        edits.rfind(|edit| edit.status == status).map(|edit| edit.at).filter(|_| !is_inbox)
    };
    let group = state.triage.undoable().and_then(|(_, entries)| Some(entries.first()?.at));
    let all = [
        (group, LastChange::Group),
        (edit(EditStatus::Applied), LastChange::Edit),
        (edit(EditStatus::Final).filter(|_| with_final), LastChange::Final),
        (state.stage_moves.done.last().map(|batch| batch.at), LastChange::Moves),
        (state.job_changes.last().map(|change| change.at).filter(|_| !is_inbox), LastChange::Job),
        (state.edit_session.discarded.as_ref().map(|draft| draft.at), LastChange::Discarded),
    ];
    all.into_iter().filter_map(|(at, change)| Some((at?, change))).max().map(|(_, change)| change)
}

/// The last change may be a move whose result is not known yet.
fn refuse_while_moving(state: &mut State) -> bool {
    let message = if !state.stage_moves.in_flight.is_empty() {
        "Candidates are still being moved; try again in a moment"
    } else if state.job_changes.is_saving() {
        SAVING
    } else {
        return false;
    };
    state.notify(Severity::Info, message);
    true
}

/// The first press says that the last change stays; the next one undoes the change before it.
fn refuse_once(state: &mut State) -> bool {
    let mut edits = state.edit_log.edits.iter();
    let Some(edit) = edits.rfind(|edit| edit.status == EditStatus::Final) else { return false };
    let (name, subject) = (edit.name.clone(), format!("{}{:?}", edit.person, edit.at));
    if state.confirmation.is_second_press(Action::Undo, &subject) {
        return false;
    }
    let key = state.key_of(Action::Undo);
    let before = match last_change(state, false) {
        Some(_) => format!(" · {key} again undoes the change before it"),
        None => String::new(),
    };
    let message = format!("The last change, to {name}, cannot be undone{before}");
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
    if state.confirmation.is_second_press(Action::Undo, &group) {
        return false;
    }
    let description = describe(state, &entries, false);
    let key = state.key_of(Action::Undo);
    let message =
        format!("Last change, in an earlier session: {description}. Press {key} again to undo it");
    state.notify(Severity::Warning, message);
    true
}

/// Redoes what was undone last. Returns true if that is a saved edit; the caller passes it to
/// `edit_log`.
pub(crate) fn redo(state: &mut State) -> bool {
    if refuse_while_moving(state) {
        return false;
    }
    let is_inbox = state.inbox.is_some();
    let has_group = state.triage.redoable().is_some();
    let has_edit = !state.edit_log.undone.is_empty() && !is_inbox;
    let has_moves = !state.stage_moves.undone.is_empty();
    let has_job = state.job_changes.can_redo() && !is_inbox;
    let is_possible = |change: &UndoneChange| match change {
        UndoneChange::Edit => has_edit,
        UndoneChange::UndoGroup => has_group,
        UndoneChange::Moves => has_moves,
        UndoneChange::Job => has_job,
    };
    let stack = &mut state.triage_session.redo_stack;
    let next = stack.iter().rposition(is_possible).map(|at| stack.remove(at));
    match next {
        Some(UndoneChange::Edit) => return true,
        Some(UndoneChange::Moves) => state.follow_up(FollowUp::RevertMoves(UndoDirection::Redo)),
        Some(UndoneChange::Job) => state.follow_up(FollowUp::RevertJob(UndoDirection::Redo)),
        None if !has_group && !is_inbox => return true,
        Some(UndoneChange::UndoGroup) | None => revert(state, UndoDirection::Redo),
    }
    false
}

fn is_of_session(state: &State, group: &UndoGroup) -> bool {
    let rest = group.0.strip_prefix(&state.local_data.session);
    rest.is_some_and(|rest| rest.starts_with('-'))
}

/// Undoes or redoes a triage group. The log only grows: this is an entry of its own.
fn revert(state: &mut State, direction: UndoDirection) {
    if transaction::refuse_until_open(state) {
        return;
    }
    let (group, empty_message, prefix) = match direction {
        UndoDirection::Undo => (state.triage.undoable(), "Nothing to undo", "Undone"),
        UndoDirection::Redo => (state.triage.redoable(), "Nothing to redo", "Redone"),
    };
    let Some((group, entries)) = group else { return state.notify(Severity::Info, empty_message) };
    let (group, entries) = (group.clone(), entries.into_iter().cloned().collect::<Vec<_>>());
    let description = describe(state, &entries, is_of_session(state, &group));
    let message = format!("{prefix}: {description}");
    let kind = match direction {
        UndoDirection::Undo => EntryKind::Undo { group },
        UndoDirection::Redo => EntryKind::Redo { group },
    };
    let new = transaction::append(state, vec![(Subject::default(), Snapshot::default(), kind)]);
    for entry in &entries {
        refilter(state, entry.subject.candidate.as_str());
    }
    state.follow_up(FollowUp::StoreRevert(Revert {
        direction,
        reverted: entries,
        entries: new,
        message,
    }));
}

/// The actions of a group, in words: "the note and the star on Ada Lovelace".
fn describe(state: &State, entries: &[LogEntry], is_of_session: bool) -> String {
    let Some(first) = entries.first() else { return "nothing".to_owned() };
    let mut names: Vec<(String, &str)> = Vec::new();
    for name in entries.iter().map(|entry| describe_kind(&entry.kind)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let last = names.pop();
    let others: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
    let action = match last {
        Some((last, preposition)) if others.is_empty() => format!("{last}{preposition}"),
        Some((last, _)) => format!("{} and {last} on", others.join(", ")),
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
    let date =
        if is_of_session { String::new() } else { format!(", {}", format_day(state, first.at)) };
    format!("{action} {candidates}{date}")
}

/// The name of an action, and the preposition between it and the candidate.
fn describe_kind(kind: &EntryKind) -> (String, &'static str) {
    match kind {
        EntryKind::Verdict { verdict, .. } => (format!("the verdict {}", verdict.as_str()), " on"),
        EntryKind::Note { .. } => ("the note".to_owned(), " on"),
        EntryKind::NoteEdit { .. } => ("the edit of a note".to_owned(), " on"),
        EntryKind::NoteDelete { .. } => ("the deletion of a note".to_owned(), " on"),
        EntryKind::Tag { tag } => (format!("the tag {tag}"), " on"),
        EntryKind::Untag { tag } => (format!("the removal of the tag {tag}"), " from"),
        EntryKind::Star => ("the star".to_owned(), " on"),
        EntryKind::Unstar => ("the removal of the star".to_owned(), " from"),
        EntryKind::Snooze { .. } => ("the snooze".to_owned(), " of"),
        EntryKind::Wake => ("the end of the snooze".to_owned(), " of"),
        EntryKind::Undo { .. } | EntryKind::Redo { .. } => ("a change".to_owned(), " to"),
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
