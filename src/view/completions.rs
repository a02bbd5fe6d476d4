//! What could be typed next, below the filter that is being typed.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use super::frame::cleared;
use super::look::Look;
use super::pen::{Pen, line};
use crate::app::State;
use crate::app::layout::Mode;
use crate::text::{self, Align};
use crate::theme::Role;

/// More lines would hide what is being found.
const MOST: usize = 8;

/// Draws what is offered, if something is.
pub(super) fn popup(state: &State, look: &Look<'_>, frame: &mut Frame<'_>) {
    let Some(pane) = state.filtering.and_then(|pane| state.layout.pane(pane)) else { return };
    if state.over.is_some() || state.layout.mode == Mode::Tiny || pane.filter.height == 0 {
        return;
    }
    let offers: Vec<(String, &str)> = state
        .offers
        .iter()
        .map(|offer| (text::one_line(&offer.text).into_owned(), offer.told))
        .collect();
    let top = pane.wrong.bottom();
    let below = state.layout.main.bottom().saturating_sub(top);
    let shown = offers.len().min(MOST).min(usize::from(below.saturating_sub(1)));
    if shown == 0 {
        return;
    }
    let texts = offers.iter().map(|(text, _)| text::width(text)).max().unwrap_or(0);
    let told = offers.iter().map(|(_, told)| told.len()).max().unwrap_or(0);
    let most = usize::from(pane.filter.width);
    let width = u16::try_from((texts + told + 6).min(most)).unwrap_or(0);
    let height = u16::try_from(shown + 1).unwrap_or(0);
    let buf = frame.buffer_mut();
    let area = Rect { x: pane.filter.x, y: top, width, height }.intersection(buf.area);
    let borders = Borders::LEFT | Borders::RIGHT | Borders::BOTTOM;
    let inner = cleared(look, (Role::Border, borders), area, buf);
    let at = state.completing.min(offers.len() - 1);
    let first = (at + 1).saturating_sub(shown);
    for (row, (words, told)) in offers.iter().enumerate().skip(first).take(shown) {
        let place = line(inner, row - first);
        let is_at = row == at;
        let sign = if is_at { look.symbols.cursor } else { " " };
        let mut pen = Pen::new(look, place, buf);
        pen.cell(Role::Key, sign, 1, Align::Left);
        pen.cell(Role::Text, words, texts.min(pen.room()), Align::Left).write(Role::Hint, told);
        if is_at {
            buf.set_style(place, look.style(Role::Selected));
        }
    }
}
