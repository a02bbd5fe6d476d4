//! Rows in aligned columns, fitted to a width.
//!
//! It knows texts and cells, not records. Where there is too little room, the
//! columns that matter most are chosen first, each at its least width; what is
//! left over is shared out by weight. A column that must stay whole is shown
//! whole or not at all. Without a width (no terminal) nothing is cut.

use std::borrow::Cow;

use crate::text::{self, Align};

/// The least width of a column that is never cut.
pub(crate) const WHOLE: usize = usize::MAX;
/// The most that a column claims for being whole. One absurd id runs over the
/// edge by itself then, instead of taking every other column with it.
const CLAIM: usize = 40;
/// The rank of a column that is shown only where no other wants the room.
pub(crate) const SPARE: usize = 9;
/// Between two columns.
const GAP: &str = "  ";

/// What a column is like, whatever stands in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec {
    /// What stands above it.
    pub(super) heading: &'static str,
    /// The side its cells are pushed to.
    pub(super) align: Align,
    /// The width below which it is of no use.
    pub(super) least: usize,
    /// Its share of the room that is left over.
    pub(super) weight: usize,
    /// Its place when columns must be left out: 0 stays longest.
    pub(super) rank: usize,
}

/// Texts in rows, each as long as there are columns.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    specs: Vec<Spec>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// Takes the texts as they came and cleans them.
    pub(super) fn new(specs: Vec<Spec>, rows: impl Iterator<Item = Vec<String>>) -> Self {
        let clean = |cell: String| match text::sanitize(&cell) {
            Cow::Borrowed(_) => cell,
            Cow::Owned(clean) => clean,
        };
        let rows = rows.map(|row| row.into_iter().map(clean).collect()).collect();
        Self { specs, rows }
    }

    /// The heading and the rows, each a line, in at most so many cells.
    pub(super) fn lines(&self, width: Option<usize>) -> Vec<String> {
        let natural = self.natural();
        let widths = width.map_or_else(|| natural.clone(), |width| self.fit(&natural, width));
        let headings = self.specs.iter().map(|spec| spec.heading.to_owned()).collect();
        std::iter::once(&headings).chain(&self.rows).map(|row| self.line(row, &widths)).collect()
    }

    /// The width each column would like; none for one with nothing to say.
    fn natural(&self) -> Vec<Option<usize>> {
        let widest = |(at, spec): (usize, &Spec)| {
            let cells = self.rows.iter().map(|row| row.get(at).map_or(0, |cell| text::width(cell)));
            match cells.max() {
                Some(0) if spec.rank > 0 => None,
                widest => Some(widest.unwrap_or(0).max(text::width(spec.heading))),
            }
        };
        self.specs.iter().enumerate().map(widest).collect()
    }

    fn fit(&self, natural: &[Option<usize>], width: usize) -> Vec<Option<usize>> {
        let most = |spec: &Spec| if spec.least == WHOLE { CLAIM } else { usize::MAX };
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
                // Better a stump of the one that matters than nothing.
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

    /// Hands out the cells left over, by weight, to whoever still wants some.
    /// What nobody wants is told.
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
            // What must stay whole would rather run over.
            let width = if spec.least == WHOLE { width.max(text::width(cell)) } else { width };
            line.push_str(&text::pad(cell, width, spec.align));
        }
        line.truncate(line.trim_end_matches(' ').len());
        line
    }
}
