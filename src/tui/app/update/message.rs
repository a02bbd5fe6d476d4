//! Passes each message to the feature that handles it.
//!
//! [`handle`] names every message: a new one does not compile until it has an arm.

use std::time::Duration;

use super::{action, dialog, follow_up, mirror, mouse, reopen, typing, unbound};
use crate::keymap::action::Action;
use crate::recruiting::changes::ChangeList;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::{SaveOutcome, SaveStep, WriteFailure};
use crate::text;
use crate::tui::app::clock::Clock;
use crate::tui::app::connection;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fetch;
use crate::tui::app::fetch::response;
use crate::tui::app::local_data::LocalData;
use crate::tui::app::message::Message;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::restored::Restored;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::tui::features::inbox::{queue, scope};
use crate::tui::features::job_editor::update::changes as jobs;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::stage_moves::update::moves;
use crate::tui::features::triage::log;
use crate::tui::features::{
    attach, changes, duplicates, editor, export, filter, funnel, job_picker, mail, palette, prompt,
    requests, stage_moves, sync, today, todo,
};
use crate::wire::{Candidate, CandidateId, JobId, PersonId, Timestamp};

pub(crate) fn handle(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    use editor::update::{drafts, external_editor, open, saved::handle_created};
    match message {
        Message::Time(clock) => advance_clock(state, clock, effects),
        Message::Act(action) => action::act(state, action, effects),
        Message::Pending(keys) => state.pending = keys,
        Message::Unbound(key) => unbound::explain_key(state, key),
        Message::Typed(letter) => insert_char(state, letter, effects),
        Message::GoToRow(row) => action::go_to_row(state, row),
        Message::Pasted(text) => paste(state, &text, effects),
        Message::Mouse(click) => mouse::click(state, click, effects),
        Message::Resized(width, height) => state.size = (width, height),
        Message::Fetched { slot, ticket, outcome } => {
            handle_response(state, &slot, ticket, outcome, effects);
        }
        Message::SimilarRows { ticket, rows, is_done } => {
            filter::update::take_matches(state, ticket, &rows, is_done);
        }
        Message::SimilarNames { ticket, matches } => {
            duplicates::update::take_name_matches(state, ticket, &matches);
        }
        Message::Request(id, event) => requests::update::record(state, id, event),
        Message::Paused(millis) => connection::pause(state, Duration::from_millis(millis)),
        Message::Opening(progress) => state.workspace = WorkspaceStatus::Opening(progress),
        opened @ Message::Opened { .. } => handle_opened(state, opened),
        Message::OpenFailed(failure) => handle_open_failure(state, failure),
        Message::KeyNeeded(why) => connection::require_key(state, why),
        Message::ViewSaved(outcome) => handle_view_saved(state, outcome),
        Message::Saving { ticket, step } => handle_saving(state, ticket, step),
        Message::Saved { ticket, result } => handle_saved(state, ticket, result, effects),
        Message::Created { ticket, result } => handle_created(state, ticket, result, effects),
        Message::Restored(restored) => restore(state, *restored, effects),
        Message::DraftSaved(id, outcome) => drafts::handle_draft_saved(state, &id, outcome),
        Message::EditedElsewhere(person) => open::warn_also_edited(state, &person),
        Message::IdGenerated(id) => open::set_external_id(state, id, effects),
        Message::EditedExternally(outcome) => {
            external_editor::apply_external_edit(state, outcome, effects);
        }
        Message::Appended(group, Ok(())) => log::confirm(state, &group),
        Message::Appended(group, Err(error)) => log::retract(state, &group, &error),
        Message::Logged(entries) => log::add_entries(state, entries),
        Message::CachedCandidates { job, records } => restore_histories(state, &job, records),
        Message::Mirror(message) => mirror::handle(state, message, effects),
        Message::AllCandidates { jobs, is_done } => mirror::take_all(state, jobs, is_done),
        Message::CachedPeople(people) => editor::known_people::set(state, people),
        Message::CachedPerson(person, at) => fetch::take_cached_person(state, *person, at),
        Message::Changes { since, list } => take_changes(state, since, *list),
        Message::Exported(outcome) => export::update::handle_exported(state, outcome),
        Message::LinkOpened(outcome) => {
            if !mail::update::handle_opened(state, &outcome) {
                todo::update::handle_link_opened(state, outcome, effects);
            }
        }
        Message::Moving { ticket, done } => moves::show_progress(state, ticket, done),
        Message::Applied { ticket, moves } => handle_applied(state, ticket, &moves, effects),
        Message::JobChanged { ticket, outcome } => jobs::finish(state, ticket, outcome, effects),
        Message::Forgotten(person, outcome) => handle_forgotten(state, &person, outcome),
        Message::Ending => handle_ending(state, effects),
        Message::Notice(text) => state.notify(Severity::Warning, text),
    }
}

fn advance_clock(state: &mut State, clock: Clock, effects: &mut Vec<Effect>) {
    state.clock = clock;
    let now = clock.moment;
    if state.connection.paused_until.take_if(|until| *until <= now).is_some() {
        state.clear_failures(|failure| {
            matches!(failure.kind, FailureKind::RateLimited | FailureKind::Busy)
        });
    }
    state.clear_due_failures();
    if state.dialogs.top().and_then(Dialog::search_at).is_some_and(|at| at <= now) {
        palette::update::search_again(state);
        job_picker::update::search_again(state);
    }
    editor::update::drafts::write_if_due(state, effects);
}

fn insert_char(state: &mut State, letter: char, effects: &mut Vec<Effect>) {
    if editor::update::is_typing(state) {
        editor::update::fill::insert_char(state, letter);
    } else if !prompt::update::pick_reason(state, letter)
        && !stage_moves::update::pick_number(state, letter)
    {
        typing::edit_input(state, effects, |field| {
            field.insert(letter);
        });
    }
}

fn paste(state: &mut State, text: &str, effects: &mut Vec<Effect>) {
    if editor::update::is_typing(state) {
        editor::update::fill::paste(state, text);
    } else if state.is_typing() {
        typing::edit_input(state, effects, |field| {
            field.paste(text);
        });
    } else {
        let (filter, find) = (state.key_of(Action::Filter), state.key_of(Action::Palette));
        let message = format!(
            "You can paste only into a text field: {filter} filters, {find} finds anything"
        );
        state.notify(Severity::Info, message);
    }
}

fn handle_response(
    state: &mut State,
    slot: &Slot,
    ticket: Ticket,
    outcome: Result<Answer, Failure>,
    effects: &mut Vec<Effect>,
) {
    queue::on_response(state, slot);
    response::handle_response(state, slot, ticket, outcome, effects);
    // What a feature took from the response is part of what it shows below.
    follow_up::run_all(state, effects);
    dialog::search_soon(state);
    if let Slot::Job(job) = slot {
        state.todo_counter.invalidate(job);
    }
    // These depend on single records, not on pages of a list.
    if !matches!(slot, Slot::Jobs(_) | Slot::CandidatePage(..)) {
        dialog::follow_records(state);
        duplicates::update::refresh_pairs(state);
    }
    today::update::rebuild(state);
}

fn handle_view_saved(state: &mut State, outcome: Result<String, String>) {
    match outcome {
        Ok(text) => state.notify(Severity::Info, text),
        Err(text) => state.notify(Severity::Error, text),
    }
}

/// The overview shows the news, the list of changes what it asked for.
fn take_changes(state: &mut State, since: Option<Timestamp>, list: ChangeList) {
    today::update::take_changes(state, since, &list);
    changes::update::take_changes(state, since, list);
}

fn handle_opened(state: &mut State, opened: Message) {
    let Message::Opened { title, welcome, is_offline } = opened else { return };
    if is_offline {
        connection::stay_offline(state);
    }
    state.workspace = WorkspaceStatus::Open(title);
    for text in welcome {
        state.notify(Severity::Info, text);
    }
}

fn handle_open_failure(state: &mut State, failure: Failure) {
    state.notify(Severity::Error, failure.message.clone());
    state.workspace = WorkspaceStatus::Failed(failure);
}

/// A save has reached another step: of a batch, or in the editor.
fn handle_saving(state: &mut State, ticket: Ticket, step: SaveStep) {
    if attach::update::owns_ticket(state, ticket) {
        attach::update::set_step(state, ticket, step);
    } else {
        editor::update::saved::set_step(state, ticket, step);
    }
}

fn handle_saved(
    state: &mut State,
    ticket: Ticket,
    result: Result<SaveOutcome, WriteFailure>,
    effects: &mut Vec<Effect>,
) {
    if attach::update::owns_ticket(state, ticket) {
        attach::update::handle_saved(state, ticket, result, effects);
    } else {
        editor::update::saved::handle_saved(state, ticket, result, effects);
    }
}

fn handle_applied(
    state: &mut State,
    ticket: Ticket,
    outcomes: &[(CandidateId, Result<(), String>)],
    effects: &mut Vec<Effect>,
) {
    let is_listed = todo::update::moves::mark_outcomes(state, ticket, outcomes);
    moves::handle_applied(state, ticket, outcomes, is_listed, effects);
}

fn handle_ending(state: &mut State, effects: &mut Vec<Effect>) {
    editor::update::drafts::write_at_exit(state, effects);
    scope::store_position(state, effects);
    reopen::store_at_end(state, effects);
}

fn restore_histories(state: &mut State, job: &JobId, records: Vec<(Box<Candidate>, Timestamp)>) {
    if funnel::update::restore_histories(state, job, records) {
        queue::on_history(state);
    }
}

fn handle_forgotten(state: &mut State, person: &PersonId, outcome: Result<(), String>) {
    if outcome.is_ok() {
        state.contacts.forget(person);
        reopen::forget(state, person);
        editor::update::drafts::forget_person(state, person);
    }
    log::handle_forgotten(state, person, outcome);
}

/// Distributes what the local database held to the features that own it.
fn restore(state: &mut State, restored: Restored, effects: &mut Vec<Effect>) {
    let Restored { session, quirks, creates_v0, web_url, can_apply, job_templates, .. } = restored;
    state.local_data = LocalData {
        is_restored: true,
        session,
        quirks,
        creates_v0,
        web_url,
        can_apply,
        job_templates,
    };
    log::restore(state, restored.log, restored.seen_marks);
    scope::restore_position(state, restored.inbox_position);
    reopen::restore(state, restored.screen, effects);
    if let Some(warning) = restored.warning {
        state.notify(Severity::Warning, text::sanitize(&warning).into_owned());
    }
    editor::update::open::set_create_kind(state);
    if let Some(settings) = restored.mirror {
        sync::update::set_settings(state, settings);
    }
    editor::update::drafts::restore(state, restored.drafts);
    today::update::load_changes(effects);
}
