//! The dispatcher: one message in, changed state and effects out.
//!
//! Pure: no IO, no clock, no randomness. [`update`] passes the message to the feature that
//! handles it, carries out the follow-ups that features queued, computes the layout, settles
//! the lists on it, and lets `fetch` request what the screen lacks.

pub(crate) mod action;
pub(crate) mod dialog;
pub(crate) mod follow_up;
pub(crate) mod lists;
pub(crate) mod mouse;
mod restore;
pub(crate) mod triage_action;
pub(crate) mod typing;
pub(crate) mod unbound;

use super::clock::Clock;
use super::connection;
use super::dialog::Dialog;
use super::effect::Effect;
use super::fetch;
use super::fetch::{history_prefetch, response};
use super::message::Message;
use super::open_jobs;
use super::state::{SPINNER_DELAY, State, WorkspaceStatus};
use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::query::QueryContext;
use crate::tui::app::request::Slot;
use crate::tui::features::inbox::{queue, scope, stale_key_guard};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::locations;
use crate::tui::features::triage::{log, undo};
use crate::tui::features::{
    attach, duplicates, editor, export, filter, funnel, job_picker, navigation, palette, prompt,
    todo, triage,
};

pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    let urgent = is_from_user(&message);
    if urgent {
        // Keeps the selected job selected when rows arrive.
        if state.jobs.row().is_some() {
            state.jobs.touch();
        }
    }
    handle(state, message, &mut effects);
    follow_up::run_all(state, &mut effects);
    editor::update::open::continue_opening(state, &mut effects);
    stale_key_guard::rebuild_queue(state);
    triage::update::after_update(state, &mut effects);
    scope::after_update(state, &mut effects);
    todo::update::after_update(state);
    crate::tui::features::shortlist::update::after_update(state, &mut effects);
    history_prefetch::load_cached(state, &mut effects);
    fetch::load_cached_person(state, &mut effects);
    funnel::update::refresh_figures(state);
    connection::show_deferred_key_prompt(state);
    follow_up::run_all(state, &mut effects);
    // Only these open on top of another dialog; any other one replaces the stack.
    if !matches!(state.dialog, Some(Dialog::Export(_) | Dialog::Compare(_))) {
        state.suspended.clear();
    }
    settle(state, urgent);
    if let Some((candidate, person)) = state.selected() {
        state.candidates.mark_used(&candidate);
        state.people.mark_used(&person);
    }
    fetch::reconcile(state, &mut effects);
    effects
}

const fn is_from_user(message: &Message) -> bool {
    matches!(
        message,
        Message::Act(_)
            | Message::Typed(_)
            | Message::Pasted(_)
            | Message::Mouse(_)
            | Message::Resized(..)
    )
}

fn handle(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    match message {
        Message::Time(clock) => advance_clock(state, clock, effects),
        Message::Act(action) => action::act(state, action, effects),
        Message::Pending(keys) => state.pending = keys,
        Message::Unbound(key) => unbound::explain_key(state, key),
        Message::Typed(letter) if editor::update::is_typing(state) => {
            editor::update::fill::insert_char(state, letter);
        }
        Message::Typed(letter) if prompt::update::pick_reason(state, letter) => {}
        Message::Typed(letter) => typing::edit_input(state, effects, |field| {
            field.insert(letter);
        }),
        Message::Pasted(text) => paste(state, &text, effects),
        Message::Mouse(click) => mouse::click(state, click, effects),
        Message::Resized(width, height) => state.size = (width, height),
        Message::Fetched { slot, ticket, outcome } => {
            queue::on_response(state, &slot);
            response::handle_response(state, &slot, ticket, outcome, effects);
            refresh_features(state, &slot);
        }
        Message::SimilarRows { ticket, rows, is_done } => {
            filter::update::take_matches(state, ticket, &rows, is_done);
        }
        Message::Request(id, event) => {
            state.requests.record(id, event, state.clock.moment);
            dialog::follow_request(state);
        }
        Message::Paused(millis) => {
            let until = state.clock.moment.after(std::time::Duration::from_millis(millis));
            state.connection.paused_until = state.connection.paused_until.max(Some(until));
        }
        Message::Opening(progress) => state.workspace = WorkspaceStatus::Opening(progress),
        Message::Opened { title, welcome } => {
            state.workspace = WorkspaceStatus::Open(title);
            for text in welcome {
                state.notify(Severity::Info, text);
            }
        }
        Message::OpenFailed(failure) => {
            state.notify(Severity::Error, failure.message.clone());
            state.workspace = WorkspaceStatus::Failed(failure);
        }
        Message::KeyNeeded(why) => connection::require_key(state, why),
        Message::ViewSaved(Ok(text)) => state.notify(Severity::Info, text),
        Message::ViewSaved(Err(text)) => state.notify(Severity::Error, text),
        Message::Notice(text) => state.notify(Severity::Warning, text),
        message => handle_person(state, message, effects),
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
    if state.dialog.as_ref().and_then(Dialog::search_at).is_some_and(|at| at <= now) {
        palette::update::search_again(state);
        job_picker::update::search_again(state);
    }
    editor::update::drafts::write_if_due(state, effects);
}

fn refresh_features(state: &mut State, slot: &Slot) {
    if let Some(dialog) = &mut state.dialog {
        dialog.schedule_search(state.clock.moment.after(SPINNER_DELAY));
    }
    if let Slot::Job(job) = slot {
        state.todo_counter.invalidate(job);
    }
    // These depend on single records, not on pages of a list.
    if !matches!(slot, Slot::Jobs(_) | Slot::CandidatePage(..)) {
        dialog::follow_records(state);
        duplicates::update::refresh_pairs(state);
    }
}

/// Results of writes, and what the local database holds.
fn handle_person(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    match message {
        Message::Saving { ticket, step } if attach::update::owns_ticket(state, ticket) => {
            attach::update::set_step(state, ticket, step);
        }
        Message::Saved { ticket, result } if attach::update::owns_ticket(state, ticket) => {
            attach::update::saved(state, ticket, result, effects);
        }
        Message::Saving { ticket, step } => editor::update::saved::set_step(state, ticket, step),
        Message::Saved { ticket, result } => {
            editor::update::saved::saved(state, ticket, result, effects);
        }
        Message::Created { ticket, result } => {
            editor::update::saved::created(state, ticket, result, effects);
        }
        Message::Restored(restored) => restore::restore(state, *restored),
        Message::DraftSaved(id, outcome) => {
            editor::update::drafts::draft_written(state, &id, outcome);
        }
        Message::EditedElsewhere(person) => editor::update::open::warn_also_edited(state, &person),
        Message::IdGenerated(id) => editor::update::open::set_external_id(state, id, effects),
        Message::EditedExternally(outcome) => {
            editor::update::external_editor::apply_external_edit(state, outcome, effects);
        }
        Message::Ending => {
            editor::update::drafts::write_at_exit(state, effects);
            scope::store_position(state, effects);
        }
        Message::Applied { ticket, moves } => {
            undo::handle_applied(state, &moves);
            todo::update::handle_applied(state, ticket, &moves, effects);
        }
        Message::LinkOpened(outcome) => todo::update::handle_link_opened(state, outcome, effects),
        Message::SimilarNames { ticket, matches } => {
            duplicates::update::take_name_matches(state, ticket, &matches);
        }
        Message::Exported(outcome) => export::update::exported(state, outcome),
        Message::CachedCandidates { job, records } => {
            if funnel::update::restore_histories(state, &job, records) {
                queue::on_history(state);
            }
        }
        message => log::handle(state, message),
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
            "pasted text is taken only where one types: {filter} filters, {find} finds anything"
        );
        state.notify(Severity::Info, message);
    }
}

/// Computes the layout and settles the lists on it.
fn settle(state: &mut State, urgent: bool) {
    follow_job(state);
    state.layout = state.lay_out();
    let now = state.clock;
    let height = |pane: Pane| state.layout.pane(pane).map(|area| usize::from(area.body.height));
    let (jobs, candidates) = (height(Pane::Jobs), height(Pane::Candidates));
    if let Some(height) = jobs {
        state.jobs.height = height;
    }
    let job = state.jobs.settle(now.moment, &QueryContext::at(now.date), urgent);
    follow_job(state);
    let mut candidate = None;
    let State { open, job: selected, triage, .. } = state;
    if let Some(open) = selected.as_ref().and_then(|id| open.get_mut(id)) {
        if let Some(height) = candidates {
            open.list.height = height;
        }
        let before = open.list.row();
        open.follow_triage(triage);
        candidate = open
            .with_list(now.date, triage, |list, context| list.settle(now.moment, context, urgent));
        if open.list.row() != before {
            open.detail_scroll = 0;
        }
    }
    let candidate =
        candidate.map(|name| if state.is_blind() { "a candidate".to_owned() } else { name });
    for name in job.into_iter().chain(candidate) {
        state.notify(Severity::Info, format!("{name} is no longer in the filter"));
    }
    // Another job may show or hide the filter line.
    state.layout = state.lay_out();
    if state.layout.board
        && let Some(area) = state.layout.pane(Pane::Candidates)
        && let Some(open) = state.open_job_mut()
    {
        open.settle_board(area.body);
    }
    locations::select_target(state);
    navigation::update::clamp_scrolls(state);
    editor::update::reveal(state);
    queue::scroll_to_cursor(state);
}

/// Selects the job under the cursor of the job list.
fn follow_job(state: &mut State) {
    let Some(id) = state.jobs.id() else {
        if state.jobs.pages.is_complete() && state.jobs.pages.is_empty() {
            (state.job, state.focus) = (None, Pane::Jobs);
        } else if let Some(row) = state.filter_prompt.origin
            && !state.jobs.filter.is_empty()
            && state.filter_prompt.pane == Some(Pane::Jobs)
        {
            // Nothing matches: keep the job that was selected before the filter.
            let id = state.jobs.pages.rows.id(row).clone();
            if state.job.as_ref() != Some(&id) {
                open_jobs::open_job(state, &id);
            }
        }
        return;
    };
    if state.job.as_ref().is_none_or(|job| job.as_str() != id)
        && state.navigation.destination.is_none()
    {
        let id = id.into();
        open_jobs::open_job(state, &id);
    }
}
