//! Verdicts, notes, tags, stars and snoozes: in the inbox, in the list, on the
//! board.
//!
//! What is done becomes entries of the log, is in the book at once, and is on
//! disk before the next frame is drawn. What could not be written is taken out of
//! the book again.

use super::{log, missing, seen_marks, stale_key_guard, verdicts};
use crate::keymap::action::TriageAction;
use crate::recruiting::triage::Verdict;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::inbox;
use crate::tui::features::inbox::scope;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::{PromptKind, PromptSubject};

/// Something decided or jotted down, or something made of it.
pub(crate) fn act(state: &mut State, wish: TriageAction, effects: &mut Vec<Effect>) {
    if stale_key_guard::refuses(state, wish) {
        return;
    }
    match wish {
        TriageAction::Inbox => {
            scope::open(state);
            effects.push(Effect::Tail);
        }
        TriageAction::Give(verdict) => verdicts::give(state, verdict, effects),
        TriageAction::Reason => {
            verdicts::ask(state, PromptKind::Reason(Verdict::Decline), PromptSubject::default())
        }
        TriageAction::Note => verdicts::question(state, PromptKind::Note),
        TriageAction::Tags => verdicts::question(state, PromptKind::Tags),
        TriageAction::Snooze => verdicts::question(state, PromptKind::Snooze),
        TriageAction::Star => verdicts::star(state, effects),
        TriageAction::Forget => log::ask_to_forget(state),
        TriageAction::Blind | TriageAction::Order if state.inbox.is_none() => {
            let key = state.key_of(crate::keymap::action::Action::Triage(TriageAction::Inbox));
            let told = format!("that is for the inbox: {key} opens it");
            state.tell(Severity::Info, told);
        }
        TriageAction::Blind => inbox::update::blind(state),
        TriageAction::Order => inbox::update::order(state),
        TriageAction::Todo | TriageAction::Apply => {
            crate::tui::features::todo::update::open(state, wish)
        }
        TriageAction::Funnel => crate::tui::features::funnel::update::open(state),
        TriageAction::Compare => crate::tui::features::compare::update::open(state),
        TriageAction::Duplicates => crate::tui::features::duplicates::update::open(state, effects),
        TriageAction::Shortlist | TriageAction::ShortlistFile => {
            crate::tui::features::shortlist::update::shortlist(state, wish, effects);
        }
        TriageAction::Web => crate::tui::features::todo::update::web(state, effects),
        TriageAction::Export => {
            state.tell(Severity::Info, "lists and tables are exported where they are shown");
        }
    }
}

/// Nothing is decided before the place for it is open. Whether that is so.
pub(crate) fn refuse_unopened(state: &mut State) -> bool {
    let is_shut = !state.drafting.remembers;
    if is_shut {
        state.tell(Severity::Warning, "the place for verdicts is not open yet");
    }
    is_shut
}

/// After every message: what follows from it.
pub(crate) fn follow(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    stale_key_guard::remake(state);
    if state.rests_at.is_none_or(|at| at <= now) {
        seen_marks::rest(state, effects);
        missing::tell(state);
        scope::keep_place(state, effects);
    }
    state.bound_card();
}

/// The program ends.
pub(crate) fn ending(state: &mut State, effects: &mut Vec<Effect>) {
    scope::keep_place(state, effects);
}
