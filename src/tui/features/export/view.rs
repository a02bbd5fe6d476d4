//! Draws the export dialog.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::ExportPrompt;
use crate::keymap::action::{Action, TextEdit};
use crate::recruiting::document::{Document, DocumentFormat};
use crate::text;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input_view::{self, InputStyle};

pub(crate) fn export(
    state: &State,
    export: &ExportPrompt,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    LineWriter::new(context, line(area, 0), buf).write(Role::Key, "File: ");
    let input_area = from(line(area, 0), 6);
    text_input_view::draw(context, &export.field, InputStyle::default(), input_area, buf);
    let key = |edit| state.key_of(Action::Edit(edit));
    let mut at = 1 + usize::from(area.height > 8);
    let mut write = |role: Role, words: &str| {
        for words in text::wrap(words, usize::from(area.width).max(1)) {
            LineWriter::new(context, line(area, at), buf).write(role, words);
            at += 1;
        }
    };
    if export.writing.is_some() {
        write(Role::Dim, "Writing the file");
    } else if export.is_overwrite() {
        let accept_key = key(TextEdit::Accept);
        let message = format!(
            "This file exists. Press {accept_key} again to replace it, or change the name."
        );
        write(Role::Warning, &message);
    } else if let Some(why) = export.error() {
        write(Role::Error, why);
    } else {
        let endings = format!("End the name in {}.", export.extensions());
        let description = match export.format() {
            Some(DocumentFormat::Markdown) => "Markdown, for emails and wikis.",
            Some(DocumentFormat::Csv) => "CSV, for spreadsheets.",
            Some(DocumentFormat::Json) => "JSON, for programs.",
            Some(DocumentFormat::Html) => "HTML, to send, read and print.",
            Some(DocumentFormat::Calendar) => "iCalendar: one all-day event per person.",
            None => &endings,
        };
        write(Role::Text, description);
    }
    write(
        Role::Dim,
        &format!(
            "{} Without a folder, the file is saved in the current folder.",
            describe_document(&export.document)
        ),
    );
    (0, 0)
}

/// Title and size of the document.
fn describe_document(document: &Document) -> String {
    let rows: usize = document.parts.iter().map(|part| part.rows.len()).sum();
    let plural = |number: usize, word: &str| {
        format!("{} {word}{}", count(number as u64), if number == 1 { "" } else { "s" })
    };
    if !document.size.is_empty() {
        return format!("{}: {}.", document.title, document.size);
    }
    match document.parts.len() {
        0 | 1 => format!("{}: {}.", document.title, plural(rows, "row")),
        parts => {
            format!("{}: {} in {}.", document.title, plural(rows, "row"), plural(parts, "part"))
        }
    }
}
