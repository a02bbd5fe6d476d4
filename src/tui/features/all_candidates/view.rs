//! Draws the row above the job list.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::Pane;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::all_candidates::TITLE;
use crate::tui::app::state::State;
use crate::tui::features::lists::view::select;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from};
use crate::tui::widgets::render_context::RenderContext;

/// Cells before the title, as before the names of the jobs.
const LEAD: u16 = 5;

pub(crate) fn draw_row(state: &State, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let coverage = state.all_coverage();
    let [candidates, read, jobs] =
        [coverage.candidates, coverage.read, coverage.jobs].map(|number| count(number as u64));
    let mut writer = LineWriter::new(context, from(area, LEAD), buf);
    writer.write(Role::Title, TITLE);
    let room = writer.remaining().saturating_sub(3);
    let variants = [
        format!("{candidates} in {read} of {jobs} jobs"),
        format!("{candidates} in {read}/{jobs} jobs"),
        candidates,
    ];
    if let Some(facts) = variants.iter().find(|facts| width(facts) <= room) {
        writer.skip(2).write(Role::Dim, facts);
    }
    if state.is_all_selected() {
        select(context, state.focus == Pane::Jobs, area, buf);
    }
}
