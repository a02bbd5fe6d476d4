//! One pass over a list: which rows it met, and whether it still gets anywhere.

use crate::list_guard::{ListGuard, StopReason};
use crate::recruiting::table::Row;

/// Rows of a list without a total before it counts as endless. All of them stay in memory.
const MAX_UNANNOUNCED: u64 = 100_000;

/// Pages that prove that a server has the rows it announced.
const PROOF: usize = 2;

#[derive(Debug)]
pub(super) struct Pass {
    /// One bit for each row.
    seen: Vec<u64>,
    seen_count: u64,
    /// Whether a page was read.
    is_begun: bool,
    /// The total on the first page.
    first_total: Option<u64>,
    /// Pages with new rows.
    progress: usize,
    guard: ListGuard,
    stop: Option<StopReason>,
    /// Unreadable rows that are empty.
    empty_rows: usize,
}

impl Default for Pass {
    fn default() -> Self {
        Self {
            seen: Vec::new(),
            seen_count: 0,
            is_begun: false,
            first_total: None,
            progress: 0,
            guard: ListGuard::new(MAX_UNANNOUNCED),
            stop: None,
            empty_rows: 0,
        }
    }
}

/// What a page adds to a pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageNews {
    /// Readable rows that no other page of this pass had.
    pub(super) new_rows: usize,
    pub(super) unreadable: usize,
    /// Of the unreadable rows.
    pub(super) empty: usize,
    pub(super) total: Option<u64>,
}

impl Pass {
    pub(super) fn has_seen(&self, row: Row) -> bool {
        let (word, bit) = (row.index() / 64, row.index() % 64);
        self.seen.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }

    pub(super) fn mark_seen(&mut self, row: Row) {
        let (word, bit) = (row.index() / 64, row.index() % 64);
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        self.seen_count += u64::from(self.seen[word] >> bit & 1 == 0);
        self.seen[word] |= 1 << bit;
    }

    /// Whether the total is still the one of the first page.
    pub(super) fn has_same_total(&self, total: Option<u64>) -> bool {
        !self.is_begun || self.first_total == total
    }

    /// Whether the server has shown that it has the rows that it announced.
    pub(super) const fn is_proven(&self) -> bool {
        self.progress >= PROOF && !self.guard.is_barren()
    }

    /// Why the rest of the list is not read.
    pub(super) const fn stop_reason(&self) -> Option<StopReason> {
        self.stop
    }

    pub(super) const fn guard(&mut self) -> &mut ListGuard {
        &mut self.guard
    }

    /// How many pages may be requested ahead of those on the screen.
    pub(super) const fn max_ahead(&self) -> usize {
        self.guard.max_ahead()
    }

    pub(super) const fn empty_rows(&self) -> usize {
        self.empty_rows
    }

    pub(super) const fn stop(&mut self, reason: StopReason) {
        self.stop = Some(reason);
    }

    /// Decides whether the pass goes on after a page. `unreadable` rows were read so far.
    pub(super) fn record_page(&mut self, news: PageNews, unreadable: usize) {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.first_total = news.total;
            self.guard.announce(news.total);
        }
        self.empty_rows += news.empty;
        if news.new_rows > 0 {
            self.progress += 1;
            self.guard.record_progress();
        } else if let Some(reason) = self.guard.record_barren_page(0, news.unreadable > 0) {
            self.stop = Some(reason);
        }
        let endless = self.guard.check_count(self.seen_count + unreadable as u64);
        self.stop = self.stop.or(endless);
    }
}
