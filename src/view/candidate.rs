//! The candidate pane: the candidate and the person behind.

use ratatui::buffer::Buffer;

use super::detail;
use super::frame::{Caption, frame, place};
use super::look::Look;
use super::pen::Pen;
use super::sheet::lines;
use crate::app::State;
use crate::app::action::Pane;
use crate::app::layout::Area;
use crate::app::message::Slot;
use crate::theme::Role;

pub(super) fn candidate(state: &State, look: &Look<'_>, area: Area, buf: &mut Buffer) {
    let mut caption = Caption { name: "Candidate".to_owned(), ..Caption::default() };
    if let Some(open) = state.opened()
        && let Some(row) = open.list.row()
    {
        let sheet = state.candidate_sheet();
        let scroll = open.detail_scroll;
        lines(look, &sheet, scroll, area.body, buf);
        let below = sheet.len().saturating_sub(scroll);
        caption.troubles = detail::below(look, told(state, look), below, area.body, buf);
        open.list.roll.rows.name(row).clone_into(&mut caption.name);
        let seen = scroll..scroll + usize::from(area.body.height);
        caption.place = place(look, None, sheet.len(), &seen);
    }
    if state.opened().is_some_and(|open| !open.list.is_empty() && open.list.row().is_none()) {
        Pen::new(look, area.body, buf).write(Role::Dim, "this row is not loaded yet");
    }
    frame(state, look, Pane::Candidate, area.outer, &caption, buf);
}

fn told(state: &State, look: &Look<'_>) -> Vec<(Role, String)> {
    let Some((candidate, person)) = state.selected() else { return Vec::new() };
    let history = detail::told(state, look, "the history", &Slot::Candidate(candidate));
    let person = detail::told(state, look, "the person", &Slot::Person(person));
    history.into_iter().chain(person).collect()
}
