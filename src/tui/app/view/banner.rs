//! The line above the panes, when something holds for all of them.

use ratatui::buffer::Buffer;

use crate::keymap::action::Action;
use crate::theme::Role;
use crate::tui::app::clock::Moment;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn banner(state: &State, look: &RenderContext<'_>, buf: &mut Buffer) {
    let area = state.layout.banner;
    let Some(told) = told(state, look) else { return };
    buf.set_style(area, look.style(Role::Banner));
    let sign = look.symbols.warning;
    LineWriter::new(look, area, buf).skip(1).write(Role::Banner, &format!("{sign} {told}"));
}

/// What matters comes first: the rest may not fit.
fn told(state: &State, look: &RenderContext<'_>) -> Option<String> {
    let now = state.clock.moment;
    if let Some(why) = &state.locked {
        let key = state.key_of(Action::Refresh);
        return Some(look.joined(&[format!("{key} asks for the key"), why.clone()]));
    }
    if let Some(offline) = &state.offline {
        let again = match seconds(offline.probe_at, now) {
            0 => "tries again now".to_owned(),
            seconds => format!("tries again in {seconds} s"),
        };
        let browse = "what is loaded can be browsed".to_owned();
        let time = state.clock.time_of(offline.since);
        let since = format!("since {time}: {}", offline.failure.told);
        return Some(look.joined(&["offline".to_owned(), again, browse, since]));
    }
    let until = state.paused_until?;
    Some(format!("the server asks to wait: {} s", seconds(until, now)))
}

/// Whole seconds until then; none only when it has come.
const fn seconds(until: Moment, now: Moment) -> u128 {
    until.since(now).as_millis().div_ceil(1000)
}
