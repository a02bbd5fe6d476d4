//! Draws the card of the selected candidate in its frame.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::{frame, lower_edge};
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::card::selectors;
use crate::tui::features::inbox::state::Inbox;
use crate::tui::features::lists::columns::{CellContext, time_in_stage};
use crate::tui::features::triage::marks::{pending_text, verdict_sign};
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text_view::draw_lines;

pub(crate) fn card(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    (area, is_focused): (Rect, bool),
    buf: &mut Buffer,
) {
    let title = title(state, context, usize::from(area.width).saturating_sub(5));
    let inner = frame(context, &title, (area, is_focused), buf);
    let Some(card) = selectors::card(state, inner.width) else {
        if !inbox.items.is_empty() {
            let message = "No longer loaded";
            LineWriter::new(context, line(inner, 0), buf).write(Role::Dim, message);
        }
        return lower_edge(state, context, (0, 0), area, buf);
    };
    let height = usize::from(inner.height);
    let scroll = inbox.scroll.min(card.len().saturating_sub(height));
    draw_lines(context, &card.lines(scroll, height), 0, inner, buf);
    let below = card.len().saturating_sub(scroll + height);
    lower_edge(state, context, (scroll, below), area, buf);
}

/// Name, verdict and stage stay visible while the card scrolls; the name is shortened first.
fn title(state: &State, context: &RenderContext<'_>, available: usize) -> Vec<(Role, String)> {
    let Some((open, row)) = state.current_row() else {
        return vec![(Role::Title, "No candidate".to_owned())];
    };
    let rows = &open.list.pages.rows;
    let triage = state.triage_of(open, row);
    let dot = |words: &str| format!(" {} {words}", context.symbols.dot);
    let mut rest = Vec::new();
    let is_pending = triage.is_some_and(|triage| triage.is_pending);
    let verdict = triage.and_then(|triage| triage.verdict.as_ref());
    let sign = match verdict {
        _ if is_pending => Some((Role::Warning, context.symbols.pending)),
        verdict => verdict.map(|verdict| verdict_sign(context, verdict.verdict)),
    };
    if let Some((role, sign)) = sign {
        let word = verdict.map_or("change not saved yet".to_owned(), |verdict| {
            format!("your verdict: {}", pending_text(verdict.verdict.as_str(), is_pending))
        });
        let text = match available {
            ..60 => format!(" {sign}"),
            _ => dot(&format!("{sign} {word}")),
        };
        rest.push((role, text));
    }
    let stage_text = context.cut(rows.stage_name(row), (available / 3).max(10)).into_owned();
    rest.push((Role::Text, dot(&stage_text)));
    let facts = CellContext::new(state, context, Some(open));
    rest.push((Role::Dim, format!(" {}", time_in_stage(rows, row, &facts))));
    let star = triage.is_some_and(|triage| triage.starred);
    let star = star.then(|| (Role::Star, format!(" {}", context.symbols.star)));
    let used: usize = rest.iter().chain(&star).map(|(_, words)| width(words)).sum();
    let full_name = state.display_name(open, row);
    let name =
        context.cut(&full_name, available.saturating_sub(used).max(available / 3)).into_owned();
    let job = state.job_display_name(&open.id);
    if used + width(&name) + width(&job) + 3 <= available {
        rest.push((Role::Dim, dot(&job)));
    }
    [(Role::Title, name)].into_iter().chain(star).chain(rest).collect()
}
