//! Draws the export dialog.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::Export;
use crate::keymap::action::{Action, TextEdit};
use crate::recruiting::document::{Document, DocumentFormat};
use crate::text;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input_view;

pub(crate) fn export(
    state: &State,
    export: &Export,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    LineWriter::new(look, line(area, 0), buf).write(Role::Key, "file: ");
    text_input_view::field(&export.field, look, from(line(area, 0), 6), buf);
    let key = |edit| state.key_of(Action::Edit(edit));
    let mut at = 1 + usize::from(area.height > 8);
    let mut say = |role: Role, words: &str| {
        for words in text::wrap(words, usize::from(area.width).max(1)) {
            LineWriter::new(look, line(area, at), buf).write(role, words);
            at += 1;
        }
    };
    if export.sent.is_some() {
        say(Role::Dim, "It is being written.");
    } else if export.is_taken() {
        let again = key(TextEdit::Accept);
        let told = format!(
            "This file is there already: {again} again replaces it, another name keeps both."
        );
        say(Role::Warning, &told);
    } else if let Some(why) = export.why_not() {
        say(Role::Error, why);
    } else {
        let how = match DocumentFormat::of(export.name()) {
            Some(DocumentFormat::Markdown) => "Markdown, for mails and wikis.",
            Some(DocumentFormat::Csv) => "CSV, for spreadsheets.",
            Some(DocumentFormat::Json) => "JSON, for programs.",
            Some(DocumentFormat::Html) => "HTML, a page that prints well.",
            None => "The ending says how: .md, .csv, .json or .html.",
        };
        say(Role::Text, how);
        say(Role::Dim, &format!("{} takes another ending.", key(TextEdit::Complete)));
    }
    say(
        Role::Dim,
        &format!("{} Without a folder, it goes where you started this.", holds(&export.paper)),
    );
    (0, 0)
}

/// Title and size of the document.
fn holds(paper: &Document) -> String {
    let rows: usize = paper.parts.iter().map(|part| part.rows.len()).sum();
    let many = |number: usize, word: &str| {
        format!("{} {word}{}", count(number as u64), if number == 1 { "" } else { "s" })
    };
    if !paper.holds.is_empty() {
        return format!("{}: {}.", paper.title, paper.holds);
    }
    match paper.parts.len() {
        0 | 1 => format!("{}: {}.", paper.title, many(rows, "row")),
        parts => format!("{}: {} in {}.", paper.title, many(rows, "row"), many(parts, "part")),
    }
}
