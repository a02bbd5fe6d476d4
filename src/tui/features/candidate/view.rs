//! Draws the candidate pane.

use ratatui::buffer::Buffer;

use super::loading;
use crate::keymap::action::Pane;
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::{Caption, frame, place};
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::lines;

pub(crate) fn candidate(state: &State, look: &RenderContext<'_>, area: PaneArea, buf: &mut Buffer) {
    let mut caption = Caption { name: "Candidate".to_owned(), ..Caption::default() };
    if let Some(open) = state.opened()
        && let Some(row) = open.list.row()
    {
        let sheet = state.candidate_sheet();
        let scroll = open.detail_scroll;
        lines(look, &sheet, scroll, area.body, buf);
        let below = sheet.len().saturating_sub(scroll);
        caption.troubles =
            loading::below(look, loading_messages(state, look), below, area.body, buf);
        open.list.roll.rows.name(row).clone_into(&mut caption.name);
        let seen = scroll..scroll + usize::from(area.body.height);
        caption.place = place(look, None, sheet.len(), &seen);
    }
    if state.opened().is_some_and(|open| !open.list.is_empty() && open.list.row().is_none()) {
        LineWriter::new(look, area.body, buf).write(Role::Dim, "this row is not loaded yet");
    }
    frame(state, look, Pane::Candidate, area.outer, &caption, buf);
}

fn loading_messages(state: &State, look: &RenderContext<'_>) -> Vec<(Role, String)> {
    let Some((candidate, person)) = state.selected() else { return Vec::new() };
    let history = loading::loading_message(state, look, "the history", &Slot::Candidate(candidate));
    let person = loading::loading_message(state, look, "the person", &Slot::Person(person));
    history.into_iter().chain(person).collect()
}
