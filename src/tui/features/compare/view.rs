//! Draws the comparison.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::facts::{facts, names};
use super::layout::{CompareLine, columns, lay_out};
use super::state::{Comparison, HEADER_HEIGHT, LABEL_WIDTH};
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, below, cells_u16, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// The hint for the key to the right; empty if all columns are visible.
pub(crate) fn key_hint(compare: &Comparison, width: u16) -> &'static str {
    let (count, _) = columns(compare.subjects.len(), width.into());
    if count < compare.subjects.len() { "more people" } else { "" }
}

/// Returns the number of hidden lines above and below.
pub(crate) fn compare(
    state: &State,
    compare: &Comparison,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let width = usize::from(area.width);
    let (count, column) = columns(compare.subjects.len(), width);
    let first = compare.first.min(compare.subjects.len().saturating_sub(count));
    let visible = first..first + count;
    let is_split = width > column;
    head(state, compare, context, area, buf);
    LineWriter::new(context, line(area, 1), buf).rule();
    let body = below(area, HEADER_HEIGHT);
    let lines = lay_out(&facts(state, compare), visible, width);
    let height = usize::from(body.height);
    let scroll = compare.scroll.min(lines.len().saturating_sub(height));
    for (at, row) in lines.iter().skip(scroll).take(height).enumerate() {
        let place = line(body, at);
        label(row, context, place, buf);
        let place = if is_split { from(place, cells_u16(LABEL_WIDTH)) } else { place };
        let both = row.cells.iter().zip(&row.unknown).enumerate();
        for (at, (text, unknown)) in both {
            let role = match (unknown, row.differs) {
                (true, _) => Role::Dim,
                (false, true) => Role::Changed,
                (false, false) => Role::Text,
            };
            let mut writer = LineWriter::new(context, from(place, cells_u16(at * column)), buf);
            writer.cell(role, text, column.saturating_sub(1), Align::Left);
        }
    }
    (scroll, lines.len().saturating_sub(scroll + height))
}

/// The names, and which of them are visible if not all are.
fn head(
    state: &State,
    compare: &Comparison,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let width = usize::from(area.width);
    let names = names(state, compare);
    let (count, column) = columns(names.len(), width);
    let first = compare.first.min(names.len().saturating_sub(count));
    let all = names.len();
    let range = match count {
        count if count == all => String::new(),
        1 => format!("{} of {all}", first + 1),
        count => format!("{}-{} of {all}", first + 1, first + count),
    };
    let left = if first > 0 { context.symbols.more_left } else { " " };
    let right = if first + count < all { context.symbols.more_right } else { " " };
    let position = if range.is_empty() { range } else { format!("{left}{range}{right}") };
    let row = line(area, 0);
    let is_split = width > column;
    if is_split {
        LineWriter::new(context, row, buf).write(Role::Hint, &position);
    }
    let start = if is_split { LABEL_WIDTH } else { 0 };
    for (at, name) in names.iter().skip(first).take(count).enumerate() {
        let mut writer = LineWriter::new(context, from(row, cells_u16(start + at * column)), buf);
        let available = column.saturating_sub(1);
        let available = if is_split {
            available
        } else {
            available.saturating_sub(position.chars().count() + 1)
        };
        writer.cell(Role::Title, name, available, Align::Left);
        if !is_split {
            writer.write(Role::Hint, &position);
        }
    }
}

/// The label, with a symbol where the fact differs.
fn label(row: &CompareLine, context: &RenderContext<'_>, place: Rect, buf: &mut Buffer) {
    let Some(label) = row.label else { return };
    let (sign, role) =
        if row.differs { (context.symbols.differs, Role::Header) } else { ("", Role::Dim) };
    let mut writer = LineWriter::new(context, place, buf);
    writer.cell(Role::Changed, sign, 1, Align::Left).write(role, label);
}
