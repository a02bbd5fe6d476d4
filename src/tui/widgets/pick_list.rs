//! Lists over the panes that one picks from: requests, places, what was found.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::format::count;
use super::line_writer::{LineWriter, below, from, line};
use super::render_context::RenderContext;
use super::text_input::TextInput;
use super::text_input_view;
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::dialog::{PALETTE_HEAD, first_row};
use crate::tui::app::state::State;
use crate::tui::features::navigation::state::Location;
use crate::tui::features::palette::state::{Palette, PaletteHit, PaletteTarget};

/// The rows around the selected one. How many are above and below.
pub(crate) fn rows<T>(
    all: impl ExactSizeIterator<Item = T>,
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
    draw: impl Fn(&T, &mut LineWriter<'_>),
) -> (usize, usize) {
    let (len, height) = (all.len(), usize::from(area.height));
    let at = at.min(len.saturating_sub(1));
    let first = first_row(at, len, height);
    for (row, item) in all.enumerate().skip(first).take(height) {
        let place = line(area, row - first);
        let sign = if row == at { look.symbols.cursor } else { " " };
        let mut pen = LineWriter::new(look, place, buf);
        draw(&item, pen.cell(Role::Key, sign, 1, Align::Left));
        if row == at {
            buf.set_style(place, look.style(Role::Selected));
        }
    }
    (first, len.saturating_sub(first + height))
}

/// The places where one was.
pub(crate) fn history(
    state: &State,
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let places = state.history.newest_first();
    if places.len() == 0 {
        LineWriter::new(look, line(area, 0), buf)
            .write(Role::Dim, "you have been nowhere else yet");
    }
    rows(places, at, look, area, buf, |place: &&Location, pen| {
        pen.write(Role::Text, &place.told);
    })
}

/// What is typed, and a rule below it. Where the rows are.
pub(crate) fn typed_head(
    field: &TextInput,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let mut pen = LineWriter::new(look, line(area, 0), buf);
    pen.write(Role::Key, look.symbols.step).skip(1);
    text_input_view::field(field, look, from(line(area, 0), 2), buf);
    LineWriter::new(look, line(area, 1), buf).rule();
    below(area, PALETTE_HEAD)
}

/// What was found, below the line that is typed.
pub(crate) fn palette(
    palette: &Palette,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = typed_head(&palette.field, look, area, buf);
    if palette.found.is_empty() {
        LineWriter::new(look, line(list, 0), buf).write(Role::Dim, "nothing is called so");
    }
    // What stands beside takes the room it needs, and leaves most to the names.
    let widest = palette.found.iter().map(|found| text::width(&found.beside)).max().unwrap_or(0);
    let narrow = list.width < 60;
    let beside = widest.min(usize::from(if narrow { list.width / 4 } else { list.width * 2 / 5 }));
    rows(palette.found.iter(), palette.at, look, list, buf, |found, pen| {
        let name = if narrow {
            pen.cell(Role::Dim, found.target.short_kind(), 4, Align::Left);
            without_group(found)
        } else {
            pen.cell(Role::Dim, found.target.kind(), 9, Align::Left);
            &found.name
        };
        let room = pen.room().saturating_sub(beside + 1);
        pen.cell(Role::Text, name, room, Align::Left).write(Role::Hint, &found.beside);
    })
}

/// What tells actions apart: where there is little room, not what they belong to.
fn without_group(found: &PaletteHit) -> &str {
    match (&found.target, found.name.split_once(": ")) {
        (PaletteTarget::Action(_), Some((_, told))) => told,
        _ => &found.name,
    }
}

/// What is told in the title of the requests.
pub(crate) fn requests_title(state: &State) -> String {
    let (out, waiting) = state.requests.load();
    format!("Requests: {out} out, {waiting} waiting, {} in all", count(state.requests.count))
}
