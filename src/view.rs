//! What the state looks like: functions from what is shown to cells.
//!
//! One file a pane. Nothing here changes anything: scroll offsets and areas
//! are the state's. Colours are the theme's, signs the symbols', keys the
//! keymap's. The loop calls [`draw`] when something changed.

mod banner;
mod board;
mod candidate;
mod caption;
mod columns;
mod completions;
mod detail;
mod editor;
mod filter;
mod footer;
mod frame;
mod header;
mod inbox;
mod input;
mod job;
mod list;
mod look;
mod notices;
mod over;
mod own;
mod pen;
mod picture;
mod sheet;
mod spell;
mod spot;
mod which;

use ratatui::Frame;
use ratatui::buffer::Buffer;

use crate::app::State;
use crate::app::action::Pane;
use crate::app::layout::{Area, Mode};
use crate::app::list::List;
use crate::app::picture::Picture;
use crate::app::rows::Candidates;
use crate::theme::Role;
pub use look::Look;
use pen::Pen;

/// Draws everything.
pub fn draw(state: &State, look: &Look<'_>, frame: &mut Frame<'_>) {
    let cursor = panes(state, look, frame.buffer_mut());
    if let Some(cursor) = cursor.filter(|cursor| frame.area().contains((*cursor).into())) {
        frame.set_cursor_position(cursor);
    }
    completions::popup(state, look, frame);
    inbox::inbox(state, look, frame);
    editor::editor(state, look, frame);
    over::over(state, look, frame);
    which::popup(state, look, frame);
    notices::stack(state, look, frame);
}

/// Draws what lies below everything else. Where a text is typed in it, if one is.
fn panes(state: &State, look: &Look<'_>, buf: &mut Buffer) -> Option<(u16, u16)> {
    buf.set_style(buf.area, look.style(Role::Screen));
    if state.layout.mode == Mode::Tiny {
        let (width, height) = state.size;
        // The size first: it is seen on the narrowest screen.
        let told = format!("40x10 needed, this is {width}x{height}");
        Pen::new(look, buf.area, buf).write(Role::Warning, &told);
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
                cursor = cursor.or(list::pane(state, look, pane, (&state.jobs, &seen), area, buf));
            }
            Pane::Job => job::job(state, look, area, buf),
            Pane::Candidates => cursor = cursor.or(candidates(state, look, area, buf)),
            Pane::Candidate => candidate::candidate(state, look, area, buf),
        }
    }
    cursor
}

/// The candidates as a list or as a board.
fn candidates(state: &State, look: &Look<'_>, area: Area, buf: &mut Buffer) -> Option<(u16, u16)> {
    let seen = state.candidates_picture();
    match state.opened() {
        Some(open) if state.layout.board => board::board(state, look, open, area, buf),
        Some(open) => list::pane(state, look, Pane::Candidates, (&open.list, &seen), area, buf),
        None => {
            // The job list beside it says already what is the matter.
            let beside = state.layout.pane(Pane::Jobs).is_some();
            let seen = if beside { Picture::Quiet } else { seen };
            let none = List::<Candidates>::default();
            list::pane(state, look, Pane::Candidates, (&none, &seen), area, buf)
        }
    }
}

#[cfg(test)]
mod tests;
