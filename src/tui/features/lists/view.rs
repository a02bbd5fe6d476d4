//! Draws a list. Only visible rows are read, so the cost does not depend on the length.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::caption;
use super::columns::{CellContext, ColumnSource, ListColumn};
use super::fit::{EDGES, LEAD, PlacedColumn, TRIAGE_WIDTH, fit};
use super::status_view::draw_status;
use crate::keymap::action::Pane;
use crate::recruiting::paging::Hole;
use crate::recruiting::table::{ListField, Row};
use crate::text::{Align, width};
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list::List;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::state::State;
use crate::tui::features::filter;
use crate::tui::features::triage::marks;
use crate::tui::widgets::frame::draw_frame;
use crate::tui::widgets::hit_map::Hit;
use crate::tui::widgets::line_writer::{LineWriter, cells_u16, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// Below this width the verdict stands right before the name.
const MIN_TRIAGE_COLUMN_WIDTH: u16 = 50;

pub(crate) fn pane<S: ColumnSource>(
    state: &State,
    context: &RenderContext<'_>,
    pane: Pane,
    (list, status): (&List<S>, &ListStatus<'_>),
    area: PaneArea,
    buf: &mut Buffer,
) {
    let has_triage = pane == Pane::Candidates && !state.triage.log().is_empty();
    let triage_width =
        if has_triage && area.body.width >= MIN_TRIAGE_COLUMN_WIDTH { TRIAGE_WIDTH } else { 0 };
    let needs =
        if pane == Pane::Jobs { &state.column_needs.jobs } else { &state.column_needs.candidates };
    let sort = list.sort.map(|sort| sort.field);
    let room = area.body.width.saturating_sub(EDGES + triage_width);
    let mut columns = fit::<S>(&needs.columns, state.column_setting(pane), sort, room);
    for (_, x, _) in &mut columns {
        *x += triage_width;
    }
    let headings: Vec<ListField> = columns.iter().map(|(column, ..)| column.field).collect();
    let caption = caption::list_caption(state, context, pane, list, (area.outer.width, &headings));
    draw_frame(state, context, pane, area.outer, &caption, buf);
    filter::view::draw_filter(state, context, pane, list, area, buf);
    if *status == ListStatus::Rows {
        let cell_context = CellContext::new(state, context, state.open_job());
        let rows = Rows { context, list, cell_context, columns };
        rows.draw_headings(area.heading, buf);
        for (at, index) in list.window().take(usize::from(area.body.height)).enumerate() {
            let row_area = line(area.body, at);
            match list.at(index) {
                Some(row) => {
                    rows.draw_row(state, index, row, row_area, buf);
                    if has_triage {
                        rows.draw_triage(state, row, triage_width, row_area, buf);
                    }
                }
                None => rows.draw_missing(index, row_area, buf),
            }
            // The cursor may be on the row above the jobs.
            let is_above = pane == Pane::Jobs && state.is_all_selected();
            if index == list.index() && !is_above {
                select(context, state.focus == pane, row_area, buf);
            }
        }
    } else {
        draw_status(state, context, status, (pane, S::PLURAL), area.body, buf);
    }
}

pub(crate) fn select(context: &RenderContext<'_>, has_keys: bool, area: Rect, buf: &mut Buffer) {
    let (role, sign) = if has_keys {
        (Role::Selected, context.symbols.cursor)
    } else {
        (Role::SelectedUnfocused, context.symbols.more_right)
    };
    let first = Rect { width: 1.min(area.width), ..area };
    LineWriter::new(context, first, buf).write(Role::BorderFocused, sign);
    buf.set_style(area, context.style(role));
}

struct Rows<'a, S: ColumnSource> {
    context: &'a RenderContext<'a>,
    list: &'a List<S>,
    cell_context: CellContext<'a>,
    columns: Vec<PlacedColumn<S>>,
}

impl<S: ColumnSource> Rows<'_, S> {
    fn draw_headings(&self, area: Rect, buf: &mut Buffer) {
        for (column, x, column_width) in &self.columns {
            let sort = self.list.sort.filter(|sort| sort.field == column.field);
            let arrow = sort.map_or("", |sort| self.context.arrow(sort.direction));
            let message = heading(column.heading, arrow);
            let cell_area = cell(area, *x, *column_width);
            self.start_cell(column, &message, cell_area, buf).write(Role::Header, &message);
            self.context.hits.add(cell_area, Hit::Sort(column.field));
        }
    }

    fn start_cell<'b>(
        &'b self,
        column: &ListColumn<S>,
        text: &str,
        area: Rect,
        buf: &'b mut Buffer,
    ) -> LineWriter<'b> {
        let mut writer = LineWriter::new(self.context, area, buf);
        if column.align == Align::Right {
            writer.skip(writer.remaining().saturating_sub(width(text)));
        }
        writer
    }

    fn draw_row(&self, state: &State, index: usize, row: Row, area: Rect, buf: &mut Buffer) {
        let is_similar = index >= self.list.exact();
        let rows = &self.list.pages.rows;
        let is_dim = is_similar || self.list.is_closed(row);
        for (column, x, column_width) in &self.columns {
            let cell_area = cell(area, *x, *column_width);
            let list_cell = (column.cell)(rows, row, &self.cell_context);
            // Signs are never cut.
            let signs = cells_u16(list_cell.signs_width());
            let text_area = Rect { width: cell_area.width.saturating_sub(signs), ..cell_area };
            let role = if is_dim { Role::Dim } else { list_cell.role };
            let marks = self.marks(column.field, &list_cell.text, is_similar);
            let mut writer = self.start_cell(column, &list_cell.text, text_area, buf);
            let end = writer.write_marked(role, &list_cell.text, (Role::Match, &marks)).x();
            let mut writer = LineWriter::new(self.context, from(cell_area, end - cell_area.x), buf);
            for (role, sign) in &list_cell.signs {
                writer.skip(1).write(*role, sign);
            }
        }
        self.draw_lead(row, is_similar, area, buf);
        if self.list.is_fresh(row, state.clock.moment) {
            buf.set_style(from(area, LEAD), self.context.style(Role::Changed));
        }
    }

    fn marks(&self, field: ListField, text: &str, is_similar: bool) -> Vec<Range<usize>> {
        let filter = &self.list.filter;
        match field {
            _ if filter.is_empty() => Vec::new(),
            ListField::Archived | ListField::Count | ListField::Age | ListField::Added => {
                Vec::new()
            }
            field if is_similar => filter.marks_of_similar(field, text),
            field => filter.marks(field, text),
        }
    }

    /// The mark, or the sign of a near match.
    fn draw_lead(&self, row: Row, is_similar: bool, area: Rect, buf: &mut Buffer) {
        let area = Rect { width: 1.min(area.width.saturating_sub(1)), ..from(area, 1) };
        if self.list.marks.contains(&row) {
            LineWriter::new(self.context, area, buf).write(Role::Marked, self.context.symbols.mark);
        } else if is_similar {
            LineWriter::new(self.context, area, buf).write(Role::Dim, self.context.symbols.similar);
        }
    }

    fn draw_triage(
        &self,
        state: &State,
        row: Row,
        column_width: u16,
        area: Rect,
        buf: &mut Buffer,
    ) {
        let Some(open) = self.cell_context.open else { return };
        let triage = state.triage_of(open, row);
        if column_width > 0 {
            return marks::draw_signs(state, self.context, triage, from(area, LEAD), buf);
        }
        let sign = marks::decision_sign(state, self.context, triage)
            .or_else(|| marks::star_sign(self.context, triage));
        if let Some((role, sign)) = sign {
            let cell = Rect { width: 1.min(area.width), ..from(area, LEAD - 1) };
            LineWriter::new(self.context, cell, buf).write(role, sign);
        }
    }

    /// A row that is not loaded or not readable.
    fn draw_missing(&self, index: usize, area: Rect, buf: &mut Buffer) {
        let (row, hole) = (S::SINGULAR, self.list.hole(index));
        let message = match hole {
            Hole::Loading => format!("{} Loading", self.context.symbols.ellipsis),
            Hole::Failed(failure) => format!("Not loaded: {}", failure.message),
            Hole::Stopped(reason) => format!("Not loaded: {reason}"),
            Hole::Unreadable => format!("Unreadable {row}"),
            Hole::Repeated => format!("Duplicate of another {row}"),
            Hole::NotSent => format!("The server did not send this {row}"),
        };
        let role = if hole == Hole::Loading { Role::Dim } else { Role::Gap };
        LineWriter::new(self.context, from(area, LEAD), buf).write(role, &message);
    }
}

/// An empty heading gets no arrow: it would look like the arrow of the next column.
fn heading(name: &str, arrow: &str) -> String {
    match (name, arrow) {
        ("", _) | (_, "") => name.to_owned(),
        _ => format!("{arrow} {name}"),
    }
}

fn cell(row: Rect, x: u16, width: u16) -> Rect {
    let area = from(row, LEAD + x);
    Rect { width: width.min(area.width), ..area }
}
