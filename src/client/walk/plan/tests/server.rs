//! A server as a plan sees it, with every habit that one may have.

use super::super::{Ask, Sight};

/// A server with a list that may change between any two requests.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) rows: Vec<u64>,
    /// The most it puts on a page.
    pub(super) cap: u64,
    pub(super) total: Count,
    pub(super) pages: Pages,
    pub(super) tells_limit: bool,
    /// Rows that come in a shape nobody can read.
    pub(super) broken: Vec<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    True,
    Missing,
    Says(u64),
    AlwaysMore,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pages {
    AsAsked,
    /// Cut at multiples of the limit.
    Aligned,
    /// The first, whatever is asked.
    First,
    /// New rows at every place, for ever.
    Endless,
    /// The first, and then unreadable ones for ever.
    Rubbish,
    /// All of it, whatever is asked.
    Whole,
}

impl Server {
    pub(super) fn new(count: u64) -> Self {
        Self {
            rows: (0..count).collect(),
            cap: 100,
            total: Count::True,
            pages: Pages::AsAsked,
            tells_limit: true,
            broken: Vec::new(),
        }
    }

    pub(super) fn serve(&self, ask: &Ask) -> Sight {
        let limit = if self.pages == Pages::Whole { u64::MAX } else { ask.limit.min(self.cap) };
        let offset = match self.pages {
            Pages::AsAsked | Pages::Endless | Pages::Rubbish => ask.offset,
            Pages::Aligned => ask.offset / limit * limit,
            Pages::First | Pages::Whole => 0,
        };
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let rows: Vec<u64> = match self.pages {
            Pages::Endless | Pages::Rubbish => (offset..offset + limit).collect(),
            _ => self.rows.iter().copied().skip(size(offset)).take(size(limit)).collect(),
        };
        let total = match self.total {
            Count::True => Some(self.rows.len() as u64),
            Count::Missing => None,
            Count::Says(count) => Some(count),
            Count::AlwaysMore => Some(offset + 1000),
        };
        let is_bad =
            |row: &u64| self.broken.contains(row) || self.pages == Pages::Rubbish && offset > 0;
        Sight {
            sent: rows.len() as u64,
            bad: (0..rows.len()).filter(|place| is_bad(&rows[*place])).collect(),
            ids: rows.iter().copied().filter(|row| !is_bad(row)).collect(),
            total,
            limit: self.tells_limit.then_some(limit),
        }
    }
}
