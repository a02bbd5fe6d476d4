//! Opens the dialog, and handles its keys.

use super::selectors::notes_of;
use super::state::NotesDialog;
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::triage::{EntryKind, Note, Snapshot, Subject};
use crate::text::sanitize;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubjects};
use crate::tui::widgets::pick_list;

/// Opens the notes of the selected person.
pub(crate) fn open(state: &mut State) {
    let selected = state.current_row();
    let selected = selected.map(|(open, row)| (open.subject(row), state.snapshot(open, row)));
    let Some((subject, snapshot)) = selected else {
        return state.notify(Severity::Info, "No candidate is selected");
    };
    let dialog = NotesDialog { subject, snapshot, at: 0 };
    if notes_of(state, &dialog).is_empty() {
        let name = state.display_name_of(&dialog.subject, &dialog.snapshot);
        let key = state.key_of(Action::Triage(TriageAction::Note));
        let message = format!("No notes on {}. Press {key} to write one", sanitize(&name));
        return state.notify(Severity::Info, message);
    }
    state.dialogs.open(Dialog::Notes(Box::new(dialog)));
}

pub(crate) fn act(state: &mut State, action: Action) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    let Some(Dialog::Notes(dialog)) = state.dialogs.top() else { return };
    let notes = notes_of(state, dialog);
    let last = notes.len().saturating_sub(1);
    let selected = notes.get(dialog.at.min(last)).map(|note| (*note).clone());
    match (action, selected) {
        (Action::Back | Action::Quit, _) => state.dialogs.close(),
        (Action::Open | Action::Triage(TriageAction::EditNote), Some(note)) => edit(state, note),
        (Action::Triage(TriageAction::DeleteNote), Some(note)) => delete(state, &note),
        _ => {
            if let Some(Dialog::Notes(dialog)) = state.dialogs.top_mut() {
                dialog.at = pick_list::step(dialog.at, last, page, action);
            }
        }
    }
}

/// Opens the text over the list.
fn edit(state: &mut State, note: Note) {
    let mut prompt = Prompt::new(PromptKind::Note, subjects_of(&note));
    prompt.field.set(&note.text);
    prompt.note = Some(note.id);
    state.dialogs.push(Dialog::Prompt(Box::new(prompt)));
}

fn delete(state: &mut State, note: &Note) {
    let change = vec![EntryKind::NoteDelete { note: note.id.clone() }];
    let changes = [(note.subject.candidate.clone(), change)].into();
    state.follow_up(FollowUp::Annotate(subjects_of(note), changes));
    let key = state.key_of(Action::Undo);
    let message = format!("Deleted the note · {key} undoes");
    state.notify(Severity::Info, message);
}

/// The candidacy in which the note was written: a purge deletes note and change together.
fn subjects_of(note: &Note) -> PromptSubjects {
    let subject = (Subject::clone(&note.subject), Snapshot::clone(&note.snapshot));
    PromptSubjects { all: vec![subject], ..PromptSubjects::default() }
}
