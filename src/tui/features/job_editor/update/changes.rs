//! Sends changes of jobs, takes their results, and sends them the other way round for undo.

use crate::keymap::action::{Action, Pane};
use crate::recruiting::job_change::{ChangedJob, JobChange, JobRequest};
use crate::text::{capitalize, sanitize};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fetch::request::cancel;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::saved_person::refresh_job;
use crate::tui::app::state::State;
use crate::tui::features::job_editor::selectors::{
    JobRow, dialog, dialog_mut, job_rows, selected_row,
};
use crate::tui::features::job_editor::state::{
    ChangeKind, InFlightChange, JobStep, LoggedChange, SAVING,
};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::features::triage::session::UndoDirection;

/// Sends a change of the job in the dialog.
pub(super) fn send_change(state: &mut State, change: JobChange, effects: &mut Vec<Effect>) {
    let Some(job) = dialog(state).map(|dialog| dialog.job.clone()) else { return };
    send(state, JobRequest::Change(job, change), effects);
}

/// Sends a request for the first time. A form stays as it is until the request is saved, so that
/// what the user typed is not lost when it cannot be.
pub(super) fn send(state: &mut State, request: JobRequest, effects: &mut Vec<Effect>) {
    if state.job_changes.is_saving() {
        return state.notify(Severity::Info, SAVING);
    }
    send_as(state, ChangeKind::Change, request, effects);
    let sent = state.job_changes.in_flight.as_ref().map(|sent| sent.ticket);
    if let Some(dialog) = dialog_mut(state) {
        dialog.sent = sent;
    }
}

/// Back to the list. Without a job there is none.
pub(super) fn close_form(state: &mut State) {
    let Some(dialog) = dialog_mut(state) else { return };
    (dialog.step, dialog.sent) = (JobStep::List, None);
    if dialog.job.as_str().is_empty() {
        state.dialogs.close();
    }
}

/// Closes the form that sent this change. One that could not be saved can be changed and sent again.
fn answer_form(state: &mut State, ticket: Ticket, is_saved: bool) {
    let Some(dialog) = dialog_mut(state).filter(|dialog| dialog.sent == Some(ticket)) else {
        return;
    };
    dialog.sent = None;
    if is_saved {
        close_form(state);
    }
}

fn send_as(state: &mut State, kind: ChangeKind, request: JobRequest, effects: &mut Vec<Effect>) {
    let (ticket, at) = (state.next_ticket(), state.clock.date);
    let sent = StorageEffect::ChangeJob { ticket, request: request.clone() };
    effects.push(Effect::Storage(sent));
    state.job_changes.in_flight = Some(InFlightChange { ticket, at, request, kind });
}

/// Undoes the last change, or makes it again. Says so if nothing undoes it.
pub(crate) fn revert(state: &mut State, direction: UndoDirection, effects: &mut Vec<Effect>) {
    match direction {
        UndoDirection::Undo => {
            let Some(last) = state.job_changes.done.pop() else { return };
            if let Some(inverse) = last.inverse.clone() {
                return send_as(state, ChangeKind::Undo(Box::new(last)), inverse, effects);
            }
            let key = state.key_of(Action::Undo);
            let message = format!(
                "Cannot be undone: {} · press {key} again to undo the change before it",
                last.description
            );
            state.notify(Severity::Warning, message);
        }
        UndoDirection::Redo => {
            let Some(request) = state.job_changes.undone.pop() else { return };
            send_as(state, ChangeKind::Redo, request, effects);
        }
    }
}

/// Records and reports the change, and reloads what shows the job.
pub(crate) fn finish(
    state: &mut State,
    ticket: Ticket,
    outcome: Result<Box<ChangedJob>, String>,
    effects: &mut Vec<Effect>,
) {
    let is_answered = |sent: &mut InFlightChange| sent.ticket == ticket;
    let Some(sent) = state.job_changes.in_flight.take_if(is_answered) else { return };
    answer_form(state, ticket, outcome.is_ok());
    let changed = match outcome {
        Ok(changed) => changed,
        Err(why) => return handle_failure(state, sent.kind, &why),
    };
    reload(state, &changed, effects);
    if changed.is_unchanged() {
        return state.notify(Severity::Info, "No change");
    }
    let description = sanitize(&sent.request.describe(&changed)).into_owned();
    let inverse = sent.request.inverse(&changed);
    let end = match (&sent.kind, &inverse) {
        (ChangeKind::Undo(_), _) => format!("{} redoes", state.key_of(Action::Redo)),
        (_, Some(_)) => format!("{} undoes", state.key_of(Action::Undo)),
        (_, None) => "cannot be undone".to_owned(),
    };
    state.notify(Severity::Info, format!("{description} · {end}"));
    match sent.kind {
        ChangeKind::Undo(undone) => return state.job_changes.undone.push(undone.request),
        ChangeKind::Change => state.job_changes.undone.clear(),
        ChangeKind::Redo => {}
    }
    if matches!(sent.request, JobRequest::Add { .. }) && state.dialogs.is_empty() {
        let location = Location::record(Pane::Job, changed.after.id.clone(), None);
        state.follow_up(FollowUp::GoTo(location));
    }
    let logged = LoggedChange { at: sent.at, request: sent.request, inverse, description };
    state.job_changes.done.push(logged);
}

/// A change that could not be undone can be tried again.
fn handle_failure(state: &mut State, kind: ChangeKind, why: &str) {
    let prefix = match kind {
        ChangeKind::Change => "",
        ChangeKind::Undo(logged) => {
            state.job_changes.done.push(*logged);
            "Not undone: "
        }
        ChangeKind::Redo => "Not redone: ",
    };
    let why = sanitize(why);
    let message = if prefix.is_empty() { capitalize(&why) } else { format!("{prefix}{why}") };
    state.notify(Severity::Error, message);
}

/// Shows the job as it is now, and reads again all that shows its name or its stages.
fn reload(state: &mut State, changed: &ChangedJob, effects: &mut Vec<Effect>) {
    let job = &changed.after.id;
    // Responses in flight predate the change.
    cancel(state, effects, |slot| match slot {
        Slot::Jobs(_) => true,
        Slot::Job(other) | Slot::CandidatePage(other, _) => other == job,
        Slot::Candidate(_) | Slot::Person(_) | Slot::WholePerson(_) => false,
    });
    let now = state.clock.date;
    let selected = dialog(state).and_then(|dialog| selected_row(state, dialog));
    state.open_in_background(job);
    if let Some(open) = state.open.get_mut(job) {
        open.job.set(Ok(changed.after.clone()), now);
        open.list.invalidate();
        let rows = &open.list.pages.rows;
        let ids: Vec<_> = rows.rows().map(|row| rows.id(row).into()).collect();
        for id in ids {
            if state.candidates.get(&id).is_some() {
                state.reread_candidate(&id);
            }
        }
    }
    follow(state, selected);
    refresh_job(state, job);
}

/// Keeps the cursor on its stage, wherever it is now.
fn follow(state: &mut State, selected: Option<JobRow>) {
    let Some(JobRow::Stage(selected)) = selected else { return };
    let is_same = |row: &JobRow| matches!(row, JobRow::Stage(other) if other.id == selected.id);
    let at = dialog(state).and_then(|dialog| job_rows(state, dialog).iter().position(is_same));
    if let (Some(dialog), Some(at)) = (dialog_mut(state), at) {
        dialog.at = at;
    }
}
