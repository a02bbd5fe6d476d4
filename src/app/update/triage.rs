//! Verdicts, notes, tags, stars and snoozes: in the inbox, in the list, on the
//! board.
//!
//! What is done becomes entries of the log, is in the book at once, and is on
//! disk before the next frame is drawn. What could not be written is taken out of
//! the book again.

mod back;
mod forgotten;
mod gone;
mod inbox;
mod jobs;
mod looks;
mod news;
mod queue;
mod scope;
mod sliding;
mod steps;
mod verdicts;

use crate::app::action::Triage;
use crate::app::asking::{About, Whom};
use crate::app::effect::Effect;
use crate::app::notice::Weight;
use crate::app::state::State;
use crate::app::triage::Verdict;

pub(super) use back::{applied, redo, undo};
pub(super) use inbox::{act_in_inbox, click, edit_filter, leave_for_panes, pick, typed};
pub(super) use news::{arrived, forget, remembered, told};
pub(super) use queue::{learned, reveal};
pub(super) use scope::{keep_sticky, use_view};
pub(super) use verdicts::{jot, settle, star_all, verdict_on};

/// Something decided or jotted down, or something made of it.
pub(super) fn act(state: &mut State, wish: Triage, effects: &mut Vec<Effect>) {
    if sliding::refuses(state, wish) {
        return;
    }
    match wish {
        Triage::Inbox => {
            scope::open(state);
            effects.push(Effect::Tail);
        }
        Triage::Give(verdict) => verdicts::give(state, verdict, effects),
        Triage::Reason => verdicts::ask(state, About::Reason(Verdict::Decline), Whom::default()),
        Triage::Note => verdicts::question(state, About::Note),
        Triage::Tags => verdicts::question(state, About::Tags),
        Triage::Snooze => verdicts::question(state, About::Snooze),
        Triage::Star => verdicts::star(state, effects),
        Triage::Forget => news::ask_to_forget(state),
        Triage::Blind | Triage::Order if state.inbox.is_none() => {
            let key = state.key_of(crate::app::action::Action::Triage(Triage::Inbox));
            let told = format!("that is for the inbox: {key} opens it");
            state.tell(Weight::Info, told);
        }
        Triage::Blind => inbox::blind(state),
        Triage::Order => inbox::order(state),
        Triage::Todo | Triage::Apply => super::todo::open(state, wish),
        Triage::Funnel => super::funnel::open(state),
        Triage::Compare => super::compare::open(state),
        Triage::Duplicates => super::duplicates::open(state, effects),
        Triage::Shortlist | Triage::ShortlistFile => {
            super::compare::shortlist(state, wish, effects);
        }
        Triage::Web => super::todo::web(state, effects),
        Triage::Export => {
            state.tell(Weight::Info, "lists and tables are exported where they are shown");
        }
    }
}

/// Nothing is decided before the place for it is open. Whether that is so.
fn refuse_unopened(state: &mut State) -> bool {
    let is_shut = !state.drafting.remembers;
    if is_shut {
        state.tell(Weight::Warning, "the place for verdicts is not open yet");
    }
    is_shut
}

/// After every message: what follows from it.
pub(super) fn follow(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    sliding::remake(state);
    if state.rests_at.is_none_or(|at| at <= now) {
        looks::rest(state, effects);
        gone::tell(state);
        scope::keep_place(state, effects);
    }
    state.bound_card();
}

/// The program ends.
pub(super) fn ending(state: &mut State, effects: &mut Vec<Effect>) {
    scope::keep_place(state, effects);
}
