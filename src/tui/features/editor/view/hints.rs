//! Key hints of the editor at each step.

use crate::keymap::action::{Action, FormAction, SaveFlowAction, TextEdit};
use crate::recruiting::person::name_parts::suggest_names;
use crate::recruiting::person::{FieldKind, SaveStep};
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{
    Editor, EditorOrigin, EditorQuestion, EditorStep, LinePart, Section,
};
use crate::tui::widgets::hints::{self, Hint};
use crate::tui::widgets::render_context::RenderContext;

/// The most useful key first.
pub(crate) fn hints(state: &State, editor: &Editor, context: &RenderContext<'_>) -> Vec<Hint> {
    let label = |action, word| label_for(editor, action, word);
    let mut hints = hints::hints(context, state.contexts(), label);
    hints.sort_by_key(|hint| rank(hint.action));
    hints
}

const fn rank(action: Action) -> usize {
    match action {
        Action::Form(FormAction::Save | FormAction::AcceptSuggestion) => 0,
        Action::SaveFlow(
            SaveFlowAction::Theirs | SaveFlowAction::Mine | SaveFlowAction::Restore,
        ) => 1,
        Action::Open | Action::Edit(TextEdit::Accept) => 2,
        Action::SaveFlow(_) => 3,
        Action::Back | Action::Edit(TextEdit::Cancel) => 4,
        Action::Help => 5,
        _ => 6,
    }
}

/// Empty if the action has no effect here or another key does the same.
fn label_for(editor: &Editor, action: Action, word: &'static str) -> &'static str {
    match (&editor.step, action) {
        (EditorStep::Filling, Action::Edit(TextEdit::Complete)) => "",
        (EditorStep::Filling, Action::Edit(TextEdit::Cancel)) => "close",
        (EditorStep::Filling, Action::Edit(TextEdit::Accept)) => accept_label(editor),
        (EditorStep::Filling, Action::Form(fill)) => form_action_label(editor, fill, word),
        (EditorStep::Filling, _) => word,
        (_, Action::Open) => open_label(editor),
        (_, Action::Back) => back_label(editor),
        (EditorStep::Conflict { .. }, Action::SaveFlow(SaveFlowAction::Theirs)) => "theirs",
        (EditorStep::Conflict { .. }, Action::SaveFlow(SaveFlowAction::Mine)) => "mine",
        (EditorStep::Report { report, .. }, Action::SaveFlow(SaveFlowAction::Restore)) => {
            if report.can_restore() { "restore" } else { "" }
        }
        (
            EditorStep::Question(EditorQuestion::Leave),
            Action::SaveFlow(SaveFlowAction::Discard),
        ) => "discard",
        (
            EditorStep::Question(EditorQuestion::SendAgain),
            Action::SaveFlow(SaveFlowAction::SendAnyway),
        ) => "send again",
        (EditorStep::Review { duplicates, .. }, Action::SaveFlow(action))
            if !duplicates.is_empty() =>
        {
            existing_label(editor, action)
        }
        (_, Action::SaveFlow(_) | Action::Quit) => "",
        _ => word,
    }
}

/// The keys beside a possible duplicate.
fn existing_label(editor: &Editor, action: SaveFlowAction) -> &'static str {
    match action {
        SaveFlowAction::AttachExisting if editor.addable_job().is_some() => "add instead",
        SaveFlowAction::SendAnyway => "add anyway",
        _ => "",
    }
}

fn accept_label(editor: &Editor) -> &'static str {
    let Some(here) = editor.current_line() else { return "" };
    match (here.part, here.field.spec().kind) {
        (LinePart::Add, _) => "add",
        (LinePart::Fold, _) if editor.advanced == Section::Open => "hide",
        (LinePart::Fold, _) => "show",
        (_, FieldKind::Job) => "pick",
        (_, FieldKind::Switch) => "change",
        _ if editor.only_field.is_some() || editor.is_last_line() => "save",
        _ => "next",
    }
}

fn form_action_label(editor: &Editor, fill: FormAction, word: &'static str) -> &'static str {
    let is_entry =
        editor.current_line().is_some_and(|here| matches!(here.part, LinePart::Entry(_)));
    let is_prose =
        editor.current_line().is_some_and(|here| here.field.spec().kind == FieldKind::Prose);
    match fill {
        FormAction::AddEntry | FormAction::RemoveEntry | FormAction::EntryUp | FormAction::Kind
            if !is_entry =>
        {
            ""
        }
        FormAction::Kind if editor.current_line().is_some_and(|here| !editor.has_kind(here)) => "",
        FormAction::NewLine if !is_prose => "",
        FormAction::AcceptSuggestion if suggest_names(&editor.form).is_empty() => "",
        // Enter does the same.
        FormAction::Save if editor.only_field.is_some() => "",
        _ => word,
    }
}

fn open_label(editor: &Editor) -> &'static str {
    match &editor.step {
        EditorStep::Filling
        | EditorStep::Sending { .. }
        | EditorStep::Done(_)
        | EditorStep::Question(EditorQuestion::SendAgain) => "",
        EditorStep::Question(EditorQuestion::Enrich) => "yes",
        EditorStep::Question(EditorQuestion::Leave) => "keep",
        EditorStep::Review { duplicates, .. } if !duplicates.is_empty() => "open existing",
        EditorStep::Review { .. } if editor.form.kind.is_create() => "add",
        EditorStep::Review { .. } => "save",
        EditorStep::Conflict { sides, .. } if sides.contains(&None) => "",
        EditorStep::Conflict { .. } => "continue",
        EditorStep::Report { .. } if !editor.form.is_untouched() => "back to the form",
        EditorStep::Created(created) if created.job.is_some() && created.candidate.is_some() => {
            "open"
        }
        EditorStep::Report { .. } | EditorStep::Created(_) => "close",
    }
}

fn back_label(editor: &Editor) -> &'static str {
    match &editor.step {
        EditorStep::Question(EditorQuestion::Enrich) => "no",
        EditorStep::Question(EditorQuestion::Leave) => "keep editing",
        EditorStep::Question(EditorQuestion::SendAgain) => "cancel",
        EditorStep::Review { .. } if editor.origin == EditorOrigin::Restore => "cancel",
        EditorStep::Review { .. } | EditorStep::Conflict { .. } => "back to the form",
        EditorStep::Sending { step: SaveStep::Reading, .. } if editor.form.person.is_some() => {
            "cancel"
        }
        EditorStep::Sending { .. } => "continue in the background",
        EditorStep::Created(created) if created.job.is_some() && created.candidate.is_some() => {
            "close"
        }
        _ => "",
    }
}
