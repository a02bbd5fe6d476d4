//! Keys of the export dialog, and the outcome of the write.

use super::state::{ExportError, ExportPrompt, default_name};
use crate::keymap::action::TextEdit;
use crate::recruiting::document::Document;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Opens the dialog over the current one. Date and extension are appended to the name.
pub(crate) fn open(state: &mut State, document: Document, name: &str) {
    // Cards are made to be sent; tables go on in other texts.
    let is_card = document.parts.iter().any(|part| part.is_card);
    let extension = match is_card {
        _ if !document.calendar.is_empty() => ".ics",
        true => ".html",
        false => ".md",
    };
    let name = default_name(name, state.clock.today(), extension);
    state.dialogs.push(Dialog::Export(Box::new(ExportPrompt::new(document, &name))));
}

pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let Some(Dialog::Export(export)) = state.dialogs.top_mut() else { return };
    match edit {
        TextEdit::Accept => accept(export, effects),
        TextEdit::Cancel => state.dialogs.close(),
        TextEdit::Complete | TextEdit::Next => export.cycle_format(false),
        TextEdit::Previous => export.cycle_format(true),
        edit => export.field.edit(edit),
    }
}

fn accept(export: &mut ExportPrompt, effects: &mut Vec<Effect>) {
    if export.writing.is_some() {
        return;
    }
    let name = export.name().to_owned();
    let rejection = |why: &str| Some((name.clone(), why.to_owned()));
    if name.is_empty() {
        export.rejected = rejection("Enter a file name.");
        return;
    }
    let Some(format) = export.format() else {
        let why = format!("End the name in {} to choose the format.", export.extensions());
        export.rejected = rejection(&why);
        return;
    };
    let replace = export.is_overwrite();
    export.rejected = None;
    export.writing = Some(name.clone());
    effects.push(Effect::Storage(StorageEffect::Export {
        path: name,
        text: export.document.render(format),
        replace,
    }));
}

pub(crate) fn handle_exported(state: &mut State, outcome: Result<String, ExportError>) {
    let pending = match state.dialogs.top_mut() {
        Some(Dialog::Export(export)) => export.writing.take().map(|name| (export, name)),
        _ => None,
    };
    match (pending, outcome) {
        (None, Ok(message)) => state.notify(Severity::Info, message),
        (None, Err(error)) => state.notify(Severity::Error, error.to_string()),
        (Some(_), Ok(message)) => {
            state.dialogs.close();
            state.notify(Severity::Info, message);
        }
        (Some((export, name)), Err(ExportError::AlreadyExists(_))) => {
            export.existing_name = Some(name);
        }
        (Some((export, name)), Err(ExportError::Failed(message))) => {
            export.rejected = Some((name, message));
        }
    }
}
