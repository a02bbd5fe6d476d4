//! The lower edge of a dialog or an overlay: the keys that work in it, and how many lines are
//! hidden.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::{last_line, without_corners};
use super::line_writer::{LineWriter, right};
use super::render_context::RenderContext;
use crate::keymap::action::{Action, KeyContext, TextEdit};
use crate::text::width;
use crate::theme::Role;

/// The keys of the contexts, each with the hint of the key table or, where that has none, of the
/// caller.
pub(crate) fn hints(
    contexts: &[KeyContext],
    label_for: impl Fn(Action) -> &'static str,
    context: &RenderContext<'_>,
) -> Vec<(String, &'static str)> {
    let hints = context.hints(contexts).map(|(action, key, word)| match action {
        // Only filters complete.
        Action::Edit(TextEdit::Complete) => (key, ""),
        _ if word.is_empty() => (key, label_for(action)),
        _ => (key, word),
    });
    hints.filter(|(_, word)| !word.is_empty()).collect()
}

/// `above` and `below` are the numbers of hidden lines.
pub(crate) fn draw_edge(
    hints: &[(String, &'static str)],
    (above, below): (usize, usize),
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let bottom = without_corners(last_line(area));
    let sign = |count: usize, sign: &str| match count {
        0 => String::new(),
        count => format!("{sign}{count} "),
    };
    let (up, down) = (sign(above, context.symbols.up), sign(below, context.symbols.down));
    let more = if above + below == 0 { String::new() } else { format!(" {up}{down}") };
    let more_area = right(bottom, width(&more));
    LineWriter::new(context, more_area, buf).write(Role::Dim, &more);
    let left = Rect { width: (bottom.width - more_area.width).saturating_sub(1), ..bottom };
    let mut writer = LineWriter::new(context, left, buf);
    let mut has_hints = false;
    for (at, (key, word)) in hints.iter().enumerate() {
        let lead = if at == 0 { " " } else { "  " };
        if writer.remaining() < lead.len() + width(key) + word.len() + 2 {
            break;
        }
        writer.write(Role::Hint, lead).write(Role::Key, key).write(Role::Hint, " ");
        writer.write(Role::Hint, word);
        has_hints = true;
    }
    if has_hints {
        writer.write(Role::Hint, " ");
    }
}
