//! The area of the selected row, which toasts and other popups must not cover.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::Pane;
use crate::tui::app::state::State;
use crate::tui::features::board::state::CARD_HEIGHT;
use crate::tui::widgets::line_writer::line;
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn selected_area(state: &State) -> Option<Rect> {
    let pane = state.layout.pane(state.focus)?;
    let area = pane.body;
    let row = |index: usize, top: usize| Some(line(area, index.checked_sub(top)?));
    let place = match state.focus {
        Pane::Jobs if state.is_all_selected() => Some(pane.all),
        Pane::Jobs => row(state.jobs.index(), state.jobs.top),
        Pane::Candidates if state.layout.board => card_area(state, area),
        Pane::Candidates => {
            let list = &state.open_job()?.list;
            row(list.index(), list.top)
        }
        Pane::Job => {
            let open = state.open_job()?;
            row(
                open.stage.map_or(0, |stage| state.job_rich_text().stages.start + stage),
                open.scroll,
            )
        }
        Pane::Candidate => None,
    };
    place.filter(|place| !place.is_empty())
}

/// The drawn row that begins with the cursor symbol.
pub(crate) fn cursor_row(context: &RenderContext<'_>, area: Rect, buf: &Buffer) -> Option<Rect> {
    let rows = area.intersection(buf.area);
    let has_cursor = |y: &u16| buf[(rows.x, *y)].symbol() == context.symbols.cursor;
    let y = (rows.top()..rows.bottom()).filter(|_| rows.width > 0).find(has_cursor)?;
    Some(Rect { y, height: 1, ..rows })
}

fn card_area(state: &State, area: Rect) -> Option<Rect> {
    let open = state.open_job()?;
    let (column, at) = open.board.find(open.list.row()?)?;
    let (_, place) =
        open.board.visible_columns(area).into_iter().find(|(index, _)| *index == column)?;
    let above = at.checked_sub(open.board.columns.get(column)?.top)?;
    // The first line is the name of the stage.
    let first = line(place, 1 + above * usize::from(CARD_HEIGHT));
    Some(Rect { height: CARD_HEIGHT, ..first }.intersection(place))
}
