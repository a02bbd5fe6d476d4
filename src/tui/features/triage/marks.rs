//! The symbols for verdict, snooze and star before a candidate's name.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::triage::{CandidateTriage, Verdict};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, from};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) const fn verdict_sign(
    look: &RenderContext<'_>,
    verdict: Verdict,
) -> (Role, &'static str) {
    match verdict {
        Verdict::Advance => (Role::Advance, look.symbols.advance),
        Verdict::Wait => (Role::Wait, look.symbols.wait),
        Verdict::Decline => (Role::Decline, look.symbols.decline),
    }
}

/// A snooze that still runs hides the verdict.
pub(crate) fn decision_sign(
    state: &State,
    look: &RenderContext<'_>,
    own: Option<&CandidateTriage>,
) -> Option<(Role, &'static str)> {
    let own = own?;
    let today = state.clock.date.to_utc().with_timezone(&state.clock.zone).date_naive();
    match (own.snooze.as_ref().filter(|snooze| snooze.until > today), &own.verdict) {
        (Some(_), _) => Some((Role::Snoozed, look.symbols.snoozed)),
        (None, Some(verdict)) => Some(verdict_sign(look, verdict.verdict)),
        (None, None) => None,
    }
}

pub(crate) fn star_sign(
    look: &RenderContext<'_>,
    own: Option<&CandidateTriage>,
) -> Option<(Role, &'static str)> {
    own.filter(|own| own.starred).map(|_| (Role::Star, look.symbols.star))
}

/// Draws verdict or snooze in the first cell, the star in the second.
pub(crate) fn signs(
    state: &State,
    look: &RenderContext<'_>,
    own: Option<&CandidateTriage>,
    area: Rect,
    buf: &mut Buffer,
) {
    for (at, sign) in
        [decision_sign(state, look, own), star_sign(look, own)].into_iter().enumerate()
    {
        let Some((role, sign)) = sign else { continue };
        let rest = from(area, u16::from(at > 0));
        let cell = Rect { width: 1.min(rest.width), ..rest };
        LineWriter::new(look, cell, buf).write(role, sign);
    }
}
