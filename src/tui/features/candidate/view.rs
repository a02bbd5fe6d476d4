//! Draws the candidate pane.

use ratatui::buffer::Buffer;

use super::loading;
use crate::keymap::action::Pane;
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::{Caption, draw_frame, facts_width, position_text};
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::draw_lines_with_selection;
use crate::tui::widgets::shorten::shorten;

pub(crate) fn candidate(
    state: &State,
    context: &RenderContext<'_>,
    area: PaneArea,
    buf: &mut Buffer,
) {
    let mut caption = Caption { name: "Candidate".to_owned(), ..Caption::default() };
    if let Some(open) = state.open_job()
        && let Some(row) = open.list.row()
    {
        let details = state.candidate_rich_text();
        let DetailPosition { scroll, link } = open.detail;
        let link = link.filter(|_| state.focus == Pane::Candidate);
        draw_lines_with_selection(context, &details, (scroll, link), area.body, buf);
        let below = details.len().saturating_sub(scroll);
        caption.warnings =
            loading::draw_below(context, loading_messages(state, context), below, area.body, buf);
        open.list.pages.rows.name(row).clone_into(&mut caption.name);
        if open.listed.is_some() {
            let rows = &open.list.pages.rows;
            let job = format!("for {}", rows.job_name(row));
            let client = rows.client(row).to_owned();
            let facts = [(Role::Dim, vec![context.join(&[job.clone(), client]), job])];
            caption.facts = shorten(&facts, facts_width(area.outer.width, &caption.name));
        }
        let visible = scroll..scroll + usize::from(area.body.height);
        caption.position = position_text(context, None, details.len(), &visible);
    }
    if state.open_job().is_some_and(|open| !open.list.is_empty() && open.list.row().is_none()) {
        LineWriter::new(context, area.body, buf).write(Role::Dim, "Not loaded yet");
    }
    draw_frame(state, context, Pane::Candidate, area.outer, &caption, buf);
}

fn loading_messages(state: &State, context: &RenderContext<'_>) -> Vec<(Role, String)> {
    let Some((candidate, person)) = state.selected() else { return Vec::new() };
    let history =
        loading::loading_message(state, context, "the history", &Slot::Candidate(candidate));
    let person = loading::loading_message(state, context, "the person", &Slot::Person(person));
    history.into_iter().chain(person).collect()
}
