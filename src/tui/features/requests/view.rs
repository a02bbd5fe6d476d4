//! Draws the request log and the details of the selected request.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{Request, RequestUpdate};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::clock::Moment;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, below, line};
use crate::tui::widgets::pick_list::rows;
use crate::tui::widgets::render_context::RenderContext;

/// Returns the number of hidden rows above and below.
pub(crate) fn requests(
    state: &State,
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let all = state.requests.newest_first();
    if all.len() == 0 {
        LineWriter::new(look, line(area, 0), buf).write(Role::Dim, "nothing was asked yet");
        return (0, 0);
    }
    let columns = Columns::of(area.width);
    let mut pen = LineWriter::new(look, line(area, 0), buf);
    columns.put(pen.skip(2), Role::Header, ["state", "request", "took", "tries", "size"]);
    let free = below(area, 1);
    let details = match free.height {
        13.. => 4,
        9.. => 3,
        height => height.min(2),
    };
    let list = Rect { height: free.height - details, ..free };
    let now = state.clock.moment;
    let hidden = rows(all, at, look, list, buf, |request, pen| {
        let (role, told) = outcome(request, now);
        let size = match request.last {
            RequestUpdate::Answered { bytes, .. } => size(bytes),
            _ => String::new(),
        };
        let tries = if request.tries == 0 { String::new() } else { request.tries.to_string() };
        let took = duration(request.took(now));
        columns.put(pen, role, [&told, &request.asked, &took, &tries, &size]);
    });
    let mut all = state.requests.newest_first();
    let selected = at.min(all.len() - 1);
    if let Some(request) = all.nth(selected) {
        detail(request, look, below(free, list.height), buf);
    }
    hidden
}

/// Columns that do not fit are left out.
struct Columns {
    asked: usize,
    tries: bool,
    size: bool,
}

const STATE: usize = 11;
const TOOK: usize = 8;
const TRIES: usize = 5;
const SIZE: usize = 9;

impl Columns {
    fn of(width: u16) -> Self {
        let (tries, size) = (width >= 60, width >= 70);
        let others = 2 + STATE + 1 + TOOK + 1;
        let more = if tries { TRIES + 1 } else { 0 } + if size { SIZE + 1 } else { 0 };
        Self { asked: usize::from(width).saturating_sub(others + more), tries, size }
    }

    fn put(
        &self,
        pen: &mut LineWriter<'_>,
        role: Role,
        [state, asked, took, tries, size]: [&str; 5],
    ) {
        let plain = if role == Role::Header { Role::Header } else { Role::Text };
        pen.cell(role, state, STATE, Align::Left);
        pen.cell(plain, asked, self.asked.saturating_sub(1), Align::Left);
        pen.cell(plain, took, TOOK, Align::Right);
        if self.tries {
            pen.cell(plain, tries, TRIES, Align::Right);
        }
        if self.size {
            pen.cell(plain, size, SIZE, Align::Right);
        }
    }
}

fn outcome(request: &Request, now: Moment) -> (Role, String) {
    match &request.last {
        RequestUpdate::Queued { .. } => (Role::Dim, "queued".to_owned()),
        RequestUpdate::Sent(_) => (Role::Spinner, "out".to_owned()),
        RequestUpdate::Waits(..) => {
            let left = request.waits_until.map_or(Duration::ZERO, |until| until.since(now));
            (Role::Warning, format!("waits {}", duration(left)))
        }
        RequestUpdate::Answered { status, .. } => (Role::Good, status.to_string()),
        RequestUpdate::Failed { status: Some(status), .. } => (Role::Error, status.to_string()),
        RequestUpdate::Failed { status: None, .. } => (Role::Error, "failed".to_owned()),
        RequestUpdate::Cancelled => (Role::Warning, "cancelled".to_owned()),
        RequestUpdate::Dropped => (Role::Dim, "dropped".to_owned()),
    }
}

fn detail(request: &Request, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    LineWriter::new(look, line(area, 0), buf).rule();
    let (role, why) = match &request.last {
        RequestUpdate::Waits(_, why) => (Role::Warning, why.as_str()),
        RequestUpdate::Failed { why, .. } => (Role::Error, why.as_str()),
        RequestUpdate::Cancelled => (Role::Warning, "you cancelled it"),
        RequestUpdate::Dropped => (Role::Dim, "nobody waits for it any more"),
        _ => (Role::Dim, ""),
    };
    let room = usize::from(area.height.saturating_sub(1));
    let mut at = 1;
    // With a single line, the reason matters more.
    if room > 1 || why.is_empty() {
        LineWriter::new(look, line(area, at), buf).write(Role::Dim, &request.asked);
        at += 1;
    }
    let lines = text::wrap(why, usize::from(area.width));
    let (left, more) = (room + 1 - at.min(room + 1), look.symbols.ellipsis);
    for (row, words) in lines.iter().take(left).enumerate() {
        let is_cut = row + 1 == left && lines.len() > left;
        let words = if is_cut { format!("{words} {more}") } else { (*words).to_owned() };
        LineWriter::new(look, line(area, at + row), buf).write(role, &words);
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
    fn times_and_sizes_are_told_in_the_unit_that_suits() {
        let table =
            [(0, "0 ms"), (999, "999 ms"), (1250, "1.2 s"), (59_999, "59 s"), (720_000, "12 min")];
        for (millis, told) in table {
            assert_eq!(duration(Duration::from_millis(millis)), told);
        }
        assert_eq!([size(7), size(1536), size(5 << 20)], ["7 B", "1.5 KiB", "5.0 MiB"]);
    }
}
