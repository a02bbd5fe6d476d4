//! Draws the stages of the selected candidate as a table, beside the card on a wide screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::frame;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::candidate::timeline::history_table;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::draw_lines;

pub(crate) fn history(state: &State, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let title = [(Role::Title, "History".to_owned())];
    let inner = frame(context, &title, (area, false), buf);
    let Some((open, _)) = state.current_row() else { return };
    match state.candidate().and_then(|loaded| loaded.display()) {
        Some(candidate) => {
            let now = state.clock.date;
            let lines = history_table(candidate, open.pipeline(), now, inner.width.into());
            // The newest steps matter most.
            let scroll = lines.len().saturating_sub(inner.height.into());
            draw_lines(context, &lines, scroll, inner, buf);
        }
        None if state.load_error("the history", state.candidate()).is_some() => {
            LineWriter::new(context, line(inner, 0), buf).write(Role::Dim, "Not loaded");
        }
        None => {
            LineWriter::new(context, line(inner, 0), buf).write(Role::Dim, "Loading");
        }
    }
}
