//! Draws the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{Board, BoardColumn, CARD_HEIGHT};
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
use crate::tui::features::lists::columns::{CellContext, is_overdue, signs, time_in_stage};
use crate::tui::features::lists::status_view::draw_status;
use crate::tui::features::lists::view::select;
use crate::tui::features::triage::marks;
use crate::tui::widgets::format::count;
use crate::tui::widgets::frame::draw_frame;
use crate::tui::widgets::line_writer::{LineWriter, cells_u16, from, line, right};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn board(
    state: &State,
    context: &RenderContext<'_>,
    open: &OpenJob,
    area: PaneArea,
    buf: &mut Buffer,
) {
    let pane = Pane::Candidates;
    let caption = caption::list_caption(state, context, pane, &open.list, (area.outer.width, &[]));
    draw_frame(state, context, pane, area.outer, &caption, buf);
    filter::view::draw_filter(state, context, pane, &open.list, area, buf);
    let status = state.candidates_status();
    if status != ListStatus::Rows {
        draw_status(state, context, &status, (pane, "candidates"), area.body, buf);
        return;
    }
    let partial = state.load_progress(&open.list).is_partial;
    let visible = open.board.visible_columns(area.body);
    draw_hidden_counts(context, &open.board, &visible, area.heading, buf);
    let last = visible.last().map(|(at, _)| *at);
    for (at, place) in visible {
        if let Some(column) = open.board.columns.get(at) {
            if Some(at) != last {
                draw_separator(context, place, buf);
            }
            let place = Rect { width: place.width.saturating_sub(1), ..place };
            stage(state, context, open, (column, partial), place, buf);
            if open.list.row().and_then(|row| open.board.empty_column_at(row)) == Some(at) {
                let has_keys = state.focus == pane;
                let role = if has_keys { Role::Selected } else { Role::SelectedUnfocused };
                buf.set_style(line(place, 0), context.style(role));
            }
        }
    }
}

/// A line at the right of a column.
fn draw_separator(context: &RenderContext<'_>, column: Rect, buf: &mut Buffer) {
    for at in 0..usize::from(column.height) {
        let cell = right(line(column, at), 1);
        LineWriter::new(context, cell, buf)
            .write(Role::Border, context.symbols.border.vertical_left);
    }
}

fn draw_hidden_counts(
    context: &RenderContext<'_>,
    board: &Board,
    visible: &[(usize, Rect)],
    area: Rect,
    buf: &mut Buffer,
) {
    let first = visible.first().map_or(0, |(at, _)| *at);
    let after =
        board.columns.len() - visible.last().map_or(0, |(at, _)| at + 1).min(board.columns.len());
    let stages = |count: usize| if count == 1 { "stage" } else { "stages" };
    if first > 0 {
        let message = format!("{} {first} {}", context.symbols.more_left, stages(first));
        LineWriter::new(context, area, buf).write(Role::Hint, &message);
    }
    if after > 0 {
        let message = format!("{after} {} {}", stages(after), context.symbols.more_right);
        LineWriter::new(context, right(area, width(&message)), buf).write(Role::Hint, &message);
    }
}

fn stage(
    state: &State,
    context: &RenderContext<'_>,
    open: &OpenJob,
    (column, partial): (&BoardColumn, bool),
    area: Rect,
    buf: &mut Buffer,
) {
    let visible_cards = Board::cards_per_column(area);
    let more = column.rows.len().saturating_sub(column.top + visible_cards);
    head(context, column, partial, (column.top > 0, more > 0), line(area, 0), buf);
    let cards = column.rows.iter().skip(column.top).take(visible_cards);
    for (at, row) in cards.enumerate() {
        let top = 1 + at * usize::from(CARD_HEIGHT);
        card(state, context, open, *row, [line(area, top), line(area, top + 1)], buf);
    }
}

fn head(
    context: &RenderContext<'_>,
    column: &BoardColumn,
    partial: bool,
    (above, below): (bool, bool),
    area: Rect,
    buf: &mut Buffer,
) {
    let symbols = context.symbols;
    let role = if column.rows.is_empty() { Role::Dim } else { Role::Header };
    let arrows =
        format!("{}{}", if above { symbols.up } else { "" }, if below { symbols.down } else { "" });
    let arrows_area = right(area, width(&arrows));
    LineWriter::new(context, arrows_area, buf).write(Role::Dim, &arrows);
    let prefix = if partial { symbols.at_least } else { "" };
    let mut tail = signs(column.is_interview, column.is_rejection, symbols);
    let number = format!("{prefix}{}", count(column.rows.len() as u64));
    let free = area.width.saturating_sub(arrows_area.width + u16::from(!arrows.is_empty()));
    if column.rows.is_empty() {
        // Its name says more than its marks.
        tail.clear();
    }
    let cells: usize =
        tail.iter().map(|(_, sign)| width(sign) + 1).sum::<usize>() + width(&number) + 1;
    let text = free.saturating_sub(cells_u16(cells));
    let mut writer = LineWriter::new(context, Rect { width: text, ..area }, buf);
    writer.write(role, &column.name);
    let used = writer.x() - area.x;
    let mut writer = LineWriter::new(context, from(Rect { width: free, ..area }, used), buf);
    for (role, sign) in tail {
        writer.skip(1).write(role, sign);
    }
    writer.skip(1).write(Role::Dim, &number);
}

fn card(
    state: &State,
    context: &RenderContext<'_>,
    open: &OpenJob,
    row: Row,
    [first, second]: [Rect; 2],
    buf: &mut Buffer,
) {
    let list = &open.list;
    let rows = &list.pages.rows;
    let is_marked = list.marks.contains(&row);
    if is_marked {
        LineWriter::new(context, from(first, 1), buf).write(Role::Marked, context.symbols.mark);
    }
    let (name, title) = (rows.name(row), rows.title(row));
    let facts = CellContext::new(state, context, Some(open));
    let role = match list.is_closed(row) {
        _ if is_marked => Role::Marked,
        true => Role::Dim,
        false => Role::Text,
    };
    let marks = list.filter.marks(ListField::Name, name);
    let triage = state.triage_of(open, row);
    let mut writer = LineWriter::new(context, from(first, 3), buf);
    for (role, sign) in marks::decision_sign(state, context, triage)
        .into_iter()
        .chain(marks::star_sign(context, triage))
    {
        writer.write(role, sign).skip(1);
    }
    writer.write_marked(role, name, (Role::Match, &marks));
    let is_overdue = is_overdue(row, &facts);
    let sign = if is_overdue { context.symbols.warning } else { "" };
    let age = format!("{sign}{}", time_in_stage(rows, row, &facts));
    let place = right(second, width(&age));
    let role = if is_overdue { Role::Overdue } else { Role::Dim };
    LineWriter::new(context, place, buf).write(role, &age);
    let free = Rect { width: second.width.saturating_sub(place.width + 1), ..second };
    let marks = list.filter.marks(ListField::Title, title);
    LineWriter::new(context, from(free, 3), buf).write_marked(
        Role::Dim,
        title,
        (Role::Match, &marks),
    );
    if list.is_fresh(row, state.clock.moment) {
        buf.set_style(from(first, 3), context.style(Role::Changed));
    }
    if list.row() == Some(row) {
        let has_keys = state.focus == Pane::Candidates && open.board.empty_column_at(row).is_none();
        select(context, has_keys, first, buf);
        select(context, has_keys, second, buf);
    }
}
