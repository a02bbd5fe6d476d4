//! The frame around queue and card: the title above, and below it the last verdict and how many
//! lines are hidden.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use crate::keymap::action::Action;
use crate::recruiting::triage::Verdict;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::{Inbox, LastVerdict};
use crate::tui::features::triage::marks::pending_text;
use crate::tui::widgets::frame::{clear_area, last_line, without_corners};
use crate::tui::widgets::hints;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;

/// Draws frame and title; returns the area inside.
pub(crate) fn frame(
    context: &RenderContext<'_>,
    title: &[(Role, String)],
    (area, is_focused): (Rect, bool),
    buf: &mut Buffer,
) -> Rect {
    let border = if is_focused { Role::BorderFocused } else { Role::Border };
    let inner = clear_area(context, (border, Borders::ALL), area, buf);
    let top = without_corners(line(area, 0).intersection(buf.area));
    if top.width > 2 {
        // At least one cell of the border stays visible.
        let mut writer = LineWriter::new(context, Rect { width: top.width - 2, ..top }, buf);
        // The symbol shows the focus where there are no colors.
        writer.write(border, if is_focused { context.symbols.step } else { " " });
        for (role, words) in title {
            let role = if *role == Role::Title && !is_focused { Role::Text } else { *role };
            writer.write(role, words);
        }
        let end = Rect { x: writer.x(), width: 1, ..top };
        LineWriter::new(context, end, buf).write(Role::Title, " ");
    }
    inner
}

pub(crate) fn lower_edge(
    state: &State,
    context: &RenderContext<'_>,
    hidden: (usize, usize),
    area: Rect,
    buf: &mut Buffer,
) {
    hints::draw_edge(&[], hidden, context, area, buf);
    let bottom = without_corners(last_line(area)).intersection(buf.area);
    let counter_width = if hidden == (0, 0) { 0 } else { 14 };
    let left = Rect { width: bottom.width.saturating_sub(counter_width), ..bottom };
    let last_verdict = state.inbox.as_deref().and_then(|inbox| last_verdict(state, inbox, context));
    let text = last_verdict.unwrap_or_default();
    if !text.is_empty() && left.width > 4 {
        let text = context.cut(&text, usize::from(left.width) - 2).into_owned();
        let area = Rect { width: u16::try_from(width(&text) + 2).unwrap_or(left.width), ..left };
        LineWriter::new(context, area, buf).write(Role::Hint, &format!(" {text} "));
    }
}

/// The last verdict of this sitting, and the key that undoes it.
fn last_verdict(state: &State, inbox: &Inbox, context: &RenderContext<'_>) -> Option<String> {
    let LastVerdict { verdict, reason, subject, snapshot } = inbox.last_verdict.as_ref()?;
    let (sign, verb) = match verdict {
        Some(Verdict::Advance) => (context.symbols.advance, "advanced"),
        Some(Verdict::Wait) => (context.symbols.wait, "waits"),
        Some(Verdict::Decline) => (context.symbols.decline, "declined"),
        None => (context.symbols.snoozed, "snoozed"),
    };
    let triage = state.triage.candidate(subject.candidate.as_str());
    let is_pending = triage.is_some_and(|triage| triage.is_pending);
    let sign = if is_pending { context.symbols.pending } else { sign };
    let name = state.display_name_of(subject, snapshot);
    let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let text = format!("{sign} {name} {verb}{reason}");
    let text = crate::text::sanitize(&text);
    let text = pending_text(&text, is_pending).into_owned();
    Some(match context.key(state, Action::Undo) {
        Some(key) => context.join(&[text, format!("{key} undoes")]),
        None => text,
    })
}
