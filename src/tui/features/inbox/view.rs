//! The inbox: how far one is, the queue, and the card of one candidate.
//!
//! It covers the panes. Where its parts are is the state's; the queue and the
//! card have a file each.

pub mod card;
pub mod head;
pub mod just;
pub mod queue;
#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use super::areas::areas;
use super::state::{Inbox, InboxSide};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::triage::Verdict;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::{cleared, inside, last};
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::{popup_hints, text_input_view};

/// Draws it over the panes, if it is open.
pub(crate) fn inbox(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some(inbox) = state.inbox.as_deref().filter(|_| state.layout.mode != Mode::Tiny) else {
        return;
    };
    let buf = frame.buffer_mut();
    let areas = areas(state);
    cleared(look, (Role::Border, Borders::NONE), state.layout.main, buf);
    head::head(state, inbox, look, areas.head, buf);
    let cursor = areas.filter.and_then(|area| filter(inbox, look, area, buf));
    if let Some(area) = areas.wrong {
        for (at, words) in inbox.wrong_lines(area.width).into_iter().enumerate() {
            let place = from(line(area, at), 3);
            LineWriter::new(look, place, buf).write(Role::Warning, words);
        }
    }
    if let Some(area) = areas.queue {
        queue::queue(state, inbox, look, (area, areas.card.is_none()), buf);
    }
    if let Some(area) = areas.card {
        let is_first = areas.queue.is_none() || inbox.side == InboxSide::Card;
        card::card(state, inbox, look, (area, is_first), buf);
    }
    if let Some(cursor) = cursor.filter(|cursor| frame.area().contains((*cursor).into())) {
        frame.set_cursor_position(cursor);
    }
}

/// What the queue is filtered by. Where the cursor stands, if it is typed.
fn filter(
    inbox: &Inbox,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    LineWriter::new(look, area, buf).skip(1).write(Role::Key, "/");
    let place = from(area, 3);
    if inbox.filtering {
        let typed = (inbox.filter.text(), inbox.filter.before());
        return Some(text_input_view::typed(look, typed, &[], place, buf));
    }
    LineWriter::new(look, place, buf).write(Role::Input, inbox.filter.text());
    None
}

/// The frame of a part, with its title. What is inside.
fn framed(
    look: &RenderContext<'_>,
    title: &[(Role, String)],
    (area, is_first): (Rect, bool),
    buf: &mut Buffer,
) -> Rect {
    let border = if is_first { Role::BorderFocused } else { Role::Border };
    let inner = cleared(look, (border, Borders::ALL), area, buf);
    let top = inside(line(area, 0).intersection(buf.area));
    if top.width > 2 {
        // A cell of the border stays to be seen, whatever the title.
        let mut pen = LineWriter::new(look, Rect { width: top.width - 2, ..top }, buf);
        // Known by its sign where there are no colours, as a pane is.
        pen.write(border, if is_first { look.symbols.step } else { " " });
        for (role, words) in title {
            let role = if *role == Role::Title && !is_first { Role::Text } else { *role };
            pen.write(role, words);
        }
        let end = Rect { x: pen.x(), width: 1, ..top };
        LineWriter::new(look, end, buf).write(Role::Title, " ");
    }
    inner
}

/// The lower edge: what was decided last, the reasons that go with verdicts, and
/// how much lies above and below.
fn lower_edge(
    state: &State,
    look: &RenderContext<'_>,
    hidden: (usize, usize),
    area: Rect,
    buf: &mut Buffer,
) {
    popup_hints::edge(&[], hidden, look, area, buf);
    let bottom = inside(last(area)).intersection(buf.area);
    let more = if hidden == (0, 0) { 0 } else { 14 };
    let left = Rect { width: bottom.width.saturating_sub(more), ..bottom };
    let just = state.inbox.as_deref().and_then(|inbox| just::just(state, inbox, look));
    let sticky = Some(sticky(state, look)).filter(|told| !told.is_empty());
    let told = look.joined(&just.into_iter().chain(sticky).collect::<Vec<_>>());
    if !told.is_empty() && left.width > 4 {
        let told = look.cut(&told, usize::from(left.width) - 2).into_owned();
        let place = Rect { width: u16::try_from(width(&told) + 2).unwrap_or(left.width), ..left };
        LineWriter::new(look, place, buf).write(Role::Hint, &format!(" {told} "));
    }
}

/// What goes with a verdict from now on, and how that is changed.
fn sticky(state: &State, look: &RenderContext<'_>) -> String {
    let mut told = Vec::new();
    for (verdict, reason) in Verdict::ALL.into_iter().zip(&state.deciding.sticky) {
        let key = look.key(state, Action::Triage(TriageAction::Give(verdict)));
        if let (Some(reason), Some(key)) = (reason, key) {
            let does = match verdict {
                Verdict::Advance => "advances",
                Verdict::Wait => "lets wait",
                Verdict::Decline => "declines",
            };
            told.push(format!("{key} {does}: {reason}"));
        }
    }
    match look.key(state, Action::Triage(TriageAction::Reason)) {
        Some(key) if !told.is_empty() => format!("{} ({key} changes it)", look.joined(&told)),
        _ => look.joined(&told),
    }
}
