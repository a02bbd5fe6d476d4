//! Draws the job pane.

use ratatui::buffer::Buffer;

use crate::keymap::action::Pane;
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::candidate::loading;
use crate::tui::features::lists::status_view::picture;
use crate::tui::features::lists::view::select;
use crate::tui::widgets::frame::{Caption, frame, place};
use crate::tui::widgets::line_writer::line;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::lines;

pub(crate) fn job(state: &State, look: &RenderContext<'_>, area: PaneArea, buf: &mut Buffer) {
    let Some(open) = state.opened() else {
        let caption = Caption { name: "Job".to_owned(), ..Caption::default() };
        frame(state, look, Pane::Job, area.outer, &caption, buf);
        return;
    };
    let sheet = state.job_sheet();
    lines(look, &sheet.lines, open.scroll, area.body, buf);
    // Without a stage the job itself is selected, on its first line.
    let selected = open.stage.map_or(0, |stage| sheet.stages.start + stage);
    if (open.stage.is_some() || state.focus == Pane::Job)
        && let Some(at) = selected.checked_sub(open.scroll)
    {
        let seen = at < usize::from(area.body.height);
        if open.stage.is_some() {
            if seen {
                select(look, state.focus == Pane::Job, line(area.body, at), buf);
            }
        } else if seen {
            // This line has no column for the cursor sign.
            buf.set_style(line(area.body, at), look.style(Role::Selected));
        }
    }
    let slot = Slot::Job(open.id.clone());
    let message = loading::loading_message(state, look, "the pipeline", &slot);
    let below = sheet.lines.len().saturating_sub(open.scroll);
    let troubles = loading::below(look, message.into_iter().collect(), below, area.body, buf);
    if sheet.lines.is_empty() {
        picture(state, look, &state.jobs_picture(), (Pane::Jobs, "jobs"), area.body, buf);
    }
    let rows = &state.jobs.roll.rows;
    let name = rows.find(&open.id).map_or("Job", |row| rows.name(row));
    let seen = open.scroll..open.scroll + usize::from(area.body.height);
    let caption = Caption {
        name: name.to_owned(),
        troubles,
        place: place(look, None, sheet.lines.len(), &seen),
        ..Caption::default()
    };
    frame(state, look, Pane::Job, area.outer, &caption, buf);
}
