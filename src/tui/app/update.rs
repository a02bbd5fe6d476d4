//! The only thing that changes what the person sees: a message in, effects out.
//!
//! Pure: no IO, no clock, no randomness. Each arm is a file. After every
//! message the screen is laid out anew, the lists settle on it, and what it
//! shows is held against what was asked for (`ask`): what is missing is
//! asked, what nobody looks at any more is let go.

pub mod action;
pub mod dialog;
pub mod lists;
pub mod mouse;
pub mod triage_action;
pub mod typing;
pub mod unbound;

use super::clock::Clock;
use super::connection;
use super::dialog::Dialog;
use super::effect::Effect;
use super::fetch;
use super::fetch::{arrive, history_prefetch};
use super::message::Message;
use super::state::{State, WorkspaceStatus};
use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::query::QueryContext;
use crate::tui::app::request::Slot;
use crate::tui::features::inbox::queue;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::places;
use crate::tui::features::triage::{log, undo};
use crate::tui::features::{
    attach, duplicates, editor, export, filter, funnel, job_picker, navigation, palette, prompt,
    todo, triage,
};

/// Takes a message in, and tells what is to be done outside.
pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    let urgent = is_from_the_person(&message);
    if urgent {
        state.touch();
    }
    take(state, message, &mut effects);
    editor::update::follow(state, &mut effects);
    triage::update::follow(state, &mut effects);
    todo::update::follow(state);
    crate::tui::features::shortlist::update::follow(state, &mut effects);
    history_prefetch::recall(state, &mut effects);
    fetch::recall_person(state, &mut effects);
    funnel::update::follow(state);
    connection::show_deferred_key_prompt(state);
    // Only these open on top of another dialog; any other one replaces the stack.
    if !matches!(state.over, Some(Dialog::Export(_) | Dialog::Compare(_))) {
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

/// Whether somebody waits in front of the screen for what it does.
const fn is_from_the_person(message: &Message) -> bool {
    matches!(
        message,
        Message::Act(_)
            | Message::Typed(_)
            | Message::Pasted(_)
            | Message::Mouse(_)
            | Message::Resized(..)
    )
}

fn take(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    match message {
        Message::Time(clock) => advance_clock(state, clock, effects),
        Message::Act(action) => action::act(state, action, effects),
        Message::Pending(keys) => state.pending = keys,
        Message::Unbound(key) => unbound::unbound(state, key),
        Message::Typed(letter) if editor::update::is_filled(state) => {
            editor::update::typed(state, letter);
        }
        Message::Typed(letter) if prompt::update::picks(state, letter, effects) => {}
        Message::Typed(letter) => typing::typed(state, effects, |field| field.insert(letter)),
        Message::Pasted(text) => paste(state, &text, effects),
        Message::Mouse(click) => mouse::click(state, click, effects),
        Message::Resized(width, height) => state.size = (width, height),
        Message::Arrived { slot, ticket, outcome } => {
            log::arrived(state, &slot);
            arrive::arrived(state, &slot, ticket, outcome, effects);
            refresh_features(state, &slot);
        }
        Message::Similar { ticket, rows, done } => {
            filter::update::found(state, ticket, &rows, done);
        }
        Message::Request(id, told) => {
            state.requests.tell(id, told, state.clock.moment);
            dialog::follow_request(state);
        }
        Message::Paused(millis) => {
            let until = state.clock.moment.after(std::time::Duration::from_millis(millis));
            state.paused_until = state.paused_until.max(Some(until));
        }
        Message::Opening(told) => state.workspace = WorkspaceStatus::Opening(told),
        Message::Opened { title, welcome } => {
            state.workspace = WorkspaceStatus::Open(title);
            for told in welcome {
                state.tell(Severity::Info, told);
            }
        }
        Message::Shut(failure) => {
            state.tell(Severity::Error, failure.told.clone());
            state.workspace = WorkspaceStatus::Shut(failure);
        }
        Message::KeyNeeded(why) => connection::require_key(state, why),
        Message::ViewSaved(Ok(told)) => state.tell(Severity::Info, told),
        Message::ViewSaved(Err(told)) => state.tell(Severity::Error, told),
        Message::Notice(told) => state.tell(Severity::Warning, told),
        message => people(state, message, effects),
    }
}

fn advance_clock(state: &mut State, clock: Clock, effects: &mut Vec<Effect>) {
    state.clock = clock;
    let now = clock.moment;
    if state.paused_until.take_if(|until| *until <= now).is_some() {
        state.forgive(|failure| matches!(failure.kind, FailureKind::Waiting | FailureKind::Busy));
    }
    palette::update::look_again(state);
    editor::update::keep_in_time(state, effects);
    job_picker::update::look_again(state);
}

/// Lets the features that show records look at what arrived.
fn refresh_features(state: &mut State, slot: &Slot) {
    palette::update::grow_stale(state);
    job_picker::update::grow_stale(state);
    if let Slot::Job(job) = slot {
        state.tally.doubt(job);
    }
    // Only single records concern these, not the pages of a list.
    if !matches!(slot, Slot::Jobs(_) | Slot::Roster(..)) {
        dialog::follow_records(state);
        duplicates::update::follow_records(state);
    }
}

/// What comes of changes to people, and of what this machine keeps.
fn people(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    match message {
        Message::Saving { ticket, step } if attach::update::takes(state, ticket) => {
            attach::update::saving(state, ticket, step);
        }
        Message::Saved { ticket, outcome } if attach::update::takes(state, ticket) => {
            attach::update::saved(state, ticket, outcome, effects);
        }
        Message::Saving { ticket, step } => editor::update::step(state, ticket, step),
        Message::Saved { ticket, outcome } => {
            editor::update::saved(state, ticket, outcome, effects);
        }
        Message::Born { ticket, born } => editor::update::born(state, ticket, born, effects),
        Message::Remembered(mut memory) => {
            log::remembered(state, &mut memory);
            editor::update::remembered(state, *memory);
        }
        Message::DraftKept(id, outcome) => editor::update::kept(state, &id, outcome),
        Message::AlsoEdited(person) => editor::update::also_edited(state, &person),
        Message::FreshId(id) => editor::update::fresh_id(state, id, effects),
        Message::EditedOutside(outcome) => editor::update::edited(state, outcome, effects),
        Message::Ending => {
            editor::update::ending(state, effects);
            triage::update::ending(state, effects);
        }
        Message::Applied { ticket, moves } => {
            undo::applied(state, &moves);
            todo::update::applied(state, ticket, &moves, effects);
        }
        Message::LinkOpened(outcome) => todo::update::link_opened(state, outcome, effects),
        Message::Alike { ticket, found } => duplicates::update::found(state, ticket, &found),
        Message::Exported(outcome) => export::update::exported(state, outcome),
        Message::Recalled { job, records } => funnel::update::recalled(state, &job, records),
        message => log::told(state, message),
    }
}

fn paste(state: &mut State, text: &str, effects: &mut Vec<Effect>) {
    if editor::update::is_filled(state) {
        editor::update::pasted(state, text);
    } else if state.is_typing() {
        typing::typed(state, effects, |field| field.paste(text));
    } else {
        let (filter, find) = (state.key_of(Action::Filter), state.key_of(Action::Palette));
        let told = format!(
            "pasted text is taken only where one types: {filter} filters, {find} finds anything"
        );
        state.tell(Severity::Info, told);
    }
}

/// Lays the screen out and lets the lists settle on it.
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
    let State { open, job: selected, book, .. } = state;
    if let Some(open) = selected.as_ref().and_then(|id| open.get_mut(id)) {
        if let Some(height) = candidates {
            open.list.height = height;
        }
        let before = open.list.row();
        open.follow(book);
        candidate = open
            .with_list(now.date, book, |list, context| list.settle(now.moment, context, urgent));
        if open.list.row() != before {
            open.detail_scroll = 0;
        }
    }
    let candidate =
        candidate.map(|name| if state.is_blind() { "a candidate".to_owned() } else { name });
    for name in job.into_iter().chain(candidate) {
        state.tell(Severity::Info, format!("{name} is no longer in the filter"));
    }
    // The filter line may have come or gone with another job.
    state.layout = state.lay_out();
    if state.layout.board
        && let Some(area) = state.layout.pane(Pane::Candidates)
        && let Some(open) = state.opened_mut()
    {
        open.settle_board(area.body);
    }
    places::arrive_where_headed(state);
    navigation::update::bound_scrolls(state);
    editor::update::reveal(state);
    queue::reveal(state);
}

/// The selected job is the one under the cursor of the job list.
fn follow_job(state: &mut State) {
    let Some(id) = state.jobs.id() else {
        if state.jobs.roll.is_complete() && state.jobs.roll.is_empty() {
            (state.job, state.focus) = (None, Pane::Jobs);
        } else if let Some(row) = state.filter_from
            && !state.jobs.filter.is_empty()
            && state.filtering == Some(Pane::Jobs)
        {
            // Nothing matches: the job is the one that one came from.
            let id = state.jobs.roll.rows.id(row).clone();
            if state.job.as_ref() != Some(&id) {
                navigation::update::open_job(state, &id);
            }
        }
        return;
    };
    if state.job.as_ref().is_none_or(|job| job.as_str() != id) && state.heading_for.is_none() {
        let id = id.into();
        navigation::update::open_job(state, &id);
    }
}
