//! Attaching people to a job: one save per person, a few at a time.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::{AttachOutcome, assess};
use super::state::{AttachBatch, AttachProgress, AttachRow};
use crate::keymap::action::{Action, AttachAction, Pane};
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::{FieldValue, JobChoice, PersonField, Plan, SaveOutcome, SaveStep};
use crate::tui::app::connection;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::editor;
use crate::tui::features::job_picker::candidates_for;
use crate::tui::features::job_picker::state::{PickPurpose, PickedPeople};
use crate::tui::features::messages::state::Severity;
use crate::wire::Person;

pub(crate) fn attach(state: &mut State) {
    if state.batch.as_ref().is_some_and(AttachBatch::is_under_way) {
        state.tell(Severity::Info, "one job after the other: others are being attached still");
        return show(state);
    }
    let people = selected_people(state);
    if people.all.is_empty() {
        let list = state.key_of(Action::Go(Pane::Candidates));
        let message = format!("nobody is selected who could be attached: {list} shows candidates");
        return state.tell(Severity::Info, message);
    }
    candidates_for::open(state, PickPurpose::Attach(people));
}

/// The marked people, or else the selected one; each once.
fn selected_people(state: &State) -> PickedPeople {
    let mut people = PickedPeople::default();
    if state.inbox.is_some() {
        let shown = state.shown_row().map(|(open, row)| {
            let rows = &open.list.roll.rows;
            (rows.person_id(row).into(), rows.name(row).to_owned())
        });
        people.all.extend(shown.filter(|(id, _): &(crate::wire::PersonId, _)| !id.is_empty()));
        return people;
    }
    let is_here = matches!(state.focus, Pane::Candidates | Pane::Candidate);
    let Some(open) = state.opened().filter(|_| is_here) else { return people };
    let list = &open.list;
    let hidden: BTreeSet<_> = list.hidden().into_iter().collect();
    let (unseen, seen): (Vec<_>, Vec<_>) =
        list.marks.iter().copied().partition(|row| hidden.contains(row));
    let selected = list.row().filter(|_| list.marks.is_empty());
    let rows = &list.roll.rows;
    let mut known = BTreeSet::new();
    // A person marked in a visible row is not hidden.
    let shown = seen.into_iter().chain(selected).map(|row| (row, false));
    for (row, is_hidden) in shown.chain(unseen.into_iter().map(|row| (row, true))) {
        let person = rows.person_id(row);
        if !person.is_empty() && known.insert(person) {
            people.all.push((person.into(), rows.name(row).to_owned()));
            people.hidden += usize::from(is_hidden);
        }
    }
    people
}

/// Asks for confirmation before the first request.
pub(crate) fn ask(state: &mut State, job: JobChoice, people: PickedPeople) {
    state.batch = Some(AttachBatch::new(job, people));
    state.over = Some(Dialog::Batch { at: 0 });
}

pub(crate) fn show(state: &mut State) {
    if state.batch.is_some() {
        state.over = Some(Dialog::Batch { at: 0 });
    } else {
        let key = state.key_of(Action::AttachJob);
        let message = format!("nobody was attached in this session: {key} on a candidate begins");
        state.tell(Severity::Info, message);
    }
}

/// A batch that was not confirmed is dropped.
pub(crate) fn leave(state: &mut State) {
    state.over = None;
    if state.batch.take_if(|batch| batch.progress == AttachProgress::Unconfirmed).is_some() {
        state.tell(Severity::Info, "nobody was attached");
    }
}

/// Starts the batch, or opens the report of the selected row.
pub(crate) fn open(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    let Some(batch) = &mut state.batch else { return };
    if batch.progress == AttachProgress::Unconfirmed {
        batch.progress = AttachProgress::Running;
        return send(state, effects);
    }
    match batch.rows.get(at).and_then(|row| row.report.clone()) {
        Some(report) => editor::update::open_report(state, report),
        None => state.tell(Severity::Info, "there is no more to tell of them"),
    }
}

pub(crate) fn decide(state: &mut State, step: AttachAction, effects: &mut Vec<Effect>) {
    let blocker = blocker(state);
    let Some(batch) = &mut state.batch else { return show(state) };
    match (step, &batch.progress) {
        (AttachAction::Show, _) => return show(state),
        (AttachAction::Pause, AttachProgress::Running) => {
            batch.progress = AttachProgress::Paused("you paused it".to_owned());
        }
        (AttachAction::Pause, AttachProgress::Paused(_)) => match blocker {
            Some(why) => {
                let message = format!("it cannot go on yet: {why}");
                return state.tell(Severity::Warning, message);
            }
            None => batch.progress = AttachProgress::Running,
        },
        (AttachAction::Cancel, AttachProgress::Unconfirmed) => return leave(state),
        (AttachAction::Cancel, AttachProgress::Running | AttachProgress::Paused(_)) => {
            batch.progress = AttachProgress::Cancelled;
            let mut left = 0;
            for row in batch.rows.iter_mut().filter(|row| row.outcome == AttachOutcome::Waiting) {
                row.outcome = AttachOutcome::Left;
                left += 1;
            }
            state.tell(Severity::Info, format!("cancelled: {left} are not begun"));
        }
        (AttachAction::Retry, progress) if *progress != AttachProgress::Unconfirmed => {
            let failed = |row: &&mut AttachRow| row.outcome.can_be_tried_again();
            let mut any = false;
            for row in batch.rows.iter_mut().filter(failed) {
                row.outcome = AttachOutcome::Waiting;
                any = true;
            }
            if !any {
                return state.tell(Severity::Info, "nobody failed who could be tried again");
            }
            batch.progress = AttachProgress::Running;
        }
        _ => return state.tell(Severity::Info, "there is nothing to stop: it is not under way"),
    }
    send(state, effects);
}

/// Why nothing can be sent now.
fn blocker(state: &State) -> Option<String> {
    let offline = state.offline.as_ref().map(|offline| &offline.failure.told);
    state.locked.as_ref().or(offline).cloned()
}

/// Fills the free slots, and ends the batch when none is left.
fn send(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(why) = blocker(state) {
        pause(state, why);
    }
    while let Some(at) = state.batch.as_ref().and_then(AttachBatch::next) {
        let (ticket, habits) = (state.next_ticket(), state.memory.habits);
        let Some(batch) = &mut state.batch else { return };
        let job = FieldValue::Job(Some(batch.job.clone()));
        let row = &mut batch.rows[at];
        row.outcome = AttachOutcome::Out(ticket, SaveStep::Reading);
        let plan = Plan {
            person: row.person.clone(),
            name: row.name.clone(),
            base: BTreeMap::new(),
            wanted: BTreeMap::from([(PersonField::JobId, job)]),
        };
        effects.push(Effect::Save { ticket, plan: Box::new(plan), habits, draft: None });
    }
    end(state, effects);
}

fn pause(state: &mut State, why: String) {
    let Some(batch) =
        state.batch.as_mut().filter(|batch| batch.progress == AttachProgress::Running)
    else {
        return;
    };
    if batch.counts().waiting == 0 {
        return;
    }
    let message = format!("attaching is paused: {why}");
    batch.progress = AttachProgress::Paused(why);
    let show = state.key_of(Action::Batch(AttachAction::Show));
    let on = state.key_of(Action::Batch(AttachAction::Pause));
    let message = format!("{message}; {show} shows it, {on} there goes on");
    state.tell(Severity::Warning, message);
}

fn end(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(batch) = state.batch.as_mut().filter(|batch| batch.is_under_way()) else { return };
    let counts = batch.counts();
    if counts.waiting + counts.out > 0 {
        return;
    }
    batch.progress = AttachProgress::Finished;
    let (message, job) = (batch.summary(), batch.job.id.clone());
    if batch.troubles().is_empty() {
        state.tell(Severity::Info, message);
    } else {
        let show = state.key_of(Action::Batch(AttachAction::Show)).into_owned();
        state.tell(Severity::Warning, format!("{message}; {show} shows whom"));
    }
    editor::update::recount(state, &job);
    // A pending request was sent before and would show the old list.
    state.asked.retain(|slot, _| {
        let is_old = matches!(slot, Slot::Roster(of, _) | Slot::Job(of) if *of == job);
        if is_old {
            effects.push(Effect::Cancel(slot.clone()));
        }
        !is_old
    });
}

pub(crate) fn takes(state: &State, ticket: Ticket) -> bool {
    state.batch.as_ref().is_some_and(|batch| batch.place_of(ticket).is_some())
}

pub(crate) fn saving(state: &mut State, ticket: Ticket, step: SaveStep) {
    let Some(batch) = &mut state.batch else { return };
    if let Some(at) = batch.place_of(ticket) {
        batch.rows[at].outcome = AttachOutcome::Out(ticket, step);
    }
}

pub(crate) fn saved(
    state: &mut State,
    ticket: Ticket,
    outcome: SaveOutcome,
    effects: &mut Vec<Effect>,
) {
    let assessment = assess(&outcome);
    let Some(batch) = &mut state.batch else { return };
    let Some(at) = batch.place_of(ticket) else { return };
    batch.rows[at].outcome = match assessment.outcome {
        // The batch was cancelled while this request was in flight.
        AttachOutcome::Waiting if batch.progress == AttachProgress::Cancelled => {
            AttachOutcome::Left
        }
        outcome => outcome,
    };
    match outcome {
        SaveOutcome::Already(now) | SaveOutcome::Clash { now, .. } => {
            take_record(state, &now, effects);
        }
        SaveOutcome::Done(report) => {
            log_edit(state, at, report.lost_jobs.is_empty() && report.unasked.is_empty());
            editor::update::learn(state, report.learned, effects);
            take_record(state, &report.now, effects);
            if let Some(batch) = state.batch.as_mut().filter(|_| !report.is_as_meant()) {
                batch.rows[at].report = Some(report);
            }
        }
        SaveOutcome::Failed(failed) => connection::record_failure(state, &failed.failure),
    }
    if let Some(why) = assessment.pause {
        pause(state, why);
    }
    send(state, effects);
}

fn take_record(state: &mut State, now: &Person, effects: &mut Vec<Effect>) {
    connection::mark_online(state);
    editor::update::take_record(state, now, effects);
}

/// Adds the change to the edit log.
fn log_edit(state: &mut State, at: usize, nothing_else: bool) {
    let Some(batch) = &state.batch else { return };
    let row = &batch.rows[at];
    let message = match &row.outcome {
        AttachOutcome::Attached => format!("attached to {}", batch.job.name),
        AttachOutcome::Other(message) => message.clone(),
        _ => return,
    };
    let job = |job| FieldValue::Job(job);
    let done = SavedEdit {
        person: row.person.clone(),
        name: row.name.clone(),
        at: state.clock.date,
        before: BTreeMap::from([(PersonField::JobId, Some(job(None)))]),
        after: BTreeMap::from([(PersonField::JobId, job(Some(batch.job.clone())))]),
        told: format!("{message}; an association cannot be taken back through this interface"),
        is_fine: nothing_else && row.outcome == AttachOutcome::Attached,
        state: EditStatus::Final,
        report: None,
    };
    state.edits.push(done);
}

/// Warns once before quitting while the batch is running.
pub(crate) fn holds_back(state: &mut State) -> bool {
    let Some(batch) = state.batch.as_mut().filter(|batch| batch.is_under_way()) else {
        return false;
    };
    if std::mem::replace(&mut batch.warned, true) {
        return false;
    }
    let left = batch.rows.len() - batch.counts().done;
    let quit = state.key_of(Action::Quit);
    let message = format!("{left} are not attached yet: {quit} again quits and leaves them");
    state.tell(Severity::Warning, message);
    true
}
