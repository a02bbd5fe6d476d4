//! Whether a row can be missing between two pages that were read at different
//! times.
//!
//! A page is a run of rows at one moment. Between two pages that share a row, no row is missing
//! that was in the list all the time, however the list moved. Between two pages that share none, a
//! row may be missing. Neighbouring pages are therefore requested with one row in common. If they
//! turn out to share none, a page between them is requested, from the newer towards the older,
//! until all neighbours overlap.

use std::collections::HashSet;

use super::completeness::{Gap, GapReason};

#[derive(Debug, Clone)]
pub(super) struct PageEdge {
    pub(super) offset: u64,
    /// Rows on the page, readable or not.
    pub(super) rows: u64,
    /// Hashed ids of the readable rows.
    pub(super) ids: Vec<u64>,
    /// List positions of the unreadable rows.
    pub(super) unreadable: Vec<u64>,
    /// Sequence number of the request.
    pub(super) sequence: u64,
    /// Whether it ends the list: it has fewer rows than fit on a page.
    pub(super) is_last: bool,
    pub(super) total: Option<u64>,
}

impl PageEdge {
    pub(super) const fn end(&self) -> u64 {
        self.offset + self.rows
    }
}

#[derive(Debug, Clone)]
pub(super) struct Overlap {
    pub(super) left: PageEdge,
    pub(super) right: PageEdge,
    /// How many more pages may be requested between them.
    pub(super) attempts_left: u64,
}

impl Overlap {
    /// The more rows were added or removed, the more pages may be needed.
    pub(super) fn new(left: PageEdge, right: PageEdge, page_size: u64) -> Self {
        let shift = match (left.total, right.total) {
            (Some(left), Some(right)) => left.abs_diff(right),
            _ => 0,
        };
        Self { left, right, attempts_left: 4 + shift / page_size.max(1) }
    }

    /// Whether no row can be missing between the pages.
    pub(super) fn is_overlapping(&self) -> bool {
        let (left, right) = (&self.left, &self.right);
        if right.rows == 0 {
            return left.is_last || left.rows == 0;
        }
        // Pages of one row are not requested with an overlap.
        left.rows == 1 && left.end() == right.offset
            || left.ids.last().is_some_and(|id| right.ids.contains(id))
            || right.ids.first().is_some_and(|id| left.ids.contains(id))
            || self.shares_a_row()
    }

    fn shares_a_row(&self) -> bool {
        let (left, right) = (&self.left, &self.right);
        let ids: HashSet<&u64> = right.ids.iter().collect();
        // An unreadable row has no id. Its position identifies it as long as
        // the total shows no change.
        left.ids.iter().any(|id| ids.contains(id))
            || left.total == right.total
                && left.unreadable.iter().any(|position| right.unreadable.contains(position))
    }

    pub(super) const fn offset_between(&self, page_size: u64) -> u64 {
        if self.left.sequence > self.right.sequence {
            self.left.end().saturating_sub(1)
        } else {
            (self.right.offset + 1).saturating_sub(page_size)
        }
    }

    pub(super) fn split(self, middle: PageEdge) -> [Self; 2] {
        let attempts_left = self.attempts_left.saturating_sub(1);
        [
            Self { left: self.left, right: middle.clone(), attempts_left },
            Self { left: middle, right: self.right, attempts_left },
        ]
    }

    pub(super) fn gap(&self, reason: GapReason) -> Gap {
        let from = self.left.end();
        Gap { from, until: Some(self.right.offset.max(from)), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(offset: u64, ids: &[u64], sequence: u64) -> PageEdge {
        PageEdge {
            offset,
            rows: ids.len() as u64,
            ids: ids.to_vec(),
            unreadable: vec![],
            sequence,
            is_last: false,
            total: None,
        }
    }

    #[test]
    fn pages_overlap_when_they_share_a_row() {
        for (left, right, expected) in [
            (&[1, 2, 3][..], &[3, 4, 5][..], true),
            (&[1, 2, 3], &[2, 3, 4], true),
            (&[1, 2, 3], &[9, 2, 4], true),
            (&[1, 2, 3], &[4, 5, 6], false),
            (&[1, 2, 3], &[], false),
            (&[], &[], true),
            (&[], &[1], false),
        ] {
            let overlap = Overlap::new(page(0, left, 0), page(2, right, 1), 3);
            assert_eq!(overlap.is_overlapping(), expected, "{left:?} {right:?}");
        }
    }

    #[test]
    fn the_middle_page_is_next_to_the_newer_one() {
        let newer_right = Overlap::new(page(0, &[1, 2, 3], 0), page(200, &[9], 1), 100);
        assert_eq!(newer_right.offset_between(100), 101);
        let newer_left = Overlap::new(page(0, &[1, 2, 3], 2), page(2, &[9], 1), 100);
        assert_eq!(newer_left.offset_between(100), 2);
    }
}
