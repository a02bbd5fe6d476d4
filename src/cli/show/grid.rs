//! Rows in aligned columns, fitted to a width.
//!
//! If the width is too small, columns are chosen by rank, each at its minimum width; the rest of the
//! width is shared by weight. A column that must stay whole is shown whole or not at all. Without a
//! width (no terminal) nothing is cut.

use std::borrow::Cow;

use crate::text::{self, Align};

/// The minimum width of a column that is never cut.
pub(crate) const WHOLE: usize = usize::MAX;
/// The most that a whole column reserves. A single absurdly long id overflows instead of pushing out
/// every other column.
const CLAIM: usize = 40;
/// The rank of a column that is shown only in spare width.
pub(crate) const SPARE: usize = 9;
const GAP: &str = "  ";

#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnSpec {
    pub(super) heading: &'static str,
    pub(super) align: Align,
    /// The minimum width.
    pub(super) least: usize,
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
        let clean = |cell: String| match text::sanitize(&cell) {
            Cow::Borrowed(_) => cell,
            Cow::Owned(clean) => clean,
        };
        let rows = rows.map(|row| row.into_iter().map(clean).collect()).collect();
        Self { specs, rows }
    }

    /// The header and the rows as lines.
    pub(super) fn lines(&self, width: Option<usize>) -> Vec<String> {
        let natural = self.natural();
        let widths = width.map_or_else(|| natural.clone(), |width| self.fit(&natural, width));
        let headings = self.specs.iter().map(|spec| spec.heading.to_owned()).collect();
        std::iter::once(&headings).chain(&self.rows).map(|row| self.line(row, &widths)).collect()
    }

    /// The natural width of each column; `None` for an empty one.
    fn natural(&self) -> Vec<Option<usize>> {
        let widest = |(at, spec): (usize, &ColumnSpec)| {
            let cells = self.rows.iter().map(|row| row.get(at).map_or(0, |cell| text::width(cell)));
            match cells.max() {
                Some(0) if spec.rank > 0 => None,
                widest => Some(widest.unwrap_or(0).max(text::width(spec.heading))),
            }
        };
        self.specs.iter().enumerate().map(widest).collect()
    }

    fn fit(&self, natural: &[Option<usize>], width: usize) -> Vec<Option<usize>> {
        let most = |spec: &ColumnSpec| if spec.least == WHOLE { CLAIM } else { usize::MAX };
        let wishes: Vec<Option<usize>> = natural
            .iter()
            .zip(&self.specs)
            .map(|(wish, spec)| wish.map(|wish| wish.min(most(spec))))
            .collect();
        let mut ranked: Vec<usize> = (0..wishes.len()).collect();
        ranked.sort_by_key(|at| self.specs[*at].rank);
        let mut widths = vec![None; wishes.len()];
        let mut left = width;
        let (ranked, spare): (Vec<usize>, Vec<usize>) =
            ranked.into_iter().partition(|at| self.specs[*at].rank < SPARE);
        for at in ranked {
            let Some(wish) = wishes[at] else { continue };
            let first = widths.iter().all(Option::is_none);
            let least = wish.min(self.specs[at].least);
            let needed = least + if first { 0 } else { GAP.len() };
            if needed <= left {
                widths[at] = Some(least);
                left -= needed;
            } else if first {
                // A truncated first column is better than none.
                widths[at] = Some(left.max(1));
                left = 0;
            }
        }
        let mut left = self.share(&mut widths, &wishes, left);
        for at in spare {
            let Some(wish) = wishes[at].filter(|wish| wish + GAP.len() <= left) else { continue };
            widths[at] = Some(wish);
            left -= wish + GAP.len();
        }
        widths
    }

    /// Shares the remaining width by weight among columns that are cut; returns what is left.
    fn share(
        &self,
        widths: &mut [Option<usize>],
        wishes: &[Option<usize>],
        mut left: usize,
    ) -> usize {
        loop {
            let wants = |at: &usize| widths[*at].is_some_and(|width| Some(width) < wishes[*at]);
            let hungry: Vec<usize> = (0..widths.len()).filter(wants).collect();
            let weights: usize = hungry.iter().map(|at| self.specs[*at].weight.max(1)).sum();
            if left == 0 || hungry.is_empty() {
                return left;
            }
            let pot = left;
            for at in hungry {
                let (Some(width), Some(wish)) = (widths[at], wishes[at]) else { continue };
                let portion = (pot * self.specs[at].weight.max(1) / weights).max(1);
                let given = portion.min(wish - width).min(left);
                widths[at] = Some(width + given);
                left -= given;
            }
        }
    }

    fn line(&self, row: &[String], widths: &[Option<usize>]) -> String {
        let mut line = String::new();
        let columns = self.specs.iter().zip(row).zip(widths);
        for (at, ((spec, cell), width)) in columns.filter(|(_, width)| width.is_some()).enumerate()
        {
            let width = width.unwrap_or(0);
            line.push_str(if at > 0 { GAP } else { "" });
            // A whole column overflows rather than being cut.
            let width = if spec.least == WHOLE { width.max(text::width(cell)) } else { width };
            line.push_str(&text::pad(cell, width, spec.align));
        }
        line.truncate(line.trim_end_matches(' ').len());
        line
    }
}
