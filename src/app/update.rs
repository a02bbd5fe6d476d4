//! The only thing that changes what the person sees: a message in, effects out.
//!
//! Pure: no IO, no clock, no randomness. Each arm is a file. After every
//! message the screen is laid out anew, the lists settle on it, and what it
//! shows is held against what was asked for (`ask`): what is missing is
//! asked, what nobody looks at any more is let go.

mod act;
mod ageing;
mod arrive;
mod ask;
mod asking;
mod batch;
mod compare;
mod duplicates;
mod editor;
mod export;
mod find;
mod funnel;
mod go;
mod lists;
mod mouse;
mod need;
mod offer;
mod over;
mod palette;
mod panes;
mod picker;
mod shortlist;
#[cfg(test)]
mod tests;
mod todo;
mod triage;
mod typing;
mod unbound;
mod views;

use super::action::{Action, Pane};
use super::effect::Effect;
use super::failure::Trouble;
use super::find::Context;
use super::message::{Message, Slot};
use super::notice::Weight;
use super::over::Over;
use super::state::{State, Workspace};

/// Takes a message in, and tells what is to be done outside.
pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    let mut effects = Vec::new();
    let urgent = is_from_the_person(&message);
    if urgent {
        state.touch();
    }
    take(state, message, &mut effects);
    editor::follow(state, &mut effects);
    triage::follow(state, &mut effects);
    todo::follow(state);
    shortlist::follow(state, &mut effects);
    ageing::recall(state, &mut effects);
    ask::recall_person(state, &mut effects);
    funnel::follow(state);
    over::show_key_that_waits(state);
    settle(state, urgent);
    ask::reconcile(state, &mut effects);
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
        Message::Time(clock) => {
            state.clock = clock;
            let now = clock.moment;
            if state.paused_until.take_if(|until| *until <= now).is_some() {
                state.forgive(|failure| matches!(failure.kind, Trouble::Waiting | Trouble::Busy));
            }
            palette::look_again(state);
            editor::keep_in_time(state, effects);
            picker::look_again(state);
        }
        Message::Act(action) => act::act(state, action, effects),
        Message::Pending(keys) => state.pending = keys,
        Message::Unbound(key) => unbound::unbound(state, key),
        Message::Typed(letter) if editor::is_filled(state) => editor::typed(state, letter),
        Message::Typed(letter) if asking::picks(state, letter, effects) => {}
        Message::Typed(letter) => typing::typed(state, effects, |field| field.insert(letter)),
        Message::Pasted(text) => paste(state, &text, effects),
        Message::Mouse(click) => mouse::click(state, click, effects),
        Message::Resized(width, height) => state.size = (width, height),
        Message::Arrived { slot, ticket, outcome } => {
            triage::arrived(state, &slot);
            arrive::arrived(state, &slot, ticket, outcome, effects);
            palette::grow_stale(state);
            picker::grow_stale(state);
            if let Slot::Job(job) = &slot {
                state.tally.doubt(job);
            }
            // A page of a list brings nobody that is read on its own.
            if !matches!(slot, Slot::Jobs(_) | Slot::Roster(..)) {
                over::follow_records(state);
                duplicates::follow_records(state);
            }
        }
        Message::Similar { ticket, rows, done } => find::found(state, ticket, &rows, done),
        Message::Request(id, told) => {
            state.requests.tell(id, told, state.clock.moment);
            over::follow_request(state);
        }
        Message::Paused(millis) => {
            let until = state.clock.moment.after(std::time::Duration::from_millis(millis));
            state.paused_until = state.paused_until.max(Some(until));
        }
        Message::Opening(told) => state.workspace = Workspace::Opening(told),
        Message::Opened { title, welcome } => {
            state.workspace = Workspace::Open(title);
            for told in welcome {
                state.tell(Weight::Info, told);
            }
        }
        Message::Shut(failure) => {
            state.tell(Weight::Error, failure.told.clone());
            state.workspace = Workspace::Shut(failure);
        }
        Message::KeyNeeded(why) => ask_for_key(state, why),
        Message::ViewSaved(Ok(told)) => state.tell(Weight::Info, told),
        Message::ViewSaved(Err(told)) => state.tell(Weight::Error, told),
        Message::Notice(told) => state.tell(Weight::Warning, told),
        message => people(state, message, effects),
    }
}

/// What comes of changes to people, and of what this machine keeps.
fn people(state: &mut State, message: Message, effects: &mut Vec<Effect>) {
    match message {
        Message::Saving { ticket, step } if batch::takes(state, ticket) => {
            batch::saving(state, ticket, step);
        }
        Message::Saved { ticket, outcome } if batch::takes(state, ticket) => {
            batch::saved(state, ticket, outcome, effects);
        }
        Message::Saving { ticket, step } => editor::step(state, ticket, step),
        Message::Saved { ticket, outcome } => editor::saved(state, ticket, outcome, effects),
        Message::Born { ticket, born } => editor::born(state, ticket, born, effects),
        Message::Remembered(mut memory) => {
            triage::remembered(state, &mut memory);
            editor::remembered(state, *memory);
        }
        Message::DraftKept(id, outcome) => editor::kept(state, &id, outcome),
        Message::AlsoEdited(person) => editor::also_edited(state, &person),
        Message::FreshId(id) => editor::fresh_id(state, id, effects),
        Message::EditedOutside(outcome) => editor::edited(state, outcome, effects),
        Message::Ending => {
            editor::ending(state, effects);
            triage::ending(state, effects);
        }
        Message::Applied { ticket, moves } => {
            triage::applied(state, &moves);
            todo::applied(state, ticket, &moves, effects);
        }
        Message::LinkOpened(outcome) => todo::link_opened(state, outcome, effects),
        Message::Alike { ticket, found } => duplicates::found(state, ticket, &found),
        Message::Exported(outcome) => export::exported(state, outcome),
        Message::Recalled { job, records } => funnel::recalled(state, &job, records),
        message => triage::told(state, message),
    }
}

fn paste(state: &mut State, text: &str, effects: &mut Vec<Effect>) {
    if editor::is_filled(state) {
        editor::pasted(state, text);
    } else if state.is_typing() {
        typing::typed(state, effects, |field| field.paste(text));
    } else {
        let (filter, find) = (state.key_of(Action::Filter), state.key_of(Action::Palette));
        let told = format!(
            "pasted text is taken only where one types: {filter} filters, {find} finds anything"
        );
        state.tell(Weight::Info, told);
    }
}

/// A key is needed. It is asked for at once, but not of somebody who types:
/// the rest of the word would go where nobody sees it.
fn ask_for_key(state: &mut State, why: String) {
    state.locked = Some(why.clone());
    if matches!(state.workspace, Workspace::Opening(_)) {
        state.workspace = Workspace::Opening("it waits for the key".to_owned());
    }
    if matches!(state.over, Some(Over::Key { .. })) {
        return;
    }
    if state.is_typing() {
        state.key_waits = Some(why);
    } else {
        over::show_key(state, why);
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
    let job = state.jobs.settle(now.moment, &Context::at(now.date), urgent);
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
        state.tell(Weight::Info, format!("{name} is no longer in the filter"));
    }
    // The filter line may have come or gone with another job.
    state.layout = state.lay_out();
    if state.layout.board
        && let Some(area) = state.layout.pane(Pane::Candidates)
        && let Some(open) = state.opened_mut()
    {
        open.settle_board(area.body);
    }
    go::arrive_where_headed(state);
    go::bound_scrolls(state);
    editor::reveal(state);
    triage::reveal(state);
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
                go::open_job(state, &id);
            }
        }
        return;
    };
    if state.job.as_ref().is_none_or(|job| job.as_str() != id) && state.heading_for.is_none() {
        let id = id.into();
        go::open_job(state, &id);
    }
}
