//! The frame around queue and card: the title above, and below it the last verdict, the reasons given
//! with verdicts, and how many lines are hidden.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::triage::Verdict;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::{Inbox, LastVerdict};
use crate::tui::widgets::frame::{cleared, inside, last};
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::popup_hints;
use crate::tui::widgets::render_context::RenderContext;

/// Draws frame and title; returns the area inside.
pub(crate) fn frame(
    look: &RenderContext<'_>,
    title: &[(Role, String)],
    (area, is_focused): (Rect, bool),
    buf: &mut Buffer,
) -> Rect {
    let border = if is_focused { Role::BorderFocused } else { Role::Border };
    let inner = cleared(look, (border, Borders::ALL), area, buf);
    let top = inside(line(area, 0).intersection(buf.area));
    if top.width > 2 {
        // At least one cell of the border stays visible.
        let mut pen = LineWriter::new(look, Rect { width: top.width - 2, ..top }, buf);
        // The symbol shows the focus where there are no colors.
        pen.write(border, if is_focused { look.symbols.step } else { " " });
        for (role, words) in title {
            let role = if *role == Role::Title && !is_focused { Role::Text } else { *role };
            pen.write(role, words);
        }
        let end = Rect { x: pen.x(), width: 1, ..top };
        LineWriter::new(look, end, buf).write(Role::Title, " ");
    }
    inner
}

pub(crate) fn lower_edge(
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
    let last_verdict = state.inbox.as_deref().and_then(|inbox| last_verdict(state, inbox, look));
    let sticky = Some(sticky(state, look)).filter(|text| !text.is_empty());
    let text = look.joined(&last_verdict.into_iter().chain(sticky).collect::<Vec<_>>());
    if !text.is_empty() && left.width > 4 {
        let text = look.cut(&text, usize::from(left.width) - 2).into_owned();
        let area = Rect { width: u16::try_from(width(&text) + 2).unwrap_or(left.width), ..left };
        LineWriter::new(look, area, buf).write(Role::Hint, &format!(" {text} "));
    }
}

/// The reasons given with each verdict, and the key that changes them.
fn sticky(state: &State, look: &RenderContext<'_>) -> String {
    let mut parts = Vec::new();
    for (verdict, reason) in Verdict::ALL.into_iter().zip(&state.deciding.sticky) {
        let key = look.key(state, Action::Triage(TriageAction::Give(verdict)));
        if let (Some(reason), Some(key)) = (reason, key) {
            let does = match verdict {
                Verdict::Advance => "advances",
                Verdict::Wait => "lets wait",
                Verdict::Decline => "declines",
            };
            parts.push(format!("{key} {does}: {reason}"));
        }
    }
    match look.key(state, Action::Triage(TriageAction::Reason)) {
        Some(key) if !parts.is_empty() => format!("{} ({key} changes it)", look.joined(&parts)),
        _ => look.joined(&parts),
    }
}

/// The last verdict of this sitting, and the key that undoes it.
fn last_verdict(state: &State, inbox: &Inbox, look: &RenderContext<'_>) -> Option<String> {
    let LastVerdict { verdict, subject, seen } = inbox.just.as_ref()?;
    let (sign, done) = match verdict {
        Some(Verdict::Advance) => (look.symbols.advance, "advanced"),
        Some(Verdict::Wait) => (look.symbols.wait, "waits"),
        Some(Verdict::Decline) => (look.symbols.decline, "declined"),
        None => (look.symbols.snoozed, "put off"),
    };
    let name = state.called_as(subject, seen);
    let text = format!("{sign} {} {done}", crate::text::sanitize(&name));
    Some(match look.key(state, Action::Undo) {
        Some(key) => look.joined(&[text, format!("{key} undoes")]),
        None => text,
    })
}
