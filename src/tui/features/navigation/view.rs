//! The list of visited locations.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn history(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (all, empty) = (state.navigation.history.newest_first(), "No other places yet");
    draw_rows(all, at, empty, context, area, buf, |location, writer| {
        writer.write(Role::Text, &location.name);
    })
}
