//! Where the eye rests: what nothing may cover that comes by itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::Pane;
use crate::tui::app::state::State;
use crate::tui::features::board::state::CARD;
use crate::tui::widgets::line_writer::line;
use crate::tui::widgets::render_context::RenderContext;

/// What is under the cursor of the pane in front, if something is on the screen.
pub(crate) fn selected(state: &State) -> Option<Rect> {
    let area = state.layout.pane(state.focus)?.body;
    let row = |index: usize, top: usize| Some(line(area, index.checked_sub(top)?));
    let place = match state.focus {
        Pane::Jobs => row(state.jobs.index(), state.jobs.top),
        Pane::Candidates if state.layout.board => card(state, area),
        Pane::Candidates => {
            let list = &state.opened()?.list;
            row(list.index(), list.top)
        }
        Pane::Job => {
            let open = state.opened()?;
            row(open.stage.map_or(0, |stage| state.job_sheet().stages.start + stage), open.scroll)
        }
        Pane::Candidate => None,
    };
    place.filter(|place| !place.is_empty())
}

/// The row that begins with the sign of the cursor, as it was drawn.
pub(crate) fn signed(look: &RenderContext<'_>, area: Rect, buf: &Buffer) -> Option<Rect> {
    let rows = area.intersection(buf.area);
    let is_signed = |y: &u16| buf[(rows.x, *y)].symbol() == look.symbols.cursor;
    let y = (rows.top()..rows.bottom()).filter(|_| rows.width > 0).find(is_signed)?;
    Some(Rect { y, height: 1, ..rows })
}

fn card(state: &State, area: Rect) -> Option<Rect> {
    let open = state.opened()?;
    let (column, at) = open.board.find(open.list.row()?)?;
    let (_, place) = open.board.shown(area).into_iter().find(|(shown, _)| *shown == column)?;
    let above = at.checked_sub(open.board.columns.get(column)?.top)?;
    // The first line is the name of the stage.
    let first = line(place, 1 + above * usize::from(CARD));
    Some(Rect { height: CARD, ..first }.intersection(place))
}
