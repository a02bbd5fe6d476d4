//! Draws the editor: the form, or the step of the save, and a question above it.

pub mod form;
pub mod hints;
#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::Editor;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::boxed;
use crate::tui::widgets::line_writer::{LineWriter, line, right};
use crate::tui::widgets::popup_hints::edge;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view;

pub(crate) fn editor(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let (Some(editor), Some(area)) = (state.editor.as_deref(), state.editor_area()) else { return };
    if state.layout.mode == Mode::Tiny {
        return;
    }
    let buf = frame.buffer_mut();
    let area = area.intersection(buf.area);
    let inner = boxed(&editor.title(), look, area, buf);
    draw_step(editor, look, area, buf);
    let (hidden, cursor) = match state.save_flow(inner.width) {
        Some(flow) => {
            let first = flow.first(usize::from(inner.height));
            rich_text_view::lines(look, &flow.lines, first, inner, buf);
            let seen = first + usize::from(inner.height);
            ((first, flow.lines.len().saturating_sub(seen)), None)
        }
        None => form::form(state, editor, look, inner, buf),
    };
    let question = state.question();
    let hints = hints::hints(state, editor, look);
    let mine = if question.is_some() { &[][..] } else { &hints[..] };
    edge(mine, hidden, look, area, buf);
    if let Some((place, lines)) = question {
        let place = place.intersection(buf.area);
        let inner = boxed("", look, place, buf);
        rich_text_view::lines(look, &lines, 0, inner, buf);
        edge(&hints, (0, 0), look, place, buf);
    }
    let is_seen = |at: &(u16, u16)| state.over.is_none() && area.contains((*at).into());
    if let Some(cursor) = cursor.filter(is_seen) {
        frame.set_cursor_position(cursor);
    }
}

/// Areas that notices must not cover: the title, the cursor line and the keys.
pub(crate) fn kept(state: &State) -> Option<Vec<Rect>> {
    let (editor, area) = (state.editor.as_deref()?, state.editor_area()?);
    let inner = state.editor_inner()?;
    let layout = editor.form_layout(&state.clock, (inner.width, inner.height));
    let at = line(inner, layout.head.len() + layout.at.saturating_sub(layout.first));
    let head = Rect { height: area.height.min(2), ..area };
    Some(vec![head, at, crate::tui::widgets::frame::last(area)])
}

fn draw_step(editor: &Editor, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let name = editor.step_name();
    let top = crate::tui::widgets::frame::inside(line(area, 0));
    let free = usize::from(top.width).saturating_sub(width(&editor.title()) + 3);
    if name.is_empty() || free < width(name) + 3 {
        return;
    }
    let place = right(Rect { width: top.width.saturating_sub(1), ..top }, width(name) + 2);
    LineWriter::new(look, place, buf).write(Role::Header, &format!(" {name} "));
}
