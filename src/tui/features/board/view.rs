//! Draws the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{Board, BoardColumn, CARD};
use crate::keymap::action::Pane;
use crate::recruiting::table::{ListField, Row};
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::filter;
use crate::tui::features::lists::caption;
use crate::tui::features::lists::columns::{CellContext, is_overdue, signs, stay};
use crate::tui::features::lists::status_view::picture;
use crate::tui::features::lists::view::select;
use crate::tui::features::triage::marks;
use crate::tui::widgets::format::count;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::line_writer::{LineWriter, from, line, right};
use crate::tui::widgets::render_context::RenderContext;

/// Returns the cursor position while a filter is typed.
pub(crate) fn board(
    state: &State,
    look: &RenderContext<'_>,
    open: &OpenJob,
    area: PaneArea,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let pane = Pane::Candidates;
    let caption = caption::list(state, look, pane, &open.list, (area.outer.width, &[]));
    frame(state, look, pane, area.outer, &caption, buf);
    let cursor = filter::view::line(state, look, pane, &open.list, area, buf);
    let seen = state.candidates_picture();
    if seen != ListStatus::Rows {
        picture(state, look, &seen, (pane, "candidates"), area.body, buf);
        return cursor;
    }
    let partial = state.extent(&open.list).partial;
    let shown = open.board.shown(area.body);
    beyond(look, &open.board, &shown, area.heading, buf);
    for (at, place) in shown {
        if let Some(column) = open.board.columns.get(at) {
            let place = Rect { width: place.width.saturating_sub(1), ..place };
            stage(state, look, open, (column, partial), place, buf);
            if open.list.row().and_then(|row| open.board.visited(row)) == Some(at) {
                let has_keys = state.focus == pane;
                let role = if has_keys { Role::Selected } else { Role::SelectedUnfocused };
                buf.set_style(line(place, 0), look.style(role));
            }
        }
    }
    cursor
}

fn beyond(
    look: &RenderContext<'_>,
    board: &Board,
    shown: &[(usize, Rect)],
    area: Rect,
    buf: &mut Buffer,
) {
    let first = shown.first().map_or(0, |(at, _)| *at);
    let after =
        board.columns.len() - shown.last().map_or(0, |(at, _)| at + 1).min(board.columns.len());
    let stages = |count: usize| if count == 1 { "stage" } else { "stages" };
    if first > 0 {
        let message = format!("{} {first} {}", look.symbols.more_left, stages(first));
        LineWriter::new(look, area, buf).write(Role::Hint, &message);
    }
    if after > 0 {
        let message = format!("{after} {} {}", stages(after), look.symbols.more_right);
        LineWriter::new(look, right(area, width(&message)), buf).write(Role::Hint, &message);
    }
}

fn stage(
    state: &State,
    look: &RenderContext<'_>,
    open: &OpenJob,
    (column, partial): (&BoardColumn, bool),
    area: Rect,
    buf: &mut Buffer,
) {
    let room = Board::room(area);
    let more = column.rows.len().saturating_sub(column.top + room);
    head(look, column, partial, (column.top > 0, more > 0), line(area, 0), buf);
    let cards = column.rows.iter().skip(column.top).take(room);
    for (at, row) in cards.enumerate() {
        let top = 1 + at * usize::from(CARD);
        card(state, look, open, *row, [line(area, top), line(area, top + 1)], buf);
    }
}

fn head(
    look: &RenderContext<'_>,
    column: &BoardColumn,
    partial: bool,
    (above, below): (bool, bool),
    area: Rect,
    buf: &mut Buffer,
) {
    let symbols = look.symbols;
    let least = if partial { symbols.at_least } else { "" };
    let mut message = format!("{least}{}", count(column.rows.len() as u64));
    if above || below {
        message.push(' ');
        message += if above { symbols.up } else { "" };
        message += if below { symbols.down } else { "" };
    }
    let place = right(area, width(&message));
    LineWriter::new(look, place, buf).write(Role::Dim, &message);
    let signs = signs(column.is_interview, column.is_rejection, symbols);
    let cells: usize = signs.iter().map(|(_, sign)| width(sign) + 1).sum();
    let free = area.width.saturating_sub(place.width + 1);
    let text = free.saturating_sub(u16::try_from(cells).unwrap_or(u16::MAX));
    let mut writer = LineWriter::new(look, Rect { width: text, ..area }, buf);
    writer.write(Role::Header, &column.name);
    let used = writer.x() - area.x;
    let mut writer = LineWriter::new(look, from(Rect { width: free, ..area }, used), buf);
    for (role, sign) in signs {
        writer.skip(1).write(role, sign);
    }
}

fn card(
    state: &State,
    look: &RenderContext<'_>,
    open: &OpenJob,
    row: Row,
    [first, second]: [Rect; 2],
    buf: &mut Buffer,
) {
    let list = &open.list;
    let rows = &list.roll.rows;
    let marked = list.marks.contains(&row);
    if marked {
        LineWriter::new(look, from(first, 1), buf).write(Role::Marked, look.symbols.mark);
    }
    let (name, title) = (rows.name(row), rows.title(row));
    let role = if marked { Role::Marked } else { Role::Text };
    let marks = list.filter.marks(ListField::Name, name);
    let own = state.own(open, row);
    let mut writer = LineWriter::new(look, from(first, 3), buf);
    for (role, sign) in
        marks::decision_sign(state, look, own).into_iter().chain(marks::star_sign(look, own))
    {
        writer.write(role, sign).skip(1);
    }
    writer.marked(role, name, (Role::Match, &marks));
    let facts = CellContext {
        now: state.clock.date,
        symbols: look.symbols,
        open: Some(open),
        limits: &state.rules.limits,
    };
    let is_overdue = is_overdue(row, &facts);
    let sign = if is_overdue { look.symbols.warning } else { "" };
    let age = format!("{sign}{}", stay(rows, row, &facts));
    let place = right(second, width(&age));
    let role = if is_overdue { Role::Warning } else { Role::Dim };
    LineWriter::new(look, place, buf).write(role, &age);
    let free = Rect { width: second.width.saturating_sub(place.width + 1), ..second };
    let marks = list.filter.marks(ListField::Title, title);
    LineWriter::new(look, from(free, 3), buf).marked(Role::Dim, title, (Role::Match, &marks));
    if list.is_fresh(row, state.clock.moment) {
        buf.set_style(from(first, 3), look.style(Role::Changed));
    }
    if list.row() == Some(row) {
        let has_keys = state.focus == Pane::Candidates && open.board.visited(row).is_none();
        select(look, has_keys, first, buf);
        select(look, has_keys, second, buf);
    }
}
