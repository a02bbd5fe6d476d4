//! Sends moves, takes their results, and sends them the other way round for undo.

use std::collections::HashSet;

use crate::keymap::action::Action;
use crate::recruiting::triage::StageMove;
use crate::storage::mirror::MirrorWrite;
use crate::text::{pluralize, sanitize};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fetch::request::cancel;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::stage_moves::state::{InFlightMoves, MoveBatch, MoveKind, NamedMove};
use crate::tui::features::triage::session::UndoDirection;
use crate::tui::widgets::format::count;
use crate::wire::{CandidateId, JobId};

/// What happened to each candidate.
type Outcomes = [(CandidateId, Result<(), String>)];

/// The errors that one message names.
const MAX_ERRORS: usize = 20;

/// Sends moves for the first time.
pub(crate) fn send(
    state: &mut State,
    ticket: Ticket,
    moves: Vec<NamedMove>,
    effects: &mut Vec<Effect>,
) {
    send_batch(state, (ticket, MoveKind::Move), moves, effects);
}

/// Moves the last batch back, or forth again. Each move is checked against the current stage, so a
/// candidate whom someone else moved meanwhile is left alone.
pub(crate) fn revert(state: &mut State, direction: UndoDirection, effects: &mut Vec<Effect>) {
    let (batch, kind) = match direction {
        UndoDirection::Undo => (state.stage_moves.done.pop(), MoveKind::Undo),
        UndoDirection::Redo => (state.stage_moves.undone.pop(), MoveKind::Redo),
    };
    if let Some(batch) = batch {
        let ticket = state.next_ticket();
        send_batch(state, (ticket, kind), batch.moves, effects);
    }
}

fn send_batch(
    state: &mut State,
    (ticket, kind): (Ticket, MoveKind),
    moves: Vec<NamedMove>,
    effects: &mut Vec<Effect>,
) {
    let to_send = |NamedMove { stage_move, .. }: &NamedMove| match kind {
        MoveKind::Undo => StageMove {
            candidate: stage_move.candidate.clone(),
            from: stage_move.to.clone(),
            to: stage_move.from.clone(),
        },
        MoveKind::Move | MoveKind::Redo => stage_move.clone(),
    };
    let sent = moves.iter().map(to_send).collect();
    effects.push(Effect::Storage(StorageEffect::Apply { ticket, moves: sent }));
    let batch = MoveBatch { at: state.clock.date, moves };
    state.stage_moves.in_flight.push(InFlightMoves { ticket, kind, batch, progress: None });
}

/// Says how far a large batch is, in one message that changes.
pub(crate) fn show_progress(state: &mut State, ticket: Ticket, done: usize) {
    let is_same = |other: &&InFlightMoves| other.ticket == ticket;
    let Some(in_flight) = state.stage_moves.in_flight.iter().find(is_same) else { return };
    let moves = describe_moves(state, in_flight.kind, &in_flight.batch);
    let [done, total] = [done, in_flight.batch.moves.len()].map(|number| count(number as u64));
    let message = format!("Moving {moves}: {done} of {total}");
    let in_flight = state.stage_moves.in_flight.iter_mut().find(|other| other.ticket == ticket);
    let before = in_flight.and_then(|in_flight| in_flight.progress.replace(message.clone()));
    state.notices.replace(before.as_deref(), message, &state.clock);
}

/// Records the moves that were carried out, reports the others, and reloads what changed.
/// `is_listed` says that the preview of the to-do list shows the errors.
pub(crate) fn handle_applied(
    state: &mut State,
    ticket: Ticket,
    outcomes: &Outcomes,
    is_listed: bool,
    effects: &mut Vec<Effect>,
) {
    let in_flight = &mut state.stage_moves.in_flight;
    let Some(at) = in_flight.iter().position(|other| other.ticket == ticket) else { return };
    let InFlightMoves { kind, mut batch, progress, .. } = in_flight.remove(at);
    if let Some(progress) = progress {
        state.notices.dismiss_text(&progress, state.clock.moment);
    }
    reload(state, &batch, effects);
    let moved: HashSet<&CandidateId> =
        outcomes.iter().filter(|(_, outcome)| outcome.is_ok()).map(|(id, _)| id).collect();
    batch.moves.retain(|step| moved.contains(&step.stage_move.candidate));
    for step in &batch.moves {
        let write = MirrorWrite::OwnMove(step.stage_move.candidate.clone(), state.clock.date);
        effects.push(Effect::Storage(StorageEffect::Mirror(Box::new(write))));
    }
    let errors: Vec<&str> = outcomes
        .iter()
        .filter_map(|(_, outcome)| outcome.as_ref().err().map(String::as_str))
        .collect();
    let message = describe(state, kind, &batch, &errors, is_listed);
    let severity = if errors.is_empty() { Severity::Info } else { Severity::Warning };
    state.notify(severity, message);
    if kind == MoveKind::Move {
        state.stage_moves.undone.clear();
    }
    if batch.moves.is_empty() {
        return;
    }
    match kind {
        MoveKind::Undo => state.stage_moves.undone.push(batch),
        MoveKind::Move | MoveKind::Redo => state.stage_moves.done.push(batch),
    }
}

fn describe(
    state: &State,
    kind: MoveKind,
    batch: &MoveBatch,
    errors: &[&str],
    is_listed: bool,
) -> String {
    let failed = describe_errors(state, errors, is_listed);
    let back = if kind == MoveKind::Undo { " back" } else { "" };
    if batch.moves.is_empty() {
        return format!("Nobody was moved{back}; {failed}");
    }
    let key = |action| state.key_of(action);
    let (again, end) = match kind {
        MoveKind::Move => ("", format!("{} undoes", key(Action::Undo))),
        MoveKind::Redo => (" again", format!("{} undoes", key(Action::Undo))),
        MoveKind::Undo => {
            ("", format!("{} redoes · the history keeps both moves", key(Action::Redo)))
        }
    };
    let moves = describe_moves(state, kind, batch);
    let failed = if failed.is_empty() { failed } else { format!("; {failed}") };
    sanitize(&format!("Moved {moves}{again} · {end}{failed}")).into_owned()
}

/// "Ada Lovelace to Offer", "3 candidates back".
fn describe_moves(state: &State, kind: MoveKind, batch: &MoveBatch) -> String {
    let candidates = match batch.moves.as_slice() {
        [_] if state.is_blind() => "the candidate".to_owned(),
        [only] => only.name.clone(),
        moves => format!("{} candidates", count(moves.len() as u64)),
    };
    let (back, target) = match kind {
        MoveKind::Undo => (" back", batch.common_stage(|step| &step.from)),
        MoveKind::Move | MoveKind::Redo => ("", batch.common_stage(|step| &step.to)),
    };
    let target = target.map(|stage| format!(" to {stage}")).unwrap_or_default();
    format!("{candidates}{back}{target}")
}

/// The errors name the candidates; the preview lists them where it is open.
fn describe_errors(state: &State, errors: &[&str], is_listed: bool) -> String {
    match errors.len() {
        0 => String::new(),
        count if is_listed => format!("{count} could not be moved"),
        count if state.is_blind() => {
            format!("not moved: {}", pluralize(count, "candidate", "candidates"))
        }
        _ => {
            // A failure of the database is the same for all candidates.
            let mut errors = errors.to_vec();
            errors.dedup();
            let named = errors[..errors.len().min(MAX_ERRORS)].join("; ");
            match errors.len().saturating_sub(MAX_ERRORS) {
                0 => format!("not moved: {named}"),
                more => format!("not moved: {named}; and {more} more"),
            }
        }
    }
}

/// Reloads the lists and records of the moved candidates.
fn reload(state: &mut State, batch: &MoveBatch, effects: &mut Vec<Effect>) {
    for step in &batch.moves {
        let candidate = &step.stage_move.candidate;
        if state.candidates.get(candidate).is_some() {
            state.reread_candidate(candidate);
        }
    }
    let jobs = batch.jobs();
    // Responses in flight predate the moves.
    cancel(
        state,
        effects,
        |slot| matches!(slot, Slot::CandidatePage(job, _) if jobs.contains(job)),
    );
    for job in jobs {
        // The list of all candidates shows candidates of jobs that are not open.
        state.open_in_background(&job);
        if let Some(open) = state.open.get_mut(&job) {
            open.list.pages.refresh();
        }
        state.stage_moves.reloading_jobs.insert(job);
    }
}

/// Runs after every message: forgets the jobs that were read again.
pub(crate) fn after_update(state: &mut State) {
    if state.stage_moves.reloading_jobs.is_empty() {
        return;
    }
    let open = &state.open;
    let is_loading = |job: &JobId| {
        let list = open.get(job).map(|open| &open.list.pages);
        list.is_some_and(|list| !list.is_complete() && list.gaps().is_none())
    };
    state.stage_moves.reloading_jobs.retain(is_loading);
}
