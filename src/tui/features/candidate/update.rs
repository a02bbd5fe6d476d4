//! Keys in the candidate pane: the cursor moves over the links of the card and scrolls where there
//! is none. The dispatcher calls this.

use crate::keymap::action::Pane;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::CursorStep;
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::rich_text::{LinkTarget, links};

/// Moves to the next link on the screen, or scrolls.
pub(crate) fn step(state: &mut State, step: CursorStep) {
    let Some(open) = state.open_job() else { return };
    let text = state.candidate_rich_text();
    let lines_of_links: Vec<usize> = links(&text).iter().map(|link| link.line).collect();
    let height = state.layout.pane(Pane::Candidate).map_or(1, |area| area.body.height.max(1));
    let size = (text.len(), height.into());
    let position = next_position(open.detail, step, &lines_of_links, size);
    if let Some(open) = state.open_job_mut() {
        open.detail = position;
    }
}

/// `links` are the lines of the links.
fn next_position(
    DetailPosition { scroll, link }: DetailPosition,
    step: CursorStep,
    links: &[usize],
    (total, height): (usize, usize),
) -> DetailPosition {
    let is_visible = |at: &usize, scroll: usize| {
        links.get(*at).is_some_and(|line| (scroll..scroll + height).contains(line))
    };
    let next = match (step, link) {
        (CursorStep::By(1), Some(at)) => Some(at + 1),
        (CursorStep::By(1), None) => links.iter().position(|line| *line >= scroll),
        (CursorStep::By(-1), Some(at)) => at.checked_sub(1),
        _ => None,
    };
    if let Some(next) = next.filter(|at| is_visible(at, scroll)) {
        return DetailPosition { scroll, link: Some(next) };
    }
    let max_scroll = total.saturating_sub(height);
    let scroll = match step {
        CursorStep::By(by) => scroll.saturating_add_signed(by),
        CursorStep::Top => 0,
        CursorStep::Bottom => max_scroll,
        CursorStep::To(line) => line,
    }
    .min(max_scroll);
    let next = next.filter(|at| is_visible(at, scroll));
    let is_up = matches!(step, CursorStep::By(-1)) && next.is_none() && link == Some(0);
    let kept = link.filter(|at| is_visible(at, scroll) && !is_up);
    DetailPosition { scroll, link: next.or(kept) }
}

/// Opens the selected link: a page or a mail in its program, a job in the panes; a phone number is
/// copied. Returns whether a link was selected.
pub(crate) fn open_link(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let selected = state.open_job().and_then(|open| open.detail.link);
    let Some(at) = selected.filter(|_| state.focus == Pane::Candidate && state.inbox.is_none())
    else {
        return false;
    };
    let text = state.candidate_rich_text();
    let all = links(&text);
    let Some(link) = all.get(at) else { return false };
    match link.target {
        LinkTarget::Candidate(job, candidate) => {
            let location = Location::record(Pane::Candidate, job.clone(), Some(candidate.clone()));
            state.follow_up(FollowUp::GoTo(location));
        }
        LinkTarget::Url(url) if url.starts_with("tel:") => {
            state.notify(Severity::Info, format!("Copied {}", link.text));
            effects.push(Effect::copy(link.text.to_owned()));
        }
        LinkTarget::Url(url) => {
            effects.push(Effect::Terminal(TerminalEffect::OpenLink(url.clone())));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_takes_the_links_on_the_screen_and_scrolls_to_the_others() {
        const DOWN: CursorStep = CursorStep::By(1);
        const UP: CursorStep = CursorStep::By(-1);
        let at = |scroll, link| DetailPosition { scroll, link };
        // Three links in a text of 20 lines, 6 of which are visible.
        for (before, step, after) in [
            (at(0, None), DOWN, at(0, Some(0))),
            (at(0, Some(0)), DOWN, at(0, Some(1))),
            (at(0, Some(1)), DOWN, at(1, Some(1))),
            (at(4, Some(1)), DOWN, at(5, Some(2))),
            (at(5, Some(2)), DOWN, at(6, Some(2))),
            (at(14, None), DOWN, at(14, None)),
            (at(0, Some(1)), UP, at(0, Some(0))),
            (at(0, Some(0)), UP, at(0, None)),
            (at(3, None), UP, at(2, None)),
            (at(0, Some(0)), CursorStep::By(5), at(5, None)),
            (at(0, Some(0)), CursorStep::Bottom, at(14, None)),
            (at(9, None), CursorStep::Top, at(0, None)),
        ] {
            assert_eq!(
                next_position(before, step, &[2, 4, 10], (20, 6)),
                after,
                "{before:?} {step:?}"
            );
        }
    }
}
