//! Keys of the export dialog, and the outcome of the write.

use super::state::{Export, ExportError, proposed};
use crate::keymap::action::TextEdit;
use crate::recruiting::document::{Document, DocumentFormat};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Opens the dialog over the current one. Date and extension are appended to the name.
pub(crate) fn ask(state: &mut State, paper: Document, name: &str) {
    let day = state.clock.date.to_utc().with_timezone(&state.clock.zone);
    let name = proposed(name, day.date_naive());
    state.push_dialog(Dialog::Export(Box::new(Export::new(paper, &name))));
}

pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let Some(Dialog::Export(export)) = &mut state.over else { return };
    match edit {
        TextEdit::Accept => accept(export, effects),
        TextEdit::Leave => state.pop_dialog(),
        TextEdit::Complete | TextEdit::Next => export.turn(false),
        TextEdit::Before => export.turn(true),
        edit => export.field.edit(edit),
    }
}

fn accept(export: &mut Export, effects: &mut Vec<Effect>) {
    if export.sent.is_some() {
        return;
    }
    let name = export.name().to_owned();
    let wrong = |why: &str| Some((name.clone(), why.to_owned()));
    if name.is_empty() {
        export.wrong = wrong("A file needs a name.");
        return;
    }
    let Some(format) = DocumentFormat::of(&name) else {
        export.wrong =
            wrong("The name must end in .md, .csv, .json or .html: that says how it is written.");
        return;
    };
    let replace = export.is_taken();
    export.wrong = None;
    export.sent = Some(name.clone());
    effects.push(Effect::Export { path: name, text: export.paper.render(format), replace });
}

pub(crate) fn exported(state: &mut State, outcome: Result<String, ExportError>) {
    let waits = match &mut state.over {
        Some(Dialog::Export(export)) => export.sent.take().map(|name| (export, name)),
        _ => None,
    };
    match (waits, outcome) {
        (None, Ok(told)) => state.tell(Severity::Info, told),
        (None, Err(error)) => state.tell(Severity::Error, error.to_string()),
        (Some(_), Ok(told)) => {
            state.pop_dialog();
            state.tell(Severity::Info, told);
        }
        (Some((export, name)), Err(ExportError::Taken(_))) => export.taken = Some(name),
        (Some((export, name)), Err(ExportError::Failed(told))) => {
            export.wrong = Some((name, told));
        }
    }
}
