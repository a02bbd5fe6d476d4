//! Draws the editor: the form, or the step of the save, and a question above it.

pub(crate) mod drafts;
pub(crate) mod form;
pub(crate) mod hints;
#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::Editor;
use super::state::save_flow::{editor_area, question_popup, save_flow};
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::draw_box;
use crate::tui::widgets::hints::draw_edge;
use crate::tui::widgets::line_writer::{LineWriter, line, right};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view;

pub(crate) fn editor(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let (Some(editor), Some(area)) = (state.editor.as_deref(), editor_area(state)) else { return };
    if state.layout.mode == Mode::Tiny {
        return;
    }
    context.cursor.set(None);
    let buf = frame.buffer_mut();
    let area = area.intersection(buf.area);
    let inner = draw_box(&editor.title(), context, area, buf);
    draw_step(editor, context, area, buf);
    let hidden = match save_flow(state, inner.width) {
        Some(flow) => {
            let first = flow.first_visible(usize::from(inner.height));
            rich_text_view::draw_lines(context, &flow.lines, first, inner, buf);
            let end = first + usize::from(inner.height);
            (first, flow.lines.len().saturating_sub(end))
        }
        None => form::form(state, editor, context, inner, buf),
    };
    let question = question_popup(state);
    let hints = hints::hints(state, editor, context);
    let popup_hints = if question.is_some() { &[][..] } else { &hints[..] };
    draw_edge(popup_hints, hidden, context, area, buf);
    if let Some((popup, lines)) = question {
        let popup = popup.intersection(buf.area);
        let inner = draw_box("", context, popup, buf);
        rich_text_view::draw_lines(context, &lines, 0, inner, buf);
        draw_edge(&hints, (0, 0), context, popup, buf);
    }
}

fn draw_step(editor: &Editor, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let name = editor.step_name();
    let top = crate::tui::widgets::frame::without_corners(line(area, 0));
    let free = usize::from(top.width).saturating_sub(width(&editor.title()) + 3);
    if name.is_empty() || free < width(name) + 3 {
        return;
    }
    let label_area = right(Rect { width: top.width.saturating_sub(1), ..top }, width(name) + 2);
    LineWriter::new(context, label_area, buf).write(Role::Header, &format!(" {name} "));
}
