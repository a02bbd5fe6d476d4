//! Keys from the review to the report. `save` sends, `conflict` and `existing` handle the keys of
//! their steps.

use super::current::{close, refuse, with_editor};
use super::{conflict, drafts, existing, save};
use crate::keymap::action::{Action, Pane, SaveFlowAction};
use crate::recruiting::person::{FieldValue, Form, PersonField};
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::save_flow::{editor_inner, save_flow};
use crate::tui::features::editor::state::{Editor, EditorOrigin, EditorQuestion, EditorStep};
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;

/// Keys outside the form.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let has_duplicates = |editor: &Editor| matches!(&editor.step, EditorStep::Review { duplicates, .. } if !duplicates.is_empty());
    if state.editor.as_deref().is_some_and(has_duplicates) && existing::act(state, action, effects)
    {
        return;
    }
    let Some(editor) = &state.editor else { return };
    match (&editor.step, action) {
        (EditorStep::Question(question), _) => answer(state, *question, action, effects),
        (EditorStep::Review { .. }, Action::Open) => save::confirm_or_send(state, effects),
        (EditorStep::Review { .. }, Action::Back | Action::Quit) => {
            save::back_to_form(state, effects);
        }
        (EditorStep::Sending { step, ticket, .. }, Action::Back | Action::Quit) => {
            let (step, ticket) = (*step, *ticket);
            save::cancel(state, step, ticket, effects);
        }
        (EditorStep::Conflict { .. }, _) => conflict::resolve(state, action, effects),
        (EditorStep::Report { .. }, Action::SaveFlow(SaveFlowAction::Restore)) => {
            restore(state, effects);
        }
        (EditorStep::Report { .. }, Action::Open | Action::Back | Action::Quit) => {
            close_report(state, effects);
        }
        (EditorStep::Created(_), Action::Open) => open_created(state),
        (EditorStep::Created(_), Action::Back | Action::Quit) => close(state),
        (EditorStep::Review { .. } | EditorStep::Report { .. } | EditorStep::Created(_), _) => {
            scroll(state, action);
        }
        _ => {}
    }
}

fn answer(state: &mut State, question: EditorQuestion, action: Action, effects: &mut Vec<Effect>) {
    match (question, action) {
        (EditorQuestion::Enrich, Action::Open) => {
            with_editor(state, |editor| {
                editor.step = EditorStep::Filling;
                editor.push_snapshot();
                editor.form.set(PersonField::EnrichRecord, FieldValue::Switch(true));
            });
            super::fill::mark_changed(state);
        }
        (EditorQuestion::Leave, Action::Open) => drafts::keep(state, effects),
        (EditorQuestion::Leave, Action::SaveFlow(SaveFlowAction::Discard)) => {
            drafts::discard(state, effects);
        }
        (EditorQuestion::SendAgain, Action::SaveFlow(SaveFlowAction::SendAnyway)) => {
            save::send(state, effects);
        }
        (_, Action::Back | Action::Quit) => {
            _ = with_editor(state, |editor| editor.step = EditorStep::Filling);
        }
        _ => {}
    }
}

/// Closes the report. Values that were not saved stay in the form.
fn close_report(state: &mut State, effects: &mut Vec<Effect>) {
    let is_left = |editor: &Editor| {
        matches!(editor.step, EditorStep::Report { .. }) && !editor.form.is_untouched()
    };
    if state.editor.as_deref().is_some_and(is_left) {
        save::back_to_form(state, effects);
    } else {
        close(state);
    }
}

/// Reviews an edit that reverts what the server changed on its own.
fn restore(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(editor) = state.editor.as_deref() else { return };
    let (EditorStep::Report { report, .. }, Some(person)) = (&editor.step, &editor.form.person)
    else {
        return;
    };
    let mut form = Form::update(person, &report.now);
    for change in &report.unrequested {
        if change.can_restore() {
            form.set(change.field, change.before.clone());
        }
    }
    if form.is_untouched() {
        return refuse(state, "nothing that the server changed can be restored");
    }
    drafts::forget(state, effects);
    let mut editor = Editor::new(drafts::next_id(state), form);
    editor.origin = EditorOrigin::Restore;
    state.editor = Some(Box::new(editor));
    save::review(state);
}

/// Opens the created candidate.
fn open_created(state: &mut State) {
    let Some(EditorStep::Created(created)) = state.editor.as_deref().map(|editor| &editor.step)
    else {
        return;
    };
    let (job, candidate) =
        (created.job.as_ref().map(|job| job.id.clone()), created.candidate.clone());
    close(state);
    if let (Some(job), Some(candidate)) = (job, candidate) {
        let location = Location::record(Pane::Candidate, job, Some(candidate));
        state.follow_up(FollowUp::GoTo(location));
    }
}

fn scroll(state: &mut State, action: Action) {
    let Some(inner) = editor_inner(state) else { return };
    let Some(flow) = save_flow(state, inner.width) else { return };
    let last = flow.max_scroll(inner.height.into());
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let Some(editor) = state.editor.as_deref_mut() else { return };
    let scroll = match &mut editor.step {
        EditorStep::Review { scroll, .. } | EditorStep::Report { scroll, .. } => scroll,
        _ => &mut editor.first,
    };
    *scroll = pick_list::step(*scroll, last, page, action);
}
