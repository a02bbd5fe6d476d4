//! The signs of what is the recruiter's own, before a name.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::triage::{CandidateTriage, Verdict};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, from};
use crate::tui::widgets::render_context::RenderContext;

/// The sign of a verdict.
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

/// The sign of what was decided: that they are put off, or a verdict.
pub(crate) fn decided(
    state: &State,
    look: &RenderContext<'_>,
    own: Option<&CandidateTriage>,
) -> Option<(Role, &'static str)> {
    let own = own?;
    let today = state.clock.date.to_utc().with_timezone(&state.clock.zone).date_naive();
    match (own.snooze.as_ref().filter(|snooze| snooze.until > today), &own.verdict) {
        (Some(_), _) => Some((Role::Snoozed, look.symbols.snoozed)),
        (None, Some(given)) => Some(verdict_sign(look, given.verdict)),
        (None, None) => None,
    }
}

/// The sign of a star.
pub(crate) fn star(
    look: &RenderContext<'_>,
    own: Option<&CandidateTriage>,
) -> Option<(Role, &'static str)> {
    own.filter(|own| own.starred).map(|_| (Role::Star, look.symbols.star))
}

/// What was decided in the first cell, a star in the second.
pub(crate) fn signs(
    state: &State,
    look: &RenderContext<'_>,
    own: Option<&CandidateTriage>,
    area: Rect,
    buf: &mut Buffer,
) {
    for (at, sign) in [decided(state, look, own), star(look, own)].into_iter().enumerate() {
        let Some((role, sign)) = sign else { continue };
        let place = from(area, u16::from(at > 0));
        let cell = Rect { width: 1.min(place.width), ..place };
        LineWriter::new(look, cell, buf).write(role, sign);
    }
}
