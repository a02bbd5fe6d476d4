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
use crate::tui::widgets::frame::cleared;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;

/// More lines would hide the matches.
const MOST: usize = 8;
/// Below this height the popup has no frame.
const LOW: u16 = 6;

pub(crate) fn popup(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some((area, borders)) = place(state) else { return };
    let buf = frame.buffer_mut();
    let inner = cleared(look, (Role::Border, borders), area, buf);
    let shown = usize::from(inner.height);
    let at = state.completing.min(state.offers.len().saturating_sub(1));
    let first = (at + 1).saturating_sub(shown);
    let texts = widest_text(state);
    for (row, offer) in state.offers.iter().enumerate().skip(first).take(shown) {
        let place = line(inner, row - first);
        let is_at = row == at;
        let sign = if is_at { look.symbols.cursor } else { " " };
        let mut writer = LineWriter::new(look, place, buf);
        writer.cell(Role::Key, sign, 1, Align::Left);
        let cells = texts.min(writer.room());
        writer.cell(Role::Text, &offer.text, cells, Align::Left).write(Role::Hint, offer.told);
        if is_at {
            buf.set_style(place, look.style(Role::Selected));
        }
    }
}

pub(crate) fn area(state: &State) -> Option<Rect> {
    place(state).map(|(area, _)| area)
}

fn place(state: &State) -> Option<(Rect, Borders)> {
    let pane = state.layout.pane(state.filtering?)?;
    if state.over.is_some() || state.layout.mode == Mode::Tiny || pane.filter.height == 0 {
        return None;
    }
    let shown = u16::try_from(state.offers.len().min(MOST)).unwrap_or(0);
    let (body, room) = (pane.body, free(state, pane.body));
    let (borders, edges) =
        if room.height < LOW { (Borders::LEFT | Borders::RIGHT, 0) } else { (Borders::ALL, 2) };
    let height = (shown + edges).min(room.height);
    let message = state.offers.iter().map(|offer| offer.told.len()).max().unwrap_or(0);
    let wanted = u16::try_from(widest_text(state) + message + 6).unwrap_or(u16::MAX);
    // Beside the frame of the pane.
    let (x, width) = (body.x + 1.min(body.width), wanted.min(body.width.saturating_sub(2)));
    let is_any = shown > 0 && height > edges && width > 2;
    is_any.then_some((Rect { x, y: room.y, width, height }, borders))
}

/// Above or below the selected row, whichever has more lines.
fn free(state: &State, body: Rect) -> Rect {
    let Some(row) = popup_placement::selected(state) else { return body };
    let above = Rect { height: row.y.saturating_sub(body.y), ..body };
    let below =
        Rect { y: row.bottom(), height: body.bottom().saturating_sub(row.bottom()), ..body };
    if above.height > below.height { above } else { below }
}

fn widest_text(state: &State) -> usize {
    let width = |text: &str| text::width(&text::sanitize(text));
    state.offers.iter().map(|offer| width(&offer.text)).max().unwrap_or(0)
}
