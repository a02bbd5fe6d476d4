//! Attaching people to a job: one save per person, a few at a time.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::{AttachOutcome, assess};
use super::state::{AttachBatch, AttachProgress, AttachRow};
use crate::keymap::action::{Action, AttachAction, Pane};
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::wording::LATE_CHANGES;
use crate::recruiting::person::{
    FieldValue, JobChoice, PersonField, Plan, SaveOutcome, SaveStep, WriteFailure,
};
use crate::tui::app::connection;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::fetch::request::cancel;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::saved_person;
use crate::tui::app::state::State;
use crate::tui::features::job_picker::state::{PickPurpose, PickedPeople};
use crate::tui::features::messages::state::Severity;

/// Lets the user pick a job for the selected people.
pub(crate) fn attach(state: &mut State) {
    if state.attach_batch.as_ref().is_some_and(AttachBatch::is_under_way) {
        state.notify(Severity::Info, "Still adding people to another job: wait until that is done");
        return show(state);
    }
    let people = selected_people(state);
    if people.all.is_empty() {
        let list = state.key_of(Action::Go(Pane::Candidates));
        let message = format!("No candidate selected: {list} shows the candidates");
        return state.notify(Severity::Info, message);
    }
    state.follow_up(FollowUp::PickJob(PickPurpose::Attach(people)));
}

/// The marked people, or else the selected one; each once.
fn selected_people(state: &State) -> PickedPeople {
    let mut people = PickedPeople::default();
    if state.inbox.is_some() {
        let displayed = state.current_row().map(|(open, row)| {
            let rows = &open.list.pages.rows;
            (rows.person_id(row).into(), rows.name(row).to_owned())
        });
        people.all.extend(displayed.filter(|(id, _): &(crate::wire::PersonId, _)| !id.is_empty()));
        return people;
    }
    let has_focus = matches!(state.focus, Pane::Candidates | Pane::Candidate);
    let Some(open) = state.open_job().filter(|_| has_focus) else { return people };
    let list = &open.list;
    let hidden: BTreeSet<_> = list.hidden_marked_rows().into_iter().collect();
    let (hidden_marks, visible_marks): (Vec<_>, Vec<_>) =
        list.marks.iter().copied().partition(|row| hidden.contains(row));
    let selected = list.row().filter(|_| list.marks.is_empty());
    let rows = &list.pages.rows;
    let mut added = BTreeSet::new();
    // A person marked in a visible row is not hidden.
    let visible = visible_marks.into_iter().chain(selected).map(|row| (row, false));
    for (row, is_hidden) in visible.chain(hidden_marks.into_iter().map(|row| (row, true))) {
        let person = rows.person_id(row);
        if !person.is_empty() && added.insert(person) {
            people.all.push((person.into(), rows.name(row).to_owned()));
            people.hidden += usize::from(is_hidden);
        }
    }
    people
}

/// Asks for confirmation before the first request.
pub(crate) fn request_confirmation(state: &mut State, job: JobChoice, people: PickedPeople) {
    state.attach_batch = Some(AttachBatch::new(job, people));
    state.dialogs.open(Dialog::Attach { at: 0 });
}

pub(crate) fn show(state: &mut State) {
    if state.attach_batch.is_some() {
        state.dialogs.open(Dialog::Attach { at: 0 });
    } else {
        let key = state.key_of(Action::AttachJob);
        let message = format!("Nothing to show yet: {key} on a candidate adds them to a job");
        state.notify(Severity::Info, message);
    }
}

/// Keys of the dialog. Returns false for a key that is not its own.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) -> bool {
    match (state.dialogs.top(), action) {
        (_, Action::Back | Action::Quit) => leave(state),
        (Some(Dialog::Attach { at }), Action::Open) => {
            let at = *at;
            open(state, at, effects);
        }
        (_, Action::Attach(step)) => decide(state, step, effects),
        _ => return false,
    }
    true
}

/// A batch that was not confirmed is dropped.
fn leave(state: &mut State) {
    state.dialogs.close();
    if state.attach_batch.take_if(|batch| batch.progress == AttachProgress::Unconfirmed).is_some() {
        state.notify(Severity::Info, "Canceled: nobody was added");
    }
}

/// Starts the batch, or opens the report of the selected row.
fn open(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    let Some(batch) = &mut state.attach_batch else { return };
    if batch.progress == AttachProgress::Unconfirmed {
        if state.connection.offline.is_some() {
            return wait(state);
        }
        batch.progress = AttachProgress::Running;
        return send(state, effects);
    }
    let row = batch.rows.get(at);
    match row.and_then(|row| Some((row.person.clone(), row.report.clone()?))) {
        Some((person, report)) => state.follow_up(FollowUp::OpenReport(person, report)),
        None => state.notify(Severity::Info, "No details for this person"),
    }
}

/// Offline, each attachment becomes a draft that waits to be sent.
fn wait(state: &mut State) {
    state.dialogs.close();
    if let Some(AttachBatch { job, rows, .. }) = state.attach_batch.take() {
        let people = rows.into_iter().map(|row| (row.person, row.name)).collect();
        state.follow_up(FollowUp::AttachLater(job, people));
    }
}

pub(crate) fn decide(state: &mut State, action: AttachAction, effects: &mut Vec<Effect>) {
    let blocker = blocker(state);
    let Some(batch) = &mut state.attach_batch else { return show(state) };
    match (action, &batch.progress) {
        (AttachAction::Show, _) => return show(state),
        (AttachAction::Pause, AttachProgress::Running) => {
            batch.progress = AttachProgress::Paused("you paused it".to_owned());
        }
        (AttachAction::Pause, AttachProgress::Paused(_)) => match blocker {
            Some(why) => {
                let message = format!("Cannot resume yet: {why}");
                return state.notify(Severity::Warning, message);
            }
            None => batch.progress = AttachProgress::Running,
        },
        (AttachAction::Cancel, AttachProgress::Unconfirmed) => return leave(state),
        (AttachAction::Cancel, AttachProgress::Running | AttachProgress::Paused(_)) => {
            batch.progress = AttachProgress::Cancelled;
            let mut left = 0;
            for row in batch.rows.iter_mut().filter(|row| row.outcome == AttachOutcome::Waiting) {
                row.outcome = AttachOutcome::NotStarted;
                left += 1;
            }
            state.notify(Severity::Info, format!("Canceled: {left} not started"));
        }
        (AttachAction::Retry, progress) if *progress != AttachProgress::Unconfirmed => {
            let can_retry = |row: &&mut AttachRow| row.outcome.can_retry();
            let mut any = false;
            for row in batch.rows.iter_mut().filter(can_retry) {
                row.outcome = AttachOutcome::Waiting;
                any = true;
            }
            if !any {
                return state.notify(Severity::Info, "Nothing to retry");
            }
            batch.progress = AttachProgress::Running;
        }
        _ => return state.notify(Severity::Info, "Nothing to cancel: nobody is being added"),
    }
    send(state, effects);
}

/// Why nothing can be sent now.
fn blocker(state: &State) -> Option<String> {
    let offline = state.connection.offline.as_ref().map(|offline| &offline.failure.message);
    state.connection.locked.as_ref().or(offline).cloned()
}

/// Fills the free slots, and ends the batch when none is left.
fn send(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(why) = blocker(state) {
        pause(state, why);
    }
    while let Some(at) = state.attach_batch.as_ref().and_then(AttachBatch::next) {
        let (ticket, quirks) = (state.next_ticket(), state.local_data.quirks);
        let Some(batch) = &mut state.attach_batch else { return };
        let row = &mut batch.rows[at];
        row.outcome = AttachOutcome::InFlight(ticket, SaveStep::Reading);
        let plan = Plan::attach(row.person.clone(), row.name.clone(), batch.job.clone());
        let plan = Plan { is_hasty: batch.shows_late, ..plan };
        effects.push(Effect::Http(HttpEffect::Save {
            ticket,
            plan: Box::new(plan),
            quirks,
            draft: None,
        }));
    }
    end(state, effects);
}

fn pause(state: &mut State, why: String) {
    let Some(batch) =
        state.attach_batch.as_mut().filter(|batch| batch.progress == AttachProgress::Running)
    else {
        return;
    };
    if batch.counts().waiting == 0 {
        return;
    }
    let message = format!("Adding people paused: {why}");
    batch.progress = AttachProgress::Paused(why);
    let show = state.key_of(Action::Attach(AttachAction::Show));
    let resume = state.key_of(Action::Attach(AttachAction::Pause));
    let message = format!("{message}; {show} shows it, {resume} resumes");
    state.notify(Severity::Warning, message);
}

fn end(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(batch) = state.attach_batch.as_mut().filter(|batch| batch.is_under_way()) else {
        return;
    };
    let counts = batch.counts();
    if counts.waiting + counts.in_flight > 0 {
        return;
    }
    batch.progress = AttachProgress::Finished;
    let (message, job) = (batch.summary(), batch.job.id.clone());
    if batch.problems().is_empty() {
        // The message says it all.
        if matches!(state.dialogs.top(), Some(Dialog::Attach { .. })) {
            state.dialogs.close();
        }
        state.notify(Severity::Info, message);
    } else {
        let show = state.key_of(Action::Attach(AttachAction::Show)).into_owned();
        state.notify(Severity::Warning, format!("{message}; {show} shows details"));
    }
    saved_person::refresh_job(state, &job);
    // A pending request was sent before and would show the old list.
    cancel(
        state,
        effects,
        |slot| matches!(slot, Slot::CandidatePage(of, _) | Slot::Job(of) if *of == job),
    );
}

pub(crate) fn owns_ticket(state: &State, ticket: Ticket) -> bool {
    state.attach_batch.as_ref().is_some_and(|batch| batch.index_of(ticket).is_some())
}

pub(crate) fn set_step(state: &mut State, ticket: Ticket, step: SaveStep) {
    let Some(batch) = &mut state.attach_batch else { return };
    if let Some(at) = batch.index_of(ticket) {
        batch.rows[at].outcome = AttachOutcome::InFlight(ticket, step);
    }
}

pub(crate) fn handle_saved(
    state: &mut State,
    ticket: Ticket,
    result: Result<SaveOutcome, WriteFailure>,
    effects: &mut Vec<Effect>,
) {
    let assessment = assess(&result);
    let Some(batch) = &mut state.attach_batch else { return };
    let Some(at) = batch.index_of(ticket) else { return };
    batch.rows[at].outcome = match assessment.outcome {
        // The batch was cancelled while this request was in flight.
        AttachOutcome::Waiting if batch.progress == AttachProgress::Cancelled => {
            AttachOutcome::NotStarted
        }
        outcome => outcome,
    };
    match result {
        Ok(SaveOutcome::AlreadySaved(now) | SaveOutcome::Conflict { current: now, .. }) => {
            connection::mark_online(state);
            saved_person::take_record(state, &now, effects);
        }
        Ok(SaveOutcome::Saved(report)) => {
            log_edit(state, at, report.lost_jobs.is_empty() && report.unrequested.is_empty());
            if report.is_late() {
                stop_waiting(state);
            }
            saved_person::learn(state, &report, effects);
            connection::mark_online(state);
            saved_person::take_written(state, Some(&report.before), &report.now, effects);
            if let Some(batch) = state.attach_batch.as_mut().filter(|_| !report.is_as_requested()) {
                batch.rows[at].report = Some(report);
            }
        }
        Err(failed) => connection::record_failure(state, &failed.failure, None),
    }
    if let Some(why) = assessment.pause {
        pause(state, why);
    }
    send(state, effects);
}

/// The server shows attachments late: waiting for each of them would take too long.
fn stop_waiting(state: &mut State) {
    let Some(batch) = state.attach_batch.as_mut().filter(|batch| batch.rows.len() > 1) else {
        return;
    };
    if !std::mem::replace(&mut batch.shows_late, true) {
        state.notify(Severity::Info, LATE_CHANGES);
    }
}

/// Adds the change to the edit log.
fn log_edit(state: &mut State, at: usize, is_only_change: bool) {
    let Some(batch) = &state.attach_batch else { return };
    let row = &batch.rows[at];
    let message = match &row.outcome {
        AttachOutcome::Attached => format!("added to {}", batch.job.name),
        // Unknown: the server accepted it, or no response came.
        AttachOutcome::Other(message) | AttachOutcome::Unknown(message) => message.clone(),
        _ => return,
    };
    let job = |job| FieldValue::Job(job);
    let edit = SavedEdit {
        person: row.person.clone(),
        name: row.name.clone(),
        at: state.clock.date,
        before: BTreeMap::from([(PersonField::JobId, Some(job(None)))]),
        after: BTreeMap::from([(PersonField::JobId, job(Some(batch.job.clone())))]),
        message: format!("{message}; the API cannot undo this"),
        is_fine: is_only_change && row.outcome == AttachOutcome::Attached,
        status: EditStatus::Final,
        report: None,
    };
    state.follow_up(FollowUp::LogAttachment(Box::new(edit)));
}

/// Warns once before quitting while the batch is running.
pub(crate) fn warn_before_quit(state: &mut State) -> bool {
    let Some(batch) = state.attach_batch.as_mut().filter(|batch| batch.is_under_way()) else {
        return false;
    };
    if std::mem::replace(&mut batch.has_warned, true) {
        return false;
    }
    let left = batch.rows.len() - batch.counts().finished;
    let quit = state.key_of(Action::Quit);
    let message = format!("{left} not added yet: {quit} again quits without them");
    state.notify(Severity::Warning, message);
    true
}
