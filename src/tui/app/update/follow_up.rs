//! Carries out what features and responses queued.

use super::action;
use crate::recruiting::triage::{LogEntry, Subject};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::follow_up::{FollowUp, Revert};
use crate::tui::app::state::State;
use crate::tui::features::editor::update::{drafts, fill, open, waiting};
use crate::tui::features::inbox::{decisions, queue, scope};
use crate::tui::features::job_editor::update::changes as job_changes;
use crate::tui::features::job_picker::state::{PickPurpose, PickedJob};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::locations;
use crate::tui::features::stage_moves::update::moves;
use crate::tui::features::{
    attach, board, compare, duplicates, edit_log, export, job_picker, stage_moves, triage,
};

/// Runs until the queue is empty: a follow-up may queue others.
pub(crate) fn run_all(state: &mut State, effects: &mut Vec<Effect>) {
    while let Some(follow_up) = state.follow_ups.pop_front() {
        run(state, follow_up, effects);
    }
}

fn run(state: &mut State, follow_up: FollowUp, effects: &mut Vec<Effect>) {
    match follow_up {
        FollowUp::Export { document, name } => export::update::open(state, document, &name),
        FollowUp::OfferWaiting => waiting::offer_waiting(state),
        FollowUp::AttachLater(job, people) => waiting::attach_later(state, &job, people, effects),
        FollowUp::Act(action) => action::act(state, action, effects),
        FollowUp::CompareDuplicates(pair) => compare::update::show(state, pair.to_vec(), true),
        FollowUp::GoTo(location) => locations::visit(state, location, effects),
        FollowUp::ShowView(view) => locations::show_view(state, view, effects),
        FollowUp::GiveVerdict(verdict, reason, subjects) => {
            triage::update::decide(state, verdict, reason.as_deref(), subjects, effects);
        }
        FollowUp::ToggleStars(subjects) => triage::update::toggle_stars(state, subjects),
        FollowUp::Annotate(subjects, entries) => {
            let entries_of =
                |subject: &Subject| entries.get(&subject.candidate).cloned().unwrap_or_default();
            triage::update::log_annotation(state, subjects, &entries_of);
        }
        FollowUp::Snooze(subjects, entry) => {
            triage::update::log_decision(state, subjects, &|_| vec![entry.clone()], effects);
        }
        FollowUp::PickStage(subjects) => stage_moves::update::open(state, subjects),
        FollowUp::SendMoves(ticket, moves) => moves::send(state, ticket, moves, effects),
        FollowUp::RevertMoves(direction) => moves::revert(state, direction, effects),
        FollowUp::RevertJob(direction) => job_changes::revert(state, direction, effects),
        FollowUp::ForgetPerson(person) => {
            effects.push(Effect::Storage(StorageEffect::ForgetPerson(person)));
        }
        FollowUp::StoreDecision(entries) => {
            decisions::after_decision(state, &entries);
            store(state, entries, effects);
        }
        FollowUp::StoreAnnotation(entries) => {
            decisions::after_annotation(state, &entries);
            store(state, entries, effects);
        }
        FollowUp::StoreRevert(revert) => store_revert(state, revert, effects),
        FollowUp::RetractFromInbox(candidates) => decisions::after_retract(state, &candidates),
        FollowUp::RebuildInbox => queue::schedule_rebuild(state),
        FollowUp::CloseInbox => scope::close(state, effects),
        FollowUp::LogEdit(edit) => edit_log::update::log_edit(state, *edit),
        FollowUp::LogAttachment(edit) => edit_log::update::log_attachment(state, *edit),
        FollowUp::SetEditStatus(at, status) => edit_log::update::set_status(state, at, status),
        FollowUp::StepOnBoard(step) => board::update::step_on_board(state, step),
        FollowUp::PickJob(purpose) => job_picker::update::open(state, purpose),
        FollowUp::JobPicked(picked) => hand_over(state, picked),
        FollowUp::OpenReport(person, report) => open::open_report(state, &person, report),
        FollowUp::SendForm(form, origin) => open::send_form(state, *form, origin, effects),
        FollowUp::IndexContacts(person) => duplicates::update::index_contacts(state, &person),
        FollowUp::ContactsFailed(person, failure) => {
            duplicates::update::handle_failure(state, &person, &failure);
        }
        FollowUp::DropVisibleDrafts(person) => drafts::drop_visible(state, &person, effects),
        FollowUp::RecountTodo(job, Some(candidates)) => {
            state.todo_counter.invalidate_candidates(&job, candidates.iter());
        }
        FollowUp::RecountTodo(job, None) => state.todo_counter.invalidate(&job),
        FollowUp::HistoryChanged => queue::on_history(state),
    }
}

fn hand_over(state: &mut State, PickedJob { job, purpose }: PickedJob) {
    match purpose {
        PickPurpose::Attach(people) => attach::update::request_confirmation(state, job, people),
        PickPurpose::Form => fill::set_job(state, job),
    }
}

fn store_revert(state: &mut State, revert: Revert, effects: &mut Vec<Effect>) {
    let Revert { direction, reverted, entries, mut message } = revert;
    let is_in_queue = decisions::after_revert(state, &reverted, direction);
    if let Some(first) = reverted.first().filter(|_| !is_in_queue) {
        message = format!("{message}; not in this queue: {}", first.snapshot.job_name);
    }
    store(state, entries, effects);
    state.notify(Severity::Info, message);
}

/// Has an undo group written, together with the position in the inbox after it.
fn store(state: &mut State, entries: Vec<LogEntry>, effects: &mut Vec<Effect>) {
    let Some(group) = entries.first().map(|entry| entry.group.clone()) else { return };
    let position = scope::update_position(state);
    effects.push(Effect::Storage(StorageEffect::Append { group, entries, position }));
}
