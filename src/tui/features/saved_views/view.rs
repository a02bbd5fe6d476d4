//! The prompt for the name of a view.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, TextEdit};
use crate::text;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input::TextInput;
use crate::tui::widgets::text_input_view;
use crate::tui::widgets::text_input_view::InputStyle;

pub(crate) fn name_prompt(
    state: &State,
    (field, taken_name): (&TextInput, Option<&str>),
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (role, message) = if taken_name == Some(&*text::sanitize(field.text().trim())) {
        let again = state.key_of(Action::Edit(TextEdit::Accept));
        let message = format!("A view with this name exists. Press {again} again to replace it");
        (Role::Warning, message)
    } else {
        (Role::Dim, "Find the view in the palette by this name".to_owned())
    };
    LineWriter::new(context, line(area, 0), buf).write(Role::Key, "Name: ");
    text_input_view::draw(context, field, InputStyle::default(), from(line(area, 0), 6), buf);
    let lines = text::wrap(&message, usize::from(area.width).max(1));
    // An empty line between, if there is room.
    let first = 1 + usize::from(usize::from(area.height) > lines.len() + 1);
    for (at, words) in lines.into_iter().enumerate() {
        LineWriter::new(context, line(area, first + at), buf).write(role, words);
    }
    (0, 0)
}
