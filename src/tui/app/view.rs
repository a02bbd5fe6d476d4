//! Draws the state.
//!
//! One file per part of the screen; features draw their own panes. Views change nothing: scroll
//! offsets and areas come from the state, colours and symbols from the theme, keys from the
//! keymap. The event loop calls [`draw`] when something changed.

pub(crate) mod banner;
pub(crate) mod dialog;
pub(crate) mod footer;
pub(crate) mod header;
pub(crate) mod hints;
pub(crate) mod hyperlinks;
pub(crate) mod popup_placement;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod which_key;

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
use crate::tui::features::{all_candidates, board, candidate, editor, inbox, job, lists};
use crate::tui::widgets::hit_map::Hit;
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::render_context::RenderContext;

pub fn draw(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    panes(state, context, frame.buffer_mut());
    // Only the top layer can be clicked; the inbox leaves header and footer.
    if !state.dialogs.is_empty() || state.editor.is_some() {
        context.hits.add(frame.area(), Hit::Covered);
    } else if state.inbox.is_some() {
        context.hits.add(state.layout.main, Hit::Covered);
    }
    completions::popup(state, context, frame);
    inbox::view::inbox(state, context, frame);
    editor::view::editor(state, context, frame);
    dialog::draw(state, context, frame);
    which_key::popup(state, context, frame);
    toasts::stack(state, context, frame);
    if let Some(cursor) = context.cursor.get() {
        frame.set_cursor_position(cursor);
    }
}

/// Draws header, panes and footer.
fn panes(state: &State, context: &RenderContext<'_>, buf: &mut Buffer) {
    buf.set_style(buf.area, context.style(Role::Screen));
    if state.layout.mode == Mode::Tiny {
        let (width, height) = state.size;
        // The required size first: it fits on the narrowest screen.
        let text = format!("40x10 needed, this is {width}x{height}");
        LineWriter::new(context, buf.area, buf).write(Role::Warning, &text);
        return;
    }
    header::header(state, context, buf);
    banner::banner(state, context, buf);
    footer::footer(state, context, buf);
    for (pane, area) in Pane::ALL.iter().filter_map(|pane| Some((*pane, state.layout.pane(*pane)?)))
    {
        match pane {
            Pane::Jobs => {
                let status = state.jobs_status();
                lists::view::pane(state, context, pane, (&state.jobs, &status), area, buf);
                if status == ListStatus::Rows {
                    all_candidates::view::draw_row(state, context, area.all, buf);
                }
            }
            Pane::Job => job::view::job(state, context, area, buf),
            Pane::Candidates => candidates(state, context, area, buf),
            Pane::Candidate => candidate::view::candidate(state, context, area, buf),
        }
    }
}

fn candidates(state: &State, context: &RenderContext<'_>, area: PaneArea, buf: &mut Buffer) {
    let status = state.candidates_status();
    match state.open_job() {
        Some(open) if state.layout.board => board::view::board(state, context, open, area, buf),
        Some(open) => {
            lists::view::pane(state, context, Pane::Candidates, (&open.list, &status), area, buf);
        }
        None => {
            // The job list beside it shows the status already.
            let is_jobs_visible = state.layout.pane(Pane::Jobs).is_some();
            let status = if is_jobs_visible { ListStatus::Quiet } else { status };
            let empty = List::<CandidateTable>::default();
            lists::view::pane(state, context, Pane::Candidates, (&empty, &status), area, buf);
        }
    }
}
