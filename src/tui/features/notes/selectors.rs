//! Which notes the dialog lists.

use super::state::NotesDialog;
use crate::recruiting::triage::Note;
use crate::tui::app::state::State;

/// The notes of the person, newest first.
pub(crate) fn notes_of<'a>(state: &'a State, dialog: &NotesDialog) -> Vec<&'a Note> {
    let triage = state.triage_of_subject(&dialog.subject);
    triage.map(|triage| triage.notes.iter().rev().collect()).unwrap_or_default()
}
