//! Draws the request log and the details of the selected request.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::LoggedRequest;
use crate::client::{RequestEvent, RequestFailure};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::clock::Moment;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, below, line};
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn title(state: &State) -> String {
    let (in_flight, waiting) = state.requests.counts();
    format!(
        "Requests: {in_flight} in flight, {waiting} waiting, {} in total",
        count(state.requests.count)
    )
}

/// Returns the number of hidden rows above and below.
pub(crate) fn requests(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let all = state.requests.newest_first();
    if all.len() == 0 {
        LineWriter::new(context, line(area, 0), buf).write(Role::Dim, "No requests yet");
        return (0, 0);
    }
    let columns = Columns::new(area.width);
    let mut writer = LineWriter::new(context, line(area, 0), buf);
    columns.write_row(writer.skip(2), Role::Header, ["status", "request", "time", "tries", "size"]);
    let free = below(area, 1);
    let details = match free.height {
        13.. => 4,
        9.. => 3,
        height => height.min(2),
    };
    let list = Rect { height: free.height - details, ..free };
    let now = state.clock.moment;
    let hidden = draw_rows(all, at, "", context, list, buf, |request, writer| {
        let (role, label) = outcome(request, now);
        let size = match request.last_event {
            RequestEvent::Answered { bytes, .. } => size(bytes),
            _ => String::new(),
        };
        let attempts =
            if request.attempts == 0 { String::new() } else { request.attempts.to_string() };
        let elapsed = duration(request.elapsed(now));
        columns.write_row(writer, role, [&label, &request.target, &elapsed, &attempts, &size]);
    });
    let mut all = state.requests.newest_first();
    let selected = at.min(all.len() - 1);
    if let Some(request) = all.nth(selected) {
        draw_detail(request, context, below(free, list.height), buf);
    }
    hidden
}

/// Columns that do not fit are left out.
struct Columns {
    request_width: usize,
    has_attempts: bool,
    has_size: bool,
}

const STATE: usize = 11;
const ELAPSED: usize = 8;
const ATTEMPTS: usize = 5;
const SIZE: usize = 9;

impl Columns {
    fn new(width: u16) -> Self {
        let (has_attempts, has_size) = (width >= 60, width >= 70);
        let others = 2 + STATE + 1 + ELAPSED + 1;
        let more =
            if has_attempts { ATTEMPTS + 1 } else { 0 } + if has_size { SIZE + 1 } else { 0 };
        Self {
            request_width: usize::from(width).saturating_sub(others + more),
            has_attempts,
            has_size,
        }
    }

    fn write_row(
        &self,
        writer: &mut LineWriter<'_>,
        role: Role,
        [state, request, elapsed, attempts, size]: [&str; 5],
    ) {
        let text_role = if role == Role::Header { Role::Header } else { Role::Text };
        writer.cell(role, state, STATE, Align::Left);
        writer.cell(text_role, request, self.request_width.saturating_sub(1), Align::Left);
        writer.cell(text_role, elapsed, ELAPSED, Align::Right);
        if self.has_attempts {
            writer.cell(text_role, attempts, ATTEMPTS, Align::Right);
        }
        if self.has_size {
            writer.cell(text_role, size, SIZE, Align::Right);
        }
    }
}

fn outcome(request: &LoggedRequest, now: Moment) -> (Role, String) {
    match &request.last_event {
        RequestEvent::Queued { .. } => (Role::Dim, "queued".to_owned()),
        RequestEvent::Sent { .. } => (Role::Spinner, "in flight".to_owned()),
        RequestEvent::Retrying { .. } => {
            let left = request.retry_at.map_or(Duration::ZERO, |until| until.since(now));
            (Role::Warning, format!("retry {}", duration(left)))
        }
        RequestEvent::Answered { status, .. } => (Role::Good, status.to_string()),
        RequestEvent::Failed(RequestFailure { status: Some(status), .. }) => {
            (Role::Error, status.to_string())
        }
        RequestEvent::Failed(RequestFailure { status: None, .. }) => {
            (Role::Error, "failed".to_owned())
        }
        RequestEvent::Cancelled => (Role::Warning, "canceled".to_owned()),
        RequestEvent::Dropped => (Role::Dim, "dropped".to_owned()),
    }
}

fn draw_detail(request: &LoggedRequest, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    LineWriter::new(context, line(area, 0), buf).rule();
    let (role, why) = match &request.last_event {
        RequestEvent::Retrying { failure, .. } => (Role::Warning, failure.message.as_str()),
        RequestEvent::Failed(failure) => (Role::Error, failure.message.as_str()),
        RequestEvent::Cancelled => (Role::Warning, "You canceled it"),
        RequestEvent::Dropped => (Role::Dim, "No longer needed"),
        _ => (Role::Dim, ""),
    };
    let height = usize::from(area.height.saturating_sub(1));
    let mut at = 1;
    // With a single line, the reason matters more.
    if height > 1 || why.is_empty() {
        LineWriter::new(context, line(area, at), buf).write(Role::Dim, &request.target);
        at += 1;
    }
    let lines = text::wrap(why, usize::from(area.width));
    let (left, more) = (height + 1 - at.min(height + 1), context.symbols.ellipsis);
    for (row, words) in lines.iter().take(left).enumerate() {
        let is_cut = row + 1 == left && lines.len() > left;
        let words = if is_cut { format!("{words} {more}") } else { (*words).to_owned() };
        LineWriter::new(context, line(area, at + row), buf).write(role, &words);
    }
}

fn duration(time: Duration) -> String {
    match time.as_millis() {
        millis @ ..1000 => format!("{millis} ms"),
        millis @ ..10_000 => format!("{}.{} s", millis / 1000, millis % 1000 / 100),
        millis @ ..600_000 => format!("{} s", millis / 1000),
        millis => format!("{} min", millis / 60_000),
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        ..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{}.{} KiB", bytes / 1024, bytes % 1024 * 10 / 1024),
        _ => format!("{}.{} MiB", bytes / 1_048_576, bytes % 1_048_576 * 10 / 1_048_576),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_use_a_suitable_unit() {
        let table =
            [(0, "0 ms"), (999, "999 ms"), (1250, "1.2 s"), (59_999, "59 s"), (720_000, "12 min")];
        for (millis, expected) in table {
            assert_eq!(duration(Duration::from_millis(millis)), expected);
        }
        assert_eq!([size(7), size(1536), size(5 << 20)], ["7 B", "1.5 KiB", "5.0 MiB"]);
    }
}
