//! The lower edge of what lies over the panes: the keys that hold in it, and how
//! much is above and below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::{inside, last};
use super::line_writer::{LineWriter, right};
use super::render_context::RenderContext;
use crate::keymap::action::{Action, KeyContext, TextEdit};
use crate::text::width;
use crate::theme::Role;

/// The keys that hold here, each with its word: as the table has them, or what
/// they do here where the table has none.
pub(crate) fn hints(
    contexts: &[KeyContext],
    does: impl Fn(Action) -> &'static str,
    look: &RenderContext<'_>,
) -> Vec<(String, &'static str)> {
    let hints = look.hints(contexts).map(|(action, key, word)| match action {
        // What is offered can be completed in filters alone.
        Action::Edit(TextEdit::Complete) => (key, ""),
        _ if word.is_empty() => (key, does(action)),
        _ => (key, word),
    });
    hints.filter(|(_, word)| !word.is_empty()).collect()
}

/// Draws the edge of an area.
pub(crate) fn edge(
    hints: &[(String, &'static str)],
    (above, below): (usize, usize),
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let bottom = inside(last(area));
    let sign = |count: usize, sign: &str| match count {
        0 => String::new(),
        count => format!("{sign}{count} "),
    };
    let (up, down) = (sign(above, look.symbols.up), sign(below, look.symbols.down));
    let more = if above + below == 0 { String::new() } else { format!(" {up}{down}") };
    let place = right(bottom, width(&more));
    LineWriter::new(look, place, buf).write(Role::Dim, &more);
    let left = Rect { width: (bottom.width - place.width).saturating_sub(1), ..bottom };
    let mut pen = LineWriter::new(look, left, buf);
    let mut is_any = false;
    for (at, (key, word)) in hints.iter().enumerate() {
        let lead = if at == 0 { " " } else { "  " };
        if pen.room() < lead.len() + width(key) + word.len() + 2 {
            break;
        }
        pen.write(Role::Hint, lead).write(Role::Key, key).write(Role::Hint, " ");
        pen.write(Role::Hint, word);
        is_any = true;
    }
    if is_any {
        pen.write(Role::Hint, " ");
    }
}
