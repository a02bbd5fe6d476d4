//! How candidates get through a job.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Look;
use crate::app::State;
use crate::app::funnel::Funnel;
use crate::app::over::Over;
use crate::view::list::select;
use crate::view::pen::line;
use crate::view::sheet;

pub(super) fn funnel(
    state: &State,
    funnel: &Funnel,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let drawn = state.funnel_sheet(funnel, area.width);
    let height = usize::from(area.height);
    let first = funnel.scroll.min(drawn.lines.len().saturating_sub(height));
    sheet::lines(look, &drawn.lines, first, area, buf);
    let selected = funnel.at.map(|at| drawn.stuck.start + at);
    if let Some(at) = selected.filter(|at| drawn.stuck.contains(at) && *at >= first) {
        select(look, true, line(area, at - first), buf);
    }
    (first, drawn.lines.len().saturating_sub(first + height))
}

pub(super) fn title(state: &State) -> String {
    match &state.over {
        Some(Over::Funnel(funnel)) => format!("Funnel: {}", state.named_job(&funnel.job)),
        _ => String::new(),
    }
}
