//! Decides which page to request next and tracks what is known about the list. Uses no network and
//! no clock.
//!
//! The *front* proceeds through the list from its start, in pages that overlap by one row. If two
//! neighbours share no row, the list moved, and pages between them are requested (*repairs*).
//! Without a reliable total, the front proceeds one page at a time until a page has no new row. A
//! server that aligns pages to multiples of its page size is read without overlap; then only a
//! changed total can show that the list moved.

mod arrivals;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::completeness::{Completeness, Gap, GapReason};
use super::overlap::{Overlap, PageEdge};
use crate::client::error::{ClientError, Fault};
use crate::list_guard::ListGuard;
use crate::wire;

const MAX_PAGE_SIZE: u64 = wire::MAX_PAGE_SIZE as u64;
/// Rows of a list without a total before it counts as endless.
const MAX_UNANNOUNCED: u64 = 1_000_000;
/// Repairs that any list may use; a longer list may use as many as it has pages.
const MIN_REPAIRS: u64 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlannedPage {
    pub(super) offset: u64,
    pub(super) limit: u64,
    purpose: Purpose,
    sequence: u64,
    /// A page of an earlier generation contributes its rows and nothing else.
    generation: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Front(u64),
    /// A page between two that share no row.
    Repair,
    /// The start of the list again, because rows were added.
    Head,
}

#[derive(Debug, Clone, Default)]
pub(super) struct PageContents {
    /// Hashed ids of the readable rows.
    pub(super) ids: Vec<u64>,
    /// Rows on the page, readable or not.
    pub(super) sent: u64,
    /// Indices of the unreadable rows.
    pub(super) unreadable: Vec<usize>,
    /// Indices of those unreadable rows that belong to another job.
    pub(super) foreign: Vec<usize>,
    pub(super) total: Option<u64>,
    pub(super) limit: Option<u64>,
}

#[derive(Debug)]
pub(super) struct Planner {
    max: Option<u64>,
    page_size: u64,
    next: u64,
    /// Front pages requested.
    pages: u64,
    sequence: u64,
    generation: u64,
    in_flight: u64,
    /// The sequence number of the latest request that brought a total, and the total.
    total: Option<(u64, u64)>,
    head: Option<PageEdge>,
    /// Front pages that wait for a neighbour: the page (None if it failed), and how many of its two
    /// sides are settled.
    fronts: BTreeMap<u64, (Option<PageEdge>, u8)>,
    to_repair: VecDeque<Overlap>,
    /// By the sequence number of the request.
    repairing: HashMap<u64, Overlap>,
    repairs: u64,
    seen: HashSet<u64>,
    unreadable: HashSet<u64>,
    foreign: HashSet<u64>,
    gaps: Vec<Gap>,
    ends_at: Option<u64>,
    /// Whether the last front page is full and so does not show the end of the list.
    is_last_full: bool,
    advance: Advance,
    is_aligned: bool,
    has_moved: bool,
    guard: ListGuard,
    phase: Phase,
}

/// New rows on a page.
#[derive(Debug, Clone, Copy)]
struct NewRows {
    rows: usize,
    unreadable: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Advance {
    /// Requests several pages at once, up to the total.
    #[default]
    ToTotal,
    /// Requests one page at a time, as long as the last one had a new row.
    Probing { more: bool },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Running,
    /// Requests in flight may still get a response.
    Stopped,
    Finished,
}

impl Planner {
    pub(super) fn new(max: Option<u64>) -> Self {
        Self {
            max,
            page_size: MAX_PAGE_SIZE,
            next: 0,
            pages: 0,
            sequence: 0,
            generation: 0,
            in_flight: 0,
            total: None,
            head: None,
            fronts: BTreeMap::new(),
            to_repair: VecDeque::new(),
            repairing: HashMap::new(),
            repairs: 0,
            seen: HashSet::new(),
            unreadable: HashSet::new(),
            foreign: HashSet::new(),
            gaps: Vec::new(),
            ends_at: None,
            is_last_full: false,
            advance: Advance::default(),
            is_aligned: false,
            has_moved: false,
            guard: ListGuard::new(MAX_UNANNOUNCED),
            phase: if max == Some(0) { Phase::Stopped } else { Phase::Running },
        }
    }

    pub(super) fn read_count(&self) -> u64 {
        self.seen.len() as u64
    }

    pub(super) fn total(&self) -> Option<u64> {
        self.total.map(|(_, total)| total)
    }

    /// The next page to request; `None` while there is none, and at the end.
    pub(super) fn next_request(&mut self) -> Option<PlannedPage> {
        if self.phase != Phase::Running {
            return None;
        }
        while let Some(overlap) = self.to_repair.pop_front() {
            if let Some(request) = self.repair(overlap) {
                return Some(request);
            }
        }
        if self.pages == 0 {
            return Some(self.request_front());
        }
        self.head.as_ref()?;
        let is_idle = self.in_flight == 0;
        let advances = match self.advance {
            Advance::ToTotal => self.next + self.overlap() < self.front_end(),
            Advance::Probing { more } => is_idle && more && self.wants_more(),
        };
        if advances {
            return Some(self.request_front());
        }
        if is_idle && self.wants_more() { self.final_check() } else { None }
    }

    /// Applies a page. Returns for each readable row whether it is new.
    pub(super) fn handle_page(
        &mut self,
        request: PlannedPage,
        contents: PageContents,
    ) -> Vec<bool> {
        self.in_flight -= 1;
        self.guard.record_answer();
        if let Some(total) = contents.total {
            self.has_moved |= self.total.is_some_and(|(_, previous)| previous != total);
            self.total = self.total.max(Some((request.sequence, total)));
        }
        let is_current = request.generation == self.generation;
        let is_new: Vec<bool> = contents.ids.iter().map(|id| self.seen.insert(*id)).collect();
        let position = |index: &usize| request.offset + *index as u64;
        let unreadable: Vec<u64> = contents.unreadable.iter().map(position).collect();
        let new_rows = NewRows {
            rows: is_new.iter().filter(|is_new| **is_new).count(),
            unreadable: unreadable
                .iter()
                .filter(|position| is_current && self.unreadable.insert(**position))
                .count(),
        };
        if is_current {
            self.foreign.extend(contents.foreign.iter().map(position));
        }
        if self.head.is_none() {
            self.learn_page_size(&request, &contents);
        }
        let edge = PageEdge {
            offset: request.offset,
            rows: contents.sent,
            is_last: contents.sent < request.limit.min(self.page_size),
            ids: contents.ids,
            unreadable,
            sequence: request.sequence,
            total: contents.total,
        };
        if is_current {
            match request.purpose {
                Purpose::Front(number) => self.handle_front_page(number, edge, new_rows),
                Purpose::Repair => self.handle_repair_page(request.sequence, edge),
                Purpose::Head => {
                    if let Some(old) = self.head.replace(edge.clone()) {
                        self.check(Overlap::new(edge, old, self.page_size));
                    }
                }
            }
        }
        if let Some(reason) = self.guard.check_count(self.row_count()) {
            let (from, reason) = (self.row_count(), GapReason::Stopped(reason));
            self.stop(Gap { from, until: None, reason });
        }
        is_new
    }

    pub(super) fn handle_failure(&mut self, request: PlannedPage, error: ClientError) {
        self.in_flight -= 1;
        self.guard.record_failure();
        let is_fatal =
            matches!(error.fault(), Fault::Key | Fault::Input) || self.guard.max_ahead() == 0;
        let reason = GapReason::Failed(error);
        match request.purpose {
            Purpose::Front(0) => {
                return self.stop(Gap { from: 0, until: self.total(), reason });
            }
            _ if request.generation != self.generation => {}
            // The page would only have confirmed that nothing lies beyond the total, and there is
            // no sign that the total is wrong.
            Purpose::Front(_)
                if self.advance != Advance::ToTotal && self.total() == Some(self.row_count()) =>
            {
                return self.set_more(false);
            }
            Purpose::Front(number) => {
                self.connect_front(number, None);
                let from = request.offset + self.overlap();
                let until = Some((request.offset + request.limit).min(self.front_end()));
                self.gaps.push(Gap { from, until, reason: reason.clone() });
                self.set_more(false);
            }
            Purpose::Repair => {
                if let Some(overlap) = self.repairing.remove(&request.sequence) {
                    self.gaps.push(overlap.gap(reason.clone()));
                }
            }
            Purpose::Head => self.gaps.push(Gap { from: 0, until: None, reason: reason.clone() }),
        }
        if is_fatal && self.phase == Phase::Running {
            self.phase = Phase::Stopped;
            let from = self.next + self.overlap();
            let until = (self.advance == Advance::ToTotal).then(|| self.front_end());
            if until.is_none_or(|until| from < until) {
                self.gaps.push(Gap { from, until, reason });
            }
        }
    }

    /// Called when nothing is in flight and nothing is left to request.
    pub(super) const fn finish(&mut self) {
        self.phase = Phase::Finished;
    }

    pub(super) fn completeness(&self) -> Completeness {
        let mut gaps = self.gaps.clone();
        let (rows, total) = (self.row_count(), self.total());
        let expected = self.max.map_or(total, |max| total.map(|total| total.min(max)));
        if self.phase == Phase::Finished && gaps.is_empty() {
            if expected.is_some_and(|expected| rows < expected) {
                gaps.push(Gap { from: rows, until: expected, reason: GapReason::EndsEarly });
            } else if self.has_moved && self.overlap() == 0 && self.pages > 1 {
                // Without overlap a row that moved between two pages goes unnoticed.
                gaps.push(Gap { from: 0, until: total, reason: GapReason::Shifted });
            }
        }
        let sorted = |positions: &mut dyn Iterator<Item = &u64>| {
            let mut positions: Vec<u64> = positions.copied().collect();
            positions.sort_unstable();
            positions
        };
        let unreadable = sorted(&mut self.unreadable.difference(&self.foreign));
        let foreign = sorted(&mut self.unreadable.intersection(&self.foreign));
        Completeness { read: self.read_count(), total, unreadable, foreign, gaps }
    }

    /// Rows read so far, readable or not.
    fn row_count(&self) -> u64 {
        self.read_count() + self.unreadable.len() as u64
    }

    fn overlap(&self) -> u64 {
        u64::from(self.page_size >= 2 && !self.is_aligned)
    }

    fn front_end(&self) -> u64 {
        let bounds = [self.total(), self.max, self.ends_at];
        bounds.into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    fn wants_more(&self) -> bool {
        self.max.is_none_or(|max| self.row_count() < max)
    }

    fn request_front(&mut self) -> PlannedPage {
        let offset = self.next;
        let remaining = self.max.map_or(u64::MAX, |max| max.saturating_sub(offset)).max(1);
        // Only the first request may have a small limit: an aligning server would cut such pages at
        // other offsets.
        let max_limit = if self.pages == 0 { remaining } else { MAX_PAGE_SIZE };
        let limit = self.page_size.min(MAX_PAGE_SIZE).min(max_limit);
        let number = self.pages;
        self.pages += 1;
        self.next += self.page_size.min(remaining) - self.overlap().min(remaining - 1);
        self.request(offset, limit, Purpose::Front(number))
    }

    const fn request(&mut self, offset: u64, limit: u64, purpose: Purpose) -> PlannedPage {
        self.in_flight += 1;
        self.sequence += 1;
        PlannedPage { offset, limit, purpose, sequence: self.sequence, generation: self.generation }
    }

    const fn set_more(&mut self, has_more: bool) {
        if let Advance::Probing { more } = &mut self.advance {
            *more = has_more;
        }
    }

    /// After all announced rows were read, requests a page that could show more.
    fn final_check(&mut self) -> Option<PlannedPage> {
        if self.is_last_full && self.advance == Advance::ToTotal && self.ends_at.is_none() {
            // A total that is too small looks the same.
            self.advance = Advance::Probing { more: false };
            return Some(self.request_front());
        }
        let (rows, total) = (self.row_count(), self.total()?);
        let head = self.head.as_ref()?;
        if rows < total && head.total.is_some_and(|previous| previous < total) && self.overlap() > 0
        {
            // Rows were added, but not at the end: most likely at the start.
            let limit = self.page_size.min(MAX_PAGE_SIZE);
            return Some(self.request(0, limit, Purpose::Head));
        }
        None
    }

    fn stop(&mut self, gap: Gap) {
        if self.phase == Phase::Running {
            self.phase = Phase::Stopped;
            self.gaps.push(gap);
        }
    }
}
