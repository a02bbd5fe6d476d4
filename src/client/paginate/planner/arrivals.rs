//! Draws conclusions from a page: the server's page size, the end of the list, and whether
//! neighbouring pages overlap.

use super::{
    Advance, MAX_PAGE_SIZE, MIN_REPAIRS, NewRows, PageContents, PlannedPage, Planner, Purpose,
};
use crate::client::paginate::completeness::{Gap, GapReason};
use crate::client::paginate::overlap::{Overlap, PageEdge};
use crate::list_guard::StopReason;

impl Planner {
    /// Learns the server's page size from the first page.
    pub(super) fn learn_page_size(&mut self, request: &PlannedPage, contents: &PageContents) {
        let has_more = contents.total.is_some_and(|total| total > contents.sent);
        let is_smaller = |limit: &u64| (contents.sent.max(1)..request.limit).contains(limit);
        if contents.sent > request.limit {
            self.page_size = contents.sent;
        } else if let Some(limit) = contents.limit.filter(is_smaller) {
            self.page_size = limit;
        } else if contents.sent < request.limit && has_more {
            // The server applies a smaller limit without reporting it.
            self.page_size = contents.sent.max(1);
        }
        if contents.total.is_none() {
            self.advance = Advance::Probing { more: false };
        }
        self.next = self.page_size - self.overlap();
    }

    pub(super) fn handle_front_page(&mut self, number: u64, edge: PageEdge, new_rows: NewRows) {
        if number == 0 {
            self.guard.announce(edge.total);
            self.head = Some(edge.clone());
        } else if self.repeats_head(&edge) {
            if new_rows.rows == 0 && self.is_head_complete() {
                // The server has no paging: every response is the whole list.
                self.disable_overlap();
                self.ends_at = Some(self.row_count());
                return self.set_more(false);
            }
            return self.realign();
        }
        let is_probing = self.advance != Advance::ToTotal;
        let has_new_rows = new_rows.rows + new_rows.unreadable > 0;
        // Known rows on a full page have moved there. This is not the end, unless the same page
        // comes repeatedly.
        let is_repeated = self.guard.is_barren() && self.repeats_previous(number, &edge);
        let has_shifted = is_probing && !has_new_rows && self.is_full(&edge) && !is_repeated;
        if edge.rows == 0 && number > 0 || !has_new_rows && edge.is_last && !has_shifted {
            let end = edge.end();
            self.ends_at = Some(self.ends_at.map_or(end, |previous| previous.min(end)));
        } else if new_rows.rows == 0 && number > 0 {
            self.count_barren_page(new_rows.unreadable > 0);
        } else {
            self.guard.record_progress();
        }
        if number + 1 == self.pages {
            self.is_last_full = edge.rows > 0 && !edge.is_last;
            self.set_more(has_new_rows || has_shifted);
            if !self.is_aligned && (is_probing || edge.is_last) {
                // Overlapping a page of one row would request the same page forever.
                let overlap = if edge.rows > 1 { self.overlap() } else { 0 };
                self.next = self.next.min(edge.end() - overlap);
            }
        }
        self.connect_front(number, Some(edge));
    }

    fn count_barren_page(&mut self, has_unreadable: bool) {
        // After realigning, the rows that were read before come again.
        let expected = if self.is_aligned { self.read_count() / self.page_size } else { 0 };
        if let Some(reason) = self.guard.record_barren_page(expected, has_unreadable) {
            self.stop_reading(reason);
        }
    }

    fn stop_reading(&mut self, reason: StopReason) {
        let (from, until) = (self.read_count(), self.total());
        self.stop(Gap { from, until, reason: GapReason::Stopped(reason) });
    }

    /// Compares a front page (None if it failed) with the neighbours that have arrived.
    pub(super) fn connect_front(&mut self, number: u64, edge: Option<PageEdge>) {
        let mut sides = u8::from(number == 0);
        for (other, is_left) in [(number.checked_sub(1), true), (number.checked_add(1), false)] {
            let Some(other) = other else { continue };
            let Some((neighbour, connected)) = self.fronts.get_mut(&other) else { continue };
            *connected += 1;
            sides += 1;
            let (is_done, neighbour) = (*connected == 2, neighbour.clone());
            if is_done {
                self.fronts.remove(&other);
            }
            if let (Some(edge), Some(neighbour)) = (edge.clone(), neighbour) {
                let (left, right) = if is_left { (neighbour, edge) } else { (edge, neighbour) };
                self.check(Overlap::new(left, right, self.page_size));
            }
        }
        if sides < 2 {
            self.fronts.insert(number, (edge, sides));
        }
    }

    pub(super) fn check(&mut self, overlap: Overlap) {
        if self.overlap() > 0 && !overlap.is_overlapping() {
            self.to_repair.push_back(overlap);
        }
    }

    pub(super) fn repair(&mut self, overlap: Overlap) -> Option<PlannedPage> {
        if overlap.attempts_left == 0 || self.repairs >= self.pages.max(MIN_REPAIRS) {
            self.gaps.push(overlap.gap(GapReason::Shifted));
            return None;
        }
        self.repairs += 1;
        let offset = overlap.offset_between(self.page_size);
        let request = self.request(offset, self.page_size.min(MAX_PAGE_SIZE), Purpose::Repair);
        self.repairing.insert(request.sequence, overlap);
        Some(request)
    }

    pub(super) fn handle_repair_page(&mut self, sequence: u64, edge: PageEdge) {
        if let Some(overlap) = self.repairing.remove(&sequence) {
            for half in overlap.split(edge) {
                self.check(half);
            }
        }
    }

    /// Whether a page has the server's full page size.
    fn is_full(&self, edge: &PageEdge) -> bool {
        self.head
            .as_ref()
            .is_some_and(|head| edge.rows > 1 && edge.rows >= head.rows.min(self.page_size))
    }

    fn repeats_previous(&self, number: u64, edge: &PageEdge) -> bool {
        let previous = number.checked_sub(1).and_then(|number| self.fronts.get(&number));
        previous.is_some_and(|(page, _)| page.as_ref().is_some_and(|page| page.ids == edge.ids))
    }

    /// Whether a page at another offset repeats the first page.
    fn repeats_head(&self, edge: &PageEdge) -> bool {
        let Some(first) = edge.ids.first() else { return false };
        // Without this, a shared row could be the first readable row of both.
        let leading_unreadable = |edge: &PageEdge| {
            let positions = edge.offset..;
            edge.unreadable
                .iter()
                .zip(positions)
                .take_while(|(bad, position)| **bad == *position)
                .count()
        };
        edge.rows >= 2
            && self.head.as_ref().is_some_and(|head| {
                head.rows >= 2
                    && head.ids.first() == Some(first)
                    && leading_unreadable(head) == leading_unreadable(edge)
            })
    }

    /// Whether the first page can be the whole list: it is as long as the total, longer than any
    /// page, or came again at the next offset.
    fn is_head_complete(&self) -> bool {
        self.head.as_ref().is_some_and(|head| {
            let rows = self.read_count() + head.unreadable.len() as u64;
            // A short page may be this server's page size: trust it only if the next offset returns
            // it again.
            head.is_last && self.is_aligned
                || head.rows > MAX_PAGE_SIZE
                || self.total().is_some_and(|total| rows >= total)
        })
    }

    /// The server aligns its pages: starts again without overlap.
    fn realign(&mut self) {
        if self.is_aligned {
            return self.stop_reading(StopReason::Repeating);
        }
        self.disable_overlap();
        self.page_size =
            self.head.as_ref().map_or(self.page_size, |head| head.rows.min(self.page_size));
        self.generation += 1;
        self.ends_at = None;
        self.pages = 1;
        self.next = self.page_size;
        self.set_more(true);
    }

    fn disable_overlap(&mut self) {
        self.is_aligned = true;
        // The positions of the other rows were counted from the requested offsets.
        self.unreadable = self.head.iter().flat_map(|head| head.unreadable.clone()).collect();
        self.fronts.clear();
        self.to_repair.clear();
        self.repairing.clear();
        self.gaps.retain(|gap| !matches!(gap.reason, GapReason::Shifted));
    }
}
