//! Edits whose result is pending: the server has not answered, or does not show the change yet. The
//! user may close their form; a notice reports the result.

use super::current::{close, person_name};
use super::drafts;
use crate::tui::app::effect::Effect;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::Editor;
use crate::tui::features::messages::state::Severity;

/// Closes the form, and keeps it until the result arrives.
pub(crate) fn leave(state: &mut State) {
    state.edit_session.awaiting.extend(state.editor.take().map(|editor| *editor));
    close(state);
    let message = "Saving continues in the background; a message will report the result";
    state.notify(Severity::Info, message);
}

/// Lets `handle` process the result of a closed form as if the form were open, and reports what it
/// returns: whether all is as requested, and what happened.
pub(crate) fn finish(
    state: &mut State,
    ticket: Ticket,
    effects: &mut Vec<Effect>,
    handle: impl FnOnce(&mut State, &mut Vec<Effect>) -> (bool, String),
) {
    let awaiting = &mut state.edit_session.awaiting;
    let Some(at) = awaiting.iter().position(|editor| editor.is_sent_with(ticket)) else { return };
    let editor = awaiting.remove(at);
    let name = person_name(&editor.form);
    let open = state.editor.replace(Box::new(editor));
    let (is_fine, message) = handle(state, effects);
    // Nothing would write it later.
    drafts::write_at_exit(state, effects);
    // What could not be written stays in its form.
    let is_unwritten = |editor: &Editor| editor.write_draft_at.is_some();
    state.editor = open.or_else(|| state.editor.take().filter(|editor| is_unwritten(editor)));
    let severity = if is_fine { Severity::Info } else { Severity::Warning };
    state.notify(severity, format!("{name}: {message}"));
}
