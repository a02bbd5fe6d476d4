//! Frames: that of a pane, with its number and name, what holds for it and where
//! one is; and the box of what lies over the panes, with its title.

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Borders, Clear, Widget as _};

use super::line_writer::{LineWriter, line, right};
use super::render_context::RenderContext;
use crate::keymap::action::Pane;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;

/// No letter takes more cells, however many are joined in it.
const WIDEST_LETTER: u16 = 16;

/// What a frame says.
#[derive(Debug, Default)]
pub(crate) struct Caption {
    /// What the pane shows.
    pub(crate) name: String,
    /// What holds for it, the most important first.
    pub(crate) facts: Vec<(Role, String)>,
    /// What is wrong or on its way.
    pub(crate) troubles: Vec<(Role, String)>,
    /// Where one is in it.
    pub(crate) place: String,
}

pub(crate) fn frame(
    state: &State,
    look: &RenderContext<'_>,
    pane: Pane,
    outer: Rect,
    caption: &Caption,
    buf: &mut Buffer,
) {
    let focused = state.focus == pane;
    let border = if focused { Role::BorderFocused } else { Role::Border };
    bordered(look, (border, Borders::ALL), outer, buf);
    top(look, pane, focused, line(inside(outer), 0), caption, buf);
    bottom(look, last(inside(outer)), caption, buf);
}

/// Clears an area and frames it under a title. What is inside the frame.
pub(crate) fn boxed(title: &str, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let area = area.intersection(buf.area);
    let inner = cleared(look, (Role::BorderFocused, Borders::ALL), area, buf);
    let top = inside(line(area, 0));
    if !title.is_empty() && top.width > 2 {
        // A cell of the border stays to be seen, whatever the title.
        let title = look.cut(title, usize::from(top.width) - 2);
        LineWriter::new(look, top, buf).write(Role::Title, &format!(" {title} "));
    }
    inner
}

/// Clears an area and draws some of its borders. What is inside.
pub(crate) fn cleared(
    look: &RenderContext<'_>,
    border: (Role, Borders),
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let area = area.intersection(buf.area);
    // A terminal that shrank just now has nothing there at all.
    if area.is_empty() {
        return Rect::new(buf.area.x, buf.area.y, 0, 0);
    }
    halve(area, buf);
    Clear.render(area, buf);
    buf.set_style(area, look.style(Role::Screen));
    bordered(look, border, area, buf)
}

/// Blanks the letters that begin before an area and reach into it: half of one
/// cannot be shown, and it would be painted over the border.
fn halve(area: Rect, buf: &mut Buffer) {
    let nearest = area.x.saturating_sub(WIDEST_LETTER).max(buf.area.x);
    for y in area.top()..area.bottom() {
        let reaches = |x: &u16| usize::from(area.x - x) < width(buf[(*x, y)].symbol());
        let Some(first) = (nearest..area.x).find(reaches) else { continue };
        for x in first..area.x {
            buf[(x, y)].set_symbol(" ");
        }
    }
}

fn bordered(
    look: &RenderContext<'_>,
    (role, borders): (Role, Borders),
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let block = Block::new()
        .borders(borders)
        .border_set(look.symbols.border)
        .border_style(look.style(role));
    let inner = block.inner(area);
    block.render(area, buf);
    inner
}

/// The last line of an area.
pub(crate) fn last(area: Rect) -> Rect {
    line(area, usize::from(area.height.saturating_sub(1)))
}

/// Without the corners.
pub(crate) const fn inside(outer: Rect) -> Rect {
    Rect { x: outer.x + 1, width: outer.width.saturating_sub(2), ..outer }
}

/// The cells for the facts beside the name of a pane of this width.
pub(crate) fn room_above(outer: u16, name: &str) -> usize {
    // The corners, the number with its spaces, a space before and one after.
    usize::from(outer).saturating_sub(2 + 3 + width(name) + 2)
}

/// The cells for the troubles at the lower edge of a pane of this width.
pub(crate) fn room_below(outer: u16, place: &str) -> usize {
    let place = if place.is_empty() { 0 } else { width(place) + 2 };
    // The corners, a cell of the edge, a space before and one after.
    usize::from(outer).saturating_sub(2 + place + 3)
}

fn top(
    look: &RenderContext<'_>,
    pane: Pane,
    focused: bool,
    area: Rect,
    caption: &Caption,
    buf: &mut Buffer,
) {
    let number = pane as usize + 1;
    // Known by its sign where there are no colours.
    let (sign, role) =
        if focused { (look.symbols.step, Role::BorderFocused) } else { (" ", Role::Dim) };
    let mut pen = LineWriter::new(look, area, buf);
    pen.write(role, &format!("{sign}{number} "));
    let title = if focused { Role::Title } else { Role::Text };
    pen.write(title, &caption.name);
    for (at, (role, fact)) in caption.facts.iter().enumerate() {
        if at > 0 {
            pen.write(Role::Dim, &format!(" {}", look.symbols.dot));
        }
        pen.write(Role::Dim, " ").write(*role, fact);
    }
    pen.write(Role::Dim, " ");
}

fn bottom(look: &RenderContext<'_>, area: Rect, caption: &Caption, buf: &mut Buffer) {
    let mut left = area;
    if !caption.place.is_empty() {
        let place = right(area, width(&caption.place) + 2);
        left.width -= place.width;
        LineWriter::new(look, place, buf).write(Role::Dim, &format!(" {} ", caption.place));
    }
    if caption.troubles.is_empty() || left.width < 3 {
        return;
    }
    left.width -= 1;
    let mut pen = LineWriter::new(look, left, buf);
    for (at, (role, told)) in caption.troubles.iter().enumerate() {
        // Only the first may be cut: half a sentence is of little use.
        if at > 0 && width(told) + 3 > pen.room() {
            continue;
        }
        let between = if at > 0 { look.symbols.dot } else { "" };
        pen.write(Role::Dim, &format!("{between} ")).write(*role, told).write(Role::Dim, " ");
    }
}

/// Where one is in something long, with signs for what lies above and below.
pub(crate) fn place(
    look: &RenderContext<'_>,
    at: Option<usize>,
    len: usize,
    seen: &std::ops::Range<usize>,
) -> String {
    let mut told = match at {
        Some(at) if len > 0 => format!("{}/{}", thousands(at + 1), thousands(len)),
        _ => String::new(),
    };
    let up = if seen.start > 0 { look.symbols.up } else { "" };
    let down = if seen.end < len { look.symbols.down } else { "" };
    if !(told.is_empty() || (up.is_empty() && down.is_empty())) {
        told.push(' ');
    }
    told + up + down
}

fn thousands(number: usize) -> String {
    super::format::count(number as u64)
}
