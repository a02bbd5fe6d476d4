//! Draws the help: the search, and the lines that match it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::Help;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list_view::draw_input;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view;

/// Returns the number of hidden lines above and below.
pub(crate) fn help(
    state: &State,
    help: &Help,
    context: &RenderContext<'_>,
    inner: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (search, area) = help.areas(inner);
    if !search.is_empty() {
        draw_input(&help.search, context, inner, buf);
    }
    let all = state.dialog_lines(area.width);
    if all.is_empty() {
        LineWriter::new(context, line(area, 0), buf).write(Role::Dim, "No match");
    }
    let height = usize::from(area.height);
    let first = help.scroll.min(all.len().saturating_sub(height));
    rich_text_view::draw_lines(context, &all, first, area, buf);
    (first, all.len().saturating_sub(first + height))
}
