//! Where the next line is a text and not a command: dialogs with an input, filters, fields of a form.

use crate::keymap::action::Pane;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{Editor, LineCell};
use crate::tui::features::prompt::state::PromptKind;

/// What the next line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    Command,
    Text(TextEntry),
    /// A text that narrows a list, or the number of a row.
    Pick {
        label: &'static str,
    },
    /// Yes or no.
    Confirm,
    /// The API key, which is not shown.
    Secret,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextEntry {
    pub(crate) label: String,
    /// The current value, which an empty line keeps.
    pub(crate) value: String,
    /// Whether it is a field of a form, not the input of a dialog.
    pub(crate) is_field: bool,
}

impl TextEntry {
    fn new(label: &str, value: &str) -> Self {
        Self { label: label.to_owned(), value: value.to_owned(), is_field: false }
    }

    /// Said before the prompt.
    pub(crate) fn instructions(&self) -> String {
        let value = self.value.replace('\n', " / ");
        if value.is_empty() {
            return "Type the text, or .cancel".to_owned();
        }
        format!("Current text: {value}. An empty line keeps it; .clear empties it; .cancel cancels")
    }
}

/// `is_field_open`: the user chose a line of the form to fill in.
pub(crate) fn entry(state: &State, is_field_open: bool) -> Entry {
    match state.dialogs.top() {
        Some(dialog) if dialog.is_typing() => return dialog_entry(dialog),
        Some(_) => return Entry::Command,
        None => {}
    }
    if let Some(editor) = state.editor.as_deref() {
        return field_entry(editor, is_field_open).map_or(Entry::Command, Entry::Text);
    }
    if let Some(inbox) = state.inbox.as_deref().filter(|inbox| inbox.filtering) {
        return Entry::Text(TextEntry::new("filter", inbox.filter.text()));
    }
    match state.filter_prompt.pane {
        Some(pane @ (Pane::Jobs | Pane::Candidates)) => {
            Entry::Text(TextEntry::new("filter", state.filter_text(pane)))
        }
        _ => Entry::Command,
    }
}

fn dialog_entry(dialog: &Dialog) -> Entry {
    Entry::Text(match dialog {
        Dialog::Key { .. } => return Entry::Secret,
        Dialog::Palette(palette) => {
            return Entry::Pick { label: if palette.is_for_views { "view" } else { "find" } };
        }
        Dialog::PickJob(_) => return Entry::Pick { label: "job" },
        Dialog::PickStage(_) => return Entry::Pick { label: "stage" },
        Dialog::Prompt(prompt) => {
            let label = match prompt.kind {
                PromptKind::Verdict(_) | PromptKind::Star => return Entry::Confirm,
                PromptKind::Reason => "reason",
                PromptKind::Note => "note",
                PromptKind::Tags => "tags",
                PromptKind::Snooze => "snooze until",
                PromptKind::Forget => "forget",
            };
            TextEntry::new(label, prompt.field.text())
        }
        Dialog::Export(export) => TextEntry::new("file", export.field.text()),
        Dialog::SaveView { field, .. } => TextEntry::new("name of the view", field.text()),
        Dialog::Help(help) => TextEntry::new("search the help", help.search.text()),
        Dialog::Changes(changes) => {
            let (label, text) = changes.labelled_input();
            TextEntry::new(label, text)
        }
        _ => TextEntry::new("text", ""),
    })
}

/// The line of the form under the cursor. A form with one line is filled in at once.
fn field_entry(editor: &Editor, is_field_open: bool) -> Option<TextEntry> {
    if !editor.is_typing() {
        return None;
    }
    let here = editor.current_line()?;
    let is_only_line = editor.only_field.is_some() && editor.lines().len() == 1;
    if !(is_field_open || is_only_line) || !Editor::accepts_text(here) {
        return None;
    }
    let label = editor.label(here).to_owned();
    let value = editor.cell_text(here, LineCell::Value).into_owned();
    Some(TextEntry { label, value, is_field: true })
}

/// What a line means where a text is expected: a command begins with a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextLine<'a> {
    Keep,
    Text(&'a str),
    Clear,
    Cancel,
    List,
    Where,
    Help,
    Quit,
}

/// Only the words below are commands, so that a text may begin with a dot; `..` is a dot.
pub(crate) fn text_line(line: &str) -> TextLine<'_> {
    match line.trim() {
        "" => TextLine::Keep,
        ".clear" => TextLine::Clear,
        ".cancel" => TextLine::Cancel,
        ".list" => TextLine::List,
        ".where" => TextLine::Where,
        ".help" => TextLine::Help,
        ".quit" => TextLine::Quit,
        text => TextLine::Text(
            text.strip_prefix('.').filter(|rest| rest.starts_with('.')).unwrap_or(text),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_with_a_dot_are_commands_among_text() {
        for (line, expected) in [
            ("", TextLine::Keep),
            (" \t", TextLine::Keep),
            (".cancel ", TextLine::Cancel),
            (".clear", TextLine::Clear),
            (".NET developer", TextLine::Text(".NET developer")),
            ("..clear", TextLine::Text(".clear")),
            ("cancel", TextLine::Text("cancel")),
            (" asks for 20 % more ", TextLine::Text("asks for 20 % more")),
        ] {
            assert_eq!(text_line(line), expected, "{line:?}");
        }
    }
}
