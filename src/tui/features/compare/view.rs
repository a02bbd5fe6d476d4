//! Draws the comparison.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::{CompareLine, columns, laid};
use super::state::{Compare, HEAD, LABEL};
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, below, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// The hint for the key to the right; empty if all columns are visible.
pub(crate) fn does(compare: &Compare, width: u16) -> &'static str {
    let (count, _) = columns(compare.whom.len(), width.into());
    if count < compare.whom.len() { "others" } else { "" }
}

/// Returns the number of hidden lines above and below.
pub(crate) fn compare(
    state: &State,
    compare: &Compare,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let width = usize::from(area.width);
    let (count, column) = columns(compare.whom.len(), width);
    let first = compare.first.min(compare.whom.len().saturating_sub(count));
    let shown = first..first + count;
    let beside = width > column;
    head(state, compare, look, area, buf);
    LineWriter::new(look, line(area, 1), buf).rule();
    let body = below(area, HEAD);
    let lines = laid(&state.compared(compare), shown, width);
    let height = usize::from(body.height);
    let scroll = compare.scroll.min(lines.len().saturating_sub(height));
    for (at, laid) in lines.iter().skip(scroll).take(height).enumerate() {
        let place = line(body, at);
        label(laid, look, place, buf);
        let place = if beside { from(place, cells(LABEL)) } else { place };
        let both = laid.cells.iter().zip(&laid.unknown).enumerate();
        for (at, (text, unknown)) in both {
            let role = match (unknown, laid.differs) {
                (true, _) => Role::Dim,
                (false, true) => Role::Changed,
                (false, false) => Role::Text,
            };
            let mut pen = LineWriter::new(look, from(place, cells(at * column)), buf);
            pen.cell(role, text, column.saturating_sub(1), Align::Left);
        }
    }
    (scroll, lines.len().saturating_sub(scroll + height))
}

/// The names, and which of them are visible if not all are.
fn head(state: &State, compare: &Compare, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let width = usize::from(area.width);
    let names = state.compared_names(compare);
    let (count, column) = columns(names.len(), width);
    let first = compare.first.min(names.len().saturating_sub(count));
    let all = names.len();
    let place = match count {
        count if count == all => String::new(),
        1 => format!("{} of {all}", first + 1),
        count => format!("{}-{} of {all}", first + 1, first + count),
    };
    let left = if first > 0 { look.symbols.more_left } else { " " };
    let right = if first + count < all { look.symbols.more_right } else { " " };
    let told = if place.is_empty() { place } else { format!("{left}{place}{right}") };
    let row = line(area, 0);
    let beside = width > column;
    if beside {
        LineWriter::new(look, row, buf).write(Role::Hint, &told);
    }
    let start = if beside { LABEL } else { 0 };
    for (at, name) in names.iter().skip(first).take(count).enumerate() {
        let mut pen = LineWriter::new(look, from(row, cells(start + at * column)), buf);
        let room = column.saturating_sub(1);
        let room = if beside { room } else { room.saturating_sub(told.chars().count() + 1) };
        pen.cell(Role::Title, name, room, Align::Left);
        if !beside {
            pen.write(Role::Hint, &told);
        }
    }
}

/// The label, with a symbol where the fact differs.
fn label(laid: &CompareLine, look: &RenderContext<'_>, place: Rect, buf: &mut Buffer) {
    let Some(label) = laid.label else { return };
    let (sign, role) =
        if laid.differs { (look.symbols.differs, Role::Header) } else { ("", Role::Dim) };
    let mut pen = LineWriter::new(look, place, buf);
    pen.cell(Role::Changed, sign, 1, Align::Left).write(role, label);
}

fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
