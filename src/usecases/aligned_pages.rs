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
/// More pages than are read at once. A server may leave out a row of every page: those pages never
/// become complete, and would stay in memory until the end of the list.
const MAX_INCOMPLETE: usize = 64;

#[derive(Debug)]
pub(crate) struct AlignedPages<T: ListRow> {
    /// Incomplete pages by their number.
    pages: BTreeMap<u64, AlignedPage<T>>,
}

/// Rows in the order in which they arrived. The thread that writes them sorts them.
#[derive(Debug)]
pub(crate) struct AlignedPage<T: ListRow> {
    positions: Vec<u64>,
    rows: T::Buffer,
}

impl<T: ListRow> Default for AlignedPages<T> {
    fn default() -> Self {
        Self { pages: BTreeMap::new() }
    }
}

impl<T: ListRow> Default for AlignedPage<T> {
    fn default() -> Self {
        let rows = T::Buffer::with_capacity(MAX_PAGE_SIZE);
        Self { positions: Vec::with_capacity(MAX_PAGE_SIZE), rows }
    }
}

impl<T: ListRow> AlignedPages<T> {
    /// Calls `take` with the pages that these rows complete, and with those that stay incomplete.
    pub(crate) fn add(&mut self, rows: &[FetchedRow<T>], mut take: impl FnMut(AlignedPage<T>)) {
        for rows in rows.chunk_by(|row, next| row.position / STEP == next.position / STEP) {
            let number = rows[0].position / STEP;
            let page = self.pages.entry(number).or_default();
            for row in rows {
                page.positions.push(row.position);
                page.rows.push(&row.record);
            }
            if page.positions.len() == MAX_PAGE_SIZE
                && let Some(page) = self.pages.remove(&number)
            {
                take(page);
            }
            if self.pages.len() > MAX_INCOMPLETE {
                self.pages.pop_first().into_iter().for_each(|(_, page)| take(page));
            }
        }
    }

    /// The rest: the end of the list, and pages with a gap.
    pub(crate) fn finish(self, take: impl FnMut(AlignedPage<T>)) {
        self.pages.into_values().for_each(take);
    }
}

impl<T: ListRow> AlignedPage<T> {
    /// Calls `take` with rows without a gap between them, and the position of the first of them.
    pub(crate) fn each_run(self, mut take: impl FnMut(u64, T::Buffer)) {
        let Self { positions, rows } = self;
        if positions.is_sorted_by(|before, after| before + 1 == *after) {
            return take(positions.first().copied().unwrap_or(0), rows);
        }
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_unstable_by_key(|index| positions[*index]);
        for run in order.chunk_by(|before, after| positions[*before] + 1 == positions[*after]) {
            take(positions[run[0]], rows.select(run));
        }
    }
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

    fn runs(page: AlignedPage<CandidateItem>) -> Vec<(u64, Vec<CandidateItem>)> {
        let mut runs = Vec::new();
        page.each_run(|position, rows| runs.push((position, rows.items())));
        runs
    }

    fn page(positions: std::ops::Range<u64>) -> (u64, Vec<CandidateItem>) {
        (positions.start, positions.map(item).collect())
    }

    #[test]
    fn overlapping_pages_in_any_order_become_the_same_pages() {
        for batches in [[0..100, 100..199, 199..250], [99..199, 0..99, 199..250]] {
            let mut pages = AlignedPages::default();
            let mut found = Vec::new();
            for batch in batches {
                pages.add(&rows(batch), |page| found.extend(runs(page)));
            }
            pages.finish(|page| found.extend(runs(page)));
            found.sort_by_key(|page| page.0);
            assert_eq!(found, [page(0..100), page(100..200), page(200..250)]);
        }
    }

    #[test]
    fn a_gap_divides_a_page() {
        let mut pages = AlignedPages::<CandidateItem>::default();
        let mut found = Vec::new();
        pages.add(&rows((0..40).chain(41..100)), |page| panic!("complete: {page:?}"));
        pages.finish(|page| found.extend(runs(page)));
        assert_eq!(found, [page(0..40), page(41..100)]);
    }

    #[test]
    fn pages_that_stay_incomplete_do_not_pile_up() {
        let mut pages = AlignedPages::<CandidateItem>::default();
        let mut found = Vec::new();
        for number in 0..1000 {
            let positions = number * STEP + 1..(number + 1) * STEP;
            pages.add(&rows(positions), |page| found.extend(runs(page)));
        }
        assert_eq!(found.len() + MAX_INCOMPLETE, 1000);
        assert_eq!(found[0], page(1..100));
    }
}
