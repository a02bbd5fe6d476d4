//! The box around what lies over the panes: cleared, framed, with a title, the
//! keys that hold in it, and how much is above and below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Widget};

use super::pen::{Pen, cut, line_of};
use crate::app::action::{Action, Context, Edit};
use crate::text;
use crate::theme::Role;
use crate::view::Look;

/// Clears an area and frames it. What is inside the frame.
pub(in crate::view) fn boxed(title: &str, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let area = area.intersection(buf.area);
    Clear.render(area, buf);
    buf.set_style(area, look.style(Role::Screen));
    let block = Block::bordered()
        .border_set(look.symbols.border)
        .border_style(look.style(Role::BorderFocused));
    let inner = block.inner(area);
    block.render(area, buf);
    let room = usize::from(area.width.saturating_sub(4));
    if room > 0 && !title.is_empty() {
        let title = format!(" {} ", cut(title, room, look));
        let mut pen = Pen::new(look, line_of(area, 0), buf);
        pen.skip(1).put(Role::Title, &title);
    }
    inner
}

/// The keys that hold here, each with its word, as the table has them.
pub(super) fn hints(
    contexts: &[Context],
    picks: bool,
    look: &Look<'_>,
) -> Vec<(String, &'static str)> {
    let word = |action, hint| match (action, hint) {
        (Action::Open, "") if picks => "go there",
        // What is offered can be completed in filters alone.
        (Action::Edit(Edit::Complete), _) => "",
        (_, hint) => hint,
    };
    let entries = look.keymap.at(contexts).filter_map(|(entry, chords)| {
        let word = word(entry.action, entry.hint);
        Some((chords.first()?.to_string(), word)).filter(|_| !word.is_empty())
    });
    entries.collect()
}

/// What stands in the lower edge: the keys, and how much is above and below.
pub(super) fn edge(
    hints: &[(String, &'static str)],
    (above, below): (usize, usize),
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let bottom = line_of(area, usize::from(area.height.saturating_sub(1)));
    let sign = |count: usize, sign: &str| match count {
        0 => String::new(),
        count => format!("{sign}{count} "),
    };
    let (up, down) = (sign(above, look.symbols.up), sign(below, look.symbols.down));
    let more = if above + below == 0 { String::new() } else { format!(" {up}{down}") };
    let width = u16::try_from(text::width(&more)).unwrap_or(0) + 1;
    let mut pen = Pen::new(look, bottom, buf);
    pen.skip(usize::from(bottom.width.saturating_sub(width))).put(Role::Dim, &more);
    let left = Rect { width: bottom.width.saturating_sub(width + 1), ..bottom };
    let mut pen = Pen::new(look, left, buf);
    pen.skip(1);
    let mut is_any = false;
    for (at, (key, word)) in hints.iter().enumerate() {
        let lead = if at == 0 { " " } else { "  " };
        if pen.room() < lead.len() + text::width(key) + word.len() + 2 {
            break;
        }
        pen.put(Role::Hint, lead).put(Role::Key, key).put(Role::Hint, " ").put(Role::Hint, word);
        is_any = true;
    }
    if is_any {
        pen.put(Role::Hint, " ");
    }
}
