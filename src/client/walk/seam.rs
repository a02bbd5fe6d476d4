//! Where two pages meet, and whether anything could have slipped between them.
//!
//! A page is one moment's run of rows. Two of them that share a row leave none
//! out between them that was there all the time, however the list moved in
//! between; two that share none may. Pages are asked for so that they overlap
//! by one row; where they do not, a page between them is asked for, from the
//! newer of the two towards the older, until the seam holds.

use std::collections::HashSet;

/// One page as a seam needs it.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    /// Where it begins.
    pub(super) offset: u64,
    /// How many rows it has, readable or not.
    pub(super) rows: u64,
    /// The rows it has, by their ids.
    pub(super) ids: Vec<u64>,
    /// Where in the list its unreadable rows stood.
    pub(super) bad: Vec<u64>,
    /// When it was asked for, among all pages.
    pub(super) order: u64,
    /// Whether it shows the end of the list: it has fewer rows than would fit.
    pub(super) is_last: bool,
    /// How many rows the server counted then.
    pub(super) total: Option<u64>,
}

impl Edge {
    pub(super) const fn end(&self) -> u64 {
        self.offset + self.rows
    }
}

/// Two pages, the left one before the right one.
#[derive(Debug, Clone)]
pub(super) struct Seam {
    pub(super) left: Edge,
    pub(super) right: Edge,
    /// How often a page between may still be asked for.
    pub(super) tries: u64,
}

impl Seam {
    /// A seam that may need as many pages between as rows may have moved.
    pub(super) fn new(left: Edge, right: Edge, size: u64) -> Self {
        let moved = match (left.total, right.total) {
            (Some(one), Some(other)) => one.abs_diff(other),
            _ => 0,
        };
        Self { left, right, tries: 4 + moved / size.max(1) }
    }

    /// Whether nothing can have slipped through.
    pub(super) fn holds(&self) -> bool {
        let (left, right) = (&self.left, &self.right);
        if right.rows == 0 {
            return left.is_last || left.rows == 0;
        }
        // A page of one row is not asked for again to overlap it.
        left.rows == 1 && left.end() == right.offset
            || left.ids.last().is_some_and(|id| right.ids.contains(id))
            || right.ids.first().is_some_and(|id| left.ids.contains(id))
            || self.share_a_row()
    }

    /// A row without an id is known by its place, while nothing says it moved.
    fn share_a_row(&self) -> bool {
        let (left, right) = (&self.left, &self.right);
        let ids: HashSet<&u64> = right.ids.iter().collect();
        left.ids.iter().any(|id| ids.contains(id))
            || left.total == right.total && left.bad.iter().any(|place| right.bad.contains(place))
    }

    /// Where the page between should begin.
    pub(super) const fn between(&self, size: u64) -> u64 {
        if self.left.order > self.right.order {
            self.left.end().saturating_sub(1)
        } else {
            (self.right.offset + 1).saturating_sub(size)
        }
    }

    /// The two seams that a page between makes of this one.
    pub(super) fn split(self, between: Edge) -> [Self; 2] {
        let tries = self.tries.saturating_sub(1);
        [
            Self { left: self.left, right: between.clone(), tries },
            Self { left: between, right: self.right, tries },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(offset: u64, ids: &[u64], order: u64) -> Edge {
        let rows = ids.len() as u64;
        Edge { offset, rows, ids: ids.to_vec(), bad: vec![], order, is_last: false, total: None }
    }

    #[test]
    fn a_seam_holds_when_the_pages_share_a_row() {
        for (left, right, holds) in [
            (&[1, 2, 3][..], &[3, 4, 5][..], true),
            (&[1, 2, 3], &[2, 3, 4], true),
            (&[1, 2, 3], &[9, 2, 4], true),
            (&[1, 2, 3], &[4, 5, 6], false),
            (&[1, 2, 3], &[], false),
            (&[], &[], true),
            (&[], &[1], false),
        ] {
            let seam = Seam::new(edge(0, left, 0), edge(2, right, 1), 3);
            assert_eq!(seam.holds(), holds, "{left:?} {right:?}");
        }
    }

    #[test]
    fn a_page_between_is_sought_from_the_newer_towards_the_older() {
        let newer_right = Seam::new(edge(0, &[1, 2, 3], 0), edge(200, &[9], 1), 100);
        assert_eq!(newer_right.between(100), 101);
        let newer_left = Seam::new(edge(0, &[1, 2, 3], 2), edge(2, &[9], 1), 100);
        assert_eq!(newer_left.between(100), 2);
    }
}
