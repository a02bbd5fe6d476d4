//! Draws the job pane.

use ratatui::buffer::Buffer;

use crate::keymap::action::Pane;
use crate::theme::Role;
use crate::tui::app::all_candidates::TITLE;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::candidate::loading;
use crate::tui::features::lists::status_view::draw_status;
use crate::tui::features::lists::view::select;
use crate::tui::widgets::frame::{Caption, draw_frame, position_text};
use crate::tui::widgets::line_writer::line;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::draw_lines;

pub(crate) fn job(state: &State, context: &RenderContext<'_>, area: PaneArea, buf: &mut Buffer) {
    let Some(open) = state.open_job() else {
        let caption = Caption { name: "Job".to_owned(), ..Caption::default() };
        draw_frame(state, context, Pane::Job, area.outer, &caption, buf);
        return;
    };
    let details = state.job_rich_text();
    draw_lines(context, &details.lines, open.scroll, area.body, buf);
    // Without a stage the job itself is selected, on its first line.
    let selected = open.stage.map_or(0, |stage| details.stages.start + stage);
    if (open.stage.is_some() || state.focus == Pane::Job)
        && let Some(at) = selected.checked_sub(open.scroll)
    {
        let is_visible = at < usize::from(area.body.height);
        if open.stage.is_some() {
            if is_visible {
                select(context, state.focus == Pane::Job, line(area.body, at), buf);
            }
        } else if is_visible {
            // This line has no column for the cursor sign.
            buf.set_style(line(area.body, at), context.style(Role::Selected));
        }
    }
    let slot = Slot::Job(open.id.clone());
    let message = loading::loading_message(state, context, "the pipeline", &slot);
    let below = details.lines.len().saturating_sub(open.scroll);
    let warnings =
        loading::draw_below(context, message.into_iter().collect(), below, area.body, buf);
    if details.lines.is_empty() {
        draw_status(state, context, &state.jobs_status(), (Pane::Jobs, "jobs"), area.body, buf);
    }
    let rows = &state.jobs.pages.rows;
    let unlisted = if open.listed.is_some() { TITLE } else { "Job" };
    let name = rows.find(&open.id).map_or(unlisted, |row| rows.name(row));
    let visible = open.scroll..open.scroll + usize::from(area.body.height);
    let caption = Caption {
        name: name.to_owned(),
        warnings,
        position: position_text(context, None, details.lines.len(), &visible),
        ..Caption::default()
    };
    draw_frame(state, context, Pane::Job, area.outer, &caption, buf);
}
