//! Draws the card of the selected candidate in its frame.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::{frame, lower_edge};
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::Inbox;
use crate::tui::features::lists::columns::{CellContext, stay};
use crate::tui::features::triage::marks::verdict_sign;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::lines;

pub(crate) fn card(
    state: &State,
    inbox: &Inbox,
    look: &RenderContext<'_>,
    (area, is_focused): (Rect, bool),
    buf: &mut Buffer,
) {
    let title = title(state, look, usize::from(area.width).saturating_sub(5));
    let inner = frame(look, &title, (area, is_focused), buf);
    let Some(card) = state.card(inner.width) else {
        if !inbox.items.is_empty() {
            let told = "this one is not loaded any more";
            LineWriter::new(look, line(inner, 0), buf).write(Role::Dim, told);
        }
        return lower_edge(state, look, (0, 0), area, buf);
    };
    let height = usize::from(inner.height);
    let scroll = inbox.scroll.min(card.len().saturating_sub(height));
    lines(look, &card.lines(scroll, height), 0, inner, buf);
    let below = card.len().saturating_sub(scroll + height);
    lower_edge(state, look, (scroll, below), area, buf);
}

/// Name, verdict and stage stay visible while the card scrolls; the name is shortened first.
fn title(state: &State, look: &RenderContext<'_>, room: usize) -> Vec<(Role, String)> {
    let Some((open, row)) = state.shown_row() else {
        return vec![(Role::Title, "Nobody".to_owned())];
    };
    let rows = &open.list.roll.rows;
    let own = state.own(open, row);
    let dot = |words: &str| format!(" {} {words}", look.symbols.dot);
    let mut rest = Vec::new();
    if let Some(given) = own.and_then(|own| own.verdict.as_ref()) {
        let (role, sign) = verdict_sign(look, given.verdict);
        let told = match room {
            ..60 => format!(" {sign}"),
            _ => dot(&format!("{sign} yours: {}", given.verdict.as_str())),
        };
        rest.push((role, told));
    }
    let stands = look.cut(rows.stage_name(row), (room / 3).max(10)).into_owned();
    rest.push((Role::Text, dot(&stands)));
    let facts = CellContext {
        now: state.clock.date,
        symbols: look.symbols,
        open: Some(open),
        limits: &state.rules.limits,
    };
    rest.push((Role::Dim, format!(" {}", stay(rows, row, &facts))));
    let star = own.is_some_and(|own| own.starred);
    let star = star.then(|| (Role::Star, format!(" {}", look.symbols.star)));
    let used: usize = rest.iter().chain(&star).map(|(_, words)| width(words)).sum();
    let called = state.called(open, row);
    let name = look.cut(&called, room.saturating_sub(used).max(room / 3)).into_owned();
    let job = state.named_job(&open.id);
    if used + width(&name) + width(&job) + 3 <= room {
        rest.push((Role::Dim, dot(&job)));
    }
    [(Role::Title, name)].into_iter().chain(star).chain(rest).collect()
}
