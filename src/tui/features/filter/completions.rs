//! The completion popup below the filter line. It never covers the selected row or a frame.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::app::view::popup_placement;
use crate::tui::widgets::frame::clear_area;
use crate::tui::widgets::line_writer::{cells_u16, line};
use crate::tui::widgets::pick_list_view::draw_row;
use crate::tui::widgets::render_context::RenderContext;

/// More lines would hide the matches.
const MAX_ROWS: usize = 8;
/// Below this height the popup has no frame.
const MIN_FRAMED_HEIGHT: u16 = 6;

pub(crate) fn popup(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some((area, borders)) = placement(state) else { return };
    let buf = frame.buffer_mut();
    let inner = clear_area(context, (Role::Border, borders), area, buf);
    let visible = usize::from(inner.height);
    let at = state
        .filter_prompt
        .completion_index
        .min(state.filter_prompt.completions.len().saturating_sub(1));
    let first = (at + 1).saturating_sub(visible);
    let text_width = widest_text(state);
    for (row, offer) in state.filter_prompt.completions.iter().enumerate().skip(first).take(visible)
    {
        let row_area = line(inner, row - first);
        draw_row(row == at, context, row_area, buf, |writer| {
            let cells = text_width.min(writer.remaining());
            writer.cell(Role::Text, &offer.text, cells, Align::Left);
            writer.write(Role::Hint, offer.description);
        });
    }
}

pub(crate) fn area(state: &State) -> Option<Rect> {
    placement(state).map(|(area, _)| area)
}

fn placement(state: &State) -> Option<(Rect, Borders)> {
    let pane = state.layout.pane(state.filter_prompt.pane?)?;
    if !state.dialogs.is_empty() || state.layout.mode == Mode::Tiny || pane.filter.height == 0 {
        return None;
    }
    let visible_rows =
        u16::try_from(state.filter_prompt.completions.len().min(MAX_ROWS)).unwrap_or(0);
    let (body, space) = (pane.body, free_area(state, pane.body));
    let (borders, edges) = if space.height < MIN_FRAMED_HEIGHT {
        (Borders::LEFT | Borders::RIGHT, 0)
    } else {
        (Borders::ALL, 2)
    };
    let height = (visible_rows + edges).min(space.height);
    let description_width = state
        .filter_prompt
        .completions
        .iter()
        .map(|offer| offer.description.len())
        .max()
        .unwrap_or(0);
    let wanted = cells_u16(widest_text(state) + description_width + 6);
    // Beside the frame of the pane.
    let (x, width) = (body.x + 1.min(body.width), wanted.min(body.width.saturating_sub(2)));
    let is_any = visible_rows > 0 && height > edges && width > 2;
    is_any.then_some((Rect { x, y: space.y, width, height }, borders))
}

/// Above or below the selected row, whichever has more lines.
fn free_area(state: &State, body: Rect) -> Rect {
    let Some(row) = popup_placement::selected_area(state) else { return body };
    let above = Rect { height: row.y.saturating_sub(body.y), ..body };
    let below =
        Rect { y: row.bottom(), height: body.bottom().saturating_sub(row.bottom()), ..body };
    if above.height > below.height { above } else { below }
}

fn widest_text(state: &State) -> usize {
    let width = |text: &str| text::width(&text::sanitize(text));
    state.filter_prompt.completions.iter().map(|offer| width(&offer.text)).max().unwrap_or(0)
}
