//! Draws lists to pick from, for the views of the dialogs. Cursor and scrolling are in `pick_list`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::format::count;
use super::line_writer::{LineWriter, below, from, line, right};
use super::pick_list::{INPUT_HEIGHT, lines_with_headings, visible};
use super::render_context::RenderContext;
use super::text_input::TextInput;
use super::text_input_view::{self, InputStyle};
use crate::text;
use crate::text::Align;
use crate::theme::Role;

/// Widest name at the start of a row.
const NAME_CELLS: usize = 26;

/// Draws the rows around the selected one, if any, or a message if there are no rows. Returns the number of
/// hidden rows above and below.
pub(crate) fn draw_rows<T>(
    all: impl ExactSizeIterator<Item = T>,
    at: impl Into<Option<usize>>,
    empty_message: &str,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
    draw: impl Fn(&T, &mut LineWriter<'_>),
) -> (usize, usize) {
    let rows = all.len();
    if rows == 0 {
        LineWriter::new(context, line(area, 0), buf).write(Role::Dim, empty_message);
    }
    let at = at.into().map(|at| at.min(rows.saturating_sub(1)));
    let visible = visible(at.unwrap_or(0), rows, usize::from(area.height));
    for (row, item) in visible.clone().zip(all.skip(visible.start)) {
        let row_area = line(area, row - visible.start);
        draw_row(Some(row) == at, context, row_area, buf, |writer| draw(&item, writer));
    }
    (visible.start, rows - visible.end)
}

/// Draws a row after the column of the cursor.
pub(crate) fn draw_row(
    is_selected: bool,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
    draw: impl FnOnce(&mut LineWriter<'_>),
) {
    let sign = if is_selected { context.symbols.cursor } else { " " };
    let mut writer = LineWriter::new(context, area, buf);
    draw(writer.cell(Role::Key, sign, 1, Align::Left));
    if is_selected {
        buf.set_style(area, context.style(Role::Selected));
    }
}

/// A heading and the number of its rows. `total` also counts rows that are not in the list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RowGroup {
    pub(crate) heading: String,
    pub(crate) rows: usize,
    pub(crate) total: usize,
}

impl From<(String, usize)> for RowGroup {
    fn from((heading, rows): (String, usize)) -> Self {
        Self { heading, rows, total: rows }
    }
}

/// Draws rows under headings. The cursor and `draw` count rows only. Returns the number of hidden
/// lines above and below.
pub(crate) fn draw_groups(
    groups: impl IntoIterator<Item: Into<RowGroup>>,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
    draw: impl Fn(usize, &mut LineWriter<'_>),
) -> (usize, usize) {
    let groups: Vec<RowGroup> = groups.into_iter().map(Into::into).collect();
    let lines = lines_with_headings(groups.iter().map(|group| group.rows));
    let selected = lines.iter().position(|line| *line == Some(at)).unwrap_or(0);
    let visible = visible(selected, lines.len(), usize::from(area.height));
    let headings_above = lines[..visible.start].iter().filter(|line| line.is_none()).count();
    let mut headings = groups.iter().skip(headings_above);
    for (number, row) in lines[visible.clone()].iter().enumerate() {
        let line_area = line(area, number);
        if let Some(row) = row {
            draw_row(*row == at, context, line_area, buf, |writer| draw(*row, writer));
        } else if let Some(group) = headings.next() {
            draw_heading(&group.heading, group.total, context, line_area, buf);
        }
    }
    (visible.start, lines.len() - visible.end)
}

/// A heading with a number at the end of the line.
pub(crate) fn draw_heading(
    heading: &str,
    total: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let number = count(total as u64);
    let cells = text::width(&number);
    let available = usize::from(area.width).saturating_sub(cells + 2);
    LineWriter::new(context, area, buf).cell(Role::Header, heading, available, Align::Left);
    LineWriter::new(context, right(area, cells + 1), buf).write(Role::Dim, &number);
}

/// Text at the bottom, below a rule. Returns the area above it.
pub(crate) fn draw_footer(
    text: &str,
    role: Role,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let words = text::wrap(text, usize::from(area.width).max(1));
    let max_lines = if area.height >= 14 { 3 } else { 2 };
    let height = u16::try_from(words.len().min(max_lines)).unwrap_or(1) + 1;
    let height = height.min(area.height.saturating_sub(2));
    let rest = below(area, area.height - height);
    LineWriter::new(context, line(rest, 0), buf).rule();
    for (at, words) in words.into_iter().enumerate() {
        LineWriter::new(context, line(rest, at + 1), buf).write(role, words);
    }
    Rect { height: area.height - height, ..area }
}

/// Draws the input above a list, and a rule below it. Returns the area of the rows.
pub(crate) fn draw_input(
    input: &TextInput,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let mut writer = LineWriter::new(context, line(area, 0), buf);
    writer.write(Role::Key, context.symbols.step).skip(1);
    let input_area = from(line(area, 0), 2);
    text_input_view::draw(context, input, InputStyle::default(), input_area, buf);
    LineWriter::new(context, line(area, 1), buf).rule();
    below(area, INPUT_HEIGHT)
}

/// Writes the name at the start of a row.
pub(crate) fn write_name(name: &str, writer: &mut LineWriter<'_>) {
    let cells = NAME_CELLS.min(writer.remaining() / 2);
    writer.cell(Role::Text, name, cells, Align::Left);
}

/// Writes the facts that are not empty, with a dot between them.
pub(crate) fn write_facts(
    facts: &[&str],
    context: &RenderContext<'_>,
    writer: &mut LineWriter<'_>,
) {
    let facts = facts.iter().filter(|fact| text::width(fact) > 0);
    for (at, fact) in facts.enumerate() {
        if at > 0 {
            writer.write(Role::Dim, &format!(" {} ", context.symbols.dot));
        }
        writer.write(Role::Text, fact);
    }
}
