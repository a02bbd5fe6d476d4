//! Maps the triage actions to the features that carry them out.

use crate::keymap::action::{Action, TriageAction};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::state::State;
use crate::tui::features::inbox::{scope, stale_key_guard};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::PromptKind;
use crate::tui::features::triage::update as verdicts;
use crate::tui::features::{compare, duplicates, funnel, inbox, notes, shortlist, todo};

pub(crate) fn act(state: &mut State, action: TriageAction, effects: &mut Vec<Effect>) {
    if stale_key_guard::refuse_stale_key(state, action) {
        return;
    }
    match action {
        TriageAction::Inbox => {
            state.filter_prompt.pane = None;
            scope::open(state);
            effects.push(Effect::Storage(StorageEffect::Tail));
        }
        TriageAction::Give(verdict) => verdicts::give_verdict(state, verdict, effects),
        TriageAction::DeclineWithReason => verdicts::prompt_for_reason(state),
        TriageAction::RepeatReason => verdicts::decline_again(state, effects),
        TriageAction::Note => verdicts::prompt(state, PromptKind::Note),
        TriageAction::Notes => notes::update::open(state),
        TriageAction::EditNote | TriageAction::DeleteNote => {
            let key = state.key_of(Action::Triage(TriageAction::Notes));
            let message = format!("Press {key} to choose the note");
            state.notify(Severity::Info, message);
        }
        TriageAction::Tags => verdicts::prompt(state, PromptKind::Tags),
        TriageAction::Snooze => verdicts::prompt(state, PromptKind::Snooze),
        TriageAction::Star => verdicts::star(state),
        TriageAction::MoveStage => verdicts::pick_stage(state),
        TriageAction::Forget => verdicts::prompt_to_forget(state),
        TriageAction::Blind => inbox::update::toggle_blind(state),
        TriageAction::CycleOrder => inbox::update::next_order(state),
        TriageAction::Todo | TriageAction::Apply => todo::update::open(state, action),
        TriageAction::Funnel => funnel::update::open(state),
        TriageAction::Compare => compare::update::open(state),
        TriageAction::Duplicates => duplicates::update::open(state, effects),
        TriageAction::Shortlist | TriageAction::ShortlistFile => {
            shortlist::update::shortlist(state, action, effects);
        }
        TriageAction::Web => todo::update::open_web_page(state, effects),
        TriageAction::Export => {
            state.notify(Severity::Info, "Open a list or table first, then export it there");
        }
    }
}
