//! Keys and messages of the editor, from the first letter to the save report.
//!
//! `open` opens the form, `fill` edits it, `external_editor` hands it to `$EDITOR`, `drafts`
//! writes it to disk, `save` sends it, `save_flow`, `conflict` and `existing` handle the keys from
//! the review to the report, `saved` handles the responses, `background` those of closed forms, and
//! `record` logs them.

pub(crate) mod background;
pub(crate) mod conflict;
pub(crate) mod current;
pub(crate) mod drafts;
pub(crate) mod existing;
pub(crate) mod external_editor;
pub(crate) mod fill;
pub(crate) mod open;
pub(crate) mod record;
pub(crate) mod save;
pub(crate) mod save_flow;
pub(crate) mod saved;
pub(crate) mod waiting;

use self::current::with_editor;
use super::state::save_flow::editor_inner;
use super::state::{Editor, EditorStep};
use crate::keymap::action::{Action, FormAction};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    match (action, &editor.step) {
        (Action::Form(fill), EditorStep::Filling) => fill::fill(state, fill, effects),
        (Action::Form(FormAction::EditExternally), _) => external_editor::open(state, effects),
        (_, EditorStep::Filling) => {}
        (action, _) => save_flow::act(state, action, effects),
    }
}

/// Whether keys go to the form.
pub(crate) fn is_typing(state: &State) -> bool {
    state.dialogs.is_empty() && state.editor.as_ref().is_some_and(|editor| editor.is_typing())
}

/// Scrolls to the line under the cursor.
pub(crate) fn reveal(state: &mut State) {
    let is_typing = state.editor.as_deref().is_some_and(Editor::is_typing);
    let Some(inner) = editor_inner(state).filter(|_| is_typing) else { return };
    let clock = state.clock;
    with_editor(state, |editor| {
        editor.first = editor.first_line(&clock, (inner.width, inner.height));
    });
}

/// Moves the cursor to the clicked line.
pub(crate) fn click(state: &mut State, x: u16, y: u16) {
    let clock = state.clock;
    let Some(inner) = editor_inner(state).filter(|inner| inner.contains((x, y).into())) else {
        return;
    };
    with_editor(state, |editor| {
        let layout = editor.form_layout(&clock, (inner.width, inner.height));
        if let Some(line) = layout.line_at(usize::from(y - inner.y)) {
            editor.typing_run = None;
            editor.go(line, editor.cell);
        }
    });
}
