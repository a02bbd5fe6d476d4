//! Sends the moves of the preview, and shows their results in it.

use std::collections::HashMap;

use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::todo::todo_counts::todo_reading;
use crate::wire::CandidateId;

/// Sends the moves of the preview once; afterwards the key closes it.
pub(super) fn send(state: &mut State) {
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
    let is_reading = todo_reading(state).0 > 0;
    let ticket = state.next_ticket();
    let Some(Dialog::Apply(apply)) = state.dialogs.top_mut() else { return };
    // The user may expect moves of lists that still load.
    if is_reading && !is_warned {
        apply.is_warned = true;
        return;
    }
    apply.in_flight = Some(ticket);
    state.follow_up(FollowUp::SendMoves(ticket, moves));
}

/// Shows the outcomes in the preview, and closes it if all moves were carried out. Returns whether
/// it is open.
pub(crate) fn mark_outcomes(
    state: &mut State,
    ticket: Ticket,
    outcomes: &[(CandidateId, Result<(), String>)],
) -> bool {
    let preview = state.dialogs.iter_mut().find_map(|dialog| match dialog {
        Dialog::Apply(apply) if apply.in_flight == Some(ticket) => Some(apply),
        _ => None,
    });
    let Some(apply) = preview else { return false };
    (apply.in_flight, apply.is_finished) = (None, true);
    let by_candidate: HashMap<_, _> = outcomes.iter().map(|(id, outcome)| (id, outcome)).collect();
    for step in &mut apply.steps {
        step.outcome = by_candidate.get(&step.candidate).map(|outcome| (*outcome).clone());
    }
    let is_complete = outcomes.iter().all(|(_, outcome)| outcome.is_ok());
    if is_complete && matches!(state.dialogs.top(), Some(Dialog::Apply(_))) {
        state.dialogs.close();
    }
    true
}
