//! Draws the notes: one line each with date and job, and below them the whole text of the selected
//! one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::selectors::notes_of;
use super::state::NotesDialog;
use crate::text::{self, Align};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{count, day};
use crate::tui::widgets::line_writer::{LineWriter, below, line};
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn title(state: &State, dialog: &NotesDialog) -> String {
    let name = state.display_name_of(&dialog.subject, &dialog.snapshot);
    format!("Notes on {name}: {}", count(notes_of(state, dialog).len() as u64))
}

pub(crate) fn notes(
    state: &State,
    dialog: &NotesDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let notes = notes_of(state, dialog);
    let selected = notes.get(dialog.at.min(notes.len().saturating_sub(1)));
    let text = selected.map(|note| text::sanitize(&note.text)).unwrap_or_default();
    let list = draw_text(&text, context, area, buf);
    let job_width = notes.iter().map(|note| text::width(&note.snapshot.job_name)).max();
    let job_width = job_width.unwrap_or(0).min(usize::from(area.width) / 3);
    draw_rows(notes.iter(), dialog.at, "No notes", context, list, buf, |note, writer| {
        writer.cell(Role::Dim, &day(note.at), 11, Align::Left);
        if writer.remaining() >= 40 {
            let job = text::sanitize(&note.snapshot.job_name);
            writer.cell(Role::Hint, &job, job_width, Align::Left);
        }
        writer.write(Role::Text, &text::sanitize(&note.text));
    })
}

/// Draws the text below a rule, in the lower half at most. Returns the area above it.
fn draw_text(text: &str, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let words = text::wrap(text, usize::from(area.width).max(1));
    let wanted = u16::try_from(words.len()).unwrap_or(u16::MAX).saturating_add(1);
    let height = wanted.min(area.height / 2);
    let rest = below(area, area.height - height);
    if height > 0 {
        LineWriter::new(context, line(rest, 0), buf).rule();
    }
    for (at, words) in words.iter().enumerate().take(usize::from(height).saturating_sub(1)) {
        LineWriter::new(context, line(rest, at + 1), buf).write(Role::Text, words);
    }
    Rect { height: area.height - height, ..area }
}
