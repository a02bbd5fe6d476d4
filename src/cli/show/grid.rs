//! Rows in aligned columns, fitted to a width.
//!
//! If the width is too small, columns are chosen by rank, each at its minimum width; the rest of
//! the width is shared by weight. A column that must not be cut is shown whole or not at all.
//! Without a width (no terminal) nothing is cut.

use std::borrow::Cow;

use crate::text::{self, Align};

/// The minimum width of a column that is never cut.
pub(crate) const NO_SHRINK: usize = usize::MAX;
/// The maximum width that an uncut column reserves. A single very long id overflows instead of
/// displacing every other column.
const MAX_FIXED_WIDTH: usize = 40;
/// The rank of a column that is shown only in spare width.
pub(crate) const OPTIONAL_RANK: usize = 9;
const GAP: &str = "  ";

#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnSpec {
    pub(super) heading: &'static str,
    pub(super) align: Align,
    /// The minimum width.
    pub(super) min_width: usize,
    /// Its share of the remaining width.
    pub(super) weight: usize,
    /// The order in which columns are dropped: 0 last.
    pub(super) rank: usize,
}

/// Every row has one text per column.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    specs: Vec<ColumnSpec>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// Sanitizes the texts.
    pub(super) fn new(specs: Vec<ColumnSpec>, rows: impl Iterator<Item = Vec<String>>) -> Self {
        let sanitize = |cell: String| match text::sanitize(&cell) {
            Cow::Borrowed(_) => cell,
            Cow::Owned(text) => text,
        };
        let rows = rows.map(|row| row.into_iter().map(sanitize).collect()).collect();
        Self { specs, rows }
    }

    /// The header and the rows as lines.
    pub(super) fn lines(&self, width: Option<usize>) -> Vec<String> {
        let natural = self.natural_widths();
        let widths = width.map_or_else(|| natural.clone(), |width| self.fit(&natural, width));
        let headings = self.specs.iter().map(|spec| spec.heading.to_owned()).collect();
        std::iter::once(&headings).chain(&self.rows).map(|row| self.line(row, &widths)).collect()
    }

    /// The natural width of each column; `None` for an empty one.
    fn natural_widths(&self) -> Vec<Option<usize>> {
        let widest = |(index, spec): (usize, &ColumnSpec)| {
            let cells =
                self.rows.iter().map(|row| row.get(index).map_or(0, |cell| text::width(cell)));
            match cells.max() {
                Some(0) if spec.rank > 0 => None,
                widest => Some(widest.unwrap_or(0).max(text::width(spec.heading))),
            }
        };
        self.specs.iter().enumerate().map(widest).collect()
    }

    fn fit(&self, natural: &[Option<usize>], width: usize) -> Vec<Option<usize>> {
        let max_width = |spec: &ColumnSpec| {
            if spec.min_width == NO_SHRINK { MAX_FIXED_WIDTH } else { usize::MAX }
        };
        let desired_widths: Vec<Option<usize>> = natural
            .iter()
            .zip(&self.specs)
            .map(|(desired, spec)| desired.map(|desired| desired.min(max_width(spec))))
            .collect();
        let mut ranked: Vec<usize> = (0..desired_widths.len()).collect();
        ranked.sort_by_key(|index| self.specs[*index].rank);
        let mut widths = vec![None; desired_widths.len()];
        let mut remaining = width;
        let (ranked, spare): (Vec<usize>, Vec<usize>) =
            ranked.into_iter().partition(|index| self.specs[*index].rank < OPTIONAL_RANK);
        for index in ranked {
            let Some(desired) = desired_widths[index] else { continue };
            let first = widths.iter().all(Option::is_none);
            let min_width = desired.min(self.specs[index].min_width);
            let needed = min_width + if first { 0 } else { GAP.len() };
            if needed <= remaining {
                widths[index] = Some(min_width);
                remaining -= needed;
            } else if first {
                // A truncated first column is better than none.
                widths[index] = Some(remaining.max(1));
                remaining = 0;
            }
        }
        let mut remaining = self.distribute(&mut widths, &desired_widths, remaining);
        for index in spare {
            let Some(desired) =
                desired_widths[index].filter(|desired| desired + GAP.len() <= remaining)
            else {
                continue;
            };
            widths[index] = Some(desired);
            remaining -= desired + GAP.len();
        }
        widths
    }

    /// Shares the remaining width by weight among columns that are cut; returns what is left.
    fn distribute(
        &self,
        widths: &mut [Option<usize>],
        desired_widths: &[Option<usize>],
        mut remaining: usize,
    ) -> usize {
        loop {
            let can_grow = |index: &usize| {
                widths[*index].is_some_and(|width| Some(width) < desired_widths[*index])
            };
            let growing: Vec<usize> = (0..widths.len()).filter(can_grow).collect();
            let weights: usize = growing.iter().map(|index| self.specs[*index].weight.max(1)).sum();
            if remaining == 0 || growing.is_empty() {
                return remaining;
            }
            let available = remaining;
            for index in growing {
                let (Some(width), Some(desired)) = (widths[index], desired_widths[index]) else {
                    continue;
                };
                let portion = (available * self.specs[index].weight.max(1) / weights).max(1);
                let added = portion.min(desired - width).min(remaining);
                widths[index] = Some(width + added);
                remaining -= added;
            }
        }
    }

    fn line(&self, row: &[String], widths: &[Option<usize>]) -> String {
        let mut line = String::new();
        let columns = self.specs.iter().zip(row).zip(widths);
        for (index, ((spec, cell), width)) in
            columns.filter(|(_, width)| width.is_some()).enumerate()
        {
            let width = width.unwrap_or(0);
            line.push_str(if index > 0 { GAP } else { "" });
            // A whole column overflows rather than being cut.
            let width =
                if spec.min_width == NO_SHRINK { width.max(text::width(cell)) } else { width };
            line.push_str(&text::pad(cell, width, spec.align));
        }
        line.truncate(line.trim_end_matches(' ').len());
        line
    }
}
