//! What a page of the front tells: how large this server's pages are, where
//! the list ends, and whether its neighbours meet it.

use super::{Ask, Brought, MOST_BARREN, Plan, Sight, Trust};
use crate::client::PAGE;
use crate::client::walk::seam::{Edge, Seam};
use crate::client::walk::statement::{Gap, Reason};

impl Plan {
    /// What the first page tells of this server.
    pub(super) fn learn(&mut self, ask: &Ask, sight: &Sight) {
        let more = sight.total.is_some_and(|total| total > sight.sent);
        let smaller = |limit: &u64| (sight.sent.max(1)..ask.limit).contains(limit);
        if sight.sent > ask.limit {
            self.size = sight.sent;
        } else if let Some(limit) = sight.limit.filter(smaller) {
            self.size = limit;
        } else if sight.sent < ask.limit && more {
            // It says nothing of another limit, and keeps to one.
            self.size = sight.sent.max(1);
        }
        if sight.total.is_none() {
            self.trust = Trust::Blind { more: false };
        }
        self.next = self.size - self.overlap();
    }

    pub(super) fn front_arrived(&mut self, number: u64, edge: Edge, brought: Brought) {
        if number == 0 {
            self.head = Some(edge.clone());
        } else if self.is_the_head_again(&edge) {
            if brought.rows == 0 && self.head_is_all() {
                // It knows no pages: the whole list comes whatever is asked.
                self.without_seams();
                self.ends_at = Some(self.met());
                return self.brought(false);
            }
            return self.realign();
        }
        let blind = self.trust != Trust::Counted;
        let any = brought.rows + brought.bad > 0;
        // Known rows on a full page are rows that moved, not the end; unless it
        // is the same page again, and again.
        let again = self.barren > 0 && self.is_the_last_again(number, &edge);
        let moved_on = blind && !any && self.is_full(&edge) && !again;
        if edge.rows == 0 && number > 0 || !any && edge.is_last && !moved_on {
            let end = edge.end();
            self.ends_at = Some(self.ends_at.map_or(end, |before| before.min(end)));
        } else if brought.rows == 0 && (blind || brought.bad == 0) && number > 0 {
            self.barren += 1;
            // What was read before the pages were realigned comes once more.
            let again = if self.aligned { self.read() / self.size } else { 0 };
            if self.barren >= MOST_BARREN + again {
                self.stop(Gap {
                    from: self.read(),
                    until: self.total(),
                    reason: Reason::Repeating,
                });
            }
        } else {
            self.barren = 0;
        }
        if number + 1 == self.pages {
            self.brimful = edge.rows > 0 && !edge.is_last;
            self.brought(any || moved_on);
            if !self.aligned && (blind || edge.is_last) {
                // A page of one row cannot be overlapped without asking for it again.
                let shared = if edge.rows > 1 { self.overlap() } else { 0 };
                self.next = self.next.min(edge.end() - shared);
            }
        }
        self.settle(number, Some(edge));
    }

    /// Holds a front page against those neighbours that are there already.
    pub(super) fn settle(&mut self, number: u64, edge: Option<Edge>) {
        let mut sides = u8::from(number == 0);
        for (other, is_left) in [(number.checked_sub(1), true), (number.checked_add(1), false)] {
            let Some(other) = other else { continue };
            let Some((neighbour, settled)) = self.fronts.get_mut(&other) else { continue };
            *settled += 1;
            sides += 1;
            let (whole, neighbour) = (*settled == 2, neighbour.clone());
            if whole {
                self.fronts.remove(&other);
            }
            if let (Some(edge), Some(neighbour)) = (edge.clone(), neighbour) {
                let (left, right) = if is_left { (neighbour, edge) } else { (edge, neighbour) };
                self.check(Seam::new(left, right, self.size));
            }
        }
        if sides < 2 {
            self.fronts.insert(number, (edge, sides));
        }
    }

    /// Whether a page holds as much as this server puts on one.
    fn is_full(&self, edge: &Edge) -> bool {
        self.head
            .as_ref()
            .is_some_and(|head| edge.rows > 1 && edge.rows >= head.rows.min(self.size))
    }

    /// Whether a page is the one before it again.
    fn is_the_last_again(&self, number: u64, edge: &Edge) -> bool {
        let before = number.checked_sub(1).and_then(|number| self.fronts.get(&number));
        before.is_some_and(|(page, _)| page.as_ref().is_some_and(|page| page.ids == edge.ids))
    }

    /// Whether a page asked for at another place is the first page again.
    fn is_the_head_again(&self, edge: &Edge) -> bool {
        let Some(first) = edge.ids.first() else { return false };
        // Else the row that both share would pass for the first of both.
        let unread = |edge: &Edge| {
            let places = edge.offset..;
            edge.bad.iter().zip(places).take_while(|(bad, place)| **bad == *place).count()
        };
        edge.rows >= 2
            && self.head.as_ref().is_some_and(|head| {
                head.rows >= 2 && head.ids.first() == Some(first) && unread(head) == unread(edge)
            })
    }

    /// Whether the first page can be the whole list: as long as the server
    /// says, or of a length that is not that of a page.
    fn head_is_all(&self) -> bool {
        self.head.as_ref().is_some_and(|head| {
            let met = self.read() + head.bad.len() as u64;
            // A short page may be this server's idea of a page: it must come
            // again where the next one would begin.
            head.is_last && self.aligned
                || head.rows > PAGE
                || self.total().is_some_and(|total| met >= total)
        })
    }

    /// The server cuts its pages where it likes: ask for just those.
    fn realign(&mut self) {
        if self.aligned {
            let (from, until) = (self.read(), self.total());
            return self.stop(Gap { from, until, reason: Reason::Repeating });
        }
        self.without_seams();
        self.size = self.head.as_ref().map_or(self.size, |head| head.rows.min(self.size));
        self.era += 1;
        self.ends_at = None;
        self.pages = 1;
        self.next = self.size;
        self.brought(true);
    }

    /// Where pages cannot overlap, there is nothing to sew.
    fn without_seams(&mut self) {
        self.aligned = true;
        // Their places were counted from where they were asked for.
        self.bad = self.head.iter().flat_map(|head| head.bad.clone()).collect();
        self.fronts.clear();
        self.torn.clear();
        self.mending.clear();
        self.gaps.retain(|gap| !matches!(gap.reason, Reason::Shifted));
    }
}
