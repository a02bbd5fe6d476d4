//! What the state looks like: functions from what is shown to cells.
//!
//! One file a pane. Nothing here changes anything: scroll offsets and areas
//! are the state's. Colours are the theme's, signs the symbols', keys the
//! keymap's. The loop calls [`draw`] when something changed.

pub mod banner;
pub mod dialog;
pub mod footer;
pub mod header;
pub mod popup_placement;
#[cfg(test)]
pub(crate) mod tests;
pub mod which_key;

use ratatui::Frame;
use ratatui::buffer::Buffer;

use super::layout::{Mode, PaneArea};
use super::list::List;
use super::list_status::ListStatus;
use super::state::State;
use crate::keymap::action::Pane;
use crate::recruiting::table::CandidateTable;
use crate::theme::Role;
use crate::tui::features::filter::completions;
use crate::tui::features::messages::toasts;
use crate::tui::features::{board, candidate, editor, inbox, job, lists};
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::render_context::RenderContext;

/// Draws everything.
pub fn draw(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let cursor = panes(state, look, frame.buffer_mut());
    if let Some(cursor) = cursor.filter(|cursor| frame.area().contains((*cursor).into())) {
        frame.set_cursor_position(cursor);
    }
    completions::popup(state, look, frame);
    inbox::view::inbox(state, look, frame);
    editor::view::editor(state, look, frame);
    dialog::over(state, look, frame);
    which_key::popup(state, look, frame);
    toasts::stack(state, look, frame);
}

/// Draws what lies below everything else. Where a text is typed in it, if one is.
fn panes(state: &State, look: &RenderContext<'_>, buf: &mut Buffer) -> Option<(u16, u16)> {
    buf.set_style(buf.area, look.style(Role::Screen));
    if state.layout.mode == Mode::Tiny {
        let (width, height) = state.size;
        // The size first: it is seen on the narrowest screen.
        let told = format!("40x10 needed, this is {width}x{height}");
        LineWriter::new(look, buf.area, buf).write(Role::Warning, &told);
        return None;
    }
    header::header(state, look, buf);
    banner::banner(state, look, buf);
    footer::footer(state, look, buf);
    let mut cursor = None;
    for (pane, area) in Pane::ALL.iter().filter_map(|pane| Some((*pane, state.layout.pane(*pane)?)))
    {
        match pane {
            Pane::Jobs => {
                let seen = state.jobs_picture();
                cursor = cursor.or(lists::view::pane(
                    state,
                    look,
                    pane,
                    (&state.jobs, &seen),
                    area,
                    buf,
                ));
            }
            Pane::Job => job::view::job(state, look, area, buf),
            Pane::Candidates => cursor = cursor.or(candidates(state, look, area, buf)),
            Pane::Candidate => candidate::view::candidate(state, look, area, buf),
        }
    }
    cursor
}

/// The candidates as a list or as a board.
fn candidates(
    state: &State,
    look: &RenderContext<'_>,
    area: PaneArea,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let seen = state.candidates_picture();
    match state.opened() {
        Some(open) if state.layout.board => board::view::board(state, look, open, area, buf),
        Some(open) => {
            lists::view::pane(state, look, Pane::Candidates, (&open.list, &seen), area, buf)
        }
        None => {
            // The job list beside it says already what is the matter.
            let beside = state.layout.pane(Pane::Jobs).is_some();
            let seen = if beside { ListStatus::Quiet } else { seen };
            let none = List::<CandidateTable>::default();
            lists::view::pane(state, look, Pane::Candidates, (&none, &seen), area, buf)
        }
    }
}
