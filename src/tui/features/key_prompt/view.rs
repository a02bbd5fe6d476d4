//! The prompt for the API key: the masked input and why the key is needed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::text;
use crate::theme::Role;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input::TextInput;
use crate::tui::widgets::text_input_view;
use crate::tui::widgets::text_input_view::InputStyle;

pub(crate) fn key_prompt(
    field: &TextInput,
    why: &str,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    LineWriter::new(context, line(area, 0), buf).write(Role::Key, "API key: ");
    let style = InputStyle { is_masked: true, ..InputStyle::default() };
    text_input_view::draw(context, field, style, from(line(area, 0), 9), buf);
    let why = text::wrap(why, usize::from(area.width));
    for (at, words) in why.iter().enumerate() {
        LineWriter::new(context, line(area, at + 2), buf).write(Role::Warning, words);
    }
    let unseen = "What you type is not shown.";
    LineWriter::new(context, line(area, why.len() + 3), buf).write(Role::Dim, unseen);
    (0, 0)
}
