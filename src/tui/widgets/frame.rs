//! Frames: of a pane, with number, name, facts, warnings and position; and of a dialog, with its
//! title. The views of panes, dialogs and messages use them.

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Borders, Clear, Widget as _};

use super::hit_map::Hit;
use super::line_writer::{LineWriter, line, right};
use super::render_context::RenderContext;
use crate::keymap::action::Pane;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;

/// In cells; a grapheme of joined emoji is wide.
const WIDEST_LETTER: u16 = 16;

/// The texts on the frame of a pane.
#[derive(Debug, Default)]
pub(crate) struct Caption {
    pub(crate) name: String,
    /// Most important first.
    pub(crate) facts: Vec<(Role, String)>,
    /// Errors and progress, at the bottom.
    pub(crate) warnings: Vec<(Role, String)>,
    /// The position in the list or text, at the bottom.
    pub(crate) position: String,
}

pub(crate) fn draw_frame(
    state: &State,
    context: &RenderContext<'_>,
    pane: Pane,
    outer: Rect,
    caption: &Caption,
    buf: &mut Buffer,
) {
    let is_focused = state.focus == pane;
    let border = if is_focused { Role::BorderFocused } else { Role::Border };
    draw_border(context, (border, Borders::ALL), outer, buf);
    draw_top(context, pane, is_focused, line(without_corners(outer), 0), caption, buf);
    draw_bottom(context, last_line(without_corners(outer)), caption, buf);
}

/// Clears an area and draws a frame with a title. Returns the area inside.
pub(crate) fn draw_box(
    title: &str,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let area = area.intersection(buf.area);
    let inner = clear_area(context, (Role::BorderFocused, Borders::ALL), area, buf);
    let top = without_corners(line(area, 0));
    if !title.is_empty() && top.width > 2 {
        // At least one cell of the border stays visible.
        let title = context.cut(title, usize::from(top.width) - 2);
        LineWriter::new(context, top, buf).write(Role::Title, &format!(" {title} "));
    }
    inner
}

/// Clears an area and draws some of its borders. Returns the area inside.
pub(crate) fn clear_area(
    context: &RenderContext<'_>,
    border: (Role, Borders),
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let area = area.intersection(buf.area);
    // After the terminal shrank, the area may be outside of it.
    if area.is_empty() {
        return Rect::new(buf.area.x, buf.area.y, 0, 0);
    }
    context.hits.add(area, Hit::Covered);
    clear_split_letters(area, buf);
    Clear.render(area, buf);
    buf.set_style(area, context.style(Role::Screen));
    draw_border(context, border, area, buf)
}

/// Blanks wide graphemes that reach into an area from the left: the terminal would paint them over
/// the border.
fn clear_split_letters(area: Rect, buf: &mut Buffer) {
    let nearest = area.x.saturating_sub(WIDEST_LETTER).max(buf.area.x);
    for y in area.top()..area.bottom() {
        let reaches = |x: &u16| usize::from(area.x - x) < width(buf[(*x, y)].symbol());
        let Some(first) = (nearest..area.x).find(reaches) else { continue };
        for x in first..area.x {
            buf[(x, y)].set_symbol(" ");
        }
    }
}

fn draw_border(
    context: &RenderContext<'_>,
    (role, borders): (Role, Borders),
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    let block = Block::new()
        .borders(borders)
        .border_set(context.symbols.border)
        .border_style(context.style(role));
    let inner = block.inner(area);
    block.render(area, buf);
    inner
}

pub(crate) fn last_line(area: Rect) -> Rect {
    line(area, usize::from(area.height.saturating_sub(1)))
}

pub(crate) const fn without_corners(outer: Rect) -> Rect {
    Rect { x: outer.x + 1, width: outer.width.saturating_sub(2), ..outer }
}

/// The room for the facts on a frame of this width.
pub(crate) fn facts_width(outer: u16, name: &str) -> usize {
    // The corners, the number with its spaces, and a space on each side.
    usize::from(outer).saturating_sub(2 + 3 + width(name) + 2)
}

/// The room for the warnings on a frame of this width.
pub(crate) fn warnings_width(outer: u16, position: &str) -> usize {
    let position_width = if position.is_empty() { 0 } else { width(position) + 2 };
    // The corners, a cell of the border, and a space on each side.
    usize::from(outer).saturating_sub(2 + position_width + 3)
}

fn draw_top(
    context: &RenderContext<'_>,
    pane: Pane,
    is_focused: bool,
    area: Rect,
    caption: &Caption,
    buf: &mut Buffer,
) {
    let number = pane as usize + 1;
    // A theme without colors shows the focus by the symbol alone.
    let (sign, role) =
        if is_focused { (context.symbols.step, Role::BorderFocused) } else { (" ", Role::Dim) };
    let mut writer = LineWriter::new(context, area, buf);
    writer.write(role, &format!("{sign}{number} "));
    let title = if is_focused { Role::Title } else { Role::Text };
    writer.write(title, &caption.name);
    for (at, (role, fact)) in caption.facts.iter().enumerate() {
        if at > 0 {
            writer.write(Role::Dim, &format!(" {}", context.symbols.dot));
        }
        writer.write(Role::Dim, " ").write(*role, fact);
    }
    writer.write(Role::Dim, " ");
}

fn draw_bottom(context: &RenderContext<'_>, area: Rect, caption: &Caption, buf: &mut Buffer) {
    let mut left = area;
    if !caption.position.is_empty() {
        let position_area = right(area, width(&caption.position) + 2);
        left.width -= position_area.width;
        LineWriter::new(context, position_area, buf)
            .write(Role::Dim, &format!(" {} ", caption.position));
    }
    if caption.warnings.is_empty() || left.width < 3 {
        return;
    }
    left.width -= 1;
    let mut writer = LineWriter::new(context, left, buf);
    for (at, (role, message)) in caption.warnings.iter().enumerate() {
        // Only the first is cut; half a sentence is of little use.
        if at > 0 && width(message) + 3 > writer.remaining() {
            continue;
        }
        let between = if at > 0 { context.symbols.dot } else { "" };
        writer.write(Role::Dim, &format!("{between} ")).write(*role, message).write(Role::Dim, " ");
    }
}

/// The position in a list or text, with arrows for what is hidden above and below.
pub(crate) fn position_text(
    context: &RenderContext<'_>,
    at: Option<usize>,
    len: usize,
    visible: &std::ops::Range<usize>,
) -> String {
    let mut text = match at {
        Some(at) if len > 0 => format!("{}/{}", thousands(at + 1), thousands(len)),
        _ => String::new(),
    };
    let up = if visible.start > 0 { context.symbols.up } else { "" };
    let down = if visible.end < len { context.symbols.down } else { "" };
    if !(text.is_empty() || (up.is_empty() && down.is_empty())) {
        text.push(' ');
    }
    text + up + down
}

fn thousands(number: usize) -> String {
    super::format::count(number as u64)
}
