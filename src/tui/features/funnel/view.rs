//! Draws the funnel.

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::selectors::funnel_details;
use super::state::Funnel;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::lists::view::select;
use crate::tui::widgets::line_writer::line;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view;

pub(crate) fn funnel(
    state: &State,
    funnel: &Funnel,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let details = funnel_details(state, funnel, area.width);
    let height = usize::from(area.height);
    let first = funnel.scroll.min(details.lines.len().saturating_sub(height));
    rich_text_view::draw_lines(context, &details.lines, first, area, buf);
    let selected = funnel.selected(&details.stuck, height).map(|at| details.stuck.start + at);
    if let Some(at) = selected.filter(|at| *at >= first) {
        select(context, true, line(area, at - first), buf);
    }
    (first, details.lines.len().saturating_sub(first + height))
}

pub(crate) fn title(state: &State) -> String {
    match state.dialogs.top() {
        Some(Dialog::Funnel(funnel)) => format!("Funnel: {}", state.job_display_name(&funnel.job)),
        _ => String::new(),
    }
}
