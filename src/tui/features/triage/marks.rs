//! The symbols for verdict, snooze and star before a candidate's name.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::triage::{CandidateTriage, Verdict};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, from};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) const fn verdict_sign(
    context: &RenderContext<'_>,
    verdict: Verdict,
) -> (Role, &'static str) {
    match verdict {
        Verdict::Advance => (Role::Advance, context.symbols.advance),
        Verdict::Wait => (Role::Wait, context.symbols.wait),
        Verdict::Decline => (Role::Decline, context.symbols.decline),
    }
}

/// A snooze that still runs hides the verdict. A pending change hides both: it must not look saved.
pub(crate) fn decision_sign(
    state: &State,
    context: &RenderContext<'_>,
    triage: Option<&CandidateTriage>,
) -> Option<(Role, &'static str)> {
    let triage = triage?;
    if triage.is_pending {
        return Some((Role::Warning, context.symbols.pending));
    }
    let today = state.clock.today();
    match (triage.snooze.as_ref().filter(|snooze| snooze.until > today), &triage.verdict) {
        (Some(_), _) => Some((Role::Snoozed, context.symbols.snoozed)),
        (None, Some(verdict)) => Some(verdict_sign(context, verdict.verdict)),
        (None, None) => None,
    }
}

/// The words for a verdict; they say if it is not on disk yet.
pub(crate) fn pending_text(words: &str, is_pending: bool) -> Cow<'_, str> {
    if is_pending { format!("{words} (not saved yet)").into() } else { words.into() }
}

pub(crate) fn star_sign(
    context: &RenderContext<'_>,
    triage: Option<&CandidateTriage>,
) -> Option<(Role, &'static str)> {
    triage.filter(|triage| triage.starred).map(|_| (Role::Star, context.symbols.star))
}

/// Draws verdict or snooze in the first cell, the star in the second.
pub(crate) fn draw_signs(
    state: &State,
    context: &RenderContext<'_>,
    triage: Option<&CandidateTriage>,
    area: Rect,
    buf: &mut Buffer,
) {
    for (at, sign) in
        [decision_sign(state, context, triage), star_sign(context, triage)].into_iter().enumerate()
    {
        let Some((role, sign)) = sign else { continue };
        let rest = from(area, u16::from(at > 0));
        let cell = Rect { width: 1.min(rest.width), ..rest };
        LineWriter::new(context, cell, buf).write(role, sign);
    }
}
