//! A simulated server with a list, for tests of the planner.

use super::super::{PageContents, PlannedPage};

/// A server with a list that may change between any two requests.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) rows: Vec<u64>,
    pub(super) page_size: u64,
    pub(super) total: Total,
    pub(super) pages: Pages,
    pub(super) reports_limit: bool,
    /// Rows that cannot be decoded.
    pub(super) unreadable: Vec<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Total {
    Correct,
    Missing,
    Claimed(u64),
    AlwaysMore,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pages {
    Exact,
    /// Cuts pages at multiples of the limit.
    Aligned,
    /// Returns the first page at every offset.
    First,
    /// Returns new rows at every offset.
    Endless,
    /// Returns only unreadable rows after the first page.
    Garbage,
    /// Returns the whole list at every offset.
    Everything,
}

impl Server {
    pub(super) fn new(count: u64) -> Self {
        Self {
            rows: (0..count).collect(),
            page_size: 100,
            total: Total::Correct,
            pages: Pages::Exact,
            reports_limit: true,
            unreadable: Vec::new(),
        }
    }

    pub(super) fn serve(&self, request: &PlannedPage) -> PageContents {
        let limit = match self.pages {
            Pages::Everything => u64::MAX,
            _ => request.limit.min(self.page_size),
        };
        let offset = match self.pages {
            Pages::Exact | Pages::Endless | Pages::Garbage => request.offset,
            Pages::Aligned => request.offset / limit * limit,
            Pages::First | Pages::Everything => 0,
        };
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let rows: Vec<u64> = match self.pages {
            Pages::Endless | Pages::Garbage => (offset..offset + limit).collect(),
            _ => self.rows.iter().copied().skip(size(offset)).take(size(limit)).collect(),
        };
        let total = match self.total {
            Total::Correct => Some(self.rows.len() as u64),
            Total::Missing => None,
            Total::Claimed(count) => Some(count),
            Total::AlwaysMore => Some(offset + 1000),
        };
        let is_unreadable =
            |row: &u64| self.unreadable.contains(row) || self.pages == Pages::Garbage && offset > 0;
        PageContents {
            sent: rows.len() as u64,
            unreadable: (0..rows.len()).filter(|index| is_unreadable(&rows[*index])).collect(),
            foreign: Vec::new(),
            ids: rows.iter().copied().filter(|row| !is_unreadable(row)).collect(),
            total,
            limit: self.reports_limit.then_some(limit),
        }
    }
}
