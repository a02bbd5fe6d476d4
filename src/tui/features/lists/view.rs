//! Draws a list. Only visible rows are read, so the cost does not depend on the length.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::caption;
use super::columns::{CellContext, ColumnSource, ListColumn, fit};
use super::status_view::picture;
use crate::keymap::action::Pane;
use crate::recruiting::table::{ListField, Row};
use crate::text::{Align, width};
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list::List;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::state::State;
use crate::tui::features::filter;
use crate::tui::features::triage::marks;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::line_writer::{LineWriter, from, line};
use crate::tui::widgets::render_context::RenderContext;

/// Cells before the first column: the cursor, the mark, a space.
const LEAD: u16 = 3;
const EDGES: u16 = LEAD + 1;
/// Cells for the verdict, the star and a space.
const OWN: u16 = 3;
/// Below this width the verdict stands right before the name.
const ROOMY: u16 = 50;

/// Returns the cursor position while a filter is typed.
pub(crate) fn pane<S: ColumnSource>(
    state: &State,
    look: &RenderContext<'_>,
    pane: Pane,
    (list, seen): (&List<S>, &ListStatus<'_>),
    area: PaneArea,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let has_own = pane == Pane::Candidates && !state.book.log().is_empty();
    let own = if has_own && area.body.width >= ROOMY { OWN } else { 0 };
    let mut columns = fit::<S>(area.body.width.saturating_sub(EDGES + own));
    for (_, x, _) in &mut columns {
        *x += own;
    }
    let headings: Vec<ListField> = columns.iter().map(|(column, ..)| column.field).collect();
    let caption = caption::list(state, look, pane, list, (area.outer.width, &headings));
    frame(state, look, pane, area.outer, &caption, buf);
    let cursor = filter::view::line(state, look, pane, list, area, buf);
    if *seen == ListStatus::Rows {
        let facts = CellContext {
            now: state.clock.date,
            symbols: look.symbols,
            open: state.opened(),
            limits: &state.rules.limits,
        };
        let rows = Rows { look, list, facts, columns };
        rows.headings(area.heading, buf);
        for (at, index) in list.window().take(usize::from(area.body.height)).enumerate() {
            let place = line(area.body, at);
            match list.at(index) {
                Some(row) => {
                    rows.row(state, index, row, place, buf);
                    if has_own {
                        rows.own(state, row, own, place, buf);
                    }
                }
                None => rows.missing(index, place, buf),
            }
            if index == list.index() {
                select(look, state.focus == pane, place, buf);
            }
        }
    } else {
        picture(state, look, seen, (pane, S::MANY), area.body, buf);
    }
    cursor
}

pub(crate) fn select(look: &RenderContext<'_>, has_keys: bool, place: Rect, buf: &mut Buffer) {
    let (role, sign) = if has_keys {
        (Role::Selected, look.symbols.cursor)
    } else {
        (Role::SelectedUnfocused, look.symbols.more_right)
    };
    let first = Rect { width: 1.min(place.width), ..place };
    LineWriter::new(look, first, buf).write(Role::BorderFocused, sign);
    buf.set_style(place, look.style(role));
}

struct Rows<'a, S: ColumnSource> {
    look: &'a RenderContext<'a>,
    list: &'a List<S>,
    facts: CellContext<'a>,
    /// With position and width.
    columns: Vec<(&'static ListColumn<S>, u16, u16)>,
}

impl<S: ColumnSource> Rows<'_, S> {
    fn headings(&self, area: Rect, buf: &mut Buffer) {
        for (column, x, wide) in &self.columns {
            let sort = self.list.sort.filter(|sort| sort.field == column.field);
            let arrow = sort.map_or("", |sort| self.look.arrow(sort.direction));
            let message = heading(column.heading, arrow, usize::from(*wide));
            let place = cell(area, *x, *wide);
            self.start(column, &message, place, buf).write(Role::Header, &message);
        }
    }

    fn start<'b>(
        &'b self,
        column: &ListColumn<S>,
        text: &str,
        place: Rect,
        buf: &'b mut Buffer,
    ) -> LineWriter<'b> {
        let mut writer = LineWriter::new(self.look, place, buf);
        if column.align == Align::Right {
            writer.skip(writer.room().saturating_sub(width(text)));
        }
        writer
    }

    fn row(&self, state: &State, index: usize, row: Row, place: Rect, buf: &mut Buffer) {
        let similar = index >= self.list.exact();
        for (column, x, wide) in &self.columns {
            let place = cell(place, *x, *wide);
            let shown = (column.cell)(&self.list.roll.rows, row, &self.facts);
            // Signs are never cut.
            let signs: usize = shown.signs.iter().map(|(_, sign)| width(sign) + 1).sum();
            let signs = u16::try_from(signs).unwrap_or(u16::MAX);
            let text = Rect { width: place.width.saturating_sub(signs), ..place };
            let role = if similar { Role::Dim } else { shown.role };
            let marks = self.marks(column.field, &shown.text, similar);
            let mut writer = self.start(column, &shown.text, text, buf);
            let end = writer.marked(role, &shown.text, (Role::Match, &marks)).x();
            let mut writer = LineWriter::new(self.look, from(place, end - place.x), buf);
            for (role, sign) in &shown.signs {
                writer.skip(1).write(*role, sign);
            }
        }
        self.lead(row, similar, place, buf);
        if self.list.is_fresh(row, state.clock.moment) {
            buf.set_style(from(place, LEAD), self.look.style(Role::Changed));
        }
    }

    fn marks(&self, field: ListField, text: &str, similar: bool) -> Vec<Range<usize>> {
        let filter = &self.list.filter;
        match field {
            _ if filter.is_empty() => Vec::new(),
            ListField::Archived | ListField::Count | ListField::Age | ListField::Added => {
                Vec::new()
            }
            field if similar => filter.marks_of_similar(field, text),
            field => filter.marks(field, text),
        }
    }

    /// The mark, or the sign of a near match.
    fn lead(&self, row: Row, similar: bool, place: Rect, buf: &mut Buffer) {
        let place = Rect { width: 1.min(place.width.saturating_sub(1)), ..from(place, 1) };
        if self.list.marks.contains(&row) {
            LineWriter::new(self.look, place, buf).write(Role::Marked, self.look.symbols.mark);
        } else if similar {
            LineWriter::new(self.look, place, buf).write(Role::Dim, self.look.symbols.similar);
        }
    }

    fn own(&self, state: &State, row: Row, room: u16, place: Rect, buf: &mut Buffer) {
        let Some(open) = self.facts.open else { return };
        let own = state.own(open, row);
        if room > 0 {
            return marks::signs(state, self.look, own, from(place, LEAD), buf);
        }
        let sign = marks::decision_sign(state, self.look, own)
            .or_else(|| marks::star_sign(self.look, own));
        if let Some((role, sign)) = sign {
            let cell = Rect { width: 1.min(place.width), ..from(place, LEAD - 1) };
            LineWriter::new(self.look, cell, buf).write(role, sign);
        }
    }

    /// A row that is not loaded or not readable.
    fn missing(&self, index: usize, place: Rect, buf: &mut Buffer) {
        let read = &self.list.roll;
        let (role, message) = match read.failure_at(index) {
            Some(failure) => (Role::Gap, format!("not loaded: {}", failure.told)),
            None if read.is_read(index) => (Role::Gap, format!("this {} cannot be read", S::ONE)),
            None => (Role::Dim, format!("{} loading", self.look.symbols.ellipsis)),
        };
        LineWriter::new(self.look, from(place, LEAD), buf).write(role, &message);
    }
}

/// An empty heading gets no arrow: it would look like the arrow of the next column.
fn heading(name: &str, arrow: &str, cells: usize) -> String {
    match (name, arrow) {
        ("", _) | (_, "") => name.to_owned(),
        _ if width(name) + width(arrow) < cells => format!("{arrow} {name}"),
        _ => format!("{arrow}{name}"),
    }
}

fn cell(row: Rect, x: u16, wide: u16) -> Rect {
    let place = from(row, LEAD + x);
    Rect { width: wide.min(place.width), ..place }
}
