//! When to stop reading a list that never ends or never advances.
//!
//! The paginator of the client and the paged lists of the terminal report every page to a
//! [`ListGuard`], so that both stop by the same rules and give the same reason.

use std::fmt;

/// Pages in a row without a new readable record before the reader stops. More than are ever in
/// flight, since other pages may have delivered their records.
const MAX_BARREN_PAGES: u64 = 20;
/// Pages in a row that could not be read at all before the reader stops asking for others.
const MAX_FAILURES: u32 = 3;
/// Records beyond twice the announced total before a list counts as endless.
const MAX_GROWTH: u64 = 100_000;
/// Upper limit for the records of any list, whatever its total.
const MAX_ROWS: u64 = 10_000_000;

#[derive(Debug, Clone)]
pub struct ListGuard {
    /// Records of a list without a total before it counts as endless.
    max_unannounced: u64,
    /// The total of the first page.
    announced: Option<u64>,
    barren_pages: u64,
    /// Pages in a row that failed.
    failures: u32,
}

/// Why the rest of a list is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The server never stops returning records.
    Endless,
    /// The server sends the same records at every offset.
    Repeating,
    /// No record of many pages in a row can be read.
    Unreadable,
}

impl ListGuard {
    #[must_use]
    pub const fn new(max_unannounced: u64) -> Self {
        Self { max_unannounced, announced: None, barren_pages: 0, failures: 0 }
    }

    /// Records the total of the first page.
    pub const fn announce(&mut self, total: Option<u64>) {
        self.announced = total;
    }

    /// A page could not be read.
    pub const fn record_failure(&mut self) {
        self.failures += 1;
    }

    /// A page was read, whatever it holds.
    pub const fn record_answer(&mut self) {
        self.failures = 0;
    }

    /// A failed page is requested again: one more may fail.
    pub fn allow_retry(&mut self) {
        self.failures = self.failures.min(MAX_FAILURES - 1);
    }

    /// How many pages may be requested ahead: one at a time after a failure, and none after several
    /// in a row.
    #[must_use]
    pub const fn max_ahead(&self) -> usize {
        match self.failures {
            0 => usize::MAX,
            1..MAX_FAILURES => 1,
            _ => 0,
        }
    }

    /// A page had a new readable record.
    pub const fn record_progress(&mut self) {
        self.barren_pages = 0;
    }

    /// A page had no new readable record. `expected` pages like this may come in addition, because
    /// the reader started again. `has_unreadable` says whether the page had other records.
    pub fn record_barren_page(
        &mut self,
        expected: u64,
        has_unreadable: bool,
    ) -> Option<StopReason> {
        self.barren_pages += 1;
        let is_stuck = self.barren_pages >= MAX_BARREN_PAGES + expected;
        let reason = if has_unreadable { StopReason::Unreadable } else { StopReason::Repeating };
        is_stuck.then_some(reason)
    }

    /// Whether the last page brought nothing new.
    #[must_use]
    pub const fn is_barren(&self) -> bool {
        self.barren_pages > 0
    }

    /// Checks how many records were read, readable or not.
    #[must_use]
    pub fn check_count(&self, rows: u64) -> Option<StopReason> {
        let plausible = self.announced.map_or(self.max_unannounced, |total| {
            total.saturating_mul(2).saturating_add(MAX_GROWTH).min(MAX_ROWS)
        });
        (rows > plausible).then_some(StopReason::Endless)
    }
}

impl StopReason {
    /// For a narrow caption.
    #[must_use]
    pub const fn brief(self) -> &'static str {
        match self {
            Self::Endless => "the list has no end",
            Self::Repeating => "rows repeat",
            Self::Unreadable => "no readable rows",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Endless => "the server sends more rows than expected; the list may never end",
            Self::Repeating => "the server repeats rows that it already sent",
            Self::Unreadable => "many pages in a row have no readable rows",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_in_a_row_stop_the_reader_until_one_is_retried() {
        let mut guard = ListGuard::new(1000);
        let ahead: Vec<usize> = (0..4)
            .map(|_| {
                guard.record_failure();
                guard.max_ahead()
            })
            .collect();
        assert_eq!(ahead, [1, 1, 0, 0]);
        guard.allow_retry();
        assert_eq!(guard.max_ahead(), 1);
        guard.record_failure();
        assert_eq!(guard.max_ahead(), 0);
        guard.record_answer();
        assert_eq!(guard.max_ahead(), usize::MAX);
    }

    #[test]
    fn barren_pages_stop_the_reader_unless_a_page_has_progress() {
        let mut guard = ListGuard::new(1000);
        for _ in 1..MAX_BARREN_PAGES {
            assert_eq!(guard.record_barren_page(0, false), None);
        }
        guard.record_progress();
        for _ in 1..MAX_BARREN_PAGES {
            assert_eq!(guard.record_barren_page(0, true), None);
        }
        assert_eq!(guard.record_barren_page(1, true), None, "one more was expected");
        assert_eq!(guard.record_barren_page(1, true), Some(StopReason::Unreadable));
        assert_eq!(guard.record_barren_page(0, false), Some(StopReason::Repeating));
    }

    #[test]
    fn a_list_may_grow_while_it_is_read_but_not_without_end() {
        for (announced, rows, expected) in [
            (None, 1000, None),
            (None, 1001, Some(StopReason::Endless)),
            (Some(10), 100_020, None),
            (Some(10), 100_021, Some(StopReason::Endless)),
            (Some(u64::MAX), MAX_ROWS, None),
            (Some(u64::MAX), MAX_ROWS + 1, Some(StopReason::Endless)),
        ] {
            let mut guard = ListGuard::new(1000);
            guard.announce(announced);
            assert_eq!(guard.check_count(rows), expected, "{announced:?} {rows}");
        }
    }
}
