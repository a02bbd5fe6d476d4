//! Cuts the rows of a walk into pages that begin at multiples of the page size, as the terminal UI
//! reads them.
//!
//! The pages of a walk overlap by a row, and the one that arrives first has it. Cut as they come,
//! an unchanged list would have other pages in every walk, and the mirror would write them again.
//! `sync` and the commands that list call this.

use std::collections::BTreeMap;

use crate::client::FetchedRow;
use crate::wire::MAX_PAGE_SIZE;

const STEP: u64 = MAX_PAGE_SIZE as u64;

#[derive(Debug)]
pub(crate) struct AlignedPages<T> {
    /// Rows of incomplete pages, by the number of the page.
    pages: BTreeMap<u64, Vec<FetchedRow<T>>>,
}

impl<T> Default for AlignedPages<T> {
    fn default() -> Self {
        Self { pages: BTreeMap::new() }
    }
}

impl<T> AlignedPages<T> {
    /// Returns the pages that these rows complete, each with the position of its first row.
    pub(crate) fn add(
        &mut self,
        rows: impl IntoIterator<Item = FetchedRow<T>>,
    ) -> Vec<(u64, Vec<T>)> {
        let mut complete = Vec::new();
        for row in rows {
            let number = row.position / STEP;
            let page =
                self.pages.entry(number).or_insert_with(|| Vec::with_capacity(MAX_PAGE_SIZE));
            page.push(row);
            if page.len() == MAX_PAGE_SIZE {
                complete.extend(self.pages.remove(&number).into_iter().flat_map(runs));
            }
        }
        complete
    }

    /// The rest: the end of the list, and pages with a gap.
    pub(crate) fn finish(self) -> impl Iterator<Item = (u64, Vec<T>)> {
        self.pages.into_values().flat_map(runs)
    }
}

/// Rows without a gap between them.
fn runs<T>(mut rows: Vec<FetchedRow<T>>) -> Vec<(u64, Vec<T>)> {
    rows.sort_by_key(|row| row.position);
    let mut runs: Vec<(u64, Vec<T>)> = Vec::new();
    for FetchedRow { position, record } in rows {
        match runs.last_mut() {
            Some((from, run)) if *from + run.len() as u64 == position => run.push(record),
            _ => runs.push((position, vec![record])),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(positions: impl IntoIterator<Item = u64>) -> Vec<FetchedRow<u64>> {
        positions.into_iter().map(|position| FetchedRow { position, record: position }).collect()
    }

    fn page(positions: std::ops::Range<u64>) -> (u64, Vec<u64>) {
        (positions.start, positions.collect())
    }

    #[test]
    fn overlapping_pages_in_any_order_become_the_same_pages() {
        for batches in [[0..100, 100..199, 199..250], [99..199, 0..99, 199..250]] {
            let mut pages = AlignedPages::default();
            let mut found: Vec<_> =
                batches.into_iter().flat_map(|batch| pages.add(rows(batch))).collect();
            found.extend(pages.finish());
            found.sort();
            assert_eq!(found, [page(0..100), page(100..200), page(200..250)]);
        }
    }

    #[test]
    fn a_gap_divides_a_page() {
        let mut pages = AlignedPages::default();
        assert_eq!(pages.add(rows((0..40).chain(41..100))), []);
        assert_eq!(pages.finish().collect::<Vec<_>>(), [page(0..40), page(41..100)]);
    }
}
