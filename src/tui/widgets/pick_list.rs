//! Lists over the panes that one picks from: requests, places, what was found.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::format::count;
use super::line_writer::{LineWriter, below, from, line};
use super::render_context::RenderContext;
use super::text_input::TextInput;
use super::text_input_view::{self, InputStyle};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::dialog::{PALETTE_HEAD, first_row};
use crate::tui::app::state::State;
use crate::tui::features::navigation::state::Location;
use crate::tui::features::palette::state::{Palette, PaletteHit, PaletteTarget};

/// The rows around the selected one. How many are above and below.
pub(crate) fn draw_rows<T>(
    all: impl ExactSizeIterator<Item = T>,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
    draw: impl Fn(&T, &mut LineWriter<'_>),
) -> (usize, usize) {
    let (len, height) = (all.len(), usize::from(area.height));
    let at = at.min(len.saturating_sub(1));
    let first = first_row(at, len, height);
    for (row, item) in all.enumerate().skip(first).take(height) {
        let row_area = line(area, row - first);
        let sign = if row == at { context.symbols.cursor } else { " " };
        let mut writer = LineWriter::new(context, row_area, buf);
        draw(&item, writer.cell(Role::Key, sign, 1, Align::Left));
        if row == at {
            buf.set_style(row_area, context.style(Role::Selected));
        }
    }
    (first, len.saturating_sub(first + height))
}

/// The places where one was.
pub(crate) fn draw_history(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let locations = state.history.newest_first();
    if locations.len() == 0 {
        LineWriter::new(context, line(area, 0), buf)
            .write(Role::Dim, "you have been nowhere else yet");
    }
    draw_rows(locations, at, context, area, buf, |location: &&Location, writer| {
        writer.write(Role::Text, &location.name);
    })
}

/// What is typed, and a rule below it. Where the rows are.
pub(crate) fn draw_input_head(
    field: &TextInput,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let mut writer = LineWriter::new(context, line(area, 0), buf);
    writer.write(Role::Key, context.symbols.step).skip(1);
    text_input_view::draw(context, field, InputStyle::default(), from(line(area, 0), 2), buf);
    LineWriter::new(context, line(area, 1), buf).rule();
    below(area, PALETTE_HEAD)
}

/// What was found, below the line that is typed.
pub(crate) fn draw_palette(
    palette: &Palette,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = draw_input_head(&palette.field, context, area, buf);
    if palette.hits.is_empty() {
        LineWriter::new(context, line(list, 0), buf).write(Role::Dim, "nothing is called so");
    }
    // What stands beside takes the room it needs, and leaves most to the names.
    let widest = palette.hits.iter().map(|hit| text::width(&hit.detail)).max().unwrap_or(0);
    let is_narrow = list.width < 60;
    let detail_width =
        widest.min(usize::from(if is_narrow { list.width / 4 } else { list.width * 2 / 5 }));
    draw_rows(palette.hits.iter(), palette.at, context, list, buf, |hit, writer| {
        let name = if is_narrow {
            writer.cell(Role::Dim, hit.target.short_kind(), 4, Align::Left);
            without_group(hit)
        } else {
            writer.cell(Role::Dim, hit.target.kind(), 9, Align::Left);
            &hit.name
        };
        let name_width = writer.remaining().saturating_sub(detail_width + 1);
        writer.cell(Role::Text, name, name_width, Align::Left).write(Role::Hint, &hit.detail);
    })
}

/// What tells actions apart: where there is little room, not what they belong to.
fn without_group(hit: &PaletteHit) -> &str {
    match (&hit.target, hit.name.split_once(": ")) {
        (PaletteTarget::Action(_), Some((_, name))) => name,
        _ => &hit.name,
    }
}

/// What is told in the title of the requests.
pub(crate) fn requests_title(state: &State) -> String {
    let (in_flight, waiting) = state.requests.counts();
    format!("Requests: {in_flight} out, {waiting} waiting, {} in all", count(state.requests.count))
}
