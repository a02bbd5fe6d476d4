//! Keys while a possible duplicate of a new person is shown: open the existing person, or add
//! them to the job, instead of creating another one.

use super::current::{refuse, with_editor};
use super::{drafts, save};
use crate::keymap::action::{Action, Pane, SaveFlowAction};
use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::EditorStep;
use crate::tui::features::job_picker::state::{PickPurpose, PickedJob, PickedPeople};
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;

/// Returns false for a key that has its usual meaning in the review.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) -> bool {
    match action {
        Action::Up | Action::Down => select(state, action),
        Action::Open => open(state, effects),
        Action::SaveFlow(SaveFlowAction::AttachExisting) => attach(state, effects),
        Action::SaveFlow(SaveFlowAction::SendAnyway) => save::confirm_or_send(state, effects),
        _ => return false,
    }
    true
}

fn select(state: &mut State, action: Action) {
    with_editor(state, |editor| {
        if let EditorStep::Review { at, scroll, duplicates, .. } = &mut editor.step {
            *scroll = 0;
            *at = pick_list::step(*at, duplicates.len().saturating_sub(1), 1, action);
        }
    });
}

fn selected(state: &State) -> Option<PossibleDuplicate> {
    match state.editor.as_deref().map(|editor| &editor.step) {
        Some(EditorStep::Review { at, duplicates, .. }) => duplicates.get(*at).cloned(),
        _ => None,
    }
}

/// Goes to the existing person. The form is kept as an unsaved edit.
fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(duplicate) = selected(state) else { return };
    let Some((job, candidate)) = duplicate.candidacy else {
        return refuse(state, "this person is not a candidate for any job that is loaded");
    };
    drafts::keep(state, effects);
    let location = Location::record(Pane::Candidate, job, Some(candidate));
    state.follow_up(FollowUp::GoTo(location));
}

/// Attaches the existing person to the job of the form, after a confirmation. The form is
/// discarded, which can be undone.
fn attach(state: &mut State, effects: &mut Vec<Effect>) {
    let Some((editor, duplicate)) = state.editor.as_deref().zip(selected(state)) else { return };
    if editor.form.job().is_none() {
        return refuse(state, "pick a job in the form first");
    }
    let Some(job) = duplicate.addable_job(&editor.form).cloned() else {
        return refuse(state, "this person is already a candidate for the job");
    };
    drafts::discard(state, effects);
    let people = PickedPeople { all: vec![(duplicate.person, duplicate.name)], hidden: 0 };
    let purpose = PickPurpose::Attach(people);
    state.follow_up(FollowUp::JobPicked(PickedJob { job, purpose }));
}
