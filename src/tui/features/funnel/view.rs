//! How candidates get through a job.

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

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
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let drawn = state.funnel_sheet(funnel, area.width);
    let height = usize::from(area.height);
    let first = funnel.scroll.min(drawn.lines.len().saturating_sub(height));
    rich_text_view::lines(look, &drawn.lines, first, area, buf);
    let selected = funnel.at.map(|at| drawn.stuck.start + at);
    if let Some(at) = selected.filter(|at| drawn.stuck.contains(at) && *at >= first) {
        select(look, true, line(area, at - first), buf);
    }
    (first, drawn.lines.len().saturating_sub(first + height))
}

pub(crate) fn title(state: &State) -> String {
    match &state.over {
        Some(Dialog::Funnel(funnel)) => format!("Funnel: {}", state.named_job(&funnel.job)),
        _ => String::new(),
    }
}
