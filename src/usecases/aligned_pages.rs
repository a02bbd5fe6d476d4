//! Cuts the rows of a walk into pages that begin at multiples of the page size, as the terminal UI
//! reads them.
//!
//! The pages of a walk overlap by a row, and the one that arrives first has it. Cut as they come,
//! an unchanged list would have other pages in every walk, and the mirror would write them again.
//! `sync` and the commands that list call this.

use std::collections::BTreeMap;

use crate::client::FetchedRow;
use crate::recruiting::table::{ListRow, RowBuffer as _};
use crate::wire::MAX_PAGE_SIZE;

const STEP: u64 = MAX_PAGE_SIZE as u64;

#[derive(Debug)]
pub(crate) struct AlignedPages<T: ListRow> {
    /// Incomplete pages by their number.
    pages: BTreeMap<u64, PartialPage<T>>,
}

/// Rows in the order in which they arrived.
#[derive(Debug)]
struct PartialPage<T: ListRow> {
    positions: Vec<u64>,
    rows: T::Buffer,
}

impl<T: ListRow> Default for AlignedPages<T> {
    fn default() -> Self {
        Self { pages: BTreeMap::new() }
    }
}

impl<T: ListRow> Default for PartialPage<T> {
    fn default() -> Self {
        let rows = T::Buffer::with_capacity(MAX_PAGE_SIZE);
        Self { positions: Vec::with_capacity(MAX_PAGE_SIZE), rows }
    }
}

impl<T: ListRow> AlignedPages<T> {
    /// Returns the pages that these rows complete, each with the position of its first row.
    pub(crate) fn add(&mut self, rows: &[FetchedRow<T>]) -> Vec<(u64, T::Buffer)> {
        let mut complete = Vec::new();
        for rows in rows.chunk_by(|row, next| row.position / STEP == next.position / STEP) {
            let number = rows[0].position / STEP;
            let page = self.pages.entry(number).or_default();
            for row in rows {
                page.positions.push(row.position);
                page.rows.push(&row.record);
            }
            if page.positions.len() == MAX_PAGE_SIZE {
                complete.extend(self.pages.remove(&number).into_iter().flat_map(runs));
            }
        }
        complete
    }

    /// The rest: the end of the list, and pages with a gap.
    pub(crate) fn finish(self) -> impl Iterator<Item = (u64, T::Buffer)> {
        self.pages.into_values().flat_map(runs)
    }
}

/// Rows without a gap between them.
fn runs<T: ListRow>(page: PartialPage<T>) -> Vec<(u64, T::Buffer)> {
    let PartialPage { positions, rows } = page;
    if positions.is_sorted_by(|before, after| before + 1 == *after) {
        return positions.first().map(|from| (*from, rows)).into_iter().collect();
    }
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by_key(|index| positions[*index]);
    order
        .chunk_by(|before, after| positions[*before] + 1 == positions[*after])
        .map(|run| (positions[run[0]], rows.select(run)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::CandidateItem;

    fn item(position: u64) -> CandidateItem {
        CandidateItem { id: position.to_string().into(), ..CandidateItem::default() }
    }

    fn rows(positions: impl IntoIterator<Item = u64>) -> Vec<FetchedRow<CandidateItem>> {
        let row = |position| FetchedRow { position, record: item(position) };
        positions.into_iter().map(row).collect()
    }

    fn page(positions: std::ops::Range<u64>) -> (u64, Vec<CandidateItem>) {
        (positions.start, positions.map(item).collect())
    }

    fn items<T: ListRow>(pages: impl IntoIterator<Item = (u64, T::Buffer)>) -> Vec<(u64, Vec<T>)> {
        pages.into_iter().map(|(position, rows)| (position, rows.items())).collect()
    }

    #[test]
    fn overlapping_pages_in_any_order_become_the_same_pages() {
        for batches in [[0..100, 100..199, 199..250], [99..199, 0..99, 199..250]] {
            let mut pages = AlignedPages::<CandidateItem>::default();
            let mut found: Vec<_> =
                batches.into_iter().flat_map(|batch| pages.add(&rows(batch))).collect();
            found.extend(pages.finish());
            found.sort_by_key(|page| page.0);
            let expected = [page(0..100), page(100..200), page(200..250)];
            assert_eq!(items::<CandidateItem>(found), expected);
        }
    }

    #[test]
    fn a_gap_divides_a_page() {
        let mut pages = AlignedPages::<CandidateItem>::default();
        assert_eq!(pages.add(&rows((0..40).chain(41..100))), []);
        assert_eq!(items::<CandidateItem>(pages.finish()), [page(0..40), page(41..100)]);
    }
}
