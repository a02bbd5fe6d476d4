//! The line above the panes: a disk that does not respond, offline, paused or without a key.

use std::time::Duration;

use chrono::TimeDelta;
use ratatui::buffer::Buffer;

use crate::keymap::action::Action;
use crate::recruiting::failure::FailureKind;
use crate::theme::Role;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::app::connection::MAX_COUNTDOWN;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::LineWriter;
use crate::tui::widgets::render_context::RenderContext;

/// What works without the server.
const OFFLINE: &str = "verdicts are stored; edits wait to be sent";

pub(crate) fn banner(state: &State, context: &RenderContext<'_>, buf: &mut Buffer) {
    let area = state.layout.banner;
    let Some(text) = banner_text(state, context) else { return };
    buf.set_style(area, context.style(Role::Banner));
    let sign = context.symbols.warning;
    LineWriter::new(context, area, buf).skip(1).write(Role::Banner, &format!("{sign} {text}"));
}

/// The most important part first: the rest may be cut.
fn banner_text(state: &State, context: &RenderContext<'_>) -> Option<String> {
    let now = state.clock.moment;
    if state.is_disk_late() {
        return Some(context.join(&["Saving is delayed".to_owned(), state.describe_unsaved()]));
    }
    if let Some(why) = &state.connection.locked {
        let key = state.key_of(Action::Refresh);
        return Some(context.join(&[format!("Press {key} to enter the API key"), why.clone()]));
    }
    if let Some(offline) = &state.connection.offline {
        let Some(probe_at) = offline.probe_at else {
            return Some(context.join(&["Offline (--offline)".to_owned(), OFFLINE.to_owned()]));
        };
        let again = match seconds(probe_at, now) {
            0 => "retrying now".to_owned(),
            seconds => format!("retrying in {seconds} s"),
        };
        let browse = OFFLINE.to_owned();
        let time = state.clock.time_of(offline.since);
        if offline.failure.kind == FailureKind::Timeout {
            let head = format!("No answer from the server since {time}");
            return Some(context.join(&[head, again, browse]));
        }
        let since = format!("since {time}: {}", offline.failure.message);
        return Some(context.join(&["Offline".to_owned(), again, browse, since]));
    }
    let until = state.connection.paused_until?;
    let wait = match until.since(now) {
        wait if wait < MAX_COUNTDOWN => format!(": {} s", seconds(until, now)),
        wait => format!(" until {}", describe_date(&state.clock, wait)),
    };
    let key = state.key_of(Action::Refresh);
    Some(context.join(&[format!("The server asks us to wait{wait}"), format!("{key} retries now")]))
}

/// The local time after a wait, with the day if it is not today: `tomorrow 14:05`.
fn describe_date(clock: &Clock, wait: Duration) -> String {
    let wait = TimeDelta::from_std(wait).unwrap_or(TimeDelta::MAX);
    let Some(date) = clock.local(clock.date).checked_add_signed(wait) else {
        return "further notice".to_owned();
    };
    let day = match (date.date_naive() - clock.today()).num_days() {
        0 => String::new(),
        1 => "tomorrow ".to_owned(),
        _ => date.format("%-d %b %Y ").to_string(),
    };
    format!("{day}{}", date.format("%H:%M"))
}

/// Whole seconds, rounded up.
const fn seconds(until: Moment, now: Moment) -> u128 {
    until.since(now).as_millis().div_ceil(1000)
}
