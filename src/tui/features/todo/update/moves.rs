//! Moves candidates in the user's own database: sends the moves of the preview, takes their results,
//! and sends them the other way round for undo.

use crate::keymap::action::Action;
use crate::recruiting::triage::StageMove;
use crate::storage::mirror::MirrorWrite;
use crate::text::{pluralize, sanitize};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fetch::request::cancel;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::todo::state::{ApplyStep, MoveBatch, MoveKind};
use crate::tui::features::todo::todo_counts::todo_reading;
use crate::tui::features::triage::session::UndoDirection;
use crate::wire::{CandidateId, JobId};

/// What happened to each candidate.
type Outcomes = [(CandidateId, Result<(), String>)];

/// Sends the moves of the preview once; afterwards the key closes it.
pub(super) fn send(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Apply(apply)) = state.dialogs.top() else { return };
    if apply.is_finished {
        return state.dialogs.close();
    }
    if apply.in_flight.is_some() {
        return;
    }
    let (moves, is_warned) = (apply.moves(), apply.is_warned);
    if moves.is_empty() {
        return state.notify(Severity::Info, "No candidates to move");
    }
    // The user may expect moves of lists that still load.
    if !is_warned
        && todo_reading(state).0 > 0
        && let Some(Dialog::Apply(apply)) = state.dialogs.top_mut()
    {
        apply.is_warned = true;
        return;
    }
    let ticket = send_moves(state, MoveKind::Apply, moves, effects);
    if let Some(Dialog::Apply(apply)) = state.dialogs.top_mut() {
        apply.in_flight = Some(ticket);
    }
}

/// Moves the last batch back, or forth again. Each move is checked against the current stage, so a
/// candidate whom someone else moved meanwhile is left alone.
pub(crate) fn revert(state: &mut State, direction: UndoDirection, effects: &mut Vec<Effect>) {
    let (batch, kind) = match direction {
        UndoDirection::Undo => (state.stage_moves.done.pop(), MoveKind::Undo),
        UndoDirection::Redo => (state.stage_moves.undone.pop(), MoveKind::Redo),
    };
    if let Some(batch) = batch {
        send_moves(state, kind, batch.moves, effects);
    }
}

fn send_moves(
    state: &mut State,
    kind: MoveKind,
    moves: Vec<StageMove>,
    effects: &mut Vec<Effect>,
) -> Ticket {
    let ticket = state.next_ticket();
    let reverse = |StageMove { candidate, from, to }: &StageMove| StageMove {
        candidate: candidate.clone(),
        from: to.clone(),
        to: from.clone(),
    };
    let sent = match kind {
        MoveKind::Undo => moves.iter().map(reverse).collect(),
        MoveKind::Apply | MoveKind::Redo => moves.clone(),
    };
    effects.push(Effect::Storage(StorageEffect::Apply { ticket, moves: sent }));
    state.stage_moves.in_flight.push((ticket, kind, moves));
    ticket
}

pub(crate) fn handle_applied(
    state: &mut State,
    ticket: Ticket,
    outcomes: &Outcomes,
    effects: &mut Vec<Effect>,
) {
    reload(state, outcomes, effects);
    let in_flight = &mut state.stage_moves.in_flight;
    let Some(at) = in_flight.iter().position(|(other, ..)| *other == ticket) else { return };
    let (_, kind, mut moves) = in_flight.remove(at);
    let is_moved = |candidate: &CandidateId| {
        outcomes.iter().any(|(other, outcome)| other == candidate && outcome.is_ok())
    };
    moves.retain(|stage_move| is_moved(&stage_move.candidate));
    let count = moves.len();
    for stage_move in &moves {
        let write = MirrorWrite::OwnMove(stage_move.candidate.clone(), state.clock.date);
        effects.push(Effect::Storage(StorageEffect::Mirror(Box::new(write))));
    }
    if count > 0 {
        let batch = MoveBatch { at: state.clock.date, moves };
        match kind {
            MoveKind::Undo => state.stage_moves.undone.push(batch),
            MoveKind::Apply | MoveKind::Redo => state.stage_moves.done.push(batch),
        }
    }
    if kind == MoveKind::Apply {
        state.stage_moves.undone.clear();
    }
    let is_listed = mark_outcomes(state, ticket, outcomes);
    let errors: Vec<&str> = outcomes
        .iter()
        .filter_map(|(_, outcome)| outcome.as_ref().err())
        .map(String::as_str)
        .collect();
    let message = describe(state, kind, count, &errors, is_listed);
    let severity = if errors.is_empty() { Severity::Info } else { Severity::Warning };
    state.notify(severity, message);
}

/// Shows the outcomes in the preview, and closes it if all moves were carried out. Returns whether
/// it is open.
fn mark_outcomes(state: &mut State, ticket: Ticket, outcomes: &Outcomes) -> bool {
    let preview = state.dialogs.iter_mut().find_map(|dialog| match dialog {
        Dialog::Apply(apply) if apply.in_flight == Some(ticket) => Some(apply),
        _ => None,
    });
    let Some(apply) = preview else { return false };
    (apply.in_flight, apply.is_finished) = (None, true);
    for (candidate, outcome) in outcomes {
        let is_same = |step: &&mut ApplyStep| step.candidate == *candidate;
        if let Some(step) = apply.steps.iter_mut().find(is_same) {
            step.outcome = Some(outcome.clone());
        }
    }
    let is_complete = outcomes.iter().all(|(_, outcome)| outcome.is_ok());
    if is_complete && matches!(state.dialogs.top(), Some(Dialog::Apply(_))) {
        state.dialogs.close();
    }
    true
}

/// The errors name the candidates; the preview lists them where it is open.
fn describe(
    state: &State,
    kind: MoveKind,
    moved: usize,
    errors: &[&str],
    is_listed: bool,
) -> String {
    let candidates = pluralize(moved, "candidate", "candidates");
    let (suffix, action, verb) = match kind {
        MoveKind::Apply => ("", Action::Undo, "undoes"),
        MoveKind::Undo => (" back", Action::Redo, "redoes"),
        MoveKind::Redo => (" again", Action::Undo, "undoes"),
    };
    let key = state.key_of(action);
    let failed = match errors.len() {
        0 => String::new(),
        count if is_listed => format!("{count} could not be moved"),
        _ => format!("left alone: {}", sanitize(&errors.join("; "))),
    };
    match (moved, failed.is_empty()) {
        (0, _) => format!("Nobody was moved{suffix}; {failed}"),
        (_, true) => format!("Moved {candidates}{suffix} · {key} {verb}"),
        (_, false) => format!("Moved {candidates}{suffix} · {key} {verb}; {failed}"),
    }
}

/// Reloads the lists and records of the moved candidates.
fn reload(state: &mut State, outcomes: &Outcomes, effects: &mut Vec<Effect>) {
    let mut jobs: Vec<JobId> = Vec::new();
    for (candidate, _) in outcomes {
        if let Some(triage) = state.triage.candidate(candidate.as_str()) {
            jobs.push(triage.subject.job.clone());
        }
        if state.candidates.get(candidate).is_some() {
            state.reread_candidate(candidate);
        }
    }
    jobs.sort();
    jobs.dedup();
    for job in jobs {
        let Some(open) = state.open.get_mut(&job) else { continue };
        open.list.pages.refresh();
        // Responses in flight predate the moves.
        cancel(
            state,
            effects,
            |slot| matches!(slot, Slot::CandidatePage(other, _) if *other == job),
        );
        state.todo_counter.reloading_jobs.insert(job);
    }
}
