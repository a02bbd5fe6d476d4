//! Keys while the user resolves a conflict.

use super::current::{close, refuse};
use super::{drafts, save};
use crate::keymap::action::{Action, SaveFlowAction, TextEdit};
use crate::recruiting::person::PersonField;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{ConflictSide, EditorStep};
use crate::tui::features::messages::state::Severity;

pub(crate) fn resolve(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let leave = state.key_of(Action::Edit(TextEdit::Cancel)).into_owned();
    let Some(editor) = state.editor.as_deref_mut() else { return };
    let EditorStep::Conflict { conflicts, sides, at, now } = &mut editor.step else { return };
    let last = conflicts.len().saturating_sub(1);
    match action {
        Action::Down => *at = (*at + 1).min(last),
        Action::Up => *at = at.saturating_sub(1),
        Action::Top => *at = 0,
        Action::Bottom => *at = last,
        Action::SaveFlow(decide @ (SaveFlowAction::Theirs | SaveFlowAction::Mine)) => {
            let side = if decide == SaveFlowAction::Theirs {
                ConflictSide::Theirs
            } else {
                ConflictSide::Mine
            };
            if let Some(chosen) = sides.get_mut(*at) {
                *chosen = Some(side);
            }
            // On to the next undecided field.
            if let Some(next) = (0..sides.len())
                .map(|by| (*at + by) % sides.len())
                .find(|next| sides[*next].is_none())
            {
                *at = next;
            }
        }
        Action::Open if sides.contains(&None) => {
            let left = sides.iter().filter(|side| side.is_none()).count();
            refuse(state, &format!("choose a side for {left} more; {leave} goes back to the form"));
        }
        Action::Open => {
            let theirs = conflicts.iter().zip(&*sides);
            let theirs = theirs.filter(|(_, side)| **side == Some(ConflictSide::Theirs));
            let theirs: Vec<PersonField> = theirs.map(|(conflict, _)| conflict.field).collect();
            let now = now.clone();
            editor.form.typed.retain(|field, _| !theirs.contains(field));
            editor.form.rebase(&now);
            editor.changed_on_server.clear();
            editor.step = EditorStep::Filling;
            editor.go(editor.line, editor.cell);
            drafts::schedule_write(state);
            if state.editor.as_deref().is_some_and(|editor| editor.form.is_untouched()) {
                drafts::forget(state, effects);
                close(state);
                state.notify(Severity::Info, "Nothing to save: the server keeps its values");
            } else {
                save::review(state);
            }
        }
        Action::Back | Action::Quit => save::back_to_form(state, effects),
        _ => {}
    }
}
