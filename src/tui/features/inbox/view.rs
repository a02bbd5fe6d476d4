//! Draws the inbox over the panes: progress, filter, queue and card, and the history where there
//! is room.
//!
//! `areas` places the parts, so that `update` can scroll and click by them.

pub(crate) mod card;
pub(crate) mod frame;
pub(crate) mod head;
pub(crate) mod history;
pub(crate) mod queue;
#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use super::areas::areas;
use super::state::{Inbox, InboxSide};
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::clear_area;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input_view::{self, InputStyle};

pub(crate) fn inbox(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some(inbox) = state.inbox.as_deref().filter(|_| state.layout.mode != Mode::Tiny) else {
        return;
    };
    let buf = frame.buffer_mut();
    let areas = areas(state);
    clear_area(context, (Role::Border, Borders::NONE), state.layout.main, buf);
    head::head(state, inbox, context, areas.head, buf);
    if let Some(area) = areas.filter {
        filter(inbox, context, area, buf);
    }
    if let Some(area) = areas.filter_error {
        for (at, words) in inbox.filter_error_lines(area.width).into_iter().enumerate() {
            let place = from(line(area, at), 3);
            LineWriter::new(context, place, buf).write(Role::Warning, words);
        }
    }
    if let Some(area) = areas.queue {
        queue::queue(state, inbox, context, (area, areas.card.is_none()), buf);
    }
    if let Some(area) = areas.card {
        let is_focused = areas.queue.is_none() || inbox.side == InboxSide::Card;
        card::card(state, inbox, context, (area, is_focused), buf);
    }
    if let Some(area) = areas.history {
        history::history(state, context, area, buf);
    }
}

fn filter(inbox: &Inbox, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    LineWriter::new(context, area, buf).skip(1).write(Role::Key, "/");
    let style = InputStyle { is_idle: !inbox.filtering, ..InputStyle::default() };
    text_input_view::draw(context, &inbox.filter, style, from(area, 3), buf);
}
