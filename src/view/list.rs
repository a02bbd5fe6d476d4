//! The rows of a list, and what its frame says of it. Only rows on the screen
//! are looked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::caption;
use super::columns::{Facts, Shown, fit};
use super::filter;
use super::frame::frame;
use super::look::Look;
use super::pen::{Pen, from, line};
use super::picture::picture;
use crate::app::State;
use crate::app::action::Pane;
use crate::app::find::Direction;
use crate::app::layout::Area;
use crate::app::list::List;
use crate::app::picture::Picture;
use crate::app::rows::{Field, Row};
use crate::text::{Align, width};
use crate::theme::Role;

/// Cells before the first column: the cursor, the mark, a space.
const LEAD: u16 = 3;
/// Those and the space after the last column.
const EDGES: u16 = LEAD + 1;

/// Draws a list with its frame. Where the cursor of its filter is, if one is
/// typed.
pub(super) fn pane<S: Shown>(
    state: &State,
    look: &Look<'_>,
    pane: Pane,
    (list, seen): (&List<S>, &Picture<'_>),
    area: Area,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let rows = *seen == Picture::Rows;
    frame(state, look, pane, area.outer, &caption::list(state, look, pane, list), buf);
    let cursor = filter::line(state, look, pane, list, area.filter, buf);
    if rows {
        heading(state, look, pane, list, area.heading, buf);
        self::rows(state, look, pane, list, area.body, buf);
    } else {
        picture(state, look, seen, (pane, S::MANY), area.body, buf);
    }
    cursor
}

fn heading<S: Shown>(
    state: &State,
    look: &Look<'_>,
    pane: Pane,
    list: &List<S>,
    area: Rect,
    buf: &mut Buffer,
) {
    let _ = (state, pane);
    for (column, x, wide) in fit::<S>(area.width.saturating_sub(EDGES)) {
        let arrow = match list.sort.filter(|sort| sort.field == column.field) {
            Some(sort) => arrow(look, sort.direction),
            None => "",
        };
        let place = cell(area, x, wide);
        let told = if arrow.is_empty() || column.heading.is_empty() {
            format!("{arrow}{}", column.heading)
        } else {
            format!("{arrow} {}", column.heading)
        };
        let free = usize::from(wide).saturating_sub(width(&told));
        let mut pen = Pen::new(look, place, buf);
        if column.align == Align::Right {
            pen.skip(free);
        }
        pen.write(Role::Header, &told);
    }
}

/// The sign of a direction.
pub(super) const fn arrow(look: &Look<'_>, direction: Direction) -> &'static str {
    match direction {
        Direction::Up => look.symbols.ascending,
        Direction::Down => look.symbols.descending,
    }
}

fn rows<S: Shown>(
    state: &State,
    look: &Look<'_>,
    pane: Pane,
    list: &List<S>,
    area: Rect,
    buf: &mut Buffer,
) {
    let columns = fit::<S>(area.width.saturating_sub(EDGES));
    let facts = Facts { now: state.clock.date, symbols: look.symbols, open: state.opened() };
    for (at, index) in (0..area.height).zip(list.window()) {
        let place = line(area, at);
        let Some(row) = list.at(index) else {
            missing(look, list, index, place, buf);
            select(state, look, pane, index == list.index(), place, buf);
            continue;
        };
        let similar = index >= list.exact();
        for (column, x, wide) in &columns {
            let shown = (column.cell)(&list.roll.rows, row, &facts);
            let signs: usize = shown.signs.iter().map(|(_, sign)| width(sign) + 1).sum();
            let place = cell(place, *x, *wide);
            let mut text = place;
            text.width = text.width.saturating_sub(u16::try_from(signs).unwrap_or(u16::MAX));
            let role = if similar { Role::Dim } else { shown.role };
            let free = usize::from(text.width).saturating_sub(width(&shown.text));
            let mut pen = Pen::new(look, text, buf);
            if column.align == Align::Right {
                pen.skip(free);
            }
            let marks = match column.field {
                _ if list.filter.is_empty() => Vec::new(),
                Field::Archived | Field::Count | Field::Age | Field::Added => Vec::new(),
                field if similar => list.filter.marks_of_similar(field, &shown.text),
                field => list.filter.marks(field, &shown.text),
            };
            pen.marked(role, &shown.text, (Role::Match, &marks));
            let at = pen.x() - place.x;
            let mut pen = Pen::new(look, from(place, at), buf);
            for (role, sign) in &shown.signs {
                pen.skip(1).write(*role, sign);
            }
        }
        lead(look, list, row, similar, place, buf);
        if list.is_fresh(row, state.clock.moment) {
            buf.set_style(from(place, LEAD), look.style(Role::Changed));
        }
        select(state, look, pane, index == list.index(), place, buf);
    }
}

/// The mark before a row.
fn lead<S: Shown>(
    look: &Look<'_>,
    list: &List<S>,
    row: Row,
    similar: bool,
    place: Rect,
    buf: &mut Buffer,
) {
    if list.marks.contains(&row) {
        Pen::new(look, from(place, 1), buf).write(Role::Marked, look.symbols.mark);
        let begun = list.range == Some(row);
        let style = look.style(if begun { Role::Key } else { Role::Marked });
        buf.set_style(Rect { width: LEAD.min(place.width), ..place }, style);
    } else if similar {
        Pen::new(look, from(place, 1), buf).write(Role::Dim, "~");
    }
}

/// The row under the cursor.
pub(super) fn select(
    state: &State,
    look: &Look<'_>,
    pane: Pane,
    selected: bool,
    place: Rect,
    buf: &mut Buffer,
) {
    if !selected {
        return;
    }
    let focused = state.focus == pane;
    let role = if focused { Role::Selected } else { Role::SelectedUnfocused };
    Pen::new(look, Rect { width: 1.min(place.width), ..place }, buf).write(
        Role::BorderFocused,
        if focused { look.symbols.cursor } else { look.symbols.more_right },
    );
    buf.set_style(place, look.style(role));
}

/// A place of the list that holds nothing yet, or nothing that can be read.
fn missing<S: Shown>(look: &Look<'_>, list: &List<S>, index: usize, place: Rect, buf: &mut Buffer) {
    let mut pen = Pen::new(look, from(place, LEAD), buf);
    match list.roll.failure_at(index) {
        Some(failure) => {
            pen.write(Role::Gap, &format!("not loaded: {}", failure.told));
        }
        None if list.roll.is_read(index) => {
            pen.write(Role::Gap, &format!("this {} cannot be read", S::ONE));
        }
        None => {
            pen.write(Role::Dim, &format!("{} loading", look.symbols.ellipsis));
        }
    }
}

fn cell(row: Rect, x: u16, wide: u16) -> Rect {
    let place = from(row, LEAD + x);
    Rect { width: wide.min(place.width), ..place }
}
