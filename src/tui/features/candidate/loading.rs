//! Loading messages of the two detail panes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::text::{sanitize, wrap};
use crate::theme::Role;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::lists::status_view::loading_text;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn loading_message(
    state: &State,
    context: &RenderContext<'_>,
    what: &str,
    slot: &Slot,
) -> Option<(Role, String)> {
    match state.loading_status(|other| other == slot) {
        ListStatus::Loading(time) => {
            Some((Role::Spinner, loading_text(state, context, what, time)))
        }
        _ => None,
    }
}

/// Returns the messages that did not fit.
pub(crate) fn draw_below(
    context: &RenderContext<'_>,
    messages: Vec<(Role, String)>,
    lines: usize,
    area: Rect,
    buf: &mut Buffer,
) -> Vec<(Role, String)> {
    let height = usize::from(area.height);
    // An empty line between, where there is room.
    let mut at = lines + usize::from(lines > 0 && lines + 1 < height);
    let mut rest = Vec::new();
    for (role, text) in messages {
        let text = sanitize(&text).into_owned();
        let words = wrap(&text, usize::from(area.width).max(1));
        if height < at + words.len() {
            rest.push((role, text));
            continue;
        }
        for words in words {
            LineWriter::new(context, line(area, at), buf).write(role, words);
            at += 1;
        }
    }
    rest
}
