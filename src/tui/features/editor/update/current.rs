//! Access to the open editor for the files beside this one.

use crate::recruiting::person::Form;
use crate::text::capitalize;
use crate::text::{self, MAX_SHOWN};
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingStep;
use crate::tui::features::editor::state::Editor;
use crate::tui::features::messages::state::Severity;

/// Changes the open editor; `None` where no editor is open.
pub(crate) fn with_editor<T>(
    state: &mut State,
    change: impl FnOnce(&mut Editor) -> T,
) -> Option<T> {
    state.editor.as_deref_mut().map(change)
}

/// Closes the editor. The caller has kept or discarded the draft before.
pub(crate) fn close(state: &mut State) {
    state.editor = None;
    state
        .edit_session
        .pending
        .take_if(|pending| matches!(pending, PendingStep::ExternalEditor | PendingStep::Save));
    state.dialogs.clear();
}

/// Says why a key had no effect in the form.
pub(crate) fn refuse(state: &mut State, reason: &str) {
    state.notify(Severity::Info, capitalize(reason));
}

/// The name of the person in a form, for a message.
pub(crate) fn person_name(form: &Form) -> String {
    match text::sanitize(text::clip(form.name.trim(), MAX_SHOWN).0).into_owned() {
        name if name.is_empty() && form.kind.is_create() => "a new person".to_owned(),
        name if name.is_empty() => "(no name)".to_owned(),
        name => name,
    }
}
