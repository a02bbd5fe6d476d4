//! The dispatcher: one message in, changed state and effects out.
//!
//! Pure: no IO, no clock, no randomness. [`update`] passes the message to the feature that
//! handles it (`message`), carries out the follow-ups that features queued, computes the layout, settles
//! the lists on it, and lets `fetch` request what the screen lacks.

pub(crate) mod action;
pub(crate) mod dialog;
pub(crate) mod follow_up;
pub(crate) mod message;
mod mirror;
pub(crate) mod mouse;
mod reopen;
pub(crate) mod triage_action;
pub(crate) mod typing;
pub(crate) mod unbound;

use super::all_candidates;
use super::connection;
use super::effect::Effect;
use super::fetch;
use super::fetch::history_prefetch;
use super::message::Message;
use super::open_job::DetailPosition;
use super::open_jobs;
use super::request::Slot;
use super::state::State;
use crate::keymap::action::Pane;
use crate::recruiting::query::QueryContext;
use crate::tui::features::inbox::{queue, scope, stale_key_guard};
use crate::tui::features::lists::fit;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::locations;
use crate::tui::features::{
    copy, duplicates, editor, funnel, navigation, palette, shortlist, stage_moves, sync, todo,
    triage,
};

pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    let (urgent, is_page) = (is_from_user(&message), is_page_of_open_list(state, &message));
    if urgent {
        // Keeps the selected job selected when rows arrive.
        state.jobs.touch();
    }
    reopen::note_input(state, &message);
    message::handle(state, message, &mut effects);
    // It may open a dialog.
    follow_up::run_all(state, &mut effects);
    if urgent && (state.editor.is_some() || !state.dialogs.is_empty()) {
        // What is open is about the selected candidate.
        state.open_job_mut().into_iter().for_each(|open| open.list.touch());
    }
    editor::update::open::continue_opening(state, &mut effects);
    editor::known_people::load(state, &mut effects);
    palette::people::find_people(state, &mut effects);
    stale_key_guard::rebuild_queue(state);
    triage::update::after_update(state, &mut effects);
    scope::after_update(state, &mut effects);
    todo::update::after_update(state);
    stage_moves::update::moves::after_update(state);
    shortlist::update::after_update(state, &mut effects);
    copy::update::after_update(state, &mut effects);
    all_candidates::after_update(state, &mut effects);
    history_prefetch::load_cached(state, &mut effects);
    fetch::load_selected(state, &mut effects);
    funnel::update::refresh_figures(state);
    connection::show_deferred_key_prompt(state);
    follow_up::run_all(state, &mut effects);
    settle(state, urgent, is_page, &mut effects);
    reopen::store(state, &mut effects);
    if let Some((candidate, person)) = state.selected() {
        state.candidates.mark_used(&candidate);
        state.people.mark_used(&person);
    }
    if fetch::reconcile(state, &mut effects) {
        sync::update::after_update(state, &mut effects);
        duplicates::update::fetch_contacts(state, &mut effects);
        history_prefetch::prefetch(state, &mut effects);
    }
    effects
}

const fn is_from_user(message: &Message) -> bool {
    matches!(
        message,
        Message::Act(_)
            | Message::Typed(_)
            | Message::GoToRow(_)
            | Message::Pasted(_)
            | Message::Mouse(_)
            | Message::Resized(..)
    )
}

fn is_page_of_open_list(state: &State, message: &Message) -> bool {
    let Message::Fetched { slot: Slot::CandidatePage(job, _), .. } = message else { return false };
    state.open_job().is_some_and(|open| open.id == *job)
}

/// Computes the layout and settles the lists on it.
fn settle(state: &mut State, urgent: bool, is_page: bool, effects: &mut Vec<Effect>) {
    follow_job(state);
    state.layout = state.lay_out();
    let now = state.clock;
    let height = |pane: Pane| state.layout.pane(pane).map(|area| usize::from(area.body.height));
    let (jobs, candidates) = (height(Pane::Jobs), height(Pane::Candidates));
    if let Some(height) = jobs {
        state.jobs.height = height;
    }
    let job = state.jobs.settle(now.moment, &QueryContext::at(now.date), urgent);
    reopen::reopen(state, effects);
    follow_job(state);
    let mut candidate = None;
    if let Some((open, data)) = state.open_list_mut() {
        if let Some(height) = candidates {
            open.list.height = height;
        }
        let before = open.list.row();
        open.follow_triage(data.0);
        candidate = open
            .with_list(now.date, data, |list, context| list.settle(now.moment, context, urgent));
        if open.list.row() != before {
            open.detail = DetailPosition::default();
        }
    }
    let candidate =
        candidate.map(|name| if state.is_blind() { "a candidate".to_owned() } else { name });
    for name in job.into_iter().chain(candidate) {
        state.notify(Severity::Info, format!("{name} is no longer in this list"));
    }
    fit::measure(state, is_page);
    // Another job may show or hide the filter line; the panes follow what their rows need.
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

/// Selects the job under the cursor of the job list. The row above it, for all candidates, stays
/// selected until the cursor leaves it.
fn follow_job(state: &mut State) {
    let is_filtering =
        state.filter_prompt.pane == Some(Pane::Jobs) && !state.jobs.filter.is_empty();
    if state.is_all_selected() && !is_filtering {
        return;
    }
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
